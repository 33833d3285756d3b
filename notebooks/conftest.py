"""The notebooks under test: run as they are committed, and no others."""

import os
from pathlib import Path

# Notebooks run under test as they are committed: charts as pictures.
os.environ.setdefault("HEARTS_LAB_STATIC", "1")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leaves out reruns with other parameters: there is nothing to compare them with."""
    if collection_path.suffix != ".ipynb":
        return None
    from hearts_lab.notebooks import is_rerun

    return is_rerun(collection_path) or None
