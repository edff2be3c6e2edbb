"""Tea and soy sauce, which look at background colours."""

from django.utils.translation import gettext as _

from referee.rules.scoring.colours import SOY_POINTS

from .comparisons import dummy_competes
from .scope import Scope
from .text import CardText, said


def tea(scope: Scope) -> CardText:
    """The largest set of one colour."""
    return CardText(
        _("1 point for each card of your largest set of one colour"),
        said(
            _("At the end of the round, sort your cards by the colour of their background."),
            _("Every tea scores as many points as the biggest pile has cards."),
            _("Only this round's cards that still lie there are counted."),
            _same_colour(scope),
        ),
        said(_("Tea is a colour too: several teas make a pile of their own."), *_switches(scope)),
    )


def soy_sauce(scope: Scope) -> CardText:
    """Most colours; in Sushi Go! a promotional card with rules of its own."""
    if not scope.is_party:
        return _promo(scope)
    facts = {"points": SOY_POINTS}
    return CardText(
        _("%(points)d points each, if nobody has more different colours than you") % facts,
        said(
            _("At the end of the round all players count the background colours before them."),
            _("Players without soy sauce are compared too."),
            _("With most colours, each of your soy sauces is worth %(points)d points.") % facts,
            _("Players who tie for most all score in full."),
            _("Soy sauce is a colour itself."),
            _same_colour(scope),
        ),
        said(*_switches(scope)),
    )


def _promo(scope: Scope) -> CardText:
    facts = {"points": SOY_POINTS}
    return CardText(
        _("%(points)d points for the owner of soy sauce with most colours") % facts,
        said(
            _("A promotional card that is not in the box; a variant adds it."),
            _("At the end of the round those with soy sauce compare their background colours."),
            _("Owners who tie share the %(points)d points; a remainder is lost.") % facts,
            _("A second soy sauce of the same player adds nothing."),
            _same_colour(scope),
            _desserts(scope),
        ),
        said(dummy_competes(scope)),
    )


def _same_colour(scope: Scope) -> str:
    if not scope.has("wasabi"):
        return _("Every type of card has a colour of its own.")
    return _("Nigiri and wasabi have the same colour, all other types their own.")


def _switches(scope: Scope) -> tuple[str, ...]:
    flipped = ""
    if scope.has("takeout-box"):
        flipped = (
            _("All cards that lie face down are one more colour together.")
            if scope.is_on("flipped-cards-share-a-colour")
            else _("By the house rule of this game, cards that lie face down have no colour.")
        )
    copies = ""
    if scope.has("special-order"):
        copies = _("A special order has the colour of the card that it copies.")
    return (_desserts(scope), flipped, copies)


def _desserts(scope: Scope) -> str:
    if scope.is_on("desserts-count-as-colours"):
        return _("Desserts count in the round in which they were played, and never again.")
    return _("By the house rule of this game, desserts do not count.")
