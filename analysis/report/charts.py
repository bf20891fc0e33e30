"""Charts as inline SVG in HTML: they scale with the page, take its colours, and need no script and no library.

A chart is rows of label, track and value. Only the track is drawn; its marks are placed in percent of its width,
so that text keeps its size on a phone and in print.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Final

TICKS: Final = 5  # about so many on an axis
PLOT: Final = 170  # height of columns in pixels


@dataclass(frozen=True, slots=True)
class Mark:
    """One row: an estimate with the ends of its interval."""

    label: str
    value: float
    low: float
    high: float
    text: str  # the value as written beside it
    hanzi: str = ""
    note: str = ""  # small print under the label


@dataclass(frozen=True, slots=True)
class Intervals:
    """Dots with whiskers on a common axis, with a line at `zero`."""

    about: str
    marks: Sequence[Mark]
    unit: str
    zero: float | None = 0.0

    def html(self) -> str:
        """The chart."""
        ends = [end for mark in self.marks for end in (mark.low, mark.value, mark.high) if isfinite(end)]
        axis = Axis.over([*ends, *([] if self.zero is None else [self.zero])])
        rows = [_row(mark, _dot(mark, axis, self.zero)) for mark in self.marks]
        return _chart(self.about, rows, axis, self.unit)


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars from zero with whiskers at their ends."""

    about: str
    marks: Sequence[Mark]
    unit: str
    most: float | None = None  # end of the axis, if not that of the largest bar

    def html(self) -> str:
        """The chart."""
        ends = [end for mark in self.marks for end in (mark.high, mark.value) if isfinite(end)]
        axis = Axis.over([0.0, *([self.most] if self.most is not None else ends)])
        rows = [_row(mark, _bar(mark, axis)) for mark in self.marks]
        return _chart(self.about, rows, axis, self.unit)


@dataclass(frozen=True, slots=True)
class Stack:
    """For each row shares that add up to one, first to last."""

    about: str
    rows: Sequence[tuple[str, Sequence[float]]]
    names: Sequence[str]

    def html(self) -> str:
        """The chart."""
        keys = "".join(
            f'<span><i class="s{_shade(i, len(self.names))}"></i>{escape(name)}</span>'
            for i, name in enumerate(self.names)
        )
        rows = [self._row(label, shares) for label, shares in self.rows]
        return (
            f'<figure role="img" aria-label="{escape(self.about)}"><div class="chart plain">{"".join(rows)}</div>'
            f'<div class="key">{keys}</div></figure>'
        )

    def _row(self, label: str, shares: Sequence[float]) -> str:
        parts, left = [], 0.0
        for i, share in enumerate(shares):
            width = 100 * share
            shade = _shade(i, len(shares))
            parts.append(f'<rect class="s{shade}" x="{left:.3f}%" width="{width:.3f}%" y="-11" height="22"/>')
            if width > 7:
                parts.append(f'<text class="t{shade}" x="{left + width / 2:.3f}%" y="4">{width:.0f}</text>')
            left += width
        return f'<div class="row"><div class="label">{escape(label)}</div>{_svg("".join(parts))}</div>'


Bin = tuple[str, float, float, float]  # name, share in percent, low, high


@dataclass(frozen=True, slots=True)
class Columns:
    """A distribution: shares over whole numbers, each with the ends of its interval."""

    about: str
    bins: Sequence[Bin]
    unit: str
    borders: Sequence[tuple[int, str]] = ()  # lines before the bin of this number, each with what it says

    def html(self) -> str:
        """The chart."""
        axis = Axis.over([0.0, *(high for *_, high in self.bins if isfinite(high))])
        width = 100 / max(len(self.bins), 1)
        every = max(1, ceil(len(self.bins) / 12))
        parts = [
            f'<line class="grid" x1="0" x2="100%" y1="{_down(axis, tick)}" y2="{_down(axis, tick)}"/>'
            for tick in axis.ticks
        ]
        scale = "".join(
            f'<text class="scale" x="0" y="{_down(axis, tick) + 4}">{axis.name(tick)}'
            f"{escape(self.unit) if tick == axis.ticks[-1] else ''}</text>"
            for tick in axis.ticks
        )
        for i, (name, share, low, high) in enumerate(self.bins):
            left, top = i * width, _down(axis, share)
            parts.append(
                f'<rect class="bar" x="{left + width * 0.1:.3f}%" width="{width * 0.8:.3f}%" y="{top}"'
                f' height="{PLOT - top:.1f}"><title>{escape(name)}: {share:.3g} %</title></rect>'
            )
            if isfinite(low) and isfinite(high) and len(self.bins) <= 40:
                middle = f"{left + width / 2:.3f}%"
                ends = f'y1="{_down(axis, low)}" y2="{_down(axis, high)}"'
                parts.append(f'<line class="whisker" x1="{middle}" x2="{middle}" {ends}/>')
            if i % every == 0:
                parts.append(
                    f'<text class="tick" x="{left + width / 2:.3f}%" y="{PLOT + 16}">{escape(name)}</text>'
                )
        for line, (i, name) in enumerate(self.borders):
            place = f"{i * width:.3f}%"
            parts.append(f'<line class="border" x1="{place}" x2="{place}" y1="0" y2="{PLOT}"/>')
            parts.append(f'<text class="border" x="{place}" dx="5" y="{9 + 14 * line}">{escape(name)}</text>')
        size = f'height="{PLOT + 22}" aria-hidden="true"'
        return (
            f'<figure class="cols" role="img" aria-label="{escape(self.about)}"><svg width="38" {size}>{scale}</svg>'
            f'<svg width="100%" {size}>{"".join(parts)}</svg></figure>'
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a matrix; `weight` from -1 to 1 colours it."""

    text: str
    note: str
    weight: float


@dataclass(frozen=True, slots=True)
class Matrix:
    """Names against names."""

    about: str
    names: Sequence[str]
    cells: Sequence[Sequence[Cell | None]]  # [row][column]; None on the diagonal
    columns: Sequence[str] = field(default=())

    def html(self) -> str:
        """The chart: a table, coloured."""
        heads = "".join(f"<th scope=col>{escape(name)}</th>" for name in self.columns or self.names)
        rows = "".join(
            f"<tr><th scope=row>{escape(name)}</th>{''.join(map(_cell, line))}</tr>"
            for name, line in zip(self.names, self.cells, strict=True)
        )
        return (
            f'<div class="wide"><table class="matrix" aria-label="{escape(self.about)}">'
            f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


Chart = Intervals | Bars | Stack | Columns | Matrix


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale with round numbers on it."""

    first: float
    last: float
    ticks: tuple[float, ...]

    @staticmethod
    def over(values: Sequence[float]) -> "Axis":
        """An axis that holds these values."""
        low, high = min(values, default=0.0), max(values, default=1.0)
        if high - low < 1e-9:
            low, high = low - 0.5, high + 0.5
        rough = (high - low) / TICKS
        size = 10.0 ** floor(log10(rough))
        step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough)
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        return Axis(first * step, last * step, tuple(n * step for n in range(first, last + 1)))

    def place(self, value: float) -> float:
        """Where a value lies, in percent; what lies outside at the end."""
        share = (min(max(value, self.first), self.last) - self.first) / (self.last - self.first)
        return 100 * share

    def name(self, tick: float) -> str:
        """A number on the axis."""
        step = self.ticks[1] - self.ticks[0]
        digits = max(0, -floor(log10(step) + 1e-9))
        return f"{tick + 0.0:,.{digits}f}".replace("-", "−")


def _chart(about: str, rows: Sequence[str], axis: Axis, unit: str) -> str:
    marks = "".join(
        f'<text x="{axis.place(tick):.3f}%" y="13">{axis.name(tick)}</text>' for tick in axis.ticks
    )
    scale = (
        f'<div class="row scale"><div class="label">{escape(unit)}</div>'
        f'<svg class="track" width="100%" height="16" aria-hidden="true">{marks}</svg><div class="value"></div></div>'
    )
    return f'<figure role="img" aria-label="{escape(about)}"><div class="chart">{"".join(rows)}{scale}</div></figure>'


def _row(mark: Mark, track: str) -> str:
    hanzi = f' <span lang="zh-Hant">{escape(mark.hanzi)}</span>' if mark.hanzi else ""
    note = f"<small>{escape(mark.note)}</small>" if mark.note else ""
    return (
        f'<div class="row"><div class="label">{escape(mark.label)}{hanzi}{note}</div>{track}'
        f'<div class="value">{escape(mark.text)}</div></div>'
    )


def _svg(body: str, grid: str = "") -> str:
    """A track as high as its row; `body` is drawn round the middle of it."""
    return (
        f'<svg class="track" width="100%" aria-hidden="true">{grid}'
        f'<svg y="50%" width="100%" height="1" overflow="visible">{body}</svg></svg>'
    )


def _grid(axis: Axis, zero: float | None) -> str:
    return "".join(
        f'<line class="{"zero" if zero is not None and abs(tick - zero) < 1e-9 else "grid"}"'
        f' x1="{axis.place(tick):.3f}%" x2="{axis.place(tick):.3f}%" y1="0" y2="100%"/>'
        for tick in axis.ticks
    )


def _whisker(mark: Mark, axis: Axis, kind: str) -> str:
    low, high = axis.place(mark.low), axis.place(mark.high)
    caps = "".join(
        f'<line class="{kind}" x1="{end:.3f}%" x2="{end:.3f}%" y1="-4" y2="4"/>'
        for end, value in ((low, mark.low), (high, mark.high))
        if isfinite(value)
    )
    return f'<line class="{kind}" x1="{low:.3f}%" x2="{high:.3f}%" y1="0" y2="0"/>{caps}'


def _dot(mark: Mark, axis: Axis, zero: float | None) -> str:
    side = "" if zero is None or mark.low <= zero <= mark.high else " up" if mark.value > zero else " down"
    place = f'cx="{axis.place(mark.value):.3f}%" cy="0"'
    return _svg(
        f'{_whisker(mark, axis, "interval" + side)}<circle class="dot{side}" {place} r="5"/>',
        _grid(axis, zero),
    )


def _bar(mark: Mark, axis: Axis) -> str:
    width = axis.place(mark.value) - axis.place(0.0)
    whisker = _whisker(mark, axis, "whisker") if isfinite(mark.low) and isfinite(mark.high) else ""
    bar = f'<rect class="bar" x="{axis.place(0.0):.3f}%" width="{max(width, 0):.3f}%" y="-8" height="16"/>'
    return _svg(f"{bar}{whisker}", _grid(axis, 0.0))


def _down(axis: Axis, value: float) -> float:
    return round(PLOT * (1 - axis.place(value) / 100) * 0.94 + PLOT * 0.06, 1)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return '<td class="self"></td>'
    side = "up" if cell.weight > 0 else "down"
    strength = f"{min(abs(cell.weight), 1.0) * 62:.0f}%"
    return f'<td class="{side}" style="--w:{strength}">{escape(cell.text)}<small>{escape(cell.note)}</small></td>'


def _shade(place: int, count: int) -> int:
    """0 for the first, 4 for the last."""
    return round(4 * place / max(count - 1, 1))
