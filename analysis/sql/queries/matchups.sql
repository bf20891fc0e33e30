-- one row per policy and opponent: how it did against it at the same table, with 95 % intervals by deal
with deals as (
    select
        deal,
        mine.policy,
        other.policy as opponent,
        count(*) as meetings,
        sum(case when mine.points > other.points then 1 when mine.points = other.points then 0.5 else 0 end) as score,
        sum(mine.points - other.points) as points
    from seats as mine
    join seats as other on other.run = mine.run and other.game_id = mine.game_id and other.policy <> mine.policy
    join games on games.run = mine.run and games.game_id = mine.game_id
    where games.scored
    group by all
)
select
    policy,
    opponent,
    sum(meetings)::bigint as meetings,
    round(ratio(score, meetings), 5) as score,
    round(share_low(score, meetings), 5) as score_low,
    round(share_high(score, meetings), 5) as score_high,
    round(ratio(points, meetings), 4) as points_ahead,
    round(ratio_low(points, meetings), 4) as points_ahead_low,
    round(ratio_high(points, meetings), 4) as points_ahead_high
from deals
group by all
order by policy, opponent
