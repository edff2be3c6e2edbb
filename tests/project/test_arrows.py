"""The arrows of the house: rules <- wording; rules <- models <- services <- views, api, live."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFEREE = ROOT / "referee"

# What a part of the app may not import, by the start of the module's name.
MAY_NOT = {
    "models": ("play", "disputes", "club", "services", "api", "live", "access", "urls"),
    "services": ("views", "api", "live", "urls"),
    "views": ("api", "live"),
    "api": ("views", "live"),
    "live": ("views", "api", "urls"),
}
# What a part may import besides the standard library and itself; nothing else at all.
MAY_ONLY = {
    "rules": ("rapidfuzz",),
    "standings": ("referee.rules", "openskill"),
    "wording": ("referee.rules", "referee.standings", "django"),
}
PURE = {"rules", "standings"}
# They know no disk, no network, no clock and no other process.
IMPURE = {
    "asyncio", "datetime", "glob", "http", "io", "logging", "multiprocessing", "os", "pathlib",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}

WRITERS = ("services", "models", "migrations")
WRITES = {
    "save", "asave", "create", "acreate", "get_or_create", "aget_or_create", "update_or_create",
    "aupdate_or_create", "bulk_create", "abulk_create", "bulk_update", "abulk_update", "delete",
    "adelete",
}  # fmt: skip
# Dictionaries are updated too; a row is where a query stands before it.
QUERIES = (".objects", ".filter(", ".exclude(", ".all()")


def part_of(path: Path) -> str:
    """The part of the app that a file belongs to: `rules` for referee/rules/cards.py."""
    return path.relative_to(REFEREE).parts[0].removesuffix(".py")


def imported(tree: ast.AST, package: str) -> set[str]:
    """Every module or name that is imported, dotted and absolute, wherever in the file."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            base = parents[: len(parents) + 1 - node.level] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def within(name: str, start: str) -> bool:
    """Whether a dotted name is a module or lies in it."""
    return name == start or name.startswith(f"{start}.")


def wrong_imports(source: str, part: str, package: str) -> set[str]:
    """The imports that a file of that part may not have."""
    names = imported(ast.parse(source), package)
    wrong = {
        name
        for name in names
        for start in MAY_NOT.get(part, ())
        if within(name, f"referee.{start}")
    }
    if part in MAY_ONLY:
        allowed = (*MAY_ONLY[part], f"referee.{part}")
        wrong |= {
            name
            for name in names
            if not any(within(name, start) for start in allowed)
            and name.split(".")[0] not in sys.stdlib_module_names
        }
    if part in PURE:
        wrong |= {name for name in names if name.split(".")[0] in IMPURE}
    return wrong


def impure_calls(source: str) -> set[str]:
    """The calls that reach out of the program."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    return names & IMPURE_CALLS


def writes(source: str) -> set[str]:
    """The calls that write rows."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            before = ast.unparse(node.func.value)
            row_update = node.func.attr in ("update", "aupdate") and any(
                query in before for query in QUERIES
            )
            if node.func.attr in WRITES or row_update:
                found.add(ast.unparse(node.func))
    return found


def files() -> list[Path]:
    found = sorted(REFEREE.rglob("*.py"))
    assert any(part_of(path) == "rules" for path in found)
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", files(), ids=name_of)
def test_no_file_imports_against_the_arrows(path):
    package = ".".join(path.parent.relative_to(ROOT).parts)
    assert wrong_imports(path.read_text(), part_of(path), package) == set()


@pytest.mark.parametrize("path", [p for p in files() if part_of(p) in PURE], ids=name_of)
def test_no_rule_reaches_out_of_the_program(path):
    assert impure_calls(path.read_text()) == set()


@pytest.mark.parametrize("path", [p for p in files() if not {*p.parts} & {*WRITERS}], ids=name_of)
def test_only_services_write_rows(path):
    assert writes(path.read_text()) == set()


@pytest.mark.parametrize(
    ("part", "line", "wrong"),
    [
        ("rules", "from django.db import models", True),
        ("rules", "import django", True),
        ("rules", "from referee.models import Game", True),
        ("rules", "from .. import services", True),
        ("rules", "import time", True),
        ("rules", "from datetime import date", True),
        ("rules", "import referee.rulesets", True),
        ("rules", "from . import cards", False),
        ("rules", "from .cards import Face", False),
        ("rules", "from referee.rules.cards import Face", False),
        ("rules", "from collections import Counter", False),
        ("wording", "from django.utils.translation import gettext", False),
        ("wording", "from referee.rules.cards import Face", False),
        ("wording", "from referee.models import Game", True),
        ("standings", "from openskill.models import PlackettLuce", False),
        ("standings", "from referee.rules import Result", False),
        ("standings", "from referee.models import Game", True),
        ("standings", "from django.db import models", True),
        ("rules", "from referee.standings import ranking", True),
        ("models", "from referee.rules import cards", False),
        ("models", "from referee import services", True),
        ("models", "def f():\n    from referee.play.services.games import start", True),
        ("services", "from referee.models import Game", False),
        ("services", "from referee.views import home", True),
        ("services", "from ..api import views", True),
        ("views", "from referee.services import games", False),
        ("views", "from referee.api import serializers", True),
        ("api", "from referee.services import games", False),
        ("api", "from referee.live.bus import the_bus", True),
        ("live", "from referee.access import stream_game", False),
        ("live", "from ..services.changes import game_changed", False),
        ("live", "from ..views.answers import live_path", True),
        ("live", "from referee.api import taps", True),
    ],
)
def test_an_import_against_the_arrows_is_found(part, line, wrong):
    assert bool(wrong_imports(line, part, f"referee.{part}")) is wrong


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("game.save()", True),
        ("Game.objects.create(name='x')", True),
        ("Game.objects.filter(pk=1).update(name='x')", True),
        ("Game.objects.all().delete()", True),
        ("context.update(extra)", False),
        ("games.confirm(game)", False),
    ],
)
def test_a_write_outside_the_services_is_found(line, wrong):
    assert bool(writes(line)) is wrong
