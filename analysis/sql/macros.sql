-- Means and shares as ratios of sums, over rows that hold the sums of one deal each. `se` is the standard error of
-- such a ratio with the deal as its unit: some 95 % of the time the truth is within 1.96 of it. Null for one deal.
create macro ratio(n, m) as sum(n) / nullif(sum(m), 0);
create macro ratio_se(n, m) as sqrt(greatest(0,
    sum(n::double * n)
    - 2 * (sum(n) / nullif(sum(m), 0)) * sum(n::double * m)
    + (sum(n) / nullif(sum(m), 0)) ** 2 * sum(m::double * m)
) * count(*) / nullif(count(*) - 1, 0)) / nullif(sum(m), 0);
