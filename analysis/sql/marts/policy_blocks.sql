-- one row per block and policy: what it scored there (half_points: 2 for each opponent outscored, 1 for a tie)
-- The games of a block seat the same policies, so each game seats `copies` of this one; copies are no opponents.
-- Of all comparisons with the others at the table (players - rank), those among copies give half each.
with blocks as (
    select
        run,
        block,
        any_value(deal) as deal,
        any_value(matchup) as matchup,
        count(*)::bigint as games,
        sum(hands)::bigint as hands
    from games
    where scored
    group by run, block
),
sat as (
    select
        run,
        block_of(game_id) as block,
        policy,
        count(*)::bigint as seats,
        sum(points)::bigint as points,
        sum((2 * rank)::bigint)::bigint as double_ranks,
        sum(hands_won)::bigint as hands_won,
        sum(hands_paid)::bigint as hands_paid,
        sum(faults)::bigint as faults
    from utilities
    group by run, block, policy
),
tables as (
    select run, block, sum(seats)::bigint as seats from sat group by run, block
)
select
    sat.run,
    block,
    deal,
    matchup,
    policy,
    games,
    sat.seats,
    sat.points,
    sat.seats * (tables.seats - sat.seats) // games as comparisons,
    2 * sat.seats * tables.seats // games - double_ranks - sat.seats * (sat.seats - games) // games as half_points,
    hands * sat.seats // games as hands,
    hands_won,
    hands_paid,
    faults
from sat
join blocks using (run, block)
join tables using (run, block)
