-- one row per kind of event that answers questions: the kind of move that it answers with
select kinds.run, kinds.name as answer, moves.number, moves.name
from kinds
join moves on moves.run = kinds.run and moves.name = answers_with
