"""The link of a case file, for everybody at the table."""

from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from ...models import Game
from ...play.pages.table import qr_code
from ...wording.names import ruleset_name
from ..services.case_files import case_file_of


def case_page(game: Game, address: str) -> dict[str, Any]:
    """The page of a game.

    Args:
        address: the scheme and host under which others reach this page.
    """
    case = case_file_of(game)
    link = f"{address}{reverse('case-file', args=[case.pk])}" if case else ""
    picture = qr_code(link) if link else SafeString("")
    return {
        "game": game,
        "name": ruleset_name(game.ruleset),
        "case": case,
        "link": link,
        "qr_code": picture,
    }
