-- one row per thing scores are made of: in how many wins, with standard error (se) by deal, and what such wins bring
with wins as (
    select deal, patterns, hands.score, hands.points from hands join games using (run, game_id) where winner is not null
),
sizes as (
    select deal, count(*) as wins from wins group by deal
),
found as (
    select deal, unnest(list_distinct(patterns)) as pattern, score, points from wins
),
counts as (
    select deal, pattern, count(*) as wins from found group by all
),
shares as (
    select
        kinds.pattern,
        ratio(coalesce(counts.wins, 0), sizes.wins) as share,
        ratio_se(coalesce(counts.wins, 0), sizes.wins) as se
    from sizes
    cross join (select distinct pattern from found) as kinds
    left join counts on counts.deal = sizes.deal and counts.pattern = kinds.pattern
    group by kinds.pattern
)
select
    pattern,
    any_value(hanzi) as hanzi,
    count(*) as wins,
    round(100 * any_value(share), 3) as percent,
    round(100 * any_value(se), 3) as percent_se,
    round(avg(score), 2) as score,
    round(avg(points), 2) as winner_points
from found
join shares using (pattern)
left join (select distinct name, hanzi from patterns) as words on words.name = pattern
group by pattern
order by wins desc, pattern
