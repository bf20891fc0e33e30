-- What several runs have in common. Executed once, on the tables as stored.
-- Cards follow from seed and deal, so deals of another seed are other deals, whatever their ids: each further seed has a
-- range of its own.
create table raw.seeds as
select run, (dense_rank() over (order by seed nulls first) - 1)::bigint * 10000000000000 as first_deal from raw.runs;

-- Blocks that an earlier run has too: the same policies in the same seats, and the same events to the last one.
create table raw.repeated as
with blocks as (
    select
        run,
        block,
        any_value(deal) as deal,
        bool_and(coalesce(scored, true)) as scored,
        count(*) as seats,
        bit_xor(hash(digest, seat, policy)) as signature
    from raw.games
    join raw.seats using (run, game_id)
    where digest is not null
    group by run, block
)
select run, block
from blocks
join raw.runs using (run)
qualify run <> first_value(run) over (partition by seed, deal, seats, signature order by blocks.scored desc, run);
