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
from ..services.statistics import (
    Holder,
    card_sums,
    come_backs,
    favourite_menus,
    highest_games,
    highest_rounds,
    most_puddings,
    narrowest_wins,
    players_of,
)


def records_page(club: Club) -> dict[str, Any]:
    """Return a club's records, with a number of queries that does not grow with its games.

    Records of hidden players stand, for the games were played; among habits they are not named.
    """
    games, rounds = highest_games(club), highest_rounds(club)
    by_ruleset = {
        slug: [
            {"players": kind[1], "game": games[kind], "round": rounds[kind]}
            for kind in sorted(games)
            if kind[0] == slug
        ]
        for slug in RULESETS
    }
    menus = favourite_menus(club)
    return {
        "club": club,
        "highest": {slug: rows for slug, rows in by_ruleset.items() if rows},
        "feats": _feats(club),
        "favourite": favourite([menu for menu, _games in menus], menus[0][1]) if menus else "",
        "least_games": LEAST_GAMES,
        **_habits(club),
    }


def _feats(club: Club) -> list[dict[str, Any]]:
    """Return the remarkable games. 0 points behind and 0 puddings are no records."""
    feats = [
        ("narrowest", _("Narrowest win"), narrowest_wins(club), narrow_win),
        ("come-back", _("Greatest come-back"), come_backs(club), come_back),
    ]
    for slug, record in most_puddings(club).items():
        heading = _("Most puddings: %(game)s") % {"game": ruleset_name(slug)}
        feats.append((f"puddings-{slug}", heading, record, partial(puddings, ruleset=slug)))
    return [
        {
            "id": id_,
            "heading": heading,
            "others": record.others,
            "holders": [
                (one, words(isolated(one.name), one.points), _played(one)) for one in record.holders
            ],
        }
        for id_, heading, record, words in feats
        if record.holders and (record.holders[0].points or id_ == "narrowest")
    ]


def _played(holder: Holder) -> str:
    said = ngettext("%(game)s, %(n)d player", "%(game)s, %(n)d players", holder.players)
    return said % {"game": ruleset_name(holder.ruleset), "n": holder.players}


def _habits(club: Club) -> dict[str, Any]:
    """Habits, the strongest first, and the card types that ever brought points. The averages are
    of everybody; hidden players are not named."""
    sums, players = card_sums(club), players_of(club)
    everybody = {type_: reduce(add, of.values()) for type_, of in sums.items()}
    named = {
        type_: {who: of[who] for who, one in players.items() if who in of and not one.is_hidden}
        for type_, of in sums.items()
    }
    return {
        "habits": [
            (
                one.type,
                habit(
                    [isolated(players[who].name) for who in one.who],
                    one.type,
                    one.cards,
                    one.average,
                ),
            )
            for one in habits(named, everybody)
        ],
        "cards": [
            {
                "type": type_,
                "club": everybody[type_],
                "players": sorted(
                    (
                        (players[who], one, one.average_points - everybody[type_].average_points)
                        for who, one in named[type_].items()
                    ),
                    key=lambda row: row[2],
                    reverse=True,
                ),
            }
            for type_ in CARD_TYPES
            if named.get(type_) and any(one.points for one in sums[type_].values())
        ],
    }
