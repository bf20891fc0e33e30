-- one row per hand that counts (see games.scored), with the deal and the table it belongs to
select hands.*, games.deal, games.block, games.matchup
from hands
join games on games.run = hands.run and games.game_id = hands.game_id
where games.scored
