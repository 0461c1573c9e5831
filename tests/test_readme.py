"""What the README tells people to type works."""

import re
from pathlib import Path

import pytest

import minelab as ml
from minelab import cli
from minelab.report.build import load
from minelab.report.claims import all_claims
from minelab.report.launch import in_readme

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line.split("#")[0].split() for block in blocks("sh") for line in block.splitlines()]
TARGETS = sorted({word for line in COMMANDS if line[:1] == ["make"] for word in line[1:]})
SUBCOMMANDS = sorted({line[3] for line in COMMANDS if line[:3] == ["python", "-m", "minelab"]})


def test_the_python_examples_run_one_after_the_other_and_print_what_is_below(capsys):
    names = {}
    (first,), (printed,) = blocks("python"), blocks("text")
    exec(compile(first, "README.md", "exec"), names)
    assert capsys.readouterr().out == printed
    for example in blocks("py"):
        exec(compile(example, "README.md", "exec"), names)
    assert names["ml"].optimal(4, 4, mines=4).wins == 961  # as a comment says


def test_the_picture_and_its_words_are_true():
    board = ml.Board.random(10, 10, mines=30, seed=13)
    basic, charles = (ml.play(board, agent, seed=1) for agent in ("basic", "charles"))
    moves = zip(basic.turns, charles.turns, strict=True)
    turn = next(number for number, (a, b) in enumerate(moves, 1) if a.move != b.move)
    assert f"at turn {turn}," in README
    view = ml.View(basic.view(turn - 1).codes, mines=30)
    guess, proof = basic.turns[turn - 1].reason, charles.turns[turn - 1].reason
    risk = ml.odds(view).risk
    assert guess.rule == "random" and f"risk of {risk[guess.cell]:.0%}" in README
    assert "at a risk of one in three" in README and abs(risk[guess.cell] - 1 / 3) < 0.02
    a, b = proof.because
    assert [view.codes[clue.clue] for clue in (a, b)] == [1, 1] and "two 1s" in README
    assert a.cells < b.cells and a.mines == b.mines == 1
    assert len(b.cells - a.cells) == 3 and "other three covered cells are safe" in README
    assert all(risk[cell] == 0 for cell in b.cells - a.cells)
    found = f"`basic` finds {30 - basic.blasts} of 30 mines, `charles` {30 - charles.blasts}:"
    assert found in " ".join(README.split())
    first, second = (
        [turn.cell for turn in record.turns if turn.method == "guess"]
        for record in (charles, basic)
    )
    assert first == [cell for cell in second if cell in first]  # the same order


def test_the_number_of_claims_is_that_of_the_ledger():
    assert f"tests {len(all_claims())} of their claims" in " ".join(README.split())


@pytest.mark.parametrize("target", [*TARGETS, *re.findall(r"`make ([a-z-]+)`", README)])
def test_the_makefile_has_the_target(target):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:.*  ## \w", makefile, re.MULTILINE)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_command_line_has_the_command(name, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main([name, "--help"])
    assert end.value.code == 0 and "usage:" in capsys.readouterr().out


def test_it_starts_with_make_and_needs_no_address():
    assert COMMANDS[:3] == [["make"], ["make", "lab"], ["make", "test"]]
    assert not re.search(r"git clone|ADDRESS", in_readme(README, ""))


def test_links_lead_somewhere_and_every_notebook_is_listed():
    links = re.findall(r"\]\(([^):]+)\)|<img src=\"([^\"]+)\"", README)
    links = ["".join(link) for link in links]
    assert [link for link in links if not (ROOT / link).exists()] == []
    listed = {Path(link).name for link in links if link.endswith(".ipynb")}
    assert listed == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_a_notebook_is_listed_with_the_question_in_its_title():
    for name, question in re.findall(r"^\| \[\d\]\((.*?)\) \| (.*?) \|$", README, re.MULTILINE):
        title = load(ROOT / name).cells[0].source.splitlines()[0]
        assert re.sub(r"^# \d\. ", "", title) == question
