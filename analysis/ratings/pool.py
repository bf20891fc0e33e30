"""The strengths behind the results of a pool of policies: a Bradley-Terry fit with seats, and how far to trust it.

Two seats i and j of a game compare by what counts (points, rank or win): y = 1, ½ or 0. The model says

    logit P(i before j) = strength(policy of i) - strength(policy of j) + seat(i) - seat(j)

All comparisons of all games are fitted in one batch, so nothing depends on their order. Those of one game, and
those of one deal in all its games, are not independent; so errors come from sums of scores per deal (D deals):

    U_d = sum x (y - p)      H = sum x x' p (1 - p)      covariance = D / (D - 1) * H⁻¹ (sum U_d U_d') H⁻¹

Strengths add up to 0, and so do seats. If some policies never lost anything to others (or never met them), their
strengths have no finite estimate: then half a comparison is added to every meeting, and the fit says so.

The fit makes the residuals of each policy's pairs add up to nothing. So of n pairs only n - rank can go either way,
with the rank of who met whom (policies less the parts that never met). Where that leaves none, as where one policy met
each of several others that never met each other, the strengths say all there is, and there is nothing to test.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, log
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paiju.analysis.ratings.intervals import Interval, t_interval
from paiju.analysis.tables.arrays import Games

ELO_PER_LOGIT: Final = 400 / log(10)
STEPS: Final = 100  # of Newton's method
PRECISION: Final = 1e-10
CHUNK: Final = 4_000_000  # numbers per block of the sums by deal
DEALS_PER_PAIR: Final = 3  # fewer, and the test of all residuals together means nothing
NOTHING: Final = 1e-9  # a residual's variance per comparison that is only rounding

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Residual:
    """What a policy scored against another, and what the strengths of both say it should have."""

    first: int
    second: int
    meetings: int
    observed: float
    fitted: float
    z: float | None  # (observed - fitted) / its error by deal


@dataclass(frozen=True, slots=True)
class Pool:
    """A fitted pool. Arrays are in logits, in the order of the policies and of the seats."""

    strengths: Floats
    seats: Floats
    covariance: Floats  # of strengths, then seats
    deals: int
    separable: bool  # somebody has no finite strength, or the pool falls into parts that never met
    component: Ints  # [policy]: differences between policies of different components have no bounds
    residuals: tuple[Residual, ...]
    chi2: float | None
    chi2_freedom: int
    chi2_p: float | None

    def elo(self, policy: int) -> Interval:
        """A policy's Elo above the mean of the pool."""
        interval = self._interval(self._unit(policy) - self._mean())
        return interval if not self.separable else Interval(interval.estimate, -inf, inf)

    def elo_difference(self, first: int, second: int) -> Interval:
        """How far one policy is above another, in Elo."""
        interval = self._interval(self._unit(first) - self._unit(second))
        same = self.component[first] == self.component[second]
        return interval if same else Interval(interval.estimate, -inf, inf)

    def seat_elo(self, seat: int) -> Interval:
        """What a seat is worth above the mean of the seats, in Elo."""
        return self._interval(self._unit(len(self.strengths) + seat))

    def seat_elos(self) -> list[Interval]:
        """The same of all seats."""
        return [self.seat_elo(seat) for seat in range(len(self.seats))]

    def _unit(self, place: int) -> Floats:
        contrast = np.zeros(len(self.covariance))
        contrast[place] = 1.0
        return contrast

    def _mean(self) -> Floats:
        contrast = np.zeros(len(self.covariance))
        contrast[: len(self.strengths)] = 1 / len(self.strengths)
        return contrast

    def _interval(self, contrast: Floats) -> Interval:
        estimate = float(contrast @ np.concatenate([self.strengths, self.seats]))
        variance = float(contrast @ self.covariance @ contrast)
        return t_interval(estimate, variance, self.deals - 1).scaled(ELO_PER_LOGIT)


def fit(games: Games) -> Pool:
    """The strengths of all policies and the worth of all seats."""
    cells = _Cells(games)
    component, separable = _components(cells.wins)
    if separable:
        cells.add_half_a_comparison()
    solution = _solve(cells)
    meat, pairs = _sums_by_deal(games, cells, solution)
    parameters = solution.basis.shape[1]
    spare = games.deals - parameters
    inverse = solution.basis @ solution.inverse @ solution.basis.T
    covariance = inverse @ meat @ inverse * (games.deals / max(games.deals - 1, 1))
    residuals, chi2, freedom, p = pairs.test(games.deals, spare)
    return Pool(
        strengths=solution.values[: games.policies],
        seats=solution.values[games.policies :],
        covariance=covariance,
        deals=games.deals if spare > 0 else 1,
        separable=separable,
        component=component,
        residuals=residuals,
        chi2=chi2,
        chi2_freedom=freedom,
        chi2_p=p,
    )


# The comparisons, counted


class _Cells:
    """Comparisons counted by who sat where: [pair of seats, policy of the first, policy of the second]."""

    def __init__(self, games: Games) -> None:
        self.policies: Final = games.policies
        self.places: Final = games.places
        self.pairs: Final = [(i, j) for i in range(games.places) for j in range(i + 1, games.places)]
        shape = (len(self.pairs), self.policies, self.policies)
        self.count, self.score = np.zeros(shape), np.zeros(shape)
        for number, (i, j) in enumerate(self.pairs):
            cell = games.policy[:, i] * self.policies + games.policy[:, j]
            size = self.policies**2
            count = np.bincount(cell, minlength=size)
            halves = np.bincount(cell, games.half_points(i, j), minlength=size)
            self.count[number] = count.reshape(shape[1:])
            self.score[number] = halves.reshape(shape[1:]) / 2
        self.index: Final = np.nonzero(self.count)  # the cells that occur

    @property
    def wins(self) -> Floats:
        """[policy, other]: what a policy scored against another, whatever the seats."""
        lost = (self.count - self.score).sum(axis=0)
        won: Floats = self.score.sum(axis=0) + lost.T
        return won

    def add_half_a_comparison(self) -> None:
        """As if every meeting had once more been half a tie."""
        self.count[self.index] += 0.5
        self.score[self.index] += 0.25

    def design(self) -> Floats:
        """[cell, parameter]: +1 for the policy and the seat of the first, -1 for those of the second."""
        pair, first, second = self.index
        seats = np.array(self.pairs)
        rows = np.zeros((len(pair), self.policies + self.places))
        line = np.arange(len(pair))
        np.add.at(rows, (line, first), 1.0)
        np.add.at(rows, (line, second), -1.0)
        rows[line, self.policies + seats[pair, 0]] = 1.0
        rows[line, self.policies + seats[pair, 1]] = -1.0
        return rows


def _components(wins: Floats) -> tuple[Ints, bool]:
    """Groups of policies each of whom scored, through others perhaps, against each: there strengths are finite."""
    policies = len(wins)
    reach = (wins > 0) | np.eye(policies, dtype=bool)
    for _ in range(max(1, policies.bit_length())):
        reach = (reach.astype(np.float32) @ reach.astype(np.float32)) > 0
    mutual = reach & reach.T
    component = np.argmax(mutual, axis=1)
    return component, bool(np.any(component != component[0])) if policies else False


@dataclass(frozen=True, slots=True)
class _Solution:
    """The fit: `basis` turns free parameters into those that add up to 0."""

    values: Floats
    basis: Floats
    inverse: Floats  # of H, for the free parameters
    fitted: Floats  # [pair of seats, policy, policy]


def _solve(cells: _Cells) -> _Solution:
    """Newton's method with halved steps where the likelihood would fall."""
    basis = _basis(cells.policies, cells.places)
    design = cells.design() @ basis
    count, score = cells.count[cells.index], cells.score[cells.index]
    free = np.zeros(basis.shape[1])
    for _ in range(STEPS):
        p = _logistic(design @ free)
        step = np.linalg.pinv((design.T * (count * p * (1 - p))) @ design) @ (design.T @ (score - count * p))
        before, size = _likelihood(design @ free, count, score), 1.0
        while size > PRECISION and _likelihood(design @ (free + size * step), count, score) < before:
            size /= 2
        if size <= PRECISION:
            break
        free = free + size * step
        if np.max(np.abs(step), initial=0.0) < PRECISION:
            break
    p = _logistic(design @ free)
    fitted = np.zeros(cells.count.shape)
    fitted[cells.index] = p
    information = (design.T * (count * p * (1 - p))) @ design
    inverse = np.linalg.pinv(information).astype(np.float64)
    return _Solution(basis @ free, basis, inverse, fitted)


def _basis(policies: int, places: int) -> Floats:
    """[parameter, free parameter]: each policy and each seat against the mean of its kind."""
    blocks = [np.vstack([np.eye(n - 1), -np.ones((1, n - 1))]) for n in (policies, places)]
    basis = np.zeros((policies + places, policies + places - 2))
    basis[:policies, : policies - 1] = blocks[0]
    basis[policies:, policies - 1 :] = blocks[1]
    return basis


def _logistic(logits: Floats) -> Floats:
    return 1 / (1 + np.exp(-logits))


def _likelihood(logits: Floats, count: Floats, score: Floats) -> float:
    return float(np.sum(score * logits - count * np.logaddexp(0, logits)))


# Sums by deal


class _Pairs:
    """The residuals of every two policies that met, with their covariance by deal."""

    def __init__(self, cells: _Cells, solution: _Solution) -> None:
        met = cells.count.sum(axis=0)
        met = met + met.T
        self.first, self.second = np.nonzero(np.triu(met, 1) > 0)
        self.number = np.full((cells.policies, cells.policies), -1)
        self.number[self.first, self.second] = np.arange(len(self.first))
        self.count = np.zeros(len(self.first))
        self.score = np.zeros(len(self.first))
        self.expected = np.zeros(len(self.first))
        self.slope = np.zeros((len(self.first), cells.policies + cells.places))
        self.covariance = np.zeros((len(self.first), len(self.first)))
        _, first, second = cells.index
        apart = first != second
        turned = first > second
        cell = self.number[np.minimum(first, second), np.maximum(first, second)]
        count, score, p = cells.count[cells.index], cells.score[cells.index], solution.fitted[cells.index]
        self._add(self.count, cell, apart, count)
        self._add(self.score, cell, apart, np.where(turned, count - score, score))
        self._add(self.expected, cell, apart, count * np.where(turned, 1 - p, p))
        signs = np.where(turned, -1.0, 1.0)
        np.add.at(self.slope, cell[apart], (cells.design() * (signs * count * p * (1 - p))[:, None])[apart])

    def _add(self, to: Floats, cell: Ints, where: npt.NDArray[np.bool_], amount: Floats) -> None:
        np.add.at(to, cell[where], amount[where])

    def test(self, deals: int, spare: int) -> tuple[tuple[Residual, ...], float | None, int, float | None]:
        """All residuals, and the test of all together; deals are too few for it if there is no p-value."""
        gap = self.score - self.expected
        error = np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        sure = (error**2 > NOTHING * np.maximum(self.count, 1)) & (spare > 0)
        residuals = tuple(
            Residual(
                int(self.first[k]),
                int(self.second[k]),
                int(self.count[k]),
                float(self.score[k] / self.count[k]),
                float(self.expected[k] / self.count[k]),
                float(gap[k] / error[k]) if sure[k] else None,
            )
            for k in range(len(self.first))
        )
        values, vectors = np.linalg.eigh(self.covariance)  # rising
        kept = values > NOTHING * np.max(self.count, initial=1.0)
        kept[: len(kept) - self._free()] = False
        freedom = int(kept.sum())
        if freedom == 0 or spare < DEALS_PER_PAIR * freedom:
            return residuals, None, freedom, None
        chi2 = float(np.sum((vectors[:, kept].T @ gap) ** 2 / values[kept]))
        from scipy.special import fdtrc

        statistic = chi2 * (deals - freedom) / (freedom * (deals - 1))  # Hotelling's
        return residuals, chi2, freedom, float(fdtrc(freedom, deals - freedom, statistic))

    def _free(self) -> int:
        """How many residuals can go either way: pairs less the rank of who met whom."""
        met = np.zeros((len(self.first), len(self.number)))
        line = np.arange(len(self.first))
        met[line, self.first], met[line, self.second] = 1.0, -1.0
        return len(met) - int(np.linalg.matrix_rank(met)) if len(met) else 0


def _sums_by_deal(games: Games, cells: _Cells, solution: _Solution) -> tuple[Floats, _Pairs]:
    """The sum over deals of U_d U_d', and the residuals of pairs with theirs."""
    pairs = _Pairs(cells, solution)
    parameters = cells.policies + cells.places
    meat = np.zeros((parameters, parameters))
    inverse = solution.basis @ solution.inverse @ solution.basis.T
    pull = pairs.slope @ inverse  # how a residual follows the fit
    for part in _chunks(games, max(parameters, len(pairs.first))):
        scores, gaps = _sums_of(part, cells, solution, pairs)
        meat += scores.T @ scores
        influence = gaps - scores @ pull.T
        pairs.covariance += influence.T @ influence
    if games.deals > 1:
        pairs.covariance *= games.deals / (games.deals - 1)
    return meat, pairs


def _chunks(games: Games, width: int) -> Iterator[Games]:
    """The games of so many deals at a time that sums of this width fit."""
    deals = max(1, CHUNK // max(width, 1))
    for first in range(0, games.deals, deals):
        yield games.of_deals(first, min(first + deals, games.deals))


def _sums_of(part: Games, cells: _Cells, solution: _Solution, pairs: _Pairs) -> tuple[Floats, Floats]:
    """[deal, parameter]: the scores of some deals; [deal, pair of policies]: observed minus fitted."""
    width = cells.policies + cells.places
    scores = np.zeros((part.deals, width))
    gaps = np.zeros((part.deals, len(pairs.first)))
    for number, (i, j) in enumerate(cells.pairs):
        first, second = part.policy[:, i], part.policy[:, j]
        rest = part.half_points(i, j) / 2 - solution.fitted[number][first, second]
        scores += _by_deal(part.deal, first, rest, part.deals, width)
        scores -= _by_deal(part.deal, second, rest, part.deals, width)
        by_seat = np.bincount(part.deal, rest, minlength=part.deals)
        scores[:, cells.policies + i] += by_seat
        scores[:, cells.policies + j] -= by_seat
        apart = first != second
        pair = pairs.number[np.minimum(first, second), np.maximum(first, second)][apart]
        signed = np.where(first > second, -rest, rest)[apart]
        gaps += _by_deal(part.deal[apart], pair, signed, part.deals, len(pairs.first))
    return scores, gaps


def _by_deal(deal: Ints, column: Ints, amount: Any, deals: int, width: int) -> Floats:
    """[deal, column]: sums."""
    if width == 0:
        return np.zeros((deals, 0))
    sums: Floats = np.bincount(deal * width + column, amount, minlength=deals * width).astype(np.float64)
    return sums.reshape(deals, width)
