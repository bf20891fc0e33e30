-- one row per way a hand can end
select number, name, hanzi, run
from raw.outcomes
