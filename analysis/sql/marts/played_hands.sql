-- one row per hand that counts (see games.scored), with the deal and the table it belongs to
-- `dealt_in`: the seat whose discard another won on, or whose kong another robbed; who only drew the card did not choose.
-- `self_drawn`: nobody gave the winning card; also a hand that is complete as dealt.
-- Outcome 2 is the win on a discard of every game, whatever it calls it.
select
    hands.*,
    winner is not null and from_seat is null as self_drawn,
    case when outcomes.number = 2 or outcome = 'robbed_kong' then from_seat end as dealt_in,
    games.deal,
    games.block,
    games.matchup
from hands
join games on games.run = hands.run and games.game_id = hands.game_id
left join outcomes on outcomes.run = hands.run and outcomes.name = hands.outcome
where games.scored
