-- one row per question put to a seat in `sampled_games`: which kinds of move were offered, and the event that answered
-- `answer` is the first event after the question that answers one: no showing of cards, and no failure of a policy, for
-- which the fallback then answers. `offers` are bits (`moves`).
with sample as (
    select run, game_id from sampled_games
),
followed as (
    select
        events.run,
        game_id,
        hand,
        move,
        max(case when kind = 'asked' then seat end) as seat,
        max(case when kind = 'asked' then from_seat end) as from_seat,
        max(case when kind = 'asked' then arg end) as arg,
        arg_min(kind, seq) filter (number is not null) as answer
    from events
    join sample using (run, game_id)
    left join answering_moves on answering_moves.run = events.run and answering_moves.answer = events.kind
    where move > 0
    group by all
)
select
    run,
    game_id,
    hand,
    move,
    seat,
    from_seat,
    offers_of(arg) as offers,
    choices_of(arg) as choices,
    answer
from followed
