-- one row per policy and place: the share of its games it took that place; t seats with equal points share t places
-- `ties` packs, in 3 bits for each rank 1, 1.5, 2 …, how many seats of the game have it.
with games_ties as (
    select run, game_id, sum(1::bigint << (3 * (2 * rank - 2)::integer))::bigint as ties
    from seats
    anti join excluded_games using (run, game_id)
    group by run, game_id
),
ranks as (
    select policy, (2 * rank)::bigint as double_rank, (ties >> (3 * (2 * rank - 2)::integer)) & 7 as tied, count(*) as seats
    from seats
    join games_ties using (run, game_id)
    group by all
),
places as (
    select policy, unnest(range((double_rank - tied + 1) // 2, (double_rank + tied + 1) // 2)) as place, seats, tied
    from ranks
)
select policy, place, sum(seats * 420 // tied) / (sum(sum(seats * 420 // tied)) over (partition by policy)) as share
from places
group by policy, place
