-- one row per two policies (first <= second) that met the same deals: sums over deals of products, for covariances
-- Exact whole numbers: they do not depend on the order of the rows.
select
    first.policy as first,
    second.policy as second,
    sum(first.points * second.points) as points_points,
    sum(first.points * second.seats) as points_seats,
    sum(first.seats * second.points) as seats_points,
    sum(first.seats * second.seats) as seats_seats,
    sum(first.half_points * second.half_points) as score_score,
    sum(first.half_points * second.comparisons) as score_comparisons,
    sum(first.comparisons * second.half_points) as comparisons_score,
    sum(first.comparisons * second.comparisons) as comparisons_comparisons
from policy_deals as first
join policy_deals as second on first.deal = second.deal and first.policy <= second.policy
group by all
