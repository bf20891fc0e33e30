-- one row per two policies in the order of the table: how far the first is ahead, by which games, whether that is certain
-- basis: all games, shared tables, or not comparable (they shared no table and met others; Elo is then through others)
select
    policy,
    other,
    basis,
    round(points, 4) as points,
    round(points_low, 4) as points_low,
    round(points_high, 4) as points_high,
    round(elo, 1) as elo,
    round(elo_low, 1) as elo_low,
    round(elo_high, 1) as elo_high,
    round(100 * los, 3) as better_percent,
    p_holm,
    told_apart
from rating_differences
order by policy_place, other_place
