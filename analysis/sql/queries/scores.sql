-- one row per score of a winning hand, as the game counts it: how often, with standard errors (se) by deal, and its points
with sizes as (
    select deal, count(*) as wins, sum(points)::bigint as points from played_hands where winner is not null group by deal
),
counts as (
    select deal, score, count(*) as wins, sum(points)::bigint as points
    from played_hands
    where winner is not null
    group by all
),
shares as (
    select
        kinds.score,
        ratio(coalesce(counts.wins, 0), sizes.wins) as share,
        ratio_se(coalesce(counts.wins, 0), sizes.wins) as se,
        ratio(coalesce(counts.points, 0), sizes.points) as points_share,
        ratio_se(coalesce(counts.points, 0), sizes.points) as points_share_se
    from sizes
    cross join (select distinct score from counts) as kinds
    left join counts on counts.deal = sizes.deal and counts.score = kinds.score
    group by kinds.score
)
select
    score,
    sum(wins)::bigint as wins,
    round(100 * any_value(share), 3) as percent,
    round(100 * any_value(se), 3) as percent_se,
    round(ratio(points, wins), 2) as winner_points,
    round(ratio_se(points, wins), 3) as winner_points_se,
    round(100 * any_value(points_share), 3) as points_percent,
    round(100 * any_value(points_share_se), 3) as points_percent_se
from counts
join shares using (score)
group by score
order by score
