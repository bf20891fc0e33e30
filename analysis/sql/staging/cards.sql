-- one row per card, with what the rules count of it: numbers['red']
select number, name, hanzi, numbers, run
from raw.cards
