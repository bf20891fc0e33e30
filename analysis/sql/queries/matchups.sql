-- one row per policy and opponent: how it did against it at the same table, with standard errors (se) by deal
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
    round(ratio_se(score, meetings), 5) as score_se,
    round(ratio(points, meetings), 4) as points_ahead,
    round(ratio_se(points, meetings), 4) as points_ahead_se
from deals
group by all
order by policy, opponent
