"""What the guide says of one card, and the small pieces that several cards share."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from ..phrases import number, points_text, sentences
from .scope import Scope


class PointsTable(NamedTuple):
    """A small table of points.

    Attributes:
        heads: the heading of every column; the first one says what the columns are.
        rows: the cells of every row; the first one is the row's heading.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CardText(NamedTuple):
    """What a card scores.

    Attributes:
        one_line: in one line of at most 90 characters.
        detail: two to six short sentences.
        cases: special cases, a sentence or two for each.
        table: its points, where they are best seen side by side.
    """

    one_line: str
    detail: tuple[str, ...]
    cases: tuple[str, ...] = ()
    table: PointsTable | None = None

    @property
    def paragraph(self) -> str:
        """The detail as running text."""
        return sentences(self.detail)


def said(*parts: str) -> tuple[str, ...]:
    """The sentences that are there; empty ones are left out."""
    return tuple(part for part in parts if part)


def scale(what: str, heads: Sequence[int], points: Iterable[int], *, open_end: bool) -> PointsTable:
    """A table of one row: so many cards, so many points.

    Args:
        what: what the columns count.
        open_end: whether the last column stands for more cards too.
    """
    counts = [str(head) for head in heads]
    if open_end:
        counts[-1] = _("%(number)s or more") % {"number": counts[-1]}
    return PointsTable((what, *counts), ((_("Points"), *(number(n) for n in points)),))


def places_table(prizes: dict[str, int]) -> PointsTable:
    """The places of a comparison and what each is paid."""
    names = {
        "first": _("Most"),
        "second": _("Second most"),
        "third": _("Third most"),
        "fewest": _("Fewest"),
    }
    heads = tuple(names[place] for place in prizes)
    return PointsTable(
        (_("Place"), *heads), ((_("Points"), *(number(n) for n in prizes.values())),)
    )


def two_player_tie(scope: Scope, prize: int) -> str:
    """Whether two players with equal numbers both score for most."""
    if scope.is_on("two-player-tie-scores-most"):
        return _("Two players with the same number both have most: %(points)s each.") % {
            "points": points_text(prize)
        }
    return _("By the house rule of this game, two players with the same number score nothing.")


def two_players_lose_nothing() -> str:
    """Comparisons in which the fewest lose points."""
    return _("With two players nobody loses points.")
