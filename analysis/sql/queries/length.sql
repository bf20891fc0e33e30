-- one row per measure of a hand's length (cards drawn, questions asked, events): mean with standard error (se) by deal
with measured as (
    unpivot (select deal, turns, decisions, events from played_hands)
    on turns, decisions, events
    into name measure value amount
),
deals as (
    select deal, measure, sum(amount) as amount, count(*) as hands from measured group by all
),
means as (
    select measure, ratio(amount, hands) as mean, ratio_se(amount, hands) as se from deals group by measure
)
select
    measure,
    count(*) as hands,
    round(any_value(mean), 3) as mean,
    round(any_value(se), 4) as mean_se,
    min(amount) as least,
    quantile_disc(amount, 0.05) as percent_5,
    median(amount)::integer as median,
    quantile_disc(amount, 0.95) as percent_95,
    max(amount) as most
from measured
join means using (measure)
group by measure
order by mean
