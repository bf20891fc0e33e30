-- one row per policy: sums over all its games
select
    policy,
    count(*) as deals,
    sum(blocks)::bigint as blocks,
    sum(games)::bigint as games,
    sum(seats)::bigint as seats,
    sum(points)::bigint as points,
    sum(comparisons)::bigint as comparisons,
    sum(half_points)::bigint as half_points,
    sum(hands)::bigint as hands,
    sum(hands_won)::bigint as hands_won,
    sum(faults)::bigint as faults
from policy_deals
group by policy
