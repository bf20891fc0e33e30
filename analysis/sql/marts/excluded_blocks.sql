-- one row per block that does not count and policy that sat in it: its seats there, and whether it is one that failed
-- Of a block that hung only the failure is known: every policy of its table has the seats it has in other blocks of that
-- table (where they differ, the most); where there is no other, the one that failed has the most it has in any block.
with failed as (
    select run, block_of(game_id) as block, policy, bool_or(fault = 'hung') as hung from failures group by all
),
excluded as (
    select run, block, any_value(matchup) as matchup, count(*)::bigint as games
    from excluded_games
    where not repeated
    group by run, block
),
sat as (
    select run, block, policy, count(*)::bigint as seats
    from seats
    join excluded_games using (run, game_id)
    group by all
),
kept as (
    select
        run,
        block,
        matchup,
        policy,
        seats,
        seats * ((sum(seats) over (partition by run, block))::bigint - seats) // games as comparisons
    from sat
    join excluded using (run, block)
),
played as (
    select run, matchup, policy, max(seats) as seats, max(comparisons) as comparisons
    from (
        select run, matchup, policy, seats, comparisons from policy_blocks
        union all
        select run, matchup, policy, seats, comparisons from kept
    )
    group by all
),
hung as (
    select failed.run, block, block % matchups as matchup
    from failed
    join (select run, max(matchup) + 1 as matchups from games group by run) using (run)
    where hung
    group by all
),
lost as (
    select hung.run, block, policy, seats, comparisons
    from hung
    join played using (run, matchup)
    union all
    select failed.run, block, policy, max(seats) as seats, max(comparisons) as comparisons
    from failed
    join hung using (run, block)
    join played using (run, policy)
    where not exists (from played as own where own.run = hung.run and own.matchup = hung.matchup)
    group by all
),
everyone as (
    select run, block, policy, seats, comparisons from kept
    union all
    select run, block, policy, seats, comparisons from lost
)
select everyone.*, failed.policy is not null as failed
from everyone
left join failed using (run, block, policy)
