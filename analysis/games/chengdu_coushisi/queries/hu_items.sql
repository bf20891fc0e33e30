-- one row per item that 胡 are made of: in how many wins, how much, and what it adds to their total (95 % intervals by deal; a sample)
-- `adds`: what the totals, after 翻, cap and rounding, have more than they would without this one item, over all wins.
with rules as (
    select
        run,
        bool_or(value = '"double"') filter (key = 'fan_mode') as doubles,
        max(try_cast(value as bigint)) filter (key = 'hu_cap') as cap
    from options
    group by run
),
items as (
    select run, game_id, hand, deal, number, unit, sum(value_of(arg))::bigint as amount
    from events
    join sampled_games using (run, game_id)
    join patterns on patterns.run = events.run and patterns.number = pattern_of(arg)
    where kind = 'scored'
    group by all
),
wins as (
    select
        run,
        game_id,
        hand,
        coalesce(sum(amount) filter (unit = 'hu'), 0)::bigint as hu,
        coalesce(sum(amount) filter (unit = 'fan'), 0)::bigint as fan
    from items
    group by all
),
parts as (
    select run, game_id, hand, deal, number, amount, hu, fan, 1 as sign from items join wins using (run, game_id, hand)
    union all
    select
        run,
        game_id,
        hand,
        deal,
        number,
        0,
        hu - if(unit = 'hu', amount, 0),
        fan - if(unit = 'fan', amount, 0),
        -1
    from items
    join wins using (run, game_id, hand)
),
totals as (
    select
        parts.*,
        sign * ceil(least(hu * if(doubles, 1::bigint << fan, 1 + fan), cap) / 100)::bigint * 100 as total  -- no cap: null
    from parts
    join rules using (run)
),
counts as (
    select
        deal,
        number,
        count(*) filter (sign > 0) as wins,
        sum(amount)::bigint as amount,
        sum(total)::bigint as adds
    from totals
    group by all
),
sizes as (
    select deal, count(*) as wins from (select distinct run, game_id, hand, deal from items) group by deal
)
select
    any_value(words.name) as item,
    any_value(words.hanzi) as hanzi,
    sum(counts.wins)::bigint as wins,
    round(100 * ratio(coalesce(counts.wins, 0), sizes.wins), 3) as percent,
    round(100 * share_low(coalesce(counts.wins, 0), sizes.wins), 3) as percent_low,
    round(100 * share_high(coalesce(counts.wins, 0), sizes.wins), 3) as percent_high,
    round(ratio(coalesce(amount, 0), coalesce(counts.wins, 0)), 3) as amount,
    round(ratio_low(coalesce(amount, 0), coalesce(counts.wins, 0)), 4) as amount_low,
    round(ratio_high(coalesce(amount, 0), coalesce(counts.wins, 0)), 4) as amount_high,
    round(ratio(coalesce(adds, 0), sizes.wins), 3) as adds,
    round(ratio_low(coalesce(adds, 0), sizes.wins), 4) as adds_low,
    round(ratio_high(coalesce(adds, 0), sizes.wins), 4) as adds_high
from sizes
cross join (select number, any_value(name) as name, any_value(hanzi) as hanzi from patterns group by number) as words
left join counts using (deal, number)
group by number
having sum(counts.wins) > 0
order by number
