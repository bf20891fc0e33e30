-- one row per policy and place: the share of its games it took that place, with its 95 % interval; ties share places
select
    policy,
    place,
    seats,
    round(100 * share, 3) as percent,
    round(100 * share_low, 3) as percent_low,
    round(100 * share_high, 3) as percent_high
from rating_placements
order by policy, place
