"""Who won which comparison, said once for the whole table, to be read out."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules import Comparison, Line
from referee.rules.scoring.lines import PLACE_NAMES

from ..cards import CARDS
from ..names import icon_count
from ..phrases import name_list, place_name, points_text, sentences
from .comparison import figures, outcome
from .race import end_place

Names = Sequence[str]


class ComparisonWords(NamedTuple):
    """A comparison in words: who was paid what, and what everybody had: "Ana 5, Ben 3"; "" where
    nothing was compared."""

    outcome: str
    figures: str


def comparison_words(lines: Sequence[Line], names: Names) -> ComparisonWords | None:
    """Put one card type's comparison into words; None where its lines compare nothing.

    Args:
        lines: the lines of that type, of all who have one, in seat order.
        names: the names of all seats, as they are to be written.
    """
    comparison = next((line.comparison for line in lines if line.comparison), None)
    if comparison is None:
        return None
    first = lines[0]
    held = figures(comparison.counts, names)
    if first.type == "uramaki":
        return ComparisonWords(_race(lines, comparison, names), held)
    if not held:
        return None
    if CARDS[first.type].by_opponents:
        who = [names[seat] for seat, count in enumerate(comparison.counts) if count]
        how = "at the table, one" if len(who) == 1 else "at the table"
        facts = {"names": name_list(who), "points": points_text(first.counts["each"])}
        return ComparisonWords(str(CARDS[first.type].by_opponents[how] % facts), held)
    if first.rule == "sushi-go-party/soy-sauce":
        return ComparisonWords(_soy_sauce(lines, comparison, names), held)
    return ComparisonWords(outcome(first.type, first.rule, comparison, names), held)


def winners(lines: Mapping[int, Line], names: Names) -> list[tuple[str, int]]:
    """Who got which points in a comparison, the most first: ``[("Ana", 6), ("Ben and Cem", 3)]``.
    Who got none is left out.

    Args:
        lines: the lines of one card type by seat, of all who have one.
        names: as for :func:`comparison_words`.
    """
    paid: dict[int, list[str]] = {}
    for seat, line in lines.items():
        paid.setdefault(line.points, []).append(names[seat])
    return [(name_list(paid[points]), points) for points in sorted(paid, reverse=True) if points]


def _soy_sauce(lines: Sequence[Line], comparison: Comparison, names: Names) -> str:
    """Say who has most colours; a line with points belongs to one who has most."""
    best = comparison.places[0]
    many = len(best.seats)
    most = (
        _("%(names)s has the most colours.")
        if many == 1
        else _("%(names)s tie for the most colours.")
    )
    paid = _("No soy sauce scores.")
    if any(line.points for line in lines):
        paid = _("Each soy sauce there: %(points)s.") % {"points": points_text(best.each)}
    return sentences([most % {"names": name_list([names[seat] for seat in best.seats])}, paid])


def _race(lines: Sequence[Line], comparison: Comparison, names: Names) -> str:
    """The places of the uramaki race: claimed during the round, and given out at its end."""
    claims = sorted(
        (claim.turn, claim.place, claim.seat, claim)
        for line in lines
        for claim in line.claims
        if claim.place and claim.seat < min(claim.tied, default=len(names))
    )
    parts = []
    for _turn, place, first, claim in claims:
        words = ngettext(
            "%(names)s claims %(place)s place with %(icons)s: %(points)s.",
            "%(names)s share %(place)s place with %(icons)s: %(points)s each.",
            len(claim.tied) + 1,
        )
        facts = {
            "names": name_list([names[seat] for seat in (first, *claim.tied)]),
            "place": place_name(PLACE_NAMES[place - 1]),
            "icons": icon_count("uramaki", claim.icons),
            "points": points_text(claim.points),
        }
        parts.append(words % facts)
    parts += [_("%(here)s.") % {"here": end_place(last, names)} for last in comparison.places]
    return sentences(parts) or _("Nobody takes a place.")
