"""What stood at a game before somebody corrected it afterwards."""

import datetime
from collections.abc import Mapping
from typing import Any

from ...models import Game, Merge, Player
from ...wording.chat import day_text, played_text
from ..services.game_state import kept_menu


def corrections_of(game: Game) -> list[dict[str, Any]]:
    """Return the corrections of who sat there, and of a game from paper, the newest first: each
    with the rows that it replaced, whose names are None for who is off the list; and with the day
    and the game that were noted, where any of the corrections has changed these."""
    corrections = list(game.corrections.select_related("by__player").order_by("-version"))
    # The first databases kept the rows alone.
    stood = [
        correction.before if "rows" in correction.before else {"rows": correction.before}
        for correction in corrections
    ]
    ids = {row["player"] for before in stood for row in before["rows"]}
    names = {
        str(pk): name for pk, name in Player.objects.filter(pk__in=ids).values_list("pk", "name")
    }
    for merged in Merge.objects.filter(pk__in=ids - names.keys()).select_related("kept"):
        names[str(merged.pk)] = _kept(merged).name
    now = {"date": f"{game.night.date}", "ruleset": game.ruleset, "menu": game.menu}
    shows_day = any("date" in before and before != {**before, **now} for before in stood)
    return [
        {
            "made": correction,
            "by": correction.by.player.name if correction.by and correction.by.player else "",
            "played": _played_text(before) if shows_day and "date" in before else "",
            "rows": [{**row, "name": names.get(row["player"])} for row in before["rows"]],
        }
        for correction, before in zip(corrections, stood, strict=True)
    ]


def _played_text(before: Mapping[str, Any]) -> str:
    """Return the day and the game that a version had."""
    menu = kept_menu(before["menu"]) if before["menu"] is not None else None
    day = day_text(datetime.date.fromisoformat(before["date"]))
    return " · ".join([day, *played_text(before["ruleset"], menu, ())])


def _kept(merged: Merge) -> Player | Merge:
    """Return the player whose the games are now."""
    while merged.within is not None:
        merged = merged.within
    return merged.kept or merged
