-- one row per time all cards of a seat paired to fourteens, by themselves or with a card it may win on: its red points (a sample)
-- `card` is what completed them, null for nothing; `needed`: the red points that a win then takes; `won`: that was the win.
-- Hands are told from the events. `balance` is zero in its lowest 25 bits when the cards pair: digits of six bits hold how
-- many more 2s than 12s there are, 4s than 10s, 5s than 9s, 6s than 8s, the last bit whether the 7s are odd. `red` is that
-- of the hand and its groups, 碰 and 暗 with their minimum. 皮子 count for nothing.
with faces as (
    select
        run,
        name as card,
        [0, 0, 1, 0, 1 << 6, 1 << 12, 1 << 18, 1 << 24, -(1 << 18), -(1 << 12), -(1 << 6), 0, -1][value + 1] as balance,
        red,
        value = 0 as is_bonus
    from (select run, name, numbers['value'] as value, numbers['red'] as red from cards)
),
rules as (
    select
        run,
        max(try_cast(value as integer)) filter (key = 'min_red') as min_red,
        max(try_cast(value as integer)) filter (key = 'min_red_dealer') as min_red_dealer,
        max(try_cast(value as integer)) filter (key = 'pung_min_red') as pung_least,
        max(try_cast(value as integer)) filter (key = 'concealed_triplet_min_red') as concealed_least,
        bool_or(value = 'true') filter (key = 'win_on_discard') as win_on_discard,
        bool_or(value = 'true') filter (key = 'win_on_own_even_hand') as win_on_own_even_hand
    from options
    group by run
),
happened as (
    select run, game_id, hand, deal, seq, kind, seat, card, arg, balance, red, is_bonus
    from events
    join sampled_games using (run, game_id)
    left join faces using (run, card)
),
laid as (  -- 碰 and 暗, with the red points they count at least
    select
        run,
        game_id,
        hand,
        seat,
        rtrim(card, '*') as laid,
        if(kind = 'punged', pung_least, concealed_least) as least
    from happened
    join rules using (run)
    where kind in ('punged', 'concealed_triplet')
),
changes as (
    select run, game_id, hand, deal, seq, seat, balance, red
    from happened
    where kind = 'dealt' or (kind = 'drew' and arg > 0)  -- arg 0: turned for all to see
    union all
    select run, game_id, hand, deal, seq, seat, -balance, -red
    from happened
    where kind = 'discarded'
    union all
    select run, game_id, hand, deal, seq, seat, balance, red  -- the hand card, its opposite, goes; the card taken counts
    from happened
    where kind = 'chowed'
    union all
    select
        run,
        game_id,
        hand,
        deal,
        seq,
        seat,
        case kind when 'punged' then -2 when 'concealed_triplet' then -3 else -1 end * balance,
        case kind
            when 'punged' then greatest(3 * red, least) - 2 * red
            when 'concealed_triplet' then greatest(3 * red, least) - 3 * red
            else greatest(4 * red, least) - greatest(3 * red, least) - red
        end
    from happened
    join laid using (run, game_id, hand, seat)
    where kind in ('punged', 'concealed_triplet', 'added_fourth') and laid = rtrim(card, '*')
),
chances as (
    select run, game_id, hand, deal, seq, unnest([0, 1, 2, 3]) as seat, card, balance, red
    from happened
    where kind = 'drew' and arg = 0 and not is_bonus
    union all
    select run, game_id, hand, deal, seq, (seat + unnest([1, 2, 3])) % 4, card, balance, red
    from happened
    join rules using (run)
    where kind = 'discarded' and win_on_discard
    union all
    select run, game_id, hand, deal, seq, seat, null, 0, 0
    from happened
    join rules using (run)
    where kind = 'asked' and win_on_own_even_hand
      and stage_of(arg) in (select number from stages where name in ('first_discard', 'after_steal'))
),
told as (
    select *, null as card, null as more_balance, null as more_red from changes
    union all by name
    select run, game_id, hand, deal, seq, seat, card, balance as more_balance, red as more_red, 0 as balance, 0 as red
    from chances
),
summed as (
    select
        * exclude (balance, red),
        sum(balance) over story + more_balance as balance,
        sum(red) over story + more_red as red
    from told
    window story as (partition by run, game_id, hand, seat order by seq)
)
select
    run,
    game_id,
    hand,
    deal,
    seq,
    seat,
    seat = dealer as is_dealer,
    card,
    red::integer as red,
    if(seat = dealer, min_red_dealer, min_red) as needed,
    coalesce(seat = winner, false) and row_number() over (partition by run, game_id, hand, seat order by seq desc) = 1 as won
from summed
join hands using (run, game_id, hand)
join rules using (run)
where balance::bigint & ((1 << 25) - 1) = 0
