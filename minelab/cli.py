"""The command line: python -m minelab agents | play | odds | sweep | run | claims | ...

Each command is a function that takes the parsed options; they mirror the Python calls.
"""

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from minelab._checks import check_whole
from minelab._files import read_text, write_whole
from minelab.agents.catalogue import catalogue
from minelab.agents.champion import NETWORK
from minelab.boards.board import Board
from minelab.boards.grid import COVERED, MAX_PICTURE, Cell
from minelab.boards.rules import PRESETS
from minelab.boards.view import View
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.odds import odds
from minelab.inference.words import percent
from minelab.lab.designs import EXPERIMENTS
from minelab.lab.experiments import experiment, facts, forecast, is_current, run, sweep
from minelab.lab.shards import Crew


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command, do it; what is wrong is one line on stderr and exit code 1."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        with stopped_by_terminate():
            if arguments[:1] == ["report"]:  # it has options of its own
                from minelab.report import build as report

                sys.exit(report.main(arguments[1:]))
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
        sys.exit(f"minelab: {error}")
    except MemoryError as error:
        sys.exit(f"minelab: there is not enough memory: {error}")
    except KeyboardInterrupt:
        sys.exit("minelab: stopped")


@contextlib.contextmanager
def stopped_by_terminate() -> Iterator[None]:
    """SIGTERM stops a command as Ctrl-C does: what is done is kept, and it says so."""
    usual = signal.getsignal(signal.SIGTERM)
    # Only the main thread gets signals, and None, a handler not made by Python, can't be put back.
    if threading.current_thread() is not threading.main_thread() or usual is None:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)


def has_no_reader() -> bool:
    """Whether the reader of standard output has seen enough, as in `... | head`."""
    try:
        print(flush=True)  # an empty flush would not tell where output is not buffered
    except OSError as error:
        return isinstance(error, BrokenPipeError)
    return False


def end_output() -> None:
    """Write what is left for standard output; where that can't be done, drop it."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = argparse.ArgumentParser(prog="minelab", description="Minesweeper agents that infer.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    agents = commands.add_parser("agents", help="list the agents")
    agents.set_defaults(command=agents_command)

    one = commands.add_parser("play", help="play one game")
    add_board_options(one)
    one.add_argument("--agent", default="basic", help="its name; see: minelab agents")
    one.add_argument("--picture", type=Path, metavar="FILE", help="play the board in this file")
    one.add_argument("--play-seed", type=int, default=0, help="the game's order of guesses")
    one.add_argument("--watch", action="store_true", help="step through it, Enter by Enter")
    one.add_argument("--save", type=Path, metavar="FILE", help="keep the record")
    one.set_defaults(command=play_command)

    chances = commands.add_parser(
        "odds",
        help="the chance of a mine in each covered cell of a picture",
        description="A picture has a row a line: 0-8 clues, ? covered, M a known mine.",
    )
    chances.add_argument("picture", metavar="FILE", help="a text file, or - for standard input")
    chances.add_argument("--mines", type=int, help="all mines of the board, known ones included")
    chances.add_argument("--density", type=float, help="instead, if the total is not known")
    chances.set_defaults(command=odds_command)

    many = commands.add_parser("sweep", help="play many games and print the mean scores")
    many.add_argument("--agents", nargs="+", default=["basic"], metavar="NAME")
    many.add_argument("--densities", nargs="+", type=float, default=[0.1, 0.2, 0.3, 0.4])
    many.add_argument("--rows", type=int, default=10)
    many.add_argument("--cols", type=int, default=10)
    many.add_argument("--boards", type=int, default=1000, help="boards a density")
    many.add_argument("--seed", type=int, default=1)
    many.add_argument("--rules", choices=PRESETS, default="report")
    many.add_argument("--workers", type=int, help="threads (default: one a core)")
    many.add_argument("--save", type=Path, metavar="FILE", help="keep the table as Parquet")
    many.set_defaults(command=sweep_command)

    stored = commands.add_parser(
        "run",
        help="make the tables of experiments in data/",
        description="Make tables; a run that was stopped goes on where it was.",
        epilog=f"experiments: {', '.join(EXPERIMENTS)}",
    )
    stored.add_argument("names", nargs="+", metavar="NAME", help="an experiment, or: all")
    stored.add_argument("--again", action="store_true", help="make them even if they are there")
    stored.add_argument("--dry-run", action="store_true", help="only say how much there is to do")
    stored.add_argument("--folder", type=Path, metavar="DIR", help="write there, not into data/")
    stored.add_argument("--workers", type=int, metavar="N", help="how many (default: one a core)")
    stored.add_argument("--processes", action="store_true", help="processes instead of threads")
    stored.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler: tcp://HOST:PORT")
    stored.set_defaults(command=run_command)

    ledger = commands.add_parser(
        "claims", help="what the reports claim, and what the tables say about it"
    )
    ledger.add_argument("ids", nargs="*", metavar="ID", help="such as A01, or A for all of COWAN's")
    ledger.set_defaults(command=claims_command)

    maps = commands.add_parser(
        "daggers",
        help="play Daggers & Gold and print the report's tables",
        description="Tables 2 to 4 of report Daggers for maps of one's own, or drawn ones.",
    )
    maps.add_argument(
        "--maps", type=Path, metavar="FILE", help="JSON as in data/boards/daggers.json"
    )
    maps.add_argument("--runs", type=int, default=1000, help="runs on each map")
    maps.add_argument("--agents", nargs="+", default=["dagger-1", "dagger-2"], metavar="NAME")
    maps.add_argument("--draw", type=int, default=10, metavar="N", help="maps drawn of each level")
    maps.add_argument("--seed", type=int, default=1, help="the first map that is drawn")
    maps.add_argument("--workers", type=int, help="processes (default: one a core)")
    maps.set_defaults(command=daggers_command)

    network = commands.add_parser("train", help="make the champion's network again (minutes)")
    network.add_argument("--seed", type=int, default=1, help="of the games and of the fitting")
    network.add_argument("--share", type=float, default=1.0, help="of the games, to try it out")
    network.add_argument("--out", type=Path, default=Path(NETWORK), metavar="FILE")
    network.add_argument("--workers", type=int, help="threads (default: one a core)")
    network.set_defaults(command=train_command)

    commands.add_parser("report", help="execute the notebooks; see: minelab report --help")

    bench = commands.add_parser("bench", help="measure speed and strength (from a checkout)")
    bench.add_argument(
        "questions", nargs="*", metavar="QUESTION", help="such as odds (default: all)"
    )
    bench.add_argument("--quick", action="store_true", help="try it out: few games, nothing kept")
    bench.set_defaults(command=bench_command)

    long = commands.add_parser(
        "soak",
        help="play random games of all kinds and check every deduction",
        description="Boards, rules and agents are drawn from a number, one case after the other. "
        "Every deduction is held against the truth, a sample of positions against all layouts "
        "that fit. After a failure it goes on, and ends with exit code 1; so it does if a case "
        "was given up.",
    )
    long.add_argument("--minutes", type=float, help="how long (default 1)")
    long.add_argument("--cases", type=int, help="or how many cases")
    long.add_argument("--seed", type=int, default=1, help="the number of the first case")
    long.add_argument("--workers", type=int, default=1, help="processes; 0 for this one")
    long.add_argument("--limit", type=float, default=300, help="seconds after which to give up one")
    long.add_argument("--replay", type=int, metavar="CASE", help="only this one case, here")
    long.set_defaults(command=soak_command)
    return top


def add_board_options(command: argparse.ArgumentParser) -> None:
    """Options that say which board, and under which rules."""
    command.add_argument("--rows", type=int, default=10)
    command.add_argument("--cols", type=int, default=10)
    command.add_argument("--mines", type=int)
    command.add_argument("--density", type=float, help="instead of --mines (default 0.2)")
    command.add_argument("--seed", type=int, default=0, help="the board")
    command.add_argument("--rules", choices=PRESETS, default="report")
    command.add_argument("--first", type=int, nargs=2, metavar=("ROW", "COL"))


def train_command(options: argparse.Namespace) -> None:
    """Make the champion's network and write it."""
    training = from_checkout("benchmarks.training")
    network = training.train(seed=options.seed, share=options.share, workers=options.workers)
    training.save(network, options.out, seed=options.seed, share=options.share)
    print(f"written to {options.out}; the one in use lies in the package, minelab/agents/{NETWORK}")


def agents_command(options: argparse.Namespace) -> None:
    """Print the catalogue."""
    table = catalogue().drop(columns=["until"])
    for column in ("methods", "told"):
        table[column] = [", ".join(entry) or "-" for entry in table[column]]
    print(table.to_string())


def play_command(options: argparse.Namespace) -> None:
    """Play one game, and show, save or step through it."""
    if options.picture:
        board = Board.parse(read_text(options.picture, MAX_PICTURE, "a picture"))
    else:
        density = 0.2 if options.mines is None and options.density is None else options.density
        board = Board.random(
            options.rows, options.cols, mines=options.mines, density=density, seed=options.seed
        )
    first: Cell | None = tuple(options.first) if options.first else None
    rules = PRESETS[options.rules]
    record = play(board, options.agent, seed=options.play_seed, rules=rules, first=first)
    if options.watch:
        watch(record)
    else:
        print(record.view(len(record.turns)))
    print(summary(record))
    if options.save:
        record.save(options.save)
        print(f"saved to {options.save}")


def summary(record: Record) -> str:
    """The result of a game in one line."""
    verdict = "won" if record.won else "not won"
    return (
        f"{record.agent}: score {record.score:.3f} ({verdict}), {len(record.turns)} turns, "
        f"{record.guesses} guesses, {record.blasts} of {record.board.n_mines} mines went off"
    )


def watch(record: Record) -> None:
    """Show the game turn by turn; on a terminal, Enter goes on and q stops."""
    by_hand = sys.stdin.isatty() and sys.stdout.isatty()
    game = record.after(0)
    for _, turn in record.replay():
        game.play(turn.move)
        if by_hand:
            print("\x1b[2J\x1b[H", end="")
        print(f"turn {turn.number} of {len(record.turns)}  [{turn.method}]")
        print(spaced(str(game.view), turn.cell))
        print(record.explain(turn))
        print()
        if by_hand and input("Enter: next, q: stop ").strip().lower() == "q":
            return


def spaced(picture: str, cell: Cell) -> str:
    """A picture with room between its cells and brackets around one of them."""
    rows = []
    for r, row in enumerate(picture.split("\n")):
        marks = [f"[{x}]" if (r, c) == cell else f" {x} " for c, x in enumerate(row)]
        rows.append("".join(marks).rstrip())
    return "\n".join(rows)


def odds_command(options: argparse.Namespace) -> None:
    """Print a picture with the chance of a mine, in percent, in each covered cell."""
    if options.picture == "-":
        view = View.parse(sys.stdin.read(MAX_PICTURE + 1))
    else:
        view = View.parse(read_text(options.picture, MAX_PICTURE, "a picture"))
    found = odds(view, options.mines, density=options.density)
    for r, row in enumerate(str(view).split("\n")):
        cells = [
            percent(found.risk[r, c]) if view[r, c] == COVERED else letter
            for c, letter in enumerate(row)
        ]
        print("".join(f"{cell:>5}" for cell in cells))
    if not found.exact:
        print("\nestimates: the position is too large to solve exactly")
        return
    n = found.layouts or 0
    many = f"{n:,}" if n < 10**15 else f"{n:.0e}" if n < 10**300 else "more than 1e+300"
    print(f"\nlayouts that fit: {many}")
    for name, certain in (("safe", found.safe), ("mined", found.mined)):
        print(f"certainly {name}: {', '.join(map(str, certain)) or 'none'}")


def sweep_command(options: argparse.Namespace) -> None:
    """Play many games; mean scores by agent and density."""
    games = sweep(
        options.agents, options.rows, options.cols, densities=options.densities,
        boards=options.boards, seed=options.seed, rules=PRESETS[options.rules],
        workers=options.workers,
    )  # fmt: skip
    print(games.pivot_table("score", "density", "agent", sort=False).round(4).to_string())
    if options.save:
        file = BytesIO()
        games.to_parquet(file, index=False)
        write_whole(options.save, file.getvalue())
        print(f"saved to {options.save}")


def run_command(options: argparse.Namespace) -> None:
    """Make the tables that are missing, or all that are named again."""
    names = list(EXPERIMENTS) if "all" in options.names else options.names
    for name in names:
        experiment(name)  # a wrong name is said before anything is done
    crew = Crew(options.workers, options.processes, options.cluster)
    folder = options.folder
    if options.dry_run:
        missing = [n for n in names if options.again or not is_current(n, folder)]
        print(forecast(missing, folder, crew))
        return
    changed = []
    try:
        for name in names:
            if not options.again and is_current(name, folder):
                print(f"{name}: there already")
            else:
                known = facts(name, folder)
                before = known.get("hash")
                path = run(name, folder, again=True, crew=crew)
                now = facts(name, folder)
                same = ", the same as before" if now["hash"] == before else ", not as before"
                told = same if before and now["hash"] else ""
                if told and now["hash"] != before and now["design"] == known.get("design"):
                    changed.append(name)
                size = path.stat().st_size / 1e6
                print(f"{name}: {now['rows']:,} rows, {size:.1f} MB in {path}{told}", flush=True)
    except KeyboardInterrupt:
        sys.exit("minelab: stopped; what is done is kept, so start again to go on")
    if changed:
        raise ValueError(f"of the same design, but not as before: {', '.join(changed)}")


def claims_command(options: argparse.Namespace) -> None:
    """Print the ledger: each claim, its verdict and the finding; then how many of each verdict."""
    from minelab.report.claims import all_claims, claims

    known = all_claims()
    ids = [name for name in known if any(name.startswith(given) for given in options.ids)]
    for given in options.ids:
        if not any(name.startswith(given) for name in known):
            raise ValueError(f"ids must be from {min(known)} to {max(known)}, not {given!r}")
    table = claims(ids or None)
    for name, row in table.iterrows():
        print(f"{name}  {row['report']}, {row['where']}: {row['claim']}")
        print(f"     {row['verdict'].upper()}. {row['finding']}")
        if row["why"]:
            print(f"     {row['why']}")
        print()
    counts = table["verdict"].value_counts()
    print(", ".join(f"{verdict}: {n}" for verdict, n in counts.items()))


def daggers_command(options: argparse.Namespace) -> None:
    """Daggers' tables, for maps from a file or drawn ones."""
    from minelab.boards.maps import load_maps
    from minelab.lab.daggers import draw_maps, play_maps, report_tables

    check_whole("--draw", options.draw, 1, 1000)
    maps = load_maps(options.maps) if options.maps else draw_maps(options.draw, options.seed)
    games = play_maps(maps, options.agents, runs=options.runs, workers=options.workers)
    if not options.maps:
        last = options.seed + options.draw - 1
        print(f"Maps drawn with the seeds {options.seed} to {last}, not those of the report.\n")
    print(report_tables(games))


def from_checkout(module: str) -> Any:
    """A module that is part of a checkout and not of the installed package."""
    root = Path(__file__).resolve().parent.parent
    if not (root / module.split(".")[0]).is_dir():
        raise FileNotFoundError(
            f"this command needs a checkout of minelab, with the folder {module.split('.')[0]}/; "
            f"there is none in {root}"
        )
    sys.path.insert(0, str(root))
    return import_module(module)


def bench_command(options: argparse.Namespace) -> None:
    """Run the benchmarks of a checkout."""
    from_checkout("benchmarks.run").run(options.questions, quick=options.quick)


def soak_command(options: argparse.Namespace) -> None:
    """Soak, and print what was tried, also when stopped; or try one case again."""
    soak, cases = from_checkout("tests.soak"), from_checkout("tests.soak.cases")
    if options.replay is not None:
        number = check_whole("replay", options.replay, 0, 2 * cases.LAST)
        print(cases.describe(number))
        result = soak.try_case(number)
        if result.wrong:
            sys.exit(result.wrong)
        tried = {what: n for (heading, _, what), n in result.done.items() if heading == "cases"}
        print(f"nothing wrong: {', '.join(f'{n} {what}' for what, n in tried.items())}")
        return
    minutes = 1 if options.minutes is None and options.cases is None else options.minutes
    outcome = soak.soak(
        minutes=minutes, cases=options.cases, seed=options.seed, workers=options.workers,
        limit=options.limit,
    )  # fmt: skip
    print(outcome)
    if outcome.wrong or outcome.gave_up:
        sys.exit(1)
