-- one row per two policies that met at a table: how often one sat against the other, seat by seat
with tables as (
    select run, matchup, policy, sum(seats)::bigint as seats, sum(games)::bigint as games
    from policy_blocks
    group by run, matchup, policy
)
select first.policy as first, second.policy as second, sum(first.seats * second.seats // first.games)::bigint as meetings
from tables as first
join tables as second using (run, matchup)
where first.policy <> second.policy
group by all
