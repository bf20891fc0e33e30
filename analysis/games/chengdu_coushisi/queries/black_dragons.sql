-- one row per role (dealer, other): how often such a seat is dealt a 黑龙, and how often it wins with it (95 % intervals by deal)
with kept as (
    select run from runs where log_level = 'events'
),
asked as (
    select run, game_id, hand, seat
    from events
    where kind = 'asked' and stage_of(arg) in (select number from stages where name = 'black_dragon')
),
deals as (
    select
        deal,
        if(is_dealer, 'dealer', 'other') as role,
        count(*) as hands,
        count(asked.seat) as dealt,
        count(*) filter (won and outcome = 'black_dragon') as won
    from seat_hands
    join kept using (run)
    left join asked using (run, game_id, hand, seat)
    group by all
)
select
    role,
    count(*) as deals,
    sum(hands)::bigint as hands,
    sum(dealt)::bigint as dealt,
    round(100 * ratio(dealt, hands), 4) as dealt_percent,
    round(100 * share_low(dealt, hands), 4) as dealt_percent_low,
    round(100 * share_high(dealt, hands), 4) as dealt_percent_high,
    sum(won)::bigint as won,
    round(100 * ratio(won, hands), 4) as percent,
    round(100 * share_low(won, hands), 4) as percent_low,
    round(100 * share_high(won, hands), 4) as percent_high
from deals
group by role
order by role
