"""`python -m paiju` is `paiju`."""

import sys

from paiju.sim.cli.main import main

sys.exit(main())
