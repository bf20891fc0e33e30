-- one row per policy and kind of move: of the questions that offered it, how many it answered so (95 % intervals by deal; a sample)
with sample as (
    select run, game_id, deal from sampled_games
),
questions as (
    select
        deal,
        run,
        policy,
        offers,
        answering_moves.number as chosen,
        count(*) as questions
    from answers
    join sample using (run, game_id)
    join seats using (run, game_id, seat)
    left join answering_moves using (run, answer)
    group by all
),
deals as (
    select
        deal,
        policy,
        moves.name as move,
        any_value(moves.hanzi) as hanzi,
        sum(questions)::bigint as offered,
        coalesce(sum(questions) filter (chosen = moves.number), 0)::bigint as taken
    from questions
    join moves on moves.run = questions.run and (offers >> moves.number) & 1 = 1
    where offers & (offers - 1) <> 0 and moves.name <> 'discard'  -- some card must go: how often says nothing
    group by all
)
select
    policy,
    move,
    any_value(hanzi) as hanzi,
    sum(offered)::bigint as offered,
    sum(taken)::bigint as taken,
    round(100 * ratio(taken, offered), 3) as taken_percent,
    round(100 * share_low(taken, offered), 3) as taken_percent_low,
    round(100 * share_high(taken, offered), 3) as taken_percent_high
from deals
group by policy, move
order by policy, move
