-- one row per policy: sums over all its games
-- `gained`, `scored`: deals in which it had some of what counts, outscored (or equalled) somebody; `conceded`: not everybody.
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
    sum(faults)::bigint as faults,
    count(*) filter (points > 0) as gained,
    count(*) filter (half_points > 0) as scored,
    count(*) filter (half_points < 2 * comparisons) as conceded
from policy_deals
group by policy
