"""The games of a night, one line each."""

import datetime
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from ...models import Game, Placing
from ...play.pages.common import isolated
from ...play.services.game_state import menu_of
from ...wording.chat import played_text
from ...wording.figures import rank_text
from ...wording.nights import won_text


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player's line of a finished game; ``rank`` in signs, as "2=" where it is shared."""

    rank: str
    name: str
    points: int
    has_won: bool


@dataclass(frozen=True, slots=True)
class NightGame:
    """A game as its night shows it.

    Attributes:
        played: what was played; ``details``: its menu and variants, "" for a plain game.
        won: who has won, in words; "" for a game that is not finished and does not count.
        placed: everybody by rank; nobody in a game that is not finished, and where it is not told
            in full.
        players: who sits at the table of a game that is not finished.
        url: its page, "" for a phone that may not see it.
    """

    id: UUID
    played: str
    details: str
    started: datetime.datetime
    is_finished: bool
    won: str
    placed: Sequence[PlacedPlayer]
    players: Sequence[str]
    url: str


def night_games(
    games: Iterable[Game],
    placings: Iterable[Placing],
    *,
    may_see: Container[UUID] | None = None,
    in_full: bool = True,
) -> list[NightGame]:
    """The lines of games, in their order.

    Args:
        placings: those of the games, or of their winners alone.
        may_see: the games that the phone may look at, None for all.
        in_full: whether to say what everybody had, and who sits at a game that is not finished;
            its seats and players are best read with it.
    """
    by_game: Mapping[UUID, list[Placing]] = defaultdict(list)
    for placing in placings:
        by_game[placing.game_id].append(placing)
    return [
        _line(
            game,
            by_game[game.pk],
            url=_url(game) if may_see is None or game.pk in may_see else "",
            in_full=in_full,
        )
        for game in games
    ]


def _line(game: Game, placings: Sequence[Placing], *, url: str, in_full: bool) -> NightGame:
    is_finished = game.state == Game.State.FINISHED
    seated = [] if is_finished or not in_full else game.seats.all()
    played, *details = played_text(game.ruleset, menu_of(game), game.variants)
    return NightGame(
        id=game.pk,
        played=played,
        details=" · ".join(details),
        started=game.created_at,
        is_finished=is_finished,
        won=_won(placings) if is_finished else "",
        placed=_placed(placings) if in_full else [],
        players=[seat.player.name for seat in seated if seat.player],
        url=url,
    )


def _won(placings: Sequence[Placing]) -> str:
    winners = [placing for placing in placings if placing.win]
    total = winners[0].total if winners else 0
    return won_text([isolated(placing.player.name) for placing in winners], total)


def _placed(placings: Sequence[Placing]) -> list[PlacedPlayer]:
    places = [placing.place for placing in placings]
    return [
        PlacedPlayer(
            rank_text(placing.place, tied=places.count(placing.place) > 1),
            placing.player.name,
            placing.total,
            placing.win > 0,
        )
        for placing in sorted(placings, key=lambda one: one.place)
    ]


def _url(game: Game) -> str:
    """A finished game's result; where else it stands, its own address finds out."""
    page = "result" if game.state == Game.State.FINISHED else "game"
    return reverse(page, args=[game.pk])
