"""`paiju score`: what a hand is worth, item by item, and who pays."""

import argparse
import json
from collections.abc import Mapping
from typing import Any

from paiju.sim.cli.games import ruleset_of
from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput

EXAMPLES = """\
`hand` holds the concealed tiles without the winning one; `melds` is kind:cards; kind:cards.

examples:
  paiju score hk_mahjong hand="123m 456p 789s 9p" win=9p melds="pung:777z"
  paiju score hk_mahjong hand="234m 456p 678s 345s 5p" win=5p source=self_draw seat_wind=1z
  paiju score hk_mahjong hand="19m 19p 19s 1234567z" win=1z ruleset.extra_fan=[thirteen_orphans]
  paiju score hunan_paohuzi hand="一二三 六七 九九" win=八 melds="pao:五五五五; wei:捌捌捌" source=draw_other
  paiju score chengdu_coushisi hand="RP MM TI DI C2 MZ GZ H9 NG" win=BG melds="pung:RP RP RP*" bonus="DD FT"
  paiju score chengdu_coushisi hand="猫猫 包谷 长二 拐子 长三 尼姑 胖子 三五 黑九 梅子 梅子" source=black_dragon
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", help="the game, such as hk_mahjong")
    parser.add_argument("fields", nargs="+", metavar="key=value", help="the hand, and ruleset.key=value")
    parser.add_argument("--config-dir", help="a folder with your own rulesets")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")


def main(args: argparse.Namespace) -> int:
    """Score the hand; exit code 0 whether it wins or not."""
    game = registry.get(args.game)
    fields, overrides = split(args.fields)
    if not any(item.startswith("ruleset=") for item in overrides):
        overrides.insert(0, f"ruleset={game.name}")
    ruleset = ruleset_of(overrides, args.config_dir)
    if ruleset.game != game.name:
        raise BadInput(f"ruleset={ruleset.name} is a ruleset of {ruleset.game}, not of {game.name}")
    answer = game.explain_score(fields, ruleset.options)
    print(json.dumps(answer, ensure_ascii=False, indent=1) if args.json else text(answer, game.units))
    return 0


def split(items: list[str]) -> tuple[dict[str, str], list[str]]:
    """The fields of the hand, and the overrides of the ruleset."""
    fields: dict[str, str] = {}
    overrides = []
    for item in items:
        key, equals, value = item.partition("=")
        if not equals:
            raise BadInput(f"'{item}' is no key=value")
        if key == "ruleset" or key.startswith("ruleset."):
            overrides.append(item)
        elif key in fields:
            raise BadInput(f"{key} is given twice: {fields[key]!r} and {value!r}")
        else:
            fields[key] = value
    return fields, overrides


def text(answer: Mapping[str, Any], units: Mapping[str, str]) -> str:
    """The answer for people."""
    if not answer["wins"]:
        return f"no win: {answer['reason']}"
    lines = [f"wins: {answer['reason']}" if answer["reason"] else "wins"]
    width = max((len(item["name"]) for item in answer["items"]), default=0)
    lines += [f"  {item['value']:3}  {item['name']:{width}}  {item['hanzi']}" for item in answer["items"]]
    sums = [f"{unit} {hanzi} {answer[unit]}" for unit, hanzi in units.items() if unit in answer]
    lines.append(f"{', '.join(sums)}, points {answer['points']}")
    lines += [f"  {who:12} {points:+d}" for who, points in answer["payments"].items()]
    return "\n".join(lines)
