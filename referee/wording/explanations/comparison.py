"""Explanations of the lines that compare the players."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext_lazy

from referee.rules import Comparison, Line, Place

from ..cards import CARDS
from ..catalogue import gettext as _
from ..catalogue import ngettext, remembered
from ..names import card_count, colour_name, type_name
from ..phrases import (
    capital,
    name_list,
    number,
    place_name,
    points_text,
    sentences,
    series,
    with_points,
)

Names = Sequence[str]
_MANY_LETTERS = 400
"""Of all names together: more than eight players of a club have."""


def majority(line: Line, seat: int, names: Names) -> str:
    """Explain maki, temaki, puddings: what everybody has, who was paid, and how ties were
    settled."""
    comparison = _comparison(line)
    # Names on a score sheet may be of any length; a memory full of them would be a gigabyte.
    say = _shared_sentences if sum(map(len, names)) > _MANY_LETTERS else _remembered_sentences
    shared = say(line.type, line.rule, comparison, tuple(names))
    return sentences([shared, _without_place(comparison, line.points, seat, names)])


def _comparison(line: Line) -> Comparison:
    if line.comparison is None:
        raise ValueError(f"a line of {line.type} needs its comparison")
    return line.comparison


def _shared_sentences(type_: str, rule: str, comparison: Comparison, names: tuple[str, ...]) -> str:
    """Say what the lines of all who were compared have in common."""
    held = {"what": capital(type_name(type_)), "figures": figures(comparison.counts, names)}
    return sentences([_("%(what)s: %(figures)s.") % held, outcome(type_, rule, comparison, names)])


_remembered_sentences = remembered(_shared_sentences)


def outcome(type_: str, rule: str, comparison: Comparison, names: Names) -> str:
    """Say who was paid in a comparison, place by place, and how ties were settled."""
    places, many = comparison.places, sum(count is not None for count in comparison.counts)
    if comparison.all_equal and not places:
        if many == 2:
            return _("Both have the same number: nobody scores.")
        return _("All have the same number: nobody scores.")
    if len(places) == 2 and places[1].name == "fewest" and places[0].seats == places[1].seats:
        at_once = _("All have the most and the fewest at once: %(prize)d − %(prize)d = 0 points.")
        return at_once % {"prize": places[0].prize}
    parts = [_place(place, names) for place in places]
    if rule == "sushi-go/maki" and len(places) == 1 and 1 < len(places[0].seats) < many:
        parts.append(_("After a tie for the most there is no second place."))
    if type_ in ("pudding", "temaki") and all(place.name != "fewest" for place in places):
        parts.append(_("With two players nobody loses points."))
    return sentences(parts)


def figures(counts: Iterable[int | None], names: Names) -> str:
    """List what everybody has who takes part: "Ana 5, Ben 3"."""
    has = _("%(name)s %(count)d")
    return series(
        has % {"name": names[seat], "count": count}
        for seat, count in enumerate(counts)
        if count is not None
    )


_PLACES = {
    ("alone", "first"): gettext_lazy("%(names)s has the most: %(points)s."),
    ("alone", "fewest"): gettext_lazy("%(names)s has the fewest: %(points)s."),
    ("alone", ""): gettext_lazy("%(names)s is %(place)s: %(points)s."),
    ("in full", "first"): gettext_lazy("%(names)s tie for the most: %(points)s each."),
    ("in full", "fewest"): gettext_lazy("%(names)s tie for the fewest: each %(points)s."),
    ("in full", ""): gettext_lazy("%(names)s tie for %(place)s: %(points)s each."),
    ("shared", "first"): gettext_lazy(
        "%(names)s tie for the most and share %(prize)s: %(each)s each."
    ),
    ("shared", "fewest"): gettext_lazy(
        "%(names)s tie for the fewest and share the loss of %(prize)s: %(each)s each."
    ),
    ("shared", ""): gettext_lazy("%(names)s tie for %(place)s and share %(prize)s: %(each)s each."),
    ("remainder", "first"): gettext_lazy(
        "%(names)s tie for the most and share %(prize)s: %(each)s each, the remainder is dropped."
    ),
    ("remainder", "fewest"): gettext_lazy(
        "%(names)s tie for the fewest and share the loss of %(prize)s: %(each)s each, the "
        "remainder is dropped."
    ),
    ("remainder", ""): gettext_lazy(
        "%(names)s tie for %(place)s and share %(prize)s: %(each)s each, the remainder is dropped."
    ),
}
"""By how a place was paid, and by its name, where it has a word of its own."""


def _place(place: Place, names: Names) -> str:
    who = [names[seat] for seat in place.seats]
    if len(who) == 1:
        paid = "alone"
    elif place.each == place.prize:
        paid = "in full"
    else:
        paid = "shared" if abs(place.each) * len(who) == abs(place.prize) else "remainder"
    words = _PLACES[paid, place.name if place.name in ("first", "fewest") else ""]
    return str(words) % {
        "names": name_list(who),
        "place": place_name(place.name),
        "points": points_text(place.each),
        "prize": number(abs(place.prize)),
        "each": number(place.each),
    }


def _without_place(comparison: Comparison, points: int, seat: int, names: Names) -> str:
    """Give a player without a place a last sentence that is not about other people's points."""
    if any(seat in place.seats for place in comparison.places):
        return ""
    if comparison.all_equal and not comparison.places:
        return ""
    return _("%(name)s: %(points)s.") % {"name": names[seat], "points": points_text(points)}


def soy_sauce(line: Line, seat: int, names: Names) -> str:
    """Explain the most colours on the table; the promo of Sushi Go! compares the owners only."""
    comparison = _comparison(line)
    held = {"figures": figures(comparison.counts, names)}
    if line.rule == "sushi-go/soy-sauce":
        if comparison.counts[seat] is None:
            no_part = _("%(name)s takes no part in the comparison") % {"name": names[seat]}
            return sentences([with_points(no_part, line.points)])
        standings = _("Colours of those with soy sauce: %(figures)s.") % held
        paid = [_place(place, names) for place in comparison.places]
        return sentences([standings, *paid, _without_place(comparison, line.points, seat, names)])
    place, many = comparison.places[0], line.counts["soy-sauce"]
    facts = {
        "names": name_list([names[holder] for holder in place.seats]),
        "name": names[seat],
        "n": many,
        "each": place.each,
        "points": points_text(line.points),
    }
    best = (
        _("%(names)s has the most.") if len(place.seats) == 1 else _("%(names)s tie for the most.")
    )
    if seat not in place.seats:
        own = ngettext(
            "%(name)s has a soy sauce, but not the most colours: %(points)s.",
            "%(name)s has %(n)d soy sauces, but not the most colours: %(points)s.",
            many,
        )
    else:
        own = ngettext(
            "%(name)s has a soy sauce: %(points)s.",
            "%(name)s has %(n)d soy sauces, %(each)d each: %(points)s.",
            many,
        )
    return sentences([_("Colours: %(figures)s.") % held, best % facts, own % facts])


def tea(counts: Mapping[str, int], points: int) -> str:
    """Count every tea by the largest set of one colour."""
    colour = next(key for key in counts if key.startswith("colour:")).removeprefix("colour:")
    size = counts["set"]
    tea = card_count("tea", counts["tea"])
    what = ngettext(
        "%(tea)s × %(set)d card (%(colour)s)", "%(tea)s × %(set)d cards (%(colour)s)", size
    ) % {"tea": tea, "set": size, "colour": colour_name(colour)}
    return with_points(what, points)


def by_opponents(line: Line, seat: int, names: Names) -> str:
    """Count every card by the opponents who have some."""
    counts = line.comparison.counts if line.comparison else ()
    others = [names[other] for other, count in enumerate(counts) if count and other != seat]
    facts = {
        line.type: card_count(line.type, line.counts[line.type]),
        "each": line.counts["each"],
        "n": len(others),
        "names": name_list(others),
    }
    how = "none" if not others else "most" if len(others) > line.counts["each"] else "some"
    return with_points(CARDS[line.type].by_opponents[how] % facts, line.points)
