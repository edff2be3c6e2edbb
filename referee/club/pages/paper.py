"""The page of a game that was kept on paper."""

from typing import Any

from ...access.games import Visit
from ...play.pages.corrections import corrections_of
from ...play.services.game_state import menu_of
from ...rules import RULESETS
from ...wording.chat import played_text
from ...wording.figures import rank_text
from ...wording.nights import won_text
from ...wording.phrases import isolated
from ..services.counting import placed_on_paper
from ..services.nights import words_mark


def totals_page(visit: Visit) -> dict[str, Any]:
    """Return a game's ranking by its totals, and what else is known of it."""
    game = visit.game
    seats = list(game.seats.select_related("player"))
    placed = placed_on_paper(game, seats)
    places = [one.place for one in placed]
    rows: list[dict[str, Any]] = [
        {
            "rank": rank_text(one.place, tied=places.count(one.place) > 1),
            "place": one.place,
            "player": seat.player,
            "total": one.total,
            "puddings": seat.puddings,
        }
        for seat, one in zip(seats, placed, strict=True)
    ]
    rows.sort(key=lambda row: row["place"])
    winners = [isolated(row["player"].name) for row in rows if row["place"] == 1]
    played, *details = played_text(game.ruleset, menu_of(game), game.variants)
    return {
        "visit": visit,
        "game": game,
        "played": played,
        "details": " · ".join(details),
        "verdict": won_text(winners, rows[0]["total"]),
        "rows": rows,
        "ties_by": RULESETS[game.ruleset].tiebreak,
        "has_puddings": any(row["puddings"] is not None for row in rows),
        "corrections": corrections_of(game),
        "seen": words_mark(game),
    }
