"""Explanations of the uramaki race."""

from collections.abc import Sequence

from referee.rules import Comparison, Line, Place
from referee.rules.scoring.lines import PLACE_NAMES, Claim
from referee.rules.scoring.uramaki import ICONS_TO_CLAIM

from ..catalogue import gettext as _
from ..names import icon_count
from ..phrases import clauses, name_list, place_name, points_text, sentences
from .comparison import figures

Names = Sequence[str]


def uramaki(line: Line, seat: int, names: Names) -> str:
    """Explain the claims of the round, then the place that its end gives out."""
    parts = [_claim(claim, names[seat], names) for claim in line.claims]
    times_paid = sum(claim.points > 0 for claim in line.claims)
    if line.comparison:
        parts.append(_end_of_round(line.comparison, seat, names, is_paid=times_paid > 0))
        times_paid += bool(line.comparison.points(seat))
    if times_paid > 1:
        parts.append(_("%(points)s in all.") % {"points": points_text(line.points)})
    return sentences(parts)


def _claim(claim: Claim, name: str, names: Names) -> str:
    facts = {
        "name": name,
        "icons": icon_count("uramaki", claim.icons),
        "points": points_text(claim.points),
        "names": name_list([names[other] for other in claim.tied]),
        "least": ICONS_TO_CLAIM,
    }
    if claim.place is None:
        if claim.icons < ICONS_TO_CLAIM:
            return _("%(name)s claimed %(icons)s, fewer than %(least)d: %(points)s.") % facts
        return _("%(name)s claimed %(icons)s, all places are gone: %(points)s.") % facts
    facts["place"] = place_name(PLACE_NAMES[claim.place - 1])
    if claim.tied:
        words = _("%(name)s claimed %(icons)s, %(place)s place tied with %(names)s: %(points)s.")
        return words % facts
    return _("%(name)s claimed %(icons)s, %(place)s place: %(points)s.") % facts


def _end_of_round(comparison: Comparison, seat: int, names: Names, *, is_paid: bool) -> str:
    """Say what was left at the end; "" for somebody who has nothing left. Who takes no place now
    has 0 points, or no more where a claim was paid."""
    if comparison.counts[seat] is None:
        return ""
    held = {"figures": figures(comparison.counts, names)}
    left = _("Icons left at the end: %(figures)s.") % held
    no_more = _("%(name)s gets no more") % {"name": names[seat]}
    if not comparison.places:
        gone = _("All places are gone: 0 points.")
        if is_paid:
            gone = _("%(here)s.") % {"here": clauses([_("All places are gone"), no_more])}
        return sentences([left, gone])
    taken = [end_place(place, names) for place in comparison.places]
    if any(seat in place.seats for place in comparison.places):
        no_more = ""
    elif not is_paid:
        no_more = _("%(name)s: %(points)s") % {"name": names[seat], "points": points_text(0)}
    here = clauses(filter(None, [*taken, no_more]))
    return sentences([left, _("%(here)s.") % {"here": here}])


def end_place(place: Place, names: Names) -> str:
    """Say who takes a place with the icons that are left at the end of the round, without a full
    stop."""
    words = _("%(names)s tie for %(place)s place: %(points)s each")
    if len(place.seats) == 1:
        words = _("%(names)s takes %(place)s place: %(points)s")
    return words % {
        "names": name_list([names[seat] for seat in place.seats]),
        "place": place_name(place.name),
        "points": points_text(place.each),
    }
