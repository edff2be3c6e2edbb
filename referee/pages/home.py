"""The first page."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from ..models import ClubPhone, Game, Guest, Player
from ..rules import RULESETS
from ..wording.names import ruleset_name

MOST_GAMES = 12


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """A game to choose, with the numbers of players that it takes."""

    slug: str
    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that this phone started or joined."""

    id: UUID
    ruleset: str
    players: Sequence[str]
    is_finished: bool
    started: datetime.datetime


@dataclass(frozen=True, slots=True)
class HomePage:
    """Everything that the page shows."""

    rulesets: Sequence[RulesetChoice]
    games: Sequence[GameEntry]


def home_page(phone: str) -> HomePage:
    """The page of a phone; "" for one that has no games yet."""
    own = Exists(ClubPhone.objects.filter(club=OuterRef("night__club"), phone=phone))
    joined = Exists(Guest.objects.filter(game=OuterRef("pk"), phone=phone, sent_away=False))
    games = Game.objects.filter(Q(own) | Q(joined)) if phone else Game.objects.none()
    latest = games.order_by("-created_at").prefetch_related("seats__player")[:MOST_GAMES]
    return HomePage(
        [
            RulesetChoice(r.slug, ruleset_name(r.slug), min(r.players), max(r.players))
            for r in RULESETS.values()
        ],
        [
            GameEntry(
                game.pk,
                ruleset_name(game.ruleset),
                [seat.player.name for seat in game.seats.all() if seat.player],
                game.state == Game.State.FINISHED,
                game.created_at,
            )
            for game in latest
        ],
    )


def known_players(phone: str) -> list[str]:
    """The names that have played on this phone, to choose from while typing."""
    if not phone:
        return []
    players = Player.objects.filter(
        club__phones__phone=phone, club__phones__is_current=True, is_hidden=False
    )
    return list(players.order_by("name").values_list("name", flat=True))
