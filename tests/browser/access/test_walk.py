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


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_the_walk_in_the_docs_is_what_the_pages_say(
    open_phone: Callable[..., Page], language: str
) -> None:
    def desk() -> Page:
        return open_phone(locale=language, **walk.DESK)

    written = walk.page_file(language).read_text(encoding="utf-8")
    assert walk.walk(desk, language) == written
