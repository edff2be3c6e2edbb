"""Numbers that programs dispute, what explains them, and what players say of confirmed rounds."""

from typing import Any
from uuid import uuid4

import pytest

from referee.club.services.players import make_anonymous
from referee.disputes.diagnosing import DiagnosisUnavailableError
from referee.models import Dispute, Game, KeptAnswer, Opinion
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, confirm, fill, where
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

WATCHER = "a watcher's"
ROUND = [["dumpling"] * 3 + ["maki-3"], ["maki-2", "pudding"], ["maki-1"]]
"""Ana 6 + 6, Ben 3, Cem 0."""
ANA = {"seat": 1, "part": "round-1", "type": "maki", "claimed": 3}


@pytest.fixture(autouse=True)
def game() -> Game:
    """A game of three whose first round is confirmed; Ben has a phone."""
    game = GameFactory(setup__number=3)
    fill(game, [ROUND])
    confirm(game, 1)
    join(game.pk, OTHER_PHONE, 2)
    return game


def ask(game: Game, method: str, address: str, body: Any = None, status: int = 200,
        who: str = PHONE, **headers: str) -> Any:  # fmt: skip
    sent = {} if body is None else {"data": body, "content_type": "application/json"}
    send = getattr(phone(who), method)
    answer = send(f"/api/v1/games/{game.pk}/{address}", **sent, headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def listed(game: Game, address: str, **more: Any) -> list[Any]:
    found = ask(game, "get", address, **more)
    assert (found["next"], found["previous"]) == (None, None)
    return list(found["results"])


def faults(game: Game, method: str, address: str, body: Any, status: int = 400, **more: Any) -> Any:
    found = ask(game, method, address, body, status, **more)["errors"]
    return [(one["path"], one["code"]) for one in found]


# ------------------------------------------------------------------ disputes


def test_a_dispute_is_made_listed_and_taken_back(game):
    made = ask(game, "post", "disputes/", ANA, 201, who=OTHER_PHONE)
    known = {"name": "Ana", "right": 6, "now": 6, "is_settled": False, "by": 2}
    assert made.items() >= {**ANA, **known}.items()
    assert listed(game, "disputes/") == [made]
    address = f"disputes/{made['id']}/"
    assert ask(game, "get", address).items() >= made.items()
    ask(game, "delete", address, status=204, who=OTHER_PHONE)
    assert listed(game, "disputes/") == []
    ask(game, "delete", address, status=404)


def test_a_program_asks_the_host_to_look(game):
    made = ask(game, "post", "disputes/", ANA, 201, who=OTHER_PHONE)
    assert made["asks_host"] is False
    address = f"disputes/{made['id']}/"
    # The host's own phone need not be asked.
    assert ask(game, "post", f"{address}show/")["asks_host"] is False
    for _twice in range(2):
        asked = ask(game, "post", f"{address}show/", who=OTHER_PHONE)
        assert asked == {**made, "asks_host": True}
    assert listed(game, "disputes/") == [asked]
    ask(game, "delete", address, status=204)
    ask(game, "post", f"{address}show/", status=404, who=OTHER_PHONE)


@pytest.mark.parametrize(
    ("what", "right"),
    [({"part": "game"}, 12), ({"part": "round-1"}, 12), ({"part": "round-1", "type": "maki"}, 6)],
)
def test_a_dispute_is_about_the_game_a_round_or_a_kind_of_card(game, what, right):
    made = ask(game, "post", "disputes/", {"seat": 1, "claimed": 50, **what}, 201)
    assert (made["right"], made["by"]) == (right, None)
    assert (made["part"], made["type"]) == (what["part"], what.get("type"))


@pytest.mark.parametrize(("claimed", "is_settled"), [(3, True), (4, False)])
def test_a_dispute_is_settled_by_a_correction_to_what_was_claimed(game, claimed, is_settled):
    made = ask(game, "post", "disputes/", {**ANA, "claimed": claimed}, 201)
    reopen_round(game.pk, 1, reason="a maki")
    add(where(game, 1, 2), "maki-2")
    confirm(game, 1)
    (corrected,) = listed(game, "disputes/")
    assert (corrected["now"], corrected["right"], corrected["is_settled"]) == (3, 6, is_settled)
    assert corrected["id"] == made["id"]
    reopen_round(game.pk, 1, reason="once more")
    (unclear,) = listed(game, "disputes/")
    assert (unclear["now"], unclear["is_settled"]) == (3, is_settled)


def test_the_referee_says_what_explains_it(game):
    made = ask(game, "post", "disputes/", {"seat": 1, "part": "round-1", "claimed": 9}, 201)
    explained = ask(game, "get", f"disputes/{made['id']}/")
    assert explained["mistakes"]
    assert {mistake["total"] for mistake in explained["mistakes"]} == {9}


def test_where_the_mistakes_cannot_be_worked_out_now_it_says_when_to_ask_again(game, monkeypatch):
    def busy(*_args: Any, **_more: Any) -> None:
        raise DiagnosisUnavailableError

    made = ask(game, "post", "disputes/", ANA, 201)
    monkeypatch.setattr("referee.disputes.pages.disputes.explanations", busy)
    answer = phone(PHONE).get(f"/api/v1/games/{game.pk}/disputes/{made['id']}/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_what_is_said_twice_is_one_dispute(game):
    once = {"Idempotency-Key": "one"}
    first = ask(game, "post", "disputes/", ANA, 201, **once)
    assert ask(game, "post", "disputes/", ANA, 201, **once) == first
    assert ask(game, "post", "disputes/", ANA, 201)["id"] == first["id"]
    assert Dispute.objects.count() == 1


def test_the_answer_that_is_kept_names_nobody_who_was_made_anonymous(game):
    once = {"Idempotency-Key": "one"}
    ana = game.seats.get(place=1).player
    assert ask(game, "post", "disputes/", ANA, 201, **once)["player"] == str(ana.pk)
    assert "Ana" in KeptAnswer.objects.get().body
    make_anonymous(game.night.club_id, ana.pk, lambda number: f"Player {number}")
    assert ask(game, "post", "disputes/", ANA, 201, **once) is None


# What is sent, and what is wrong with it: with what cannot be read, and what cannot be.
REFUSED = [
    ({}, 400, [("seat", "missing"), ("part", "missing"), ("claimed", "missing")]),
    (
        {"seat": "1", "part": "round-4", "type": "pizza", "claimed": 1000, "by": 2},
        400,
        [("seat", "wrong-type"), ("part", "no-such-choice"), ("type", "no-such-choice"),
         ("claimed", "out-of-range"), ("by", "unknown-field")],
    ),
    ({**ANA, "seat": 8}, 409, [("seat", "nobody-sits")]),
    ({**ANA, "part": "round-2"}, 409, [("part", "nothing-there")]),
    ({**ANA, "part": "end"}, 409, [("part", "nothing-there")]),
    ({**ANA, "part": "game"}, 409, [("part", "nothing-there")]),
    ({**ANA, "type": "uramaki"}, 409, [("part", "nothing-there")]),
    ({**ANA, "claimed": 6}, 409, [("claimed", "number-right")]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status", "found"), REFUSED)
def test_what_is_no_dispute_is_refused_with_every_reason(game, body, status, found):
    assert faults(game, "post", "disputes/", body, status) == found
    assert not Dispute.objects.exists()


def test_a_dispute_is_found_at_its_own_game_alone(game):
    made = ask(game, "post", "disputes/", ANA, 201)
    other = GameFactory()
    ask(other, "get", f"disputes/{made['id']}/", status=404)
    ask(other, "delete", f"disputes/{made['id']}/", status=404)


# ------------------------------------------------------------------ opinions and versions


def test_a_round_has_its_versions_with_what_changed_and_what_was_said(game):
    wrong = {"agrees": False, "words": "one  maki too few"}
    said = ask(game, "put", "rounds/1/opinions/2/", wrong, who=OTHER_PHONE)
    assert said == {"seat": 2, "player": "Ben", "agrees": False, "words": "one maki too few"}
    reopen_round(game.pk, 1, reason="a maki")
    add(where(game, 1, 2), "maki-1")
    confirm(game, 1)
    agrees = ask(game, "put", "rounds/1/opinions/1/", {"agrees": True, "version": 2})
    old, new = listed(game, "rounds/1/versions/", who=OTHER_PHONE)
    assert (old["opinions"], new["opinions"]) == ([said], [agrees])
    assert (old["version"], old["by"], old["reason"], old["changes"]) == (1, None, "", [])
    assert (new["version"], new["reason"]) == (2, "a maki")
    assert [(change["player"], change["cards"]) for change in new["changes"]] == [
        ("Ben", ["+ maki roll with 1 icon"])
    ]
    assert old["points"] == {"Ana": 12, "Ben": 3, "Cem": 0}
    assert new["points"] == {"Ana": 9, "Ben": 3, "Cem": 0}


def test_everybody_reads_who_did_what_to_the_cards_of_a_seat(game):
    (maki,) = add(where(game, 2, 2), "maki-1")
    ask(game, "post", "taps/", {"taps": [
        {"id": f"{uuid4()}", "round": 2, "seat": 2, "do": f"take:{maki}"},
        {"id": f"{uuid4()}", "round": 2, "seat": 2, "do": "undo:"},
    ]}, who=OTHER_PHONE)  # fmt: skip
    taps = listed(game, "rounds/2/tableaus/2/history/", who=OTHER_PHONE)
    assert taps[0]["id"] == str(maki)
    assert [tap["who"] for tap in taps] == ["the host’s phone", "Ben", "Ben"]
    assert [tap["is_undone"] for tap in taps] == [False, True, False]
    assert "maki" in taps[0]["what"]
    assert listed(game, "rounds/3/tableaus/1/history/") == []
    ask(game, "get", "rounds/2/tableaus/4/history/", status=404)


def test_a_round_that_was_never_confirmed_has_no_versions_and_no_opinions(game):
    assert listed(game, "rounds/2/versions/") == []
    wrong = faults(game, "put", "rounds/2/opinions/1/", {"agrees": True}, 409)
    assert wrong == [("", "not-confirmed")]
    ask(game, "get", "rounds/4/versions/", status=404)
    ask(game, "put", "rounds/4/opinions/1/", {"agrees": True}, 404)
    ask(game, "put", "rounds/1/opinions/4/", {"agrees": True}, 404)


@pytest.mark.parametrize(
    ("body", "status", "found"),
    [
        ({}, 400, [("agrees", "missing")]),
        ({"agrees": False}, 400, [("words", "missing")]),
        ({"agrees": False, "words": " "}, 400, [("words", "missing")]),
        ({"agrees": "no", "words": "x" * 201, "version": 0, "why": ""}, 400,
         [("agrees", "wrong-type"), ("words", "too-many-characters"),
          ("version", "out-of-range"), ("why", "unknown-field")]),
        ({"agrees": True, "version": 2}, 409, [("version", "corrected-meanwhile")]),
    ],
)  # fmt: skip
def test_an_opinion_that_cannot_be_is_refused(game, body, status, found):
    assert faults(game, "put", "rounds/1/opinions/1/", body, status) == found
    assert not Opinion.objects.exists()


# ------------------------------------------------------------------ the case file


def test_a_case_file_is_open_to_everybody_until_its_link_is_withdrawn(game):
    ask(game, "get", "case/", status=404)
    link = ask(game, "put", "case/")
    assert ask(game, "put", "case/") == ask(game, "get", "case/", who=OTHER_PHONE) == link
    path = f"/case/{link['link'].rpartition('/case/')[2]}"
    assert phone().get(path).status_code == 200
    ask(game, "put", "case/", status=403, who=OTHER_PHONE)
    ask(game, "delete", "case/", status=204)
    ask(game, "get", "case/", status=404)
    assert phone().get(path).status_code == 410
    assert ask(game, "put", "case/") != link
