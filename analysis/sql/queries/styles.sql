-- one row per policy: how often it wins, draws the winning card itself and deals in, with standard errors (se) by deal
with deals as (
    select
        deal,
        policy,
        count(*) as hands,
        count(*) filter (won) as won,
        count(*) filter (self_drawn) as self_drawn,
        count(*) filter (dealt_in) as dealt_in,
        coalesce(sum(score) filter (won), 0)::bigint as score,
        coalesce(sum(winner_points) filter (won), 0)::bigint as points,
        coalesce(sum(winner_points) filter (dealt_in), 0)::bigint as given
    from seat_hands
    group by all
)
select
    policy,
    count(*) as deals,
    sum(hands)::bigint as hands,
    sum(won)::bigint as won,
    round(100 * ratio(won, hands), 3) as won_percent,
    round(100 * ratio_se(won, hands), 3) as won_se,
    round(100 * ratio(self_drawn, hands), 3) as self_drawn_percent,
    round(100 * ratio_se(self_drawn, hands), 3) as self_drawn_se,
    sum(dealt_in)::bigint as dealt_in,
    round(100 * ratio(dealt_in, hands), 3) as dealt_in_percent,
    round(100 * ratio_se(dealt_in, hands), 3) as dealt_in_se,
    round(ratio(score, won), 3) as score,
    round(ratio_se(score, won), 4) as score_se,
    round(ratio(points, won), 2) as winner_points,
    round(ratio_se(points, won), 3) as winner_points_se,
    round(ratio(given, dealt_in), 2) as points_given,
    round(ratio_se(given, dealt_in), 3) as points_given_se
from deals
group by policy
order by policy
