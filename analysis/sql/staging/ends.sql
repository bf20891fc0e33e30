-- one row per way a match can end
select number, name, hanzi, run
from raw.ends
