-- one row per kind of failure of a policy
select number, name, hanzi, run
from raw.faults
