-- Means and shares as ratios of sums, over rows that hold the sums of one deal each, with the ends of their 95 % intervals
-- by deal: those of `paiju.analysis.ratings.intervals`, which says why. Deals with nothing to measure (m = 0) tell nothing
-- and do not count. Each lambda names a value that would else be planned once for every time it is mentioned.
create macro ratio(n, m) as sum(n) / nullif(sum(m), 0);
create macro sums_of(n, m) as {
    deals: count(*) filter (m <> 0),
    n: sum(n)::double, m: nullif(sum(m), 0)::double,
    nn: sum(n::double * n), nm: sum(n::double * m), mm: sum(m::double * m),
    seen: least(count(*) filter (m <> 0 and n <> 0), count(*) filter (m <> 0 and n <> m))
};
-- The variance is null for one deal, or where all deals agree but for rounding.
create macro estimate_of(n, m) as list_transform([sums_of(n, m)], lambda s: {
    deals: s.deals,
    seen: s.seen,
    ratio: s.n / s.m,
    variance: if(s.deals > 1, nullif(greatest(
        s.nn - 2 * s.n / s.m * s.nm + (s.n / s.m) ** 2 * s.mm - 1e-12 * s.nn, 0
    ), 0) * s.deals / (s.deals - 1) / s.m ** 2, null)
})[1];
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
create macro mean_end(e, side) as e.ratio + side * t_quantile(e.deals - 1) * sqrt(e.variance);
create macro ratio_low(n, m) as list_transform([estimate_of(n, m)], lambda e: mean_end(e, -1))[1];
create macro ratio_high(n, m) as list_transform([estimate_of(n, m)], lambda e: mean_end(e, 1))[1];
-- The same of a share between 0 and 1; `seen`: deals that had some of it, or lacked some, if they are fewer. `w`: t² over the number of trials that the error stands for.
create macro score_end(share, w, side) as
    (share + w / 2 + side * sqrt(share * (1 - share) * w + w ** 2 / 4)) / (1 + w);
create macro wilson_end(e, side) as list_transform(
    [t_quantile(least(e.deals - 1, 2 * e.seen)) ** 2 * e.variance / (e.ratio * (1 - e.ratio))], lambda w: score_end(e.ratio, w, side)
)[1];
create macro share_low(n, m) as list_transform([estimate_of(n, m)], lambda e: case
    when e.ratio = 0 then 0
    when e.ratio = 1 then 0.05 ** (1 / e.deals)
    else coalesce(wilson_end(e, -1), 0 * e.ratio)
end)[1];
create macro share_high(n, m) as list_transform([estimate_of(n, m)], lambda e: case
    when e.ratio = 0 then 1 - 0.05 ** (1 / e.deals)
    when e.ratio = 1 then 1
    else coalesce(wilson_end(e, 1), 1 + 0 * e.ratio)
end)[1];
