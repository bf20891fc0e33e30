-- one row per way a match ended: how many, and how many hands such matches have
select
    ended,
    count(*) as games,
    round(100 * count(*) / sum(count(*)) over (), 3) as percent,
    round(avg(hands), 2) as hands,
    max(hands) as most_hands
from games
where scored
group by ended
order by games desc, ended
