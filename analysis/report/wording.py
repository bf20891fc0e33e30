"""Numbers as people write them: as many digits as mean something, an interval with every estimate."""

from math import floor, isfinite, log10, sqrt
from typing import Any, Final

from paiju.analysis.ratings.intervals import Interval

FEWEST: Final = 10  # observations behind an interval
NORMAL: Final = 1.959964


def interval_of(estimate: float | None, error: float | None) -> Interval:
    """The 95 % interval of an estimate with a standard error over many deals."""
    if estimate is None:
        return Interval(float("nan"), -float("inf"), float("inf"))
    if error is None:
        return Interval(estimate, -float("inf"), float("inf"))
    return Interval(estimate, estimate - NORMAL * error, estimate + NORMAL * error)


def plus_minus(interval: Interval, sign: bool = False, unit: str = "") -> str:
    """An estimate and half the width of its interval: "+1.42 ± 0.04"."""
    if not isfinite(interval.estimate):
        return "–"
    half = (interval.high - interval.low) / 2
    if not isfinite(half):
        return f"{number(interval.estimate, 1, sign)} ± ?{unit}"
    digits = digits_for(half)
    return f"{number(interval.estimate, digits, sign)} ± {number(half, digits)}{unit}"


def share_of(row: dict[str, Any], name: str = "percent", error: str = "", size: str = "") -> Interval:
    """A percentage of a stored query with its interval: Wilson's, with the sample that its error stands for.

    `size`: the column that says of how many; none of them, or all, then has a one-sided bound.
    """
    estimate, se = row[name], row[error or f"{name}_se"]
    if size and estimate in (0, 100):
        bound = 100 * (1 - 0.05 ** (1 / row[size]))
        return Interval(0.0, 0.0, bound) if estimate == 0 else Interval(100.0, 100 - bound, 100.0)
    if estimate is None or not se or not 0 < estimate < 100:
        return interval_of(estimate, se).within(0.0, 100.0)
    p = estimate / 100
    weight = NORMAL**2 / (p * (1 - p) / (se / 100) ** 2)  # z squared over the size of the sample
    middle = (p + weight / 2) / (1 + weight)
    half = sqrt(p * (1 - p) * weight + weight**2 / 4) / (1 + weight)
    return Interval(estimate, 100 * max(0.0, middle - half), 100 * min(1.0, middle + half))


def share_text(share: Interval) -> str:
    """A percentage as written: with both ends where they are far from even."""
    up, down = share.high - share.estimate, share.estimate - share.low
    if not (isfinite(up) and isfinite(down)) or max(up, down) <= 1.25 * min(up, down):
        return plus_minus(share, unit=" %")
    digits = digits_for((up + down) / 2)
    return f"{number(share.estimate, digits)} [{number(share.low, digits)}, {number(share.high, digits)}] %"


def percent(row: dict[str, Any], name: str, error: str = "") -> str:
    """The same from the row of a stored query."""
    return share_text(share_of(row, name, error))


def digits_for(half: float) -> int:
    """Decimals that show two significant digits of an error, at most four."""
    if half <= 0:
        return 1
    return min(4, max(0, 1 - floor(log10(half) + 1e-9)))


def number(value: float, digits: int, sign: bool = False) -> str:
    """With thousands apart and a true minus."""
    text = f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("+-")
    return text.replace("-", "−")


def chance(probability: float) -> str:
    """A probability in percent that never claims to be certain."""
    if probability > 0.9999:
        return "> 99.99 %"
    return (
        "< 0.01 %"
        if probability < 0.0001
        else f"{100 * probability:.{2 if abs(probability - 0.5) > 0.49 else 1}f} %"
    )


def p_value(p: float) -> str:
    """A p-value."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}" if p < 0.01 else f"{p:.2f}"


def measured(row: dict[str, Any], name: str, size: str) -> str:
    """A mean of a stored query with its interval; nothing for none, and no interval from a handful."""
    if row[name] is None:
        return "–"
    return plus_minus(interval_of(row[name], row[f"{name}_se"] if row[size] >= FEWEST else None))
