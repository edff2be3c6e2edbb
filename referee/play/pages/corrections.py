"""What stood at a game before somebody corrected who sat there."""

from typing import Any

from ...models import Game, Merge, Player


def corrections_of(game: Game) -> list[dict[str, Any]]:
    """Return the corrections of who sat there, and of totals from paper, the newest first: each
    with the rows that it replaced, whose names are None for who is off the list."""
    found = list(game.corrections.select_related("by__player").order_by("-version"))
    ids = {row["player"] for one in found for row in one.before}
    names = {
        str(pk): name for pk, name in Player.objects.filter(pk__in=ids).values_list("pk", "name")
    }
    for merged in Merge.objects.filter(pk__in=ids - names.keys()).select_related("kept"):
        names[str(merged.pk)] = _kept(merged).name
    return [
        {
            "made": one,
            "by": one.by.player.name if one.by and one.by.player else "",
            "rows": [{**row, "name": names.get(row["player"])} for row in one.before],
        }
        for one in found
    ]


def _kept(merged: Merge) -> Player | Merge:
    """Return the player whose the games are now."""
    while merged.within is not None:
        merged = merged.within
    return merged.kept or merged
