-- one row per policy that failed in a match
select
    game_id,
    seat::integer as seat,
    policy,
    fault,
    event,
    text,
    run
from raw.failures
