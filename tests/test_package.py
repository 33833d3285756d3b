"""The package as a whole: imports go one way, the front door is light, files stay short, a wheel works elsewhere."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "hearts_lab"

# A module may import, at module level, only those that stand before it.
LADDER = (
    "cards draws rules play score views unseen worlds sense simple habits shooting habitual features policy notation wording "
    "layout deal given players match instructions compiled turns runs workers simulation summaries estimates solver stakes "
    "weighing playouts search tables endings matches experiments tournaments remarks coaching positions analyses verdicts "
    "evolution charts widgets notebooks"
).split()
# Who may load a heavy library when it is imported.
OWNERS = {
    "numba": {"instructions", "compiled"},
    "pandas": {"tables", "endings", "estimates", "matches", "experiments", "tournaments", "analyses", "verdicts", "coaching",
               "positions",
               "charts"},
    "altair": {"charts"},
    "ipywidgets": {"widgets"},
    "anywidget": {"widgets"},
    "papermill": set(),
    "sklearn": set(),
}
LONGEST = 500
FOLDERS = ("widgets", "analyses")  # several files on one rung; they may import each other


def module_of(path: Path) -> str:
    """The rung a file belongs to; all of widgets/ is one."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if module_of(path) != "__init__")


def imports(body: list[ast.stmt]) -> list[str]:
    """The dotted names that are imported when the module is: not those in functions or under TYPE_CHECKING."""
    found = []
    for statement in body:
        if isinstance(statement, ast.Import):
            found += [name.name for name in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            assert statement.level == 0, "imports name the package, so that they can be read alone"
            found += [f"{statement.module}.{name.name}" for name in statement.names]
        elif isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            found += imports(statement.orelse)
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in ("body", "orelse", "finalbody", "handlers"):
                inner = getattr(statement, part, [])
                found += imports(inner) if isinstance(inner, list) else []
    return found


def imported(path: Path) -> list[str]:
    return imports(ast.parse(path.read_text(encoding="utf-8")).body)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path):
    here = module_of(path)
    assert here in LADDER, f"{here} has no place on the ladder"
    for name in imported(path):
        package, *rest = name.split(".")
        if package == "hearts_lab" and rest and rest[0] in LADDER:
            place = LADDER.index(rest[0])
            assert place < LADDER.index(here) or rest[0] == here in FOLDERS, f"{here} imports {rest[0]}"
        assert here in OWNERS.get(package, {here}), f"{here} loads {package} when it is imported"


def test_the_front_door_is_light():
    heavy = [*OWNERS, "jupyterlab", "vl_convert", "PIL"]
    program = f"import sys, hearts_lab; print([name for name in {heavy} if name in sys.modules])"
    assert python("-c", program) == "[]\n"


def test_a_deal_needs_no_heavy_library():
    program = (
        "import sys, hearts_lab as hl; hl.Deal(hl.variant('black_maria'), seed=7)\n"
        f"print([name for name in {list(OWNERS)} if name in sys.modules])"
    )
    assert python("-c", program) == "[]\n"


def test_charts_of_another_session_are_left_alone():
    program = (
        "import altair; before = altair.renderers.active; import hearts_lab; print(before == altair.renderers.active)"
    )
    assert python("-c", program) == "True\n"


SOURCES = [
    path for folder in (PACKAGE, ROOT / "tests") for kind in ("py", "js", "css") for path in folder.rglob(f"*.{kind}")
]


@pytest.mark.parametrize("path", sorted(SOURCES), ids=lambda path: str(path.relative_to(ROOT)))
def test_files_can_be_read_in_one_sitting(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_a_wheel_works_elsewhere_with_its_data(tmp_path):
    pip = ("-m", "pip", "--disable-pip-version-check")
    python(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(ROOT))
    (wheel,) = tmp_path.glob("hearts_lab-*.whl")
    elsewhere = tmp_path / "elsewhere"
    python(*pip, "install", "-q", "--no-deps", "--no-index", "--target", str(elsewhere), str(wheel))
    program = "import hearts_lab as hl; print(hl.__file__); print(hl.variant('black_maria').total)"
    where, total = python("-c", program, cwd=tmp_path, PYTHONPATH=str(elsewhere)).split("\n")[:2]
    assert Path(where).is_relative_to(elsewhere)
    assert total == "43"
    carried = {str(path.relative_to(elsewhere)) for path in (elsewhere / "hearts_lab").rglob("*") if path.is_file()}
    for folder, inside in ((ROOT / "data", "hearts_lab/data"), (PACKAGE / "widgets", "hearts_lab/widgets")):
        for path in folder.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert str(Path(inside) / path.relative_to(folder)) in carried


def python(*words: str, cwd: Path | None = None, **environment: str) -> str:
    """What Python prints, in a process of its own."""
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
