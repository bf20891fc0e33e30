"""The numbers that stand in a log of hunan_paohuzi, written down once more; nothing here is the program's."""

(
    HAND_STARTED,
    DEALT,
    DREW,
    ASKED,
    PASSED,
    DISCARDED,
    WON,
    SCORED,
    PAID,
    REVEALED,
    HAND_ENDED,
    MATCH_ENDED,
    FAULTED,
    MATCH_STARTED,
) = range(14)
CHOWED, COMPARED, PUNGED, WEI, STALE_WEI, PAO, TI = range(16, 23)
_KERNEL_NAMES = """
hand_started dealt drew asked passed discarded won scored paid revealed
hand_ended match_ended faulted match_started
"""
_FAMILY_NAMES = ("chowed", "compared", "punged", "wei", "stale_wei", "pao", "ti")
KIND_NAMES = {**dict(enumerate(_KERNEL_NAMES.split())), **dict(enumerate(_FAMILY_NAMES, 16))}
DISCARD_STAGE, WIN_STAGE, OPENING_STAGE, GROUP_STAGE, BEFORE_STAGE, PUNG_STAGE, CHOW_STAGE = range(7)
STAGE_NAMES = ["discard", "win", "opening_win", "win_with_group", "win_before_group", "pung", "chow"]
PASS, DISCARD, CHOW, PUNG, WIN = (1 << i for i in range(5))
DRAWN_HAND, SELF_DRAW, BY_DISCARD, BY_OTHER_DRAW, BY_SHOWN_CARD, BY_OPENING_GROUPS = 0, 1, 2, 8, 9, 10
FROM_DEAL, FROM_KAN, FROM_WEI, FROM_PUNG = range(4)
OWN, OTHER, PLAYED = "own draw", "other's draw", "played"
NOBODY, NO_CARD, ALL = 7, 255, 15
CHARACTERS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
PATTERNS_OF_GROUPS = ("pung", "kan", "wei", "stale_wei", "pao", "ti", "run", "red")
FACTORS = ("self_draw", "heavenly", "earthly", "big_red", "small_red", "all_black", "one_red")
PATTERN_NAMES = (*PATTERNS_OF_GROUPS, *FACTORS)
PATTERN = {name: number for number, name in enumerate(PATTERN_NAMES)}


class Breach(AssertionError):
    """A log that no game by these rules can have written; the sentence names event and rule."""


def fields_of(event: int) -> tuple[int, int, int, int, int, int]:
    """(kind, seat, card, from_seat, arg, visible) of a stored event."""
    return event & 63, event >> 6 & 7, event >> 12 & 255, event >> 9 & 7, event >> 24, event >> 20 & 15


def event_of(kind: int, seat: int, card: int, from_seat: int, arg: int, visible: int) -> int:
    """The stored form of an event."""
    return kind + (seat << 6) + (from_seat << 9) + (card << 12) + (visible << 20) + (arg << 24)


def describe(event: int) -> str:
    """An event for people."""
    kind, seat, card, from_seat, arg, visible = fields_of(event)
    name = KIND_NAMES.get(kind, f"kind {kind}")
    extra = f"arg {arg}"
    if kind == ASKED:
        kinds = [text for i, text in enumerate(["pass", "discard", "chow", "pung", "win"]) if arg >> i & 1]
        stage = STAGE_NAMES[arg >> 24] if 0 <= arg >> 24 < 7 else f"stage {arg >> 24}"
        extra = f"{stage}, {arg >> 16 & 255} choices of {'/'.join(kinds)}"
    character = CHARACTERS[card] if card < 20 else "-"
    return f"{name} seat {seat} card {character} from {from_seat} visible {visible:04b} ({extra})"
