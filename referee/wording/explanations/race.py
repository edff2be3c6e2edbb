"""Explanations of the uramaki race."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from referee.rules import Comparison, Line, Place
from referee.rules.scoring.lines import Claim
from referee.rules.scoring.uramaki import ICONS_TO_CLAIM
from referee.rules.sheet import Turn

from ..names import icon_count
from ..phrases import PLACE_SLUGS, name_list, place_name, points_text, sentences
from .comparison import figures

Names = Sequence[str]


def uramaki(line: Line, seat: int, names: Names) -> str:
    """Explain the claims of the round, then the place that its end gives out."""
    claims = [_claim(claim, names) for claim in line.claims]
    comparison = line.comparison
    end = _end_of_round(comparison, seat, names) if comparison else ""
    in_all = ""
    paid = [claim for claim in line.claims if claim.points]
    at_end = comparison.points(seat) if comparison else 0
    if len(paid) + bool(at_end) > 1:
        in_all = _("%(points)s in all.") % {"points": points_text(line.points)}
    return sentences([*claims, end, in_all])


def _claim(claim: Claim, names: Names) -> str:
    facts = {
        "icons": icon_count("uramaki", claim.icons),
        "points": points_text(claim.points),
        "names": name_list([names[other] for other in claim.tied]),
        "least": ICONS_TO_CLAIM,
    }
    if claim.place is None:
        if claim.icons < ICONS_TO_CLAIM:
            return _("%(icons)s claimed, fewer than %(least)d: %(points)s.") % facts
        return _("%(icons)s claimed, all places are gone: %(points)s.") % facts
    facts["place"] = place_name(PLACE_SLUGS[claim.place - 1])
    if claim.tied:
        return _("%(icons)s claimed, %(place)s place tied with %(names)s: %(points)s.") % facts
    return _("%(icons)s claimed, %(place)s place: %(points)s.") % facts


def _end_of_round(comparison: Comparison, seat: int, names: Names) -> str:
    """Say what was left at the end; "" for somebody who has nothing left."""
    if comparison.counts[seat] is None:
        return ""
    left = _("Left at the end of the round: %(figures)s.") % {
        "figures": figures(comparison.counts, names)
    }
    if not comparison.places:
        return sentences([left, _("All places are gone: 0 points.")])
    places = [end_place(place, names) for place in comparison.places]
    if not any(seat in place.seats for place in comparison.places):
        places.append(_("%(name)s: %(points)s.") % {"name": names[seat], "points": points_text(0)})
    return sentences([left, *places])


def end_place(place: Place, names: Names) -> str:
    """Say who takes a place with the icons that are left at the end of the round."""
    facts = {
        "names": name_list([names[seat] for seat in place.seats]),
        "place": place_name(place.name),
        "points": points_text(place.each),
    }
    if len(place.seats) == 1:
        return _("%(names)s takes %(place)s place: %(points)s.") % facts
    return _("%(names)s tie for %(place)s place: %(points)s each.") % facts


def changed_claims(before: Sequence[Turn], after: Sequence[Turn], names: Names) -> Sequence[str]:
    """List what differs in a race, additions first: "+ Ana claims 12 uramaki icons"."""
    old, new = (Counter(claim for turn in turns for claim in turn) for turns in (before, after))
    words = [
        *(_("+ %(claim)s") % {"claim": _claimed(seat, n, names)} for seat, n in (new - old)),
        *(_("− %(claim)s") % {"claim": _claimed(seat, n, names)} for seat, n in (old - new)),
    ]
    if not words and before != after:
        return [_("the order of the uramaki claims")]
    return words


def _claimed(seat: int, icons: int, names: Names) -> str:
    return _("%(name)s claims %(icons)s") % {
        "name": names[seat],
        "icons": icon_count("uramaki", icons),
    }
