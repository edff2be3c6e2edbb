"""Taps from a phone's outbox over the network: by whom, in what shape, and what is answered."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from referee.api import schema, taps
from referee.models import Game, Guest, LateTap, Tap
from referee.play.services.joining import free_seat, join, let_anyone_enter, send_away
from referee.play.services.taps import MAX_TAPS
from tests.api.openapi import described
from tests.factories import PHONE, GameFactory, confirm, table_of, version_of
from tests.plain_words import plain
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER = "phone of Ben", "phone of Cem", "phone of a watcher"


@pytest.fixture
def game() -> Game:
    """A game of three, two of whom sit at it with phones of their own, and one who watches."""
    game = GameFactory(setup__number=3)
    join(game.pk, BEN, 2)
    join(game.pk, CEM, 3)
    join(game.pk, WATCHER, None)
    return game


def tap(do: str = "add:tempura", seat: int = 2, number: int = 1, **more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "round": number, "seat": seat, "do": do, **more}


def url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/taps/"


def send(game: Game, name: str, *taps: Any, **more: Any) -> Any:
    return phone(name).post(url(game), {"taps": taps}, content_type="application/json", **more)


def faces(game: Game, seat: int = 2) -> list[str]:
    return [entry.face for entry in table_of(game).rounds[0].seats[seat - 1].entries]


def errors(answer: Any) -> list[tuple[str, str]]:
    document = answer.json()
    Draft202012Validator(schema.PROBLEM).validate(document)
    return [(error["path"], error["message"]) for error in document["errors"]]


def codes(answer: Any) -> list[tuple[str, str]]:
    return [(error["path"], error["code"]) for error in answer.json()["errors"]]


# ------------------------------------------------------------- what is answered


@pytest.mark.parametrize(
    ("do", "is_drawn"),
    [
        ("add:tempura", False),
        ("take:{card}", False),
        ("flip:{card}", True),
        ("undo:", True),
        ("ready:", True),
        ("add:tempra", True),
    ],
)
def test_while_many_tap_the_board_is_left_out_where_the_page_shows_the_tap_by_itself(
    game, monkeypatch, do, is_drawn
):
    first = tap()
    send(game, BEN, first)
    asked = {
        "taps": [tap(do.format(card=first["id"]))],
        "unsaid": [],
        "board": {"round": 1, "seat": 2, "heard": 0},
    }
    monkeypatch.setattr(taps, "MANY", -1)
    answer = phone(BEN).post(url(game), asked, content_type="application/json").json()
    described("Receipt").validate(answer)
    assert ('id="board"' in answer["board"]) is is_drawn
    assert answer["board"] or answer["told"]
    assert answer["version"] == version_of(game)


def test_every_tap_of_a_batch_is_answered_by_its_id(game):
    confirm(game, 1)
    taken, late, refused = tap(number=2), tap(), tap("add:tempra")
    answer = send(game, BEN, taken, late, refused)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == {
        "version": version_of(game),
        "taken": [taken["id"]],
        "late": [late["id"]],
        "refused": [
            {
                "id": refused["id"],
                "code": "no-such-card",
                "message": "There is no “tempra”. Nothing was changed.",
            }
        ],
    }
    described("Receipt").validate(answer.json())


def test_taps_are_stored_with_their_phone_and_its_seat(game):
    send(game, BEN, tap())
    send(game, PHONE, tap())
    assert list(Tap.objects.values_list("phone", "by__place")) == [(BEN, 2), (PHONE, None)]


def test_a_request_that_is_sent_again_gets_the_same_answer_and_counts_once(game):
    batch = [tap(), tap("add:sashimi"), tap("undo:")]
    first = send(game, BEN, *batch).json()
    assert [send(game, BEN, *batch).json() for _ in range(2)] == [first, first]
    assert faces(game) == ["tempura"]
    assert first["version"] == version_of(game)


def test_a_known_tap_is_acknowledged_whatever_became_of_its_round(game):
    sent = tap()
    send(game, BEN, sent)
    confirm(game, 1)
    assert send(game, BEN, sent).json()["taken"] == [sent["id"]]
    assert not LateTap.objects.exists()


def test_no_cookie_is_set(game):
    assert not send(game, BEN, tap()).cookies


@pytest.mark.parametrize(
    "code", ["no-such-card", "not-understood", "no-uramaki", "no-such-tableau", "id-used"]
)
def test_a_refusal_says_why_in_words(game, code):
    known = tap("add:sashimi", seat=1)
    send(game, PHONE, known)
    asked = {
        "no-such-card": tap("add:tempra"),
        "not-understood": tap("eat:tempura"),
        "no-uramaki": tap("claim:10"),
        "no-such-tableau": tap(seat=9),
        "id-used": tap(id=known["id"]),
    }[code]
    answer = send(game, PHONE, asked).json()
    described("Receipt").validate(answer)
    (refused,) = answer["refused"]
    assert (refused["id"], refused["code"]) == (asked["id"], code)
    assert refused["message"].endswith(".")
    assert faces(game) == []


# ------------------------------------------------------------- by whom


@pytest.mark.parametrize(
    ("name", "seat", "anyone", "is_taken"),
    [
        (PHONE, 2, False, True),
        (BEN, 2, False, True),
        (BEN, 3, False, False),
        (BEN, 1, False, False),
        (BEN, 3, True, True),
        (WATCHER, 2, False, False),
        (WATCHER, 2, True, False),
    ],
)
def test_a_tap_is_taken_from_who_may_enter_and_refused_to_who_may_not(
    game, name, seat, anyone, is_taken
):
    let_anyone_enter(game.pk, anyone=anyone)
    before, sent = version_of(game), tap(seat=seat)
    answer = send(game, name, sent)
    assert answer.status_code == 200
    if is_taken:
        assert answer.json()["taken"] == [sent["id"]]
        assert faces(game, seat) == ["tempura"]
    else:
        assert [refused["code"] for refused in answer.json()["refused"]] == ["not-yours"]
        assert (faces(game, seat), version_of(game)) == ([], before)


def test_who_may_no_longer_enter_for_others_is_refused_after_taps_that_were_taken(game):
    let_anyone_enter(game.pk, anyone=True)
    assert send(game, BEN, tap(seat=3)).json()["taken"]
    let_anyone_enter(game.pk, anyone=False)
    (refused,) = send(game, BEN, tap(seat=3)).json()["refused"]
    assert refused["code"] == "not-yours"


def test_the_id_of_anothers_tap_opens_no_seat(game):
    sent = tap(seat=3)
    send(game, CEM, sent)
    (refused,) = send(game, BEN, sent).json()["refused"]
    assert refused["code"] == "not-yours"


def test_a_foreign_tap_among_own_ones_is_refused_alone(game):
    own, foreign = tap(seat=2), tap(seat=3)
    answer = send(game, BEN, foreign, own).json()
    assert answer["taken"] == [own["id"]]
    assert [refused["id"] for refused in answer["refused"]] == [foreign["id"]]


@pytest.mark.parametrize("who", ["", "phone of nobody", "sent away"])
def test_for_who_is_not_at_the_table_there_is_no_game(game, who):
    if who == "sent away":
        send_away(game.pk, Guest.objects.get(phone=BEN).pk)
        who = BEN
    before = version_of(game)
    for batch in ([tap()], [tap(do="eat")], [{"id": 1}], [tap()] * (MAX_TAPS + 1)):
        answer = send(game, who, *batch)
        assert answer.status_code == 404
        assert [place for place, _ in errors(answer)] == [""]
    assert (faces(game), version_of(game)) == ([], before)


def test_a_game_that_is_none_is_answered_as_one_of_others(game):
    there = phone("phone of nobody").post(url(game), "{}", content_type="application/json")
    none = phone(PHONE).post(url(Game(pk=uuid4())), "{}", content_type="application/json")
    assert there.status_code == none.status_code == 404
    assert there.content == none.content


def test_who_lost_the_seat_enters_nothing_more(game):
    free_seat(game.pk, 2)
    (refused,) = send(game, BEN, tap()).json()["refused"]
    assert refused["code"] == "not-yours"
    assert faces(game) == []


# ------------------------------------------------------------- in what shape

ID = str(UUID(int=1))


def test_every_fault_is_named_at_once_with_its_place(game):
    answer = send(
        game,
        BEN,
        tap(),
        {"id": "one", "round": 4, "seat": 0, "do": "x" * 81},
        {},
        tap(do=None, number=None),
        7,
    )
    assert answer.status_code == 400
    assert [place for place, _ in errors(answer)] == [
        *(f"taps[1].{name}" for name in ("id", "round", "seat", "do")),
        *(f"taps[2].{name}" for name in ("id", "round", "seat", "do")),
        *("taps[3].round", "taps[3].do"),
        "taps[4]",
    ]
    assert not Tap.objects.exists()


def test_so_many_taps_are_taken_at_a_time_and_no_more(game):
    eaten = [tap("eat:tempura") for _ in range(MAX_TAPS)]
    assert len(send(game, PHONE, *eaten).json()["refused"]) == MAX_TAPS
    answer = send(game, PHONE, *[tap() for _ in range(MAX_TAPS + 1)])
    said = f"You can enter at most {MAX_TAPS} taps at a time. Nothing was entered."
    assert (answer.status_code, errors(answer)) == (413, [("", said)])
    assert not Tap.objects.exists()


# ------------------------------------------------------------- from other sites


def test_another_site_that_asks_first_is_not_let_in(game):
    asks = {
        "Origin": "http://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    for client in (phone(BEN), Client()):
        answer = client.options(url(game), headers=asks)
        assert "Access-Control-Allow-Origin" not in answer.headers


# ------------------------------------------------------------- what is read aloud


def told(game: Game, name: str, *taps: Any, unsaid: Any = ()) -> Any:
    body = {"taps": taps, "unsaid": [one["id"] for one in unsaid]}
    answer = phone(name).post(url(game), body, content_type="application/json").json()
    described("Receipt").validate(answer)
    return answer["told"]


def test_who_asks_is_told_what_the_taps_have_done(game):
    first, second = tap(), tap()
    assert told(game, BEN, first) == "tempura, 0 points; 1 of 9 cards"
    assert told(game, BEN, second, unsaid=[first]) == "2 tempura, 5 points; 2 of 9 cards"
    assert told(game, BEN, tap("undo:")) == "Undone. Tempura taken away; 1 of 9 cards"
    assert told(game, BEN, tap(f"take:{first['id']}")) == "tempura taken away; 0 of 9 cards"
    assert told(game, BEN, tap("undo:")) == "Undone. Tempura, 0 points; 1 of 9 cards"
    assert told(game, BEN, done := tap("add:tofu"), tap("undo:")) == (
        "Nothing has changed; 1 of 9 cards"
    )
    assert told(game, BEN, done) == "Nothing has changed; 1 of 9 cards"


def test_an_answer_that_is_undone_is_told_as_that_also_where_all_lies_as_before(game):
    send(game, BEN, tap("add:wasabi"), tap("add:salmon-nigiri"))
    nigiri, wasabi = sorted(table_of(game).rounds[0].seats[1].entries, key=lambda entry: entry.face)
    answer = tap(f"on:{wasabi.pk}:{nigiri.pk}")
    assert told(game, BEN, answer) == "salmon nigiri on wasabi; 2 of 9 cards"
    undone = "Undone. Answer on the wasabi taken back; 2 of 9 cards"
    assert told(game, BEN, tap("undo:")) == undone


def test_what_another_phone_has_said_of_a_wasabi_since_is_not_told_of_ones_own_tap(game):
    own, wasabi = tap("add:tofu"), tap("add:wasabi")
    send(game, BEN, own, tap("add:salmon-nigiri"), wasabi)
    nigiri = table_of(game).rounds[0].seats[1].entries[1]
    moved = tap(f"on:{wasabi['id']}:{nigiri.pk}")
    assert told(game, BEN, moved) == "salmon nigiri on wasabi, 6 points; 3 of 9 cards"
    send(game, PHONE, tap(f"bare:{wasabi['id']}"))
    assert told(game, BEN, moved) == "Nothing has changed; 3 of 9 cards"


def test_nobody_is_told_of_taps_that_are_not_their_own(game):
    theirs = tap(seat=3)
    send(game, CEM, theirs)
    assert told(game, BEN, tap("add:tempra"), unsaid=[theirs]) == ""
    assert told(game, BEN, tap("add:wasabi"), unsaid=[theirs]) == "wasabi; 1 of 9 cards"


def test_taps_on_several_tableaus_are_told_with_their_names(game):
    words = told(game, PHONE, tap("add:pudding", seat=2), tap("add:wasabi", seat=3))
    assert plain(words) == "Ben: pudding; 1 of 9 cards. Cem: wasabi; 1 of 9 cards."


# ------------------------------------------------------------- as it is described


UNREADABLE = [
    # What is sent besides a good tap or instead of it, and the faults.
    ({"unsaid": None}, [("unsaid", "wrong-type")]),
    ({"unsaid": {}}, [("unsaid", "wrong-type")]),
    ({"unsaid": [None]}, [("unsaid[0]", "wrong-type")]),
    ({"unsaid": ["1"]}, [("unsaid[0]", "not-a-uuid")]),
    ({"unsaid": [ID] * 201}, [("unsaid", "out-of-range")]),
    ({"board": None}, [("board", "wrong-type")]),
    ({"board": {"round": 1, "seat": 2}}, [("board.heard", "missing")]),
    ({"taps": None}, [("taps", "wrong-type")]),
    ({"taps": {}}, [("taps", "wrong-type")]),
    ({"taps": []}, [("taps", "out-of-range")]),
    ({"tapps": []}, [("tapps", "unknown-field")]),
    ({"taps": [None]}, [("taps[0]", "wrong-type")]),
]
FIELDS = [
    ("id", None, "wrong-type"),
    ("id", 1, "wrong-type"),
    ("id", ID.replace("-", ""), "not-a-uuid"),
    ("id", f"{ID}\n", "not-a-uuid"),
    ("round", None, "wrong-type"),
    ("round", "1", "wrong-type"),
    ("round", True, "wrong-type"),
    ("round", 1.5, "wrong-type"),
    ("round", 4, "out-of-range"),
    ("round", 0, "out-of-range"),
    ("seat", 0, "out-of-range"),
    ("seat", 10, "out-of-range"),
    ("seat", 10**30, "too-large"),
    ("do", None, "wrong-type"),
    ("do", 7, "wrong-type"),
    ("do", "", "not-an-action"),
    ("do", "x" * 81, "not-an-action"),
    ("do", "add:\0", "not-an-action"),
    ("do", "undo:\n", "not-an-action"),
    ("card", "tofu", "unknown-field"),
]


def test_what_the_description_refuses_is_refused_with_its_place(game):
    for change, faults in (
        *UNREADABLE,
        *(({"taps": [{name: value}]}, [(f"taps[0].{name}", m)]) for name, value, m in FIELDS),
    ):
        body = {"taps": [tap()], **change}
        if isinstance(change.get("taps"), list):
            body["taps"] = [{**tap(), **one} if one else one for one in change["taps"]]
        assert not described("TapsRequest").is_valid(body), change
        answer = phone(BEN).post(url(game), body, content_type="application/json")
        assert answer.status_code == 400, change
        assert codes(answer) == faults, change
        assert not Tap.objects.exists(), change


def test_what_is_wrong_is_said_in_words(game):
    for body, words in (
        (
            {"tapps": []},
            ['there is no field "tapps"; did you mean "taps"?', "This field is required."],
        ),
        ({"taps": []}, ["must be 1-200, not 0"]),
        ({"taps": [tap(do="")]}, ['"" is not a text like add:maki-3 of at most 80 characters']),
    ):
        answer = phone(BEN).post(url(game), body, content_type="application/json")
        assert sorted(message for _path, message in errors(answer)) == sorted(words)


def test_a_round_and_a_seat_may_be_written_as_1_0(game):
    body = {"taps": [{**tap(), "round": 1.0, "seat": 2.0}]}
    assert described("TapsRequest").is_valid(body)
    answer = phone(BEN).post(url(game), body, content_type="application/json")
    assert answer.json()["taken"] == [body["taps"][0]["id"]]


def test_of_very_many_faults_a_hundred_are_listed(game):
    found = errors(send(game, BEN, *[{}] * MAX_TAPS))
    assert len(found) == 101
    assert found[-1] == ("", "and 700 more")


# ------------------------------------------------------------- from where


def test_taps_are_taken_from_sushiscores_own_pages_alone(game):
    taken = 0
    for headers, status in (
        ({"Origin": "http://testserver"}, 200),
        ({"Origin": "https://testserver"}, 403),
        ({"Origin": "http://testserver:8001"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({}, 200),
    ):
        answer = send(game, BEN, tap(), headers=headers)
        assert answer.status_code == status, headers
        taken += status == 200
        assert faces(game) == ["tempura"] * taken, headers
        if status == 403:
            assert errors(answer) == [("", "Changes are taken from SushiScore’s own pages alone.")]


def test_over_https_a_referer_will_do_and_nothing_will_not(game):
    for headers, status in (
        ({"Origin": "https://testserver"}, 200),
        ({"Origin": "http://testserver"}, 403),
        ({"Referer": "https://testserver/g/1/"}, 200),
        ({"Referer": "https://testserver.evil.example/"}, 403),
        ({"Referer": "http://[broken"}, 403),
        ({}, 403),
    ):
        answer = send(game, BEN, tap(), headers=headers, secure=True)
        assert answer.status_code == status, headers


def test_behind_a_proxy_that_ends_tls_the_origin_is_https(game, settings):
    settings.HTTPS = True
    origin = {"Origin": "https://testserver"}
    assert send(game, BEN, tap(), headers=origin).status_code == 200
