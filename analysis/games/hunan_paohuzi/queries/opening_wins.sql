-- one row per opening win (天胡 the dealer's, 地胡 another's) and what wins it: how often, with 95 % intervals by deal
with ways as (
    select opening, outcome
    from (values ('heavenly'), ('earthly')) as openings (opening)
    cross join (values ('opening_groups'), ('shown_card')) as outcomes (outcome)
),
sizes as (
    select deal, count(*) as hands from played_hands group by deal
),
counts as (
    select
        deal,
        case when winner = dealer then 'heavenly' else 'earthly' end as opening,
        outcome,
        count(*) as wins,
        sum(score)::bigint as huxi,
        sum(points)::bigint as points
    from played_hands
    where outcome in ('opening_groups', 'shown_card')
    group by all
)
select
    opening,
    outcome,
    count(*) as deals,
    sum(hands)::bigint as hands,
    coalesce(sum(wins), 0)::bigint as wins,
    round(100 * ratio(coalesce(wins, 0), hands), 4) as percent,
    round(100 * share_low(coalesce(wins, 0), hands), 4) as percent_low,
    round(100 * share_high(coalesce(wins, 0), hands), 4) as percent_high,
    round(ratio(coalesce(huxi, 0), coalesce(wins, 0)), 3) as huxi,
    round(ratio_low(coalesce(huxi, 0), coalesce(wins, 0)), 4) as huxi_low,
    round(ratio_high(coalesce(huxi, 0), coalesce(wins, 0)), 4) as huxi_high,
    round(ratio(coalesce(points, 0), coalesce(wins, 0)), 2) as winner_points,
    round(ratio_low(coalesce(points, 0), coalesce(wins, 0)), 3) as winner_points_low,
    round(ratio_high(coalesce(points, 0), coalesce(wins, 0)), 3) as winner_points_high
from sizes
cross join ways
left join counts using (deal, opening, outcome)
group by opening, outcome
order by opening desc, outcome
