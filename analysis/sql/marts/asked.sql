-- one row per question put to a seat: how many moves it could choose from, and of which kinds
-- `card` is the card in question, `from_seat` who put it there (the seat itself for its own draw).
-- In `arg` bit b stands for the kind of move with number b, the third byte counts the moves, the highest is the stage.
with masks as (
    select run, unnest(range(1 << (max(number) + 1))) as mask from moves group by run
),
kinds_offered as (
    select masks.run, mask, list(name order by number) as offers
    from masks
    join moves on moves.run = masks.run and (mask >> number) & 1 = 1
    group by all
)
select
    game_id,
    hand,
    seq,
    move,
    seat,
    card,
    from_seat,
    stages.name as stage,
    choices_of(arg) as choices,
    offers,
    events.run
from events
left join stages on stages.run = events.run and stages.number = stage_of(arg)
left join kinds_offered on kinds_offered.run = events.run and mask = offers_of(arg)
where kind = 'asked'
