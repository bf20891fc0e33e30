"""A Ray cluster of two nodes on this machine, one of which is killed in mid-run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournament.runs import Play

ROOT = Path(__file__).resolve().parents[2]
OVERRIDES = ["matchup.policies=[easy,normal]", "tournament.blocks=400", "tournament.shard_blocks=20"]
PROGRAM = """
import sys
import time

import ray
from ray.cluster_utils import Cluster

from paiju import policies
from paiju.sim.config import compose
from paiju.sim.tournament.runner import Observer, Policies, start

small = {"num_cpus": 1, "object_store_memory": 80_000_000}
cluster = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
second = cluster.add_node(**small)
cluster.wait_for_nodes()
ray.init(address=cluster.address, log_to_driver=False, logging_level="error")


def alive():
    return sum(node["Alive"] for node in ray.nodes())


class Kill(Observer):
    def progressed(self, progress):
        if progress.blocks == 60:
            print("nodes", alive())
            cluster.remove_node(second, allow_graceful=False)
            assert not second.any_processes_alive()

    def say(self, sentence):
        print(sentence)


config = compose([*sys.argv[2:], "executor=ray"])
outcome = start(config, sys.argv[1], Policies(policies.find, policies.describe), Kill())
end = time.monotonic() + 60
while alive() == 2 and time.monotonic() < end:  # the cluster hears of it late
    time.sleep(0.2)
print("nodes", alive())
print("digest", outcome.complete, outcome.digest)
ray.shutdown()
cluster.shutdown()
"""


@pytest.mark.ray
@pytest.mark.slow
def test_a_node_that_dies_in_mid_run(play: Play, tmp_path: Path) -> None:
    """Its shards are played by the other; the digest is that of a run in one process."""
    pytest.importorskip("ray.cluster_utils")
    one = play("one", *OVERRIDES)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "two"), *OVERRIDES],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith(("nodes", "digest"))]
    assert told == ["nodes 2", "nodes 1", f"digest True {one.digest}"]
