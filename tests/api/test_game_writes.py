"""Games kept by programs: begun, stored when they are over, confirmed, corrected, deleted."""

import datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from referee.api.games import NEW_GAMES_OF_KEY
from referee.club.services.webhooks import make_webhook
from referee.models import Club, Delivery, Game, GameNight, Key, Placing
from referee.play.services.confirming import count_round, enter_tokens
from referee.play.views.setup import NEW_GAMES
from referee.rules import RULESETS, read_sheet, sheet_document
from referee.rules.rulesets import TWO_PLAYER_DUMMY
from tests.api.bot import Bot, bot_of
from tests.club.files.past_games import every_kind, facts
from tests.factories import (
    PHONE,
    table_of,
    version_of,
)
from tests.people import play
from tests.play.views.plain_phone import phone
from tests.playing import play as tapped

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

LOOPBACK = "127.0.0.1"
TODAY = datetime.date(2026, 11, 21)
KINDS = every_kind()
GO, ROLL, PARTY = KINDS[0], KINDS[3], KINDS[5]
"""A sheet of each ruleset, of cards that were really dealt."""
LIVE = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
TOTALS = {
    "ruleset": "sushi-go",
    "players": [{"name": "Ana", "total": 41, "puddings": 3}, {"name": "Ben", "total": 38}],
}


@pytest.fixture
def club() -> Club:
    return play("Ana", "Ben", on=3).night.club


@pytest.fixture
def bot(club: Club) -> "Bot":
    return bot_of(PHONE, "Ana", "manage")


def game_of(answer: Any) -> Game:
    return Game.objects.get(pk=answer["id"])


# ------------------------------------------------------------------ games that begin


def test_a_game_begins_as_the_setup_says(bot, club):
    said = {
        "ruleset": "sushi-go",
        "players": ["ana", "  Cem "],
        "variants": ["two-player-dummy"],
        "house_rules": {"dummy-can-win": True},
    }
    answer = bot.game(said)
    game = game_of(answer)
    assert table_of(game).sheet.seats == ("Ana", "Cem", "dummy")
    assert (answer["state"], answer["variants"]) == ("playing", ["two-player-dummy"])
    assert answer["house_rules"] == {"dummy-can-win": True}
    assert game.night.club == club
    assert game.night.date == timezone.localdate()
    bot("get", f"games/{game.pk}/")


@pytest.mark.parametrize("has_key", [True, False])
def test_so_many_games_begin_in_an_hour_and_no_more(bot, has_key):
    by_phone = Bot("")
    by_phone.client = phone(PHONE)
    most, who = (NEW_GAMES_OF_KEY, f"{Key.objects.get().pk}") if has_key else (NEW_GAMES, LOOPBACK)
    stopped, goes_on = (bot, by_phone) if has_key else (by_phone, bot)
    for _ in range(most.most - 1):
        most.count(who)
    over = stopped.game({"sheet": GO})["id"]  # which is over, and not counted
    stopped.game(LIVE)
    for address, body in (("games/", LIVE), (f"games/{over}/rematch/", {})):
        assert stopped.faults("post", address, body, 429) == [("", "too-many-games")]
    late = stopped.client.post("/api/v1/games/", LIVE, content_type="application/json")
    assert 3500 < int(late.headers["Retry-After"]) <= 3600
    stopped.game({"totals": TOTALS})
    goes_on.game(LIVE)


def test_a_game_begins_on_the_night_that_is_named(bot, club):
    night = GameNight.objects.create(club=club, date=TODAY)
    answer = bot.game({**LIVE, "night": str(night.pk)})
    assert answer["night"] == str(night.pk)


# The body of a new game, and what is wrong with it, all at once.
UNREADABLE = [
    ([], [("", "wrong-type")]),
    (
        {},
        [
            ("ruleset", "missing"),
            ("players", "missing"),
        ],
    ),
    ({**LIVE, "players": ["Ana"]}, [("players", "player-number")]),
    ({**LIVE, "player": []}, [("player", "unknown-field")]),
    ({**LIVE, "rounds": [{}]}, [("rounds", "unknown-field")]),
    ({**LIVE, "menu": "sushi-go", "club": "x"}, [("club", "not-a-uuid"), ("menu", "unused-field")]),
    ({**LIVE, "house_rules": {"x": 1}}, [("house_rules.x", "unknown-switch")]),
    ({**LIVE, "night": 5}, [("night", "wrong-type")]),
    ({"sheet": "x"}, [("sheet", "wrong-type")]),
    (
        {
            "sheet": {**GO, "rounds": [{"tableaus": {"Zed": "tempra"}}] * 3},
            "date": "2026-02-30",
            "note": 5,
            "sure": "yes",
            "ruleset": "sushi-go",
        },
        [
            *(
                (f"sheet.rounds[{n}].tableaus.Zed{item}", code)
                for n in range(3)
                for item, code in ((", item 1", "unknown-face"), ("", "not-a-player"))
            ),
            ("sure", "wrong-type"),
            ("date", "not-a-date"),
            ("note", "wrong-type"),
            ("ruleset", "unknown-field"),
        ],
    ),
    ({"totals": {}}, [("totals.ruleset", "missing"), ("totals.players", "missing")]),
    (
        {"totals": {**TOTALS, "players": [{"name": "Ana", "total": "41"}, {"total": 5000}]}},
        [
            ("totals.players[0].total", "wrong-type"),
            ("totals.players[1].name", "missing"),
            ("totals.players[1].total", "out-of-range"),
        ],
    ),
    ({"totals": TOTALS, "sheet": GO}, [("totals", "unknown-field")]),
    ({"totals": TOTALS, "location": "x" * 61}, [("location", "too-many-characters")]),
]


def test_what_cannot_be_read_is_refused_with_every_fault(bot):
    for body, found in UNREADABLE:
        assert (body, bot.faults("post", "games/", body)) == (body, found)
    assert Game.objects.count() == 1


def sheet_with(**changed: Any) -> dict[str, Any]:
    first, *others = GO["rounds"]
    tableaus = {**first["tableaus"], GO["players"][0]: changed.pop("cards", "")}
    return {**GO, "rounds": [{"tableaus": tableaus}, *others], **changed}


ANA = GO["players"][0]
# The body of a new game that can be read, and why it is not stored.
IMPOSSIBLE = [
    ({**LIVE, "players": ["Ana", "ANA"]}, [("players[1]", "same-name")]),
    (
        {"ruleset": "sushi-go-party", "players": ["A", "B"], "menu": "big-banquet"},
        [("menu", "menu-players")],
    ),
    (
        {"sheet": {**GO, "rounds": GO["rounds"][:2], "claimed": {ANA: 1}}},
        [("sheet.claimed", "unknown-field"), ("sheet.rounds", "finished-early")],
    ),
    ({"sheet": sheet_with()}, [(f"sheet.rounds[0].tableaus.{ANA}", "hand-size")]),
    (
        {"sheet": sheet_with(cards="tempura*21"), "sure": True},
        [(f"sheet.rounds[0].tableaus.{ANA}", "too-many-cards")],
    ),
    ({"totals": TOTALS, "date": "2012-12-31"}, [("date", "too-early")]),
    ({"totals": TOTALS, "date": "2999-12-31"}, [("date", "still-to-come")]),
]


def test_what_cannot_have_been_is_refused_with_every_reason(bot):
    for body, found in IMPOSSIBLE:
        assert (body, bot.faults("post", "games/", body, 409)) == (body, found)
    assert Game.objects.count() == 1


def test_uramaki_that_lie_there_are_claimed_first_whoever_is_sure(bot):
    sheet = {
        "ruleset": "sushi-go-party",
        "menu": "points-platter",
        "players": ["Ana", "Ben"],
        "rounds": [{"tableaus": {"Ana": "uramaki-5*2"}}, {}, {}],
    }
    assert "uramaki" in read_sheet(sheet).setting.types
    body = {"sheet": sheet, "sure": True}
    place = ("sheet.rounds[0].uramaki_claims", "uramaki-claim")
    assert bot.faults("post", "games/", body, 409) == [place]
    sheet["rounds"][0] = {"uramaki_claims": [{"Ana": 10}]}
    assert bot.game(body)["placings"][0]["total"] == 8


def test_more_faults_than_anybody_reads_are_counted(bot):
    sheet = {**GO, "rounds": [{"tableaus": {ANA: "tempra " * 200}}, {}, {}]}
    found = bot("post", "games/", {"sheet": sheet}, 400)["errors"]
    assert (len(found), found[-1]["code"]) == (101, "more-faults")


# ------------------------------------------------------------------ games that are over


@pytest.mark.parametrize("sheet", [GO, ROLL, PARTY], ids=["go", "roll", "party"])
def test_a_whole_sheet_leaves_the_rows_that_phones_would_have_left(bot, sheet):
    answer = bot.game({"sheet": sheet, "date": "2026-11-04"})
    game = game_of(answer)
    assert facts(game) == facts(tapped(sheet))
    stored = bot("get", f"games/{game.pk}/sheet/")
    assert sheet_document(read_sheet(stored)) == sheet_document(read_sheet(sheet))
    assert answer["state"] == "finished"
    assert game.night.date == datetime.date(2026, 11, 4)


def test_totals_alone_are_stored_with_their_words(bot, club):
    said = {"date": "2026-11-03", "location": "Balcony", "note": "Two\nlines"}
    answer = bot.game({"totals": TOTALS, **said})
    assert [(one["total"], one["rank"]) for one in answer["placings"]] == [(41, 1), (38, 2)]
    assert (answer["totals_only"], answer["location"], answer["note"]) == (
        True,
        "Balcony",
        "Two\nlines",
    )
    assert answer["night"] == str(club.nights.get(date="2026-11-03").pk)
    bot("get", f"games/{answer['id']}/sheet/", status=404)


def test_a_menu_that_nobody_knows_is_null_or_left_out(bot):
    party = {**TOTALS, "ruleset": "sushi-go-party"}
    for number, menu in enumerate(({}, {"menu": None}, {"menu": "sushi-go"}), start=4):
        answer = bot.game({"totals": {**party, **menu}, "date": f"2026-11-0{number}"})
        assert answer["menu"] == menu.get("menu")


def test_a_game_that_is_there_already_is_stored_again_only_on_purpose(bot):
    for body in ({"sheet": GO, "date": "2026-11-05"}, {"totals": TOTALS, "date": "2026-11-05"}):
        bot.game(body)
        assert bot.faults("post", "games/", body, 409) == [("", "same-game")]
        bot.game({**body, "even_same": True})


def test_what_a_program_stored_the_history_says(bot):
    game = game_of(bot.game({"sheet": GO}))
    page = phone(PHONE).get(f"/g/{game.pk}/r/1/1/history/").content.decode()
    assert "a program" in page
    assert "a club’s file" not in page


def test_webhooks_are_told_of_a_game_that_is_stored(bot, club):
    make_webhook(club, uuid4(), "https://hooks.example/", ["game.finished"])
    stored = [bot.game(body)["id"] for body in ({"sheet": GO}, {"totals": TOTALS})]
    told = Delivery.objects.order_by("made_at").values_list("game", "event")
    assert list(told) == [(UUID(game), "game.finished") for game in stored]


def test_who_runs_several_clubs_names_one(bot, club):
    other = Club.objects.create()
    other.phones.create(phone=PHONE, is_current=False)
    other.helpers.create(account=User.objects.get(), is_owner=True)
    assert bot.faults("post", "games/", LIVE) == [("club", "missing")]
    assert bot.game({**LIVE, "club": str(other.pk)})["club"] == str(other.pk)
    night = GameNight.objects.create(club=other, date=TODAY)
    assert bot.game({**LIVE, "night": str(night.pk)})["club"] == str(other.pk)
    wrong = {"night": str(night.pk), "club": str(club.pk)}
    assert bot.faults("post", "games/", {**LIVE, **wrong}, 404) == [("night", "not-found")]
    said = {"totals": TOTALS, "night": str(night.pk)}
    assert bot.game({**said, "date": f"{TODAY}"})["night"] == str(night.pk)
    another = {**said, "date": "2026-11-20"}
    assert bot.faults("post", "games/", another, 409) == [("date", "another-day")]


# ------------------------------------------------------------------ games that go on


@pytest.fixture
def game(bot: "Bot") -> Game:
    """One that a program has begun."""
    return game_of(bot.game({**LIVE, "players": ["Ana", "Ben", "Cem"]}))


# What is sent to an operation of a game, and what is wrong with it.
WRONG = [
    ("put", "tokens/", {"tokens_left": {}}, 409, [("", "no-tokens")]),
    ("put", "tokens/", {}, 400, [("tokens_left", "missing")]),
    (
        "put",
        "tokens/",
        {"tokens_left": {"Ana": {"menu": 99, "tea": 1}}},
        400,
        [("tokens_left.Ana.tea", "unknown-token"), ("tokens_left.Ana.menu", "out-of-range")],
    ),
    ("post", "rematch/", {}, 409, [("", "not-over")]),
    ("post", "rematch/", {"menu": "xyzzy"}, 400, [("menu", "unknown-menu")]),
    ("post", "rematch/", {"ruleset": "sushi-go"}, 400, [("players", "missing")]),
    (
        "patch",
        "",
        {"note": 5, "reason": 5},
        400,
        [("note", "wrong-type"), ("reason", "wrong-type")],
    ),
    ("patch", "", {"date": "2026-11-01", "reason": "x"}, 409, [("", "has-rounds")]),
    ("patch", "", {"totals": TOTALS, "reason": "x", "note": "kept?"}, 409, [("", "has-rounds")]),
]


def test_what_is_wrong_is_refused_and_changes_nothing(bot, game):
    version = version_of(game)
    for method, address, body, status, found in WRONG:
        faults = bot.faults(method, f"games/{game.pk}/{address}", body, status)
        assert (address, body, faults) == (address, body, found)
        assert version_of(game) == version, (address, body)
        assert Game.objects.get(pk=game.pk).note == ""


def test_tokens_end_a_game_of_dice_and_are_corrected(bot):
    game = game_of(bot.game({"ruleset": "sushi-roll", "players": ["Ana", "Ben"]}))
    tokens = f"games/{game.pk}/tokens/"
    one = {"tokens_left": {"Ana": {"menu": 2, "chopsticks": 0}}}
    assert bot.faults("put", tokens, one, 409) == [("", "not-yet")]
    for number in (1, 2, 3):
        bot("post", f"games/{game.pk}/rounds/{number}/confirm/", {"sure": True})
    answer = bot("put", tokens, one)
    assert answer["state"] == "finished"
    # Nobody has a pudding, which both share; two tokens are a point.
    assert sorted(one["total"] for one in answer["placings"]) == [6, 7]
    assert bot("get", f"games/{game.pk}/sheet/")["tokens_left"] == {"Ana": {"menu": 2}}
    most = RULESETS["sushi-roll"].tokens["menu"]
    many = {"tokens_left": {name: {"menu": most} for name in ("Ana", "Ben")}}
    assert bot.faults("put", tokens, many, 409) == [("tokens_left", "token-limit")]
    answer = bot("put", tokens, {"tokens_left": {"Ben": {"menu": 4}}})
    assert {one["total"] for one in answer["placings"]} == {6, 8}


def test_of_a_round_without_cards_there_is_no_sheet_and_desserts_come_before_tokens(bot):
    game = game_of(bot.game({"ruleset": "sushi-roll", "players": ["Ana", "Ben"]}))
    for number in (1, 2, 3):
        count_round(game.pk, number, {1: 12, 2: 9}, seen_version=version_of(game))
    assert bot.faults("get", f"games/{game.pk}/sheet/", None, 409) == [
        ("", "counted-without-cards")
    ]
    tokens = f"games/{game.pk}/tokens/"
    assert bot.faults("put", tokens, {"tokens_left": {}}, 409) == [("", "desserts-missing")]
    enter_tokens(game.pk, {}, {1: {"pudding": 2}})
    assert bot("put", tokens, {"tokens_left": {"Ben": {"menu": 4}}})["state"] == "finished"
    shown = bot("get", f"games/{game.pk}/rounds/1/")
    assert shown["is_counted"] is True
    assert shown["players"]["Ana"]["total"] == 12


# What is asked of a rematch, and what the next game is.
NEXT = [
    ({}, "sushi-go-party", "sushi-go", ["Ben", "Cem", "Ana"]),
    ({"menu": "my-first-meal"}, "sushi-go-party", "my-first-meal", ["Ben", "Cem", "Ana"]),
    ({"ruleset": "sushi-go", "players": ["cem", "Dan"]}, "sushi-go", None, ["Cem", "Dan"]),
]


@pytest.mark.parametrize(("body", "ruleset", "menu", "players"), NEXT)
def test_the_next_game_follows_at_the_same_table(bot, body, ruleset, menu, players):
    party = {"ruleset": "sushi-go-party", "menu": "sushi-go", "players": ["Ana", "Ben", "Cem"]}
    before = bot.game({"sheet": {**party, "rounds": [{}, {}, {}]}, "sure": True})
    answer = bot("post", f"games/{before['id']}/rematch/", body, 201)
    assert (answer["ruleset"], answer["menu"]) == (ruleset, menu)
    assert [seat["name"] for seat in answer["seats"]] == players
    assert game_of(answer).follows_id == UUID(before["id"])
    if not body:
        again = bot.faults("post", f"games/{before['id']}/rematch/", {}, 409)
        assert again == [("", "next-begun")]


def test_a_game_without_menus_gets_none(bot):
    before = bot.game({"sheet": GO})
    body = {"menu": "sushi-go"}
    found = bot.faults("post", f"games/{before['id']}/rematch/", body, 409)
    assert found == [("menu", "unused-field")]


# ------------------------------------------------------------------ who sits there


def seat(bot: "Bot", game: Game, *players: Any, status: int = 200, **more: Any) -> Any:
    return bot("put", f"games/{game.pk}/seats/", {"players": list(players), **more}, status)


def names(answer: Any) -> list[str]:
    return [one["name"] for one in answer["seats"]]


def test_people_are_added_taken_out_and_moved_until_a_round_is_confirmed(bot, game):
    dan = {"name": "Dan"}
    ana, ben, cem = ({"name": n, "seat": p} for p, n in enumerate(("Ana", "Ben", "Cem"), start=1))
    assert names(seat(bot, game, ben, dan, ana)) == ["Ben", "Dan", "Ana"]
    bot("post", f"games/{game.pk}/rounds/1/confirm/", {"sure": True})
    # What is asked, and what is wrong with it: nobody sits on place 4.
    for players, status, found in (
        ([ana, ben, cem | {"seat": None}], 400, ("players[2].seat", "wrong-type")),
        ([ana, ben, dan | {"seat": 3}], 409, ("", "seats-stand")),
        ([ana, ben, dan | {"seat": 4}], 409, ("", "seats-changed")),
    ):
        errors = seat(bot, game, *players, status=status)["errors"]
        assert [(one["path"], one["code"]) for one in errors] == [found]


# Who is to sit there, the status and what is wrong.
SEATED_WRONG = [
    (["Ana"], 400, [("players", "player-number")]),
    (list("ABCDEFGHI"), 400, [("players", "player-number")]),
    (["Ana", "\x15\u200b"], 400, [("players[1].name", "missing")]),
    # Other games can be played so.
    (list("ABCDEF"), 409, [("players", "player-number")]),
    (["Ana", "Ana"], 409, [("players[1]", "same-name")]),
]


def test_who_cannot_sit_at_a_table_is_refused(bot, game):
    for people, status, found in SEATED_WRONG:
        body = {"players": [{"name": name} for name in people]}
        faults = bot.faults("put", f"games/{game.pk}/seats/", body, status)
        assert (people, faults) == (people, found)


def test_nobody_is_called_dummy_beside_a_dummy_hand(bot):
    two = game_of(bot.game({**LIVE, "players": ["Ana", "Ben"], "variants": [TWO_PLAYER_DUMMY]}))
    body = {"players": [{"name": "Ana", "seat": 1}, {"name": "dummy", "seat": 2}]}
    found = bot.faults("put", f"games/{two.pk}/seats/", body, 409)
    assert found == [("players[1]", "name-of-dummy")]


def test_a_new_name_is_the_players_or_somebody_elses(bot):
    game = game_of(bot.game({"sheet": {**LIVE, "rounds": [{}, {}, {}]}, "sure": True}))
    zoe, ben = {"name": "Zoë", "seat": 1}, {"name": "Ben", "seat": 2}
    found = seat(bot, game, zoe, ben, status=409)
    assert [(one["path"], one["code"]) for one in found["errors"]] == [
        ("players[0].is_other", "missing")
    ]
    zoe["is_other"] = True
    found = seat(bot, game, zoe, ben, status=400)
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("reason", "reason-missing")]
    answer = seat(bot, game, zoe, ben, reason="she sat there")
    assert names(answer) == ["Zoë", "Ben"]
    zoe = {"name": "Zoe", "seat": 1, "is_other": False}
    assert names(seat(bot, game, zoe, ben)) == ["Zoe", "Ben"]
    found = seat(bot, game, zoe, {"name": "ZOE", "seat": 2}, status=409)
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("players[1]", "same-name")]


def test_a_program_tells_phones_the_code_and_what_they_may_enter(bot, game):
    table = bot("get", f"games/{game.pk}/table/")
    assert table == {
        "id": str(game.pk),
        "code": Game.objects.get(pk=game.pk).code,
        "code_is_open": True,
        "anyone_enters": False,
    }
    assert bot("patch", f"games/{game.pk}/table/", {}) == table
    assert bot("patch", f"games/{game.pk}/table/", {"anyone_enters": True})["anyone_enters"]
    assert bot("post", f"games/{game.pk}/table/code/")["code"] != table["code"]


# ------------------------------------------------------------------ games that there are


def test_words_of_a_game_are_changed_one_by_one(bot, game):
    for change in ({"note": "a\nb"}, {"location": "Balcony"}, {}, {"note": ""}):
        answer = bot("patch", f"games/{game.pk}/", change)
    assert (answer["location"], answer["note"]) == ("Balcony", "")


def test_a_game_of_totals_is_corrected_with_a_reason(bot, club):
    one = bot.game({"totals": TOTALS, "date": "2026-11-03"})
    address = f"games/{one['id']}/"
    other = {**TOTALS, "players": [{"name": "Ana", "total": 40}, {"name": "Dan", "total": 42}]}
    body = {"totals": other, "date": "2026-11-02", "note": "the paper was wet"}
    assert bot.faults("patch", address, body) == [("reason", "reason-missing")]
    assert bot("get", address) == one
    answer = bot("patch", address, {**body, "reason": "it was misread"})
    assert [(row["total"], row["rank"]) for row in answer["placings"]] == [(42, 1), (40, 2)]
    assert answer["night"] == str(club.nights.get(date="2026-11-02").pk)
    assert answer["note"] == "the paper was wet"
    moved = bot("patch", address, {"date": "2026-11-01", "reason": "a day early"})
    assert [row["total"] for row in moved["placings"]] == [42, 40]
    future = {"date": "2999-01-01", "reason": "x"}
    assert bot.faults("patch", address, future, 409) == [("date", "still-to-come")]


def test_a_game_of_a_night_to_come_takes_a_note(bot):
    night = bot("post", "nights/", {"date": "2030-01-05"}, 201)
    begun = bot.game({**LIVE, "night": night["id"]})
    assert bot("patch", f"games/{begun['id']}/", {"note": "at Ana's"})["note"] == "at Ana's"


def test_a_deleted_game_is_gone_from_the_standings(bot, game, club):
    one = bot.game({"sheet": GO})
    assert Placing.objects.filter(game=one["id"]).exists()
    for game_id in (one["id"], game.pk):
        bot("delete", f"games/{game_id}/", status=204)
        bot("get", f"games/{game_id}/", status=404)
        bot("delete", f"games/{game_id}/", status=404)
    assert not Placing.objects.filter(game=one["id"]).exists()
