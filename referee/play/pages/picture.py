"""A game's result as a picture."""

from django.utils.translation import gettext as _

from ...drawing.picture import Picture, Placed
from ...models import Game
from ...wording.chat import day_text
from ...wording.figures import rank_text
from ...wording.names import ruleset_name
from ...wording.phrases import number
from ..services.game_state import GameState
from .results import standing_rows


def result_picture(table: GameState) -> Picture | None:
    """The picture of a game; None while it is not over."""
    if table.game.state != Game.State.FINISHED:
        return None
    rows = standing_rows(table, table.result, with_end=True)
    placed = [
        Placed(rank_text(row["rank"], tied=row["tied"]), row["seat"].name, number(row["total"]))
        for row in rows
    ]
    first = sum(row["rank"] == 1 for row in rows)
    return Picture(
        head=f"{ruleset_name(table.game.ruleset)} · {day_text(table.game.night.date)}",
        winners=[one.name for one in placed[:first]],
        figure=placed[0].figure,
        unit=_("Points"),
        others=placed[first:],
        types=table.setting.types,
    )
