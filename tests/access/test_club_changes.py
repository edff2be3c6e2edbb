"""Who changes a club over the network, and with which key."""

import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from referee.api.phones import row_mark
from referee.club.services.accounts import create_account
from referee.club.services.helping import invite, take_invitation
from referee.club.services.nights import make_night
from referee.club.services.players import merge_players
from referee.club.services.sharing import open_calendar, open_link
from referee.models import Club, Game, Helper, Player
from referee.play.services.joining import join
from tests.access.asking import HELPER, PLAYER
from tests.factories import OTHER_PHONE, PASSWORD, GameFactory
from tests.people import rows_stored

pytestmark = pytest.mark.django_db

RUNS = ("owner", "helper", "owner's manage", "helper's manage")
OUTSIDE = ("player", "stranger", "stranger's manage")
WHO_ARE_YOU, MAY_NOT, NOTHING_HERE = 401, 403, 404
DONE = 0
"""It is done, with the status that the operation has for that."""

READS = {
    **dict.fromkeys((*RUNS, "owner's read", "owner's enter"), DONE),
    **dict.fromkeys(OUTSIDE, NOTHING_HERE),
    "nobody": WHO_ARE_YOU,
}
CHANGES = {**READS, "owner's read": MAY_NOT, "owner's enter": MAY_NOT}
OWNS = {**CHANGES, "helper": MAY_NOT, "helper's manage": MAY_NOT}
OF_NIGHT = {**CHANGES, "player": MAY_NOT}
# Who runs no club yet gets one from a file; the club of a phone has games already.
IMPORTS = {**dict.fromkeys(CHANGES, DONE), "nobody": WHO_ARE_YOU}
IMPORTS |= {"owner": 409, "helper": 409, "stranger": 409}
IMPORTS |= {"owner's read": MAY_NOT, "owner's enter": MAY_NOT}

ADDRESS = "/api/v1/"
CRITERIA, SEASON = {"by": "points"}, {"name": "x", "since": "2020-01-01", "until": "2020-01-02"}
# The operation, how it is sent and what, the answer once it is done, and what everybody gets.
TABLE = [
    ("club_retrieve", "get", "clubs/{club}/", None, 200, READS),
    ("club_partial_update", "patch", "clubs/{club}/", {"name": "x"}, 200, CHANGES),
    ("club_destroy", "delete", "clubs/{club}/", None, 204, OWNS),
    ("club_link_retrieve", "get", "clubs/{club}/link/", None, 200, CHANGES),
    ("club_link_update", "put", "clubs/{club}/link/", None, 200, CHANGES),
    ("club_link_destroy", "delete", "clubs/{club}/link/", None, 204, CHANGES),
    ("calendar_retrieve", "get", "clubs/{club}/calendar/", None, 200, CHANGES),
    ("calendar_update", "put", "clubs/{club}/calendar/", None, 200, CHANGES),
    ("calendar_destroy", "delete", "clubs/{club}/calendar/", None, 204, CHANGES),
    ("invitation_retrieve", "get", "clubs/{club}/invitation/", None, 200, OWNS),
    ("invitation_update", "put", "clubs/{club}/invitation/", None, 200, OWNS),
    ("invitation_destroy", "delete", "clubs/{club}/invitation/", None, 204, OWNS),
    ("helper_list", "get", "clubs/{club}/helpers/", None, 200, READS),
    ("helper_destroy", "delete", "clubs/{club}/helpers/{gus}/", None, 204, OWNS),
    ("helper_destroy", "delete", "clubs/{club}/helpers/{ben}/", None, 204, CHANGES),
    ("club_phone_list", "get", "clubs/{club}/phones/", None, 200, OWNS),
    ("club_phone_destroy", "delete", "clubs/{club}/phones/{phone}/", None, 204, OWNS),
    ("player_retrieve", "get", "players/{player}/", None, 200, READS),
    ("player_partial_update", "patch", "players/{player}/", {"is_hidden": True}, 200, CHANGES),
    ("player_destroy", "delete", "players/{zoe}/", None, 204, CHANGES),
    ("figures_retrieve", "get", "players/{player}/figures/", None, 200, READS),
    ("merge_list", "get", "players/{player}/merges/", None, 200, READS),
    ("merge_retrieve", "get", "players/{player}/merges/{zed}/", None, 200, READS),
    ("merge_create", "post", "players/{player}/merges/", {"other": "{zoe}"}, 201, CHANGES),
    ("merge_destroy", "delete", "players/{player}/merges/{zed}/", None, 204, CHANGES),
    ("menu_list", "get", "menus/?club={club}&players=4", None, 200, READS),
    ("night_create", "post", "nights/", {"club": "{club}", "date": "2020-01-01"}, 201, CHANGES),
    ("night_partial_update", "patch", "nights/{night}/", {"name": "x"}, 200, OF_NIGHT),
    ("night_destroy", "delete", "nights/{empty}/", None, 204, CHANGES),
    ("night_link_retrieve", "get", "nights/{night}/link/", None, 200, OF_NIGHT),
    ("night_link_update", "put", "nights/{night}/link/", None, 200, OF_NIGHT),
    ("night_link_destroy", "delete", "nights/{night}/link/", None, 204, OF_NIGHT),
    ("season_create", "post", "seasons/", {"club": "{club}", **SEASON}, 201, CHANGES),
    ("season_retrieve", "get", "seasons/2020/?club={club}", None, 200, READS),
    ("season_partial_update", "patch", "seasons/2020/?club={club}", CRITERIA, 200, CHANGES),
    ("season_destroy", "delete", "seasons/2020/?club={club}", None, 204, CHANGES),
    # Nobody has played in it.
    ("season_close", "post", "seasons/2020/close/?club={club}", None, 409, CHANGES),
    ("export_retrieve", "get", "export/?club={club}", None, 200, READS),
    ("import_create", "post", "imports/", {}, 202, IMPORTS),
]


@pytest.fixture
def rows(quick_passwords: None) -> dict[str, str]:
    """A club with a game of three, and who is named in the table."""
    game: Game = GameFactory(setup__number=3)
    join(game.pk, PLAYER, 3)
    GameFactory(phone=OTHER_PHONE)
    club, night = game.night.club, game.night
    ana = Player.objects.get(club=club, name="Ana")
    zoe, zed = (Player.objects.create(club=club, name=name) for name in ("Zoe", "Zed"))
    merge_players(club.pk, ana.pk, zed.pk)
    empty = make_night(club.pk, datetime.date(2020, 2, 2))
    open_link(club)
    open_link(club, night)
    gus = create_account("gus’s phone", "Gus", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, "gus’s phone", gus)
    rows = {"club": club.pk, "night": night.pk, "empty": empty.pk}
    rows |= {"player": ana.pk, "zoe": zoe.pk, "zed": zed.pk}
    return {name: str(pk) for name, pk in rows.items()}


@pytest.fixture
def club(rows: dict[str, str]) -> Club:
    return Club.objects.get(pk=rows["club"])


@pytest.fixture
def ids(rows: dict[str, str], club: Club, everybody: dict[str, Client]) -> dict[str, str]:
    """The same, with who runs the club."""
    invite(club)
    open_calendar(club)
    named = {row.account.username: row_mark(row) for row in Helper.objects.filter(club=club)}
    return {**rows, **named, "phone": row_mark(club.phones.get(phone=HELPER))}


def send(client: Client, method: str, address: str, body: Any, ids: dict[str, str]) -> Any:
    sent = {}
    if body is not None:
        named = {name: it.format(**ids) for name, it in body.items() if it in ("{club}", "{zoe}")}
        sent = {"data": body | named, "content_type": "application/json"}
    return getattr(client, method)(ADDRESS + address.format(**ids), **sent)


def test_everybody_does_what_they_may_and_nothing_else(ids, everybody):
    before = rows_stored()
    for _name, method, address, body, done, answers in TABLE:
        for who, status in answers.items():
            tried = transaction.savepoint()
            answer = send(everybody[who], method, address, body, ids)
            wanted = status or done
            assert answer.status_code == wanted, (method, address, who, answer.content)
            if wanted == done:
                transaction.savepoint_rollback(tried)
        assert rows_stored() == before, (method, address)


def test_what_is_anothers_looks_as_if_it_did_not_exist(ids, everybody):
    client = everybody["stranger's manage"]
    nowhere = {name: str(uuid4()) for name in ids}
    for _name, method, address, body, _done, answers in TABLE:
        if "{" in address and answers["stranger"] == NOTHING_HERE:
            theirs, none = (send(client, method, address, body, one) for one in (ids, nowhere))
            assert (theirs.status_code, theirs.content) == (none.status_code, none.content)


def test_other_sites_change_nothing_by_a_phones_cookie(ids, everybody):
    before = rows_stored()
    everybody["owner"].defaults["HTTP_ORIGIN"] = "https://elsewhere.example"
    for name, method, address, body, _done, _answers in TABLE:
        if method != "get":
            answer = send(everybody["owner"], method, address, body, ids)
            assert answer.status_code == MAY_NOT, name
    assert rows_stored() == before
