-- one row per card
select number, name, hanzi, run
from raw.cards
