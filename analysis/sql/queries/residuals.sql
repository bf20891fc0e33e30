-- one row per two policies that met: their score against what one strength per policy predicts (z by deal)
select
    policy,
    other,
    meetings,
    round(observed, 5) as observed,
    round(fitted, 5) as fitted,
    round(observed - fitted, 5) as residual,
    round(z, 2) as z
from rating_residuals
order by abs(z) desc nulls last, policy, other
