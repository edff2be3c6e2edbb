"""Everybody's cards of a round, to be held against the real table before it is confirmed."""

import pytest

from referee.play.services import joining
from tests.factories import GameFactory, add, claim, confirm, fill, where
from tests.play.views.plain_phone import PlainPhone, attribute, elements, rows, text_of

pytestmark = pytest.mark.django_db


def test_equal_cards_are_one_stack_and_a_nigiri_lies_with_its_wasabi(host):
    game = GameFactory()
    fill(game, [[["tempura", "wasabi", "tempura", "squid-nigiri", "tempura"], ["pudding"]]])
    host.open(f"/g/{game.pk}/r/1/cards/")
    assert rows(host) == [
        "Ana 5/10 5 of 10 cards squid nigiri on wasabi ×3 3 × tempura",
        "Ben 1/10 1 of 10 cards pudding",
    ]


def test_what_is_face_down_copied_and_claimed_is_told_apart(host):
    game = GameFactory(setup__party=True, setup__number=3, setup__menu="points-platter")
    add(where(game), "dumpling", "")
    add(where(game), "dumpling", copy=True)
    claim(game, 2, 11)
    first, second, third = rows(host.open(f"/g/{game.pk}/r/1/cards/"))
    assert "dumpling special order: dumpling face-down card" in first
    assert second.endswith("11 icons claimed")
    assert "Nothing lies here yet." in third


def test_it_is_one_tap_from_the_result_and_from_entry_and_leads_to_each_seat(host):
    game = GameFactory(setup__number=3)
    fill(game, [[["tempura"], ["pudding"], ["egg-nigiri"]]])
    host.open(f"/g/{game.pk}/r/1/").follow("All cards")
    assert host.heading == "Everybody’s cards round 1"
    table = next(elements(host.page, "table"))
    seats = [(text_of(link), attribute(link, "href")) for link in elements(table, "a")]
    assert seats == [
        (name, f"/g/{game.pk}/r/1/{place}/") for place, name in enumerate(("Ana", "Ben", "Cem"), 1)
    ]
    host.follow("Ben").follow("Everybody’s cards")
    assert host.url == f"/g/{game.pk}/r/1/cards/"
    host.follow("Result of round 1").press("Confirm").press("Confirm")
    assert host.open(f"/g/{game.pk}/r/1/").follow("All cards").url.endswith("/r/1/cards/")


def test_cards_entered_under_the_wrong_player_move_with_one_press(host):
    game = GameFactory(setup__number=3)
    fill(game, [[["tempura", "pudding"], ["egg-nigiri"]]])
    host.open(f"/g/{game.pk}/r/1/cards/")
    groups = [text_of(one) for one in elements(host.page, "div") if attribute(one, "role")]
    assert [one for one in groups if one.startswith("Entered")] == [
        "Entered for Ana, but these are: Cards of Ben Cards of Cem",
        "Entered for Ben, but these are: Cards of Ana Cards of Cem",
    ]
    host.press(do="swap:2")  # the last such button: Ana's
    assert host.url == f"/g/{game.pk}/r/1/2/"
    host.press("Undo").open(f"/g/{game.pk}/r/1/cards/")
    told = ["Ana 2/9 2 of 9 cards tempura pudding", "Ben 1/9 1 of 9 cards egg nigiri"]
    assert rows(host)[:2] == told


def test_who_may_not_enter_for_others_and_a_confirmed_round_are_offered_no_move(host):
    game = GameFactory(setup__roll=True)
    add(where(game), "tempura")
    joining.join(game.pk, "phone of Ben", 2)
    ben = PlainPhone("phone of Ben")
    address = f"/g/{game.pk}/r/1/cards/"
    assert "Dice entered under the wrong player" in host.open(address).text
    assert "wrong player" not in ben.open(address).text
    confirm(game, 1)
    assert "wrong player" not in host.open(address).text
