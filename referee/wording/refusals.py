"""Why a change was not made, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _


def refusal_message(code: str, facts: Mapping[str, int | str]) -> str:
    """What the user is told; ``code`` and ``facts`` are those of the refusal.

    Raises:
        KeyError: for a code that has no message.
    """
    messages = {
        "round-confirmed": _(
            "Round %(round)s is confirmed, so nothing was changed. "
            "Open the round again on its result page to correct it."
        ),
        "not-in-game": _("There is no card “%(face)s”. Nothing was changed."),
        "too-many": _("A tableau holds %(cards)s cards at most. Nothing was added."),
        "already-claimed": _(
            "This player has a claim on that turn already. Take it back first, "
            "or enter the new one as another turn."
        ),
        "too-many-claims": _("There are %(claims)s claims already. Nothing was entered."),
        "no-uramaki": _("This game has no uramaki, so there is no race to claim in."),
        "not-a-number": _(
            "A claim takes %(least)s to %(most)s icons, written as a number. Nothing was entered."
        ),
        "not-yet": _("Round %(round)s comes first: it is not confirmed yet."),
        "changed-meanwhile": _(
            "The game has changed since you opened this page. "
            "Look at the result once more, then confirm it."
        ),
        "not-understood": _("That button is not known here. Nothing was changed."),
    }
    return messages[code] % facts
