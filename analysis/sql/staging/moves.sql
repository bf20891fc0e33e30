-- one row per kind of move, whose number is its bit in the offers of a question
select number, name, hanzi, run
from raw.moves
