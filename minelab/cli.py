"""The command line: python -m minelab agents | play | odds | sweep | run | claims | ...

Each command is a function that takes the parsed options and makes the same call as in Python. Its
options are listed above it.
"""

import argparse
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from minelab._checks import check_one_of, check_whole, escaped
from minelab._files import CHECKOUT, DATA, PACKAGE, read_text, write_whole
from minelab._stop import stopped_by_signals
from minelab.agents.catalogue import catalogue
from minelab.agents.champion import consider
from minelab.arena.tournament import LEVELS, from_file, tournament
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import Game
from minelab.boards.grid import COVERED, MAX_PICTURE, Cell
from minelab.boards.maps import load_maps
from minelab.boards.rules import PRESETS
from minelab.boards.view import View
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.odds import Odds, is_large, odds
from minelab.inference.words import percent
from minelab.lab import experiments
from minelab.lab.daggers import draw_maps, play_maps, report_tables
from minelab.lab.designs import EXPERIMENTS
from minelab.lab.runner import KEPT, Crew
from minelab.lab.warm import warm

TOOLS = {
    "train": ("benchmarks.training", "train the champion's network again (minutes)"),
    "bench": ("benchmarks.run", "measure speed and strength"),
    "soak": ("tests.soak", "play random games of all kinds and check every deduction"),
}
"""Commands that only a checkout has: the module of each, and what it does."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command; an error is one line on stderr and exit code 1."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, TextIOWrapper):  # what it can't write, such as a minus on Windows
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with stopped_by_signals(KEPT if is_kept(arguments) else ""):
            if arguments and arguments[0] in TOOLS:  # they have options of their own
                from_checkout(TOOLS[arguments[0]][0]).main(arguments[1:])
            else:
                options = parser().parse_args(arguments)
                options.command(options)
        sys.stdout.flush()
    except BrokenPipeError as error:
        broken = has_no_reader()
        end_output()
        if not broken:  # it was a pipe to some other process
            sys.exit(f"minelab: {error}")
    except (ValueError, OSError) as error:
        end_output()
        sys.exit(f"minelab: {escaped(str(error))}")
    except MemoryError as error:
        sys.exit(f"minelab: not enough memory: {error}")


def is_kept(arguments: Sequence[str]) -> bool:
    """Whether what a command has done is kept when it is stopped."""
    saves = any(word.split("=")[0] == "--save" for word in arguments)
    return arguments[:1] in (["run"], ["tournament"]) or (arguments[:1] == ["sweep"] and saves)


def has_no_reader() -> bool:
    """Whether the reader of standard output has gone, as in `... | head`."""
    try:
        print(flush=True)  # flushing nothing would not show it if output is unbuffered
    except OSError as error:
        return isinstance(error, BrokenPipeError)
    return False


def end_output() -> None:
    """Write the rest of standard output, or drop it if that is impossible."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """A parser whose errors may quote any word."""

    def error(self, message: str) -> NoReturn:
        super().error(escaped(message))


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = Parser(prog="minelab", description="Minesweeper agents that infer.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, (function, options, texts) in COMMANDS.items():
        does = (function.__doc__ or "").rstrip(".")
        its_parser = commands.add_parser(name, help=does[:1].lower() + does[1:], **texts)
        its_parser.set_defaults(command=function)
        for names, how in options:
            its_parser.add_argument(*names, **how)
    for name, (_, help) in TOOLS.items():
        commands.add_parser(name, help=f"{help}; see: minelab {name} --help")
    return top


COMMANDS: dict[str, Any] = {}


def command(*options: tuple[Any, Any], **texts: str) -> Callable[[Any], Any]:
    """Enter a function NAME_command of the parsed options; its docstring says what NAME does."""

    def enter(function: Any) -> Any:
        COMMANDS[function.__name__.removesuffix("_command")] = function, options, texts
        return function

    return enter


def option(*names: str, **how: Any) -> tuple[Any, Any]:
    """An option or argument of a command, as argparse takes it."""
    return names, how


@command()
def agents_command(options: argparse.Namespace) -> None:
    """List the agents."""
    table = catalogue().drop(columns=["until"])
    for column in ("methods", "total_for"):
        table[column] = [", ".join(entry) or "-" for entry in table[column]]
    print(table.rename(columns={"total_for": "knows the mine count"}).to_string())


@command(
    option("--rows", type=int, default=10),
    option("--cols", type=int, default=10),
    option("--mines", type=int),
    option("--density", type=float, help="instead of --mines (default: 0.2)"),
    option("--seed", type=int, default=0, help="of the board"),
    option("--rules", choices=PRESETS, help="default: report; with --map daggers"),
    option("--first", type=int, nargs=2, metavar=("ROW", "COL"), help="the first cell to open"),
    option("--agent", help="its name (default: basic; with --map dagger-1); see: minelab agents"),
    option("--picture", type=Path, metavar="FILE", help="play the board in this file"),
    option("--map", metavar="NAME",
           help="play a map of Daggers & Gold, such as the report's EASY1"),
    option("--maps", type=Path, metavar="FILE",
           help="look for --map in this file, as daggers does"),
    option("--play-seed", type=int, default=0, help="of the agent's guesses"),
    option("--watch", action="store_true", help="show the game turn by turn; Enter continues"),
    option("--save", type=Path, metavar="FILE", help="write the record to this file"),
)  # fmt: skip
def play_command(options: argparse.Namespace) -> None:
    """Play one game."""
    if options.maps and not options.map:
        raise ValueError("--maps needs --map, the name of a map in that file")
    if options.map:
        maps = load_maps(options.maps or DATA / "boards" / "daggers.json")
        board = maps[check_one_of("--map", options.map, maps)]
    elif options.picture:
        board = Board.parse(read_text(options.picture, MAX_PICTURE, "a picture"))
    else:
        density = 0.2 if options.mines is None and options.density is None else options.density
        board = Board.random(
            options.rows, options.cols, mines=options.mines, density=density, seed=options.seed
        )
    first: Cell | None = tuple(options.first) if options.first else None
    rules = PRESETS[options.rules or ("daggers" if options.map else "report")]
    agent = options.agent or ("dagger-1" if options.map else "basic")
    record = play(board, agent, seed=options.play_seed, rules=rules, first=first)
    if options.watch:
        watch(record)
    else:
        print(record.view(len(record.turns)))
        print_stats(record.after(len(record.turns)))
    print(summary(record))
    if options.save:
        record.save(options.save)
        print(f"saved to {escaped(str(options.save))}")


def print_stats(game: Game) -> None:
    """What report Daggers prints below a map: lives, gold and covered cells; under its rules."""
    if game.rules.opening is not None:
        gold = 0 if game.board.gold is None else int(game.board.gold.sum())
        status = game.status
        print(f"Lives left: {status.lives}  Gold collected: {status.gold} of {gold}")
        print(f"Covered cells: {status.covered}  Without a dagger: {status.safe_left}")


def summary(record: Record) -> str:
    """The result of a game in one line."""
    verdict = "won" if record.won else "not won"
    return (
        f"{record.agent}: score {record.score:.3f} ({verdict}), {len(record.turns)} turns, "
        f"{record.guesses} guesses, {record.blasts} of {record.board.n_mines} mines went off"
    )


def watch(record: Record) -> None:
    """Show the game turn by turn; on a terminal Enter continues and q stops."""
    by_hand = sys.stdin.isatty() and sys.stdout.isatty()
    game = record.after(0)
    for _, turn in record.replay():
        game.play(turn.move)
        if by_hand:
            print("\x1b[2J\x1b[H", end="")
        print(f"turn {turn.number} of {len(record.turns)}  [{turn.method}]")
        print(spaced(str(game.view), turn.cell))
        print_stats(game)
        print(record.explain(turn))
        print()
        if by_hand and input("Enter: next, q: stop ").strip().lower() == "q":
            return


def spaced(picture: str, cell: Cell) -> str:
    """A picture with spaces between its cells and brackets around one of them."""
    rows = []
    for r, row in enumerate(picture.split("\n")):
        marks = [f"[{x}]" if (r, c) == cell else f" {x} " for c, x in enumerate(row)]
        rows.append("".join(marks).rstrip())
    return "\n".join(rows)


@command(
    option("picture", metavar="FILE", help="a text file, or - for standard input"),
    option("--mines", type=int, help="all mines on the board, including known ones"),
    option("--density", type=float, help="instead, if the number of mines is not known"),
    option("--json", action="store_true", help="for a program: odds, and what the champion opens"),
    description="A picture has one line per row: 0-8 for clues, ? covered, M a known mine.",
)  # fmt: skip
def odds_command(options: argparse.Namespace) -> None:
    """Print the chance of a mine in each covered cell of a picture."""
    if options.picture == "-":
        view = View.parse(sys.stdin.read(MAX_PICTURE + 1))
    else:
        view = View.parse(read_text(options.picture, MAX_PICTURE, "a picture"))
    chances = odds(view, options.mines, density=options.density)
    if options.json:
        print(in_json(view, chances, options.mines))
        return
    for r, row in enumerate(str(view).split("\n")):
        cells = [
            percent(chances.risk[r, c]) if view[r, c] == COVERED else letter
            for c, letter in enumerate(row)
        ]
        print("".join(f"{cell:>5}" for cell in cells))
    if not chances.exact:
        print("\nestimates: the position is too large to solve exactly")
        return
    n = chances.layouts or 0
    many = f"{n:,}" if n < 10**15 else f"{n:.0e}" if n < 10**300 else "more than 1e+300"
    print(f"\nlayouts that fit: {many}")
    for name, certain in (("safe", chances.safe), ("mined", chances.mined)):
        print(f"certainly {name}: {', '.join(map(str, certain)) or 'none'}")


def in_json(view: View, known: Odds, mines: int | None) -> str:
    """The odds of a view, and the champion's plan if there is something to guess."""
    answer = json.loads(known.json())
    small = mines is not None and not is_large(view.codes.size)
    guess = small and known.exact and view.covered and not known.safe
    plan = consider(View(view.codes, mines)) if guess else None
    return json.dumps(answer | {"champion": None if plan is None else json.loads(plan.json())})


@command(
    option("--agents", nargs="+", default=["basic"], metavar="NAME"),
    option("--densities", nargs="+", type=float, default=[0.1, 0.2, 0.3, 0.4]),
    option("--rows", type=int, default=10),
    option("--cols", type=int, default=10),
    option("--boards", type=int, default=1000, help="boards per density"),
    option("--seed", type=int, default=1),
    option("--rules", choices=PRESETS, default="report"),
    option("--workers", type=int, help="threads (default: one per core)"),
    option("--cluster", metavar="ADDRESS", help="a Dask scheduler: tcp://HOST:PORT"),
    option("--save", type=Path, metavar="FILE",
           help="write the table to this Parquet file; a sweep that was stopped continues"),
)  # fmt: skip
def sweep_command(options: argparse.Namespace) -> None:
    """Play many games and print the mean scores."""
    games = experiments.sweep(  # with --save only their means
        options.agents, options.rows, options.cols, densities=options.densities,
        boards=options.boards, seed=options.seed, rules=PRESETS[options.rules],
        workers=options.workers, cluster=options.cluster, save=options.save,
    )  # fmt: skip
    print(games.pivot_table("score", "density", "agent", sort=False).round(4).to_string())
    if options.save:
        print(f"saved to {escaped(str(options.save))}")


@command(
    option("names", nargs="+", metavar="NAME", help="an experiment, or: all"),
    option("--again", action="store_true", help="make them even if they are up to date"),
    option("--dry-run", action="store_true", help="only say how much there is to do"),
    option("--folder", type=Path, metavar="DIR",
           help="write to this folder, not to data/ of the checkout, or ./data"),
    option("--workers", type=int, metavar="N", help="how many (default: one per core)"),
    option("--processes", action="store_true", help="processes instead of threads"),
    option("--cluster", metavar="ADDRESS", help="a Dask scheduler: tcp://HOST:PORT"),
    description="Make tables; a run that was stopped continues where it was.",
    epilog=f"experiments: {', '.join(EXPERIMENTS)}",
)  # fmt: skip
def run_command(options: argparse.Namespace) -> None:
    """Make the tables of experiments in data/."""
    names = list(EXPERIMENTS) if "all" in options.names else options.names
    for name in names:
        experiments.experiment(name)  # so that a wrong name is an error before any work is done
    crew = Crew(options.workers, options.processes, options.cluster)
    folder = options.folder
    if options.dry_run:
        missing = [n for n in names if options.again or not experiments.is_current(n, folder)]
        print(experiments.forecast(missing, folder, crew))
        return
    changed = []
    for name in names:
        if not options.again and experiments.is_current(name, folder):
            print(f"{name}: there already")
            continue
        known = experiments.facts(name, folder)
        path = experiments.run(name, folder, again=True, crew=crew)
        now = experiments.facts(name, folder)
        note = ""
        if known.get("hash") and now["hash"]:
            same = now["hash"] == known["hash"]
            note = ", the same as before" if same else ", not as before"
            if not same and now["design"] == known.get("design"):
                changed.append(name)
        size = path.stat().st_size / 1e6
        place = f"{size:.1f} MB in {escaped(str(path))}"
        print(f"{name}: {now['rows']:,} rows, {place}{note}", flush=True)
    if changed:
        raise ValueError(f"of the same design, but not as before: {', '.join(changed)}")


@command(
    option("ids", nargs="*", metavar="ID", help="such as A01, or COWAN for all of that report's"),
)  # fmt: skip
def claims_command(options: argparse.Namespace) -> None:
    """Print what the reports claim and what the tables say."""
    from minelab.report.claims import claims, matching

    ids = sorted({name for given in options.ids for name in matching(given) or [given]})
    table = claims(ids or None)
    for name, row in table.iterrows():
        print(f"{name}  {row['report']}, {row['where']}: {row['claim']}")
        borderline = " (borderline)" if row["borderline"] else ""
        print(f"     {row['verdict'].upper()}{borderline}. {row['finding']}")
        for part in row["parts"]:
            print(f"     - {part}")
        if row["why"]:
            print(f"     {row['why']}")
        print()
    counts = table["verdict"].value_counts()
    print(", ".join(f"{verdict}: {n}" for verdict, n in counts.items()))


@command(
    option("--maps", type=Path, metavar="FILE", help="JSON as in data/boards/daggers.json"),
    option("--runs", type=int, default=1000, help="runs on each map"),
    option("--agents", nargs="+", default=["dagger-1", "dagger-2"], metavar="NAME"),
    option("--draw", type=int, default=10, metavar="N", help="maps to draw per level"),
    option("--seed", type=int, default=1, help="of the first map that is drawn"),
    option("--workers", type=int, help="processes (default: one per core)"),
    description="Tables 2 to 4 of report Daggers, for your own maps or for drawn ones.",
)  # fmt: skip
def daggers_command(options: argparse.Namespace) -> None:
    """Play Daggers & Gold and print the report's tables."""
    check_whole("--draw", options.draw, 1, 1000)
    maps = load_maps(options.maps) if options.maps else draw_maps(options.draw, options.seed)
    games = play_maps(maps, options.agents, runs=options.runs, workers=options.workers)
    if not options.maps:
        last = options.seed + options.draw - 1
        print(f"Maps drawn with the seeds {options.seed} to {last}, not those of the report.\n")
    print(report_tables(games))


SEED_HELP = "of the boards; 'secret' draws one that no agent can read here"


def seed(text: str) -> int:
    """A seed, or a new one: an agent can read what is on the command line."""
    return secrets.randbelow(MAX_SEED) if text == "secret" else int(text)


@command(
    option("agent", metavar="FILE.py:CLASS", help="or FILE.py if it holds one agent only"),
    option("--boards", type=int, default=40),
    option("--seed", type=seed, default=1, help=SEED_HELP),
    option("--seconds", type=float, default=1.0, help="the most time for a move"),
    option("--game-seconds", type=float, default=3.0, help="the most time for a game"),
    option("--as-good-as", default="basic", metavar="NAME", help="whom it must not be worse than"),
    option("--json", type=Path, metavar="FILE", help="write the result to this file too"),
    description="The exit code is 0 if the agent passes, 1 if it does not, 2 for bad usage.",
)  # fmt: skip
def grade_command(options: argparse.Namespace) -> None:
    """Grade an agent of your own, in a process of its own."""
    from minelab.lab.child import CantLoad
    from minelab.lab.grade import grade

    try:
        result = grade(
            options.agent, boards=options.boards, seconds=options.seconds, seed=options.seed,
            game_seconds=options.game_seconds, as_good_as=options.as_good_as,
        )  # fmt: skip
    except CantLoad as error:
        if options.json:
            page = {"agent": options.agent, "passed": False, "error": str(error)}
            write_whole(options.json, json.dumps(page, indent=2) + "\n")
        raise  # the fault of the agent: exit code 1
    except (ValueError, OSError) as error:
        print(f"minelab: {escaped(str(error))}", file=sys.stderr)
        sys.exit(2)
    print(result)
    if options.json:
        write_whole(options.json, result.json() + "\n")
    if not result.passed:
        sys.exit(1)


@command(
    option("agents", nargs="+", metavar="AGENT", help="a name, or FILE.py:CLASS"),
    option("--boards", type=int, default=100),
    option("--seed", type=seed, default=1, help=SEED_HELP),
    option("--folder", type=Path, metavar="DIR", help="keep the games here, and go on from them"),
)  # fmt: skip
def leaderboard_command(options: argparse.Namespace) -> None:
    """Rank agents on the same boards."""
    from minelab.arena.leaderboard import leaderboard

    how = {"boards": options.boards, "seed": options.seed, "folder": options.folder}
    table = leaderboard(options.agents, **how)
    tie = table.pop("tie").map({True: "not significantly apart from the one above", False: ""})
    notes = table.pop("note")
    thousandths = "{:z.3f}".format  # z: no minus before a zero
    print(table.assign(tie=tie).to_string(index=False, na_rep="", float_format=thousandths))
    for agent, note in zip(table["agent"], notes, strict=True):
        if note:
            print(f"{agent}: {note}")


@command(
    option("file", type=Path, metavar="FILE"),
    option("--folder", type=Path, metavar="DIR", help="of the games (default: FILE.games)"),
    option("--workers", type=int, metavar="N", help="games at a time (default: one per core)"),
    option("--html", type=Path, metavar="FILE", help="write the standing as a page"),
    option("--json", type=Path, metavar="FILE", help="write it for a program"),
    description="FILE is TOML, as in docs/arena.md. A tournament that was stopped goes on.",
)  # fmt: skip
def tournament_command(options: argparse.Namespace) -> None:
    """Let agents, players and programs play the same boards."""
    folder = options.folder or options.file.with_name(f"{options.file.name}.games")
    plan = from_file(read_text(options.file, MAX_PICTURE, "a tournament"))
    standing = tournament(**plan, folder=folder, workers=options.workers)
    print(standing)
    for path, text in ((options.html, standing.html), (options.json, standing.json)):
        if path:
            write_whole(path, text() + "\n")


@command(
    option("save", type=Path, metavar="FILE",
           help="a Parquet file; data/README.md has its columns"),
    option("--number", type=int, default=1000, help="how many"),
    option("--level", default="expert", choices=LEVELS),
    option("--rules", choices=("classic", "classic-zero", "report"), default="classic"),
    option("--seed", type=int, default=1),
)  # fmt: skip
def positions_command(options: argparse.Namespace) -> None:
    """Make positions to test other programs with."""
    from minelab.arena.positions import measure

    numbers = range(check_whole("--number", options.number, 1, 10**6))
    seed = check_whole("--seed", options.seed, 0, MAX_SEED)
    table = measure(*LEVELS[options.level], options.rules, numbers, seed)
    file = BytesIO()
    table.to_parquet(file, index=False)
    write_whole(options.save, file.getvalue())
    counts = ", ".join(f"{kind} {n}" for kind, n in table["hardness"].value_counts().items())
    print(f"{len(table)} positions in {escaped(str(options.save))}, by hardness: {counts}")


@command(
    option("program", nargs=argparse.REMAINDER, metavar="COMMAND", help="how it is started"),
    description="The exit code is 0 if it does; docs/protocol.md describes the protocol.",
)  # fmt: skip
def protocol_command(options: argparse.Namespace) -> None:
    """Check whether a program keeps to the protocol of the arena."""
    from minelab.arena.conformance import conforms

    words = options.program
    checks = conforms(words[0] if len(words) == 1 else words)  # one text has all its words
    for name, passed, says in checks:
        print(f"{name:<24}{'yes' if passed else 'NO':<5}{says}")
    if not all(check.passed for check in checks):
        sys.exit(1)


@command(
    option("notebooks", nargs="*", metavar="NOTEBOOK", help="notebooks to execute (default: all)"),
    option("--check", action="store_true", help="write nothing; fail on a difference"),
    option("--no-html", action="store_true", help="do not write the HTML report"),
    option("--site", action="store_true", help="only write site/ from stored notebooks"),
)  # fmt: skip
def report_command(options: argparse.Namespace) -> None:
    """Execute the notebooks and write what they show."""
    from minelab.report import build

    try:
        if options.site:
            build.publish(Path())
        else:
            build.run(options.notebooks, check=options.check, pages=not options.no_html)
    except ModuleNotFoundError as missing:
        raise ValueError(f'{missing}; pip install -e ".[notebooks]" installs it') from None


def from_checkout(module: str) -> Any:
    """Import a module that is in a checkout but not in the installed package."""
    if CHECKOUT is None:
        raise FileNotFoundError(
            f"this command needs {module.split('.')[0]}/ of the repository; "
            f"this minelab is installed in {PACKAGE} without it"
        )
    sys.path.insert(0, str(CHECKOUT))
    return import_module(module)


@command()
def warm_command(options: argparse.Namespace) -> None:
    """Compile the engine ahead, so that no later call has to wait."""
    start = time.monotonic()
    n = warm(partial(tournament, ["exact"], games=2, levels=["beginner"], workers=1))
    print(f"all {n} kinds of calls are compiled, after {time.monotonic() - start:.0f} s")
