-- one row per policy: how often it wins, draws the winning card itself and deals in, with 95 % intervals by deal
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
    round(100 * share_low(won, hands), 3) as won_percent_low,
    round(100 * share_high(won, hands), 3) as won_percent_high,
    round(100 * ratio(self_drawn, hands), 3) as self_drawn_percent,
    round(100 * share_low(self_drawn, hands), 3) as self_drawn_percent_low,
    round(100 * share_high(self_drawn, hands), 3) as self_drawn_percent_high,
    sum(dealt_in)::bigint as dealt_in,
    round(100 * ratio(dealt_in, hands), 3) as dealt_in_percent,
    round(100 * share_low(dealt_in, hands), 3) as dealt_in_percent_low,
    round(100 * share_high(dealt_in, hands), 3) as dealt_in_percent_high,
    round(ratio(score, won), 3) as score,
    round(ratio_low(score, won), 4) as score_low,
    round(ratio_high(score, won), 4) as score_high,
    round(ratio(points, won), 2) as winner_points,
    round(ratio_low(points, won), 3) as winner_points_low,
    round(ratio_high(points, won), 3) as winner_points_high,
    round(ratio(given, dealt_in), 2) as points_given,
    round(ratio_low(given, dealt_in), 3) as points_given_low,
    round(ratio_high(given, dealt_in), 3) as points_given_high
from deals
group by policy
order by policy
