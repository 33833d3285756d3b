"""For tests and notebooks alike."""

import json
import os
from pathlib import Path

# Notebooks run under test as they are committed: charts as pictures.
os.environ.setdefault("HEARTS_LAB_STATIC", "1")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leaves out notebooks that papermill wrote: reruns with other parameters, nothing to compare them with."""
    if (
        collection_path.suffix == ".ipynb"
        and "papermill" in json.loads(collection_path.read_text(encoding="utf-8"))["metadata"]
    ):
        return True
    return None
