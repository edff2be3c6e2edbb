"""Nights and their games in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from .phrases import name_list
from .standing import points


def night_name(name: str) -> str:
    """Say what a night is called, by the name that it was given, "" for none."""
    return name or _("Game night")


def won_text(winners: Sequence[str], total: int) -> str:
    """Say who has won a game, and with how many points each; nobody where the dummy has won."""
    if not winners:
        return _("The dummy has won")
    facts = {"names": name_list(winners), "points": points(total)}
    if len(winners) > 1:
        return _("%(names)s share the victory with %(points)s each") % facts
    return _("%(names)s won with %(points)s") % facts
