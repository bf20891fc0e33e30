-- one row per role in a hand (dealer, other): how often such a seat wins and deals in, with 95 % intervals by deal
with deals as (
    select
        deal,
        case when is_dealer then 'dealer' else 'other' end as role,
        count(*) as seats,
        count(*) filter (won) as won,
        count(*) filter (self_drawn) as self_drawn,
        count(*) filter (dealt_in) as dealt_in,
        coalesce(sum(winner_points) filter (won), 0)::bigint as points
    from seat_hands
    group by all
)
select
    role,
    sum(seats)::bigint as seats,
    round(100 * ratio(won, seats), 3) as won_percent,
    round(100 * share_low(won, seats), 3) as won_percent_low,
    round(100 * share_high(won, seats), 3) as won_percent_high,
    round(100 * ratio(self_drawn, seats), 3) as self_drawn_percent,
    round(100 * share_low(self_drawn, seats), 3) as self_drawn_percent_low,
    round(100 * share_high(self_drawn, seats), 3) as self_drawn_percent_high,
    round(100 * ratio(dealt_in, seats), 3) as dealt_in_percent,
    round(100 * share_low(dealt_in, seats), 3) as dealt_in_percent_low,
    round(100 * share_high(dealt_in, seats), 3) as dealt_in_percent_high,
    round(ratio(points, won), 2) as winner_points,
    round(ratio_low(points, won), 3) as winner_points_low,
    round(ratio_high(points, won), 3) as winner_points_high
from deals
group by role
order by role
