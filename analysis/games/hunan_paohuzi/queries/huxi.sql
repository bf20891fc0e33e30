-- one row per 胡息 of winning hands, with its 囤: how often, with 95 % intervals by deal, and what that brings
with rules as (
    select
        run,
        max(try_cast(value as integer)) filter (key = 'min_huxi') as min_huxi,
        max(try_cast(value as integer)) filter (key = 'huxi_step') as huxi_step
    from options
    where key in ('min_huxi', 'huxi_step')
    group by run
),
wins as (
    select deal, score as huxi, greatest(1, 1 + (score - min_huxi) // huxi_step) as tun, points
    from played_hands
    join rules using (run)
    where winner is not null
),
sizes as (
    select deal, count(*) as wins, sum(points)::bigint as points from wins group by deal
),
counts as (
    select deal, huxi, tun, count(*) as wins, sum(points)::bigint as points from wins group by all
),
found as (
    select distinct huxi, tun from counts
)
select
    huxi,
    tun,
    sum(counts.wins)::bigint as wins,
    round(100 * ratio(coalesce(counts.wins, 0), sizes.wins), 3) as percent,
    round(100 * share_low(coalesce(counts.wins, 0), sizes.wins), 3) as percent_low,
    round(100 * share_high(coalesce(counts.wins, 0), sizes.wins), 3) as percent_high,
    round(ratio(coalesce(counts.points, 0), coalesce(counts.wins, 0)), 2) as winner_points,
    round(ratio_low(coalesce(counts.points, 0), coalesce(counts.wins, 0)), 3) as winner_points_low,
    round(ratio_high(coalesce(counts.points, 0), coalesce(counts.wins, 0)), 3) as winner_points_high,
    round(100 * ratio(coalesce(counts.points, 0), sizes.points), 3) as points_percent,
    round(100 * share_low(coalesce(counts.points, 0), sizes.points), 3) as points_percent_low,
    round(100 * share_high(coalesce(counts.points, 0), sizes.points), 3) as points_percent_high
from sizes
cross join found
left join counts using (deal, huxi, tun)
group by huxi, tun
order by huxi, tun
