"""The page of a club's records and habits."""

from functools import partial, reduce
from operator import add
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...models import Club
from ...play.pages.common import isolated
from ...rules import CARD_TYPES, RULESETS
from ...standings.habits import LEAST_GAMES, habits
from ...wording.names import ruleset_name
from ...wording.records import come_back, favourite, habit, narrow_win, puddings
from ..services import statistics


def records_page(club: Club) -> dict[str, Any]:
    """Return a club's records, with a number of queries that does not grow with its games.

    Records of hidden players stand, for the games were played; among habits they are not named.
    """
    games, rounds = statistics.highest_games(club), statistics.highest_rounds(club)
    highest: dict[str, list[Any]] = {}
    for slug, players in sorted(games, key=lambda kind: ([*RULESETS].index(kind[0]), kind[1])):
        kind = slug, players
        highest.setdefault(slug, []).append((players, games[kind], rounds[kind]))
    menus = statistics.favourite_menus(club)
    return {
        "club": club,
        "highest": highest,
        "feats": _feats(club),
        "favourite": favourite([menu for menu, _games in menus], menus[0][1]) if menus else "",
        "least_games": LEAST_GAMES,
        **_habits(club),
    }


def _feats(club: Club) -> list[dict[str, Any]]:
    """Return the remarkable games. 0 points behind and 0 puddings are no records."""
    feats = [
        ("narrowest", _("Narrowest win"), statistics.narrowest_wins(club), narrow_win),
        ("come-back", _("Greatest come-back"), statistics.come_backs(club), come_back),
    ]
    for slug, record in statistics.most_puddings(club).items():
        heading = _("Most puddings: %(game)s") % {"game": ruleset_name(slug)}
        feats.append((f"puddings-{slug}", heading, record, partial(puddings, ruleset=slug)))
    return [
        {
            "id": id_,
            "heading": heading,
            "others": record.others,
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
        for id_, heading, record, words in feats
        if record.holders and (record.holders[0].points or id_ == "narrowest")
    ]


def _habits(club: Club) -> dict[str, Any]:
    """Return the habits, the strongest first, and the card types that ever brought points."""
    sums, players = statistics.card_sums(club), statistics.players_of(club)
    everybody = {type_: reduce(add, of.values()) for type_, of in sums.items()}
    named = {
        type_: {who: of[who] for who, one in players.items() if who in of and not one.is_hidden}
        for type_, of in sums.items()
    }
    cards = []
    for type_ in CARD_TYPES:
        if not named.get(type_) or not any(one.points for one in sums[type_].values()):
            continue
        average = everybody[type_].average_points
        rows = [
            (players[who], one, one.average_points - average) for who, one in named[type_].items()
        ]
        rows.sort(key=lambda row: row[2], reverse=True)
        cards.append({"type": type_, "club": everybody[type_], "players": rows})
    words = [
        (
            one.type,
            habit([isolated(players[w].name) for w in one.who], one.type, one.cards, one.average),
        )
        for one in habits(named, everybody)
    ]
    return {"habits": words, "cards": cards}
