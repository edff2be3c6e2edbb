"""Games that cannot be started: each gets a clear answer, and the form keeps what was entered."""

import unicodedata
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.test.html import parse_html

from referee.models import Game
from tests.factories import OTHER_PHONE, GameFactory
from tests.play.views.plain_phone import attribute, elements, filled_in, text_of

pytestmark = pytest.mark.django_db

SUSHI_GO, PARTY, ROLL = "sushi-go", "sushi-go-party", "sushi-roll"
DUMMY = {"variants": "two-player-dummy"}
APPETIZERS = ("tofu", "eel", "tempura")


def own(*types: str) -> dict[str, Any]:
    """The boxes of a menu of one's own."""
    groups = {
        "own_roll": ("maki", "temaki", "uramaki"),
        "own_special": ("wasabi", "chopsticks", "spoon", "menu", "special-order", "tea"),
        "own_dessert": ("pudding", "fruit", "green-tea-ice-cream"),
    }
    boxes: dict[str, Any] = {"menu": "own"}
    for type_ in types:
        group = next((g for g, known in groups.items() if type_ in known), "own_appetizer")
        boxes.setdefault(group, []).append(type_)
    return boxes


def send(ruleset: str, names: list[str], **more: Any) -> Any:
    """The form as a browser sends it, with these names in its seats."""
    named = {f"player_{number}": name for number, name in enumerate(names, start=1)}
    menu = {"menu": "sushi-go"} if ruleset == PARTY else {}
    return Client().post(f"/new/{ruleset}/", {"game": str(uuid4()), **menu, **named, **more})


def refused(answer: Any, names: list[str]) -> str:
    """What the page says of a form that was not taken; the names must still stand in it."""
    assert answer.status_code == 400
    assert not Game.objects.exists()
    page = parse_html(answer.content.decode())
    assert "The game cannot start yet. What you entered is still here." in text_of(page)
    form, *_ = elements(page, "form")  # the foot has one of its own
    fields = filled_in(form)
    kept = [fields[name][0] for name in fields if name.startswith("player_")]
    assert kept[: len(names)] == [" ".join(name.split(" ")) for name in names]
    said = [e for e in elements(page, "p", "div") if attribute(e, "class") in ("error", "fault")]
    return " ".join(text_of(element) for element in said)


@pytest.mark.parametrize(
    ("ruleset", "number", "more", "told"),
    [
        (SUSHI_GO, 0, {}, "2–5 players can play this. You have entered 0."),
        (SUSHI_GO, 1, {}, "2–5 players can play this. You have entered 1."),
        (PARTY, 1, {}, "2–8 players can play this. You have entered 1."),
        (ROLL, 1, {}, "2–5 players can play this. You have entered 1."),
        (SUSHI_GO, 3, DUMMY, "2 players can play this. You have entered 3."),
        (PARTY, 7, {"menu": "party-sampler"}, "With 7 players the card “menu” stays in the box"),
        (PARTY, 8, {"menu": "points-platter"}, "With 8 players the card “special order” stays"),
        (PARTY, 2, {"menu": "master-menu"}, "With 2 players the card “spoon” stays in the box"),
        (PARTY, 2, own("maki", *APPETIZERS, "spoon", "tea", "fruit"), "the card “spoon” stays"),
    ],
    ids=str,
)
def test_a_number_of_players_that_cannot_play_this(ruleset, number, more, told):
    names = [f"P{n}" for n in range(number)]
    assert told in refused(send(ruleset, names, **more), names)


@pytest.mark.parametrize(("ruleset", "most"), [(SUSHI_GO, 5), (PARTY, 8), (ROLL, 5)])
def test_the_form_has_no_seat_for_more_players_than_can_play(ruleset, most):
    names = [f"P{n}" for n in range(9)]
    page = parse_html(Client().get(f"/new/{ruleset}/").content.decode())
    fields = [attribute(box, "name") or "" for box in elements(page, "input")]
    assert sum(name.startswith("player_") for name in fields) == most
    answer = send(ruleset, names)
    assert answer.status_code == 302
    assert Game.objects.get().seats.count() == most


def test_a_player_called_like_the_dummy():
    names = ["Ana", "dummy"]
    assert "dummy hand" in refused(send(SUSHI_GO, names, **DUMMY), names)


@pytest.mark.parametrize(
    "names",
    [
        ["Ana", "Ana"],
        ["Ana", " Ana "],
        ["Ana", "Ben", "\u2003Ben"],
        ["José", unicodedata.normalize("NFD", "José")],
        ["👩‍🍳", "👩‍🍳"],
    ],
    ids=ascii,
)
def test_two_players_of_one_name(names):
    answer = send(SUSHI_GO, names)
    assert answer.status_code == 400
    assert "two players are called" in answer.content.decode().lower()
    assert not Game.objects.exists()


@pytest.mark.parametrize("empty", ["", " ", "\t", "\u2003"], ids=ascii)
def test_an_empty_name_is_an_empty_seat(empty):
    assert send(SUSHI_GO, ["Ana", empty, "Ben"]).status_code == 302
    assert [seat.player.name for seat in Game.objects.get().seats.all()] == ["Ana", "Ben"]


def test_a_name_is_kept_in_one_form_however_it_was_typed():
    send(SUSHI_GO, [unicodedata.normalize("NFD", "José"), "Ben"])
    assert Game.objects.get().seats.first().player.name == "José"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("A" * 200, "at most 40 characters (it has 200)"),
        # Some letters are written with more characters in the one form that names are kept in.
        ("\N{HEBREW LETTER SHIN WITH SHIN DOT}" * 40, "at most 40 characters (it has 80)"),
        ("A\0na", "Null characters are not allowed"),
        ("A\x07na", "cannot be shown"),
        ("\x1b[31mAna", "cannot be shown"),
    ],
    ids=ascii,
)
def test_a_name_that_cannot_be(name, told):
    answer = send(SUSHI_GO, [name, "Ben"])
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("types", "said"),
    [
        ((), ["Roll: choose 1. You have chosen 0.", "Appetizer: choose 3."]),
        (
            ("maki", "temaki", *APPETIZERS, "tea", "wasabi", "fruit"),
            ["Roll: choose 1. You have chosen 2."],
        ),
        (
            ("maki", "tofu", "tea", "wasabi", "fruit"),
            ["Appetizer: choose 3. You have chosen 1."],
        ),
        (
            ("maki", *APPETIZERS, "tea", "fruit", "pudding"),
            ["Special: choose 2. You have", "Dessert: choose 1."],
        ),
    ],
    ids=str,
)
def test_a_menu_of_ones_own_of_a_wrong_shape(types, said):
    answer = send(PARTY, ["Ana", "Ben"], **own(*types))
    told = refused(answer, ["Ana", "Ben"])
    for sentence in said:
        assert sentence in told
    page = parse_html(answer.content.decode())
    form, *_ = elements(page, "form")  # the foot has one of its own
    kept = [v for name, values in filled_in(form).items() if "own_" in name for v in values]
    assert sorted(kept) == sorted(types)


def test_every_fault_is_told_at_once_each_at_its_place():
    names = ["Ana", "Ana", "C" * 41, "dan", "Dan", "Eve", "Fay"]
    boxes = own("maki", *APPETIZERS, "menu", "spoon", "tea", "fruit")
    answer = send(PARTY, names, **boxes)
    said = refused(answer, names)
    for told in (
        "wo players are called",
        "at most 40 characters (it has 41)",
        "“Dan” and “dan” differ in capitals alone.",
        "Special: choose 2. You have chosen 3.",
    ):
        assert told in said, told
    said = refused(send(PARTY, names, menu="dinner-for-two"), names)
    assert "With 7 players the card “menu” stays in the box." in said
    assert "at most 40 characters (it has 41)" in said


@pytest.mark.parametrize(
    ("ruleset", "more"),
    [
        (PARTY, {"menu": "all-you-can-eat"}),
        (PARTY, {"menu": ""}),
        (PARTY, {"menu": "own", "own_roll": ["<script>"]}),
        (SUSHI_GO, {"variants": "pay-to-win"}),
        (SUSHI_GO, {"game": "not-an-id"}),
    ],
    ids=str,
)
def test_a_choice_that_the_form_does_not_offer_is_answered_on_the_page(ruleset, more):
    said = refused(send(ruleset, ["Ana", "Ben"], **more), ["Ana", "Ben"])
    assert said.replace("The game cannot start yet. What you entered is still here.", "").strip()


def test_the_house_rules_and_variants_that_were_chosen_stand_in_the_form_again():
    answer = send(SUSHI_GO, ["Ana"], variants="soy-sauce-promo", **{"rule_zero-maki-scores": "on"})
    page = parse_html(answer.content.decode())
    form, *_ = elements(page, "form")  # the foot has one of its own
    fields = filled_in(form)
    assert fields["variants"] == ["soy-sauce-promo"]
    assert {name for name in fields if name.startswith("rule_")} == {"rule_zero-maki-scores"}
    folds = [attribute(fold, "open") for fold in elements(page, "details")]
    assert "" in folds


def test_the_form_sent_twice_starts_one_game():
    client, form = Client(), {"game": str(uuid4()), "player_1": "Ana", "player_2": "Ben"}
    first, second = (client.post("/new/sushi-go/", form) for _ in range(2))
    assert first.url == second.url == f"/g/{form['game']}/table/"
    assert Game.objects.count() == 1


def test_the_id_of_another_phones_game_starts_nothing():
    game = GameFactory(phone=OTHER_PHONE)
    form = {"game": str(game.pk), "player_1": "Eve", "player_2": "Fay"}
    assert Client().post("/new/sushi-go/", form).status_code == 404
    assert [seat.player.name for seat in Game.objects.get().seats.all()] == ["Ana", "Ben"]


def test_a_form_that_was_corrected_after_it_was_sent_is_another_game():
    """Somebody goes back, corrects a name, and starts again from the same page."""
    client, form = Client(), {"game": str(uuid4()), "player_1": "Ana", "player_2": "Bem"}
    client.post("/new/sushi-go/", form)
    for _ in range(2):
        answer = client.post("/new/sushi-go/", {**form, "player_2": "Ben"}, follow=True)
        assert "Ben" in answer.content.decode()
    assert Game.objects.count() == 2
