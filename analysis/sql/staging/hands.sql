-- one row per hand
select
    game_id,
    hand::integer as hand,
    dealer::integer as dealer,
    outcome,
    winner::integer as winner,
    from_seat::integer as from_seat,
    score,
    points,
    turns::integer as turns,
    decisions::integer as decisions,
    events::integer as events,
    patterns,
    run
from raw.hands
