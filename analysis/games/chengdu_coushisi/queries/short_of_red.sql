-- one row per policy and role: how often its complete hands lack red points for a win, and how many (se by deal; a sample)
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
    round(ratio_se(coalesce(complete, 0), hands), 5) as per_hand_se,
    coalesce(sum(short), 0)::bigint as short,
    round(100 * ratio(coalesce(short, 0), coalesce(complete, 0)), 3) as percent,
    round(100 * ratio_se(coalesce(short, 0), coalesce(complete, 0)), 3) as percent_se,
    round(ratio(coalesce(missing, 0), coalesce(short, 0)), 3) as missing,
    round(ratio_se(coalesce(missing, 0), coalesce(short, 0)), 4) as missing_se
from sizes
left join times using (deal, policy, role)
group by policy, role
order by policy, role
