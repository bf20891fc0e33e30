-- one row per two policies (first < second) that shared a table: how far the first was ahead there, as sums over deals
-- Of each deal n is the sum over games of 12 * (mean points of the first's seats - mean of the second's), m the number
-- of games; nn, nm, mm are the sums of their products.
with gaps as (
    select
        first.deal,
        first.policy as first,
        second.policy as second,
        sum(first.points * (12 * first.games // first.seats) - second.points * (12 * first.games // second.seats)) as n,
        sum(first.games) as m
    from policy_blocks as first
    join policy_blocks as second on first.run = second.run and first.block = second.block and first.policy < second.policy
    group by all
)
select
    first,
    second,
    count(*) as deals,
    sum(n) as n,
    sum(m) as m,
    sum(n * n) as nn,
    sum(n * m) as nm,
    sum(m * m) as mm
from gaps
group by all
