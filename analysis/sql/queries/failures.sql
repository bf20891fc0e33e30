-- one row per policy and thing it did wrong: how many seats it had to be replaced in, in how many of its games, an example
with played as (
    select policy, count(*) as seats from seats group by policy
),
kinds as (
    select policy, fault, text, count(*) as failures, min((run, game_id)) as example, min(event) as event
    from failures
    group by all
)
select
    kinds.policy,
    fault,
    text,
    failures,
    round(100 * failures / seats, 4) as percent_of_seats,
    example[1] as run,
    example[2] as game_id
from kinds
left join played using (policy)  -- a policy all of whose games hung has no seat
order by failures desc, kinds.policy, fault, text
