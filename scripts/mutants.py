"""`make mutants`: how many small faults, put into the source, the tests notice.

cosmic-ray makes the faults, such as `<` for `<=`, one at a time, in copies of what is committed.
`[tool.mutants]` in pyproject.toml says which tests look for those of a room. Of each room as many
are drawn, at most one at a place. A fault that no test notices is shown.

Usage: python -m scripts.mutants [number of faults in all] [room …]. SEED draws others.
"""

import ast
import os
import random
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements" / "mutants.txt"
TOOL = ROOT / ".tools" / "mutants"
NUMBER, AT_ONCE = 100, 2
PATIENCE = 4
"""So many times as long as without a fault may the tests take."""
MARKED = "not (slow or fuzz or browser)"
CONFIG = """[cosmic-ray]
module-path = "{room}"
timeout = {seconds}
distributor.name = "local"
test-command = "{command}"
"""


def install() -> None:
    """Make the environment of cosmic-ray, where there is none for this lock."""
    made = TOOL / "made-from"
    if not made.exists() or made.read_text() != LOCK.read_text():
        venv.create(TOOL, clear=True, with_pip=True)
        pip = [TOOL / "bin/python", "-m", "pip", "install", "--quiet", "--require-hashes"]
        subprocess.run([*pip, "--requirement", LOCK], check=True)
        made.write_text(LOCK.read_text())


def copy_to(folder: Path) -> None:
    """Copy what is committed, compiled so that a changed source is never taken for the old one."""
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, folder], check=True)
    (folder / ".venv").symlink_to(ROOT / ".venv")  # what tests start looks for it there
    by_hash = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
    for command in (["scripts/compile_messages.py"], [*by_hash, "referee", "sushiscore", "tests"]):
        subprocess.run([sys.executable, *command], cwd=folder, check=True)


def is_type(path: Path, row: int, column: int) -> bool:
    """Whether a place is in an annotation, which does nothing."""
    nodes = ast.walk(ast.parse(path.read_text()))
    named = [getattr(node, name, None) for node in nodes for name in ("annotation", "returns")]
    spans = [((at.lineno, at.col_offset), (at.end_lineno, at.end_col_offset)) for at in named if at]
    return any(start <= (row, column) < end for start, end in spans)


def draw(database: sqlite3.Connection, folder: Path, number: int, dice: random.Random) -> None:
    """Leave so many faults of those that cosmic-ray has listed."""
    places = defaultdict(list)
    listed = "module_path, start_pos_row, start_pos_col, job_id FROM mutation_specs"
    for path, row, column, job in database.execute(f"SELECT {listed} ORDER BY 1, 2, 3, occurrence"):
        places[path, row, column].append(job)
    order = dice.sample(list(places), len(places))
    known = (at for at in order if not is_type(folder / at[0], *at[1:]))
    left = [dice.choice(places[at]) for at, _ in zip(known, range(number), strict=False)]
    marks = ", ".join("?" * len(left))
    for table in ("mutation_specs", "work_items"):
        database.execute(f"DELETE FROM {table} WHERE job_id NOT IN ({marks})", left)  # noqa: S608  # question marks and names from above
    database.commit()


def try_room(room: str, tests: str, number: int, seed: str) -> None:
    """Put faults into a room, and print what becomes of them."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, session = Path(temporary, "copy"), Path(temporary, "session.sqlite3")
        copy_to(folder)
        command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-m", MARKED]
        command += tests.split()
        began = time.monotonic()
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        seconds = PATIENCE * (time.monotonic() - began)
        config = Path(temporary, "cosmic-ray.toml")
        config.write_text(CONFIG.format(room=room, seconds=seconds, command=shlex.join(command)))
        tool = TOOL / "bin/cosmic-ray"
        subprocess.run([tool, "init", config, session], cwd=folder, check=True)
        with closing(sqlite3.connect(session)) as database:
            draw(database, folder, number, random.Random(f"{seed} {room}"))
            subprocess.run([tool, "exec", config, session], cwd=folder, check=True)
            found = database.execute("SELECT test_outcome, diff FROM work_results").fetchall()
    survived = [diff for outcome, diff in found if outcome != "KILLED"]
    print(f"{room}: {len(found) - len(survived)} of {len(found)} noticed", *survived, sep="\n")


def main() -> None:
    """Try each room."""
    words, seed = sys.argv[1:], os.environ.get("SEED") or "1"
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutants"]
    number = int(words.pop(0)) if words and words[0].isdigit() else NUMBER
    rooms = {room: tests for room, tests in rooms.items() if not words or room in words}
    install()
    print(f"mutants: SEED={seed}", flush=True)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        tries = [
            pool.submit(try_room, room, tests, number // len(rooms), seed)
            for room, tests in rooms.items()
        ]
        for one in tries:
            one.result()


if __name__ == "__main__":
    main()
