-- one row per way a hand ended: how often, with standard error (se) by deal, and what such hands are like
with played as (
    select deal, outcome, hands.score, hands.points, turns from hands join games using (run, game_id)
),
sizes as (
    select deal, count(*) as hands from played group by deal
),
counts as (
    select deal, outcome, count(*) as hands from played group by all
),
shares as (
    select
        kinds.outcome,
        ratio(coalesce(counts.hands, 0), sizes.hands) as share,
        ratio_se(coalesce(counts.hands, 0), sizes.hands) as se
    from sizes
    cross join (select distinct outcome from played) as kinds
    left join counts on counts.deal = sizes.deal and counts.outcome = kinds.outcome
    group by kinds.outcome
)
select
    outcome,
    count(*) as hands,
    round(100 * any_value(share), 3) as percent,
    round(100 * any_value(se), 3) as percent_se,
    round(avg(turns), 2) as turns,
    round(avg(score), 2) as score,
    round(avg(points), 2) as winner_points
from played
join shares using (outcome)
group by outcome
order by hands desc, outcome
