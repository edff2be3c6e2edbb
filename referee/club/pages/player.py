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
from .rating_chart import picked_games, rating_chart


def player_page(club: Club, player: Player) -> dict[str, Any]:
    """Return a player's page, with a number of queries that does not grow with the games.

    ``sums`` are of all games first, then by ruleset where there are two or more; ``others`` can be
    merged with the player.
    """
    by_ruleset = player_sums(club, player.pk)
    best = player.placings.order_by("-total", "played_at", "game")
    sums = [
        {
            "name": ruleset_name(ruleset) if ruleset else _("All games"),
            "sums": by_ruleset[ruleset],
            "best": (best.filter(ruleset=ruleset) if ruleset else best)[0],
        }
        for ruleset in (by_ruleset if len(by_ruleset) > 2 else list(by_ruleset)[:1])
    ]
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


def _rating(player: Player) -> dict[str, Any]:
    """Return the rating with its chart, or how many games are missing until it is shown."""
    placings = player.placings.order_by("-played_at", "-game")
    last = placings.first()
    if last is None or last.nth < LEAST_GAMES:
        return {"games_missing": LEAST_GAMES - (last.nth if last else 0)}
    drawn = placings.filter(nth__in=picked_games(last.nth)).reverse()
    rows = drawn.values_list("nth", "date", "mu", "sigma")
    chart = rating_chart([(nth, date, Rating(mu, sigma)) for nth, date, mu, sigma in rows])
    return {"now": Rating(last.mu, last.sigma), "chart": chart}


def _cards(club: Club, player: Player) -> dict[str, Any]:
    """Return every card type that the player has played with, most above the club's points first,
    and the habit: what the player takes most more of than everybody in the club."""
    of_club = card_sums(club)
    sums = {
        type_: of_club[type_]
        for type_ in (*CARD_TYPES, "tokens")
        if player.pk in of_club.get(type_, ())
    }
    everybody = {type_: reduce(add, of.values()) for type_, of in sums.items()}
    cards = []
    for type_, of in sums.items():
        own, average = of[player.pk], everybody[type_]
        cards.append((type_, own, average, own.average_points - average.average_points))
    cards.sort(key=lambda row: -row[3])
    found = habits({type_: {player.pk: own} for type_, own, *_others in cards}, everybody)
    return {"cards": cards, "habit": found[0] if found else None}
