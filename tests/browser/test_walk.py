"""The written walk through a game says what the pages say now."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
OTHERS = [path.stem.removeprefix("walk-") for path in sorted((ROOT / "docs").glob("walk-*.md"))]
LANGUAGES = ["en", *(pytest.param(language, marks=pytest.mark.slow) for language in OTHERS)]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What scripts/walk.py has to offer."""
    monkeypatch.setattr(sys, "path", [str(SCRIPTS), *sys.path])
    return runpy.run_path(str(SCRIPTS / "walk.py"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walk_in_the_docs_is_what_the_pages_say(
    script: dict[str, Any], open_phone: Callable[..., Page], language: str
) -> None:
    def desk() -> Page:
        return open_phone(locale=language, **script["DESK"])

    written = script["page_file"](language).read_text(encoding="utf-8")
    assert script["walk"](desk, language) == written
