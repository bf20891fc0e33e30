-- one row per policy and policy that sat at its tables (itself too): games of both, how often seat met seat
with tables as (
    select run, matchup, policy, sum(seats)::bigint as seats, sum(games)::bigint as games
    from policy_blocks
    group by run, matchup, policy
)
select
    first.policy as first,
    second.policy as second,
    sum(first.games)::bigint as games,
    sum(first.seats * (second.seats - if(first.policy = second.policy, first.games, 0)) // first.games)::bigint
        as meetings
from tables as first
join tables as second using (run, matchup)
group by all
