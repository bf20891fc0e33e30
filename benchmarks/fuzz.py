"""A long fuzz of everything that reads files: every outcome is success or one sentence.

    python -m benchmarks.fuzz 600            ten minutes, from seed 0 on
    python -m benchmarks.fuzz 600 4000       from seed 4000 on

Prints every seed whose outcome is another one, with what was tried and how it ended; exit code 1 if there is any.
"""

import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

from tests.fuzzing import Fuzz, is_sound


def main() -> int:
    """Try for so many seconds."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    first = seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    unsound = 0
    with tempfile.TemporaryDirectory(prefix="paiju-fuzz-") as folder:
        fuzz = Fuzz(Path(folder))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            what, outcome = fuzz.try_one(Random(seed))
            if not is_sound(outcome):
                unsound += 1
                print(f"seed {seed}: {what} ended in {outcome[0]!r} and said {outcome[1]!r}", flush=True)
                if isinstance(outcome[0], BaseException):
                    traceback.print_exception(outcome[0], limit=-3)
            seed += 1
    print(f"{seed - first} tries, {unsound} that ended neither well nor with a sentence")
    return 1 if unsound else 0


if __name__ == "__main__":
    sys.exit(main())
