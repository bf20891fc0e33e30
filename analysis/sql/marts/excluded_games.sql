-- one row per match that counts in no rating and no rate, because a policy failed in its block (tournament.on_failure)
select run, game_id, block, matchup from games where not scored
