-- one row per score of a winning hand, as the game counts it: how often, with 95 % intervals by deal, and its points
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
        share_low(coalesce(counts.wins, 0), sizes.wins) as low,
        share_high(coalesce(counts.wins, 0), sizes.wins) as high,
        ratio(coalesce(counts.points, 0), sizes.points) as points_share,
        share_low(coalesce(counts.points, 0), sizes.points) as points_low,
        share_high(coalesce(counts.points, 0), sizes.points) as points_high
    from sizes
    cross join (select distinct score from counts) as kinds
    left join counts on counts.deal = sizes.deal and counts.score = kinds.score
    group by kinds.score
)
select
    score,
    sum(wins)::bigint as wins,
    round(100 * any_value(share), 3) as percent,
    round(100 * any_value(low), 3) as percent_low,
    round(100 * any_value(high), 3) as percent_high,
    round(ratio(points, wins), 2) as winner_points,
    round(ratio_low(points, wins), 3) as winner_points_low,
    round(ratio_high(points, wins), 3) as winner_points_high,
    round(100 * any_value(points_share), 3) as points_percent,
    round(100 * any_value(points_low), 3) as points_percent_low,
    round(100 * any_value(points_high), 3) as points_percent_high
from counts
join shares using (score)
group by score
order by score
