"""The link of a case file, for everybody at the table."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from ...models import CaseFile, Game
from ...play.pages.table import qr_code
from ...wording.names import ruleset_name
from ..services.case_files import case_file_of


@dataclass(frozen=True, slots=True)
class CasePage:
    """Everything that the page shows.

    Attributes:
        case: the open case file, None while there is none.
        link: its whole address, "" while there is none; ``qr_code`` is the same as a picture.
    """

    game: Game
    name: str
    case: CaseFile | None
    link: str
    qr_code: SafeString


def case_page(game: Game, address: str) -> CasePage:
    """The page of a game.

    Args:
        address: the scheme and host under which others reach this page.
    """
    case = case_file_of(game)
    link = f"{address}{reverse('case-file', args=[case.pk])}" if case else ""
    picture = qr_code(link) if link else SafeString("")
    return CasePage(game, ruleset_name(game.ruleset), case, link, picture)
