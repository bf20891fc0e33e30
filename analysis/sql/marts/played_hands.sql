-- one row per hand that counts (see games.scored), with the deal and the table it belongs to
-- `dealt_in`: the seat that chose to give up the card another won on; who only drew the card did not choose.
-- `self_drawn`: nobody else's card; also a hand that is complete as dealt.
select
    hands.*,
    coalesce(won_on in ('own_draw', 'whole_hand'), false) as self_drawn,
    case when won_on = 'given' then from_seat end as dealt_in,
    games.deal,
    games.block,
    games.matchup
from hands
join games on games.run = hands.run and games.game_id = hands.game_id
left join outcomes on outcomes.run = hands.run and outcomes.name = hands.outcome
where games.scored
