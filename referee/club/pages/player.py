"""The page of one player: totals, rating, rivals and cards."""

from functools import reduce
from operator import add
from typing import Any

from django.utils.translation import gettext as _

from ...models import Club, Player
from ...rules import CARD_TYPES
from ...standings.habits import habits
from ...standings.rating import LEAST_GAMES, Rating
from ...wording.names import ruleset_name
from ..services.statistics import card_sums, player_sums, rivalries
from .rating_chart import RatedGame, picked_games, rating_chart


def player_page(club: Club, player: Player) -> dict[str, Any]:
    """Return a player's page, with a number of queries that does not grow with the games.

    Among it: ``sums``, of all games first, then by ruleset where there are two or more; nothing
    before the first finished game. ``others``: who can be merged with. ``sits_anywhere``: in a
    game, finished or not.
    """
    sums = _sums(club, player)
    return {
        "club": club,
        "player": player,
        "sums": sums,
        "rating": _rating(player),
        "rivalries": rivalries(club, player.pk),
        **_cards(club, player),
        "others": club.players.exclude(pk=player.pk).order_by("name"),
        "sits_anywhere": bool(sums) or player.seats.exists(),
    }


def _sums(club: Club, player: Player) -> list[dict[str, Any]]:
    found = player_sums(club, player.pk)
    shown = found if len(found) > 2 else list(found)[:1]
    placings = player.placings.order_by("-total", "played_at", "game")
    return [
        {
            "name": ruleset_name(ruleset) if ruleset else _("All games"),
            "sums": found[ruleset],
            "best": (placings.filter(ruleset=ruleset) if ruleset else placings)[0],
        }
        for ruleset in shown
    ]


def _rating(player: Player) -> dict[str, Any]:
    """Return the rating with its chart, or how many games are missing until it is shown."""
    placings = player.placings.order_by("-played_at", "-game")
    last = placings.first()
    if last is None or last.nth < LEAST_GAMES:
        return {"games_missing": LEAST_GAMES - (last.nth if last else 0)}
    drawn = placings.filter(nth__in=picked_games(last.nth)).reverse()
    line = [
        RatedGame(nth, date, Rating(mu, sigma))
        for nth, date, mu, sigma in drawn.values_list("nth", "date", "mu", "sigma")
    ]
    return {"now": Rating(last.mu, last.sigma), "chart": rating_chart(line)}


def _cards(club: Club, player: Player) -> dict[str, Any]:
    """Every card type that the player has played with, most above the club's points first; and
    the habit: that which most more of lies before the player than before everybody in the club."""
    sums = card_sums(club)
    own = {
        type_: sums[type_][player.pk]
        for type_ in (*CARD_TYPES, "tokens")
        if player.pk in sums.get(type_, ())
    }
    everybody = {type_: reduce(add, sums[type_].values()) for type_ in own}
    more = {type_: own[type_].average_points - everybody[type_].average_points for type_ in own}
    types = sorted(own, key=lambda type_: -more[type_])
    found = habits({type_: {player.pk: own[type_]} for type_ in types}, everybody)
    return {
        "cards": [(type_, own[type_], everybody[type_], more[type_]) for type_ in types],
        "habit": found[0] if found else None,
    }
