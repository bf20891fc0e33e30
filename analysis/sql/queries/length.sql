-- one row per measure of a hand's length (cards drawn, questions asked, events): mean with 95 % interval by deal
with measured as (
    unpivot (select deal, turns, decisions, events from played_hands)
    on turns, decisions, events
    into name measure value amount
),
deals as (
    select deal, measure, sum(amount) as amount, count(*) as hands from measured group by all
),
means as (
    select
        measure,
        ratio(amount, hands) as mean,
        ratio_low(amount, hands) as low,
        ratio_high(amount, hands) as high
    from deals
    group by measure
)
select
    measure,
    count(*) as hands,
    round(any_value(mean), 3) as mean,
    round(any_value(low), 4) as mean_low,
    round(any_value(high), 4) as mean_high,
    min(amount) as least,
    quantile_disc(amount, 0.05) as percent_5,
    median(amount)::integer as median,
    quantile_disc(amount, 0.95) as percent_95,
    max(amount) as most
from measured
join means using (measure)
group by measure
order by mean
