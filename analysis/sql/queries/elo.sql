-- one row per policy, best first: points per game, Elo in the pool, score against its opponents, 95 % intervals, tie groups
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
    round(score, 5) as score,
    round(score_low, 5) as score_low,
    round(score_high, 5) as score_high
from ratings
order by place
