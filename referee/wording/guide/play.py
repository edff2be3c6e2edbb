"""Turns, and the ends of a round and of the game."""

from django.utils.translation import gettext as _

from referee.rules.rulesets import PASS_BOTH_WAYS, ROUNDS

from ..names import variant_name
from .scope import Scope
from .text import said


def turn(scope: Scope) -> tuple[str, ...]:
    """What everybody does on a turn, and which way hands and belts go."""
    if scope.is_roll:
        return said(
            _("The owner of the red-bordered belt begins, then it goes round to the left."),
            _("On your turn you may spend tokens, and then you must move one die to your tray."),
            _("It keeps the face that it shows."),
            _("After everybody's turn the belts move one place to the left, dice and all."),
            _("Whoever receives dice rolls them, and whoever has the red border now begins."),
        )
    return said(
        _("Everybody picks a card in secret, and all are turned up together."),
        _("What lies face up in front of you is yours until the round is scored."),
        _passing(scope),
        _("That goes on until the hands are empty."),
    )


def _passing(scope: Scope) -> str:
    if scope.ruleset != "sushi-go":
        return _("Then all hands move on to the left.")
    if scope.setting is None:
        return _(
            "Then all hands move on to the left; with the variant “%(variant)s” to the left in the "
            "first and third round, to the right in the second."
        ) % {"variant": variant_name(PASS_BOTH_WAYS)}
    if PASS_BOTH_WAYS in scope.setting.variants:
        return _(
            "Then all hands move on: to the left in the first and third round, to the right in the "
            "second."
        )
    return _("Then all hands move on to the left.")


def order(scope: Scope) -> tuple[str, ...]:
    """Party: what comes first when several cards act on one turn."""
    numbered = [t for t in ("chopsticks", "spoon", "menu", "takeout-box") if scope.has(t)]
    if not (scope.is_party and (numbered or scope.has("uramaki"))):
        return ()
    return said(
        _("The chosen cards are turned up first, then the special actions follow one by one."),
        _("The small number in the corner decides, the lowest goes first.") if numbered else "",
        _("So the order is: chopsticks, spoon, menu, takeout box.") if len(numbered) > 1 else "",
        _("A special order that copies chopsticks or a spoon has the number of that card.")
        if scope.has("special-order") and scope.has("chopsticks", "spoon")
        else "",
        _("Equal numbers: the rulebook is silent; go round to the left.")
        if scope.has("special-order") and scope.has("chopsticks", "spoon")
        else "",
        _("Uramaki claims of a turn are compared when all its actions are done.")
        if scope.has("uramaki")
        else "",
        _("The hands are passed on after that.") if numbered else "",
    )


# ------------------------------------------------------------------ ends


def round_end(scope: Scope) -> tuple[str, ...]:
    """What is scored and what is cleared away after a round."""
    if scope.is_roll:
        return said(
            _("When the belts are empty, everybody scores the dice on their tray."),
            _("All dice go back into the bag; tokens are kept."),
            _belts_between_rounds(scope),
        )
    return said(
        _("The last card of a hand goes to whoever receives it, who plays it.")
        if scope.ruleset == "sushi-go"
        else "",
        _("All cards but the desserts score now."),
        _("Desserts are laid aside: they wait for the end of the game."),
        _("All other cards are shuffled back into the deck.") if scope.is_party else "",
        _("There are %(rounds)d rounds.") % {"rounds": ROUNDS},
    )


def _belts_between_rounds(scope: Scope) -> str:
    if scope.players is None:
        return _("With three players the belts then move once more to the left, else they stay.")
    if scope.players == 3:
        return _("Before the next round the belts move once more to the left.")
    return _("Between rounds the belts stay where they are.")


def game_end(scope: Scope) -> tuple[str, ...]:
    """What is scored last, who wins, and how ties are broken."""
    last = {
        "sushi-go": _("After the third round the puddings are scored."),
        "sushi-go-party": _("After the third round the desserts are scored."),
        "sushi-roll": _("After the third round puddings and unused tokens are scored."),
    }
    tie = {
        "sushi-go": _("Among equals, more puddings win."),
        "sushi-go-party": _("Among equals, more dessert cards win."),
        "sushi-roll": _("Among equals, more pudding tokens win."),
    }
    return said(
        last[scope.ruleset],
        _("Most points win."),
        tie[scope.ruleset],
        _("Still equal: the rulebook is silent, and here the victory is shared."),
        _("The tokens count by what they are worth, 1 or 3 puddings.") if scope.is_roll else "",
        _("A special order that copied a dessert is a dessert card.")
        if scope.has("special-order")
        else "",
        _dummy_wins(scope),
    )


def _dummy_wins(scope: Scope) -> str:
    if scope.setting is None or not scope.setting.has_dummy:
        return ""
    if scope.is_on("dummy-can-win"):
        return _("By the house rule of this game the dummy can win.")
    return _("The dummy is scored like a player, but it cannot win.")
