"""Games that were played at a simulated table, on their way into a club."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

from referee.club.services.files.import_games import PastGame, Total, Totals, store_games
from referee.models import Club, ClubPhone, Game, GameNight, Placing, Player, RoundScore
from referee.rules import Sheet, read_sheet
from tests.club.files.club_files import emptied, written
from tests.factories import PHONE, table_of
from tests.people import merge
from tests.simulation import (
    MENUS,
    legal_players,
    own_menu,
    party_game,
    sushi_go_game,
    sushi_roll_game,
)

OWN_MENU = ["temaki", "tempura", "dumpling", "tofu", "soy-sauce", "tea", "fruit"]
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
    minutes = [None, 30, 90][number % 3] if is_over else None
    past = PastGame(UUID(int=number + 1), began.date(), read, began, ended, confirmed)
    return replace(past, minutes=minutes)


def up_to(document: dict[str, Any], rounds: int) -> dict[str, Any]:
    """The first rounds of a score sheet."""
    return {**document, "rounds": document["rounds"][:rounds]}


def names_in(games: Sequence[PastGame]) -> set[str]:
    """Who plays in them."""
    return {name for past in games for name in past.sheet.players}


def a_full_club() -> Club:
    """Every ruleset and variant, some menus, games at every stage, and whatever else a club may
    have."""
    club = a_club()
    kinds = [*every_kind()[:5], *every_kind()[5::4]]
    games = [past_game(number, kind) for number, kind in enumerate(kinds)]
    games[1] = replace(games[1], follows=games[0].id)
    rounds = [(0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3)]
    games += [
        past_game(len(kinds) + n, up_to(kinds[4], entered), confirmed, over=False)
        for n, (confirmed, entered) in enumerate(rounds)
    ]
    store_games(club, games)
    club.players.filter(name="Ben").update(is_hidden=True)
    club.players.filter(name="Ana").update(name="Player 1", is_anonymous=True)
    paper = Totals("sushi-go-party", None, [Total("Zoe", 41, 3), Total("Yan", -2)])
    own = Totals("sushi-go-party", OWN_MENU, [Total("Zed", 1), Total("Yan", 1)])
    rolled = Totals("sushi-roll", None, [Total("Zara", 41, 0), Total("Yan", 40)])
    for number, totals in enumerate((paper, own, rolled), start=80):
        past = past_game(number, kinds[0])
        words = {"location": "Balcony", "note": "Two\nlines"} if number == 80 else {}
        ended = past.started_at
        store_games(club, [replace(past, sheet=totals, confirmed=0, finished_at=ended, **words)])
    club.nights.filter(date=past.date).update(note="A “long”\nevening")
    Game.objects.filter(pk=games[0].id).update(note="Cards too", location="Garden")
    merge("Zed", "Zara")
    merge("Zoe", "Zed")
    Player.objects.create(club=club, name="Zoë “the quick” <b>\\ \N{SUSHI}")
    night = GameNight.objects.create(club=club, date=date(2020, 1, 31), name="Nobody came")
    club.nights.exclude(pk=night.pk).update(location="Kitchen")
    return club


@cache
def a_full_file() -> bytes:
    """The file of such a club that is not there any more, made once for all tests."""
    source = written(a_full_club())
    emptied()
    return source


def facts(game: Game) -> tuple[object, ...]:
    """What can be told of a game's rows besides ids, times and event numbers."""
    table = table_of(game)
    scores = RoundScore.objects.filter(version__round__game=game)
    scores = scores.order_by("version__round__number", "seat__place")
    return (
        table.sheet,
        [(r.row.state, r.version) for r in table.rounds],
        [(s.place, s.player and s.player.name, s.tokens_left) for s in table.seats],
        list(scores.values_list("total", "lines", "version__rules_version")),
        (table.game.state, table.game.menu, table.game.variants, table.game.house_rules),
        list(
            Placing.objects.filter(game=game)
            .order_by("player__name")
            .values_list("player__name", "place", "win", "total", "margin", "behind", "cards")
        ),
    )
