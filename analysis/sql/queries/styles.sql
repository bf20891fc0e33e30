-- one row per policy: how often it wins, draws the winning card itself, opens its hand, deals in; 95 % intervals by deal
-- `opened_percent` (副露率): hands with a group made with another's card; `points_lost` in hands it dealt in, with all it
-- paid there. Both come from events, and so from a sample.
with deals as (
    select
        deal,
        policy,
        count(*) as hands,
        count(*) filter (won) as won,
        count(*) filter (self_drawn) as self_drawn,
        count(*) filter (dealt_in) as dealt_in,
        coalesce(sum(score) filter (won), 0)::bigint as score,
        coalesce(sum(winner_points) filter (won), 0)::bigint as points
    from seat_hands
    group by all
),
calling as (
    select distinct answering_moves.answer as kind
    from answering_moves
    join kinds on kinds.run = answering_moves.run and kinds.name = answering_moves.answer
    where kinds.number >= 16  -- those below are of every game
),
seen as (
    select
        run,
        game_id,
        hand,
        seat,
        coalesce(bool_or(from_seat <> seat and kind in (select kind from calling)), false) as opened,
        -coalesce(sum(arg) filter (kind = 'paid'), 0)::bigint as lost
    from events
    join sampled_games using (run, game_id)
    group by all
),
sampled as (
    select
        deal,
        policy,
        count(*) as sampled_hands,
        count(*) filter (opened) as opened,
        count(*) filter (dealt_in) as sampled_dealt_in,
        coalesce(sum(lost) filter (dealt_in), 0)::bigint as lost
    from sampled_seats
    join seen using (run, game_id, hand, seat)
    group by all
)
select
    policy,
    count(*) as deals,
    sum(hands)::bigint as hands,
    sum(won)::bigint as won,
    round(100 * ratio(won, hands), 3) as won_percent,
    round(100 * share_low(won, hands), 3) as won_percent_low,
    round(100 * share_high(won, hands), 3) as won_percent_high,
    round(100 * ratio(self_drawn, hands), 3) as self_drawn_percent,
    round(100 * share_low(self_drawn, hands), 3) as self_drawn_percent_low,
    round(100 * share_high(self_drawn, hands), 3) as self_drawn_percent_high,
    sum(dealt_in)::bigint as dealt_in,
    round(100 * ratio(dealt_in, hands), 3) as dealt_in_percent,
    round(100 * share_low(dealt_in, hands), 3) as dealt_in_percent_low,
    round(100 * share_high(dealt_in, hands), 3) as dealt_in_percent_high,
    round(ratio(score, won), 3) as score,
    round(ratio_low(score, won), 4) as score_low,
    round(ratio_high(score, won), 4) as score_high,
    round(ratio(points, won), 2) as winner_points,
    round(ratio_low(points, won), 3) as winner_points_low,
    round(ratio_high(points, won), 3) as winner_points_high,
    round(100 * ratio(coalesce(opened, 0), coalesce(sampled_hands, 0)), 3) as opened_percent,
    round(100 * share_low(coalesce(opened, 0), coalesce(sampled_hands, 0)), 3) as opened_percent_low,
    round(100 * share_high(coalesce(opened, 0), coalesce(sampled_hands, 0)), 3) as opened_percent_high,
    round(ratio(coalesce(lost, 0), coalesce(sampled_dealt_in, 0)), 2) as points_lost,
    round(ratio_low(coalesce(lost, 0), coalesce(sampled_dealt_in, 0)), 3) as points_lost_low,
    round(ratio_high(coalesce(lost, 0), coalesce(sampled_dealt_in, 0)), 3) as points_lost_high
from deals
left join sampled using (deal, policy)
group by policy
order by policy
