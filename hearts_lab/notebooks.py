"""Keeps the notebooks: runs them, writes what is committed of them, and runs one again with other parameters.

    python -m hearts_lab.notebooks                      run every notebook, write its outputs in one small form
    python -m hearts_lab.notebooks --check              write nothing, say what would change (README's games too)
    python -m hearts_lab.notebooks rerun 11_dangerous_spades -p deals=5000 -p games=black_maria
    python -m hearts_lab.notebooks rerun 11_dangerous_spades --help

Two runs write the same bytes. Charts become small pictures, widgets their text; counters, cell ids and metadata are
set, so that a difference between two versions of a notebook is one that a reader would see.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

CELL_TIMEOUT = 300  # seconds, for machines much slower than the two cores a notebook is written for
LARGEST_OUTPUT = 150_000  # bytes in one cell
LARGEST_NOTEBOOK = 600_000

# Of what a cell shows, this is committed; live widgets and chart scripts are not.
KEPT = ("text/plain", "text/html", "text/markdown", "text/latex", "image/png", "image/svg+xml")
WIDGET = "application/vnd.jupyter.widget-view+json"
# The text of a widget that has no words of its own: a progress bar, or the names of its classes.
WORDLESS = re.compile(r"\s*(\d+%\||\d+it \[|\w+\(\w+=)")
KEPT_CELL_METADATA = ("tags", "jupyter", "slideshow")
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class NotebookError(ValueError):
    """A notebook that cannot be run, kept or rerun as asked."""

    def __init__(self, sentence: str, notebook: nbformat.NotebookNode | None = None) -> None:
        super().__init__(sentence)
        self.notebook = notebook


def folder() -> Path:
    """The notebooks' folder: below the current one, or beside the package in its repository."""
    here = Path("notebooks")
    return here if here.is_dir() else Path(__file__).parent.parent / "notebooks"


def is_rerun(path: Path) -> bool:
    """Whether papermill wrote this file: a run with other parameters, which is nobody's to keep or compare."""
    return "papermill" in _read(path).metadata


def _read(path: Path) -> nbformat.NotebookNode:
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError) as error:
        raise NotebookError(f"{path} cannot be read as a notebook.") from error


def all_notebooks() -> list[Path]:
    return sorted(path for path in folder().glob("*.ipynb") if not is_rerun(path))


def find(name: str) -> Path:
    """A notebook by its path, its name, or the number it starts with."""
    if Path(name).is_file():
        return Path(name)
    found = [path for path in all_notebooks() if name in (path.stem, path.name, path.stem.split("_")[0])]
    if not found:
        raise NotebookError(
            f"There is no notebook {name}. There are: {', '.join(path.stem for path in all_notebooks())}."
        )
    return found[0]


# Running and keeping


def executed(path: Path, *, static: bool = True, where: Path | None = None) -> nbformat.NotebookNode:
    """The notebook, run from top to bottom in a fresh kernel; NotebookError, with the notebook so far, if it fails."""
    notebook = _read(path)
    environment = dict(os.environ, HEARTS_LAB_STATIC="1" if static else "0", PYTHONHASHSEED="0")
    # Widget state is kept while it runs: without it, nbclient fails on Output widgets.
    client = NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=ERROR"],  # its warnings are about other machines, not about the notebook
        resources={"metadata": {"path": str(where or path.parent)}},
    )
    try:
        client.execute(env=environment)
    except (CellExecutionError, CellTimeoutError) as error:
        raise NotebookError(f"{path.name} does not run: {_last_line(str(error))}", notebook) from error
    return notebook


def normalised(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook with its outputs in the form that is committed."""
    cells, count = [], 0
    for number, cell in enumerate(notebook.cells, start=1):
        kept = {
            "id": f"cell-{number:02d}",
            "cell_type": cell.cell_type,
            "source": cell.source.strip("\n"),
            "metadata": {key: cell.metadata[key] for key in KEPT_CELL_METADATA if key in cell.metadata},
        }
        if cell.get("attachments"):
            kept["attachments"] = cell.attachments
        if cell.cell_type == "code":
            count += 1
            kept.update(execution_count=count, outputs=list(_outputs(cell.outputs, count)))
        cells.append(kept)
    return nbformat.from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA, "cells": cells})


def _outputs(outputs: Sequence[Any], count: int) -> Iterator[dict[str, Any]]:
    """One cell's outputs as they are kept: text that came in pieces as one, of each bundle what needs no script."""
    printed: dict[str, Any] | None = None
    for output in outputs:
        if output.output_type == "stream":
            if printed and printed["name"] == output.name:
                printed["text"] += output.text
                continue
            if printed:
                yield printed
            printed = {"output_type": "stream", "name": output.name, "text": output.text}
            continue
        if printed:
            yield printed
            printed = None
        if output.output_type == "error":
            # A traceback names files of this machine; its last line is what a reader needs.
            yield {
                "output_type": "error",
                "ename": output.ename,
                "evalue": output.evalue,
                "traceback": [f"{output.ename}: {output.evalue}"],
            }
            continue
        data = {kind: output.data[kind] for kind in KEPT if kind in output.data}
        if not data or (WIDGET in output.data and WORDLESS.match(data.get("text/plain", ""))):
            continue
        kept = {
            "output_type": output.output_type,
            "data": data,
            "metadata": {kind: value for kind, value in output.metadata.items() if kind in data},
        }
        if output.output_type == "execute_result":
            kept["execution_count"] = count
        yield kept
    if printed:
        yield printed


def text_of(notebook: nbformat.NotebookNode) -> str:
    """The notebook as the text of its file."""
    return nbformat.writes(notebook).rstrip("\n") + "\n"


MACHINE_PATH = re.compile(r"(?<![\w.:/])(?:/(?:root|home|tmp|usr|opt|var|work|Users|private)/\w|[A-Z]:\\\\?Users)")
ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")


def problems(notebook: nbformat.NotebookNode) -> list[str]:
    """What stands against committing this notebook, a sentence each."""
    found = []
    if "widgets" in notebook.metadata:
        found.append("It carries the state of widgets in its metadata.")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        found.append("Its cells have not all been run, in order.")
    for cell in code:
        where = f"Cell {cell.execution_count}"
        for output in cell.outputs:
            data = output.get("data", {})
            strange = sorted(set(data) - set(KEPT))
            if strange:
                found.append(f"{where} keeps {', '.join(strange)}, which needs a script to be seen.")
            if output.get("name") == "stderr":
                found.append(f"{where} writes to stderr: {_last_line(output.text)}")
            if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
                found.append(f"{where} fails: {output.ename}: {output.evalue}")
            text = "".join(
                [output.get("text", ""), *(data[kind] for kind in KEPT if kind in data and kind != "image/png")]
            )
            if MACHINE_PATH.search(text):
                found.append(f"{where} shows a path of this machine.")
            if ADDRESS.search(text):
                found.append(f"{where} shows an address in memory, another one every time.")
        size = len(str(cell.outputs))
        if size > LARGEST_OUTPUT:
            found.append(f"{where} keeps {size // 1000} kB; at most {LARGEST_OUTPUT // 1000} kB are kept of one cell.")
    size = len(text_of(notebook))
    if size > LARGEST_NOTEBOOK:
        found.append(f"It has {size // 1000} kB; at most {LARGEST_NOTEBOOK // 1000} kB are kept of a notebook.")
    return found


def keep(paths: Sequence[Path], *, check: bool = False) -> bool:
    """Runs the notebooks and writes them (or with check=True only compares); True if nothing is amiss."""
    fine = True
    for path in paths:
        try:
            with TemporaryDirectory() as scratch:  # a match that was saved beside the notebooks has no say here
                notebook = normalised(executed(path, where=Path(scratch)))
        except NotebookError as error:
            print(error)
            fine = False
            continue
        amiss = problems(notebook)
        for sentence in amiss:
            print(f"{path.name}: {sentence}")
        fine = fine and not amiss
        fine = _write(path, text_of(notebook), check=check) and fine
    return fine


def _write(path: Path, text: str, *, check: bool) -> bool:
    """Writes a file where it differs and says so; with check=True a difference is only told, and counts as amiss."""
    same = path.is_file() and path.read_text(encoding="utf-8") == text
    if not same and not check:
        path.write_text(text, encoding="utf-8", newline="\n")
    state = "unchanged" if same else "differs" if check else "written"
    print(f"{path.name}: {state}, {len(text.encode()) / 1000:.0f} kB")
    return same or not check


def _last_line(text: str) -> str:
    lines = [line for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if line.strip()]
    return lines[-1] if lines else "(nothing)"


# The games in the README

GAMES = re.compile(r"(<!-- games -->\n).*?(<!-- /games -->)", re.DOTALL)


def games_table() -> str:
    """All games as a Markdown table, a row each, as `variants()` gives them."""
    import hearts_lab as hl

    games = hl.variants().drop(columns="source").assign(name=lambda table: "`" + table.name + "`")
    rows = [list(map(str, games.columns)), ["---"] * len(games.columns)]
    rows += [[str(value).replace("|", "\\|") for value in row] for row in games.itertuples(index=False)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def readme_text(text: str) -> str:
    """A README with the games table between its markers as it should be."""
    return GAMES.sub(lambda marks: marks[1] + games_table() + marks[2], text)


# Rerunning with other parameters


class Parameter(NamedTuple):
    name: str
    value: Any
    comment: str

    def read(self, text: str) -> Any:
        """A value for this parameter from what was typed, of the type that its default has."""
        kind = type(self.value)
        try:
            if kind is str:
                return text
            if kind is int and text.isascii():
                return int(text.replace(",", ""))
            if kind in (list, tuple) and text[:1] not in ("[", "("):
                return [self._one(part.strip()) for part in text.split(",")]
            value = ast.literal_eval(text.capitalize() if kind is bool else text)
            if kind is float and type(value) in (int, float):
                return float(value)
            if kind is type(None) or type(value) is kind or (kind in (list, tuple) and isinstance(value, list | tuple)):
                return value
        except (ValueError, SyntaxError):
            pass
        what = {int: "a whole number", float: "a number", bool: "True or False", list: "a list", tuple: "a list"}.get(
            kind, kind.__name__
        )
        raise NotebookError(f"{self.name} is {what}, like {self.value!r}; {text!r} is not.")

    def _one(self, text: str) -> Any:
        """An entry of a list that was typed without brackets: a word where the default has words."""
        if not text:
            raise ValueError("An entry is empty.")
        return text if any(isinstance(one, str) for one in self.value) else ast.literal_eval(text)

    @property
    def typed(self) -> str:
        """Its value as it can be typed after -p, without quotes."""
        if isinstance(self.value, list | tuple) and all(isinstance(one, str) for one in self.value):
            return ",".join(self.value)
        return str(self.value)


def parameters(path: Path) -> list[Parameter]:
    """The parameters of a notebook: the assignments in its cell tagged `parameters`, with their comments."""
    notebook = _read(path)
    source = "\n".join(cell.source for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = []
    for line in ast.parse(source).body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None:
            target = line.target if isinstance(line, ast.AnnAssign) else line.targets[0]
            found.append(
                Parameter(ast.unparse(target), ast.literal_eval(line.value), comments.get(line.end_lineno or 0, ""))
            )
    return found


def rerun(path: Path, changes: Sequence[str], out: Path | None = None) -> Path:
    """Runs a notebook with changed parameters into a new file, and gives that file; the notebook stays as it is."""
    import papermill

    known = {parameter.name: parameter for parameter in parameters(path)}
    if not known:
        raise NotebookError(f"{path.stem} has no parameters.")
    values = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise NotebookError(f"Write name=value, not {change!r}.")
        if name not in known:
            raise NotebookError(f"{path.stem} has no parameter {name!r}; it has {', '.join(known)}.")
        values[name] = known[name].read(text)
    if out is None:
        out = next(name for name in _numbered(Path("reruns"), path.stem) if not name.exists())
    elif out.exists():
        raise NotebookError(f"{out} is there already; name a new file.")
    out.parent.mkdir(parents=True, exist_ok=True)
    given = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    # Papermill only writes the parameters into it: on a busy machine its own run sometimes never ended.
    papermill.execute_notebook(path, out, parameters=given, kernel_name="python3", prepare_only=True)
    try:
        nbformat.write(executed(out, static=False, where=path.parent), out)
    except NotebookError as error:
        nbformat.write(error.notebook, out)
        told = str(error).rstrip(" .:")
        raise NotebookError(f"{told}. What ran until then is in {out}.", error.notebook) from error
    return out


def _numbered(where: Path, stem: str) -> Iterator[Path]:
    number = 1
    while True:
        yield where / f"{stem}-{number}.ipynb"
        number += 1


# The commands

RERUN_EXAMPLES = """examples:
  python -m hearts_lab.notebooks rerun 11 -p deals=5000
  python -m hearts_lab.notebooks rerun 10_smoking_the_queen -p games=black_maria,standard_spot -p seed=2
  python -m hearts_lab.notebooks rerun 11 -p strategy=smoker -o mine.ipynb
"""


def main(words: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if words is None else words)
    try:
        if words[:1] == ["rerun"]:
            return _rerun_command(words[1:])
        parser = argparse.ArgumentParser(
            prog="python -m hearts_lab.notebooks",
            usage="%(prog)s [notebooks ...] [--check]\n       %(prog)s rerun NOTEBOOK [-p NAME=VALUE ...] [-o OUT]",
            description=__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("notebooks", nargs="*", help="all of them if none is named")
        parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
        chosen = parser.parse_args(words)
        fine = keep([find(name) for name in chosen.notebooks] or all_notebooks(), check=chosen.check)
        readme = folder().parent / "README.md"
        if not chosen.notebooks and readme.is_file():
            fine = _write(readme, readme_text(readme.read_text(encoding="utf-8")), check=chosen.check) and fine
        return 0 if fine else 1
    except NotebookError as error:
        print(error, file=sys.stderr)
        return 2


def _rerun_command(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hearts_lab.notebooks rerun",
        usage="%(prog)s NOTEBOOK [-p NAME=VALUE ...] [-o OUT] [-h]",
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run a notebook with other parameters, into a new file in reruns/; NOTEBOOK -h lists the parameters.",
        epilog=RERUN_EXAMPLES,
    )
    parser.add_argument("notebook", metavar="NOTEBOOK", help="its name, its number or its file")
    parser.add_argument(
        "-p",
        dest="changes",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="once for each parameter to change",
    )
    parser.add_argument("-o", "--out", type=Path, help="the new file; a new one in reruns/ if none is named")
    parser.add_argument("-h", "--help", action="store_true", help="this, and the notebook's parameters")
    if set(words) <= {"-h", "--help"}:
        parser.print_help()
        return 0
    chosen = parser.parse_args(words)
    path = find(chosen.notebook)
    if chosen.help:
        parser.print_help()
        print(f"\nparameters of {path.stem}:")
        for parameter in parameters(path):
            print(f"  {parameter.name}={parameter.typed}".ljust(34), parameter.comment)
        return 0
    print(rerun(path, chosen.changes, chosen.out))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
