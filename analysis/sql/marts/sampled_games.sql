-- one row per match in a sample of those that count: the first deals, some 10,000 hands of each run, for questions about single events
-- Deals are independent of each other, so the first are as good a sample as any, and quick to find.
with sizes as (
    select run, deal, sum(hands) as hands from games where scored group by run, deal
),
running as (
    select run, deal, sum(hands) over (partition by run order by deal) - hands as before from sizes
)
select games.*
from games
join running using (run, deal)
where scored and before < 10000
