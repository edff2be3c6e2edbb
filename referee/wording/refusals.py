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
        "late": _(
            "Round %(round)s is confirmed already. Your tap is kept aside: the host is asked "
            "whether to open the round again for it."
        ),
        "not-yours": _("These cards are another player's to enter. Nothing was changed."),
        "id-used": _("This tap's id belongs to another tap. Nothing was changed."),
        "no-such-tableau": _("There is no such round or seat. Nothing was changed."),
        "too-many-taps": _("%(taps)s taps at a time are the most. Nothing was entered."),
        "too-many-late": _(
            "%(taps)s taps wait for the host already. Nothing was added: ask the host to decide."
        ),
        "unknown-code": _("No game has this code. Ask the host for the code on the host's phone."),
        "too-many-codes": _("Those were many wrong codes. Wait a minute, then try again."),
        "sent-away": _("The host has sent this phone away from the table."),
        "seat-taken": _("This seat is taken. Choose another, or watch."),
        "table-full": _("%(phones)s phones are at this table already."),
    }
    return messages[code] % facts
