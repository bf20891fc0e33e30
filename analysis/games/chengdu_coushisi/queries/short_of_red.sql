-- one row per policy and role: how often its complete hands lack red points for a win, and how many (95 % intervals by deal; a sample)
with sizes as (
    select deal, policy, if(is_dealer, 'dealer', 'other') as role, count(*) as hands from sampled_seats group by all
),
times as (
    select
        deal,
        policy,
        if(is_dealer, 'dealer', 'other') as role,
        count(*) as complete,
        count(*) filter (red < needed) as short,
        coalesce(sum(needed - red) filter (red < needed), 0)::bigint as missing
    from complete_hands
    join seats using (run, game_id, seat)
    group by all
)
select
    policy,
    role,
    sum(hands)::bigint as hands,
    coalesce(sum(complete), 0)::bigint as complete,
    round(ratio(coalesce(complete, 0), hands), 4) as per_hand,
    round(ratio_low(coalesce(complete, 0), hands), 5) as per_hand_low,
    round(ratio_high(coalesce(complete, 0), hands), 5) as per_hand_high,
    coalesce(sum(short), 0)::bigint as short,
    round(100 * ratio(coalesce(short, 0), coalesce(complete, 0)), 3) as percent,
    round(100 * share_low(coalesce(short, 0), coalesce(complete, 0)), 3) as percent_low,
    round(100 * share_high(coalesce(short, 0), coalesce(complete, 0)), 3) as percent_high,
    round(ratio(coalesce(missing, 0), coalesce(short, 0)), 3) as missing,
    round(ratio_low(coalesce(missing, 0), coalesce(short, 0)), 4) as missing_low,
    round(ratio_high(coalesce(missing, 0), coalesce(short, 0)), 4) as missing_high
from sizes
left join times using (deal, policy, role)
group by policy, role
order by policy, role
