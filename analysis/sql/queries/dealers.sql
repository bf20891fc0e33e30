-- one row per role in a hand (dealer, other): how often such a seat wins and deals in, with standard errors (se) by deal
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
    round(100 * ratio_se(won, seats), 3) as won_se,
    round(100 * ratio(self_drawn, seats), 3) as self_drawn_percent,
    round(100 * ratio_se(self_drawn, seats), 3) as self_drawn_se,
    round(100 * ratio(dealt_in, seats), 3) as dealt_in_percent,
    round(100 * ratio_se(dealt_in, seats), 3) as dealt_in_se,
    round(ratio(points, won), 2) as winner_points,
    round(ratio_se(points, won), 3) as winner_points_se
from deals
group by role
order by role
