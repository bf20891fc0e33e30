-- one row per match and seat; what counts is the first place (a t-th of it for t who share it), in parts of UTILITY_PARTS
-- Among those without it all are equal, so their comparisons are ties: the score and Elo of this utility say how often a
-- policy is first when another is not, and are nearer to even than those of points.
with firsts as (
    select run, game_id, (2 * min(rank) - 1)::bigint as tied, max(seat) + 1 as players from seats group by run, game_id
)
select
    seats.* replace (
        case when 2 * rank - 1 = tied then 840 // tied else 0 end as points,
        (case when 2 * rank - 1 = tied then rank else (players + tied + 1) / 2 end)::float as rank
    )
from seats
join firsts using (run, game_id)
