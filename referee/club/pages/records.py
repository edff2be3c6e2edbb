"""The page of a club's records and habits."""

import datetime
from collections.abc import Callable, Mapping
from functools import partial, reduce
from operator import add
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...models import Club, Player
from ...rules import CARD_TYPES, RULESETS
from ...standings.habits import LEAST_GAMES, habits
from ...standings.streaks import Streak
from ...wording.names import ruleset_name
from ...wording.phrases import isolated
from ...wording.records import (
    come_back,
    favourite,
    menu_in_words,
    narrow_win,
    puddings,
)
from ...wording.records import (
    habit as habit_text,
)
from ..filters import GamesFilter
from ..services import statistics


def records_page(club: Club, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the records of the games that an address asks for, with a number of queries that does
    not grow with the games.

    Records of hidden players stand, for the games were played; among habits they are not named.
    """
    narrowed = GamesFilter(club, data)
    choice = narrowed.choice
    games, rounds = (
        statistics.highest_games(club, choice),
        statistics.highest_rounds(club, choice),
    )
    highest: dict[str, list[Any]] = {}
    for slug, players in sorted(games, key=lambda kind: ([*RULESETS].index(kind[0]), kind[1])):
        kind = {"ruleset": slug, "players": players}
        row = [
            (record, narrowed.games_query(**kind, **{figure: record.first.points}))
            for figure, records in (("total", games), ("best_round", rounds))
            if (record := records.get((slug, players)))
        ]
        highest.setdefault(slug, []).append((players, row))
    menus = statistics.menus_of(club, choice)
    most = [menu for menu, played in menus.items() if played == max(menus.values())]
    most = sorted(most[: statistics.MAX_EQUAL])
    return {
        "club": club,
        "filter": narrowed,
        "heading": narrowed.heading(_("Records")),
        "has_games": narrowed.span is not None,
        "has_totals": statistics.has_totals_only(club, choice),
        "highest": highest,
        "feats": _feats(narrowed),
        "streaks": _streaks(club, narrowed),
        "favourite": favourite(most, menus[most[0]]) if most else "",
        "favourites": [(menu_in_words(menu), narrowed.games_query(menu=menu)) for menu in most],
        "least_games": LEAST_GAMES,
        **_habits(club, narrowed),
    }


def _streaks(club: Club, narrowed: GamesFilter) -> list[tuple[Player, Streak[datetime.date], str]]:
    """Return the longest streaks of two victories or more, at most ``MAX_EQUAL``, the earliest of
    equal ones, each with the query of its games."""
    players = statistics.players_of(club)
    streaks = statistics.longest_streaks(club, narrowed.choice)
    longest = max((streak.games for streak in streaks.values()), default=0)
    best = [(who, streak) for who, streak in streaks.items() if streak.games == longest > 1]
    best.sort(key=lambda row: row[1].last)
    return [
        (
            players[who],
            streak,
            narrowed.games_query(player=who, first_nth=streak.first_nth, last_nth=streak.last_nth),
        )
        for who, streak in best[: statistics.MAX_EQUAL]
    ]


def _feats(narrowed: GamesFilter) -> list[dict[str, Any]]:
    """Return the remarkable games."""
    records = statistics.feats(narrowed.club, narrowed.choice)
    headings = {"narrowest": _("Narrowest win"), "come-back": _("Greatest come-back")}
    feats: list[tuple[str, str, statistics.Record, Callable[[str, int], str], dict[str, str]]] = []
    for name, record in records.items():
        figure = statistics.FEATS[name][0].lstrip("-")
        if name in headings:
            words = narrow_win if name == "narrowest" else come_back
            feats.append((name, headings[name], record, words, {"figure": figure}))
        else:
            heading = _("Most puddings: %(game)s") % {"game": ruleset_name(name)}
            of = {"figure": figure, "ruleset": name}
            feats.append((f"puddings-{name}", heading, record, partial(puddings, ruleset=name), of))
    return [
        {
            "id": id_,
            "heading": heading,
            "all": narrowed.games_query(
                **{of["figure"]: record.first.points, "ruleset": of.get("ruleset")}
            )
            if record.others
            else "",
            "holders": [
                (
                    holder,
                    words(isolated(holder.name), holder.points),
                    ngettext("%(game)s, %(n)d player", "%(game)s, %(n)d players", holder.players)
                    % {"game": ruleset_name(holder.ruleset), "n": holder.players},
                )
                for holder in record.holders
            ],
        }
        for id_, heading, record, words, of in feats
    ]


def _habits(club: Club, narrowed: GamesFilter) -> dict[str, Any]:
    """Return the habits, the strongest first, and the card types that ever brought points."""
    sums = statistics.card_sums(club, narrowed.choice)
    players = statistics.players_of(club)
    everybody = {type_: reduce(add, of.values()) for type_, of in sums.items()}
    named = {
        type_: {
            who: of[who] for who, player in players.items() if who in of and not player.is_hidden
        }
        for type_, of in sums.items()
    }
    pages = {who: reverse("player", args=[club.pk, who]) for who in players}
    cards = []
    for type_ in CARD_TYPES:
        if not named.get(type_) or not any(own.points for own in sums[type_].values()):
            continue
        average = everybody[type_].average_points
        rows = [
            (players[who], pages[who], own, own.average_points - average)
            for who, own in named[type_].items()
        ]
        rows.sort(key=lambda row: row[3], reverse=True)
        cards.append({"type": type_, "club": everybody[type_], "players": rows})
    words = [
        (
            habit.type,
            habit_text(
                [isolated(players[w].name) for w in habit.who],
                habit.type,
                habit.cards,
                habit.average,
            ),
        )
        for habit in habits(named, everybody)
    ]
    return {"habits": words, "cards": cards}
