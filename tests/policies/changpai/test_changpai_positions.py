"""What the changpai policies do in positions laid out by hand, and their arithmetic against a slow second opinion."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from paiju.policies.changpai.chances import FINE, LATER, LOSS, THOUSAND, UNIT
from paiju.policies.changpai.easy import Easy
from paiju.policies.changpai.expert import Expert
from paiju.policies.changpai.hands import Hand
from paiju.policies.changpai.normal import Normal
from paiju.policies.changpai.sides import lonely, values_of
from paiju.sim.games.chengdu_coushisi.cards import (
    BALANCE,
    DECK,
    KINDS,
    VALUE,
    format_cards,
    key_of,
    parse_card,
    parse_cards,
)
from paiju.sim.games.chengdu_coushisi.kinds import ADD_FOURTH, DISCARD, DISCARD_STAGE, PASS, WIN
from paiju.sim.games.chengdu_coushisi.scoring import is_complete
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.kernel.events import DREW, HAND_ENDED, card_of, kind_of
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Seeds, Stream
from tests.games.chengdu_coushisi.positions import Position, Table

THINKING: list[type[Policy]] = [Normal, Expert]
ALL_POLICIES: list[type[Policy]] = [Easy, Normal, Expert]
READY = "DI TI HE R10 Y4 H9 MM PZ BG NG RP"  # waits for a 6, red enough
PUNG_BG = {0: "pung:BG BG BG"}  # ten red points


def answer(policy: Policy, position: Table) -> str:
    """The policy's answer to the open question, in words."""
    seat = int(position.state.asked)
    move = policy.code(position.engine.view(seat, Stream()))
    assert position.engine.is_legal(move)
    return str(position.engine.move(move))


def thrown(policy: type[Policy], hand: str, **given: Any) -> str:
    """What seat 0 discards from an even hand."""
    position = Position({0: hand}, **given)
    position.engine.ask_discard(0, DISCARD_STAGE)
    return answer(policy(), position).removeprefix("discard ")


def on_turn(policy: type[Policy], hand: str, card: str, seat: int = 0, **given: Any) -> str:
    """What seat 0 says to a card that a seat turns."""
    position = Position({0: hand}, pool=card, **given)
    position.turn(seat)
    assert position.asked() is not None
    assert int(position.state.asked) == 0
    return answer(policy(), position)


def load(position: Position) -> Expert:
    """An expert in seat 0 who has looked at the table."""
    return look(Expert(), position.view(0))


def look(expert: Expert, view: CoushisiView) -> Expert:
    """The expert, who has looked at what a seat sees."""
    expert.sit_down(view.terms)
    expert.hand.load(view)
    expert.unseen.load(view)
    expert.chances.load(view)
    expert.danger.load(view)
    return expert


def worth_of(position: Position) -> int:
    """What seat 0's hand is worth while it waits."""
    expert = load(position)
    return int(expert.foresight.worth(expert.hand))


# All levels


@pytest.mark.parametrize("policy", ALL_POLICIES)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_win_is_taken(policy: type[Policy], seat: int) -> None:
    """Also a small one, on anybody's card: the hand would hardly last until a better one."""
    assert on_turn(policy, READY, "C3", seat) == "win"


@pytest.mark.parametrize("policy", ALL_POLICIES)
def test_a_black_dragon_is_taken(policy: type[Policy]) -> None:
    position = Position({0: "MM BG C2 GZ C3 NG PZ SW H9 MZ MZ"})
    assert position.engine.ask_dragon(0)
    assert answer(policy(), position) == "win"


def test_easy_follows_the_pairs() -> None:
    """With noise: of 200 discards most are one of the two cards without a partner, and not all."""
    position = Position({0: "DI TI HE R10 GZ H9 MM PZ C2 SW"})
    position.engine.ask_discard(0, DISCARD_STAGE)
    view = position.view(0)
    loose = 0
    for deal in range(200):
        Seeds(3).policies(deal, 0, 0, [view.rng])
        loose += str(position.engine.move(Easy().code(view))) in ("discard C2", "discard SW")
    assert 90 < loose < 200  # 40 by chance


# Normal and expert: discards


@pytest.mark.parametrize("policy", THINKING)
def test_pairs_are_kept_and_the_wait_is_for_most_cards(policy: type[Policy]) -> None:
    """长二 and 人牌 have no partner; seven cards of 10 are left for one, eleven of 6 for the other."""
    assert thrown(policy, "DI TI HE R10 Y4 H9 MM PZ C2 RP") == "C2"


@pytest.mark.parametrize("policy", THINKING)
def test_a_wait_with_too_few_red_points_is_none(policy: type[Policy]) -> None:
    """三五 would wait for eleven cards, of which 二四 alone brings 24 red points; 红十 waits for eight that all do."""
    assert thrown(policy, "TI DI H9 GZ C3 PZ R10 SW", groups=PUNG_BG) in ("SW", "PZ")


@pytest.mark.parametrize("policy", THINKING)
def test_a_card_without_partners_left_goes(policy: type[Policy]) -> None:
    """All 地牌 are out: the second 天牌 finds none, for all its red points."""
    assert thrown(policy, "DI TI TI RP HE R10 Y4 H9", groups={1: "pung:DI DI DI*"}) == "TI"


@pytest.mark.parametrize("policy", THINKING)
def test_the_flower_is_kept_and_its_plain_sister_goes(policy: type[Policy]) -> None:
    assert thrown(policy, "DI TI RP MM RP* E4 PZ PZ*") == "PZ"


def test_the_expert_keeps_a_flower_for_a_card_of_as_many_partners() -> None:
    """Two cards of 9 without a partner wait for the same: the flower 花牌 is worth ten 胡 more."""
    assert thrown(Expert, "DI TI HE R10 RP MM H9 H9*") == "H9"


def test_the_expert_weighs_what_a_win_counts() -> None:
    """With two 人牌 in hand, 二四 waits for the third (翻) among others, 胖子 for as many cards that double nothing."""
    hand = "RP RP MM C3 TI DI E4 GZ"
    assert thrown(Expert, hand) == "GZ"


# Normal and expert: claims


@pytest.mark.parametrize("policy", THINKING)
def test_a_claim_that_makes_the_hand_wait_is_made(policy: type[Policy]) -> None:
    """Three cards without a partner: a 吃 pairs one, the discard is the next, the last waits."""
    assert on_turn(policy, "DI TI HE R10 Y4 H9 RP SW MZ", "E4").startswith("chow ")


@pytest.mark.parametrize("policy", THINKING)
def test_a_pung_of_two_loose_cards_is_made(policy: type[Policy]) -> None:
    """It lays three cards for ten red points and brings a new one."""
    assert on_turn(policy, "DI TI HE R10 Y4 H9 MZ SW SW", "SW", 1) == "pung SW"


@pytest.mark.parametrize("policy", THINKING)
def test_what_breaks_pairs_of_a_waiting_hand_is_passed(policy: type[Policy]) -> None:
    """碰 of 胖子 would leave two cards of 6 alone; 吃 of 黑九 changes nothing."""
    assert on_turn(policy, "DI TI Y4 H9 MM PZ PZ C3 SD", "PZ", 1) == "pass"
    assert on_turn(policy, READY, "H9") == "pass"


@pytest.mark.parametrize("policy", THINKING)
def test_red_points_are_swapped_in(policy: type[Policy]) -> None:
    """A waiting hand of 15 red points eats 幺四 with 黑九 to throw 拐子."""
    hand = "H9 GZ PZ C3 MZ HE SD"
    assert on_turn(policy, hand, "Y4", groups=PUNG_BG) == "chow H9"
    position = Position({0: hand}, pool="Y4", groups=PUNG_BG)
    position.turn(0)
    position.answer("chow H9")
    assert answer(policy(), position) == "discard GZ"


@pytest.mark.parametrize("policy", THINKING)
def test_a_triple_without_partners_is_laid(policy: type[Policy]) -> None:
    """暗: three cards in the way become ten red points."""
    position = Position({0: "SW SW SW DI TI HE MZ Y4 H9"})
    position.turn(0)
    assert position.asked() == (0, "before_turn")
    assert answer(policy(), position) == "concealed_triplet SW"


def test_the_expert_keeps_a_triple_that_is_paired() -> None:
    """The hand waits for eleven cards with enough red points."""
    position = Position({0: "PZ PZ PZ E4 E4 MM DI TI RP R10 HE"})
    position.turn(0)
    assert answer(Expert(), position) == "pass"


def test_hidden_cards_do_not_matter() -> None:
    """The same answer whatever the others hold and the pool brings."""
    rng = random.Random(6)
    for _ in range(30):
        cards = rng.sample(DECK, 12)
        mine = [card for card in cards if VALUE[card]][:10]
        if len(mine) % 2:
            mine.pop()
        hidden = list(DECK)
        for card in mine:
            hidden.remove(card)
        answers = set()
        for _ in range(3):
            rng.shuffle(hidden)
            others = [card for card in hidden if VALUE[card]][:33]
            hands = {0: mine, 1: others[:11], 2: others[11:22], 3: others[22:]}
            position = Position({seat: format_cards(held) for seat, held in hands.items()})
            position.engine.ask_discard(0, DISCARD_STAGE)
            answers.add((answer(Normal(), position), answer(Expert(), position)))
        assert len(answers) == 1


# What the expert weighs


def test_worth_of_a_waiting_hand() -> None:
    ready = worth_of(Position({0: READY}))
    assert ready > worth_of(Position({0: "DI TI HE R10 Y4 H9 MM PZ BG NG C2"})) > 0  # fewer cards fit
    assert ready > worth_of(Position({0: "DI TI HE R10 Y4 H9 MM PZ BG R9 RP"})) > 0  # three have no partner
    assert ready > worth_of(Position({0: READY}, groups={1: "pung:E4 E4 E4"})) > 0  # fewer are left
    assert ready < worth_of(Position({0: READY}, bonus={0: "FT"}))  # 皮子
    assert ready > worth_of(Position({0: READY}, left=4))  # the hand ends soon
    assert worth_of(Position({0: READY}, options={"min_red": 1000})) == 0


def test_worth_counts_the_fans_to_come() -> None:
    """One red point less, but the third 人牌 would double."""
    plain = worth_of(Position({0: "RP MM PZ C3 TI DI E4"}, groups=PUNG_BG))
    two = worth_of(Position({0: "RP MM RP C3 TI DI E4"}, groups=PUNG_BG))
    assert two > plain


def test_what_a_pass_gives_up() -> None:
    """dead_cards: who passes a 碰 can take that kind no more."""
    hand = "DI TI HE R10 Y4 H9 MZ SW SW"
    worths = []
    for dead in (False, True):
        position = Position({0: hand}, pool="SW", options={"dead_cards": dead})
        position.turn(1)
        expert = load(position)
        expert.chances.pass_on(position.view(0))
        worths.append(int(expert.foresight.worth(expert.hand)))
    assert worths[0] > worths[1]


def test_danger_is_for_discards_that_can_be_won() -> None:
    danger = load(Position({0: READY}, groups={1: "pung:E4 E4 E4"})).danger
    assert int(danger.after(1000, 0)) == 1000
    position = Position({0: READY}, groups={1: "pung:E4 E4 E4"}, options={"win_on_discard": True})
    r9, h9, pz = parse_card("R9"), parse_card("H9"), parse_card("PZ")
    danger = load(position).danger
    fresh = int(danger.chance(h9))
    assert fresh == 10 + 28 + 10
    position.discard(2, "R9")
    danger = load(position).danger
    assert int(danger.chance(r9)) == int(danger.chance(h9)) == 0  # all saw it, and 黑九 has fewer red points
    assert int(danger.chance(pz)) == fresh
    position.discard(1, "HE")
    danger = load(position).danger
    assert int(danger.chance(h9)) == 28  # seat 1 may have changed what it waits for
    each = int(danger.after(100_000, pz))
    position = Position(
        {0: READY},
        groups={1: "pung:E4 E4 E4"},
        options={"win_on_discard": True, "payment": "discarder_pays"},
    )
    danger = load(position).danger
    alone = int(danger.after(100_000, pz))
    assert 100_000 > each > alone > 0


# Arithmetic


def test_lonely_cards_as_the_rules_have_it() -> None:
    rng = random.Random(2)
    found = set()
    for _ in range(3000):
        cards = [card for card in rng.sample(DECK, rng.randrange(1, 9)) if VALUE[card]]
        alone = int(lonely(values_of(key_of(cards))))
        balance = sum(int(BALANCE[card]) for card in cards)
        assert (alone == 0) == is_complete(balance)
        waits = any(is_complete(balance + int(BALANCE[kind])) for kind in range(KINDS) if VALUE[kind])
        assert (alone == 1) == waits
        assert (len(cards) - alone) % 2 == 0
        found.add(alone)
    assert found >= {0, 1, 2, 3, 4, 5}


def games(options: dict[str, object], deals: int) -> Iterator[Table]:
    """Tables of games of four `uniform`, whenever a seat is asked."""
    table = Table(options)
    rng = random.Random(9)
    for deal in range(deals):
        Seeds(4).deal(deal, 0, table.engine.chance.streams)
        table.engine.start_match()
        table.log.clear()
        table.engine.start_hand()
        while table.asked():
            yield table
            table.engine.answer(table.engine.moves[rng.randrange(int(table.engine.choices))])


def fields(hand: Hand) -> list[int]:
    """All that a hand is."""
    return [
        int(each)
        for each in (
            hand.key,
            hand.values,
            hand.flowers,
            hand.red,
            hand.flower_count,
            hand.owned,
            hand.fourths,
            hand.concealed,
        )
    ]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"kong": "add_fourth_steal_one", "pung_min_red": 30}])
def test_a_hand_becomes_what_the_engine_makes_of_it(options: dict[str, object]) -> None:
    """Every kind of move, with the card stolen for it."""
    before, after = Hand(), Hand()
    met = set()
    rng = random.Random(1)
    table = Table(options)
    state, engine = table.state, table.engine
    for deal in range(150):
        Seeds(4).deal(deal, 0, engine.chance.streams)
        engine.start_match()
        engine.start_hand()
        while table.asked():
            seat = int(state.asked)
            view = engine.view(seat, Stream())
            moves = [int(engine.moves[i]) for i in range(int(engine.choices))]
            move = rng.choice([each for each in moves if each >> 24 != WIN] or moves)
            before.load(view)
            mark = table.log.count
            groups, bonus = int(view.group_count(seat)), int(view.bonus_count(seat))
            if move >> 24 not in (PASS, WIN):
                before.play(move, view.offered(), table.rules.terms)
            engine.answer(move)
            events = table.log.to_list()[mark:]
            if move >> 24 in (PASS, WIN) or any(kind_of(event) == HAND_ENDED for event in events):
                continue
            if int(view.bonus_count(seat)) != bonus:
                continue  # a flower among the 皮子 counts too
            if move >> 24 == DISCARD and int(view.group_count(seat)) == groups:
                after.load(view)
                assert fields(before) == fields(after), engine.move(move)
            elif move >> 24 > DISCARD:
                stolen = events_of(events, DREW)[:1]
                for card in stolen:
                    before.draw(card)
                after.load(view)
                assert fields(before) == fields(after), engine.move(move)
                met.add(move >> 24)
    assert met >= {2, 3, 4} | ({5} if options else set())


@pytest.mark.parametrize(("group", "red"), [("pung:E4 E4 E4", 30), ("concealed:E4 E4 E4", 16)])
def test_a_fourth_counts_by_the_group_it_is_laid_on(group: str, red: int) -> None:
    """四 二四 are 16 red points; of a 碰 they count 30 here, of a 暗 10 at least."""
    options = {"kong": "add_fourth_steal_one", "pung_min_red": 30}
    table = Position({0: "E4* NG NG"}, groups={0: group}, options=options)
    hand = Hand()
    hand.load(table.engine.view(0, Stream()))
    hand.play(ADD_FOURTH << 24 | parse_card("E4*"), -1, table.rules.terms)
    assert hand.red == red


def events_of(events: list[int], kind: int) -> list[int]:
    """The cards of the events of a kind."""
    return [card_of(event) for event in events if kind_of(event) == kind]


def test_a_waiting_hand_by_the_scorer() -> None:
    """Rate and gain of the winning cards, each scored in full by the rules."""
    compared = 0
    expert = Expert()
    for table in games({}, 60):
        seat = int(table.state.asked)
        view = table.engine.view(seat, Stream())
        if view.hand_size(seat) % 2 == 0 or lonely(values_of(view.key())) != 1:
            continue
        look(expert, view)
        outlook = expert.outlook
        outlook.worth(expert.hand)
        rate = gain = 0
        for card in range(2 * KINDS):
            kind = card % KINDS
            flower_left = bool(view.is_flower_left(kind))
            copies = int(flower_left) if card >= KINDS else int(view.left(kind)) - int(flower_left)
            if copies and VALUE[kind] and view.is_waiting_for(kind):
                table.engine.count(seat, card, False)
                rate += copies
                gain += copies * (3 * int(table.engine.scorer.points) + LOSS) * UNIT
        assert int(outlook.rate) == rate * int(expert.chances.win)
        assert int(outlook.gain) == gain * int(expert.chances.win)
        compared += rate > 0
    assert compared > 100


def test_rates_of_three_cards_without_a_partner() -> None:
    """Worked by hand: 红十 梅子 九 wait; 胖子 and 人牌 count in no rate."""
    expert = load(Position({0: "DI TI R10 MZ H9"}))
    assert int(lonely(expert.hand.values)) == 3
    expert.outlook.worth(expert.hand)
    assert int(expert.outlook.rate) == (8 + 8) * int(expert.chances.chow)  # 禾牌 长二 for both 10s, 幺四 拐子
    assert LATER < THOUSAND
    assert int(expert.chances.steal) == FINE // (84 - 5)


def test_fans() -> None:
    outlook = load(Position({0: READY})).outlook
    cards = "DI DI DI Y4 Y4 RP RP RP RP* TI TI TI NG NG NG"
    assert int(outlook.fans(key_of(parse_cards(cards)))) == 1 + 0 + 2 + 1


def test_a_stolen_card_may_win_by_itself() -> None:
    """Before the steal a hand of pairs and one card; by `win_on_own_even_hand` only."""
    worths = []
    for allowed in (True, False):
        expert = load(Position({0: READY}, options={"win_on_own_even_hand": allowed}))
        expert.outlook.worth(expert.hand)
        assert (int(expert.outlook.lift) > 0) == allowed
        worths.append(int(expert.choice.steal(expert.hand)))
    assert worths[0] > worths[1] > 0


def test_bonus_cards_come_into_no_hand() -> None:
    """皮子 are no cards that may be drawn, but they are unseen."""
    unseen = load(Position({0: READY})).unseen
    assert [int(unseen.left[parse_card(code)]) for code in ("DD", "FT")] == [0, 0]
    assert int(unseen.cards) == 84 - 11
