"""Games for tests. Rows are made by the services, the only writers, so that they are what a phone
would have made."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

import factory
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from referee.club.services.files.import_games import PastGame, store_games
from referee.club.services.keys import make_key
from referee.models import Game
from referee.play.services import confirming
from referee.play.services.clubs import club_for
from referee.play.services.game_state import GameState, read_game_state
from referee.play.services.games import Setup, start_game
from referee.rules import read_sheet
from referee.rules.cards import FACES
from tests.taps import Where, adding, claim_icons, send

NAMES = ("Ana", "Ben", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal")
PHONE = "phone-of-the-table"
OTHER_PHONE = "phone-of-others"
PASSWORD = "seventeen puddings"
"""Of every account in a test."""
QUICK_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


class SetupFactory(factory.Factory):
    """What is agreed before the first card: by default the plain game of two."""

    class Meta:
        model = Setup

    class Params:
        number = 2
        party = factory.Trait(ruleset="sushi-go-party", menu="sushi-go")
        roll = factory.Trait(ruleset="sushi-roll")
        dummy = factory.Trait(variants=("two-player-dummy",))

    ruleset = "sushi-go"
    players = factory.LazyAttribute(lambda it: NAMES[: it.number])


class GameFactory(factory.Factory):
    """A game that has just been started; ``setup__…`` goes to :class:`SetupFactory`."""

    class Meta:
        model = Game

    phone = PHONE
    game_id = factory.LazyFunction(uuid4)
    setup = factory.SubFactory(SetupFactory)

    @classmethod
    def _create(cls, model_class: type[Game], *args: Any, **kwargs: Any) -> Game:
        return start_game(**kwargs)


class WhereFactory(factory.Factory):
    """The first seat's tableau in the first round of a new game."""

    class Meta:
        model = Where

    class Params:
        row = factory.SubFactory(GameFactory)

    game = factory.LazyAttribute(lambda it: it.row.pk)
    round = 1
    seat = 1
    phone = PHONE


def where(game: Game, round_number: int = 1, seat: int = 1) -> Where:
    """A tableau of a game, by round and seat (from 1)."""
    return Where(game.pk, round_number, seat, PHONE)


def add(at: Where, *faces: str, copy: bool = False) -> list[UUID]:
    """Adds cards; returns the ids of their entries."""
    assert {*filter(None, faces)} <= {*FACES}
    taps = [(uuid4(), adding(face, copy=copy)) for face in faces]
    send(at, *taps)
    return [tap for tap, _do in taps]


def table_of(game: Game) -> GameState:
    """The game as it stands in the database now."""
    return read_game_state(Game.objects.get(pk=game.pk))


def version_of(game: Game) -> int:
    """The game's event number in the database now."""
    return Game.objects.get(pk=game.pk).version


def say_ready(game_id: UUID, round_number: int, place: int, *, ready: bool) -> None:
    """Says "my cards are complete" of a tableau, or takes that back."""
    do = "ready:" if ready else "unready:"
    send(Where(game_id, round_number, place, OTHER_PHONE), (uuid4(), do))


def confirm(game: Game, *numbers: int) -> None:
    """Confirms rounds as they stand."""
    for number in numbers:
        confirming.confirm_round(game.pk, number, seen_version=version_of(game))


def claim(game: Game, seat: int, icons: int, *, same_turn: bool = False, round_: int = 1) -> UUID:
    """Enters an uramaki claim; returns its id."""
    claim_id = uuid4()
    turns = len(table_of(game).sheet.rounds[round_ - 1].claims)
    with_turn = turns if same_turn else None
    claim_icons(where(game, round_, seat), claim_id, icons, with_turn=with_turn)
    return claim_id


def finish(game: Game, tokens: Mapping[int, Mapping[str, int]] | None = None) -> None:
    """Confirms every round, and enters the tokens where the game has some."""
    confirm(game, 1, 2, 3)
    if game.ruleset == "sushi-roll":
        confirming.enter_tokens(game.pk, tokens or {})


def played(
    *hands: str,
    players: Sequence[str] = NAMES,
    phone: str = PHONE,
    at: datetime.datetime | None = None,
    date: datetime.date | None = None,
    **agreed: Any,
) -> Game:
    """A finished game, all rows at once: five times as fast as tapping it in.

    Args:
        hands: by seat the cards of the first round, as on a score sheet; the others bring nothing.
        at: when it began and ended, the moment if not given; ``date``: its night.
        agreed: what else stands on the sheet: ruleset, menu, variants.
    """
    at = at or timezone.now()
    sheet = {
        "ruleset": "sushi-go",
        "players": list(players[: len(hands)]),
        "rounds": [{"tableaus": dict(zip(players, hands, strict=False))}, {}, {}],
        **agreed,
    }
    past = PastGame(uuid4(), date or timezone.localdate(at), read_sheet(sheet), at, at, 3)
    with transaction.atomic():
        club = club_for(phone)
    store_games(club, [past])
    return Game.objects.get(pk=past.id)


def fill(game: Game, rounds: Sequence[Sequence[Sequence[str]]]) -> None:
    """Enters cards by round and seat; faces in order of play."""
    for number, seats in enumerate(rounds, start=1):
        for place, faces in enumerate(seats, start=1):
            add(where(game, number, place), *faces)


def key_client(account: User, scope: str) -> Client:
    """A program with a new key of an account."""
    secret = make_key(account, uuid4(), f"to {scope}", scope)
    return Client(headers={"Authorization": f"Bearer {secret}"})
