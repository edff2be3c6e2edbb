"""Explanations of the uramaki race."""

from collections import Counter
from collections.abc import Sequence

from referee.rules import Comparison, Line, Place
from referee.rules.scoring.lines import Claim
from referee.rules.scoring.uramaki import ICONS_TO_CLAIM
from referee.rules.sheet import Turn

from ..catalogue import gettext as _
from ..names import icon_count
from ..phrases import PLACE_SLUGS, name_list, place_name, points_text, sentences
from .comparison import figures

Names = Sequence[str]


def uramaki(line: Line, seat: int, names: Names) -> str:
    """Explain the claims of the round, then the place that its end gives out."""
    said = [_claim(claim, names) for claim in line.claims]
    times_paid = sum(claim.points > 0 for claim in line.claims)
    if line.comparison:
        said.append(_end_of_round(line.comparison, seat, names))
        times_paid += bool(line.comparison.points(seat))
    if times_paid > 1:
        said.append(_("%(points)s in all.") % {"points": points_text(line.points)})
    return sentences(said)


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
    held = {"figures": figures(comparison.counts, names)}
    said = [_("Left at the end of the round: %(figures)s.") % held]
    if not comparison.places:
        return sentences([*said, _("All places are gone: 0 points.")])
    said += [end_place(place, names) for place in comparison.places]
    if not any(seat in place.seats for place in comparison.places):
        said.append(_("%(name)s: %(points)s.") % {"name": names[seat], "points": points_text(0)})
    return sentences(said)


def end_place(place: Place, names: Names) -> str:
    """Say who takes a place with the icons that are left at the end of the round."""
    words = _("%(names)s tie for %(place)s place: %(points)s each.")
    if len(place.seats) == 1:
        words = _("%(names)s takes %(place)s place: %(points)s.")
    return words % {
        "names": name_list([names[seat] for seat in place.seats]),
        "place": place_name(place.name),
        "points": points_text(place.each),
    }


def changed_claims(before: Sequence[Turn], after: Sequence[Turn], names: Names) -> list[str]:
    """List what differs in a race, additions first: "+ Ana claims 12 uramaki icons"."""
    old, new = (Counter(claim for turn in turns for claim in turn) for turns in (before, after))
    words = [
        sign
        % {
            "claim": _("%(name)s claims %(icons)s")
            % {"name": names[seat], "icons": icon_count("uramaki", icons)}
        }
        for sign, claims in ((_("+ %(claim)s"), new - old), (_("− %(claim)s"), old - new))
        for seat, icons in claims
    ]
    if not words and before != after:
        return [_("the order of the uramaki claims")]
    return words
