-- Means and shares as ratios of sums, over rows that hold the sums of one deal each, with the ends of their 95 % intervals
-- by deal: those of `paiju.analysis.ratings.intervals`, which says why. Deals with nothing to measure (m = 0) tell nothing
-- and do not count.
create macro deals_of(m) as count(*) filter (m <> 0);
create macro ratio(n, m) as sum(n) / nullif(sum(m), 0);
-- Null for one deal, or where all deals agree.
create macro ratio_variance(n, m) as case when deals_of(m) > 1 then nullif(greatest(
    sum(n::double * n)
    - 2 * (sum(n) / nullif(sum(m), 0)) * sum(n::double * m)
    + (sum(n) / nullif(sum(m), 0)) ** 2 * sum(m::double * m)
    - 1e-12 * sum(n::double * n),  -- what may be rounding
0), 0) * deals_of(m) / (deals_of(m) - 1) / sum(m)::double ** 2 end;
-- How many standard errors hold 95 % of Student's t: from a table, then Abramowitz and Stegun 26.7.5.
create macro t_quantile(freedom) as case
    when freedom < 1 then null
    when freedom <= 30 then [
    12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
    2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
    2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272
    ][freedom]
    else 1.959964 + 2.372272 / freedom + 2.822498 / freedom ** 2 + 2.555849 / freedom ** 3 + 1.589536 / freedom ** 4
end;
create macro ratio_half(n, m) as t_quantile(deals_of(m) - 1) * sqrt(ratio_variance(n, m));
create macro ratio_low(n, m) as ratio(n, m) - ratio_half(n, m);
create macro ratio_high(n, m) as ratio(n, m) + ratio_half(n, m);
-- The same of a share between 0 and 1. `weight`: t² over the number of trials that the error stands for.
create macro score_end(share, weight, side) as
    (share + weight / 2 + side * sqrt(share * (1 - share) * weight + weight ** 2 / 4)) / (1 + weight);
create macro share_weight(n, m) as
    t_quantile(deals_of(m) - 1) ** 2 * ratio_variance(n, m) / (ratio(n, m) * (1 - ratio(n, m)));
create macro share_low(n, m) as case
    when ratio(n, m) = 0 then 0
    when ratio(n, m) = 1 then 0.05 ** (1 / deals_of(m))
    else coalesce(score_end(ratio(n, m), share_weight(n, m), -1), 0 * ratio(n, m))
end;
create macro share_high(n, m) as case
    when ratio(n, m) = 0 then 1 - 0.05 ** (1 / deals_of(m))
    when ratio(n, m) = 1 then 1
    else coalesce(score_end(ratio(n, m), share_weight(n, m), 1), 1 + 0 * ratio(n, m))
end;
