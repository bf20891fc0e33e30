-- one row per seat: what it is worth to sit there, with standard errors (se) by deal
with deals as (
    select
        deal,
        seat,
        count(*) as games,
        sum(points) as points,
        sum(hands_won) as won,
        sum(hands_paid) as paid,
        sum(hands) as hands
    from seats
    join games using (run, game_id)
    where scored
    group by all
)
select
    seat,
    sum(games)::bigint as games,
    round(ratio(points, games), 4) as points_per_game,
    round(ratio_se(points, games), 4) as points_se,
    round(100 * ratio(won, hands), 3) as won_percent,
    round(100 * ratio_se(won, hands), 3) as won_se,
    round(100 * ratio(paid, hands), 3) as paid_percent,
    round(100 * ratio_se(paid, hands), 3) as paid_se
from deals
group by seat
order by seat
