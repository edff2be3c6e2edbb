"""A card type is named in the files that CONTRIBUTING.md lists, and in no others."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECTION = re.search(
    r"## Adding a card type\n(.*?)\n## ", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL
)
LISTED = tuple(re.findall(r"`((?:rules|wording|templates|static)/[\w/.]+)`", SECTION[1]))
ONLY_SCORE = ("sashimi", "dumpling", "eel", "tofu", "edamame")
"""Types of which nothing but points are to be known."""
MOST = 8


def texts() -> Iterator[tuple[str, str]]:
    """Each file of the project and what it says to the machine: no comments, no docstrings."""
    for folder in ("referee", "sushiscore", "templates", "static"):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(("referee/demo/", "referee/migrations/")):
                continue
            if path.suffix in (".html", ".css", ".js", ".svg", ".toml"):
                yield name, path.read_text()
            elif path.suffix == ".py":
                yield name, " ".join(strings(ast.parse(path.read_text())))


def strings(tree: ast.Module) -> Iterator[str]:
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@cache
def all_texts() -> dict[str, str]:
    """Read by the test, not by every process that looks for tests."""
    return dict(texts())


def naming(type_: str) -> list[str]:
    named = re.compile(rf"(?<![\w-]){type_}(?![\w])", re.IGNORECASE)
    return [name for name, text in all_texts().items() if named.search(text)]


@pytest.mark.parametrize("type_", ONLY_SCORE)
def test_a_card_that_only_scores_is_named_where_card_types_are_declared(type_):
    elsewhere = [
        one for one in naming(type_) if not one.removeprefix("referee/").startswith(LISTED)
    ]
    assert elsewhere == []


def test_so_few_files_name_a_card_that_a_new_one_is_soon_added():
    assert 0 < len(naming("edamame")) <= MOST
