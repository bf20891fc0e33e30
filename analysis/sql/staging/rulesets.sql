-- one row per ruleset, and what the score of a hand counts in its game
select
    ruleset,
    game,
    title,
    hanzi,
    options,
    hash,
    score,
    score_hanzi,
    run
from raw.rulesets
