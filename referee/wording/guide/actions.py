"""Cards that do something: chopsticks, spoon, menu, special order and takeout box."""

from django.utils.translation import gettext as _

from .figures import worth
from .scope import Scope
from .text import CardText, said


def chopsticks(scope: Scope) -> CardText:
    """Two cards on one turn, later."""
    if scope.is_roll:
        return _chopsticks_dice()
    return CardText(
        _("Nothing by itself; on a later turn you play two cards"),
        said(
            _("On the turn on which you play chopsticks, nothing happens yet."),
            _("On a later turn you call it out and play a second card from the same hand."),
            _("The chopsticks go into that hand before it is passed, for others to take."),
            _one_bonus_action(scope) if scope.is_party else "",
            _("Of several chopsticks you may use one a turn.") if not scope.is_party else "",
            _("Chopsticks that you never used score nothing."),
        ),
        said(
            _("Several of these actions on one turn go by the small number on the card.")
            if scope.is_party
            else "",
            _("In the dummy variant the dummy has no hand, so its chopsticks are never used.")
            if scope.setting is not None and scope.setting.has_dummy
            else "",
        ),
    )


def _one_bonus_action(scope: Scope) -> str:
    if scope.is_on("one-bonus-action-per-turn"):
        return _("You may use one chopsticks or spoon on a turn.")
    return _("By the house rule of this game, you may use several chopsticks or spoons on a turn.")


def spoon(scope: Scope) -> CardText:
    """A card out of somebody's hand, later."""
    return CardText(
        _("Nothing by itself; on a later turn it fetches a card from another hand"),
        said(
            _("On the turn on which you play a spoon, nothing happens yet."),
            _("On a later turn you call it out and name a card that you want."),
            _("Going round to the left, the first player who holds it hands it over."),
            _("You play it at once, and your spoon goes into that hand instead."),
            _one_bonus_action(scope),
            _("A spoon that you never used scores nothing."),
        ),
        said(
            _("You may ask for a kind, such as any nigiri, or for one exact card."),
            _("Asked for a kind, the giver chooses among those that fit."),
            _("If nobody holds the card, the spoon is discarded."),
            _("On the last turn of a round the hands are empty, so it would find nothing."),
        ),
    )


def menu(scope: Scope) -> CardText:
    """Draw four, play one."""
    if scope.is_roll:
        return _menu_dice()
    return CardText(
        _("Nothing by itself; you draw 4 cards and play one of them"),
        said(
            _("When it is played, you look at four cards of the deck."),
            _("One of them you play at once; it may not be another menu."),
            _("The other three are shuffled back into the deck."),
            _("The menu itself is discarded and scores nothing."),
        ),
        said(
            _("Several menus on one turn go by the small number on the card, lowest first."),
            _("In SushiScore you enter the card that you played with it, not the menu."),
        ),
    )


def special_order(scope: Scope) -> CardText:
    """One more of a card that lies there."""
    facts = {"each": worth(scope, "takeout-box", 1)}
    return CardText(
        _("Scores like the card that it copies"),
        said(
            _("It copies a card that you played earlier in this round."),
            _("From then on it counts as one more of it, with its icons, shape and colour."),
            _("With nothing to copy yet, it is discarded without points."),
            _("Menus and takeout boxes have left the table, so they cannot be copied.")
            if scope.has("menu", "takeout-box")
            else "",
        ),
        said(
            _("Nigiri on wasabi: the copy lies beside it and has the plain value.")
            if scope.has("wasabi")
            else "",
            _("Bare nigiri: the copy may go onto a free wasabi and is then tripled.")
            if scope.has("wasabi")
            else "",
            _("Wasabi: the copy is a bare wasabi of its own.") if scope.has("wasabi") else "",
            _("Miso soup: the copy clashes like a soup of this turn.")
            if scope.has("miso-soup")
            else "",
            _("Uramaki: the copy adds its icons and leaves with the claim.")
            if scope.has("uramaki")
            else "",
            _("Chopsticks or spoon: usable on a later turn; the special order goes into the hand.")
            if scope.has("chopsticks", "spoon")
            else "",
            _("A card turned face down: the copy is turned down too and worth %(each)d points.")
            % facts
            if scope.has("takeout-box")
            else "",
            _("Another special order: whatever that one copies."),
            _(
                "Dessert: the copy is kept with the desserts until the end of the game, and counts "
                "in a tie-break. Desserts of earlier rounds cannot be copied."
            ),
        ),
    )


def takeout_box(scope: Scope) -> CardText:
    """Cards turned face down."""
    facts = {"each": worth(scope, "takeout-box", 1)}
    colours = ""
    if scope.has("tea", "soy-sauce"):
        colours = (
            _("For colours, all cards that lie face down are one colour together.")
            if scope.is_on("flipped-cards-share-a-colour")
            else _("By the house rule of this game, cards that lie face down have no colour.")
        )
    return CardText(
        _("Turns cards face down: %(each)d points each, whatever they were") % facts,
        said(
            _("When it is played, you may turn down cards of your earlier turns of this round."),
            _("As many as you like, or none."),
            _("Each is worth %(each)d points and is no longer what is printed on it.") % facts,
            _("The box itself is discarded and scores nothing."),
        ),
        said(
            _wasabi_flipped(scope),
            _("A dessert turned down is no dessert any more and returns to the deck."),
            _("Desserts of earlier rounds cannot be turned down."),
            _("Icons of uramaki that are turned down are gone.") if scope.has("uramaki") else "",
            _("A special order keeps copying a card that is turned down under it.")
            if scope.has("special-order")
            else "",
            colours,
            _("Several boxes on one turn go by the small number on the card, lowest first."),
        ),
    )


def _wasabi_flipped(scope: Scope) -> str:
    if not scope.has("wasabi"):
        return ""
    if scope.is_on("flipped-nigiri-frees-wasabi"):
        return _(
            "Wasabi turned down: its nigiri has its plain value. Nigiri turned down: its wasabi is "
            "free again, where the rulebook is silent."
        )
    return _(
        "Wasabi turned down: its nigiri has its plain value. Nigiri turned down: by the house rule "
        "of this game its wasabi stays used up."
    )


# ------------------------------------------------------------------ dice


def _chopsticks_dice() -> CardText:
    return CardText(
        _("Brings tokens for swapping dice; unused ones count at the end"),
        said(
            _("Keeping such a die, you take one chopsticks token for every icon on it."),
            _("On your turn, before you choose a die, you may spend tokens."),
            _("One token swaps a die on your belt with one on another belt; neither is rolled."),
            _("Dice on trays are safe."),
            _("The die itself scores nothing in the round."),
        ),
        _tokens_cases(),
    )


def _menu_dice() -> CardText:
    return CardText(
        _("Brings tokens for rolling dice again; unused ones count at the end"),
        said(
            _("Keeping such a die, you take one menu token for every icon on it."),
            _("On your turn, before you choose a die, you may spend tokens."),
            _("One token lets you roll any number of the dice on your belt again."),
            _("The die itself scores nothing in the round."),
        ),
        _tokens_cases(),
    )


def _tokens_cases() -> tuple[str, ...]:
    return said(
        _("You may spend as many tokens on one turn as you have."),
        _("If the supply runs short, you take what is left of it."),
        _("Tokens are kept from round to round."),
    )
