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
ends is killed. A run that was stopped goes on where it was.

Usage: python -m scripts.torture.mutants [number of mutants]. SEED draws others.
"""

import ast
import builtins
import contextlib
import copy
import functools
import gc
import hashlib
import heapq
import importlib.machinery
import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {
    "rules/scoring": ("referee/rules/scoring/*.py",),
    "rules/problems": ("referee/rules/problems/*.py",),
    "play/services": ("referee/play/services/*.py",),
    "club/services": ("referee/club/services/*.py",),
}
LEFT_OUT = ("tests/browser", "tests/commands", "tests/live", "tests/project")
OUT = ROOT / "var" / "mutants"
WORKERS = 2
MAX_SECONDS, MAX_TESTS = 20.0, 500
"""Of tests, for one mutant."""
PART = 50
"""Tests after which what they reach is written."""
MAX_IDLE = 120
"""Seconds without any work after which a mutant counts as killed: it waits for ever."""


# ------------------------------------------------------------------ mutants


@dataclass(frozen=True)
class Mutant:
    """One change of a file.

    Attributes:
        number: which of the file's changes.
        statement: line and column of the statement in a function that holds it; None for what runs
            when the module is loaded.
    """

    path: str
    number: int
    line: int
    function: str
    statement: tuple[int, int] | None
    change: str

    @property
    def key(self) -> str:
        """The note that its statement leaves."""
        return f"{self.path}:{self.statement}"


@dataclass(frozen=True)
class Mutation:
    """How to change a tree, in place."""

    line: int
    function: str
    statement: tuple[int, int] | None
    words: str
    apply: Callable[[], None]


COMPARED: dict[type, tuple[type, ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COMPUTED: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in a fixed order."""
    return [
        Mutant(path, number, one.line, one.function, one.statement, one.words)
        for number, one in enumerate(changes(ast.parse(source)))
    ]


def mutated(source: str, number: int) -> ast.Module:
    """The file with one of its changes made."""
    tree = ast.parse(source)
    list(changes(tree))[number].apply()
    return ast.fix_missing_locations(tree)


def changes(tree: ast.Module) -> Iterator[Mutation]:
    """Every change that can be made to a tree; annotations and docstrings stay."""
    yield from _in_body(tree.body, "", is_function=False)


def _in_body(body: list[ast.stmt], function: str, *, is_function: bool) -> Iterator[Mutation]:
    for index, statement in enumerate(body):
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            continue
        where = (statement.lineno, statement.col_offset) if is_function else None
        for words, apply in _of_statement(body, index, is_function=is_function):
            yield Mutation(statement.lineno, function, where, words, apply)
        for expression in _expressions(statement):
            for node in ast.walk(expression):
                for field, value in _of_expression(node):
                    changed = copy.copy(node)
                    setattr(changed, field, value)
                    words = f"{_short(node)}  →  {_short(changed)}"
                    apply = functools.partial(setattr, node, field, value)
                    yield Mutation(getattr(node, "lineno", 0), function, where, words, apply)
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{function}.{statement.name}".lstrip(".")
            yield from _in_body(statement.body, name, is_function=True)
        elif isinstance(statement, ast.ClassDef):
            name = f"{function}.{statement.name}".lstrip(".")
            yield from _in_body(statement.body, name, is_function=is_function)
        else:
            for inner in _bodies(statement):
                yield from _in_body(inner, function, is_function=is_function)


def _of_statement(
    body: list[ast.stmt], index: int, *, is_function: bool
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Changes of a whole statement: their words, and how to make them."""
    statement = body[index]
    replacement: ast.stmt | None = None
    if isinstance(statement, ast.Break):
        replacement = ast.Continue()
    elif isinstance(statement, ast.Continue):
        replacement = ast.Break()
    elif isinstance(statement, ast.Return) and not _is_none(statement.value):
        replacement = ast.Return(ast.Constant(None))
    elif is_function and _may_be_dropped(statement):
        replacement = ast.Pass()
    if replacement is not None:
        words = f"{_short(statement)}  →  {ast.unparse(replacement)}"
        yield words, functools.partial(body.__setitem__, index, replacement)
    if isinstance(statement, ast.If | ast.While):
        kind = type(statement).__name__.lower()
        how = "branches swapped" if statement.orelse else "negated"
        negated = ast.UnaryOp(ast.Not(), statement.test)
        words = f"{kind} {_short(statement.test)}  →  {how}"
        yield words, functools.partial(setattr, statement, "test", negated)


def _may_be_dropped(statement: ast.stmt) -> bool:
    """Whether something can be left out without a name's going missing."""
    match statement:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return False
        case ast.Expr(value=value):
            return not ast.unparse(value).startswith("_log.")
        case ast.Assign(targets=targets):
            return all(isinstance(one, ast.Attribute | ast.Subscript) for one in targets)
    return isinstance(statement, ast.AugAssign | ast.Raise | ast.Delete)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement alone, without annotations and inner statements."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = statement.args
        yield from statement.decorator_list
        yield from arguments.defaults
        yield from (one for one in arguments.kw_defaults if one is not None)
    elif isinstance(statement, ast.AnnAssign):
        if statement.value is not None:
            yield statement.value
    elif isinstance(statement, ast.Match):
        yield statement.subject
        yield from (case.guard for case in statement.cases if case.guard is not None)
    elif isinstance(statement, ast.With | ast.AsyncWith):
        yield from (item.context_expr for item in statement.items)
    else:
        for _field, value in ast.iter_fields(statement):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.expr):
                    yield one
                elif isinstance(one, ast.keyword):
                    yield one.value


def _of_expression(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Changes of one node of an expression: which field gets which value."""
    match node:
        case ast.Compare(ops=ops):
            for place, operator in enumerate(ops):
                for other in COMPARED[type(operator)]:
                    yield "ops", [*ops[:place], other(), *ops[place + 1 :]]
        case ast.BinOp(op=op, left=left, right=right) if type(op) in COMPUTED:
            if not _is_text(left) and not _is_text(right):
                yield "op", COMPUTED[type(op)]()
        case ast.BoolOp(op=op):
            yield "op", COMPUTED[type(op)]()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.IfExp(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool() as value):
            yield "value", not value
        case ast.Constant(value=int() as value):
            yield "value", value + 1
            yield "value", value - 1
        case ast.Name(id=name) if name in CALLED:
            yield "id", CALLED[name]


def _bodies(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements inside one."""
    for field in ("body", "orelse", "finalbody"):
        if inner := getattr(statement, field, None):
            yield inner
    for part in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]:
        yield part.body


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.JoinedStr) or (
        isinstance(value, ast.Constant) and isinstance(value.value, str)
    )


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:69]}…"


def noted(path: str, source: str) -> ast.Module:
    """The file with a note before each statement of its functions."""

    def add(body: list[ast.stmt], *, is_function: bool) -> None:
        new: list[ast.stmt] = []
        for place, statement in enumerate(body):
            is_docstring = place == 0 and isinstance(statement, ast.Expr)
            if is_function and not (is_docstring and isinstance(statement.value, ast.Constant)):
                key = f"{path}:{(statement.lineno, statement.col_offset)}"
                call = ast.Call(ast.Name("_mutants_note", ast.Load()), [ast.Constant(key)], [])
                new.append(ast.copy_location(ast.Expr(call), statement))
            new.append(statement)
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                add(statement.body, is_function=True)
            else:
                for inner in _bodies(statement):
                    add(inner, is_function=is_function)
        body[:] = new

    tree = ast.parse(source)
    add(tree.body, is_function=False)
    return ast.fix_missing_locations(tree)


# ------------------------------------------------------------------ inside pytest


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module as it is changed, and not from its compiled form."""

    change: Callable[[str], ast.Module]

    def get_code(self, fullname: str) -> CodeType:
        """The changed module, compiled."""
        tree = self.change(Path(self.path).read_text())
        return compile(tree, self.path, "exec", dont_inherit=True)


class Finder:
    """Finds the modules of some files for :class:`Loader`."""

    def __init__(self, changed: dict[str, Callable[[str], ast.Module]]) -> None:
        self._changed = {str(ROOT / path): change for path, change in changed.items()}
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """As other finders do."""
        spec = importlib.machinery.PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        if spec is None or spec.origin not in self._changed:
            return None
        loader = Loader(name, spec.origin)
        loader.change = self._changed[spec.origin]
        spec.loader = loader
        return spec


class MapPlugin:
    """Notes which statements each test reaches, those of its fixtures included."""

    def __init__(self, out: str) -> None:
        self._out = Path(out)
        self._reached: set[str] = set()
        self._note_in(self._reached)
        self._at_import = self._reached
        self._of_fixtures: dict[int, set[str]] = {}
        self._tests: dict[str, tuple[float, list[str]]] = {}
        self._failed: list[str] = []
        self._passed: set[str] = set()
        Finder({path: functools.partial(noted, path) for path in files()})

    def _note_in(self, reached: set[str]) -> None:
        self._reached = reached
        builtins._mutants_note = reached.add  # type: ignore[attr-defined]

    def pytest_collection_modifyitems(self, config, items) -> None:  # type: ignore[no-untyped-def]
        """Leave out the tests of the browser, and those that an earlier run has noted."""
        earlier = {
            name for part in parts_in(self._out) for name in [*part["tests"], *part["failed"]]
        }
        left_out = {
            one
            for one in items
            if one.get_closest_marker("browser") is not None or one.nodeid in earlier
        }
        items[:] = [one for one in items if one not in left_out]
        config.hook.pytest_deselected(items=[*left_out])

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):  # type: ignore[no-untyped-def]
        """Note what fixtures for several tests reach, for each of these tests."""
        if fixturedef.scope == "function":
            return (yield)
        outer = self._reached
        self._note_in(set())
        try:
            return (yield)
        finally:
            self._of_fixtures.setdefault(id(fixturedef), set()).update(self._reached)
            outer |= self._reached
            self._note_in(outer)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):  # type: ignore[no-untyped-def]
        """Note what a test reaches."""
        self._note_in(set())
        began = time.process_time()
        try:
            return (yield)
        finally:
            spent = time.process_time() - began
            defined = item._fixtureinfo.name2fixturedefs.values()
            for one in (one for several in defined for one in several):
                self._reached |= self._of_fixtures.get(id(one), set())
            if item.nodeid in self._passed:
                self._tests[item.nodeid] = (round(spent, 4), sorted(self._reached))
            self._note_in(set())
            if len(self._tests) >= PART:
                self._write()

    def pytest_runtest_logreport(self, report) -> None:  # type: ignore[no-untyped-def]
        """Remember the tests that pass; no others can tell a mutant."""
        if report.when == "call" and report.passed:
            self._passed.add(report.nodeid)
        elif report.failed:
            self._passed.discard(report.nodeid)
            self._failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what has not been written."""
        self._write()

    def _write(self) -> None:
        keys = sorted({key for _spent, reached in self._tests.values() for key in reached})
        number = {key: place for place, key in enumerate(keys)}
        part = {
            "keys": keys,
            "at_import": sorted(self._at_import),
            "failed": self._failed,
            "tests": {
                name: (spent, [number[key] for key in reached])
                for name, (spent, reached) in self._tests.items()
            },
        }
        number_of_part = len(list(self._out.glob("part-*.json")))
        name = f"part-{os.getpid()}-{number_of_part}.json"
        new = self._out / f"{name}.new"
        new.write_text(json.dumps(part))
        new.rename(self._out / name)
        self._tests, self._failed = {}, []


class RunPlugin:
    """Forks for each mutant, instead of running the tests that were collected."""

    def __init__(self, jobs: str) -> None:
        self._jobs = json.loads(Path(jobs).read_text())
        self._results = Path(jobs).with_suffix(".results")
        self._template = Path(jobs).with_suffix(".sqlite3")
        self._is_clean: dict[str, bool] = {}

    def pytest_runtestloop(self, session) -> bool:  # type: ignore[no-untyped-def]
        """Try each mutant and write what became of it."""
        self._items = {item.nodeid: item for item in session.items}
        self._make_database()
        self._functions = defaultdict(list)
        self._caches = []
        for thing in gc.get_objects():
            if type(thing) is FunctionType:  # asking lazy objects would load them
                self._functions[thing.__code__.co_filename].append(thing)
            elif type(thing) is functools._lru_cache_wrapper and is_own(thing.__module__):
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

    def _try(self, job: dict) -> dict:  # type: ignore[type-arg]
        tests = job["tests"]
        while True:
            found = self._fresh(job, tests) if job["fresh"] else self._fork(job, tests)
            if found.get("fresh"):
                job["fresh"] = True
                continue
            guilty = found.get("by")
            if guilty is None or self._passes(guilty):
                return found
            tests = [one for one in tests if one != guilty]

    def _passes(self, test: str) -> bool:
        """Whether a test that has failed passes without the mutant."""
        if test not in self._is_clean:
            self._is_clean[test] = not self._fork(None, [test])["killed"]
        return self._is_clean[test]

    def _fork(self, job: dict | None, tests: list[str]) -> dict:  # type: ignore[type-arg]
        sys.stdout.flush()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            answer = {"killed": True, "how": "the fork failed"}
            try:
                answer = self._in_fork(job, tests)
            finally:
                os.write(writing, json.dumps(answer).encode())
                os._exit(0)
        os.close(writing)
        text = b""
        watch = Watch(child)
        while not watch.is_idle():
            if select.select([reading], [], [], 5)[0]:
                text = os.read(reading, 65_536)
                break
        os.close(reading)
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        shutil.rmtree(self._folder(child), ignore_errors=True)
        return json.loads(text) if text else {"killed": True, "how": "it did not end"}

    def _folder(self, process: int) -> Path:
        return self._template.with_name(f"fork-{process}")

    def _in_fork(self, job: dict | None, tests: list[str]) -> dict:  # type: ignore[type-arg]
        from _pytest.runner import runtestprotocol
        from django.db import connections

        os.setsid()
        limit_time()
        folder = self._folder(os.getpid())
        folder.mkdir()
        shutil.copy(self._template, folder / "test.sqlite3")
        connections["default"].settings_dict["NAME"] = str(folder / "test.sqlite3")
        for cached in self._caches:
            cached.cache_clear()
        if job is not None and not self._change(job["path"], job["number"]):
            return {"killed": False, "fresh": True}
        items = [self._items[one] for one in tests if one in self._items]
        for item, nextitem in zip(items, [*items[1:], *items[:1]], strict=True):
            for report in runtestprotocol(item, nextitem=nextitem, log=False):
                if report.failed:
                    return {"killed": True, "by": item.nodeid, "how": report.when}
        return {"killed": False}

    def _change(self, path: str, number: int) -> bool:
        """Change the functions of a file; False where they cannot be changed any more."""
        Finder({path: lambda source: mutated(source, number)})  # where it is not loaded yet
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

    def _fresh(self, job: dict, tests: list[str]) -> dict:  # type: ignore[type-arg]
        one = {"path": job["path"], "number": job["number"], "template": str(self._template)}
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "failed")
            os.environ["MUTANTS"] = json.dumps(["fresh", {**one, "report": str(report)}])
            command = [*PYTEST, "-n", "0", "-x", "--basetemp", f"{folder}/tests", *tests]
            with subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True,
                stderr=subprocess.DEVNULL,
            ) as process:  # fmt: skip
                watch, code = Watch(process.pid), None
                while code is None and not watch.is_idle():
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        code = process.wait(5)
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            if code == 0:
                return {"killed": False}
            if code == 1 and report.exists():
                return {"killed": True, "by": report.read_text(), "how": "fresh"}
            return {"killed": True, "how": "it did not end" if code is None else "on loading"}


class FreshPlugin:
    """Runs tests on a program that was loaded with a mutant in it."""

    def __init__(self, path: str, number: int, template: str, report: str) -> None:
        self._template = template
        self._report = Path(report)
        limit_time()
        Finder({path: lambda source: mutated(source, number)})

    def pytest_collection_finish(self) -> None:
        """Copy a database that has its tables instead of making one."""
        from django.db.backends.base.creation import BaseDatabaseCreation

        template = self._template

        def create_test_db(self, *_words, **_options) -> str:  # type: ignore[no-untyped-def]
            name = str(self.connection.settings_dict["TEST"]["NAME"])
            shutil.copy(template, name)
            self.connection.close()
            self.connection.settings_dict["NAME"] = name
            return name

        BaseDatabaseCreation.create_test_db = create_test_db  # type: ignore[method-assign]

    def pytest_runtest_logreport(self, report) -> None:  # type: ignore[no-untyped-def]
        """Tell which test has failed."""
        if report.failed:
            self._report.write_text(report.nodeid)


class Watch:
    """Notices that a process has stopped to work, however busy the machine is."""

    def __init__(self, process: int) -> None:
        self._process = psutil.Process(process)
        self._worked, self._at = 0.0, time.monotonic()

    def is_idle(self) -> bool:
        """Whether it has not worked for long."""
        with contextlib.suppress(psutil.NoSuchProcess):
            times = self._process.cpu_times()
            worked = sum(times[:4])
            if worked > self._worked:
                self._worked, self._at = worked, time.monotonic()
        return time.monotonic() - self._at > MAX_IDLE


def limit_time() -> None:
    """Have this process killed when it works much longer than its tests need."""
    seconds = int(60 + 4 * MAX_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def parts_in(folder: Path) -> list[dict]:  # type: ignore[type-arg]
    """What the tests reach, as it was written part by part."""
    return [json.loads(path.read_text()) for path in folder.glob("part-*.json")]


def is_own(module: str | None) -> bool:
    """Whether a module is the program's."""
    return (module or "").partition(".")[0] in ("referee", "sushiscore")


def pytest_configure(config) -> None:  # type: ignore[no-untyped-def]
    """Take part in a run of pytest."""
    config.pluginmanager.register(PLUGIN)


# ------------------------------------------------------------------ the run


PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "scripts.torture.mutants")
PYTEST += ("-p", "no:cacheprovider", "--hypothesis-seed=0")


def files() -> list[str]:
    """The files that mutants are drawn from."""
    return [path for room in ROOMS for path in files_of(room)]


def files_of(room: str) -> list[str]:
    """Those of one room."""
    found = sorted({path for pattern in ROOMS[room] for path in ROOT.glob(pattern)})
    return [str(path.relative_to(ROOT)) for path in found if path.name != "__init__.py"]


def draw(number: int, seed: int) -> dict[str, list[Mutant]]:
    """As many mutants of each room, by lot."""
    dice = random.Random(seed)
    drawn = {}
    for room in ROOMS:
        of_room = [one for path in files_of(room) for one in mutants_of(path, read(path))]
        drawn[room] = dice.sample(of_room, min(len(of_room), number // len(ROOMS)))
    return drawn


def read(path: str) -> str:
    """The text of a file of the project."""
    return (ROOT / path).read_text()


class Reached:
    """Which tests reach a statement, how long each takes, and how much else it reaches."""

    def __init__(self, folder: Path) -> None:
        parts = parts_in(folder)
        self.folder = folder
        self.spent: dict[str, float] = {}
        self.breadth: dict[str, int] = {}
        self.at_import = {key for part in parts for key in part["at_import"]}
        self.failed = sorted({name for part in parts for name in part["failed"]})
        self._by_key: dict[str, set[str]] = defaultdict(set)
        self._by_file: dict[str, set[str]] = defaultdict(set)
        for part in parts:
            for name, (spent, reached) in part["tests"].items():
                self.spent[name] = spent
                self.breadth[name] = len(reached)
                for number in reached:
                    key = part["keys"][number]
                    self._by_key[key].add(name)
                    self._by_file[key.partition(":")[0]].add(name)

    def results(self) -> dict[tuple[str, int], dict]:  # type: ignore[type-arg]
        """What became of the mutants that were tried, by file and number."""
        lines = [
            json.loads(line)
            for path in self.folder.glob("*.results")
            for line in path.read_text().splitlines()
        ]
        return {(one["path"], one["number"]): one for one in lines}

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests to try, the first first: each file of tests gets the same time."""
        if mutant.statement is None:
            reaching = self._by_file[mutant.path] or set(self.spent)
        else:
            reaching = self._by_key[mutant.key]
        by_file: dict[str, list[str]] = defaultdict(list)
        for name in sorted(reaching, key=lambda one: (self.breadth[one], self.spent[one], one)):
            by_file[name.partition("::")[0]].append(name)
        next_of_file = [
            (self.breadth[names[0]] / 1e6, file, 0, names) for file, names in by_file.items()
        ]
        heapq.heapify(next_of_file)
        chosen: list[str] = []
        total = 0.0
        while next_of_file and total < MAX_SECONDS and len(chosen) < MAX_TESTS:
            spent, file, place, names = heapq.heappop(next_of_file)
            chosen.append(names[place])
            spent += self.spent[names[place]]
            total += self.spent[names[place]]
            if place + 1 < len(names):
                heapq.heappush(next_of_file, (spent, file, place + 1, names))
        return chosen


def reached() -> Reached:
    """What the tests reach: as they were noted, or noted now."""
    digest = hashlib.sha256()
    for pattern in ("referee/**/*.py", "sushiscore/**/*.py", "tests/**/*.py", "templates/**/*"):
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                digest.update(path.read_bytes())
    folder = OUT / f"reached-{digest.hexdigest()[:16]}"
    is_complete = folder / "complete"
    if not is_complete.exists():
        for old in OUT.glob("reached-*"):
            if old != folder:
                shutil.rmtree(old)
        folder.mkdir(exist_ok=True)
        left_out = [f"--ignore={path}" for path in LEFT_OUT]
        say("noting which test reaches which statement …")
        with start_pytest(["map", {"out": str(folder)}], "-n", str(WORKERS), *left_out) as process:
            code = process.wait()
        if code not in (0, 1, 5):
            sys.exit("mutants: the tests did not run; see var/mutants/pytest.log")
        is_complete.touch()
    return Reached(folder)


def start_pytest(task: object, *arguments: str) -> "subprocess.Popen[bytes]":
    """Begin a run of pytest with this file as its plugin; it writes into var/mutants/pytest.log."""
    environment = {
        **os.environ,
        "MUTANTS": json.dumps(task),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("CI", None)
    with (OUT / "pytest.log").open("ab") as log:
        return subprocess.Popen(
            [*PYTEST, *arguments], cwd=ROOT, env=environment, stdout=log, stderr=log
        )


def say(words: str) -> None:
    """Say how far it is."""
    print(f"mutants: {words}", flush=True)


def run(drawn: dict[str, list[Mutant]], known: Reached) -> dict[Mutant, dict]:  # type: ignore[type-arg]
    """What became of each mutant; those that an earlier run has tried are not tried again."""
    # Of each room in turn: a run that is stopped has tried as many of each.
    in_turn = [one for row in zip_longest(*drawn.values()) for one in row if one is not None]
    found = {
        one: result for one in in_turn if (result := known.results().get((one.path, one.number)))
    }
    jobs = []
    for mutant in in_turn:
        tests = known.tests(mutant)
        if not tests:
            found[mutant] = {"killed": False, "how": "no test reaches it"}
        if mutant in found:
            continue
        is_fresh = mutant.statement is None or mutant.key in known.at_import
        one = {"path": mutant.path, "number": mutant.number, "tests": tests, "fresh": is_fresh}
        jobs.append(one)
    running = []
    for worker in range(WORKERS):
        part = jobs[worker::WORKERS]
        path = known.folder / f"jobs-{worker}.json"
        path.write_text(json.dumps(part))
        in_files = sorted({name.partition("::")[0] for job in part for name in job["tests"]})
        if part:
            running.append(start_pytest(["run", {"jobs": str(path)}], "-n", "0", *in_files))
    for process in running:
        process.wait()
    results = known.results()
    for mutant in in_turn:
        if result := results.get((mutant.path, mutant.number)):
            found[mutant] = result
    if len(found) < len(set(in_turn)):
        sys.exit("mutants: not every mutant was tried; see var/mutants/pytest.log")
    return found


def report(drawn: dict[str, list[Mutant]], found: dict[Mutant, dict]) -> str:  # type: ignore[type-arg]
    """The table, and the mutants that have survived."""
    lines = [f"{'room':<16}{'mutants':>8}{'killed':>8}{'share':>8}"]
    killed = {room: sum(found[one]["killed"] for one in several) for room, several in drawn.items()}
    rows = [(room, len(several), killed[room]) for room, several in drawn.items()]
    rows.append(("all", sum(map(len, drawn.values())), sum(killed.values())))
    for room, mutants, of_room in rows:
        share = of_room / mutants if mutants else 0
        lines.append(f"{room:<16}{mutants:>8}{of_room:>8}{share:>8.1%}")
    lines += ["", "Survivors:"]
    for several in drawn.values():
        for one in sorted(several, key=lambda one: (one.path, one.line)):
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
        known = reached()
        if known.failed:
            say(f"left out, for they fail by themselves: {', '.join(known.failed)}")
        drawn = draw(number, seed)
        say(f"SEED={seed}: {sum(map(len, drawn.values()))} mutants, {len(known.spent)} tests …")
        found = run(drawn, known)
    text = report(drawn, found)
    (OUT / "report.txt").write_text(text)
    print(text.partition("\nSurvivors:")[0])
    how = Counter(one.get("how", "survived") for one in found.values())
    say(", ".join(f"{words}: {count}" for words, count in how.most_common()))
    say(f"the survivors are in var/mutants/report.txt; {time.monotonic() - began:.0f} seconds")


if __name__ == "__main__":
    main()
elif "MUTANTS" in os.environ:
    # Now, before anything of the program is loaded.
    _kind, _options = json.loads(os.environ["MUTANTS"])
    PLUGIN = {"map": MapPlugin, "run": RunPlugin, "fresh": FreshPlugin}[_kind](**_options)
