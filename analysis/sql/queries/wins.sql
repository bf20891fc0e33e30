-- one row per policy and way to win: of its hands, how many it won so, with 95 % intervals by deal
with sizes as (
    select deal, policy, count(*) as hands from seat_hands group by all
),
ways as (
    select distinct outcome from played_hands where winner is not null
),
counts as (
    select deal, policy, outcome, count(*) as wins, sum(score)::bigint as score, sum(winner_points)::bigint as points
    from seat_hands
    where won
    group by all
)
select
    policy,
    outcome,
    count(*) as deals,
    sum(hands)::bigint as hands,
    coalesce(sum(wins), 0)::bigint as wins,
    round(100 * ratio(coalesce(wins, 0), hands), 3) as percent,
    round(100 * share_low(coalesce(wins, 0), hands), 3) as percent_low,
    round(100 * share_high(coalesce(wins, 0), hands), 3) as percent_high,
    round(ratio(coalesce(score, 0), coalesce(wins, 0)), 3) as score,
    round(ratio_low(coalesce(score, 0), coalesce(wins, 0)), 4) as score_low,
    round(ratio_high(coalesce(score, 0), coalesce(wins, 0)), 4) as score_high,
    round(ratio(coalesce(points, 0), coalesce(wins, 0)), 2) as winner_points,
    round(ratio_low(coalesce(points, 0), coalesce(wins, 0)), 3) as winner_points_low,
    round(ratio_high(coalesce(points, 0), coalesce(wins, 0)), 3) as winner_points_high
from sizes
cross join ways
left join counts using (deal, policy, outcome)
group by policy, outcome
order by policy, wins desc, outcome
