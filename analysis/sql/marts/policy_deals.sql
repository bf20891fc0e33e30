-- one row per deal and policy: what it scored with those cards, in all blocks and runs that dealt them
select
    deal,
    policy,
    count(*) as blocks,
    sum(games)::bigint as games,
    sum(seats)::bigint as seats,
    sum(points)::bigint as points,
    sum(comparisons)::bigint as comparisons,
    sum(half_points)::bigint as half_points,
    sum(hands)::bigint as hands,
    sum(hands_won)::bigint as hands_won,
    sum(faults)::bigint as faults
from policy_blocks
group by deal, policy
