"""The notebooks as they are committed, and the tool that runs, keeps and reruns them. Running them is nbval's part."""

import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from hearts_lab import notebooks
from hearts_lab.notebooks import NotebookError, normalised, problems, text_of

FOLDER = Path(__file__).parent.parent / "notebooks"
COMMITTED = sorted(path for path in FOLDER.glob("*.ipynb") if not notebooks.is_rerun(path))
FIRST_ANALYSIS = 10  # the notebooks from here on run experiments


def committed(test):
    return pytest.mark.parametrize("path", COMMITTED, ids=[path.stem for path in COMMITTED])(test)


def read(path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


@committed
def test_is_kept_in_the_form_that_the_tool_writes(path):
    notebook = read(path)
    assert problems(notebook) == []
    assert text_of(normalised(notebook)) == path.read_text(encoding="utf-8"), (
        "write it with python -m hearts_lab.notebooks"
    )


@committed
def test_has_outputs(path):
    code = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert sum(bool(cell.outputs) for cell in code) >= len(code) / 3


@committed
def test_begins_with_a_title(path):
    first = read(path).cells[0]
    title, *rest = first.source.splitlines()
    assert first.cell_type == "markdown"
    assert re.fullmatch(r"# \S.*", title)
    if re.match(r"1\d_", path.name):
        assert title.endswith("?"), "an analysis asks a question"
    assert any("minute" in line for line in rest), "say how long it takes"
    assert any("Run All" in line for line in rest), "say how to start"


@committed
def test_cells_hold_one_idea(path):
    for cell in read(path).cells:
        if cell.cell_type == "code" and not cell.metadata.get("jupyter", {}).get("source_hidden"):
            assert len(cell.source.splitlines()) <= 16, cell.source


@committed
def test_an_analysis_has_typed_and_commented_parameters(path):
    if int(path.stem.split("_")[0]) < FIRST_ANALYSIS:
        return
    tagged = [cell for cell in read(path).cells if "parameters" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1
    found = notebooks.parameters(path)
    assert found
    for parameter in found:
        assert parameter.comment, f"{parameter.name} has no comment"
        assert f"{parameter.name}: " in tagged[0].source, f"{parameter.name} has no type"


@committed
def test_links_between_notebooks_lead_somewhere(path):
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)#:]+\.ipynb)[^)]*\)", cell.source):
                assert (path.parent / target).is_file(), target


# The tool, on small notebooks of its own

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def with_outputs(*outputs, **metadata) -> nbformat.NotebookNode:
    """A notebook of one cell that showed this."""
    cell = new_code_cell("show()", execution_count=1, outputs=list(outputs))
    return new_notebook(cells=[cell], metadata=metadata)


def shown(**data) -> nbformat.NotebookNode:
    kinds = {"text": "text/plain", "html": "text/html", "png": "image/png", "widget": notebooks.WIDGET}
    kinds["vega"] = "application/vnd.vegalite.v5+json"
    return new_output("display_data", data={kinds[kind]: value for kind, value in data.items()})


def said(name: str, text: str) -> nbformat.NotebookNode:
    return new_output("stream", name=name, text=text)


def kept(*outputs) -> list:
    return normalised(with_outputs(*outputs)).cells[0].outputs


def test_a_widget_is_kept_in_its_words():
    assert kept(shown(widget={"model_id": "1"}, text="Your hand: 3♣"))[0].data == {"text/plain": "Your hand: 3♣"}


@pytest.mark.parametrize(
    "text", ["  0%|          | 0/3 [00:00<?, ?it/s]", "0it [00:00, ?it/s]", "VBox(children=(Button(),))"]
)
def test_a_widget_without_words_leaves_nothing(text):
    assert kept(shown(widget={"model_id": "1"}, text=text)) == []


def test_a_chart_is_kept_as_its_picture():
    assert set(kept(shown(vega={"mark": "bar"}, png=PNG, text="Chart"))[0].data) == {"image/png", "text/plain"}


def test_text_that_came_in_pieces_is_one():
    outputs = kept(said("stdout", "a\n"), said("stdout", "b\n"), shown(text="c"), said("stdout", "d\n"))
    assert [output.get("text") for output in outputs] == ["a\nb\n", None, "d\n"]


def test_an_error_keeps_its_sentence_and_no_paths():
    trace = ["Traceback", "  File /home/someone/x.py"]
    error = new_output("error", ename="IllegalCard", evalue="You must follow spades.", traceback=trace)
    assert kept(error)[0].traceback == ["IllegalCard: You must follow spades."]


def test_ids_counts_and_metadata_do_not_depend_on_the_run():
    cells = [
        new_markdown_cell("# Why?"),
        new_code_cell("1", execution_count=17, metadata={"execution": {"shell": "noon"}}),
    ]
    cells.append(new_code_cell("2", metadata={"tags": ["parameters"]}))
    one = normalised(new_notebook(cells=cells, metadata={"widgets": {}, "papermill": {}}))
    assert [cell.id for cell in one.cells] == ["cell-01", "cell-02", "cell-03"]
    assert [cell.get("execution_count") for cell in one.cells] == [None, 1, 2]
    assert [cell.metadata for cell in one.cells] == [{}, {}, {"tags": ["parameters"]}]
    assert set(one.metadata) == {"kernelspec", "language_info"}
    nbformat.validate(one)
    assert text_of(normalised(one)) == text_of(one)


@pytest.mark.parametrize(
    ("notebook", "sentence"),
    [
        (with_outputs(widgets={"state": {}}), "the state of widgets"),
        (with_outputs(shown(widget={"model_id": "1"}, text="a")), "needs a script"),
        (with_outputs(shown(vega={"mark": "bar"}, text="a")), "needs a script"),
        (with_outputs(said("stderr", "DeprecationWarning: old")), "stderr: DeprecationWarning: old"),
        (with_outputs(said("stdout", "/home/someone/notebooks")), "a path of this machine"),
        (with_outputs(shown(html="C:\\Users\\someone")), "a path of this machine"),
        (with_outputs(shown(text="<function f at 0x7f00c0819490>")), "an address in memory"),
        (with_outputs(shown(text="a" * 200_000)), "200 kB"),
        (with_outputs(new_output("error", ename="NameError", evalue="x", traceback=[])), "fails: NameError"),
        (new_notebook(cells=[new_code_cell("1")]), "not all been run"),
    ],
)
def test_what_may_not_be_committed_is_named(notebook, sentence):
    assert any(sentence in problem for problem in problems(notebook)), problems(notebook)


def test_links_and_fractions_are_no_paths_of_this_machine():
    text = "https://example.org/home/rules, 3/4, and/or, data/deals"
    assert problems(with_outputs(said("stdout", text))) == []


CELLS = [
    new_markdown_cell("# What does it cost?"),
    new_code_cell(
        "deals: int = 2_000  # how many are dealt\n"
        'game: str = "standard"  # the game, # or the start of it\n'
        "share: float = 0.5  # of what\n"
        "moon: bool = True  # whether it counts\n"
        'players: tuple = ("cautious", "smoker")  # who plays',
        metadata={"tags": ["parameters"]},
    ),
    new_code_cell("print(deals, game, share, moon, *players)"),
    new_code_cell("import ipywidgets\nout = ipywidgets.Output()\nwith out:\n    print(1)\nout"),
    new_code_cell("from hearts_lab import charts\nimport os\nos.environ['HEARTS_LAB_STATIC']"),
]


@pytest.fixture
def trial(tmp_path, monkeypatch):
    """A folder with one notebook, as a reader has it."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "notebooks" / "90_trial.ipynb"
    path.parent.mkdir()
    nbformat.write(new_notebook(cells=CELLS, metadata=notebooks.METADATA), path)
    return path


def test_two_runs_write_the_same_bytes_and_check_writes_nothing(trial, capsys):
    before = trial.read_bytes()
    assert notebooks.main(["--check"]) == 1
    assert "90_trial.ipynb: differs" in capsys.readouterr().out
    assert trial.read_bytes() == before
    assert notebooks.main([]) == 0
    first = trial.read_bytes()
    assert notebooks.main(["90"]) == 0
    assert "90_trial.ipynb: unchanged" in capsys.readouterr().out
    assert trial.read_bytes() == first
    outputs = [cell.outputs for cell in read(trial).cells if cell.cell_type == "code"]
    assert outputs[1][0].text == "2000 standard 0.5 True cautious smoker\n"
    assert outputs[3][0].data == {"text/plain": "'1'"}


def test_a_notebook_that_fails_is_named_with_its_error(trial, capsys):
    nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")], metadata=notebooks.METADATA), trial)
    before = trial.read_bytes()
    assert notebooks.main([]) == 1
    assert "90_trial.ipynb does not run: ZeroDivisionError: division by zero" in capsys.readouterr().out
    assert trial.read_bytes() == before


def test_rerun_runs_with_other_parameters_into_a_new_file(trial, capsys):
    before = trial.read_bytes()
    changes = ["-p", "deals=50_000", "-p", "game=black_maria", "-p", "moon=false", "-p", "players=('random',)"]
    assert notebooks.main(["rerun", "90_trial", *changes]) == 0
    assert capsys.readouterr().out.strip() == "reruns/90_trial-1.ipynb"
    printed = next(cell for cell in read("reruns/90_trial-1.ipynb").cells if cell.source.startswith("print"))
    assert printed.outputs[0].text == "50000 black_maria 0.5 False random\n"
    assert trial.read_bytes() == before


def test_a_list_is_typed_without_quotes(trial, capsys):
    assert notebooks.main(["rerun", "90_trial", "-p", "players=random,smoker"]) == 0
    printed = next(cell for cell in read("reruns/90_trial-1.ipynb").cells if cell.source.startswith("print"))
    assert printed.outputs[0].text == "2000 standard 0.5 True random smoker\n"


def test_a_rerun_that_fails_is_there_to_be_looked_at(trial, capsys):
    cells = [*CELLS[:2], new_code_cell("deals / share")]
    nbformat.write(new_notebook(cells=cells, metadata=notebooks.METADATA), trial)
    assert notebooks.main(["rerun", "90_trial", "-p", "share=0"]) == 2
    assert (
        capsys.readouterr()
        .err.strip()
        .endswith(
            "90_trial-1.ipynb does not run: ZeroDivisionError: float division by zero. "
            "What ran until then is in reruns/90_trial-1.ipynb."
        )
    )
    assert read("reruns/90_trial-1.ipynb").cells[-1].outputs[0].ename == "ZeroDivisionError"


def test_a_rerun_among_the_notebooks_is_left_alone(trial):
    notebooks.rerun(trial, ["deals=5"], out=trial.with_name("91_mine.ipynb"))
    assert notebooks.all_notebooks() == [Path("notebooks/90_trial.ipynb")]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("deal=5", "90_trial has no parameter 'deal'; it has deals, game, share, moon, players."),
        ("deals=many", "deals is a whole number, like 2000; 'many' is not."),
        ("deals=2.5", "deals is a whole number, like 2000; '2.5' is not."),
        ("share=half", "share is a number, like 0.5; 'half' is not."),
        ("moon=maybe", "moon is True or False, like True; 'maybe' is not."),
        ("players=random,", "players is a list, like ('cautious', 'smoker'); 'random,' is not."),
        ("deals", "Write name=value, not 'deals'."),
    ],
)
def test_rerun_refuses_what_it_cannot_use(trial, capsys, change, sentence):
    assert notebooks.main(["rerun", "90_trial", "-p", change]) == 2
    assert capsys.readouterr().err.strip() == sentence
    assert not Path("reruns").exists()


def test_rerun_never_overwrites(trial):
    with pytest.raises(NotebookError, match="is there already"):
        notebooks.rerun(trial, [], out=trial)


def test_rerun_lists_the_parameters(trial, capsys):
    assert notebooks.main(["rerun", "90_trial", "--help"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"deals=2000 +how many are dealt", told)
    assert re.search(r"game=standard +the game, # or the start of it", told)


def test_an_unknown_notebook_is_named(trial, capsys):
    assert notebooks.main(["rerun", "91_other"]) == 2
    assert capsys.readouterr().err.strip() == "There is no notebook 91_other. There are: 90_trial."
