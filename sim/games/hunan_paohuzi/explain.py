"""Scores one hand given as text and says why: the logic of `paiju score hunan_paohuzi ...`.

    explain({"hand": "一二三 六七 九九", "win": "八", "melds": "pao:五五五五; wei:捌捌捌"}, {"min_huxi": 9})

Fields (all text): `hand` the cards in hand without the winning one, `win` the winning card, in characters or
ASCII; optional `melds` the groups on the table, `source` (draw_other, draw_own, discard, shown_card; or
dealt, without `win`: 2提/4坎 of the dealt hand), `dealer` (true or false).
"""

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.groups import WORDS
from paiju.sim.games.hunan_paohuzi.rules import (
    EARTHLY,
    HEAVENLY,
    HUXI,
    PATTERNS,
    PaohuziRules,
    validated,
)
from paiju.sim.games.hunan_paohuzi.scoring import OTHER_DRAW, OWN_DRAW, PLAYED, Scorer, reds_of
from paiju.sim.games.zipai.cards import HANZI, check_copies, format_cards, key_of, parse_card, parse_cards
from paiju.sim.games.zipai.groups import PUNG, TI, WEI, group_cards, group_text, is_quad, is_three
from paiju.sim.kernel.errors import BadNotation
from paiju.sim.kernel.options import hint

FIELDS: Final = ("hand", "win", "melds", "source", "dealer")
SOURCES: Final = ("draw_other", "draw_own", "discard", "shown_card", "dealt")
EXAMPLE: Final = 'hand="一二三 六七 九九" win=八 melds="pao:五五五五; wei:捌捌捌"'
DEALT_CARDS: Final = 14


class Question:
    """One hand to score, read from text and free of contradictions. Raises BadNotation."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        for field in fields:
            if field not in FIELDS:
                raise BadNotation(f"Unknown field {field} = {fields[field]!r}{hint(field, FIELDS)}")
        self.source: Final = one_of("source", fields.get("source", "draw_other"), SOURCES)
        self.dealer: Final = one_of("dealer", fields.get("dealer", "false"), ("false", "true")) == "true"
        for field in ("hand",) if self.source == "dealt" else ("hand", "win"):
            if not fields.get(field, "").strip():
                raise BadNotation(f"The field {field} is missing, such as {EXAMPLE}.")
        self.hand: Final = parse_cards(fields["hand"])
        self.melds: Final = WORDS.parse_all(fields.get("melds", ""))
        self.win: Final = parse_card(fields["win"]) if self.source != "dealt" else -1
        if self.source == "dealt" and fields.get("win", "").strip():
            raise BadNotation("source=dealt has no winning card: leave out win.")
        self.check_source()
        self.check_size()
        check_copies(self.all_cards())

    def all_cards(self) -> list[int]:
        """Every card of the hand, its groups and the winning card."""
        table = [card for group in self.melds for card in group_cards(group)]
        return [*self.hand, *table, *([self.win] if self.win >= 0 else [])]

    def check_source(self) -> None:
        """Nothing lies on the table before the first card is played."""
        if self.source in ("shown_card", "dealt") and self.melds:
            raise BadNotation(f"source={self.source} allows no melds: the hand has just begun.")

    def check_size(self) -> None:
        """Fourteen cards less three for each group, and one less with a 跑 or 提 (decision 48)."""
        wanted = DEALT_CARDS - 3 * len(self.melds)
        if any(is_quad(group) for group in self.melds):
            wanted -= 1
        if self.source == "dealt" and self.dealer:
            wanted += 1
        if wanted < 1:
            raise BadNotation(
                f"{len(self.melds)} melds are too many: a card is left in hand before the last one."
            )
        if len(self.hand) != wanted:
            has = f"hand={format_cards(self.hand)!r} has {len(self.hand)} cards"
            raise BadNotation(f"{has}: with these melds it must have {wanted}, the winning card apart.")


def one_of(field: str, text: str, allowed: tuple[str, ...]) -> str:
    """The text, if it is one of those allowed. Raises BadNotation."""
    if text not in allowed:
        raise BadNotation(f"{field}={text!r} is not allowed: {' or '.join(allowed)}.")
    return text


def explain(fields: Mapping[str, str], options: Mapping[str, object]) -> dict[str, object]:
    """Whether the hand wins, why not, and what it is worth.

    Returns `wins`, `reason` (null for a win), `groups` as read (name, hanzi, cards, huxi, place: table or
    hand), `items` (name, hanzi, english, value: 息 of groups, then factors), `huxi`, `tun`, `points` (what
    one loser pays before any 包赔) and `payments` by role: `winner`, `discarder` where he pays for all,
    `each_other` for every remaining player. Raises BadNotation and BadOption.
    """
    rules = PaohuziRules(validated(options))
    question = Question(fields)
    table = Table(rules, question)
    huxi = table.evaluate()
    reason = refusal(rules, question, huxi)
    answer: dict[str, object] = {"wins": reason is None, "reason": reason}
    if huxi < 0:
        return answer | {"groups": [], "items": [], "huxi": 0, "tun": 0, "points": 0, "payments": {}}
    scorer = table.scorer
    wins = reason is None
    table.count()
    return answer | {
        "groups": table.groups(),
        "items": items_of(scorer),
        "huxi": huxi,
        "tun": int(scorer.tun) if wins else 0,
        "points": int(scorer.share) if wins else 0,
        "payments": payments_of(scorer, question.source) if wins else {},
    }


class Table:
    """The question as the scorer reads it: what is in hand and on the table when the win is asked."""

    def __init__(self, rules: PaohuziRules, question: Question) -> None:
        self.rules: Final = rules
        self.question: Final = question
        self.scorer: Final = Scorer(rules)
        self.hand = list(question.hand)
        self.melds = list(question.melds)
        self.card = question.win
        if question.source == "shown_card" and question.dealer:
            self.hand.append(question.win)
            self.card = -1
        elif question.source == "draw_own" and not rules.win_before_wei:
            self.lay_drawn(question.win)

    def lay_drawn(self, card: int) -> None:
        """A third or fourth card drawn is laid as 偎 or 提 before the win is asked (decision 24)."""
        held = self.hand.count(card)
        lying = [at for at, group in enumerate(self.melds) if is_three(group) and group & 255 == card]
        if held >= 2:
            self.melds.append((WEI if held == 2 else TI) << 8 | card)
        elif lying and self.melds[lying[0]] >> 8 != PUNG:
            self.melds[lying[0]] = TI << 8 | card
        else:
            return
        self.hand = [each for each in self.hand if each != card]
        self.card = -1

    def evaluate(self) -> int:
        """胡息 of the best reading, -1 without one."""
        key = key_of(self.hand)
        if self.question.source == "dealt":
            return int(self.scorer.evaluate_opening(key))
        huxi = sum(int(self.scorer.values[(g >> 8) * 20 + (g & 255)]) for g in self.melds)
        laid = key_of([g & 255 for g in self.melds if is_three(g)])
        laid += key_of([g & 255 for g in self.melds if is_three(g) and g >> 8 != PUNG])
        quads = sum(is_quad(group) for group in self.melds)
        way = {"draw_own": OWN_DRAW, "discard": PLAYED}.get(self.question.source, OTHER_DRAW)
        found = self.scorer.evaluate(key, len(self.hand), len(self.melds), quads, huxi, laid, self.card, way)
        return int(found)

    def count(self) -> None:
        """Items, 囤 and points of the reading found."""
        question = self.question
        opening = -1
        if question.source in ("dealt", "shown_card"):
            opening = HEAVENLY if question.dealer else EARTHLY
        melds = vec[i64]([*self.melds, 0])
        hand = [*self.hand, *([self.card] if self.card >= 0 else [])]
        reds = reds_of(key_of(hand), melds, 0, len(self.melds))
        self.scorer.count(melds, 0, len(self.melds), reds, question.source == "draw_own", opening)

    def groups(self) -> list[dict[str, object]]:
        """The groups as read, those on the table first."""
        scorer = self.scorer
        table = [
            scorer.joined_kind << 8 | scorer.joined if is_three(g) and g & 255 == scorer.joined else g
            for g in self.melds
        ]
        found = [scorer.found[i] for i in range(scorer.found_count)]
        return [self.described(g, "table") for g in table] + [self.described(g, "hand") for g in found]

    def described(self, group: int, place: str) -> dict[str, object]:
        """One group for people and programs."""
        kind, card = group >> 8, group & 255
        return {
            "name": WORDS.names[kind],
            "hanzi": WORDS.hanzi[kind],
            "cards": group_text(group),
            "huxi": int(self.scorer.values[kind * 20 + card]),
            "place": place,
        }


def refusal(rules: PaohuziRules, question: Question, huxi: int) -> str | None:
    """Why the win may not be declared; None when it may."""
    cards = format_cards([*question.hand, *([question.win] if question.win >= 0 else [])])
    if question.source == "dealt":
        if not rules.opening_win:
            return "2提 or 4坎 are no win: opening_win is false."
        return None if huxi >= 0 else f"No opening win: {cards} has neither two 提 nor four 坎."
    if rules.self_draw_only and question.source != "draw_own":
        if question.source != "shown_card" or not question.dealer:
            return f"source={question.source} is no win: self_draw_only is true."
    if huxi < 0:
        table = f" with {WORDS.format_all(question.melds)}" if question.melds else ""
        return (
            f"No five 门子: {cards}{table} cannot be read as five groups, one of them a pair with a 跑 or 提."
        )
    if huxi < rules.min_huxi:
        return f"Too little: the hand has {huxi} 息, min_huxi is {rules.min_huxi}."
    return None


def items_of(scorer: Scorer) -> list[dict[str, object]]:
    """What gave 息, then the factors."""
    items: list[dict[str, object]] = []
    for i in range(scorer.tally.count):
        pattern = PATTERNS[scorer.tally.patterns[i]]
        item: dict[str, object] = {"name": pattern.name, "hanzi": pattern.hanzi, "english": pattern.english}
        if pattern.unit == HUXI:
            item["card"] = HANZI[scorer.tally.cards[i]]
        items.append(item | {"value": int(scorer.tally.values[i])})
    return items


def payments_of(scorer: Scorer, source: str) -> dict[str, int]:
    """Points by role (decisions 2, 47)."""
    scorer.pay(0, 1 if source == "discard" else -1)
    winner, first, other = (int(scorer.tally.points[seat]) for seat in range(3))
    if first != other:
        return {"winner": winner, "discarder": first, "each_other": other}
    return {"winner": winner, "each_other": other}
