"""What lies in a tableau, and what lies differently, in words."""

from collections.abc import Sequence

from referee.rules import Tableau
from referee.rules.tableau import Card, Item

from .catalogue import gettext as _
from .names import face_name
from .phrases import series


def item_name(lying: Item) -> str:
    """ "squid nigiri on wasabi", "special order: tofu", "tofu, face down"."""
    name = card_name(lying.card)
    if lying.base is None:
        return name
    return _("%(card)s on %(base)s") % {"card": name, "base": card_name(lying.base)}


def card_name(card: Card) -> str:
    """One card, and how it lies."""
    if card.face is None:
        return _("face-down card")
    name = face_name(card.face.slug)
    if card.copy:
        name = _("special order: %(card)s") % {"card": name}
    return _("%(card)s, face down") % {"card": name} if card.flipped else name


def counted(lying: Item, number: int) -> str:
    """ "tempura", "2 × tempura"."""
    if number == 1:
        return item_name(lying)
    return _("%(n)d × %(card)s") % {"n": number, "card": item_name(lying)}


def tableau_words(tableau: Tableau) -> str:
    """Everything that lies there; "" for nothing."""
    return series(counted(lying, number) for lying, number in tableau.items())


def changed_items(before: Tableau, after: Tableau) -> Sequence[str]:
    """What lies differently: "+ 2 × tempura", "− pudding", what has come first."""
    come, gone = [
        Tableau(
            {
                one: n - less.counts.get(one, 0)
                for one, n in more.counts.items()
                if n > less.counts.get(one, 0)
            }
        )
        for more, less in ((after, before), (before, after))
    ]
    return [
        *(_("+ %(card)s") % {"card": counted(*pair)} for pair in come.items()),
        *(_("− %(card)s") % {"card": counted(*pair)} for pair in gone.items()),
    ]
