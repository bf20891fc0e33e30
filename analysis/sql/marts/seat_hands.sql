-- one row per seat of each of the `played_hands`: who sat there, whether it dealt the hand, won it, dealt in
-- `score` and `winner_points` are those of the winner, whoever it was.
select
    played_hands.run,
    game_id,
    hand,
    deal,
    seat,
    policy,
    seat = dealer as is_dealer,
    outcome,
    coalesce(seat = winner, false) as won,
    coalesce(seat = winner and played_hands.self_drawn, false) as self_drawn,
    coalesce(seat = played_hands.dealt_in, false) as dealt_in,
    score,
    played_hands.points as winner_points
from played_hands
join seats using (run, game_id)
