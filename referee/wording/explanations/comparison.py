"""Explanations of the lines that compare the players."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules import Comparison, Line, Place

from ..names import card_count, colour_name, type_name
from ..phrases import (
    capital,
    name_list,
    number,
    place_name,
    points_text,
    remembered,
    sentences,
    series,
)
from .single import told

Names = Sequence[str]


def majority(line: Line, seat: int, names: Names) -> str:
    """Maki, temaki, puddings: what everybody has, who was paid, and how ties were settled."""
    comparison = line.comparison
    if comparison is None:
        raise ValueError(f"a line of {line.type} needs its comparison")
    shared = _everybodys(line.type, line.rule, comparison, tuple(names))
    return sentences([shared, _nothing(line, seat, names)])


@remembered
def _everybodys(type_: str, rule: str, comparison: Comparison, names: tuple[str, ...]) -> str:
    """What the lines of all who were compared have in common."""
    standings = _standings(type_, comparison, names)
    return sentences([standings, outcome(type_, rule, comparison, names)])


def outcome(type_: str, rule: str, comparison: Comparison, names: Names) -> str:
    """Who was paid in a comparison, place by place, and how ties were settled."""
    if _unpaid_tie(comparison):
        return _nobody(comparison)
    if _most_and_fewest_at_once(comparison):
        return _at_once(comparison)
    return sentences(
        [
            *(_place(place, names) for place in comparison.places),
            _no_second_place(rule, comparison),
            _nobody_loses(type_, comparison),
        ]
    )


def _standings(type_: str, comparison: Comparison, names: Names) -> str:
    """ "Maki rolls: Ana 5, Ben 3." """
    return _("%(what)s: %(figures)s.") % {
        "what": capital(type_name(type_)),
        "figures": figures(comparison.counts, names),
    }


def figures(counts: Iterable[int | None], names: Names) -> str:
    """What everybody has who takes part: "Ana 5, Ben 3"."""
    held = [(names[seat], count) for seat, count in enumerate(counts) if count is not None]
    return series(_("%(name)s %(count)d") % {"name": name, "count": n} for name, n in held)


def _place(place: Place, names: Names) -> str:
    """One paid place: who holds it, how a tie was settled, what each gets."""
    who = [names[seat] for seat in place.seats]
    facts = {
        "names": name_list(who),
        "place": place_name(place.name),
        "points": points_text(place.each),
        "prize": number(abs(place.prize)),
        "each": number(place.each),
    }
    if len(who) == 1:
        return _one_holder(place.name) % facts
    if place.each == place.prize:
        return _tied_in_full(place.name) % facts
    if abs(place.each) * len(who) == abs(place.prize):
        return _tied_and_shared(place.name) % facts
    return _tied_with_remainder(place.name) % facts


def _one_holder(place: str) -> str:
    if place == "first":
        return _("%(names)s has most: %(points)s.")
    if place == "fewest":
        return _("%(names)s has fewest: %(points)s.")
    return _("%(names)s is %(place)s: %(points)s.")


def _tied_in_full(place: str) -> str:
    if place == "first":
        return _("%(names)s tie for most: %(points)s each.")
    if place == "fewest":
        return _("%(names)s tie for fewest: each %(points)s.")
    return _("%(names)s tie for %(place)s: %(points)s each.")


def _tied_and_shared(place: str) -> str:
    if place == "first":
        return _("%(names)s tie for most and share %(prize)s: %(each)s each.")
    if place == "fewest":
        return _("%(names)s tie for fewest and share the loss of %(prize)s: %(each)s each.")
    return _("%(names)s tie for %(place)s and share %(prize)s: %(each)s each.")


def _tied_with_remainder(place: str) -> str:
    if place == "first":
        return _(
            "%(names)s tie for most and share %(prize)s: %(each)s each, the remainder is dropped."
        )
    if place == "fewest":
        return _(
            "%(names)s tie for fewest and share the loss of %(prize)s: %(each)s each, the "
            "remainder is dropped."
        )
    return _(
        "%(names)s tie for %(place)s and share %(prize)s: %(each)s each, the remainder is dropped."
    )


def _unpaid_tie(comparison: Comparison) -> bool:
    """All have the same number and that pays nobody; elsewhere it may pay everybody."""
    return comparison.all_equal and not comparison.places


def _nobody(comparison: Comparison) -> str:
    many = sum(count is not None for count in comparison.counts)
    if many == 2:
        return _("Both have the same number: nobody scores.")
    return _("All have the same number: nobody scores.")


def _most_and_fewest_at_once(comparison: Comparison) -> bool:
    places = comparison.places
    return len(places) == 2 and places[1].name == "fewest" and places[0].seats == places[1].seats


def _at_once(comparison: Comparison) -> str:
    return _("All have most and fewest at once: %(prize)d − %(prize)d = 0 points.") % {
        "prize": comparison.places[0].prize
    }


def _no_second_place(rule: str, comparison: Comparison) -> str:
    """Sushi Go! maki: a tie for most takes the second place with it."""
    places = comparison.places
    tie_for_most = len(places) == 1 and len(places[0].seats) > 1
    others = sum(count is not None for count in comparison.counts) > len(
        places[0].seats if places else ()
    )
    if rule == "sushi-go/maki" and tie_for_most and others:
        return _("After a tie for most there is no second place.")
    return ""


def _nobody_loses(type_: str, comparison: Comparison) -> str:
    if type_ not in ("pudding", "temaki") or any(
        place.name == "fewest" for place in comparison.places
    ):
        return ""
    return _("With two players nobody loses points.")


def _nothing(line: Line, seat: int, names: Names) -> str:
    """So that the line of somebody who took no place does not end with other people's points."""
    comparison = line.comparison
    if comparison is None or _unpaid_tie(comparison):
        return ""
    if any(seat in place.seats for place in comparison.places):
        return ""
    return _("%(name)s: %(points)s.") % {"name": names[seat], "points": points_text(line.points)}


# ------------------------------------------------------------------ soy sauce, tea, edamame


def soy_sauce(line: Line, seat: int, names: Names) -> str:
    """Most colours on the table; the promo of Sushi Go! compares the owners only."""
    comparison = line.comparison
    if comparison is None:
        raise ValueError("a line of soy sauce needs its comparison")
    if line.rule == "sushi-go/soy-sauce":
        return _promo_soy_sauce(line, comparison, seat, names)
    place = comparison.places[0]
    many = line.counts["soy-sauce"]
    facts = {
        "figures": figures(comparison.counts, names),
        "names": name_list([names[holder] for holder in place.seats]),
        "name": names[seat],
        "cards": card_count("soy-sauce", many),
        "each": place.each,
        "points": points_text(line.points),
    }
    standings = _("Colours: %(figures)s.") % facts
    if len(place.seats) == 1:
        best = _("%(names)s has most.") % facts
    else:
        best = _("%(names)s tie for most.") % facts
    if seat not in place.seats:
        own = _("%(name)s has %(cards)s without most colours: %(points)s.") % facts
    elif many == 1:
        own = _("%(name)s has %(cards)s: %(points)s.") % facts
    else:
        own = _("%(name)s has %(cards)s × %(each)d: %(points)s.") % facts
    return sentences([standings, best, own])


def _promo_soy_sauce(line: Line, comparison: Comparison, seat: int, names: Names) -> str:
    if comparison.counts[seat] is None:
        return told(
            _("%(name)s takes no part in the comparison") % {"name": names[seat]}, line.points
        )
    colours = figures(comparison.counts, names)
    return sentences(
        [
            _("Colours of those with soy sauce: %(figures)s.") % {"figures": colours},
            *(_place(place, names) for place in comparison.places),
            _nothing(line, seat, names),
        ]
    )


def tea(line: Line, seat: int, names: Names) -> str:
    """Every tea by the largest set of one colour."""
    colour = next(key for key in line.counts if key.startswith("colour:")).removeprefix("colour:")
    size = line.counts["set"]
    facts = {
        "tea": card_count("tea", line.counts["tea"]),
        "set": size,
        "colour": colour_name(colour),
    }
    what = ngettext(
        "%(tea)s × %(set)d card (%(colour)s)", "%(tea)s × %(set)d cards (%(colour)s)", size
    )
    return told(what % facts, line.points)


def edamame(line: Line, seat: int, names: Names) -> str:
    """Every edamame by the opponents who have some."""
    counts = line.comparison.counts if line.comparison else ()
    others = [names[other] for other, count in enumerate(counts) if count and other != seat]
    facts = {
        "edamame": card_count("edamame", line.counts["edamame"]),
        "each": line.counts["each"],
        "n": len(others),
        "names": name_list(others),
    }
    if not others:
        return told(_("%(edamame)s, and nobody else has any") % facts, line.points)
    if len(others) > line.counts["each"]:
        what = _("%(edamame)s × %(each)d, the most for one card (%(n)d opponents have some)")
    else:
        what = ngettext(
            "%(edamame)s × %(n)d opponent with edamame (%(names)s)",
            "%(edamame)s × %(n)d opponents with edamame (%(names)s)",
            len(others),
        )
    return told(what % facts, line.points)
