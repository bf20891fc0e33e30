-- one row per match
-- `scored`: it counts, as no policy failed in its block and it is not `repeated`: in another of these runs already.
-- `deal` tells apart the deals of all these runs: those of a second seed are numbered from 10,000,000,000,000 on.
select
    games.game_id,
    games.block,
    coalesce(seeds.first_deal, 0) + games.deal as deal,
    games.matchup,
    games.circle::integer as circle,
    games.rotation::integer as rotation,
    games.hands,
    games.events,
    games.ended,
    games.digest,
    coalesce(games.scored, true) and repeated.block is null as scored,
    repeated.block is not null as repeated,
    games.run
from raw.games as games
left join raw.seeds as seeds on seeds.run = games.run
left join raw.repeated as repeated on repeated.run = games.run and repeated.block = games.block
