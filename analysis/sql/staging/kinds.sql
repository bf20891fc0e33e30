-- one row per kind of event
select number, name, hanzi, run
from raw.kinds
