-- one row per event
select
    game_id,
    hand::integer as hand,
    seq::integer as seq,
    move::integer as move,
    kind,
    seat::integer as seat,
    card,
    from_seat::integer as from_seat,
    arg,
    visible::integer as visible,
    run
from raw.events
