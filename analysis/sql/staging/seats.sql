-- one row per match and seat
select
    game_id,
    seat::integer as seat,
    policy,
    points,
    rank,
    hands_won,
    hands_paid,
    faults::integer as faults,
    run
from raw.seats
