-- one row per run: what was played, by which engine, from which seed
with played as (
    select run, count(*) as games, sum(hands)::bigint as hands, count(distinct block) as blocks_played
    from games
    group by run
)
select
    runs.run,
    game,
    ruleset,
    matchup,
    games,
    hands,
    blocks_played,
    blocks,
    seed,
    first_deal,
    deals,
    log_level,
    deal_mode,
    engine_version,
    git_commit,
    git_dirty,
    ruleset_hash,
    config_hash
from runs
left join played using (run)
order by runs.run
