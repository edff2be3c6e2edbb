"""What lies in a tableau, in words."""

from django.utils.translation import gettext_noop

from referee.rules import Tableau
from referee.rules.tableau import Card, Item

from .catalogue import gettext as _
from .catalogue import ngettext
from .names import face_name
from .phrases import series

# Phrases about cards, each with the one that stands in its place where dice are played.
CARDS_OR_DICE = {
    gettext_noop("Add a card"): gettext_noop("Add a die"),
    gettext_noop("All cards"): gettext_noop("All dice"),
    gettext_noop("All cards are entered."): gettext_noop("All dice are entered."),
    gettext_noop("Cards"): gettext_noop("Dice"),
    gettext_noop("Cards entered under the wrong player"): gettext_noop(
        "Dice entered under the wrong player"
    ),
    gettext_noop("Cards of %(name)s"): gettext_noop("Dice of %(name)s"),
    gettext_noop("Cards of %(name)s, round %(number)s"): gettext_noop(
        "Dice of %(name)s, round %(number)s"
    ),
    gettext_noop("Check all cards"): gettext_noop("Check all dice"),
    gettext_noop("Correct the cards"): gettext_noop("Correct the dice"),
    gettext_noop("Correct %(name)s’s cards"): gettext_noop("Correct %(name)s’s dice"),
    gettext_noop("Counted at the table: no card explains these points."): gettext_noop(
        "Counted at the table: no die explains these points."
    ),
    gettext_noop("Enter the cards"): gettext_noop("Enter the dice"),
    gettext_noop("Everybody’s cards"): gettext_noop("Everybody’s dice"),
    gettext_noop("My cards are complete"): gettext_noop("My dice are complete"),
    gettext_noop("Played in order: the cards come as they were played"): gettext_noop(
        "Played in order: the dice come as they were played"
    ),
    gettext_noop("Points by card"): gettext_noop("Points by die"),
    gettext_noop("See the cards"): gettext_noop("See the dice"),
    gettext_noop("Skip to the cards"): gettext_noop("Skip to the dice"),
    gettext_noop("The cards come as they were played: nothing is asked."): gettext_noop(
        "The dice come as they were played: nothing is asked."
    ),
    gettext_noop("These are %(name)s’s cards"): gettext_noop("These are %(name)s’s dice"),
    gettext_noop("These are somebody else’s cards"): gettext_noop("These are somebody else’s dice"),
    gettext_noop("To my cards"): gettext_noop("To my dice"),
    gettext_noop("To the cards"): gettext_noop("To the dice"),
    gettext_noop("you enter the cards"): gettext_noop("you enter the dice"),
}


def cards_or_dice(words: str, *, dice: bool) -> str:
    """Translate a phrase of CARDS_OR_DICE, for cards or for dice. KeyError for any other."""
    return _(CARDS_OR_DICE[words] if dice else words)


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


def questions_text(number: int) -> str:
    """Say how many questions about a tableau are open: "2 questions open"."""
    words = ngettext("%(number)s question open", "%(number)s questions open", number)
    return words % {"number": number}
