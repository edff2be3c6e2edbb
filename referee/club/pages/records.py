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
    habit,
    menu_in_words,
    narrow_win,
    puddings,
)
from ..filters import GamesFilter
from ..services import statistics


def records_page(club: Club, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the records of the games that an address asks for, with a number of queries that does
    not grow with the games.

    Records of hidden players stand, for the games were played; among habits they are not named.
    """
    narrowed = GamesFilter(club, asked)
    choice = narrowed.choice
    games, rounds = (
        statistics.highest_games(club, choice),
        statistics.highest_rounds(club, choice),
    )
    highest: dict[str, list[Any]] = {}
    for slug, players in sorted(games, key=lambda kind: ([*RULESETS].index(kind[0]), kind[1])):
        kind = {"ruleset": slug, "players": players}
        row = [
            (one, narrowed.games_query(**kind, **{figure: one.holders[0].points}))
            for figure, found in (("total", games), ("best_round", rounds))
            if (one := found.get((slug, players)))
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
    players, found = statistics.players_of(club), statistics.longest_streaks(club, narrowed.choice)
    longest = max((one.games for one in found.values()), default=0)
    best = [(who, one) for who, one in found.items() if one.games == longest > 1]
    best.sort(key=lambda row: row[1].last)
    return [
        (
            players[who],
            one,
            narrowed.games_query(player=who, first_nth=one.first_nth, last_nth=one.last_nth),
        )
        for who, one in best[: statistics.MAX_EQUAL]
    ]


def _feats(narrowed: GamesFilter) -> list[dict[str, Any]]:
    """Return the remarkable games. 0 points behind and 0 puddings are no records."""
    found = statistics.feats(narrowed.club, narrowed.choice)
    headings = {"narrowest": _("Narrowest win"), "come-back": _("Greatest come-back")}
    feats: list[tuple[str, str, statistics.Record, Callable[[str, int], str], dict[str, str]]] = []
    for name, record in found.items():
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
                **{of["figure"]: record.holders[0].points, "ruleset": of.get("ruleset")}
            )
            if record.others
            else "",
            "holders": [
                (
                    one,
                    words(isolated(one.name), one.points),
                    ngettext("%(game)s, %(n)d player", "%(game)s, %(n)d players", one.players)
                    % {"game": ruleset_name(one.ruleset), "n": one.players},
                )
                for one in record.holders
            ],
        }
        for id_, heading, record, words, of in feats
        if record.holders and (record.holders[0].points or id_ == "narrowest")
    ]


def _habits(club: Club, narrowed: GamesFilter) -> dict[str, Any]:
    """Return the habits, the strongest first, and the card types that ever brought points."""
    sums = statistics.card_sums(club, narrowed.choice)
    players = statistics.players_of(club)
    everybody = {type_: reduce(add, of.values()) for type_, of in sums.items()}
    named = {
        type_: {who: of[who] for who, one in players.items() if who in of and not one.is_hidden}
        for type_, of in sums.items()
    }
    pages = {who: reverse("player", args=[club.pk, who]) for who in players}
    cards = []
    for type_ in CARD_TYPES:
        if not named.get(type_) or not any(one.points for one in sums[type_].values()):
            continue
        average = everybody[type_].average_points
        rows = [
            (players[who], pages[who], one, one.average_points - average)
            for who, one in named[type_].items()
        ]
        rows.sort(key=lambda row: row[3], reverse=True)
        cards.append({"type": type_, "club": everybody[type_], "players": rows})
    words = [
        (
            one.type,
            habit([isolated(players[w].name) for w in one.who], one.type, one.cards, one.average),
        )
        for one in habits(named, everybody)
    ]
    return {"habits": words, "cards": cards}
