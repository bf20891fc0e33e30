-- one row per option of the ruleset, with its value as JSON
select
    key,
    value,
    "default" as default_value,
    allowed,
    meaning,
    source,
    run
from raw.options
