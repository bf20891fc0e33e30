-- one row per role in a hand (dealer, other): how often such a seat wins and pays, with standard errors (se) by deal
with deals as (
    select
        deal,
        unnest(['dealer', 'other']) as role,
        unnest([1, players - 1]) * count(*) as seats,
        unnest([count(*) filter (winner = dealer), count(*) filter (winner <> dealer)]) as won,
        unnest([
            count(*) filter (winner = dealer and from_seat is null),
            count(*) filter (winner <> dealer and from_seat is null)
        ]) as self_drawn,
        unnest([count(*) filter (from_seat = dealer), count(*) filter (from_seat <> dealer)]) as paid,
        unnest([
            coalesce(sum(points) filter (winner = dealer), 0), coalesce(sum(points) filter (winner <> dealer), 0)
        ])::bigint as points
    from played_hands
    cross join (select max(seat) + 1 as players from seats)
    group by deal, players
)
select
    role,
    sum(seats)::bigint as seats,
    round(100 * ratio(won, seats), 3) as won_percent,
    round(100 * ratio_se(won, seats), 3) as won_se,
    round(100 * ratio(self_drawn, seats), 3) as self_drawn_percent,
    round(100 * ratio_se(self_drawn, seats), 3) as self_drawn_se,
    round(100 * ratio(paid, seats), 3) as paid_percent,
    round(100 * ratio_se(paid, seats), 3) as paid_se,
    round(ratio(points, won), 2) as winner_points,
    round(ratio_se(points, won), 3) as winner_points_se
from deals
group by role
order by role
