"""Command lines of all kinds: they do what they say, or end with one clear line; no traceback."""

import contextlib
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minelab import cli
from minelab.agents.catalogue import CATALOGUE
from tests.naive import FULL

NUMBERS = ["0", "1", "2", "3", "-1", "2001", "99999999999999999999", "1e3", "nan", "0.3", "x", ""]
FILES = ["board.txt", "view.txt", "maps.json", "bytes", "none", ".", "", "a\0b"]
numbers = st.sampled_from(NUMBERS)
files = st.sampled_from(FILES)
names = st.sampled_from([*CATALOGUE, "basic+total", "nobody", "random+random", ""])
some_names = st.lists(names, max_size=2)
rules = st.sampled_from(["report", "classic", "classic-zero", "daggers", "none"])
words = st.text(max_size=5).filter(lambda text: text not in ("all", "bench", "train", "soak"))


def option(name, *values):
    """An option with its values, given or left out."""
    given = st.tuples(*values).map(lambda drawn: [name, *flat(drawn)])
    return st.just([]) | given


def flat(drawn):
    return [word for part in drawn for word in (part if isinstance(part, list) else [part])]


def command(name, *options):
    """A command with some of its options, and sometimes a word that nobody expects."""
    stray = st.sampled_from([[], [], []]) | words.map(lambda word: [word])
    return st.tuples(*options, stray).map(lambda drawn: [name, *flat(drawn)])


board_options = (
    option("--rows", numbers), option("--cols", numbers), option("--mines", numbers),
    option("--density", numbers), option("--seed", numbers), option("--rules", rules),
)  # fmt: skip
COMMANDS = {
    "agents": command("agents"),
    "play": command(
        "play", *board_options, option("--first", numbers, numbers), option("--agent", names),
        option("--play-seed", numbers), option("--picture", files), option("--watch"),
    ),
    "odds": command("odds", files, option("--mines", numbers), option("--density", numbers)),
    "sweep": command(
        "sweep", st.just(["--boards", "2"]), option("--agents", some_names),
        option("--densities", numbers, numbers), option("--rows", numbers),
        option("--seed", numbers), option("--rules", rules), option("--workers", numbers),
        option("--boards", numbers),
    ),
    "run": command("run", words, option("--workers", numbers), option("--cluster", words)),
    "claims": words.map(lambda word: ["claims", "A01", "Z" + word]),
    "dry run": command(
        "run", st.just(["--dry-run", "shortfall"]), option("--folder", files),
        option("--workers", numbers), option("--again"),
    ),
    "train": command("train", st.just(["--share", "0"]), option("--seed", numbers)),
    "soak": command(
        "soak", option("--seed", numbers), option("--limit", numbers), option("--workers", numbers),
        option("--minutes", st.sampled_from(["0", "-1", "x", "nan"])),
        st.sampled_from([["--cases", "0"], ["--cases", "x"], ["--replay", "-1"]]),
    ),
    "bench": words.map(lambda word: ["bench", "no " + word]),
    "daggers": command(
        "daggers", st.just(["--runs", "1", "--draw", "1", "--workers", "1"]),
        option("--maps", files), option("--agents", some_names), option("--runs", numbers),
        option("--seed", numbers), option("--draw", st.sampled_from(["0", "1", "-1", "x"])),
    ),
    "anything": st.lists(words | st.sampled_from(["--help", "-h", "play", "--rows"]), max_size=4),
    # It comes last, for it replaces some of the files.
    "saved": command(
        "play", st.just(["--rows", "3", "--cols", "3", "--mines", "2"]), option("--save", files)
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with good files and bad ones."""
    here = tmp_path_factory.mktemp("cli")
    (here / "board.txt").write_text("1M2\n24M\nM3M\n")
    (here / "view.txt").write_text("1?1\n???\n")
    (here / "maps.json").write_text('{"TINY1": [["0", "0"], ["0", "g"]]}')
    (here / "bytes").write_bytes(b"\xff\xfe\x00\x01")
    return here


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_line_works_or_says_what_is_wrong(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["minelab"])  # argparse names the program after it

    @settings(max_examples=20 * FULL)
    @given(arguments=COMMANDS[name])
    def run(arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                cli.main(arguments)
            except SystemExit as end:
                ends_clearly(end, out.getvalue(), err.getvalue())
            else:
                assert out.getvalue()

    run()


def ends_clearly(end, out, err):
    """Help, or exit code 2 with the usage, or one line with what is wrong."""
    if end.code in (0, None):
        assert "usage:" in out
    elif end.code == 2:
        assert "usage:" in err and "error:" in err
    else:
        assert str(end.code).startswith("minelab: ") and "\n" not in str(end.code)
