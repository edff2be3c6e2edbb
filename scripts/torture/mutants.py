"""`make mutants`: how many small faults, put into the source, the tests find.

Draws mutants, single changes of the source such as `<` for `<=`, from the rooms below, as many from
each. A mutant against which a test fails is killed. No file is changed on disk.

1. Every test runs once, with a note in each statement: which test reaches which statement, and how
   long it takes. Kept in var/mutants/ until a file of the program or of the tests changes.
2. Two processes load the program and all tests, and fork for each mutant. The fork changes the code
   of the functions and runs tests that reach the changed statement, up to the first that fails: for
   up to 20 seconds, each file of tests getting its share of the time, the closest tests first. What
   runs while modules are loaded, such as a table, is changed in a new process instead.

Left out, each time: the tests in the browser, those of `make test-slow`, and the folders of tests
that work in other processes. A statement that no other test reaches survives; a mutant that never
ends is killed. A run that was stopped while it tried mutants goes on where it was.

Usage: python -m scripts.torture.mutants [number of mutants]. SEED draws others.
"""

import ast
import builtins
import contextlib
import functools
import gc
import hashlib
import importlib.machinery
import itertools
import json
import multiprocessing
import os
import pickle
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from scripts.torture.mutations import Mutant, mutants_of, mutated, noted

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {
    "rules/scoring": "referee/rules/scoring",
    "rules/problems": "referee/rules/problems",
    "play/services": "referee/play/services",
    "club/services": "referee/club/services",
}
LEFT_OUT = ("tests/browser", "tests/commands", "tests/live", "tests/project", "tests/serving")
OWN = ("referee.", "sushiscore.")
"""Modules whose caches each mutant begins without."""
OUT = ROOT / "var" / "mutants"
WORKERS = 2
MAX_SECONDS, MAX_TESTS = 20.0, 500
"""Of tests, for one mutant."""
PATIENCE = 180
"""Seconds after which a mutant counts as killed: it waits for ever."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "scripts.torture.mutants")
PYTEST += ("-p", "no:cacheprovider", "--hypothesis-seed=0")


# ------------------------------------------------------------------ inside pytest


def load_changed(changed: dict[str, Callable[[str], ast.Module]]) -> None:
    """Have these files changed when they are loaded, whatever their compiled forms say."""
    loader = importlib.machinery.SourceFileLoader
    plain = loader.get_code

    def get_code(self, name: str) -> CodeType:
        path = os.path.relpath(self.path, ROOT)
        if path not in changed:
            return plain(self, name)
        tree = changed[path](Path(self.path).read_text())
        return compile(tree, self.path, "exec", dont_inherit=True)

    loader.get_code = get_code


class MapPlugin:
    """Notes which statements each test reaches, those of its fixtures included."""

    def __init__(self, out: str) -> None:
        self._out = Path(out, f"{os.getpid()}.reached")
        self._note_in(set())
        self._at_import = self._reached
        self._of_fixtures: dict[int, set[str]] = defaultdict(set)
        self._tests: dict[str, tuple[float, set[str]]] = {}
        self._passed: set[str] = set()
        files = itertools.chain(*map(files_of, ROOMS))
        load_changed({path: functools.partial(noted, path) for path in files})

    def _note_in(self, reached: set[str]) -> None:
        self._reached = reached
        builtins._mutants_note = reached.add

    def pytest_collection_modifyitems(self, items) -> None:
        """Leave out the tests in the browser."""
        items[:] = [one for one in items if one.get_closest_marker("browser") is None]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        """Note what fixtures for several tests reach, for each of these tests."""
        if fixturedef.scope == "function":
            return (yield)
        outer = self._reached
        self._note_in(set())
        try:
            return (yield)
        finally:
            self._of_fixtures[id(fixturedef)] |= self._reached
            self._note_in(outer | self._reached)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        """Note what a test reaches."""
        self._note_in(set())
        began = time.process_time()
        try:
            return (yield)
        finally:
            spent = time.process_time() - began
            defined = itertools.chain(*item._fixtureinfo.name2fixturedefs.values())
            reached = self._reached.union(*(self._of_fixtures.get(id(one), ()) for one in defined))
            self._tests[item.nodeid] = (spent, reached)
            self._note_in(set())

    def pytest_runtest_logreport(self, report) -> None:
        """Remember the tests that pass; no others can tell a mutant."""
        if report.when == "call" and report.passed:
            self._passed.add(report.nodeid)
        elif report.failed:
            self._passed.discard(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write it all."""
        tests = {name: one for name, one in self._tests.items() if name in self._passed}
        self._out.write_bytes(pickle.dumps((self._at_import, tests)))


class RunPlugin:
    """Forks for each mutant, instead of running the tests that were collected."""

    def __init__(self, jobs: str, results: str) -> None:
        self._jobs = json.loads(Path(jobs).read_text())
        self._results = Path(results)
        self._template = Path(jobs).with_suffix(".sqlite3")
        self._is_clean: dict[str, bool] = {}

    def pytest_runtestloop(self, session) -> bool:
        """Try each mutant and write what became of it."""
        self._items = {item.nodeid: item for item in session.items}
        self._make_database()
        self._functions: dict[str, list[FunctionType]] = defaultdict(list)
        self._caches = []
        gc.unfreeze()  # what the tests' conftest has frozen is not among the objects
        for thing in gc.get_objects():
            kind = type(thing)  # asking lazy objects would load them
            if kind is FunctionType:
                self._functions[thing.__code__.co_filename].append(thing)
            elif kind is functools._lru_cache_wrapper and str(thing.__module__).startswith(OWN):
                self._caches.append(thing)
        gc.freeze()
        with self._results.open("a") as results:
            for job in self._jobs:
                found = {"path": job["path"], "number": job["number"], **self._try(job)}
                print(json.dumps(found), file=results, flush=True)
        return True

    def _make_database(self) -> None:
        """Let a test make the database of all, and keep an empty copy of it."""
        from _pytest.runner import runtestprotocol
        from django.db import connections

        items = list(self._items.values())
        for place, item in enumerate(items):
            marker = item.get_closest_marker("django_db")
            if marker is not None and not marker.kwargs.get("transaction"):
                # A next test keeps what belongs to all.
                runtestprotocol(item, nextitem=items[place - 1], log=False)
                break
        connections.close_all()
        shutil.copy(connections["default"].settings_dict["NAME"], self._template)

    def _try(self, job: dict) -> dict:
        """What becomes of a mutant: ``killed``, ``by`` which test, ``how`` else."""
        tests = job["tests"]
        while True:
            found = self._fresh(job, tests) if job["fresh"] else self._fork(job, tests)
            job["fresh"] |= "fresh" in found
            guilty = found.get("by")
            if guilty is None and "fresh" not in found:
                return found
            if guilty not in self._is_clean:
                self._is_clean[guilty] = not self._fork(None, [guilty])["killed"]
            if self._is_clean[guilty]:
                return found
            tests = [one for one in tests if one != guilty]  # it fails without the mutant, too

    def _fork(self, job: dict | None, tests: list[str]) -> dict:
        receiving, sending = multiprocessing.Pipe(duplex=False)
        target = functools.partial(self._in_fork, job, tests, sending)
        child = multiprocessing.get_context("fork").Process(target=target)
        child.start()
        sending.close()
        found = {"killed": True, "how": "it did not end"}
        with contextlib.suppress(EOFError):
            if receiving.poll(PATIENCE):
                found = receiving.recv()
        end(child.pid)
        child.join()
        return found

    def _in_fork(self, job: dict | None, tests: list[str], sending) -> None:
        from _pytest.runner import runtestprotocol
        from django.db import connections

        os.setsid()
        limit_time()
        with tempfile.NamedTemporaryFile(suffix=".sqlite3") as database:
            shutil.copy(self._template, database.name)
            connections["default"].settings_dict["NAME"] = database.name
            for cached in self._caches:
                cached.cache_clear()
            if job is not None and not self._change(job["path"], job["number"]):
                sending.send({"killed": False, "fresh": True})
                return
            items = [self._items[one] for one in tests if one in self._items]
            # The test that made the database has left its module and folders set up.
            for item in items[:1]:
                item.session._setupstate.teardown_exact(item)
            for item, nextitem in zip(items, [*items[1:], *items[:1]], strict=True):
                for report in runtestprotocol(item, nextitem=nextitem, log=False):
                    if report.failed:
                        sending.send({"killed": True, "by": item.nodeid, "how": report.when})
                        return
            sending.send({"killed": False})

    def _change(self, path: str, number: int) -> bool:
        """Change the functions of a file; False where they cannot be changed any more."""
        load_changed({path: lambda source: mutated(source, number)})  # where it is not loaded yet
        file = str(ROOT / path)
        new: dict[tuple[str, int], CodeType] = {}
        left = [compile(mutated(Path(file).read_text(), number), file, "exec")]
        while left:
            code = left.pop()
            new[code.co_qualname, code.co_firstlineno] = code
            left += [one for one in code.co_consts if isinstance(one, CodeType)]
        for function in self._functions[file]:
            code = function.__code__
            with_change = new.get((code.co_qualname, code.co_firstlineno))
            if with_change is not None and "<lambda>" not in code.co_qualname:
                if with_change.co_freevars != code.co_freevars:
                    return False
                function.__code__ = with_change
        return True

    def _fresh(self, job: dict, tests: list[str]) -> dict:
        with tempfile.TemporaryDirectory() as folder:
            failed = Path(folder, "failed")
            task = {"path": job["path"], "number": job["number"], "failed": str(failed)}
            options = ("-n", "0", "-x", "--no-migrations", f"--basetemp={folder}/tests", *tests)
            process = start_pytest(["fresh", task], *options, start_new_session=True)
            try:
                code = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                code = -signal.SIGKILL
            end(process.pid)
            if code == 1 and failed.exists():
                return {"killed": True, "by": failed.read_text(), "how": "fresh"}
            return {"killed": code != 0, **({"how": "on loading"} if code else {})}


class FreshPlugin:
    """Runs tests on a program that was loaded with a mutant in it."""

    def __init__(self, path: str, number: int, failed: str) -> None:
        self._failed = Path(failed)
        limit_time()
        load_changed({path: lambda source: mutated(source, number)})

    def pytest_runtest_logreport(self, report) -> None:
        """Tell which test has failed."""
        if report.failed:
            self._failed.write_text(report.nodeid)


def limit_time() -> None:
    """Have this process killed when it works much longer than its tests need."""
    seconds = int(60 + 4 * MAX_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def end(process: int) -> None:
    """Kill a process that has a session of its own, and all that it has begun."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def pytest_configure(config) -> None:
    """Take part in a run of pytest."""
    config.pluginmanager.register(PLUGIN)


# ------------------------------------------------------------------ the run


def files_of(room: str) -> list[str]:
    """The files of a room that mutants are drawn from."""
    found = sorted((ROOT / ROOMS[room]).glob("*.py"))
    return [str(path.relative_to(ROOT)) for path in found if path.name != "__init__.py"]


def draw(number: int, seed: int) -> dict[str, list[Mutant]]:
    """As many mutants of each room, by lot."""
    dice = random.Random(seed)
    drawn = {}
    for room in ROOMS:
        mutants = [mutants_of(path, (ROOT / path).read_text()) for path in files_of(room)]
        of_room = list(itertools.chain(*mutants))
        drawn[room] = dice.sample(of_room, min(len(of_room), number // len(ROOMS)))
    return drawn


class Reached:
    """Which tests reach a statement, how long each takes, and how much else it reaches."""

    def __init__(self, folder: Path) -> None:
        self.spent: dict[str, float] = {}
        self.at_import: set[str] = set()
        self._breadth: dict[str, int] = {}
        self._by_key: dict[str, set[str]] = defaultdict(set)
        for path in folder.glob("*.reached"):
            at_import, tests = pickle.loads(path.read_bytes())  # noqa: S301  # our own
            self.at_import |= at_import
            for name, (spent, reached) in tests.items():
                self.spent[name], self._breadth[name] = spent, len(reached)
                for key in reached:
                    self._by_key[key].add(name)
                    self._by_key[key.partition(":")[0]].add(name)

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests to try, the first first: each file of tests gets the same time."""
        if mutant.statement is None:
            reaching = self._by_key[mutant.path] or set(self.spent)
        else:
            reaching = self._by_key[mutant.key]
        spent_of_file: dict[str, float] = {}
        in_turn = []
        for name in sorted(reaching, key=lambda one: (self._breadth[one], self.spent[one], one)):
            file = name.partition("::")[0]
            begin = spent_of_file.setdefault(file, self._breadth[name] / 1e6)
            spent_of_file[file] += self.spent[name]
            in_turn.append((begin, file, name))
        in_turn.sort(key=lambda one: one[:2])
        names = [name for _begin, _file, name in in_turn[:MAX_TESTS]]
        until = [0, *itertools.accumulate(self.spent[name] for name in names)]
        return [name for name, spent in zip(names, until, strict=False) if spent < MAX_SECONDS]


def start_pytest(task: list, *arguments: str, **options: bool) -> "subprocess.Popen[bytes]":
    """Begin a run of pytest with this file as its plugin; it writes into var/mutants/pytest.log."""
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    own = {"PYTHONPATH": str(ROOT), "MUTANTS": json.dumps(task)}
    with (OUT / "pytest.log").open("ab") as log:
        return subprocess.Popen(
            [*PYTEST, *arguments], cwd=ROOT, env={**kept, **own}, stdout=log, stderr=log, **options
        )


def folder_of_this_source() -> Path:
    """Where findings about the source as it is are kept; those about an earlier one are removed."""
    digest = hashlib.sha256()
    for room in ("referee", "sushiscore", "templates", "tests"):
        for path in sorted((ROOT / room).rglob("*.*")):
            if path.suffix in (".py", ".html"):
                digest.update(path.read_bytes())
    folder = OUT / digest.hexdigest()[:16]
    for old in OUT.iterdir():
        if old.is_dir() and old != folder:
            shutil.rmtree(old)
    folder.mkdir(exist_ok=True)
    return folder


def note_what_tests_reach(folder: Path) -> None:
    """Write the parts of :class:`Reached`, unless an earlier run has."""
    if (folder / "complete").exists():
        return
    print("mutants: noting which test reaches which statement …", flush=True)
    left_out = [f"--ignore={path}" for path in LEFT_OUT]
    code = start_pytest(["map", {"out": str(folder)}], "-n", str(WORKERS), *left_out).wait()
    if code not in (0, 1):
        sys.exit("mutants: the tests did not run; see var/mutants/pytest.log")
    (folder / "complete").touch()


def results_in(folder: Path) -> dict[tuple[str, int], dict]:
    """What became of the mutants that were tried, by file and number."""
    lines = "".join(path.read_text() for path in folder.glob("*.results")).splitlines()
    return {(one["path"], one["number"]): one for one in map(json.loads, lines)}


def run(drawn: dict[str, list[Mutant]], folder: Path, known: Reached) -> dict[Mutant, dict]:
    """What became of each mutant; those that an earlier run has tried are not tried again."""
    found = results_in(folder)
    jobs = []
    # Of each room in turn: a run that is stopped has tried as many of each.
    in_turn = [*filter(None, itertools.chain(*itertools.zip_longest(*drawn.values())))]
    for mutant in in_turn:
        name = {"path": mutant.path, "number": mutant.number}
        tests = known.tests(mutant)
        is_fresh = mutant.statement is None or mutant.key in known.at_import
        if not tests:
            found[mutant.path, mutant.number] = {"killed": False, "how": "no test reaches it"}
        elif (mutant.path, mutant.number) not in found:
            jobs.append({**name, "tests": tests, "fresh": is_fresh})
    running = []
    for worker in range(min(WORKERS, len(jobs))):
        of_worker = jobs[worker::WORKERS]
        path = folder / f"jobs-{worker}.json"
        path.write_text(json.dumps(of_worker))
        files = sorted({name.partition("::")[0] for job in of_worker for name in job["tests"]})
        task = {"jobs": str(path), "results": str(folder / f"{worker}.results")}
        running.append(start_pytest(["run", task], "-n", "0", *files))
    for process in running:
        process.wait()
    found |= results_in(folder)
    try:
        return {one: found[one.path, one.number] for one in in_turn}
    except KeyError:
        sys.exit("mutants: not every mutant was tried; see var/mutants/pytest.log")


def report(drawn: dict[str, list[Mutant]], found: dict[Mutant, dict]) -> str:
    """The table, and the mutants that have survived."""
    lines = [f"{'room':<16}{'mutants':>8}{'killed':>8}{'share':>8}"]
    for room, mutants in {**drawn, "all": [*found]}.items():
        killed = sum(found[one]["killed"] for one in mutants)
        share = killed / len(mutants) if mutants else 0
        lines.append(f"{room:<16}{len(mutants):>8}{killed:>8}{share:>8.1%}")
    lines += ["", "Survivors:"]
    for mutants in drawn.values():
        for one in sorted(mutants, key=lambda one: (one.path, one.line)):
            if not found[one]["killed"]:
                why = " (no test reaches it)" if "how" in found[one] else ""
                place = f"{one.path}:{one.line} {one.function}".rstrip()
                lines.append(f"  {place}{why}\n      {one.change}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Draw the mutants, try them and print what was found."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    seed = int(os.environ.get("SEED") or 14)
    began = time.monotonic()
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "pytest.log").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as data:
        os.environ["SUSHISCORE_DATA"] = data
        folder = folder_of_this_source()
        note_what_tests_reach(folder)
        known = Reached(folder)
        drawn = draw(number, seed)
        count = sum(map(len, drawn.values()))
        print(f"mutants: SEED={seed}: {count} mutants, {len(known.spent)} tests …", flush=True)
        found = run(drawn, folder, known)
    text = report(drawn, found)
    (OUT / "report.txt").write_text(text)
    print(text.partition("\nSurvivors:")[0])
    how = Counter(one.get("how", "survived") for one in found.values())
    print("mutants:", ", ".join(f"{words}: {count}" for words, count in how.most_common()))
    seconds = time.monotonic() - began
    print(f"mutants: the survivors are in var/mutants/report.txt; {seconds:.0f} seconds")


if __name__ == "__main__":
    main()
elif "MUTANTS" in os.environ:
    # Now, before anything of the program is loaded.
    _kind, _options = json.loads(os.environ["MUTANTS"])
    PLUGIN = {"map": MapPlugin, "run": RunPlugin, "fresh": FreshPlugin}[_kind](**_options)
