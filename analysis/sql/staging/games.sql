-- one row per match
select
    game_id,
    block,
    deal,
    matchup,
    circle::integer as circle,
    rotation::integer as rotation,
    hands,
    events,
    ended,
    digest,
    coalesce(scored, true) as scored,
    run
from raw.games
