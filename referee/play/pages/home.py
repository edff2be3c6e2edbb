"""The first page."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import timezone

from ...models import Club, ClubPhone, Game, Guest, Placing, Player
from ...rules import RULESETS
from ...wording.names import ruleset_name
from ..services.games import NIGHT_LASTS

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
class LatestNight:
    """The night of this phone's latest game; ``is_now``: it may still be going on."""

    id: UUID
    date: datetime.date
    is_now: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    """Everything that the page shows."""

    rulesets: Sequence[RulesetChoice]
    games: Sequence[GameEntry]
    night: LatestNight | None


def home_page(phone: str) -> HomePage:
    """The page of a phone; "" for one that has no games yet."""
    own = Exists(ClubPhone.objects.filter(club=OuterRef("night__club"), phone=phone))
    joined = Exists(Guest.objects.filter(game=OuterRef("pk"), phone=phone, sent_away=False))
    games = Game.objects.filter(Q(own) | Q(joined)) if phone else Game.objects.none()
    there = games.filter(night__club__is_there=True)
    newest = there.order_by("-created_at").select_related("night")
    latest = list(newest.prefetch_related("seats__player")[:MOST_GAMES])
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
        _night(latest[0]) if latest else None,
    )


def _night(latest: Game) -> LatestNight:
    """Past midnight it is still the same night: it lasts for hours after its latest game began."""
    is_now = timezone.now() - latest.created_at < NIGHT_LASTS
    return LatestNight(latest.night_id, latest.night.date, is_now)


def names_in(club: Club | None) -> list[str]:
    """The names of all of a club's players, hidden ones too."""
    return list(club.players.values_list("name", flat=True)) if club else []


def known_players(club: Club | None) -> list[str]:
    """The names of a club's players, to choose from while typing: who played last comes first."""
    if club is None:
        return []
    played = Placing.objects.filter(player=OuterRef("pk")).order_by("-played_at")
    players = Player.objects.filter(club=club, is_hidden=False, is_anonymous=False).annotate(
        last_played=Subquery(played.values("played_at")[:1])
    )
    recent = players.order_by(F("last_played").desc(nulls_last=True), "name")
    return list(recent.values_list("name", flat=True))
