"""Scores one hand given as text and says why: the logic of `paiju score hk_mahjong ...`.

    explain({"hand": "123m 456p 789s 9p", "win": "9p", "melds": "pung:777z"}, {"fan_cap": 8})

Fields (all text): `hand` the concealed tiles without the winning one, `win` the winning tile; optional
`melds`, `source` (self_draw, discard, rob_kong), `seat_wind` and `round_wind` (1z..4z), `dealer` (true or
false), `situation` (any of kong_bloom, last_tile, heavenly, earthly, separated by commas).
"""

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.hk_mahjong.rules import PATTERNS, HkRules, validated
from paiju.sim.games.hk_mahjong.scoring import (
    BLOOM,
    DISCARD,
    EARTH,
    FOUR_SETS,
    HEAVEN,
    LAST,
    NOT_A_WIN,
    ROB_KONG,
    SELF_DRAW,
    Scorer,
)
from paiju.sim.games.mahjong.melds import format_meld, is_kong, meld_tiles, parse_melds
from paiju.sim.games.mahjong.tiles import (
    EAST,
    NAMES,
    TILES,
    check_copies,
    format_tiles,
    is_wind,
    parse_tile,
    parse_tiles,
)
from paiju.sim.kernel.errors import BadNotation
from paiju.sim.kernel.options import hint

FIELDS: Final = ("hand", "win", "melds", "source", "seat_wind", "round_wind", "dealer", "situation")
SOURCES: Final = ("self_draw", "discard", "rob_kong")  # in the order of SELF_DRAW, DISCARD, ROB_KONG
SITUATIONS: Final = {"kong_bloom": BLOOM, "last_tile": LAST, "heavenly": HEAVEN, "earthly": EARTH}


class Question:
    """One hand to score, read from text and free of contradictions. Raises BadNotation."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        for field in fields:
            if field not in FIELDS:
                raise BadNotation(f"Unknown field {field} = {fields[field]!r}{hint(field, FIELDS)}")
        for field in ("hand", "win"):
            if not fields.get(field, "").strip():
                raise BadNotation(f"The field {field} is missing, such as hand='123m 456p 789s 9p' win=9p.")
        self.hand: Final = parse_tiles(fields["hand"])
        self.win: Final = parse_tile(fields["win"])
        self.melds: Final = parse_melds(fields.get("melds", ""))
        self.source: Final = one_of("source", fields.get("source", "discard"), SOURCES)
        self.seat_wind: Final = read_seat_wind(fields)
        self.round_wind: Final = read_wind("round_wind", fields.get("round_wind", "1z"))
        self.dealer: Final = self.seat_wind == EAST
        self.situation: Final = read_situation(fields.get("situation", ""))
        self.check_tiles()
        self.check_robbed()
        self.check_situation()

    def check_tiles(self) -> None:
        """13 tiles, a meld counting three, and no kind more than four times."""
        wanted = 13 - 3 * len(self.melds)
        if wanted < 1:
            raise BadNotation(f"{len(self.melds)} melds are too many: a hand has at most four.")
        if len(self.hand) != wanted:
            has = f"hand={format_tiles(self.hand)!r} has {len(self.hand)} tiles"
            raise BadNotation(
                f"{has}: with {len(self.melds)} melds it must have {wanted}, the winning tile apart."
            )
        check_copies([*self.hand, self.win, *(tile for m in self.melds for tile in meld_tiles(m))])

    def check_robbed(self) -> None:
        """The konger holds the three others of a robbed tile (decision 16)."""
        others = [*self.hand, *(tile for m in self.melds for tile in meld_tiles(m))]
        if self.source == ROB_KONG and self.win in others:
            name = NAMES[self.win]
            raise BadNotation(f"source=rob_kong contradicts {name} in the hand: the konger has the others.")

    def check_situation(self) -> None:
        """A situation must agree with the source, the dealer and the melds.

        `last_tile` may stand with any source: a discard can be the last tile of the wall too, and earns nothing.
        """
        bits = self.situation
        if bits & (BLOOM | HEAVEN) and self.source != SELF_DRAW:
            name = "kong_bloom" if bits & BLOOM else "heavenly"
            raise BadNotation(f"situation={name} needs source=self_draw, not {SOURCES[self.source]}.")
        if bits & BLOOM and not any(is_kong(m) for m in self.melds):
            raise BadNotation("situation=kong_bloom needs a kong among the melds.")
        if bits & HEAVEN and not self.dealer:
            raise BadNotation(f"situation=heavenly is for the dealer, not seat_wind={NAMES[self.seat_wind]}.")
        if bits & EARTH and self.dealer:
            raise BadNotation("situation=earthly is for a non-dealer, not seat_wind=1z.")
        if bits & EARTH and self.source != DISCARD:
            raise BadNotation(f"situation=earthly needs source=discard, not {SOURCES[self.source]}.")
        if bits & (HEAVEN | EARTH):
            name = "heavenly" if bits & HEAVEN else "earthly"
            if self.melds:
                raise BadNotation(f"situation={name} allows no melds: the hand has just begun.")
            if bits & LAST:
                raise BadNotation(f"situation={name},last_tile contradicts itself: the wall is full.")


def one_of(field: str, text: str, allowed: tuple[str, ...]) -> int:
    """Place of the text among the allowed ones. Raises BadNotation."""
    if text not in allowed:
        raise BadNotation(f"{field}={text!r} is not allowed: {' or '.join(allowed)}.")
    return allowed.index(text)


def read_wind(field: str, text: str) -> int:
    """A wind tile. Raises BadNotation."""
    tile = parse_tile(text)
    if not is_wind(tile):
        raise BadNotation(f"{field}={text!r} is no wind: 1z 東, 2z 南, 3z 西 or 4z 北.")
    return tile


def read_seat_wind(fields: Mapping[str, str]) -> int:
    """The seat wind: 2z unless given, or unless the winner is the dealer, who is East (decision 31)."""
    dealer = one_of("dealer", fields["dealer"], ("false", "true")) if "dealer" in fields else -1
    if "seat_wind" not in fields:
        return EAST if dealer == 1 else EAST + 1
    wind = read_wind("seat_wind", fields["seat_wind"])
    if dealer >= 0 and (wind == EAST) != (dealer == 1):
        raise BadNotation(
            f"dealer={fields['dealer']} contradicts seat_wind={fields['seat_wind']}: the dealer is 1z 東."
        )
    return wind


def read_situation(text: str) -> int:
    """The set of bits of a comma-separated list. Raises BadNotation."""
    bits = 0
    for name in text.split(",") if text.strip() else []:
        if name.strip() not in SITUATIONS:
            known = list(SITUATIONS)
            raise BadNotation(f"Unknown situation {name.strip()!r}{hint(name.strip(), known)}")
        bits |= SITUATIONS[name.strip()]
    return bits


def explain(fields: Mapping[str, str], options: Mapping[str, object]) -> dict[str, object]:
    """Whether the hand wins, why not, and what it is worth.

    Returns `wins`, `reason` (null for a win), `reading` (the sets as read), `items` (name, hanzi, english,
    value in fan), `fan` before the cap, `capped_fan`, `points` (the value of the hand) and `payments` (points
    by role: `winner`, then `discarder` or `konger`, and `each_other` for every remaining player; each share
    is one player's). Raises BadNotation and BadOption.
    """
    rules = HkRules(validated(options))
    question = Question(fields)
    scorer = Scorer(rules)
    fan = evaluate(scorer, question)
    reason = refusal(rules, question, fan)
    wins = reason is None
    points = int(scorer.value(fan, question.dealer)) if wins else 0
    return {
        "wins": wins,
        "reason": reason,
        "reading": reading_text(scorer, question) if fan != NOT_A_WIN else None,
        "items": items_of(scorer),
        "fan": max(0, fan),
        "capped_fan": int(scorer.capped(fan)) if fan != NOT_A_WIN else 0,
        "points": points,
        "payments": payments_of(scorer, question.source, points) if wins else {},
    }


def evaluate(scorer: Scorer, question: Question) -> int:
    """Fan of the hand, NOT_A_WIN without a shape."""
    tiles = [*question.hand, question.win]
    counts = vec[u8]([tiles.count(tile) for tile in range(TILES)])
    melds = vec[i64](question.melds)
    return scorer.evaluate(
        counts,
        0,
        melds,
        0,
        len(melds),
        question.source,
        question.seat_wind,
        question.round_wind,
        question.situation,
    )


def refusal(rules: HkRules, question: Question, fan: int) -> str | None:
    """Why the win may not be declared; None when it may."""
    if fan == NOT_A_WIN:
        shapes = "four sets and a pair"
        if rules.seven_pairs:
            shapes += " nor seven pairs" if rules.quad_as_two_pairs else " nor seven different pairs"
        return f"No winning shape: {format_tiles([*question.hand, question.win])} is not {shapes}."
    if question.source == ROB_KONG and not rules.rob_kong:
        return "The tile of an added kong cannot be won: rob_kong is false."
    if fan < rules.min_fan:
        return f"Too little: the hand has {fan} fan, min_fan is {rules.min_fan}."
    return None


def items_of(scorer: Scorer) -> list[dict[str, object]]:
    """What gave fan, in the order it was counted."""
    items: list[dict[str, object]] = []
    for i in range(scorer.tally.count):
        pattern = PATTERNS[scorer.tally.patterns[i]]
        fan = int(scorer.tally.values[i])
        items.append({"name": pattern.name, "hanzi": pattern.hanzi, "english": pattern.english, "value": fan})
    return items


def reading_text(scorer: Scorer, question: Question) -> str:
    """The melds, then the concealed sets and the pair as they were read, `pung:777z 123m 456p 789s 99p`."""
    parts = [format_meld(m) for m in question.melds]
    if scorer.shape == FOUR_SETS:
        readings = scorer.readings
        start = 4 * scorer.reading
        parts += [format_tiles(meld_tiles(readings.sets[i])) for i in range(start, start + readings.size)]
        parts.append(format_tiles([readings.pairs[scorer.reading]] * 2))
    else:
        parts.append(format_tiles([*question.hand, question.win]))
    return " ".join(parts)


def payments_of(scorer: Scorer, source: int, points: int) -> dict[str, int]:
    """Points by role (rule 16; decision 13)."""
    if source == SELF_DRAW:
        return {
            "winner": int(scorer.self_draw_gain(points)),
            "each_other": -int(scorer.self_draw_share(points)),
        }
    payer = "discarder" if source == DISCARD else "konger"
    return {"winner": points, payer: -points, "each_other": 0}
