"""Rounds and tableaus kept by programs: cards laid down, rounds confirmed, opened and corrected."""

from typing import Any

import pytest

from referee.models import Game
from referee.play.services.joining import join
from referee.rules import score_sheet
from referee.rules.table_setup import setup_for
from referee.wording import result_document
from tests.api.bot import Bot, bot_of
from tests.club.files.past_games import every_kind
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, table_of, version_of, where
from tests.people import play
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

LIVE = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
KINDS = every_kind()
GO, ROLL, PARTY = KINDS[0], KINDS[3], KINDS[5]
"""A sheet of each ruleset, of cards that were really dealt."""


@pytest.fixture
def bot() -> Bot:
    play("Ana", "Ben", on=3)
    return bot_of(PHONE, "Ana", "manage")


@pytest.fixture
def game(bot: Bot) -> Game:
    """One that a program has begun."""
    return game_of(bot.game({**LIVE, "players": ["Ana", "Ben", "Cem"]}))


def game_of(answer: Any) -> Game:
    return Game.objects.get(pk=answer["id"])


# ------------------------------------------------------------------ what is read


@pytest.mark.parametrize("sheet", [GO, ROLL, PARTY], ids=["go", "roll", "party"])
def test_the_points_of_a_round_are_those_of_the_score(bot, sheet):
    game = game_of(bot.game({"sheet": sheet}))
    score: Any = result_document(score_sheet(table_of(game).sheet), lambda *_: {})
    rounds = bot("get", f"games/{game.pk}/rounds/")
    assert (rounds["next"], rounds["previous"]) == (None, None)
    assert [row["players"] for row in rounds["results"]] == [
        played["players"] for played in score["rounds"]
    ]
    assert [(row["game"], row["state"], row["version"]) for row in rounds["results"]] == [
        (str(game.pk), "confirmed", 1)
    ] * 3


def test_one_round_and_one_tableau_are_those_of_the_lists(bot, game):
    lay(bot, game, "tempura*2 pudding", seat=2)
    rounds = bot("get", f"games/{game.pk}/rounds/")["results"]
    assert [row["number"] for row in rounds] == [1, 2, 3]
    for row in rounds:
        assert bot("get", f"games/{game.pk}/rounds/{row['number']}/") == row
    tableaus = bot("get", f"games/{game.pk}/tableaus/")["results"]
    assert [(row["round"], row["seat"]) for row in tableaus] == [
        (number, seat) for number in (1, 2, 3) for seat in (1, 2, 3)
    ]
    for row in tableaus:
        address = f"games/{game.pk}/rounds/{row['round']}/tableaus/{row['seat']}/"
        assert bot("get", address) == row


def test_there_is_no_other_round_and_no_other_seat(bot, game):
    for address in (
        *("rounds/0/", "rounds/4/", "rounds/4/setup/", "rounds/4/versions/"),
        *("rounds/4/tableaus/1/", "rounds/1/tableaus/4/", "rounds/1/tableaus/0/"),
        "rounds/1/tableaus/4/history/",
    ):
        assert bot.faults("get", f"games/{game.pk}/{address}", None, 404) == [("", "not-found")]


@pytest.mark.parametrize("kind", ["", "setup__party", "setup__roll"])
def test_the_setup_card_says_what_to_deal(bot, kind):
    game = GameFactory(**({kind: True} if kind else {}))
    for number in (1, 2, 3):
        card = setup_for(table_of(game).setting, number)
        answer = bot("get", f"games/{game.pk}/rounds/{number}/setup/")
        for name in ("hands", "hand_size", "pile", "left_after_deal"):
            assert answer[name] == getattr(card, name), name
        assert (answer["round"], answer["direction"]) == (number, card.direction)
        assert answer["cards"] == dict(card.cards)
        assert bool(answer["belts"]) == (kind == "setup__roll")
        assert bool(answer["desserts"]) == (kind == "setup__party")
    if card.belts:
        assert answer["belts"]["dice"] == [
            {"types": list(types), "count": count} for types, count in card.belts.dice.items()
        ]


# ------------------------------------------------------------------ cards


def lay(bot: Bot, game: Game, cards: str, number: int = 1, seat: int = 1, **more: Any) -> Any:
    body = {"cards": cards, **more}
    return bot("put", f"games/{game.pk}/rounds/{number}/tableaus/{seat}/", body)


def first(bot: Bot, game: Game) -> Any:
    """What lies in front of the first seat."""
    return bot("get", f"games/{game.pk}/rounds/1/tableaus/1/")


def test_who_says_a_whole_tableau_has_said_what_lies_on_its_wasabi(bot, game):
    add(where(game), "squid-nigiri", "wasabi", "egg-nigiri")
    row = first(bot, game)
    assert (row["cards"], row["questions"]) == ("wasabi+egg-nigiri squid-nigiri", 1)
    row = lay(bot, game, row["cards"])
    assert (row["cards"], row["questions"]) == ("wasabi+egg-nigiri squid-nigiri", 0)
    version = version_of(game)
    assert lay(bot, game, row["cards"]) == row
    assert version_of(game) == version


def test_what_lies_in_front_of_a_seat_is_said_as_often_as_one_likes(bot, game):
    row = lay(bot, game, "squid-nigiri  tempura*2", is_ready=True)
    assert (row["round"], row["seat"], row["player"]) == (1, 1, "Ana")
    assert (row["cards"], row["is_ready"]) == ("squid-nigiri tempura*2", True)
    version = version_of(game)
    assert lay(bot, game, "squid-nigiri tempura*2", is_ready=True) == row
    assert version_of(game) == version
    assert lay(bot, game, "tempura*2")["is_ready"] is False
    assert first(bot, game)["cards"] == "tempura*2"


def test_a_phone_at_the_table_hears_of_the_cards(bot, game):
    before = version_of(game)
    lay(bot, game, "tempura*2 pudding")
    assert version_of(game) > before
    assert "tempura" in phone(PHONE).get(f"/g/{game.pk}/r/1/1/").content.decode()


def test_cards_that_have_changed_since_they_were_read_are_not_overwritten(bot, game):
    address = f"/api/v1/games/{game.pk}/rounds/1/tableaus/1/"
    etag = bot.client.get(address).headers["ETag"]
    assert bot.client.head(address).headers["ETag"] == etag
    add(where(game), "pudding")
    for condition, status in ((etag, 412), (bot.client.get(address).headers["ETag"], 200)):
        answer = bot.client.put(
            address,
            {"cards": "tempura*2"},
            content_type="application/json",
            headers={"If-Match": condition},
        )
        assert answer.status_code == status
    assert first(bot, game)["cards"] == "tempura*2"


# What is sent to an operation of a round, and what is wrong with it.
WRONG = [
    (
        "put",
        "rounds/1/tableaus/1/",
        {"cards": "tempra, puding"},
        400,
        [("cards, item 1", "unknown-face"), ("cards, item 2", "unknown-face")],
    ),
    (
        "put",
        "rounds/1/tableaus/1/",
        {"cards": 5, "is_ready": 1, "x": 1},
        400,
        [("cards", "wrong-type"), ("is_ready", "wrong-type"), ("x", "unknown-field")],
    ),
    ("put", "rounds/1/tableaus/1/", {"cards": "tempura*99"}, 409, [("", "too-many")]),
    ("put", "rounds/1/tableaus/4/", {"cards": ""}, 404, [("", "not-found")]),
    ("put", "rounds/4/tableaus/1/", {"cards": ""}, 404, [("", "not-found")]),
    (
        "post",
        "rounds/1/confirm/",
        {"version": "5", "sure": 1},
        400,
        [("version", "wrong-type"), ("sure", "wrong-type")],
    ),
    ("post", "rounds/1/confirm/", {}, 409, [("", "seats-empty")]),
    ("post", "rounds/2/confirm/", {}, 409, [("", "not-yet")]),
    ("post", "rounds/4/confirm/", {}, 404, [("", "not-found")]),
    ("post", "rounds/0/reopen/", {}, 404, [("", "not-found")]),
    ("post", "rounds/1/reopen/", {"reason": " "}, 400, [("reason", "missing")]),
    ("post", "rounds/1/reopen/", {"reason": "x" * 201}, 400, [("reason", "too-many-characters")]),
    ("post", "rounds/1/correct/", {}, 400, [("tableaus", "missing")]),
    (
        "post",
        "rounds/1/correct/",
        {"reason": "x", "tableaus": {"Zed": "tempra", "Ana": 5}},
        400,
        [
            ("tableaus.Zed, item 1", "unknown-face"),
            ("tableaus.Zed", "not-a-player"),
            ("tableaus.Ana", "wrong-type"),
        ],
    ),
    ("post", "rounds/1/late/", {"do": "later"}, 400, [("do", "no-such-choice")]),
]


def test_what_is_wrong_is_refused_and_changes_nothing(bot, game):
    version = version_of(game)
    for method, address, body, status, found in WRONG:
        faults = bot.faults(method, f"games/{game.pk}/{address}", body, status)
        assert (address, body, faults) == (address, body, found)
        assert version_of(game) == version, (address, body)


def test_a_decision_that_is_none_names_the_nearest(bot, game):
    (fault,) = bot("post", f"games/{game.pk}/rounds/1/late/", {"do": "set_aside"}, 400)["errors"]
    assert "set-aside" in fault["message"]


# ------------------------------------------------------------------ rounds


def test_a_round_is_confirmed_as_it_was_seen(bot, game):
    for seat in (1, 2, 3):
        lay(bot, game, "tempura*2", seat=seat)
    seen = bot("get", f"games/{game.pk}/")["version"]
    add(where(game, 1, 2), "pudding")
    confirm = f"games/{game.pk}/rounds/1/confirm/"
    assert bot.faults("post", confirm, {"version": seen}, 409) == [("", "changed-meanwhile")]
    row = bot("post", confirm, {"version": version_of(game)})
    assert (row["number"], row["state"], row["version"]) == (1, "confirmed", 1)
    assert row["players"]["Ben"]["total"] == 5
    assert bot("post", confirm, {}) == row


def test_who_is_not_ready_is_asked_about(bot, game):
    join(game.pk, OTHER_PHONE, 2)
    for seat in (1, 2, 3):
        lay(bot, game, "tempura*2", seat=seat)
    confirm = f"games/{game.pk}/rounds/1/confirm/"
    assert bot.faults("post", confirm, {}, 409) == [("", "not-ready")]
    assert bot("post", confirm, {"sure": True})["state"] == "confirmed"


def test_a_finished_game_is_corrected_and_the_standings_follow(bot):
    game = game_of(bot.game({"sheet": {**LIVE, "rounds": [{}, {}, {}]}, "sure": True}))
    correct = f"games/{game.pk}/rounds/2/correct/"
    body = {"reason": "it lay under the table", "tableaus": {"Ben": "tempura*2"}}
    assert bot("post", correct, body)["state"] == "open"
    assert not game.placings.exists()
    assert bot("get", f"games/{game.pk}/")["state"] == "playing"
    row = bot("post", f"games/{game.pk}/rounds/2/confirm/", {"sure": True})
    assert (row["version"], row["players"]["Ben"]["total"]) == (2, 5)
    answer = bot("get", f"games/{game.pk}/")
    assert [row["total"] for row in answer["placings"]] == [5, 0]
    assert bot("post", correct, body)["state"] == "confirmed"


def test_a_round_is_opened_again_with_a_reason(bot):
    game = game_of(bot.game({"sheet": GO}))
    reopen = f"games/{game.pk}/rounds/3/reopen/"
    stale = {"reason": "look", "version": 7}
    assert bot.faults("post", reopen, stale, 409) == [("version", "corrected-meanwhile")]
    assert bot("post", reopen, {"reason": "look", "version": 1})["state"] == "open"
    assert bot("post", reopen, {"reason": "look"})["state"] == "open"
    assert bot("post", reopen, {})["state"] == "open"
    lay(bot, game, "pudding", number=3)
    assert bot("post", f"games/{game.pk}/rounds/3/confirm/", {"sure": True})["version"] == 2


def test_taps_that_came_late_are_added_or_set_aside(bot, game):
    bot("post", f"games/{game.pk}/rounds/1/confirm/", {"sure": True})
    late = f"games/{game.pk}/rounds/1/late/"
    for do, state, cards in (("set-aside", "confirmed", ""), ("add", "open", "pudding")):
        add(where(game), "pudding")
        assert bot("post", late, {"do": do})["state"] == state
        assert first(bot, game)["cards"] == cards
