"""What a club's pages change, changed by programs."""

import datetime
from uuid import uuid4

import pytest

from referee.club.services.kept_answers import AT_MOST
from referee.models import Club, Game, GameNight, KeptAnswer, Player, Season
from tests.api.bot import Bot
from tests.api.openapi import described
from tests.factories import PHONE
from tests.people import known, play
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

ask = Bot(phone(PHONE))
"""As the phone of the table."""


@pytest.fixture
def game() -> Game:
    """The first game of Ana and Ben, on the third of November 2026."""
    return play("Ana", "Ben", on=3)


def here(address: str, game: Game) -> str:
    """An address with the ids of a game's club, night and people."""
    night = game.night
    ids = {one.name: one.pk for one in Player.objects.filter(club=night.club)}
    return address.format(club=night.club_id, night=night.pk, none=uuid4(), **ids)


# ------------------------------------------------------------- what is done

CHANGES = [
    ("patch", "clubs/{club}/", {"name": " The Belt "}, {"name": "The Belt"}),
    ("patch", "clubs/{club}/", {"name": ""}, {"name": ""}),
    ("patch", "clubs/{club}/", {}, {"name": ""}),
    ("patch", "players/{Ana}/", {"name": "Anna"}, {"name": "Anna", "is_hidden": False}),
    ("patch", "players/{Ana}/", {"is_hidden": True}, {"name": "Ana", "is_hidden": True}),
    ("patch", "players/{Ana}/", {"is_hidden": False}, {"is_hidden": False}),
    (
        "patch",
        "players/{Ana}/",
        {"is_anonymous": True, "is_hidden": True},
        {"name": "Player 1", "is_hidden": True, "is_anonymous": True},
    ),
    ("patch", "nights/{night}/", {"name": "The  final"}, {"name": "The final", "location": ""}),
    (
        "patch",
        "nights/{night}/",
        {"location": "At Ana’s", "note": "Rain.\r\nMuch."},
        {"name": "", "location": "At Ana’s", "note": "Rain.\nMuch."},
    ),
    ("patch", "seasons/2026/", {"by": "points"}, {"id": "2026", "name": "2026", "by": "points"}),
    (
        "patch",
        "seasons/2026/",
        {"by": "place-points", "place_points": "7 5 3"},
        {"by": "place-points", "place_points": "7-5-3"},
    ),
    ("patch", "seasons/2026/", {"least_games": 3.0}, {"least_games": 3, "by": "wins"}),
]


@pytest.mark.parametrize(("method", "address", "body", "then"), CHANGES)
def test_what_is_changed_is_answered_and_stored(game, method, address, body, then):
    address = here(address, game)
    told = ask(method, address, body)
    assert {name: told[name] for name in then} == then
    assert ask("get", address) == told


MADE = [
    (
        "nights/",
        {"date": "2026-11-28", "name": "Sushi", "location": "Bar", "note": "Bring cards."},
        {"date": "2026-11-28", "name": "Sushi", "location": "Bar", "note": "Bring cards."},
    ),
    ("nights/", {"date": "2026-11-28"}, {"name": "", "location": "", "note": ""}),
    (
        "seasons/",
        {"name": "Autumn", "since": "2026-09-01", "until": "2026-11-30", "by": "place"},
        {
            "name": "Autumn",
            "by": "place",
            "least_games": 0,
            "champions": [],
            "place_points": "5-3-1",
        },
    ),
    (
        "seasons/",
        {"name": "A day", "since": "2026-09-01", "until": "2026-09-01", "least_nights": 1},
        {"by": "wins", "least_nights": 1, "closed_at": None},
    ),
]


@pytest.mark.parametrize(("address", "body", "then"), MADE)
def test_what_is_made_is_where_the_answer_says(game, address, body, then):
    body = {**body, "club": str(game.night.club_id)}
    answer = phone(PHONE).post(f"/api/v1/{address}", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert {name: told[name] for name in then} == then
    assert told["club"] == body["club"]
    assert phone(PHONE).get(answer.headers["Location"]).json() == told


LAST_YEAR = {"name": "Week", "since": "2025-11-01", "until": "2025-11-07"}


def test_a_season_is_changed_closed_and_deleted(game):
    play("Ana", "Ben", on=3, year=2025)
    address = f"seasons/{ask('post', 'seasons/', LAST_YEAR, 201)['id']}/"
    changed = ask("patch", address, {"name": "First week", "until": "2025-11-08"})
    assert (changed["name"], changed["since"]) == ("First week", "2025-11-01")
    closed = ask("post", f"{address}close/")
    assert [one["name"] for one in closed["champions"]] == ["Ana"]
    assert datetime.datetime.fromisoformat(closed["closed_at"]).tzinfo
    ask("delete", address, status=204)
    ask("get", address, status=404)
    assert Game.objects.exists()


def test_no_two_seasons_have_the_same_days(game):
    ask("post", "seasons/", LAST_YEAR, 201)
    assert ask.faults("post", "seasons/", LAST_YEAR, 409) == [("since", "season-taken")]


def test_a_year_that_is_deleted_is_there_again_by_itself(game):
    ask("patch", "seasons/2026/", {"by": "points"})
    assert Season.objects.count() == 1
    ask("delete", "seasons/2026/", status=204)
    assert ask("get", "seasons/2026/")["by"] == "wins"
    assert not Season.objects.exists()


def test_a_season_is_found_by_its_id_also_by_who_runs_several_clubs(game):
    body = {"name": "Week", "since": "2026-11-01", "until": "2026-11-07"}
    address = f"seasons/{ask('post', 'seasons/', body, 201)['id']}/"
    own, other = game.night.club_id, Club.objects.create()
    other.phones.create(phone=PHONE, is_current=False)
    assert ask("get", address)["name"] == ask("get", f"{address}?club={own}")["name"] == "Week"
    ask("get", f"{address}?club={other.pk}", status=404)
    for address in ("seasons/", "seasons/2026/"):
        assert ask.faults("get", address, None) == [("club", "missing")]
    assert ask("get", f"seasons/2026/?club={own}")["id"] == "2026"
    assert [one["id"] for one in ask("get", f"seasons/?club={other.pk}")["results"]] == []
    assert ask.faults("post", "seasons/", {**body, "name": "Again"}) == [("club", "missing")]


def test_who_was_made_anonymous_stays_so(game):
    address = here("players/{Ana}/", game)
    assert ask("patch", address, {"is_anonymous": False})["name"] == "Ana"
    gone = ask("patch", address, {"is_anonymous": True})
    assert ask("patch", address, {"is_anonymous": True}) == gone
    wrong = ask.faults("patch", address, {"is_anonymous": False}, 409)
    assert wrong == [("is_anonymous", "name-gone")]
    assert ask.faults("patch", address, {"name": "Al"}, 409) == [("name", "anonymous-stays")]


def test_two_players_are_merged_and_parted_again(game):
    play("Anna", "Ben", on=4)
    ana, anna = known("Ana"), known("Anna")
    address = f"players/{ana.pk}/merges/"
    merged = ask("post", address, {"other": str(anna.pk)}, 201)
    assert (merged["id"], merged["name"]) == (str(anna.pk), "Anna")
    assert datetime.datetime.fromisoformat(merged["created_at"]).tzinfo
    assert ask("get", address)["results"] == [merged]
    ask("get", f"players/{anna.pk}/", status=404)
    assert ana.seats.count() == 2
    ask("delete", f"{address}{anna.pk}/", status=204)
    assert ask("get", f"players/{anna.pk}/")["name"] == "Anna"
    assert ana.seats.count() == 1
    ask("delete", f"{address}{anna.pk}/", status=404)


def test_who_plays_no_more_is_taken_off_the_list(game):
    Player.objects.create(club=game.night.club, name="Zoe")
    ask("delete", f"players/{known('Zoe').pk}/", status=204)
    assert not Player.objects.filter(name="Zoe").exists()


def test_a_night_without_games_is_deleted(game):
    made = ask("post", "nights/", {"date": "2026-12-24"}, 201)
    ask("delete", f"nights/{made['id']}/", status=204)
    ask("get", f"nights/{made['id']}/", status=404)


def test_a_game_goes_to_the_night_that_was_made_for_its_day(game):
    made = ask("post", "nights/", {"date": "2026-11-09", "name": "League"}, 201)
    assert str(play("Ana", "Ben", on=9).night_id) == made["id"]


@pytest.mark.parametrize("what", ["clubs/{club}/link/", "nights/{night}/link/"])
def test_standings_are_shared_until_the_link_is_withdrawn(game, what):
    address = here(what, game)
    ask("get", address, status=404)
    link = ask("put", address)["link"]
    assert ask("put", address) == ask("get", address) == {"link": link}
    path = f"/shared/{link.rpartition('/shared/')[2]}"
    assert phone().get(path).status_code == 200
    ask("delete", address, status=204)
    ask("delete", address, status=204)
    ask("get", address, status=404)
    assert phone().get(path).status_code == 410
    assert ask("put", address)["link"] != link


def test_a_club_is_deleted_with_everything_in_it(game):
    ask("delete", f"clubs/{game.night.club_id}/", status=204)
    assert ask("get", "clubs/")["results"] == []
    ask("get", f"games/{game.pk}/", status=404)


def test_what_was_cut_off_before_its_answer_is_made_once(game, monkeypatch):
    zoe = Player.objects.create(club=game.night.club, name="Zoe")
    for address, body in (
        ("nights/", {"date": "2026-11-28"}),
        ("seasons/", {"name": "Day", "since": "2026-09-01", "until": "2026-09-01"}),
        (here("players/{Ana}/merges/", game), {"other": str(zoe.pk)}),
    ):
        once = {"headers": {"Idempotency-Key": "one"}}
        with monkeypatch.context() as killed:
            killed.setattr("referee.api.base.once.keep", lambda *_: None)
            first = ask("post", address, body, 201, **once)
        KeptAnswer.objects.update(made_at=KeptAnswer.objects.get().made_at - AT_MOST)
        assert ask("post", address, body, 201, **once) == first
        KeptAnswer.objects.all().delete()


# ------------------------------------------------------------- what cannot be read

NAMES = [
    ("clubs/{club}/", ["", "Café 7", "\ue000", "👨\u200d👩", "»ä\x92", "a\n"], ["x" * 61]),
    ("players/{Ana}/", ["Ana", "dummy 2"], ["", "\u200b ", "A\x92", "a\tb", "x" * 41]),
]


@pytest.mark.parametrize(("address", "names", "others"), NAMES)
def test_names_that_the_description_accepts_are_read_and_no_others(game, address, names, others):
    schema = described(f"Patched{address.partition('/')[0].capitalize()[:-1]}Request")
    address = here(address, game)
    for name in names + others:
        status = 200 if name in names else 400
        ask("patch", address, {"name": name}, status)
        assert schema.is_valid({"name": name}) == (status == 200), name


LONG = "x" * 61
UNREADABLE = [
    ("patch", "clubs/{club}/", {"name": None, "is_there": False}, {
        ("is_there", "unknown-field"), ("name", "wrong-type")}),
    ("patch", "players/{Ana}/", {"name": 1, "is_hidden": "true", "is_anonymous": 1}, {
        ("name", "wrong-type"), ("is_hidden", "wrong-type"), ("is_anonymous", "wrong-type")}),
    ("patch", "players/{Ana}/", {"colour": "red", "name": ""}, {
        ("colour", "unknown-field"), ("name", "missing")}),
    ("patch", "players/{Ana}/", {"name": "dummy"}, {("name", "name-of-dummy")}),
    ("post", "players/{Ana}/merges/", {}, {("other", "missing")}),
    ("post", "players/{Ana}/merges/", {"other": "Ben"}, {("other", "not-a-uuid")}),
    ("post", "nights/", {"date": "tomorrow", "name": LONG, "note": "x" * 501, "place": ""}, {
        ("date", "not-a-date"), ("name", "too-many-characters"),
        ("note", "too-many-characters"), ("place", "unknown-field")}),
    ("post", "nights/", {"date": 20261128}, {("date", "wrong-type")}),
    ("post", "nights/", {"date": "2026-02-30"}, {("date", "not-a-date")}),
    ("post", "nights/", {"date": "20260228"}, {("date", "not-a-date")}),
    ("post", "nights/", {"date": "3000-01-01"}, {("date", "out-of-range")}),
    ("patch", "nights/{night}/", {"date": "2026-11-28"}, {("date", "unknown-field")}),
    ("patch", "nights/{night}/", {"name": None}, {("name", "wrong-type")}),
    ("post", "seasons/", {}, {
        ("name", "missing"), ("since", "missing"), ("until", "missing")}),
    ("post", "seasons/", {"name": " ", "since": 2026, "until": "today",
        "by": "luck", "place_points": "3-5", "least_games": "3", "least_nights": -1}, {
        ("name", "missing"), ("since", "wrong-type"), ("until", "not-a-date"),
        ("by", "no-such-choice"), ("place_points", "no-place-points"),
        ("least_games", "wrong-type"), ("least_nights", "out-of-range")}),
    ("post", "seasons/", {"name": "Week", "since": "2026-02-01", "until": "2026-01-31"}, {
        ("until", "days-backwards")}),
    ("patch", "seasons/2026/", {"name": "Mine", "since": "2026-01-01", "least_games": True}, {
        ("name", "unknown-field"), ("since", "unknown-field"), ("least_games", "wrong-type")}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "address", "body", "wrong"), UNREADABLE)
def test_everything_that_cannot_be_read_is_named_at_once(game, method, address, body, wrong):
    if body and "other" in body:
        body = {"other": here(body["other"], game)}
    assert set(ask.faults(method, here(address, game), body)) == wrong


def test_a_season_whose_other_day_stays_is_not_turned_round(game):
    body = {"name": "Week", "since": "2026-11-01", "until": "2026-11-07"}
    address = f"seasons/{ask('post', 'seasons/', body, 201)['id']}/"
    assert ask.faults("patch", address, {"since": "2026-11-08"}) == [("until", "days-backwards")]


def test_half_a_character_is_no_name(game):
    address = f"/api/v1/{here('players/{Ana}/', game)}"
    answer = phone(PHONE).patch(address, '{"name": "\\ud800"}', content_type="application/json")
    assert answer.status_code == 400


# ------------------------------------------------------------- what services refuse


REFUSED = [
    ("patch", "players/{Ana}/", {"name": "Ben"}, "name", "name-taken"),
    ("delete", "players/{Ana}/", None, "", "player-has-games"),
    ("post", "players/{Ana}/merges/", {"other": "{Ben}"}, "", "sat-together"),
    ("post", "players/{Ana}/merges/", {"other": "{none}"}, "other", "not-in-club"),
    ("post", "players/{Ana}/merges/", {"other": "{Ana}"}, "other", "merge-with-self"),
    ("post", "nights/", {"date": "2026-11-03"}, "date", "night-there"),
    ("delete", "nights/{night}/", None, "", "night-has-games"),
    ("post", "seasons/2999/close/", None, "", "season-not-over"),
    ("post", "seasons/1999/close/", None, "", "no-champion"),
]


@pytest.mark.parametrize(("method", "address", "body", "place", "code"), REFUSED)
def test_what_services_refuse_is_a_conflict_and_nothing_is_changed(
    game, method, address, body, place, code
):
    if body and "other" in body:
        body = {"other": here(body["other"], game)}
    before = list(Player.objects.values()), list(GameNight.objects.values())
    assert ask.faults(method, here(address, game), body, 409) == [(place, code)]
    assert (list(Player.objects.values()), list(GameNight.objects.values())) == before


def test_a_club_has_so_many_nights_and_no_more(game, monkeypatch):
    monkeypatch.setattr("referee.club.services.nights.MAX_NIGHTS", 1)
    wrong = ask.faults("post", "nights/", {"date": "2026-11-28"}, 409)
    assert wrong == [("", "too-many-nights")]


def test_what_somebody_else_writes_meanwhile_is_not_overwritten(game, monkeypatch):
    monkeypatch.setattr("referee.api.nights.words_mark", lambda _: "older")
    wrong = ask.faults("patch", f"nights/{game.night_id}/", {"name": "x"}, 409)
    assert wrong == [("", "described-meanwhile")]


def test_what_a_service_refuses_is_told_in_the_language_asked_for(game):
    told = ask(
        "delete",
        f"players/{known('Ana').pk}/",
        status=409,
        headers={"Accept-Language": "es"},
    )
    assert told["detail"] == "Ana ocupa un asiento en una partida y sigue en la lista."
