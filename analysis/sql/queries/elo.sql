-- one row per policy, best first: points per game, Elo in the pool and against the field, with 95 % intervals, tie groups
select
    place,
    policy,
    tie_group,
    best_rank,
    worst_rank,
    games,
    deals,
    round(points, 4) as points,
    round(points_low, 4) as points_low,
    round(points_high, 4) as points_high,
    round(elo, 1) as elo,
    round(elo_low, 1) as elo_low,
    round(elo_high, 1) as elo_high,
    round(field_elo, 1) as field_elo,
    round(field_elo_low, 1) as field_elo_low,
    round(field_elo_high, 1) as field_elo_high
from ratings
order by place
