-- one row per run: seed, versions, extent
select
    config_hash,
    engine_version,
    engine_source,
    git_commit,
    git_dirty,
    schema_version,
    game,
    ruleset,
    ruleset_hash,
    matchup,
    seed,
    first_deal,
    deals,
    blocks,
    log_level,
    deal_mode,
    run
from raw.runs
