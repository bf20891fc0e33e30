-- one row per thing scores are made of: in how many wins, with 95 % intervals by deal, and what such wins bring
with sizes as (
    select deal, count(*) as wins from played_hands where winner is not null group by deal
),
found as (
    select deal, unnest(list_distinct(patterns)) as pattern, score, points from played_hands where winner is not null
),
counts as (
    select deal, pattern, count(*) as wins, sum(score)::bigint as score, sum(points)::bigint as points
    from found
    group by all
),
shares as (
    select
        kinds.pattern,
        ratio(coalesce(counts.wins, 0), sizes.wins) as share,
        share_low(coalesce(counts.wins, 0), sizes.wins) as low,
        share_high(coalesce(counts.wins, 0), sizes.wins) as high
    from sizes
    cross join (select distinct pattern from counts) as kinds
    left join counts on counts.deal = sizes.deal and counts.pattern = kinds.pattern
    group by kinds.pattern
)
select
    pattern,
    any_value(hanzi) as hanzi,
    sum(wins)::bigint as wins,
    round(100 * any_value(share), 3) as percent,
    round(100 * any_value(low), 3) as percent_low,
    round(100 * any_value(high), 3) as percent_high,
    round(ratio(score, wins), 3) as score,
    round(ratio_low(score, wins), 4) as score_low,
    round(ratio_high(score, wins), 4) as score_high,
    round(ratio(points, wins), 2) as winner_points,
    round(ratio_low(points, wins), 3) as winner_points_low,
    round(ratio_high(points, wins), 3) as winner_points_high
from counts
join shares using (pattern)
left join (select distinct name, hanzi from patterns) as words on words.name = pattern
group by pattern
order by wins desc, pattern
