-- one row per thing a score is made of
select number, name, hanzi, run
from raw.patterns
