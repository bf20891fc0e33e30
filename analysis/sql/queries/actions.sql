-- one row per policy and kind of event of the game's own: how often in a hand, how often when offered (95 % intervals by deal; a sample)
-- `how`: asked (it is the answer to a question), forced (it only follows from other events), null (nobody did it).
with sample as (
    select run, game_id, deal from sampled_games
),
counts as (
    select run, game_id, deal, kind, seat, count(*) as events
    from events
    join sample using (run, game_id)
    group by all
),
sizes as (
    select deal, policy, count(*) as hands from sampled_seats group by all
),
own as (
    select
        name as kind,
        any_value(hanzi) as hanzi,
        min(number) as number,
        case
            when name in (select answer from answers) then 'asked'
            when name in (select kind from counts) then 'forced'
        end as how
    from kinds
    where is_own_kind(number)
    group by name
),
done as (
    select deal, policy, kind, sum(events)::bigint as events
    from counts
    join seats using (run, game_id, seat)
    group by all
),
questions as (
    select run, deal, policy, offers, answer, count(*) as questions
    from answers
    join sample using (run, game_id)
    join seats using (run, game_id, seat)
    where offers & (offers - 1) <> 0
    group by all
),
chosen as (
    select
        deal,
        policy,
        answering_moves.answer as kind,
        sum(questions)::bigint as offered,
        coalesce(sum(questions) filter (questions.answer = answering_moves.answer), 0)::bigint as taken
    from questions
    join answering_moves on answering_moves.run = questions.run and (offers >> number) & 1 = 1
    group by all
)
select
    policy,
    kind,
    any_value(hanzi) as hanzi,
    any_value(how) as how,
    sum(hands)::bigint as hands,
    coalesce(sum(events), 0)::bigint as events,
    round(ratio(coalesce(events, 0), hands), 4) as per_hand,
    round(ratio_low(coalesce(events, 0), hands), 5) as per_hand_low,
    round(ratio_high(coalesce(events, 0), hands), 5) as per_hand_high,
    sum(offered)::bigint as offered,
    round(100 * ratio(coalesce(taken, 0), coalesce(offered, 0)), 3) as taken_percent,
    round(100 * share_low(coalesce(taken, 0), coalesce(offered, 0)), 3) as taken_percent_low,
    round(100 * share_high(coalesce(taken, 0), coalesce(offered, 0)), 3) as taken_percent_high
from sizes
cross join own
left join done using (deal, policy, kind)
left join chosen using (deal, policy, kind)
group by policy, kind
order by policy, min(number)
