"""What the front page says, the tests run."""

import doctest
import re
from pathlib import Path

import pytest

from hearts_lab import notebooks

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_fits_on_two_screens():
    assert len(README.splitlines()) <= 120


def test_begins_with_the_two_commands():
    commands = "\n".join(blocks("(?:bash|sh|console)"))
    for needed in ("pip install -e", "jupyter lab", "pytest"):
        assert needed in commands, f"{needed} is not among the commands"
    assert README.index("jupyter lab") < README.index("pytest")


def test_the_python_session_runs_and_prints_what_it_says():
    sessions = blocks("pycon")
    assert sessions, "no session in a pycon block"
    session = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(session, out=told.append)
    assert session.examples
    assert runner.failures == 0, "".join(told)


def test_the_games_table_is_what_the_package_generates():
    assert notebooks.GAMES.search(README), "no table between <!-- games --> and <!-- /games -->"
    assert notebooks.readme_text(README) == README, "write it with python -m hearts_lab.notebooks"


def test_every_notebook_is_listed():
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        assert notebooks.is_rerun(path) or f"notebooks/{path.name}" in README


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README) or [None])
def test_links_lead_somewhere(target):
    assert target is None or (ROOT / target).exists()
