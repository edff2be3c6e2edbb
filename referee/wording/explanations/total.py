"""How a player's parts add up, and why that makes a place in the ranking."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ..names import tiebreak_count
from ..phrases import name_list, number


def sum_text(parts: Sequence[int], total: int) -> str:
    """Write a sum: "12 + 18 + 20 − 6 = 44"; a single part is the total itself."""
    if len(parts) < 2:
        return number(total)
    first, *others = parts
    added = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in others)
    return f"{number(first)}{added} = {number(total)}"


def place_sentences(
    name: str,
    rank: int | None,
    *,
    players: int,
    tiebreak: int,
    level: Sequence[tuple[str, int]],
    unit: str,
    is_final: bool,
) -> list[str]:
    """Say which place a player has; then who has as many points, and what decided between them.

    Args:
        name: the player's, fit to stand in a sentence.
        rank: the place, from 1; None for a dummy that is not ranked.
        players: how many are ranked.
        tiebreak: the player's number of what breaks a tie.
        level: the others with the same points, each with that number.
        unit: what breaks a tie, as ``Ruleset.tiebreak``.
        is_final: whether the game is over; until then nothing breaks a tie.
    """
    if rank is None:
        return [_("%(name)s has no place.") % {"name": name}]
    place = (
        _("Place %(rank)d of %(players)d.")
        if is_final
        else _("So far place %(rank)d of %(players)d.")
    )
    parts = [place % {"rank": rank, "players": players}]
    if level and not is_final:
        words = _("%(names)s are level; ties are broken at the end of the game.")
        parts.append(words % {"names": name_list([*(other for other, _n in level), name])})
    elif level:
        held = [
            _("%(name)s has %(counted)s") % {"name": who, "counted": tiebreak_count(unit, n)}
            for who, n in [(name, tiebreak), *level]
        ]
        words = _("Equal points, so the tie-break decides: %(figures)s.")
        parts.append(words % {"figures": name_list(held)})
        if sharing := [other for other, n in level if n == tiebreak]:
            words = _("%(names)s are equal in both and share the place.")
            if rank == 1:
                words = _("%(names)s are equal in both and share the victory.")
            parts.append(words % {"names": name_list([name, *sharing])})
    return parts
