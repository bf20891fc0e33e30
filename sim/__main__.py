"""`python -m sim` is `paiju`."""

import sys

from sim.cli.main import main

sys.exit(main())
