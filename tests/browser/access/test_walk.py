"""The written walk through a game says what the pages say now."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scripts import walk

pytestmark = pytest.mark.django_db(transaction=True)

OTHERS = [
    path.stem.removeprefix("walk-") for path in sorted(Path(__file__).parent.glob("walk-*.md"))
]
LANGUAGES = ["en", *(pytest.param(language, marks=pytest.mark.slow) for language in OTHERS)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walk_in_the_docs_is_what_the_pages_say(
    open_phone: Callable[..., Page], language: str
) -> None:
    def desk() -> Page:
        return open_phone(locale=language, **walk.DESK)

    written = walk.page_file(language).read_text(encoding="utf-8")
    assert walk.walk(desk, language) == written
