"""Runs the benchmarks, keeps what they give in results.json and shows it in README.md.

In the page, what stands between the marks of a question is made by the run; all else is prose and
stays. `python -m minelab bench` comes here.
"""

import argparse
import json
import os
import platform
import time
from datetime import date
from importlib import import_module, metadata
from pathlib import Path

from tqdm.auto import tqdm

from minelab._files import write_whole

QUESTIONS = ("odds", "games", "growth", "strength", "startup", "explore")
HERE = Path(__file__).parent
RESULTS, PAGE = HERE / "results.json", HERE / "README.md"
CLOSE = 0.2


def main(arguments):
    """The command `python -m minelab bench`."""
    parser = argparse.ArgumentParser("minelab bench", description="Measure speed and strength.")
    parser.add_argument(
        "questions", nargs="*", metavar="QUESTION", help="such as odds (default: all)"
    )
    parser.add_argument("--quick", action="store_true", help="a trial: nothing is written")
    options = parser.parse_args(arguments)
    run(options.questions, quick=options.quick)


def run(questions=(), quick=False):
    """Measure what is asked for, or all, and print its tables; a full run is also kept."""
    for name in questions:
        if name not in QUESTIONS:
            raise ValueError(f"a question must be one of {list(QUESTIONS)}, not {name!r}")
    bar = tqdm(questions or QUESTIONS, desc="benchmarks", disable=None)
    for name in bar:
        bar.set_postfix_str(name)
        answer = ask(name, quick, results().get(name))
        tqdm.write(f"\n{show(name, answer)}\n")
        if not quick:
            write_whole(RESULTS, json.dumps(results() | {name: answer}, indent=1) + "\n")
            write_whole(PAGE, fill(PAGE.read_text(encoding="utf-8"), name, show(name, answer)))
    if not quick and set(QUESTIONS) <= results().keys():
        write_whole(PAGE, fill(PAGE.read_text(encoding="utf-8"), "aims", show_aims()))
        print(show_aims())


def ask(name, quick=False, before=None):
    """Measure one question; `before` is its answer of an earlier run."""
    question = import_module(f"benchmarks.{name}")
    settings = question.QUICK if quick else question.FULL
    start = time.perf_counter()
    found = question.measure(**settings)
    answer = {
        "made": f"{date.today():%d %B %Y}",
        "machine": machine(),
        "seconds": time.perf_counter() - start,
        "settings": settings,
        "found": found,
        "ratios": question.ratios(found),
    }
    if before and before["settings"] == settings:
        answer["ratios_before"] = before["ratios"]
    return answer


def show(name, answer):
    """The tables of a question, with when and where they were made."""
    question = import_module(f"benchmarks.{name}")
    told = f"`python -m minelab bench {name}`, {answer['made']}, {answer['machine']}; "
    told += f"{answer['seconds']:.0f} seconds. {change(answer)}"
    return "\n\n".join([*map(str, question.tables(answer["found"])), told.strip()])


def show_aims():
    """What was aimed at, beside what the latest runs gave."""
    from benchmarks import aims

    found = {name: answer["found"] for name, answer in results().items()}
    return "\n\n".join(map(str, aims.tables(found)))


def change(answer):
    """By how much the ratios differ from those of the run before, in words."""
    now, before = answer["ratios"], answer.get("ratios_before", {})
    apart = {key: max(now[key] / x, x / now[key]) - 1 for key, x in before.items() if key in now}
    if not apart:
        return ""
    worst = max(apart, key=apart.get)
    near = sum(x <= CLOSE for x in apart.values())
    return (
        f"Of {len(apart)} ratios, {near} lie within {CLOSE:.0%} of those of the run before; the "
        f"largest change is {apart[worst]:.0%} ({worst}: {before[worst]:.3g}, {now[worst]:.3g})."
    )


def machine():
    """The processor and what the run was made with."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text().splitlines()
        cpu = next((x.split(":")[1].strip() for x in lines if x.startswith("model name")), cpu)
    made_with = [f"{name} {metadata.version(name)}" for name in ("numba", "numpy")]
    made_with.insert(0, f"Python {platform.python_version()}")
    return ", ".join([f"{os.cpu_count()} cores of {cpu}", *made_with])


def results():
    """What earlier runs gave, by question."""
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def fill(page, name, text):
    """The page with this text between the marks of a question."""
    start, end = f"<!-- made by the run: {name} -->", f"<!-- end of {name} -->"
    if page.count(start) != 1 or page.count(end) != 1:
        raise ValueError(f"the page must have the marks {start!r} and {end!r}, once each")
    head, rest = page.split(start)
    return f"{head}{start}\n\n{text}\n\n{end}{rest.split(end)[1]}"
