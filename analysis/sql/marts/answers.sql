-- one row per question put to a seat in `sampled_games`: which kinds of move were offered, and the event that answered
-- `answer` is the first event after the question that is more than the showing of cards; `offers` are bits (`moves`).
with sample as (
    select run, game_id from sampled_games
),
followed as (
    select
        run,
        game_id,
        hand,
        move,
        max(case when kind = 'asked' then seat end) as seat,
        max(case when kind = 'asked' then from_seat end) as from_seat,
        max(case when kind = 'asked' then arg end) as arg,
        arg_min(kind, seq) filter (kind not in ('asked', 'revealed')) as answer
    from events
    join sample using (run, game_id)
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
