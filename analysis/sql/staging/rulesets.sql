-- one row per ruleset
select
    ruleset,
    game,
    title,
    hanzi,
    options,
    hash,
    run
from raw.rulesets
