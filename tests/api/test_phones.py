"""Who runs a club, and the phones at a table, looked after by programs."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from referee.access.throttle import Throttle
from referee.api.phones import row_mark
from referee.club.services.accounts import create_account
from referee.club.services.helping import take_invitation
from referee.models import Calendar, Club, Game, Guest, Helper, Invitation
from referee.play.services import joining
from referee.play.services.joining import change_code, join, let_anyone_enter
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory, finish, key_client
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

BENS, WATCHER = "Ben's phone", "a watcher's"


@pytest.fixture
def game() -> Game:
    return GameFactory(setup__number=3)


@pytest.fixture
def club(game: Game) -> Club:
    return game.night.club


@pytest.fixture
def ana(club: Club) -> User:
    return create_account(PHONE, "Ana", PASSWORD)


def ask(client: Client, method: str, address: str, body: Any = None, status: int = 200) -> Any:
    sent = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(client, method)(f"/api/v1/{address}", **sent)
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def rows(client: Client, address: str, status: int = 200) -> Any:
    """What a list holds."""
    return ask(client, "get", address, status=status)["results"]


def faults(client: Client, address: str, body: Any, status: int) -> list[tuple[str, str]]:
    found = ask(client, "post", address, body, status)["errors"]
    return [(one["path"], one["code"]) for one in found]


# ------------------------------------------------------------------ who runs a club


def test_nobody_finds_out_the_number_of_an_account_by_trying(club, ana, settings):
    mark = row_mark(club.helpers.get())
    settings.SECRET_KEY = "another server's"
    assert row_mark(club.helpers.get()) != mark


def test_an_owner_invites_a_helper_and_takes_the_club_from_them_again(club, ana):
    bot, link = key_client(ana, "manage"), f"clubs/{club.pk}/invitation/"
    ask(bot, "get", link, status=404)
    told = ask(bot, "put", link)
    token = Invitation.objects.get().pk
    assert told["link"].endswith(f"/club/invited/{token}/")
    assert ask(bot, "get", link) == ask(bot, "put", link) == told
    take_invitation(token, BENS, create_account(BENS, "Ben", PASSWORD, with_club=False))
    ask(bot, "get", link, status=404)
    helpers = rows(bot, f"clubs/{club.pk}/helpers/")
    assert [(one["name"], one["is_owner"]) for one in helpers] == [("Ana", True), ("Ben", False)]
    phones = rows(bot, f"clubs/{club.pk}/phones/")
    assert {one["account"] for one in phones} >= {"Ben"}
    assert len({one["id"] for one in [*helpers, *phones]}) == len(helpers) + len(phones)
    ask(bot, "delete", f"clubs/{club.pk}/helpers/{helpers[1]['id']}/", status=204)
    assert [row.account for row in Helper.objects.filter(club=club)] == [ana]
    ask(phone(BENS), "get", f"clubs/{club.pk}/", status=404)
    ask(bot, "delete", f"clubs/{club.pk}/helpers/{helpers[1]['id']}/", status=404)


def test_an_invitation_that_is_withdrawn_lets_nobody_in(club, ana):
    bot, link = key_client(ana, "manage"), f"clubs/{club.pk}/invitation/"
    told = ask(bot, "put", link)
    ask(bot, "delete", link, status=204)
    ask(bot, "get", link, status=404)
    path = f"/club/invited/{told['link'].rpartition('/invited/')[2]}"
    assert phone().get(path).status_code == 410


@pytest.mark.parametrize("has_key", [True, False])
def test_who_helps_may_stop_and_takes_nobody_else_away(club, ana, has_key):
    bot = key_client(ana, "manage")
    ask(bot, "put", f"clubs/{club.pk}/invitation/")
    ben = create_account(BENS, "Ben", PASSWORD, with_club=False)
    take_invitation(Invitation.objects.get().pk, BENS, ben)
    who = key_client(ben, "manage") if has_key else phone(BENS)
    anas, bens = rows(who, f"clubs/{club.pk}/helpers/")
    ask(who, "delete", f"clubs/{club.pk}/helpers/{anas['id']}/", status=403)
    for address in ("phones/", "invitation/"):
        ask(who, "get", f"clubs/{club.pk}/{address}", status=403)
    ask(who, "delete", f"clubs/{club.pk}/helpers/{bens['id']}/", status=204)
    assert not Helper.objects.filter(club=club, account=ben).exists()


def test_a_phone_that_is_lost_runs_the_club_no_longer(club, ana):
    bot = key_client(ana, "manage")
    (lost,) = rows(bot, f"clubs/{club.pk}/phones/")
    ask(bot, "delete", f"clubs/{club.pk}/phones/{lost['id']}/", status=204)
    ask(phone(PHONE), "get", f"clubs/{club.pk}/", status=404)
    assert rows(bot, f"clubs/{club.pk}/phones/") == []


def test_somebody_runs_the_club_in_the_end(club):
    (one,) = rows(phone(PHONE), f"clubs/{club.pk}/phones/")
    refused = ask(phone(PHONE), "delete", f"clubs/{club.pk}/phones/{one['id']}/", status=409)
    assert [fault["code"] for fault in refused["errors"]] == ["last-owner"]
    assert one["account"] is None


def test_a_club_has_a_calendar_until_its_link_is_withdrawn(club):
    address, who = f"clubs/{club.pk}/calendar/", phone(PHONE)
    ask(who, "get", address, status=404)
    told = ask(who, "put", address)
    path = f"/calendar/{Calendar.objects.get().pk}/nights.ics"
    assert told["link"].endswith(path)
    assert ask(who, "get", address) == told
    assert phone().get(path).status_code == 200
    ask(who, "delete", address, status=204)
    ask(who, "get", address, status=404)
    assert phone().get(path).status_code == 404


# ------------------------------------------------------------------ the phones at a table


def test_the_phones_of_a_table_are_told_sent_away_and_let_back(game):
    join(game.pk, OTHER_PHONE, 2)
    join(game.pk, WATCHER, None)
    host, address = phone(PHONE), f"games/{game.pk}/phones/"
    bens, watchers = rows(host, address)
    assert (bens["seat"], watchers["seat"]) == (2, None)
    assert not any(one[what] for one in (bens, watchers) for what in ("is_own", "is_host"))
    gone = ask(host, "patch", f"{address}{bens['id']}/", {"is_sent_away": True})
    assert gone == {**bens, "seat": None, "is_sent_away": True}
    ask(phone(OTHER_PHONE), "get", f"games/{game.pk}/", status=404)
    (told,) = rows(phone(WATCHER), address)
    assert told == {**watchers, "is_own": True}
    assert rows(host, address) == [gone, watchers]
    back = ask(host, "patch", f"{address}{bens['id']}/", {"is_sent_away": False})
    assert back == {**gone, "is_sent_away": False}
    ask(phone(OTHER_PHONE), "get", f"games/{game.pk}/")


def test_the_hosts_phone_is_not_sent_away(game):
    join(game.pk, PHONE, 1)
    address = f"games/{game.pk}/phones/"
    (own,) = rows(phone(PHONE), address)
    assert (own["is_host"], own["is_own"], own["seat"]) == (True, True, 1)
    ask(phone(PHONE), "patch", f"{address}{own['id']}/", {"is_sent_away": True}, 403)
    assert Guest.objects.get().sent_away is False


def test_a_seat_is_freed_and_its_phone_watches(game):
    join(game.pk, OTHER_PHONE, 2)
    host = phone(PHONE)
    for _ in range(2):
        ask(host, "delete", f"games/{game.pk}/seats/2/phone/", status=204)
    (told,) = rows(host, f"games/{game.pk}/phones/")
    assert (told["seat"], told["is_sent_away"]) == (None, False)
    ask(host, "delete", f"games/{game.pk}/seats/4/phone/", status=404)


def test_a_phone_leaves_by_itself_and_no_other(game):
    join(game.pk, OTHER_PHONE, 2)
    join(game.pk, WATCHER, None)
    address = f"games/{game.pk}/phones/"
    bens, watchers = (one["id"] for one in rows(phone(PHONE), address))
    ask(phone(WATCHER), "delete", f"{address}{bens}/", status=403)
    ask(phone(PHONE), "delete", f"{address}{bens}/", status=403)
    ask(phone(WATCHER), "delete", f"{address}{watchers}/", status=204)
    ask(phone(WATCHER), "get", address, status=404)
    assert [row.phone for row in Guest.objects.all()] == [OTHER_PHONE]


def test_a_phone_is_called_otherwise_at_another_table(game):
    other = GameFactory()
    for one in (game, other):
        join(one.pk, OTHER_PHONE, 2)
    first, second = (
        rows(phone(PHONE), f"games/{one.pk}/phones/")[0]["id"] for one in (game, other)
    )
    assert first != second
    ask(phone(PHONE), "patch", f"games/{game.pk}/phones/{second}/", {"is_sent_away": True}, 404)


# ------------------------------------------------------------------ joining


def test_a_program_without_a_key_joins_by_the_code_and_enters_its_cards(game):
    home = Client()
    told = ask(home, "post", "join/", {"code": game.code.lower(), "seat": 2})
    assert told["id"] == str(game.pk)
    assert home.cookies["phone"]["httponly"]
    laid = f"games/{game.pk}/rounds/1/tableaus/2/"
    assert ask(home, "put", laid, {"cards": "tempura*2"})["cards"] == "tempura*2"
    ask(home, "put", laid.replace("/2/", "/1/"), {"cards": "tempura"}, 403)
    ask(home, "post", "join/", {"code": game.code, "seat": 3})
    assert [row.seat.place for row in Guest.objects.all()] == [3]
    let_anyone_enter(game.pk, anyone=True)
    ask(home, "put", laid.replace("/2/", "/1/"), {"cards": "tempura"})


def test_who_joins_without_a_seat_watches(game):
    home = Client()
    ask(home, "post", "join/", {"code": game.code})
    ask(home, "get", f"games/{game.pk}/")
    ask(home, "put", f"games/{game.pk}/rounds/1/tableaus/1/", {"cards": ""}, 403)


def test_a_seat_that_is_taken_is_asked_for_given_and_refused(game):
    join(game.pk, OTHER_PHONE, 2)
    home, host, address = Client(), phone(PHONE), f"games/{game.pk}/phones/"
    asked = {"code": game.code, "seat": 2, "asks": True}

    def told() -> list[tuple[int | None, int | None]]:
        return [(one["seat"], one["wants"]) for one in rows(host, address)]

    ask(home, "post", "join/", asked)
    assert told() == [(2, None), (None, 2)]
    own = next(one for one in rows(home, address) if one["is_own"])
    ask(home, "patch", f"{address}{own['id']}/", {"gets_seat": True}, 403)
    ask(phone(OTHER_PHONE), "patch", f"{address}{own['id']}/", {"gets_seat": False}, 403)
    ask(host, "patch", f"{address}{own['id']}/", {"gets_seat": False})
    assert told() == [(2, None), (None, None)]
    ask(home, "post", "join/", asked)
    ask(home, "patch", f"{address}{own['id']}/", {"gets_seat": False})
    assert told() == [(2, None), (None, None)]
    ask(home, "post", "join/", asked)
    given = ask(host, "patch", f"{address}{own['id']}/", {"gets_seat": True})
    assert (given["seat"], given["wants"]) == (2, None)
    assert told() == [(None, None), (2, None)]
    assert faults(home, "join/", asked | {"seat": 8}, 409) == [("seat", "seat-taken")]


def test_nobody_joins_with_what_opens_nothing(game, ana):
    old = game.code
    change_code(game.pk)
    game.refresh_from_db()
    assert faults(Client(), "join/", {"code": old}, 404) == [("code", "unknown-code")]
    join(game.pk, OTHER_PHONE, 2)
    for seat in (2, 8):
        taken = faults(Client(), "join/", {"code": game.code, "seat": seat}, 409)
        assert taken == [("seat", "seat-taken")]
    Guest.objects.update(seat=None, sent_away=True)
    gone = faults(phone(OTHER_PHONE), "join/", {"code": game.code}, 403)
    assert gone == [("code", "sent-away")]
    finish(game)
    over = faults(Client(), "join/", {"code": game.code, "seat": 1}, 409)
    assert over == [("seat", "game-over")]
    for scope in ("read", "manage"):
        ask(key_client(ana, scope), "post", "join/", {"code": game.code}, 403)
    elsewhere = Client(headers={"Origin": "https://elsewhere.example"})
    ask(elsewhere, "post", "join/", {"code": game.code}, 403)
    assert Guest.objects.count() == 1


def test_who_watches_with_too_many_others_is_told_for_how_long(game, monkeypatch):
    monkeypatch.setattr(joining, "NEW_WATCHERS", Throttle("few-watchers", most=1, seconds=60))
    ask(Client(), "post", "join/", {"code": game.code}, 200)
    answer = Client().post("/api/v1/join/", {"code": game.code}, content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (429, "too-many-watchers")
    assert 0 < int(answer.headers["Retry-After"]) <= 60


def test_who_guesses_codes_waits(game):
    for _ in range(10):
        ask(Client(), "post", "join/", {"code": "AAAAAA"}, 404)
    answer = Client().post("/api/v1/join/", {"code": game.code}, content_type="application/json")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert not Guest.objects.exists()


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, [("code", "missing")]),
        ({"code": 5, "seat": "2", "name": "Ana"},
         [("code", "wrong-type"), ("seat", "wrong-type"), ("name", "unknown-field")]),
        ({"code": "x" * 41, "seat": 0},
         [("code", "too-many-characters"), ("seat", "out-of-range")]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(body, found):
    assert faults(Client(), "join/", body, 400) == found
