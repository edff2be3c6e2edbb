"""A club sent out and read in by programs."""

import json
from http.client import HTTPConnection
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from referee.club.services.accounts import create_account, log_in
from referee.club.services.files import imports
from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_games import store_games
from referee.club.services.files.imports import IMPORTS
from referee.club.services.keys import make_key, revoke_keys
from referee.jobs import runner
from referee.models import Club, Game, Key
from tests.club.files.club_files import CLUB, emptied
from tests.club.files.past_games import a_club, every_kind, past_game
from tests.club.files.uploading import upload
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, key_client
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

IMPORT = "/api/v1/imports/"


@pytest.fixture
def club() -> Club:
    """A club of three games, that the phone of the table runs."""
    club = a_club()
    store_games(club, [past_game(n, kind) for n, kind in enumerate(every_kind()[:3])])
    return club


@pytest.fixture
def source(club: Club) -> bytes:
    """The file of a club that is not there any more."""
    made = "".join(archive_of(club)).encode()
    emptied()
    return made


@pytest.fixture
def eve() -> User:
    """An account whose phone has an empty club."""
    return create_account(OTHER_PHONE, "Eve", PASSWORD)


def send(client: Client, content: Any, **more: Any) -> Any:
    return client.post(IMPORT, content, content_type="application/json", **more)


def codes(answer: Any) -> list[str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return [one["code"] for one in answer.json()["errors"]]


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[imports.Import]:
    """The files that were taken and are still to be read in."""
    kept: list[imports.Import] = []
    monkeypatch.setattr(runner, "wait_for", lambda _kind, id, _s: kept.append(imports.find(id)))
    return kept


def test_the_file_is_the_pages_byte_for_byte(club):
    page = phone(PHONE).get(f"/club/{club.pk}/export/")
    answer = phone(PHONE).get("/api/v1/export/")
    assert answer.streaming
    assert answer.getvalue() == page.getvalue() == "".join(archive_of(club)).encode()
    for name in ("Content-Type", "Content-Disposition"):
        assert answer.headers[name] == page.headers[name]
    assert answer.headers["Cache-Control"] == "private, no-cache"
    head = phone(PHONE).head("/api/v1/export/")
    assert (head.status_code, head.getvalue()) == (200, b"")
    assert head.headers["Content-Disposition"] == answer.headers["Content-Disposition"]


def test_who_runs_several_clubs_names_the_one_that_is_sent(club):
    other = Club.objects.create()
    other.phones.create(phone=PHONE, is_current=False)
    assert codes(phone(PHONE).get("/api/v1/export/")) == ["missing"]
    told = phone(PHONE).get(f"/api/v1/export/?club={other.pk}").getvalue()
    assert json.loads(told)["nights"] == []


def test_a_file_comes_into_the_empty_club_of_the_keys_account(source, eve, waiting):
    mine = Club.objects.get(helpers__account=eve)
    bot = key_client(eve, "manage")
    answer = send(bot, source)
    assert answer.status_code == 202
    assert (answer.json()["is_over"], answer.json()["club"]) == (False, None)
    assert bot.get(answer.headers["Location"]).json() == answer.json()
    imports.read_in(waiting[0])
    told = bot.get(answer.headers["Location"]).json()
    assert told == {
        "id": waiting[0].id, "is_over": True, "games": 3, "written": 3,
        "club": str(mine.pk), "faults": [],
    }  # fmt: skip
    assert bot.get(f"/api/v1/export/?club={mine.pk}").getvalue() == source
    assert phone(OTHER_PHONE).get(f"/club/{mine.pk}/").status_code == 200


def test_the_next_one_becomes_a_new_club_of_the_account_and_of_its_phones(source, eve):
    log_in("Eve's tablet", eve)
    bot = key_client(eve, "manage")
    first, second = (
        bot.get(send(bot, source).headers["Location"]).json()["club"] for _ in range(2)
    )
    assert first != second
    assert {one["id"] for one in bot.get("/api/v1/clubs/").json()["results"]} == {first, second}
    for one in (first, second):
        assert len(bot.get(f"/api/v1/games/?club={one}").json()["results"]) == 3
        assert phone("Eve's tablet").get(f"/club/{one}/").status_code == 200
    assert not Club.objects.filter(phones__phone__startswith="key ").exists()
    assert bot.delete(f"/api/v1/clubs/{second}/").status_code == 204


def test_a_file_comes_into_a_phones_club_only_where_that_has_no_games(club):
    source = "".join(archive_of(club)).encode()
    assert codes(send(phone(PHONE), source)) == ["club-has-games"]
    mine = a_club(OTHER_PHONE)
    answer = send(phone(OTHER_PHONE), source)
    told = phone(OTHER_PHONE).get(answer.headers["Location"]).json()
    assert told["club"] == str(mine.pk)


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ("", [("", "not-json")]),
        ("[]", [("", "wrong-type")]),
        (b"\xff", [("", "not-utf-8")]),
        ('{"format": "sushiscore-club", "vers', [("", "cut-off")]),
        ({**CLUB, "players": [{}], "nights": []}, [
            ("players[0].name", "missing"), ("players[0].hidden", "missing"),
            ("players[0].anonymous", "missing")]),
    ],
)  # fmt: skip
def test_every_fault_of_a_file_is_told_where_it_is_asked_for(eve, content, faults):
    bot = key_client(eve, "manage")
    told = bot.get(send(bot, content).headers["Location"]).json()
    found = [(one["path"], one["code"]) for one in told["faults"]]
    assert [code for _place, code in found[:3]] == [code for _place, code in faults]
    assert {place for place, _code in faults if place} <= {place for place, _code in found}
    assert (told["is_over"], told["club"]) == (True, None)
    assert Club.objects.count() == 1


def test_who_else_asks_how_far_it_is_learns_nothing(club, eve, waiting):
    address = send(key_client(eve, "manage"), "{}").headers["Location"]
    for other in (key_client(eve, "manage"), phone(PHONE), phone(OTHER_PHONE)):
        assert other.get(address).status_code == 404
    assert Client().get(address).status_code == 401


def test_a_file_that_is_sent_again_with_its_name_is_read_in_once(eve, waiting):
    bot = key_client(eve, "manage")
    once = {"headers": {"Idempotency-Key": "one"}}
    first, again = send(bot, CLUB, **once), send(bot, CLUB, **once)
    assert (first.content, first.headers["Location"]) == (again.content, again.headers["Location"])
    assert len(waiting) == 1
    assert codes(send(bot, "{}", **once)) == ["sent-otherwise"]


def test_while_a_file_is_read_in_no_other_is_taken(eve, waiting):
    bot = key_client(eve, "manage")
    assert send(bot, CLUB).status_code == 202
    answer = send(bot, CLUB)
    assert (answer.status_code, codes(answer)) == (409, ["import-under-way"])
    imports.give_up(waiting[0])
    assert send(bot, CLUB).status_code == 202
    told = bot.get(f"{IMPORT}{waiting[0].id}/").json()
    assert [one["code"] for one in told["faults"]] == ["import-stopped"]


def test_after_many_files_of_an_address_the_next_waits(eve):
    for _ in range(IMPORTS.most):
        IMPORTS.count("127.0.0.1")
    answer = send(key_client(eve, "manage"), CLUB)
    assert (answer.status_code, codes(answer)) == (429, ["too-many-imports"])
    assert 0 < int(answer.headers["Retry-After"]) <= IMPORTS.seconds


def test_what_cannot_be_kept_now_is_told_so(eve, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(imports, "MOST", 0)
        answer = send(key_client(eve, "manage"), CLUB)
    assert (answer.status_code, codes(answer)) == (503, ["imports-wait"])
    assert int(answer.headers["Retry-After"]) > 0

    def full() -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(imports, "_has_room", full)
    answer = send(key_client(eve, "manage"), CLUB)
    assert (answer.status_code, codes(answer)) == (503, ["import-not-kept"])


def test_a_file_that_is_too_large_is_refused(eve, settings):
    settings.CLUB_FILE_MAX_SIZE = 100_000
    answer = send(key_client(eve, "manage"), b" " * 100_001)
    assert (answer.status_code, codes(answer)) == (413, ["file-too-large"])
    assert send(key_client(eve, "manage"), b" " * 100_000).status_code == 202


@pytest.mark.django_db(transaction=True)
def test_what_comes_in_pieces_without_a_length_is_read(eve, waiting, server_url):
    secret = make_key(eve, uuid4(), "manage", "manage")
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    for address, body, status in (
        ("score/", {"ruleset": "sushi-go", "players": ["Ana", "Ben"], "rounds": [{}]}, 200),
        ("nights/", {"date": "2026-12-24"}, 201),
        ("imports/", CLUB, 202),
    ):
        content = json.dumps(body).encode()
        connection = HTTPConnection(server_url.partition("//")[2], timeout=60)
        pieces = iter([content[:9], content[9:]])
        connection.request("POST", f"/api/v1/{address}", pieces, headers)  # no Content-Length
        answer = connection.getresponse()
        assert answer.status == status, answer.read()
        connection.close()
    assert imports._file(waiting[0].id).read_bytes() == content


@pytest.mark.django_db(transaction=True)
def test_sixty_megabytes_are_refused_once_they_are_sent():
    status, body, taken = upload(60 * 1024 * 1024, path=IMPORT)
    assert (status, taken) == (413, 60 * 1024 * 1024)
    assert [one["code"] for one in json.loads(body)["errors"]] == ["too-long"]


def test_what_a_revoked_key_has_sent_makes_no_club(eve, waiting):
    send(key_client(eve, "manage"), CLUB)
    revoke_keys(eve, Key.objects.get().pk)
    imports.read_in(waiting[0])
    assert imports.find(waiting[0].id).refused == "import-stopped"
    assert Club.objects.count() == 1
    assert not Game.objects.exists()
