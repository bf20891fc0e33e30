"""Numbers as people write them: as many digits as mean something, an interval with every estimate."""

from math import floor, isfinite, log10
from typing import Any, Final

from paiju.analysis.ratings.intervals import Interval

UNKNOWN: Final = float("inf")


def interval_of(row: dict[str, Any], name: str = "percent") -> Interval:
    """An estimate of a stored query with the ends of its interval, as the query has them."""
    estimate, low, high = (row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return Interval(
        float("nan") if estimate is None else estimate,
        -UNKNOWN if low is None else low,
        UNKNOWN if high is None else high,
    )


def plus_minus(interval: Interval, sign: bool = False, unit: str = "", digits: int | None = None) -> str:
    """An estimate with its interval: "+1.42 ± 0.04", or "3.1 [2.4, 4.0]" where the ends are not equally far."""
    if not isfinite(interval.estimate):
        return "–"
    half = (interval.high - interval.low) / 2
    if not isfinite(half):
        return f"{number(interval.estimate, 1 if digits is None else digits, sign)} ± ?{unit}"
    digits = digits_for(half) if digits is None else digits
    middle = number(interval.estimate, digits, sign)
    if abs(interval.low + interval.high - 2 * interval.estimate) < 10**-digits:
        return f"{middle} ± {number(half, digits)}{unit}"
    return f"{middle} [{number(interval.low, digits, sign)}, {number(interval.high, digits, sign)}]{unit}"


def percent(row: dict[str, Any], name: str = "percent") -> str:
    """A percentage of a stored query with its interval."""
    return plus_minus(interval_of(row, name), unit=" %")


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


def measured(row: dict[str, Any], name: str) -> str:
    """A mean of a stored query with its interval; nothing for none."""
    return plus_minus(interval_of(row, name))
