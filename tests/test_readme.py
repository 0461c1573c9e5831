"""What the README tells people to type works."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line.split("#")[0].split() for block in blocks("sh") for line in block.splitlines()]
TARGETS = sorted({word for line in COMMANDS if line[:1] == ["make"] for word in line[1:]})
SUBCOMMANDS = sorted({line[3] for line in COMMANDS if line[:3] == ["python", "-m", "minelab"]})


def test_the_python_example_prints_what_stands_below_it(capsys):
    for example, printed in zip(blocks("python"), blocks("text"), strict=True):
        exec(compile(example, "README.md", "exec"), {})
        assert capsys.readouterr().out == printed


@pytest.mark.parametrize("target", [*TARGETS, *re.findall(r"`make ([a-z-]+)`", README)])
def test_the_makefile_has_the_target(target):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:.*  ## \w", makefile, re.MULTILINE)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_command_line_has_the_command(name):
    command = [sys.executable, "-m", "minelab", name, "--help"]
    assert "usage:" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_quick_start_is_clone_make_and_make_test():
    assert [line[0] for line in COMMANDS[:2]] == ["git", "cd"]
    assert COMMANDS[2:4] == [["make"], ["make", "test"]]


def test_links_lead_somewhere_and_every_notebook_is_listed():
    links = re.findall(r"\]\(([^):]+)\)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []
    listed = {Path(link).name for link in links if link.endswith(".ipynb")}
    assert listed == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
