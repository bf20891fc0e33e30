-- one row per kind of event, with the kind of move that it answers a question with (null: none)
select number, name, hanzi, answers_with, run
from raw.kinds
