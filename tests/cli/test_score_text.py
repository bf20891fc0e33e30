"""Whatever white space and signs a hand is written with, it is scored or refused in one sentence."""

from random import Random

import pytest

from tests.fuzzing import command, is_sound

SIGNS = "一二三捌 bs19\r\x0b\x1c\x85\u2028\u3000,;:*mpz٣²İſ\x00\ud800RPMDI"
ODD = ["RP MM\r", "\r", ",", "\x0b ,", "RP\x1f,MM\u2028", "RP MM DI\x1cX", "Dİ", "dı ſ", "\u3000RP"]


@pytest.mark.parametrize("game", ["hk_mahjong", "hunan_paohuzi", "chengdu_coushisi"])
def test_any_text_is_scored_or_refused_in_a_sentence(game: str) -> None:
    chance = Random(1)
    texts = [*ODD, *("".join(chance.choices(SIGNS, k=chance.randrange(8))) for _ in range(6))]
    for text in texts:
        outcome = command("score", game, f"hand={text}", "win=BG", f"melds=pung:{text}")
        assert is_sound(outcome), f"{text!r} ended in {outcome}"
        assert outcome[1].count("\n") == 1
