"""Figures of standings as text: shares of wins, averages, ratings, ranks."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..standings.rating import Rating
from .catalogue import remembered
from .phrases import number

_SHARES = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼",
    Fraction(3, 4): "¾", Fraction(1, 5): "⅕", Fraction(2, 5): "⅖", Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚", Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜", Fraction(5, 8): "⅝", Fraction(7, 8): "⅞",
}  # fmt: skip
"""The fractions with a character of their own."""
ORDER_NAMES = {
    "wins": gettext_lazy("Wins"),
    "win-rate": gettext_lazy("Share of wins"),
    "place": gettext_lazy("Usual place"),
    "points": gettext_lazy("Points a game"),
    "place-points": gettext_lazy("Points for places"),
    "rating": gettext_lazy("Rating"),
}
"""The orders of standings, to choose from."""


def wins_text(won: Fraction) -> str:
    """Victories with shared ones as their shares: "3", "½", "2⅓"; other parts as "2.58"."""
    whole, part = divmod(won, 1)
    if not part:
        return str(whole)
    if part in _SHARES:
        return f"{whole or ''}{_SHARES[part]}"
    return average_text(won, 2)


@remembered
def average_text(value: Fraction, places: int = 1) -> str:
    """An average with so many decimals, as the language writes them: "1.8", "−0.5"."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    sign = "\N{MINUS SIGN}" if rounded < 0 else ""
    return sign + number_format(abs(rounded), decimal_pos=places)


@remembered
def percent_text(share: Fraction) -> str:
    """A share in whole hundredths: "60%"."""
    return _("%(n)s%%") % {"n": average_text(100 * share, 0)}


@remembered
def signed_text(value: Fraction, places: int = 1) -> str:
    """An average that may go either way, always with its sign: "+3.2", "−0.5", "0.0"."""
    text = average_text(abs(value), places)
    if not text.strip("0.,"):
        return text
    return f"+{text}" if value > 0 else f"\N{MINUS SIGN}{text}"


def rating_text(rating: Rating) -> str:
    """A rating: "27.1". How sure it is, :func:`at_least_text` says."""
    return average_text(Fraction(rating.mu))


def at_least_text(rating: Rating) -> str:
    """What is sure of a rating, by which ratings are ranked: "20.5"."""
    return average_text(Fraction(rating.cautious))


def tenths(value: float) -> Fraction:
    """A figure as it is written, with one decimal."""
    return Fraction(Decimal(value).quantize(Decimal("0.1"), ROUND_HALF_UP))


def rank_text(rank: int | None, *, tied: bool) -> str:
    """A rank, and a sign that others share it: "1", "2="; a dash for none."""
    if rank is None:
        return "–"
    return f"{number(rank)}=" if tied else number(rank)


def criteria_text(criteria: tuple[str, ...]) -> str:
    """By what standings are ranked, in order: one sentence.

    Raises:
        KeyError: for a criterion that has no name.
    """
    names = {
        "wins": _("wins"),
        "win-rate": _("share of wins"),
        "place": _("usual place"),
        "points": _("points a game"),
        "margin": _("points ahead"),
        "place-points": _("points for places"),
        "rating": _("rating, as far as it is sure"),
        "share": _("share of the tables’ points"),
        "meeting": _("meeting each other"),
    }
    ordered = [names[name] for name in criteria]
    facts = {"first": ordered[0], "rest": _(", then ").join(ordered[1:])}
    if len(ordered) == 1:
        return _("Ranked by %(first)s. Equal ones share a place.") % facts
    words = _("Ranked by %(first)s, then %(rest)s. Who is equal in all of them shares a place.")
    return words % facts


def place_points_text(points: str) -> str:
    """What places are worth by a list like "5-3-1", and to those who share one."""
    words = _(
        "Points for places: %(points)s. Who shares a place in a game gets an equal part of the"
        " points of the places that they take together."
    )
    return words % {"points": points}


def order_name(order: str) -> str:
    """An order of standings, to choose from. Raises KeyError for one that is none."""
    return str(ORDER_NAMES[order])
