-- one row per stage of the play at which a question is put
select number, name, hanzi, run
from raw.stages
