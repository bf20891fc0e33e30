-- one row per thing a score is made of, and what its value counts
select number, name, hanzi, unit, unit_hanzi, run
from raw.patterns
