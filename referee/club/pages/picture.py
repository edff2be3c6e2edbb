"""Standings of a club or a night as a picture."""

from collections.abc import Mapping
from typing import Any

from ...drawing.picture import MOST_PLAYERS, Picture, Placed
from ...wording.chat import day_text
from ...wording.figures import order_name
from .standings import ranked_by


def night_picture(board: Mapping[str, Any]) -> Picture | None:
    """The picture of a night, see night_board; None while no game is finished."""
    head = f"{board['name']} · {day_text(board['night'].date)}"
    return _picture(head, board["standings"]) if "standings" in board else None


def standings_picture(page: Mapping[str, Any]) -> Picture | None:
    """The picture of a club's standings, see club_standings; None where nobody has a place."""
    head = " · ".join(filter(None, [page["club"].name, page["heading"]]))
    return _picture(head, page["standings"])


def _picture(head: str, table: Mapping[str, Any]) -> Picture | None:
    order = table["order"]
    rows = [row for row in table["rows"] if row["rank"]][:MOST_PLAYERS]
    if not rows:
        return None
    placed = [Placed(row["rank_text"], row["player"].name, ranked_by(row, order)) for row in rows]
    first = sum(row["rank"] == 1 for row in rows)
    return Picture(
        head=head,
        winners=[one.name for one in placed[:first]],
        figure=placed[0].figure,
        unit=order_name(order),
        others=placed[first:],
    )
