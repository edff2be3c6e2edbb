"""A club's records and habits, read from rows that do not grow with its games.

What holds a record is found by an index or among the sums that are kept; no query here looks at all
games.
"""

import datetime
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank

from ...models import CardTally, MenuTally, Placing, Tally
from ...rules import RULESETS
from ...standings.habits import CardSums
from ...standings.placing import WHOLE_WIN

MOST_EQUAL = 3
"""So many equal records are named, the earliest; there may be hundreds of wins by a point."""


class Holder(NamedTuple):
    """A record: who, in which game, and its points (or puddings).

    ``round`` is the round's number, 0 for a record of a whole game; ``ruleset`` and ``players``
    are the game's.
    """

    points: int
    name: str
    game: UUID
    date: datetime.date
    ruleset: str
    players: int
    round: int = 0


class Record(NamedTuple):
    """Who holds a record: the earliest first; ``others``: there are equal ones after those."""

    holders: Sequence[Holder]
    others: bool = False


Kind = tuple[str, int]
"""A ruleset and a number of players."""


def highest_games(club_id: UUID) -> dict[Kind, Record]:
    """By ruleset and number of players who had the most points in a game. Each player is named
    once, with the earliest game; equal ones by their dates."""
    return _highest(club_id, "best", "total")


def highest_rounds(club_id: UUID) -> dict[Kind, Record]:
    """The same of rounds."""
    return _highest(club_id, "best_round", "best_round", "best_round__best_round_number")


def _highest(club_id: UUID, best: str, points: str, *round_number: str) -> dict[Kind, Record]:
    kinds = Tally.objects.filter(club=club_id, period="").exclude(ruleset="").exclude(players=0)
    place = Window(
        Rank(),
        partition_by=[F("ruleset"), F("players")],
        order_by=F(f"{best}__{points}").desc(),
    )
    rows = (
        kinds.annotate(standing=place)
        .filter(standing=1)
        .order_by("ruleset", "players", f"{best}__played_at", "player__name")
    )
    values = (f"{best}__{points}", "player__name", f"{best}__game", f"{best}__date")
    found: dict[Kind, list[Holder]] = {}
    for row in rows.values_list(*values, "ruleset", "players", *round_number):
        holder = Holder(*row)
        found.setdefault((holder.ruleset, holder.players), []).append(holder)
    return {
        kind: Record(equal[:MOST_EQUAL], len(equal) > MOST_EQUAL) for kind, equal in found.items()
    }


def narrowest_wins(club_id: UUID) -> Record:
    """The victories that nobody shared with the smallest lead, 0 where the tie-break decided."""
    won = Placing.objects.filter(club=club_id, win=WHOLE_WIN)
    return _record(won.order_by("margin", "played_at"), "margin")


def come_backs(club_id: UUID) -> Record:
    """The victories that nobody shared of those who had been furthest behind."""
    won = Placing.objects.filter(club=club_id, win=WHOLE_WIN)
    return _record(won.order_by("-behind", "played_at"), "behind")


def most_puddings(club_id: UUID) -> dict[str, Record]:
    """By ruleset the most puddings that somebody had in a game: cards, in Roll icons."""
    in_club = Placing.objects.filter(club=club_id)
    by_number = in_club.order_by("-puddings", "played_at")
    return {slug: _record(by_number.filter(ruleset=slug), "puddings") for slug in RULESETS}


def _record(best_first: QuerySet[Placing], points: str) -> Record:
    values = (points, "player__name", "game", "date", "ruleset", "players")
    rows = [Holder(*row) for row in best_first.values_list(*values)[: MOST_EQUAL + 1]]
    equal = [holder for holder in rows if holder.points == rows[0].points]
    return Record(equal[:MOST_EQUAL], len(equal) > MOST_EQUAL)


def card_sums(club_id: UUID) -> dict[str, dict[UUID, CardSums]]:
    """Everybody's cards, by card type and player."""
    found: dict[str, dict[UUID, CardSums]] = {}
    rows = CardTally.objects.filter(club=club_id)
    for type_, player, *sums in rows.values_list("type", "player", "games", "cards", "points"):
        found.setdefault(type_, {})[player] = CardSums(*sums)
    return found


def favourite_menus(club_id: UUID) -> list[tuple[str, int]]:
    """The menus that were played most often, with their games: equal ones, a few at most."""
    rows = MenuTally.objects.filter(club=club_id).order_by("-games", "menu")
    menus = list(rows.values_list("menu", "games")[:MOST_EQUAL])
    return [menu for menu in menus if menu[1] == menus[0][1]]
