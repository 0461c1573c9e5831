"""The course kit: the assignment runs as it is, and with each solution in the place of the stub."""

import ast
import json
import re
from pathlib import Path
from runpy import run_path

import pytest

import minelab as ml
from minelab.report.build import load
from minelab.report.claims import all_claims

ROOT = Path(__file__).parents[1] / "docs" / "teaching"
NOTEBOOK = ROOT / "assignment.ipynb"
SOLUTIONS = (ROOT / "solutions" / "agent.py").read_text(encoding="utf-8")
STUB = "class MyAgent(ml.Player):"


def cells():
    return [cell.source for cell in load(NOTEBOOK).cells if cell.cell_type == "code"]


def test_the_cells_run_one_after_the_other_and_the_last_one_grades():
    *tries, last = cells()
    assert last == "grade = ml.grade(MyAgent)\ngrade"
    names = {}
    for cell in tries:
        exec(compile(cell, "assignment.ipynb", "exec"), names)
    assert ml.play(ml.Board.random(10, 10, mines=20, seed=7), names["MyAgent"]).guesses == 100


def test_it_is_kept_without_outputs_and_without_solutions():
    for cell in load(NOTEBOOK).cells:
        assert not cell.get("outputs") and not cell.get("execution_count")
    text = "\n".join(cells())
    solved = [node.name for node in ast.parse(SOLUTIONS).body if hasattr(node, "name")]
    assert not any(name in text for name in solved)


def test_each_solution_is_better_than_the_one_before():
    names = {}
    exec(compile(SOLUTIONS, "agent.py", "exec"), names)
    ladder = [names[name] for name in ("Reasons", "Combines", "Chooses")]
    games = ml.sweep(ladder, 10, 10, mines=[20], boards=40, seed=2)
    means = games.groupby("agent", sort=False)["score"].mean()
    assert means.index.tolist() == ["Reasons", "Combines", "Chooses"]
    assert means.is_monotonic_increasing
    assert ml.compare(games, "Reasons", "Chooses")["low"][0] > 0


def test_the_rubric_names_claims_of_the_ledger():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\b[A-EX]\d\d\b", text)
    assert named and set(named) <= set(all_claims())
    marks = re.findall(r"^\| (\d+) \| [A-Z]", text, re.MULTILINE)
    assert sum(map(int, marks)) == 100


def test_the_marks_follow_the_rubric():
    marks = run_path(str(ROOT / "marks.py"))["marks"]
    assert not any(marks({"passed": False, "error": "no file"}).values())
    names = ["legal", "honest", "does not peek", "deterministic", "fast enough", "as good as basic"]
    checks = [{"name": name, "passed": True} for name in names]
    apart = {name: {"value": 0.0, "low": -0.1, "high": 0.1} for name in ("aravind", "charles")}
    page = {"checks": checks, "against": apart, "regret": {"value": 0.05}}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    of_rubric = list(map(int, re.findall(r"^\| (\d+) \| [A-Z]", text, re.MULTILINE)))
    assert list(marks(page).values()) == of_rubric[:-1]
    checks[0]["passed"], checks[2]["passed"] = False, None
    apart["aravind"]["high"], page["regret"]["value"] = -0.01, 0.2
    assert list(marks(page).values()) == [0, 0, 15, 0, 0]


@pytest.mark.full
def test_a_folder_of_submissions_is_marked(tmp_path, capsys):
    opens = "import minelab as ml\nclass MyAgent(ml.Player):\n    def move(self, view, rng):\n"
    (tmp_path / "anna.py").write_text(SOLUTIONS.replace("class Chooses", "class MyAgent"))
    (tmp_path / "bert.py").write_text(f"{opens}        return ml.Open(view.covered[0])\n")
    (tmp_path / "carl.py").write_text(opens)
    main = run_path(str(ROOT / "marks.py"))["main"]
    patient = ["--seconds", "20", "--game-seconds", "60"]  # the machine may have much else to do
    main([str(tmp_path), "--boards", "40", "--seed", "5", *patient])
    lines = (tmp_path / "results" / "marks.csv").read_text().splitlines()
    assert lines[1:] == [
        "anna.py,20,20,15,15,15,85",
        "bert.py,20,20,0,0,0,40",
        "carl.py,0,0,0,0,0,0",
    ]
    assert "MyAgent in bert.py" in capsys.readouterr().out.replace(f"{tmp_path}/", "")
    assert (
        "IndentationError" in json.loads((tmp_path / "results" / "carl.json").read_text())["error"]
    )


@pytest.mark.full
@pytest.mark.parametrize("solved", [False, True])
def test_a_kernel_grades_the_stub_and_the_solution(solved):
    from nbclient import NotebookClient

    notebook = load(NOTEBOOK)
    if solved:
        (stub,) = (cell for cell in notebook.cells if cell.source.startswith(STUB))
        stub.source = f"{SOLUTIONS}\n\nclass MyAgent(Chooses):\n    pass\n"
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    *_, last = (cell for cell in notebook.cells if cell.cell_type == "code")
    (result,) = (out for out in last.outputs if out.output_type == "execute_result")
    verdict = "passes." if solved else "does not pass. What is missing: as good as basic."
    assert result["data"]["text/plain"].startswith(f"MyAgent {verdict}")
    assert "<table>" in result["data"]["text/html"]
