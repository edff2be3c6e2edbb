"""The page of a night: its standings, its games, and what comes next."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString

from ...access.clubs import NightVisit
from ...access.games import visit_of
from ...models import Game, GameNight, Guest, Placing, SharedStandings
from ...play.pages.suggestions import next_game
from ...play.pages.table import qr_code
from ...standings.placing import WHOLE_WIN
from ...wording.chat import StandingLine, day_text, night_text, plain_in_chat
from ...wording.nights import night_name
from ..services.sharing import link_of
from ..services.statistics import night_sums, placings_of_night, players_of, shown_ratings
from .night_chart import NightChart, night_chart
from .night_games import NightGame, night_games
from .standings import Links, Standings, standings


@dataclass(frozen=True, slots=True)
class NightBoard:
    """How a night went: of games that are finished.

    ``standings``, ``chart`` and ``text`` (to paste into a chat) are None and "" while there are
    none.
    """

    name: str
    night: GameNight
    games: Sequence[NightGame]
    standings: Standings | None
    chart: NightChart | None
    text: str

    @property
    def rows(self) -> int:
        """How many lines the text has on a phone, where a player's takes two."""
        players = len(self.standings.rows) if self.standings else 0
        return self.text.count("\n") + players + 3


@dataclass(frozen=True, slots=True)
class NightPage:
    """Everything that the page shows.

    Attributes:
        going_on: the latest game, if it is not finished and this phone may see it.
        next: how a game is started after the latest one; None while that goes on, and for a phone
            that does not run the club.
        shared: the open link to the standings, None while there is none; ``link`` is its whole
            address, ``qr_code`` the same as a picture.
    """

    board: NightBoard
    going_on: NightGame | None
    next: dict[str, Any] | None
    shared: SharedStandings | None
    link: str
    qr_code: SafeString


def night_page(visit: NightVisit, address: str) -> NightPage:
    """The page as this phone sees it.

    Args:
        address: the scheme and host under which others reach this page.
    """
    night = visit.night
    games = _games_of(night)
    may_see = None if visit.runs else _games_of_phone(night, visit.phone)
    board = _board(night, games, may_see=may_see, has_links=visit.runs)
    shared = link_of(night.club, night) if visit.runs else None
    link = f"{address}{reverse('shared', args=[shared.pk])}" if shared else ""
    latest = board.games[-1] if board.games else None
    goes_on = latest is not None and not latest.is_finished
    return NightPage(
        board=board,
        going_on=latest if latest and goes_on and latest.url else None,
        next=_next(visit, latest.id) if latest and visit.runs and not goes_on else None,
        shared=shared,
        link=link,
        qr_code=qr_code(link) if link else SafeString(""),
    )


def _next(visit: NightVisit, game_id: UUID) -> dict[str, Any] | None:
    found = visit_of(visit.phone, game_id)
    return next_game(found) if found else None


def night_board(night: GameNight) -> NightBoard:
    """How a night went, for who has no more than a link to its standings: nothing leads on."""
    return _board(night, _games_of(night), may_see=(), has_links=False)


def _games_of(night: GameNight) -> list[Game]:
    games = night.games.order_by("created_at", "pk").prefetch_related("seats__player")
    return list(games)


def _games_of_phone(night: GameNight, phone: str) -> set[UUID]:
    """The games of a night at whose table a phone is."""
    guests = Guest.objects.filter(game__night=night, phone=phone, sent_away=False)
    return set(guests.values_list("game", flat=True))


def _board(
    night: GameNight, games: Sequence[Game], *, may_see: Collection[UUID] | None, has_links: bool
) -> NightBoard:
    placings = placings_of_night(night)
    table = _standings(night, placings, has_links=has_links) if placings else None
    return NightBoard(
        name=night_name(night.name),
        night=night,
        games=night_games(games, placings, may_see=may_see),
        standings=table,
        chart=_chart(placings, table) if table else None,
        text=_text(night, placings, table) if table else "",
    )


def _standings(night: GameNight, placings: Sequence[Placing], *, has_links: bool) -> Standings:
    """Hidden players stand in them too: the night was with them."""
    sums = night_sums(night)
    known = {pk: one for pk, one in players_of(night.club).items() if pk in sums}
    best: dict[UUID, Placing] = {}
    for one in placings:
        if one.player_id not in best or one.total > best[one.player_id].total:
            best[one.player_id] = one
    links = Links(night.club_id, {player: one.game_id for player, one in best.items()})
    ratings = shown_ratings(night.club)
    return standings(sums, known, ratings, "wins", links=links if has_links else None)


def _chart(placings: Sequence[Placing], table: Standings) -> NightChart:
    games: defaultdict[UUID, dict[UUID, Fraction]] = defaultdict(dict)
    for placing in placings:
        games[placing.game_id][placing.player_id] = Fraction(placing.win, WHOLE_WIN)
    return night_chart(list(games.values()), {row.player: row.name for row in table.rows})


def _text(night: GameNight, placings: Sequence[Placing], table: Standings) -> str:
    head = [night_name(night.name), day_text(night.date), night.location]
    lines = [
        StandingLine(row.rank, plain_in_chat(row.name), row.games, row.wins, row.place, row.points)
        for row in table.rows
    ]
    played = len({placing.game_id for placing in placings})
    return night_text([words for words in head if words], played, lines, table.criteria)
