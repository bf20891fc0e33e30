-- one row per policy and 加翻牌: how often it discards one (放翻) in a hand, and of its discards (95 % intervals by deal; a sample)
with sizes as (
    select deal, policy, count(*) as hands from sampled_seats group by all
),
discards as (
    select deal, policy, rtrim(card, '*') as card, count(*) as discards
    from events
    join sampled_games using (run, game_id)
    join seats using (run, game_id, seat)
    where kind = 'discarded'
    group by all
),
totals as (
    select deal, policy, sum(discards)::bigint as total from discards group by all
),
fans as (
    select name as card, any_value(hanzi) as hanzi, min(number) as number
    from cards
    where numbers['adds_fan'] = 1 and name not like '%*'
    group by name
)
select
    policy,
    card,
    any_value(hanzi) as hanzi,
    sum(hands)::bigint as hands,
    coalesce(sum(discards), 0)::bigint as discards,
    round(ratio(coalesce(discards, 0), hands), 4) as per_hand,
    round(ratio_low(coalesce(discards, 0), hands), 5) as per_hand_low,
    round(ratio_high(coalesce(discards, 0), hands), 5) as per_hand_high,
    round(100 * ratio(coalesce(discards, 0), coalesce(total, 0)), 3) as percent,
    round(100 * share_low(coalesce(discards, 0), coalesce(total, 0)), 3) as percent_low,
    round(100 * share_high(coalesce(discards, 0), coalesce(total, 0)), 3) as percent_high
from sizes
cross join fans
left join discards using (deal, policy, card)
left join totals using (deal, policy)
group by policy, card
order by policy, min(number)
