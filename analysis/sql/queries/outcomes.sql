-- one row per way a hand ended: how often, with 95 % intervals by deal, and what such hands are like
with sizes as (
    select deal, count(*) as hands from played_hands group by deal
),
counts as (
    select
        deal,
        outcome,
        count(*) as hands,
        sum(turns)::bigint as turns,
        count(score) as wins,
        coalesce(sum(score), 0)::bigint as score,
        coalesce(sum(points), 0)::bigint as points
    from played_hands
    group by all
),
shares as (
    select
        kinds.outcome,
        ratio(coalesce(counts.hands, 0), sizes.hands) as share,
        share_low(coalesce(counts.hands, 0), sizes.hands) as low,
        share_high(coalesce(counts.hands, 0), sizes.hands) as high
    from sizes
    cross join (select distinct outcome from counts) as kinds
    left join counts on counts.deal = sizes.deal and counts.outcome = kinds.outcome
    group by kinds.outcome
)
select
    outcome,
    sum(hands)::bigint as hands,
    round(100 * any_value(share), 3) as percent,
    round(100 * any_value(low), 3) as percent_low,
    round(100 * any_value(high), 3) as percent_high,
    round(ratio(turns, hands), 2) as turns,
    round(ratio_low(turns, hands), 3) as turns_low,
    round(ratio_high(turns, hands), 3) as turns_high,
    round(ratio(score, wins), 3) as score,
    round(ratio_low(score, wins), 4) as score_low,
    round(ratio_high(score, wins), 4) as score_high,
    round(ratio(points, wins), 2) as winner_points,
    round(ratio_low(points, wins), 3) as winner_points_low,
    round(ratio_high(points, wins), 3) as winner_points_high
from counts
join shares using (outcome)
group by outcome
order by hands desc, outcome
