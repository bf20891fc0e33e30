"""What the zipai policies do in positions laid out by hand, and against a slow second opinion."""

import random
from collections import Counter

import pytest

from paiju.policies.any.uniform import Uniform
from paiju.policies.zipai.easy import Easy, friends
from paiju.policies.zipai.efficiency import HOPELESS
from paiju.policies.zipai.expert import Expert
from paiju.policies.zipai.normal import Normal
from paiju.policies.zipai.splits import Splitter
from paiju.sim.games import registry
from paiju.sim.games.hunan_paohuzi.rules import validated
from paiju.sim.games.zipai.cards import NAMES, SHIFT, format_cards, parse_card
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Seeds
from tests.policies.zipai.positions import Position, missing, unseen_of, without

GAME = registry.get("hunan_paohuzi")
THINKING: list[type[Policy]] = [Normal, Expert]
ALL_POLICIES: list[type[Policy]] = [Easy, Normal, Expert]
READY = "一二三 二七十 四五 柒捌玖 肆伍陆"  # waits for 三 and 六 with 6 息


def random_hand(rng: random.Random, size: int) -> list[int]:
    """A dealt hand without 提."""
    while True:
        cards = rng.sample([card for card in range(20) for _ in range(4)], size)
        if max(Counter(cards).values()) < 4:
            return sorted(cards)


def load(position: Position) -> Expert:
    """An expert who sits at this table and has looked at it."""
    expert = Expert()
    expert.sit_down(position.view.terms)
    expert.held.load(position.view)
    expert.chances.load(position.view)
    expert.danger.load(position.view)
    return expert


# How far a hand is from complete


@pytest.mark.parametrize("least", [0, 6, 12])
def test_cards_missing_as_by_trying_everything(least: int) -> None:
    rng = random.Random(least)
    seen = set()
    for _ in range(60):
        cards = random_hand(rng, 14)
        found = load(Position(format_cards(cards), min_huxi=least)).efficiency.missing()
        assert found == missing(cards, unseen_of(cards), least), format_cards(cards)
        seen.add(found)
    assert len(seen) > 2


def test_every_split_is_met_once() -> None:
    class Collector(Splitter):
        def __init__(self) -> None:
            super().__init__(held.values)
            self.found: list[tuple[object, ...]] = []

        def leaf(self) -> None:
            pieces = sorted(self.path[i] for i in range(self.depth))
            self.found.append((*pieces, self.spare, self.huxi))

    if not hasattr(Splitter, "__mypyc_attrs__"):  # compiled classes are not subclassed in plain Python
        held = load(Position("一一二二三三四四伍陆柒捌玖拾")).held
        collector = Collector()
        held.split(collector, 3)
        assert len(collector.found) > 50
        # the same pieces and spare cards may go with another split of the complete groups, of other 息 or kinds
        assert max(Counter(collector.found).values()) <= 2


# All levels


@pytest.mark.parametrize("policy", ALL_POLICIES)
@pytest.mark.parametrize("card", ["三", "六"])
def test_a_win_is_taken(policy: type[Policy], card: str) -> None:
    name = f"win {'s3' if card == '三' else 's6'}"
    assert Position(READY).offer(policy(), card) == name


@pytest.mark.parametrize("policy", ALL_POLICIES)
def test_a_loose_card_goes_first(policy: type[Policy]) -> None:
    """Easy is noisy, but 玖 has no friend here and every other card has several."""
    assert Position("一一二二三三 四四五五 七七七 六 玖").play(policy()) == "discard b9"


# Normal and expert


@pytest.mark.slow
def test_normal_discards_for_the_fewest_cards_missing() -> None:
    rng = random.Random(5)
    for _ in range(40):
        cards = random_hand(rng, 15)
        move = Position(format_cards(cards)).play(Normal())
        thrown = parse_card(move.split()[1])
        unseen = unseen_of(cards)
        free = [card for card in set(cards) if cards.count(card) < 3]
        least = min(missing(without(cards, card), unseen) for card in free)
        assert missing(without(cards, thrown), unseen) == least, (format_cards(cards), move)


def test_enough_huxi_matter() -> None:
    """Loose cards go; 贰 and 叁 stay, which alone bring the 息 needed."""
    hand = "四五六 肆伍陆 七八九 贰叁 五六 玖 拾"
    assert Position(hand).play(Normal()) in ("discard b9", "discard b10")
    assert Position(hand).play(Expert()) in ("discard b9", "discard b10")
    poor = "四五六 肆伍陆 七八九 陆柒 五六 贰 叁"  # 贰叁 alone can give 6 息
    for policy in THINKING:
        assert Position(poor).play(policy()) not in ("discard b2", "discard b3")


@pytest.mark.parametrize("policy", THINKING)
def test_what_brings_the_hand_closer_is_claimed(policy: type[Policy]) -> None:
    hand = "一二 二七十 四五 柒捌玖 肆伍 拾"
    assert Position(hand).offer(policy(), "三").startswith("chow s3")
    assert Position(hand).offer(policy(), "陆", seat=0).startswith("chow b6")


@pytest.mark.parametrize("policy", THINKING)
def test_what_breaks_complete_groups_is_passed(policy: type[Policy]) -> None:
    """忍碰, and no 吃: the hand waits for two kinds already."""
    assert Position("一二三 二七十 四五 肆伍陆 伍陆柒").offer(policy(), "伍") == "pass"
    assert Position(READY).offer(policy(), "拾") == "pass"


def test_the_expert_looks_at_more_than_the_distance() -> None:
    """It claims though no nearer, or passes though nearer, in some positions; normal never does."""
    rng = random.Random(8)
    differ = 0
    for _ in range(400):
        cards = random_hand(rng, 14)
        card = rng.choice([c for c in range(20) if cards.count(c) < 2])
        text = format_cards(cards)
        normal = Position(text).offer(Normal(), format_cards([card]))
        expert = Position(text).offer(Expert(), format_cards([card]))
        differ += (normal == "pass") != (expert == "pass")
    assert 0 < differ < 100


# What the expert weighs


def worth_of(position: Position) -> int:
    return load(position).foresight.worth()


def test_worth_of_a_waiting_hand() -> None:
    ready = worth_of(Position(READY))
    assert ready > worth_of(Position("一二三 二七十 四 九 柒捌玖 肆伍陆")) > 0
    assert ready > worth_of(Position(READY).discards(1, "三三六六"))  # fewer are left
    far = "一二 二七十 四五 柒捌玖 肆伍 拾拾"
    assert ready > worth_of(Position(far)) > 0
    assert worth_of(Position(far)) > worth_of(Position(far).draws(0, "三"))  # 臭牌: stale for itself
    assert worth_of(Position(READY, min_huxi=30)) == 0
    assert load(Position(READY, min_huxi=30)).efficiency.missing() == HOPELESS


def test_worth_falls_with_the_wall() -> None:
    early = Position(READY)
    late = Position(READY).draws(1, "一一七七八八九九壹壹").draws(2, "贰贰叁叁肆肆伍伍陆陆柒柒捌捌")
    late.engine.state.wall_left = 2
    assert load(late).chances.end > load(early).chances.end


def test_more_tun_count_more() -> None:
    win = load(Position(READY)).outlook.win
    assert win(15) > win(9) > win(6) == win(8)


def test_a_pair_is_worth_more_to_who_may_have_to_pao() -> None:
    """A 坎 whose fourth card is out needs a pair soon."""
    with_pair = Position("五五五 一二三 柒捌玖 八八 肆伍 拾")
    before = load(with_pair)
    assert before.chances.quad > 0
    after = load(with_pair.discards(1, "五"))
    assert after.chances.quad == 0
    assert before.foresight.worth() != after.foresight.worth()


def test_danger_of_a_discard() -> None:
    """What a seat has seen pass since it changed its hand is safe from it; what lay open feeds fewer."""
    card = parse_card("捌")
    position = Position(READY)
    position.engine.state.wall_left = 3
    fresh = load(position).danger.cost(card)
    position.engine.state.wall_left = 4
    passed = load(position.discards(1, "九").draws(2, "捌")).danger.cost(card)
    assert fresh > passed
    assert (
        load(position.discards(1, "一")).danger.cost(card) > passed
    )  # seat 1 may have changed what it waits for


def test_the_expert_gives_up_safely() -> None:
    """A hand that can become nothing throws the one of its loosest cards that has passed everybody."""
    rng = random.Random(4)
    loosest: list[int] = []
    while len(loosest) < 2:
        hopeless = format_cards(random_hand(rng, 15))
        position = Position(hopeless, min_huxi=90)
        key = position.view.key()
        assert load(position).efficiency.missing() == HOPELESS
        free = [card for card in range(20) if 0 < key >> SHIFT[card] & 7 < 3]
        least = min(friends(key, card) for card in free)
        loosest = [card for card in free if friends(key, card) == least]
    for card in loosest:
        position = Position(hopeless, min_huxi=90)
        position.engine.state.wall_left = 4
        position.draws(1, format_cards([card]))
        assert position.play(Expert()) == f"discard {NAMES[card]}"


def test_on_own_draws_only() -> None:
    card = parse_card("三")
    alone = load(Position(READY, self_draw_only=True))
    assert alone.chances.win[card] < load(Position(READY)).chances.win[card]
    assert alone.danger.cost(card) < 10


# Whole games

OPTIONS: list[dict[str, object]] = [
    {},
    {"min_huxi": 0},
    {"min_huxi": 40, "huxi_step": 1},
    {"kan_locked": False, "opening_win": False},
    {"kan_locked": False, "comparison": "optional", "stale_scope": "separate"},
    {"self_draw_only": True, "win_before_wei": True, "wei_visibility": "open"},
    {"discarder_pays_all": True, "ti_visibility": "hidden", "second_quad_next": "after_source"},
    {"must_win": True, "own_drawn_is_stale": False, "pung_to_pao_on": "own_draw"},
    {"match": "hands:3", "pass_win": "free", "wei_visibility": "one_shown", "red_black_fans": "hengyang"},
]
TABLES: list[tuple[type[Policy], ...]] = [
    (Expert, Normal, Easy, Uniform),
    (Uniform, Expert, Uniform, Expert),
    (Normal, Easy, Normal, Uniform),
]


def name(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, dict) else ""


@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_every_answer_is_legal(options: dict[str, object]) -> None:
    log = Log()
    table = Table(GAME.engine(GAME.rules(validated(options)), log), Seeds(5))
    for makers in TABLES:
        for deal in range(25):
            log.clear()
            assert table.play(deal, 0, list(makers), Uniform) == []


@pytest.mark.parametrize("policy", ALL_POLICIES)
def test_nothing_lingers_from_earlier_games(policy: type[Policy]) -> None:
    def play(before: list[int], options: dict[str, object]) -> bytes:
        log = Log()
        other = Table(GAME.engine(GAME.rules(validated(options)), log), Seeds(8))
        for deal in before:
            other.play(deal, 0, [Expert, Normal, policy, policy], Uniform)
        log = Log()
        table = Table(GAME.engine(GAME.rules(validated({})), log), Seeds(8))
        for deal in range(1000, 1010):
            table.play(deal, 0, [policy] * 4, Uniform)
        return log.to_bytes()

    assert play([], {}) == play([1, 2, 3], {"min_huxi": 15, "kan_locked": False, "self_draw_only": True})
