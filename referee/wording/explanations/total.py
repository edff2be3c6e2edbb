"""How a player's parts add up, and why that makes a place in the ranking."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from ..names import tiebreak_count
from ..phrases import name_list, number, sentences

Names = Sequence[str]


def sum_text(parts: Sequence[int], total: int) -> str:
    """Write a sum: "12 + 18 + 20 − 6 = 44"; a single part is the total itself."""
    if len(parts) < 2:
        return number(total)
    first, *others = parts
    added = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in others)
    return f"{number(first)}{added} = {number(total)}"


class Standing(NamedTuple):
    """A player's place, and who is near it.

    Attributes:
        name: the player's, fit to stand in a sentence.
        rank: the place, from 1; None for a dummy that is not ranked.
        players: how many are ranked.
        tiebreak: the player's number of what breaks a tie.
        level: the others with the same points, each with that number.
        unit: what breaks a tie, as ``Ruleset.tiebreak``.
        is_final: whether the game is over; until then nothing breaks a tie.
    """

    name: str
    rank: int | None
    players: int
    tiebreak: int
    level: Sequence[tuple[str, int]]
    unit: str
    is_final: bool

    @property
    def sharing(self) -> list[str]:
        """Who has the same place: the same points, and at the end the same tie-break."""
        return [name for name, held in self.level if not self.is_final or held == self.tiebreak]


def place_text(standing: Standing) -> str:
    """Say which place a player has, who has as many points, and what decided between them."""
    facts = {"name": standing.name, "rank": standing.rank, "players": standing.players}
    if standing.rank is None:
        return _("%(name)s has no place.") % facts
    if standing.is_final:
        place = _("Place %(rank)d of %(players)d.") % facts
    else:
        place = _("So far place %(rank)d of %(players)d.") % facts
    if not standing.level:
        return place
    return sentences([place, *(_tie(standing) if standing.is_final else [_level(standing)])])


def _level(standing: Standing) -> str:
    """Name the players with equal points before the game is over."""
    words = _("%(names)s are level; ties are broken at the end of the game.")
    others = [name for name, _held in standing.level]
    return words % {"names": name_list([*others, standing.name])}


def _tie(standing: Standing) -> list[str]:
    """Say what broke a tie at the end, and who is equal in that too."""
    held = [(standing.name, standing.tiebreak), *standing.level]
    counted = name_list(
        [
            _("%(name)s has %(counted)s")
            % {"name": name, "counted": tiebreak_count(standing.unit, n)}
            for name, n in held
        ]
    )
    words = [_("Equal points, so the tie-break decides: %(figures)s.") % {"figures": counted}]
    if standing.sharing:
        names = name_list([standing.name, *standing.sharing])
        shared = _("%(names)s are equal in both and share the victory.")
        if standing.rank != 1:
            shared = _("%(names)s are equal in both and share the place.")
        words.append(shared % {"names": names})
    return words
