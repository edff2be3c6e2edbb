"""What lies in a tableau, in words."""

from referee.rules import Tableau
from referee.rules.tableau import Card, Item

from .catalogue import gettext as _
from .catalogue import ngettext
from .names import face_name
from .phrases import series


def item_name(lying: Item) -> str:
    """Name an item: "squid nigiri on wasabi", "special order: tofu", "tofu, face down"."""
    name = card_name(lying.card)
    if lying.base is None:
        return name
    return _("%(card)s on %(base)s") % {"card": name, "base": card_name(lying.base)}


def card_name(card: Card) -> str:
    """Name a card and how it lies."""
    if card.face is None:
        return _("face-down card")
    name = face_name(card.face.slug)
    if card.copy:
        name = _("special order: %(card)s") % {"card": name}
    return _("%(card)s, face down") % {"card": name} if card.flipped else name


def counted(lying: Item, number: int) -> str:
    """Count an item: "tempura", "2 × tempura"."""
    if number == 1:
        return item_name(lying)
    return _("%(n)d × %(card)s") % {"n": number, "card": item_name(lying)}


def tableau_words(tableau: Tableau) -> str:
    """List everything that lies there; "" for nothing."""
    return series(counted(lying, number) for lying, number in tableau.items())


def cards_entered(cards: int, dealt: int, *, dice: bool = False) -> str:
    """Say how many cards of a tableau are entered: "7 of 9 cards"."""
    if dice:
        return _("%(cards)d of %(dealt)d dice") % {"cards": cards, "dealt": dealt}
    words = ngettext("%(cards)d of %(dealt)d card", "%(cards)d of %(dealt)d cards", dealt)
    return words % {"cards": cards, "dealt": dealt}
