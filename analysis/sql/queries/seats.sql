-- one row per seat: what it is worth to sit there, how often it wins and deals in, with 95 % intervals by deal
with deals as (
    select
        deal,
        seat,
        count(*) as games,
        sum(points) as points,
        sum(hands_won) as won,
        sum(hands) as hands
    from seats
    join games using (run, game_id)
    where scored
    group by all
),
kept as (
    select deal, seat, count(*) as hands_kept, count(*) filter (dealt_in) as dealt_in from seat_hands group by all
)
select
    seat,
    sum(games)::bigint as games,
    round(ratio(points, games), 4) as points_per_game,
    round(ratio_low(points, games), 4) as points_per_game_low,
    round(ratio_high(points, games), 4) as points_per_game_high,
    round(100 * ratio(won, hands), 3) as won_percent,
    round(100 * share_low(won, hands), 3) as won_percent_low,
    round(100 * share_high(won, hands), 3) as won_percent_high,
    round(100 * ratio(dealt_in, hands_kept), 3) as dealt_in_percent,
    round(100 * share_low(dealt_in, hands_kept), 3) as dealt_in_percent_low,
    round(100 * share_high(dealt_in, hands_kept), 3) as dealt_in_percent_high
from deals
left join kept using (deal, seat)
group by seat
order by seat
