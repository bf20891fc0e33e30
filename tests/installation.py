"""Our package as an installation has it: alone on its path, without the folders beside it in a checkout."""

from pathlib import Path

import paiju


def link(folder: Path) -> str:
    """Links to the package and its compiled library in a new folder: what PYTHONPATH is to name."""
    root = Path(paiju.__file__).parent.parent
    folder.mkdir()
    for path in (root / "paiju", *root.glob("paiju__mypyc*")):
        (folder / path.name).symlink_to(path)
    return str(folder)
