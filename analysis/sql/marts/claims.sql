-- one row per question about somebody else's card: what was offered, and whether it was taken
with passes as (
    select run, game_id, hand, move from events where kind = 'passed'
)
select asked.*, passes.move is null as taken
from asked
left join passes using (run, game_id, hand, move)
where asked.seat <> asked.from_seat
