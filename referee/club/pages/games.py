"""The list of the games behind a number."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ...models import Club, Placing
from ..filters import GameListFilter
from ..services.game_lists import GAMES_A_PAGE, count_games, games_of_page
from .night import night_games


def games_page(club: Club, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page of the finished games that an address asks for, the newest first.

    ``page`` in the address counts from 1; one that there is not is the nearest one.
    """
    narrowed = GameListFilter(club, asked)
    wanted = narrowed.wanted
    many = count_games(club, wanted)
    pages = max(1, -(-many // GAMES_A_PAGE))
    typed = str(asked.get("page", ""))
    page = min(max(1, int(typed)), pages) if typed.isdecimal() and len(typed) < 10 else 1
    games = games_of_page(club, wanted, page)
    placings = Placing.objects.filter(game__in=games).select_related("player").order_by("pk")
    return {
        "club": club,
        "filter": narrowed,
        "heading": narrowed.heading(_("Games")),
        "many": many,
        "games": list(zip(games, night_games(games, placings), strict=True)),
        "page": page,
        "pages": pages,
        "newer": narrowed.query(page=page - 1) if page > 1 else "",
        "older": narrowed.query(page=page + 1) if page < pages else "",
    }
