"""The page of one player: totals, rating, rivals and cards."""

import datetime
from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ...drawing.looks import look_of
from ...models import Club, Player
from ...rules import CARD_TYPES
from ...standings.habits import habits
from ...standings.ranking import Contender, ranked
from ...standings.rating import LEAST_GAMES, Rating
from ...standings.sums import Sums
from ...wording.choices import players_text
from ...wording.names import ruleset_name
from ...wording.phrases import isolated
from ...wording.ratings import MOST_NAMED, rating_meaning
from ...wording.ratings import rating_move as rating_move_text
from ...wording.records import menu_in_words
from ..filters import MAX_MENUS, GamesFilter
from ..services.statistics import (
    Choice,
    PlayersSums,
    card_sums,
    longest_streaks,
    player_sums,
    players_of,
    rating_move,
    rivalries,
)
from .rating_chart import picked_games, rating_chart


def player_page(club: Club, player: Player, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a player's page for the games that an address asks for, with a number of queries that
    does not grow with the games. ``others`` can be merged with the player."""
    narrowed = GamesFilter(club, data)
    choice = narrowed.choice
    everybody = players_of(club)
    sums = player_sums(club, player.pk, choice)
    best = choice.of(player.placings.all()).order_by("-total", "played_at", "game")
    return {
        "club": club,
        "player": player,
        "look": look_of(player),
        "filter": narrowed,
        "heading": narrowed.heading(isolated(player.name)),
        "sums": sums.together,
        "best": best.first() if sums.together else None,
        **_streak(narrowed, player),
        "all_query": narrowed.games_query(player=player.pk),
        "won_query": narrowed.games_query(player=player.pk, how="won"),
        "titles": player.titles.select_related("season").order_by("-season__last"),
        "kinds": _kinds(narrowed, player, sums),
        "menus": _menus(narrowed, player, sums.by_menu),
        "rating": _rating(club, player, everybody, choice.last),
        "rating_meaning": rating_meaning(choice.last),
        "rivalries": rivalries(club, player.pk, choice),
        **_cards(club, player, choice),
        "merges": player.merges.annotate(brought=Count("games")).order_by("-at"),
        "others": [other for other in everybody.values() if other != player],
        "has_played": bool(sums.together) or player.placings.exists(),
        "sits_anywhere": bool(sums.together) or player.seats.exists(),
    }


def _streak(narrowed: GamesFilter, player: Player) -> dict[str, Any]:
    """Return the longest streak of two victories or more, if any, with the query of its games."""
    streak = longest_streaks(narrowed.club, narrowed.choice).get(player.pk)
    if streak is None or streak.games < 2:
        return {}
    nths = {"first_nth": streak.first_nth, "last_nth": streak.last_nth}
    return {"streak": streak, "streak_query": narrowed.games_query(player=player.pk, **nths)}


def _kinds(narrowed: GamesFilter, player: Player, sums: PlayersSums) -> list[dict[str, Any]]:
    """Return the sums by game and by number of players, of which there are several, each with the
    query of its games."""
    kinds = [
        {
            "id": "by-game",
            "heading": pgettext("one of the three games", "Game"),
            "rows": [
                (ruleset_name(slug), totals, narrowed.games_query(player=player.pk, ruleset=slug))
                for slug, totals in sums.by_ruleset.items()
            ],
        },
        {
            "id": "by-players",
            "heading": _("Players"),
            "rows": [
                (
                    players_text(players),
                    totals,
                    narrowed.games_query(player=player.pk, players=players),
                )
                for players, totals in sums.by_players.items()
            ],
        },
    ]
    return [kind for kind in kinds if len(kind["rows"]) > 1]


def _menus(narrowed: GamesFilter, player: Player, by_menu: Mapping[str, Sums]) -> dict[str, Any]:
    """Return the player's menus, the best one first, by wins a game of those that were played often
    enough; and the best and the worst ones, where two or more were."""
    contenders = {
        menu: Contender(totals, is_enough=totals.games >= LEAST_GAMES)
        for menu, totals in by_menu.items()
    }
    in_order = ranked(contenders, "win-rate")
    enough = [place for place in in_order if place.rank]
    rows = [
        (
            place,
            (
                menu_in_words(place.who),
                by_menu[place.who],
                narrowed.games_query(player=player.pk, menu=place.who),
            ),
        )
        for place in in_order
    ]
    first, last = (enough[0].rank, enough[-1].rank) if enough else (None, None)
    return {
        "rows": [row for _place, row in rows[:MAX_MENUS]],
        "best": [row for place, row in rows if place.rank == first != last],
        "worst": [row for place, row in rows if place.rank == last != first],
        "least_games": LEAST_GAMES,
    }


def _rating(
    club: Club,
    player: Player,
    players: Mapping[UUID, Player],
    until: datetime.date | None,
) -> dict[str, Any]:
    """Return the rating at the end of a day, or of now, with its chart and what moved it; or how
    many games are missing until it is shown."""
    placings = Choice(last=until).of(player.placings.order_by("-played_at", "-game"))
    last = placings.first()
    if last is None or last.nth < LEAST_GAMES:
        return {"games_missing": LEAST_GAMES - (last.nth if last else 0)}
    drawn = player.placings.filter(nth__in=picked_games(last.nth)).order_by("nth")
    rows = drawn.values_list("nth", "date", "mu", "sigma")
    chart = rating_chart([(nth, date, Rating(mu, sigma)) for nth, date, mu, sigma in rows])
    now = Rating(last.mu, last.sigma)
    move = rating_move(club, player.pk, until)
    named = list(move.against)[: MOST_NAMED if len(move.against) > MOST_NAMED + 1 else None]
    return {
        "now": now,
        "chart": chart,
        "moved": rating_move_text(
            move.games,
            move.before,
            now,
            {isolated(players[who].name): move.against[who] for who in named},
            others=len(move.against) - len(named),
        ),
    }


def _cards(club: Club, player: Player, choice: Choice) -> dict[str, Any]:
    """Return every card type that the player has played with, most above the club's points first,
    and the habit: what the player takes most more of than everybody in the club."""
    of_club = card_sums(club, choice)
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
    own_habits = habits({type_: {player.pk: own} for type_, own, *_others in cards}, everybody)
    return {"cards": cards, "habit": own_habits[0] if own_habits else None}
