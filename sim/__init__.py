"""paiju: an event-sourced simulator of Chinese tile and card games."""

import os

__version__ = "0.1.0"

if os.environ.get("PAIJU_PURE", "") not in ("", "0"):
    from sim.compiled import prefer_sources

    prefer_sources()
