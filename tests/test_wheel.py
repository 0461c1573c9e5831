"""The package as a wheel, installed outside the repository: it works, or says what it needs."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

import minelab as ml

ROOT = Path(__file__).parents[1]

TRY = """
import contextlib, io, json, sys
import minelab as ml
from minelab.cli import main
said = {}
for line in sys.stdin.read().splitlines():
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(line.split())
            code = ""
        except SystemExit as ended:
            code = ended.code
    said[line] = [str(code), out.getvalue()]
said["file"] = ml.__file__
said["boards"], said["games"] = len(ml.printed_boards()), len(ml.load("density-30"))
print(json.dumps(said))
"""
WORKS = {
    "agents": "champion-score",
    "play --map EASY1": "Gold collected",
    "play --rows 4 --cols 4 --mines 2 --save game.jsonl": "saved to",
    "sweep --rows 4 --cols 4 --boards 2 --densities 0.2": "basic",
    "run copies": "data/copies.parquet",
    "run density-30": "there already",
    "run all --dry-run": "in all with",
}
SAYS = {
    "claims A01": "no table density-10; make it with: python -m minelab run density-10; or copy",
    "train": "needs benchmarks/ of the repository",
    "bench": "needs benchmarks/ of the repository",
    "soak": "needs tests/ of the repository",
    "report": "run this in a copy of the repository",
}


def build(source, folder):
    """The wheel of a folder; skips where the backend can't be had."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, source]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "No matching distribution" in done.stderr and not os.environ.get("CI"):
        pytest.skip("no package index for hatchling, which builds the wheel")
    assert not done.returncode, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


def files(folder):
    """The files of an installed package, without the bytecode that Python writes."""
    return {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def test_one_copy_of_the_data_is_mapped_into_the_wheel(wheel):
    assert not (ROOT / "minelab" / "data").exists()
    inside = ZipFile(wheel)
    names = {name for name in inside.namelist() if name.startswith("minelab/data/")}
    folders = [*(ROOT / "data" / "boards").iterdir(), *(ROOT / "data" / "published").iterdir()]
    wanted = [*folders, ROOT / "data" / "density-30.parquet"]
    assert names == {f"minelab/{path.relative_to(ROOT).as_posix()}" for path in wanted}
    assert wheel.stat().st_size < 2e6


def check_commands(python, environment, folder, site):
    before = files(site)
    lines = "\n".join([*WORKS, *SAYS])
    done = subprocess.run(
        [python, "-c", TRY], input=lines, cwd=folder, env=environment, capture_output=True,
        text=True,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert Path(said["file"]).is_relative_to(site)
    assert said["boards"] == len(ml.printed_boards()) and said["games"] == 29_700
    for line, text in WORKS.items():
        assert said[line][0] == "" and text in said[line][1].replace("\\", "/"), (line, said[line])
    for line, text in SAYS.items():
        code, output = said[line]
        message = output if code == "1" else code
        assert text in message and message.strip().count("\n") == 0, (line, said[line])
    assert files(site) == before
    assert {path.name for path in folder.iterdir()} == {"data", "game.jsonl"}


def test_every_command_works_from_a_wheel_or_says_what_it_needs(wheel, tmp_path):
    """Installed into a folder of its own; the libraries are those of this environment."""
    site, folder = tmp_path / "site", tmp_path / "elsewhere"
    folder.mkdir()
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, "--target", site, wheel], check=True)
    libraries = [site, sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    path = os.pathsep.join(map(str, libraries))
    usual = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    check_commands(sys.executable, {**usual, "PYTHONPATH": path}, folder, site)


@pytest.mark.full
def test_a_clean_environment_from_the_source_archive(tmp_path):
    """The real thing: sdist, wheel, a new environment with the libraries of the package index."""
    tools, clean, folder = tmp_path / "tools", tmp_path / "clean", tmp_path / "elsewhere"
    folder.mkdir()
    for place in (tools, clean):
        venv.create(place, with_pip=True)
    scripts = "Scripts" if os.name == "nt" else "bin"
    run = [tools / scripts / "python", "-m"]
    subprocess.run([*run, "pip", "install", "--quiet", "build"], check=True)
    subprocess.run([*run, "build", "--sdist", "--outdir", tmp_path, ROOT], check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    python = clean / scripts / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", archive], check=True)
    place = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    usual = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "NUMBA_CACHE_DIR")}
    check_commands(python, usual, folder, Path(place.stdout.strip()) / "minelab")
