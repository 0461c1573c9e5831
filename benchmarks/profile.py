"""Where the engine spends its time: Linux `perf`, with the names of the kernels.

    python -m benchmarks.profile charles 20 20 120 --games 3000

perf knows no names for code that was compiled as the program ran. So the games are played in a
process that first writes where each kernel lies into the map that perf looks for. What numba or
LLVM put in place of a call counts for the caller.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ENTRY = "play_batch"


def main():
    """Play under perf and print the kernels that took the most time."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agent")
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("mines", type=int)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--classic", action="store_true", help="classic rules, from a corner")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        play(options)
        return
    if not shutil.which("perf") or not shutil.which("nm"):
        sys.exit("this needs the Linux commands perf and nm")
    with tempfile.TemporaryDirectory() as folder:
        data, names = Path(folder, "perf.data"), Path(folder, "names")
        again = [sys.executable, "-m", "benchmarks.profile", *sys.argv[1:], "--child", str(names)]
        record = ["perf", "record", "--quiet", "--freq", "1000", "--output", str(data), *again]
        subprocess.run(record, check=True)
        report = ["perf", "report", "--stdio", "--sort", "symbol", "--input", str(data)]
        lines = subprocess.run(report, capture_output=True, text=True, check=True).stdout
        Path(names.read_text()).unlink()
    shares = Counter()
    for share, kernel in re.findall(r"([\d.]+)% +\[\.\] minelab:(\w+)", lines):
        shares[kernel] += float(share)  # a kernel may be there in several forms
    for kernel, share in shares.most_common(20):
        print(f"{share / shares.total():7.1%}  {kernel}")


def play(options):
    """The games that perf looks at."""
    from numba.core.codegen import CPUCodeLibrary

    kept, keep = {}, CPUCodeLibrary._set_compiled_object

    def keep_too(library, code):  # numba lets go of what it read from its cache
        kept[library.name] = code
        keep(library, code)

    CPUCodeLibrary._set_compiled_object = keep_too
    import minelab as ml
    from minelab.engine import play as engine

    rules = {"rules": ml.CLASSIC, "first": (0, 0)} if options.classic else {}
    board = (options.agent, options.rows, options.cols)
    ml.play_many(*board, mines=options.mines, games=1, seed=1, **rules)
    lines = []
    for compiled in getattr(engine, ENTRY).overloads.values():
        library, name = compiled.library, compiled.fndesc.llvm_func_name
        code = kept.get(library.name) or library._get_compiled_object()
        lines += kernels(code, name, library.get_pointer_to_function(name))
    where = f"/tmp/perf-{os.getpid()}.map"  # perf looks nowhere else
    Path(where).write_text("".join(lines))
    options.child.write_text(where)
    ml.play_many(*board, mines=options.mines, games=options.games, seed=2, **rules)


def kernels(code, entry, address):
    """Lines of perf's map: where each function of an object file lies, its size and name."""
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(code)
        file.flush()
        listed = subprocess.run(["nm", "-S", file.name], capture_output=True, text=True, check=True)
    found = [line.split() for line in listed.stdout.splitlines()]
    functions = {p[3]: (int(p[0], 16), int(p[1], 16)) for p in found if len(p) == 4}
    base = address - functions[entry][0]
    for name, (offset, size) in functions.items():
        if short := re.match(r"_ZN7minelab6engine\d+[a-z_]+?(\d+)(\w+)", name):
            yield f"{base + offset:x} {size:x} minelab:{short[2][: int(short[1])]}\n"


if __name__ == "__main__":
    main()
