"""The tables of a run, as Arrow schemas: the contract between the simulator and the analysis.

Additive only: new columns go to the end, readers cope with parts that lack them. Names of things (kinds,
cards, policies …) are stored as dictionary-encoded text, so that SQL needs no decoding.
`game_id` = block * GAMES_PER_BLOCK + place of the game in its block; unique within a run.

What policies do wrong is a result, one row of `failures` each, of the kinds

    raised, illegal_move, budget     the fallback played on for it; counted in `seats.faults` too
    differs                          its game, played twice for a check, was another one; the first one stands
    hung                             the watchdog ended the game: the block is invalid, and its games are in no
                                     other table

With `tournament.on_failure=fallback` all games count as they were played. With `exclude` the games of every block
with one of the first four kinds have `games.scored` = false (null in older parts means true): they are left out
of ratings and of rates about play. Ratings then show a bound as well, with the excluded games as bad, or as good, for
the policy that failed as a game of the run can be (`paiju.analysis.ratings.bounds`). Invalid blocks never count, and
belong to that bound too.
"""

from typing import Final

import pyarrow as pa

from paiju.sim.kernel import events as ev

SCHEMA_VERSION: Final = 1
GAMES_PER_BLOCK: Final = 32

NAME: Final = pa.dictionary(pa.int32(), pa.string())
SHORT_NAME: Final = pa.dictionary(pa.int8(), pa.string())

GAMES: Final = pa.schema(
    [
        ("game_id", pa.int64()),
        ("block", pa.int64()),  # unit of scheduling, resume and statistics
        ("deal", pa.int64()),
        ("matchup", pa.int32()),  # which table of policies, numbered by the schedule
        ("circle", pa.int8()),  # which circular order of that table
        ("rotation", pa.int8()),
        ("hands", pa.int32()),
        ("events", pa.int32()),
        ("ended", SHORT_NAME),  # played_out, max_hands
        ("digest", pa.int64()),  # of the game's events (the first 8 bytes of blake2b, little-endian, signed)
        (
            "scored",
            pa.bool_(),
        ),  # false: a policy failed in this block, and the run excludes such blocks (see below)
    ]
)  # one row per match

SEATS: Final = pa.schema(
    [
        ("game_id", pa.int64()),
        ("seat", pa.int8()),
        ("policy", NAME),
        ("points", pa.int32()),
        ("rank", pa.float32()),  # 1 = most points; ties share the mean rank
        ("hands_won", pa.int32()),
        # Hands in which this seat gave the winning card: discarded it, or drew it for another.
        ("hands_paid", pa.int32()),
        ("faults", pa.int16()),
    ]
)  # one row per match and seat

HANDS: Final = pa.schema(
    [
        ("game_id", pa.int64()),
        ("hand", pa.int16()),
        ("dealer", pa.int8()),
        ("outcome", SHORT_NAME),
        ("winner", pa.int8()),  # null: drawn
        ("from_seat", pa.int8()),  # who gave the winning card; null: drawn or self-draw
        ("score", pa.int32()),  # as counted by the game (fan, huxi …) before any cap; null: drawn
        ("points", pa.int32()),  # what the winner received; null: drawn
        ("turns", pa.int16()),  # cards drawn
        ("decisions", pa.int16()),  # questions asked
        ("events", pa.int16()),
        ("patterns", pa.list_(SHORT_NAME)),  # items of the score
    ]
)  # one row per hand

EVENTS: Final = pa.schema(
    [
        ("game_id", pa.int64()),
        ("hand", pa.int16()),
        ("seq", pa.int16()),  # place in the hand, from 0
        ("move", pa.int16()),  # questions asked so far in the hand
        ("kind", SHORT_NAME),
        ("seat", pa.int8()),  # null: nobody
        ("card", SHORT_NAME),  # null: none
        ("from_seat", pa.int8()),  # null: nobody
        ("arg", pa.int32()),
        ("visible", pa.int8()),  # set of seats that may see the card, bit s for seat s
    ]
)  # one row per event

FAILURES: Final = pa.schema(
    [
        ("game_id", pa.int64()),
        ("seat", pa.int8()),
        ("policy", NAME),
        ("fault", SHORT_NAME),
        ("event", pa.int32()),  # its place among the events of the game
        ("text", pa.string()),
    ]
)  # one row per policy that failed in a match

# What `arg` is made of, as (shift, mask): of `asked` the stage, how many choices, the set of their kinds; of `scored`
# the pattern and its value. SQL has functions of these names.
ARGS: Final = {
    "stage_of": (ev.STAGE_SHIFT, ev.MAX_STAGE),
    "choices_of": (ev.CHOICES_SHIFT, ev.MAX_CHOICES),
    "offers_of": (0, ev.OFFERS_MASK),
    "pattern_of": (ev.PATTERN_SHIFT, ev.MAX_PATTERN),
    "value_of": (0, ev.MAX_VALUE),
}

FIRST_GAME_KIND: Final = ev.FIRST_GAME_KIND  # kinds of event from this number on are the game's own

TABLES: Final = {"games": GAMES, "seats": SEATS, "hands": HANDS, "events": EVENTS, "failures": FAILURES}
UTILITIES: Final = ("points", "rank", "win")  # what ratings may count
LOG_LEVELS: Final = {
    "results": ("games", "seats", "failures"),
    "hands": ("games", "seats", "failures", "hands"),
    "events": ("games", "seats", "failures", "hands", "events"),
}
