-- one row per match that counts in no rating and no rate: a policy failed in its block (tournament.on_failure), or
-- `repeated`, another of these runs has it
select run, game_id, block, matchup, repeated from games where not scored
