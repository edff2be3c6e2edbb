"""Style sheets and scripts use what the oldest browsers of the README know, or do without.

What each browser knows from which version on is MDN's browser-compat-data.
"""

import datetime
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.needed import missing

ROOT = Path(__file__).resolve().parents[2]
IPHONE = "15.4"
YEARS = 2
SUPPORTS = re.compile(r"@supports[^{]*\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)

SPARED = {
    "at-rules.container": "tables scroll, two tiles share a row",
    "at-rules.media.forced-colors": "a device with such colours knows it",
    "at-rules.page": "on paper",
    "properties.container-type": "as the containers",
    "properties.content-visibility": "as what is folded, below",
    "properties.forced-color-adjust": "as the forced colours",
    "properties.hyphens": "a long word breaks all the same",
    "properties.overflow-clip-margin": "the plate that goes by is seen",
    "properties.overscroll-behavior-x": "a swipe from the edge goes back",
    "properties.resize": "the field scrolls",
    "properties.text-wrap": "lines break elsewhere",
    "selectors.details-content": "a script unfolds before it is printed; a filter stays folded",
}
"""What some of them do not know, and how it is there."""


@cache
def compat() -> dict[str, Any]:
    """What MDN knows; skips the test where it is not to be had."""
    found = subprocess.run(
        [sys.executable, "-m", "scripts.assets.tools", "browser-compat-data"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    if found.returncode:
        missing(found.stderr.strip(), "apt-get install npm; make test")
    data: dict[str, Any] = json.loads(Path(found.stdout.strip()).read_text())
    return data


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


@cache
def oldest() -> dict[str, str]:
    """The versions of Firefox and Chromium that were two years old when the data were made."""
    made = datetime.date.fromisoformat(compat()["__meta"]["timestamp"][:10])
    limit = made.replace(year=made.year - YEARS).isoformat()
    versions = {"safari_ios": IPHONE}
    for browser in ("firefox", "chrome"):
        releases = compat()["browsers"][browser]["releases"].items()
        old = [version for version, about in releases if about.get("release_date", "9") <= limit]
        versions[browser] = max(old, key=number)
    return versions


def is_known(feature: dict[str, Any]) -> bool:
    """Whether each of the oldest browsers knows it, by this name and without being told to."""
    for browser, version in oldest().items():
        support = feature["support"].get(browser, [])
        if not any(
            re.match(r"\d", str(one["version_added"]))
            and number(one["version_added"]) <= number(version)
            and number(str(one.get("version_removed", "9999"))) > number(version)
            and not {"prefix", "flags", "alternative_name"} & set(one)
            for one in (support if isinstance(support, list) else [support])
        ):
            return False
    return True


def features(tree: dict[str, Any], path: str) -> Iterator[tuple[str, bool]]:
    """The name of each feature, and whether it is known."""
    for name, inside in tree.items():
        if name == "__compat":
            yield path, is_known(inside)
        elif isinstance(inside, dict):
            yield from features(inside, f"{path}.{name}")


@cache
def unknown_names(*roots: str) -> set[str]:
    """Names that stand for nothing that is known: the last part of a feature's name."""
    known: dict[str, bool] = {}
    for root in roots:
        tree = compat()
        for part in root.split("."):
            tree = tree[part]
        for path, is_one in features(tree, root):
            name = re.sub(r"_(static|event)$", "", path.rpartition(".")[2])
            known[name] = known.get(name, False) or is_one
    return {name for name, is_one in known.items() if not is_one}


def of_scripts(text: str) -> Iterator[str]:
    """What a script asks of objects that they do not know. What it looks for first (`?.`, `?`) it
    can do without, and what it declares is its own."""
    text = COMMENT.sub("", text)
    own = set(re.findall(r"\b(?:function|const|let|class)\s+[\[{]?\s*(\w+)", text))
    own |= set(re.findall(r"\.(\w+)\s*\?", text))
    named = set(re.findall(r"\.(\w+)|\b([A-Z]\w+)\b", text))
    names = {one for pair in named for one in pair} - own
    yield from sorted(names & unknown_names("api", "javascript.builtins"))
    if re.search(r"\(\?<[=!]", text):
        yield "lookbehind_assertion"


def of_sheets(text: str) -> Iterator[str]:
    """What a style sheet says that they do not know. It can do without what is below an @supports,
    and a property with a prefix stands for the one without."""
    text = re.sub(r'"[^"]*"', '""', COMMENT.sub("", text))
    text = SUPPORTS.sub("", text)
    found = {f"at-rules.{name}" for name in re.findall(r"@([a-z-]+)", text)}
    for query in re.findall(r"@media([^{]*)", text):
        found |= {f"at-rules.media.{name}" for name in re.findall(r"\(([a-z-]+)\b", query)}
        found |= {"at-rules.media.range_syntax"} if re.search("[<>]", query) else set()
    found |= {f"selectors.{name}" for name in re.findall(r":([a-z][a-z-]*)(?=[^{};]*\{)", text)}
    for name in re.findall(r"(?<=[{;\s])([a-z-]+):[^;{}]+;", text):
        found |= set() if f"-webkit-{name}" in text else {f"properties.{name}"}
    if re.search(r"\d(cq[iwbh]|cqmin|cqmax)\b", text):
        found |= {"types.length.container_query_length_units"}
    if re.search(r"\d(dv|sv|lv)[hwib]\b", text):
        found |= {"types.length.viewport_percentage_units_dynamic"}
    known = dict(features(compat()["css"], "css"))
    yield from sorted(name for name in found if not known.get(f"css.{name}", True))
    functions = set(re.findall(r"\b([a-z-]+)\(", text))
    yield from sorted(functions & unknown_names("css.types"))


@pytest.mark.parametrize(
    ("folder", "unknown_in"), [("js", of_scripts), ("css", of_sheets)], ids=["js", "css"]
)
def test_nothing_is_used_that_the_oldest_browsers_lack(
    folder: str, unknown_in: Callable[[str], Iterator[str]]
) -> None:
    compat()
    files = (ROOT / "static" / folder).glob(f"*.{folder}")
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    found = set(unknown_in(text))
    assert found - set(SPARED) == set()
    assert folder == "js" or found >= set(SPARED), "what is spared is used no more"


def test_the_readme_names_the_oldest_browsers() -> None:
    versions = oldest()
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"iOS {versions['safari_ios']}" in readme
    assert f"Firefox {versions['firefox']}" in readme
    assert f"Chromium {versions['chrome']}" in readme
