-- one row per seat of each hand in `sampled_games` whose events are kept, as in `seat_hands`
select seat_hands.*
from seat_hands
semi join (
    select run, game_id, hand
    from events
    join sampled_games using (run, game_id)
    where kind = 'hand_started'
) using (run, game_id, hand)
