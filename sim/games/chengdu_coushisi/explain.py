"""Scores one hand given as text and says why: the logic of `paiju score chengdu_coushisi ...`.

    explain({"hand": "DI TI HE R10 Y4 H9 MM PZ BG NG RP", "win": "C3", "bonus": "DD FT*"}, {"hu_cap": 600})

Fields (all text): `hand` the cards in hand, `win` the turned or discarded card; optional `melds` the groups on the
table, `bonus` the 皮子 laid aside, `dealer` (true or false), `source`: flip (default), discard; or without `win`
steal (an even hand after 碰 and a steal), first_discard (the dealer's even hand before he discards) and
black_dragon (the dealt hand, 皮子 still in it).
"""

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import (
    BALANCE,
    HAND_CARDS,
    VALUE,
    check_copies,
    flowers_in,
    format_cards,
    is_bonus,
    key_of,
    order,
    parse_card,
    parse_cards,
)
from paiju.sim.games.chengdu_coushisi.groups import (
    ADDED,
    CONCEALED,
    PUNG,
    group_cards,
    group_form,
    parse_groups,
)
from paiju.sim.games.chengdu_coushisi.rules import PATTERNS, CoushisiRules, validated
from paiju.sim.games.chengdu_coushisi.scoring import DRAGON_EYES, Scorer, dragon_red, is_complete, red_in
from paiju.sim.kernel.errors import BadNotation
from paiju.sim.kernel.options import hint

FIELDS: Final = ("hand", "win", "melds", "bonus", "source", "dealer")
FLIP: Final = "flip"
DISCARD: Final = "discard"
STEAL: Final = "steal"
FIRST_DISCARD: Final = "first_discard"
DRAGON: Final = "black_dragon"
SOURCES: Final = (FLIP, DISCARD, STEAL, FIRST_DISCARD, DRAGON)
EXAMPLE: Final = 'hand="DI TI HE R10 Y4 H9 MM PZ BG NG RP" win=C3'


class Question:
    """One hand to score, read from text and free of contradictions. Raises BadNotation."""

    def __init__(self, fields: Mapping[str, str], rules: CoushisiRules) -> None:
        for field in fields:
            if field not in FIELDS:
                raise BadNotation(f"Unknown field {field} = {fields[field]!r}{hint(field, FIELDS)}")
        self.source: Final = one_of("source", fields.get("source", FLIP), SOURCES)
        self.has_win: Final = self.source in (FLIP, DISCARD)
        for field in ("hand", "win") if self.has_win else ("hand",):
            if not fields.get(field, "").strip():
                raise BadNotation(f"The field {field} is missing, such as {EXAMPLE}.")
        if not self.has_win and fields.get("win", "").strip():
            raise BadNotation(
                f"source={self.source} has no winning card: leave out win, all cards are in hand."
            )
        self.hand: Final = parse_cards(fields["hand"])
        self.win: Final = parse_card(fields["win"]) if self.has_win else -1
        self.melds: Final = parse_groups(fields.get("melds", ""))
        self.bonus: Final = parse_cards(fields.get("bonus", ""))
        self.dealer: Final = self.read_dealer(fields)
        self.check_source()
        self.check_bonus()
        self.check_size()
        laid = [card for group in self.melds for card in group_cards(group)]
        check_copies([*self.concealed(), *laid, *self.bonus], rules.flower_bonus_cards)
        if not rules.add_fourth and any(group & ADDED for group in self.melds):
            raise BadNotation("A 碰 or 暗 of four cards needs ruleset.kong=add_fourth_steal_one.")

    def concealed(self) -> list[int]:
        """The cards in hand and the winning card."""
        return [*self.hand, self.win] if self.has_win else self.hand

    def read_dealer(self, fields: Mapping[str, str]) -> bool:
        """Is the winner the dealer? Only he discards before a card was turned."""
        default = "true" if self.source == FIRST_DISCARD else "false"
        dealer = one_of("dealer", fields.get("dealer", default), ("false", "true")) == "true"
        if self.source == FIRST_DISCARD and not dealer:
            raise BadNotation("source=first_discard contradicts dealer=false: the dealer discards first.")
        return dealer

    def check_source(self) -> None:
        """What lies on the table must agree with the moment (decision 13; steps 3, 6, 10)."""
        forms = {group_form(group) for group in self.melds}
        if self.source == DRAGON and (self.melds or self.bonus):
            raise BadNotation(
                "source=black_dragon is the hand as dealt: no melds, and 皮子 stand in hand, not in bonus."
            )
        if self.source == FIRST_DISCARD and forms - {CONCEALED}:
            raise BadNotation("source=first_discard allows only concealed melds: no card was claimed yet.")
        if self.source == STEAL and PUNG not in forms:
            raise BadNotation("source=steal needs a pung among the melds: one steals after a 碰.")

    def check_bonus(self) -> None:
        """皮子 lie in `bonus` and nowhere else, but for the hand as dealt (rule 7)."""
        for card in self.bonus:
            if not is_bonus(card):
                raise BadNotation(
                    f"{format_cards([card])} in bonus is no 皮子: those are DD 钉钉 and FT 斧头."
                )
        for card in self.concealed() if self.source != DRAGON else []:
            if is_bonus(card):
                raise BadNotation(
                    f"{format_cards([card])} is a 皮子, laid aside when drawn: write it in bonus."
                )

    def check_size(self) -> None:
        """Eleven cards less two for each group; one more where nothing is turned or for the dealer as dealt."""
        even = self.dealer if self.source == DRAGON else not self.has_win
        wanted = HAND_CARDS - 2 * len(self.melds) + int(even)
        if wanted < 1:
            raise BadNotation(f"{len(self.melds)} melds are too many: a player lays at most five.")
        if len(self.hand) != wanted:
            has = f"hand={format_cards(self.hand)!r} has {len(self.hand)} cards"
            apart = ", the winning card apart" if self.has_win else ""
            where = "with these melds" if self.melds else "without melds"
            raise BadNotation(f"{has}: {where} it must have {wanted}{apart}.")


def one_of(field: str, text: str, allowed: tuple[str, ...]) -> str:
    """The text, if it is one of those allowed. Raises BadNotation."""
    if text not in allowed:
        raise BadNotation(f"{field}={text!r} is not allowed: {' or '.join(allowed)}.")
    return text


def explain(fields: Mapping[str, str], options: Mapping[str, object]) -> dict[str, object]:
    """Whether the hand wins, why not, and what it is worth.

    Returns `wins`, `reason` (null for a win), `pairs` (the hand as pairs of fourteen), `red` (not rounded, minimum of
    groups applied), `items` (name, hanzi, english, value: 胡, then 翻), `hu` before and `total` after the 翻, `fan`,
    `points` and `payments` by role: `winner`, then `discarder` where he pays for all and `each_other`, or where a
    remainder is split `next`, `opposite` and `previous` anticlockwise from the winner. Raises BadNotation, BadOption.
    """
    rules = CoushisiRules(validated(options))
    question = Question(fields, rules)
    scorer = Scorer(rules)
    red = red_of(scorer, question)
    reason = refusal(rules, question, red)
    if reason is not None:
        unscored = {
            "pairs": [],
            "red": red,
            "items": [],
            "hu": 0,
            "fan": 0,
            "total": 0,
            "points": 0,
            "payments": {},
        }
        return {"wins": False, "reason": reason, **unscored}
    count(scorer, question)
    return {
        "wins": True,
        "reason": None,
        "pairs": [] if question.source == DRAGON else pairs_of(question.concealed()),
        "red": red,
        "items": items_of(scorer),
        "hu": int(scorer.hu),
        "fan": int(scorer.fan),
        "total": int(scorer.total),
        "points": int(scorer.points),
        "payments": payments_of(scorer, question),
    }


def red_of(scorer: Scorer, question: Question) -> int:
    """Red points of all the player's cards (rules 18, 22)."""
    key = key_of(question.concealed())
    if question.source == DRAGON:
        return int(dragon_red(key))
    return int(red_in(key)) + sum(int(scorer.group_red(group)) for group in question.melds)


def count(scorer: Scorer, question: Question) -> None:
    """Items and points of a win."""
    cards = question.concealed()
    if question.source == DRAGON:
        scorer.count_black_dragon(flowers_in(cards))
        return
    flowers = flowers_in(cards) + flowers_in(question.bonus)
    melds = vec[i64](question.melds)
    scorer.count(key_of(cards), flowers, len(question.bonus), melds, 0, len(melds))


def refusal(rules: CoushisiRules, question: Question, red: int) -> str | None:
    """Why the win may not be declared; None when it may."""
    if question.source == DRAGON:
        if not rules.black_dragon:
            return "黑龙 is no win: black_dragon is false."
        return (
            None
            if red == DRAGON_EYES
            else f"No 黑龙: the hand has {red} red points, not exactly {DRAGON_EYES}."
        )
    if question.source == DISCARD and not rules.win_on_discard:
        return "A discarded card cannot be won: win_on_discard is false."
    if not question.has_win and not rules.win_on_own_hand:
        return "An even hand does not win by itself: win_on_own_even_hand is false."
    if not is_complete(sum(int(BALANCE[card]) for card in question.concealed())):
        return f"No pairs of fourteen: {unpaired(question.concealed())}."
    key, least = ("min_red_dealer", rules.min_red_dealer) if question.dealer else ("min_red", rules.min_red)
    return None if red >= least else f"Too little red: the hand has {red} red points, {key} is {least}."


def unpaired(cards: list[int]) -> str:
    """Which values do not pair: '2 cards of value 5 against 1 of value 9'."""
    counts = [sum(VALUE[card] == value for card in cards) for value in range(13)]
    said = [
        f"{counts[low]} of value {low} against {counts[14 - low]} of value {14 - low}"
        for low in (2, 4, 5, 6)
        if counts[low] != counts[14 - low]
    ]
    if counts[7] % 2:
        said.append(f"{counts[7]} of value 7")
    return ", ".join(said)


def pairs_of(cards: list[int]) -> list[str]:
    """A complete hand as pairs of fourteen, `DI TI`."""
    pairs = []
    for low in (2, 4, 5, 6, 7):
        small = sorted((card for card in cards if VALUE[card] == low), key=order)
        large = sorted((card for card in cards if VALUE[card] == 14 - low), key=order)
        if low == 7:
            small, large = small[::2], small[1::2]
        pairs += [format_cards(pair) for pair in zip(small, large, strict=True)]
    return pairs


def items_of(scorer: Scorer) -> list[dict[str, object]]:
    """What gave 胡, then what gave 翻."""
    items: list[dict[str, object]] = []
    for i in range(scorer.tally.count):
        pattern = PATTERNS[scorer.tally.patterns[i]]
        value = int(scorer.tally.values[i])
        items.append(
            {"name": pattern.name, "hanzi": pattern.hanzi, "english": pattern.english, "value": value}
        )
    return items


def payments_of(scorer: Scorer, question: Question) -> dict[str, int]:
    """Points by role (decisions 33, 35); where the discarder sits matters to nobody else."""
    scorer.pay(0, 1 if question.source == DISCARD else -1, question.win)
    winner, first, second, third = (int(scorer.tally.points[seat]) for seat in range(4))
    if first == second == third:
        return {"winner": winner, "each_other": first}
    if second == third == 0:
        return {"winner": winner, "discarder": first, "each_other": 0}
    return {"winner": winner, "next": first, "opposite": second, "previous": third}
