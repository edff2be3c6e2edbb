"""Games that were played at a simulated table, on their way into a club."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

from referee.club.services.files.import_games import PastGame
from referee.models import Club, ClubPhone
from referee.rules import Sheet, read_sheet
from tests.factories import PHONE
from tests.simulation import (
    MENUS,
    legal_players,
    own_menu,
    party_game,
    sushi_go_game,
    sushi_roll_game,
)

START = datetime(2024, 2, 29, 18, 30, 15, 123456, tzinfo=UTC)


def a_club(phone: str = PHONE) -> Club:
    """A club without anything in it, run by a phone."""
    club = Club.objects.create(name="Friday club")
    ClubPhone.objects.create(club=club, phone=phone)
    return club


def _types(menu: str) -> tuple[str, ...]:
    return tuple(MENUS[menu].split())


@cache
def every_kind(seed: int = 0) -> list[dict[str, Any]]:
    """Score sheets of every ruleset, menu and variant, each for some number of players.

    Many tests ask for them, and none may change them: they are played once.
    """
    rng = Random(seed)
    found = [
        sushi_go_game(rng, 2),
        sushi_go_game(rng, 5, ("pass-both-ways", "soy-sauce-promo")),
        sushi_go_game(rng, 2, ("two-player-dummy", "soy-sauce-promo")),
        *(sushi_roll_game(rng, players) for players in (2, 4)),
        *(party_game(rng, rng.choice(legal_players(_types(menu))), menu) for menu in MENUS),
        *(party_game(rng, n, own_menu(rng, n), frees_wasabi=n % 2 == 0) for n in range(2, 9)),
    ]
    return [game.document for game in found]


def any_kind(rng: Random) -> dict[str, Any]:
    """The score sheet of one game of any kind."""
    players = rng.randint(2, 8)
    menu = rng.choice([name for name in MENUS if players in legal_players(_types(name))])
    kinds = [
        lambda: sushi_go_game(rng, min(players, 5), rng.choice(((), ("soy-sauce-promo",)))),
        lambda: sushi_go_game(rng, 2, ("two-player-dummy",)),
        lambda: sushi_roll_game(rng, min(players, 5)),
        lambda: party_game(rng, players, menu),
        lambda: party_game(rng, players, own_menu(rng, players), frees_wasabi=rng.random() < 0.5),
    ]
    return rng.choice(kinds)().document


def past_game(
    number: int, sheet: Sheet | dict[str, Any], confirmed: int = 3, *, over: bool | None = None
) -> PastGame:
    """The so-manyth game of a club: three a night; it is over when all rounds are confirmed."""
    night, nth = divmod(number, 3)
    began = START + timedelta(days=night, minutes=40 * nth, microseconds=number)
    is_over = confirmed == 3 if over is None else over
    read = sheet if isinstance(sheet, Sheet) else read_sheet(sheet)
    ended = began + timedelta(minutes=30) if is_over else None
    return PastGame(UUID(int=number + 1), began.date(), read, began, ended, confirmed)


def up_to(document: dict[str, Any], rounds: int) -> dict[str, Any]:
    """The first rounds of a score sheet."""
    return {**document, "rounds": document["rounds"][:rounds]}


def names_in(games: Sequence[PastGame]) -> set[str]:
    """Who plays in them."""
    return {name for past in games for name in past.sheet.players}
