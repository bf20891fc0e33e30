"""`paiju run`: plays a tournament and rates its policies."""

import argparse
import json
import re
from itertools import count
from pathlib import Path
from typing import Any, Final

from paiju.sim.tournament.spec import RunConfig

RUNS: Final = "runs"
EXAMPLES: Final = """\
keys: ruleset=NAME matchup=NAME tournament=NAME executor=NAME choose a file of the configuration,
GROUP.KEY=VALUE sets one value, out=FOLDER says where the run goes (default: a new folder under runs/).

  paiju run
  paiju run ruleset=hk_mahjong ruleset.min_fan=3 tournament.blocks=5000 tournament.seed=7
  paiju run matchup=duel matchup.policies=[./mine.py:Mine] matchup.field=normal
  paiju run matchup.policies=[a=normal,b=normal,easy,expert]       the same player twice, under names of its own
  paiju run -m ruleset.min_fan=0,1,3

Ctrl-C stops when the shards being played are finished; paiju resume goes on. The same configuration and seed
give the same games, whatever the executor and however often it was interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EXAMPLES
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="what differs from the defaults")
    parser.add_argument(
        "--config-dir", metavar="FOLDER", help="a folder of your own ruleset/, matchup/ … files"
    )
    parser.add_argument(
        "-m", "--multirun", action="store_true", help="a run for each combination of listed values"
    )
    parser.add_argument(
        "--allow-env", action="store_true", help="let ${oc.env:NAME} in a configuration read the environment"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be played, and play nothing")
    parser.add_argument("--json", action="store_true", help="the results as JSON, a line per run")


def main(args: argparse.Namespace) -> int:
    """Play one run, or one after the other."""
    from paiju.sim.config import compose, compose_all

    if args.multirun:
        configs = compose_all(args.overrides, args.config_dir, environment=args.allow_env)
    else:
        configs = [compose(args.overrides, args.config_dir, environment=args.allow_env)]
    for config in configs:
        code = dry(config, args) if args.dry_run else play(config, args)
        if code:
            return code
    return 0


def play(config: RunConfig, args: argparse.Namespace) -> int:
    """Play one run and show its results."""
    from paiju.policies.trust import remember
    from paiju.sim.cli.session import given, hint_when_stopped, screen, show
    from paiju.sim.tournament.runner import start
    from paiju.sim.tournament.schedule import named_policies

    remember(name for name in (*named_policies(config.matchup), config.tournament.fallback) if ":" in name)
    location = config.out or free_folder(config)
    with hint_when_stopped(location), screen() as observer:
        outcome = start(config, location, given(), observer)
    return show(outcome, args)


def free_folder(config: RunConfig) -> str:
    """The folder of a run without a name: `runs/<ruleset>-<matchup>-<hash>`, numbered if that is taken."""
    ruleset = re.sub(r"[^\w.]+", "_", config.ruleset.name)
    base = f"{RUNS}/{ruleset}-{config.matchup.kind}-{config.content_hash()[:8]}"
    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(name for name in names if not Path(name).exists())


def dry(config: RunConfig, args: argparse.Namespace) -> int:
    """Say what would be played."""
    plan = plan_of(config)
    if args.json:
        print(json.dumps({"config": config.to_json(), "config_hash": config.content_hash(), "plan": plan}))
        return 0
    tournament = config.tournament
    deals = f"{tournament.first_deal} to {tournament.first_deal + tournament.blocks - 1}"
    print(f"ruleset    {config.ruleset.name} (hash {config.ruleset.hash})")
    print(f"matchup    {config.matchup.kind}: {', '.join(plan['players'])}")
    print(f"deals      {deals} of seed {tournament.seed}, each played by {plan['matchups']} tables")
    print(f"blocks     {plan['blocks']:,}, {plan['games']:,} games, in {plan['shards']:,} shards")
    print(f"log level  {tournament.log_level}")
    if tournament.stop != "none":
        print(f"stop       {tournament.stop}, asked after every {plan['shard_blocks']:,} blocks")
    print(f"into       {config.out or free_folder(config)}")
    return 0


def plan_of(config: RunConfig) -> dict[str, Any]:
    """The plan of a run; the policies are looked up, so that a wrong name is found now."""
    from paiju.sim.cli.session import given
    from paiju.sim.games import registry
    from paiju.sim.tournament.plan import make_plan, to_json
    from paiju.sim.tournament.runner import survey
    from paiju.sim.tournament.schedule import named_policies

    game = registry.get(config.ruleset.game)
    survey(config, (*named_policies(config.matchup), config.tournament.fallback), given())
    return to_json(make_plan(config, game))
