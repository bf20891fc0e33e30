-- one row per policy: where it comes from
select
    policy,
    spec,
    version,
    hash,
    deterministic,
    source,
    run
from raw.policies
