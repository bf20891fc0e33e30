-- one row per number of red points: how often a hand was complete with so many, was short of a win, won (95 % intervals by deal; a sample)
with times as (
    select
        deal,
        red,
        count(*) as complete,
        count(*) filter (red < needed) as short,
        count(*) filter (won) as wins
    from complete_hands
    group by all
),
sizes as (
    select deal, sum(complete)::bigint as complete, sum(wins)::bigint as wins from times group by deal
)
select
    red,
    coalesce(sum(times.complete), 0)::bigint as complete,
    round(100 * ratio(coalesce(times.complete, 0), sizes.complete), 3) as percent,
    round(100 * share_low(coalesce(times.complete, 0), sizes.complete), 3) as percent_low,
    round(100 * share_high(coalesce(times.complete, 0), sizes.complete), 3) as percent_high,
    coalesce(sum(short), 0)::bigint as short,
    coalesce(sum(times.wins), 0)::bigint as wins,
    round(100 * ratio(coalesce(times.wins, 0), sizes.wins), 3) as wins_percent,
    round(100 * share_low(coalesce(times.wins, 0), sizes.wins), 3) as wins_percent_low,
    round(100 * share_high(coalesce(times.wins, 0), sizes.wins), 3) as wins_percent_high
from sizes
cross join (select distinct red from times) as found
left join times using (deal, red)
group by red
order by red
