"""Who may keep a game over the network: every operation, for everybody who may ask."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from referee.api.phones import row_mark
from referee.disputes.services.case_files import open_case_file
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Club, Dispute, Game, GameNight, Guest
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join, send_away
from referee.rules.mistakes import GAME
from tests.access.asking import GONE, PLAYER, WATCHER
from tests.factories import OTHER_PHONE, GameFactory, confirm, finish
from tests.people import rows_stored

pytestmark = pytest.mark.django_db

DONE, BEGUN, GONE_NOW = 200, 201, 204
WHO_ARE_YOU, NOT_YOURS, NOTHING_HERE = 401, 403, 404

STRANGERS = {
    **dict.fromkeys(("sent away", "stranger", "stranger's manage"), NOTHING_HERE),
    **dict.fromkeys(("nobody", "revoked"), WHO_ARE_YOU),
}
HOSTS = ("owner", "helper's enter", "owner's enter", "owner's manage")
OTHERS = ("owner's read", "player", "watcher")


def to(done: int, *who: str) -> dict[str, int]:
    """These may, strangers know of nothing, and everybody else may not."""
    return {
        **dict.fromkeys((*HOSTS, *OTHERS), NOT_YOURS),
        **STRANGERS,
        **dict.fromkeys(who, done),
    }


LIVE = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
SHEET = {**LIVE, "rounds": [{}, {}, {}]}
ROWS = [{"name": "Ana", "total": 5}, {"name": "Ben", "total": 4}]
CORRECTION = {"reason": "x", "tableaus": {"Ana": "tempura*2"}}

HOST = to(DONE, *HOSTS)
MANAGES = to(DONE, "owner", "owner's manage")
CARDS, WHY, SURE, LATE = {"cards": "tempura"}, {"reason": "x"}, {"sure": True}, {"do": "add"}
SEATS = {"players": [{"name": "Ana", "seat": 1}, {"name": "Ben", "seat": 2}]}
ELSE = {"players": [{"name": "Zed", "seat": 1, "is_other": True}, SEATS["players"][1]]}
SAME = {"players": [{"name": "Zed", "seat": 1, "is_other": False}, SEATS["players"][1]]}
ANEW = {"players": [{"name": "ANA", "seat": 1}, SEATS["players"][1]]}
"""Somebody else sits where Ana sat; Ana, who has other games, gets another name in all of them."""
AGREES = {"agrees": True}
CLAIM = {"seat": 2, "part": "round-1", "claimed": 77}
SAID_IT = to(GONE_NOW, *HOSTS, "player")
TOKENS: dict[str, Any] = {"tokens_left": {}}

# The game that it is done to; the operation's name, how it is sent, below the game's address, and
# what; who may.
TABLE: list[tuple[str, str, str, str, Any, dict[str, int]]] = [
    ("running", "round_list", "get", "rounds/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "round_retrieve", "get", "rounds/1/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "round_setup_card", "get", "rounds/1/setup/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "tableau_list", "get", "tableaus/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "tableau_retrieve", "get", "rounds/1/tableaus/1/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "game_sheet", "get", "sheet/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "phone_list", "get", "phones/", None, to(DONE, *HOSTS, *OTHERS)),
    ("running", "phone_partial_update", "patch", "phones/{player}/", {"is_sent_away": True}, HOST),
    ("running", "phone_destroy", "delete", "phones/{player}/", None, to(GONE_NOW, "player")),
    ("running", "seat_free", "delete", "seats/2/phone/", None, to(GONE_NOW, *HOSTS)),
    ("disputed", "dispute_list", "get", "disputes/", None, to(DONE, *HOSTS, *OTHERS)),
    ("disputed", "dispute_create", "post", "disputes/", CLAIM, to(BEGUN, *HOSTS, "player")),
    ("disputed", "dispute_retrieve", "get", "disputes/{players}/", None, to(DONE, *HOSTS, *OTHERS)),
    ("disputed", "dispute_destroy", "delete", "disputes/{players}/", None, SAID_IT),
    ("disputed", "dispute_destroy", "delete", "disputes/{hosts}/", None, to(GONE_NOW, *HOSTS)),
    (
        "running",
        "tableau_history",
        "get",
        "rounds/1/tableaus/1/history/",
        None,
        to(DONE, *HOSTS, *OTHERS),
    ),
    ("disputed", "round_versions", "get", "rounds/1/versions/", None, to(DONE, *HOSTS, *OTHERS)),
    ("disputed", "round_opinion", "put", "rounds/1/opinions/1/", AGREES, HOST),
    (
        "disputed",
        "round_opinion",
        "put",
        "rounds/1/opinions/2/",
        AGREES,
        to(DONE, "player"),
    ),
    (
        "disputed",
        "case_retrieve",
        "get",
        "case/",
        None,
        {**MANAGES, "player": DONE, "watcher": DONE},
    ),
    ("disputed", "case_update", "put", "case/", None, MANAGES),
    ("disputed", "case_destroy", "delete", "case/", None, to(GONE_NOW, "owner", "owner's manage")),
    ("running", "game_table", "get", "table/", None, to(DONE, *HOSTS, "player", "watcher")),
    ("running", "game_change_table", "patch", "table/", {"anyone_enters": True}, HOST),
    ("running", "game_change_code", "post", "table/code/", None, HOST),
    ("running", "game_change_seats", "put", "seats/", SEATS, HOST),
    ("running", "game_change_seats", "put", "seats/", ELSE, HOST),
    ("running", "game_change_seats", "put", "seats/", SAME, MANAGES),
    ("running", "game_change_seats", "put", "seats/", ANEW, MANAGES),
    ("over", "game_change_seats", "put", "seats/", SEATS, MANAGES),
    ("running", "game_partial_update", "patch", "", {"note": "x"}, MANAGES),
    ("running", "game_destroy", "delete", "", None, to(GONE_NOW, "owner", "owner's manage")),
    ("running", "tableau_update", "put", "rounds/2/tableaus/2/", CARDS, to(DONE, *HOSTS, "player")),
    ("running", "tableau_update", "put", "rounds/2/tableaus/1/", CARDS, HOST),
    ("running", "round_confirm", "post", "rounds/2/confirm/", SURE, HOST),
    ("running", "round_reopen", "post", "rounds/1/reopen/", WHY, HOST),
    ("running", "round_correct", "post", "rounds/1/correct/", CORRECTION, HOST),
    ("running", "round_late", "post", "rounds/1/late/", LATE, HOST),
    ("over", "round_reopen", "post", "rounds/1/reopen/", WHY, MANAGES),
    ("over", "round_correct", "post", "rounds/1/correct/", CORRECTION, MANAGES),
    ("over", "round_late", "post", "rounds/1/late/", LATE, MANAGES),
    ("over", "game_enter_tokens", "put", "tokens/", TOKENS, MANAGES),
    ("over", "game_rematch", "post", "rematch/", {}, to(BEGUN, *HOSTS)),
    ("opened", "round_confirm", "post", "rounds/3/confirm/", SURE, HOST),
    ("left", "game_enter_tokens", "put", "tokens/", TOKENS, HOST),
]
# Whoever runs no club has none to begin a game in.
RUNS = to(BEGUN, *HOSTS) | dict.fromkeys(("player", "watcher"), NOTHING_HERE)
NEW = [LIVE, {"sheet": SHEET, **SURE}, {"totals": {**LIVE, "players": ROWS}}]
TABLE += [
    ("", "game_create", "post", "", {**body, named: f"{{{named}}}"}, RUNS)
    for body in NEW
    for named in ("club", "night")
]


@pytest.fixture
def games() -> dict[str, Game]:
    GameFactory(phone=OTHER_PHONE)
    running = GameFactory()
    confirm(running, 1)
    over, opened, left = (GameFactory(setup__roll=True) for _ in range(3))
    finish(over)
    finish(opened)
    reopen_round(opened.pk, 3, reason="x")
    confirm(left, 1, 2, 3)
    disputed = GameFactory()
    confirm(disputed, 1)
    for number, by in ((50, None), (60, disputed.seats.get(place=2).pk)):
        dispute(disputed.pk, uuid4(), Claimed(1, GAME, number), by=by)
    open_case_file(disputed.pk)
    games = {"running": running, "over": over, "opened": opened, "left": left}
    games["disputed"] = disputed
    for game in games.values():
        join(game.pk, PLAYER, 2)
        join(game.pk, WATCHER, None)
        join(game.pk, GONE, None)
        send_away(game.pk, game.guests.get(phone=GONE).pk)
    return {**games, "": running}


@pytest.fixture
def club(games: dict[str, Game]) -> Club:
    return games["running"].night.club


def send(client: Client, row: tuple[Any, ...], game: Game) -> Any:
    _state, name, method, address, body, _answers = row
    ids = {"club": game.night.club_id, "night": game.night_id}
    if name == "game_create":
        body = {field: ids.get(field, said) for field, said in body.items()}
    for guest in Guest.objects.filter(game=game.pk, phone=PLAYER):
        address = address.replace("{player}", row_mark(guest))
    for said in Dispute.objects.filter(game=game.pk):
        address = address.replace("{players}" if said.by else "{hosts}", f"{said.pk}")
    url = "/api/v1/games/" + ("" if name == "game_create" else f"{game.pk}/{address}")
    url = url.replace("{player}", "x").format(players=uuid4(), hosts=uuid4())
    more = {"data": body} if body is not None else {}
    return getattr(client, method)(url, content_type="application/json", **more)


@contextmanager
def undone() -> Iterator[None]:
    """What is done within is undone in the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_everybody_may_do_what_they_are_to_the_game(games, everybody):
    before = rows_stored()
    for row in TABLE:
        state, name, *_sent, answers = row
        for who, status in answers.items():
            with undone() if status < 400 else nullcontext():
                answer = send(everybody[who], row, games[state])
            assert answer.status_code == status, (state, name, who, answer.content)
        assert rows_stored() == before, (state, name)


def test_what_there_is_not_and_what_is_not_yours_look_the_same(games, everybody):
    none = Game(pk=uuid4(), night=GameNight(pk=uuid4(), club=Club(pk=uuid4())))
    for row in TABLE:
        for who in ("stranger", "stranger's manage"):
            theirs, gone = (send(everybody[who], row, game) for game in (games[row[0]], none))
            assert theirs.status_code == gone.status_code == NOTHING_HERE
            assert theirs.content == gone.content


def test_other_sites_change_nothing_by_a_phones_cookie(games, everybody):
    before = rows_stored()
    everybody["owner"].defaults["HTTP_ORIGIN"] = "https://elsewhere.example"
    for row in TABLE:
        if row[2] != "get":
            assert send(everybody["owner"], row, games[row[0]]).status_code == NOT_YOURS, row[1]
    assert rows_stored() == before
