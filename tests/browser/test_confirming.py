"""Confirming a round in a real browser: in a hurry, with empty seats, and with Back."""

import re

import pytest
from playwright.sync_api import Page, expect

from referee.models import RoundScore

from .driver import Person

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}


@pytest.fixture
def at_the_result(phone: Page) -> Page:
    """A phone on the result of a round for which Ana and Ben have entered a card each."""
    Person(phone).start(GAME)
    for place in (1, 2):
        Person(phone).open_seat(1, place)
        phone.locator("#add-tempura").tap()
        expect(phone.locator(".strip .card")).to_have_count(1)
    to_the_result(phone)
    return phone


def to_the_result(phone: Page) -> None:
    phone.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Round 1")


def test_a_double_tap_on_confirm_confirms_once_and_leads_on(at_the_result: Page) -> None:
    at_the_result.get_by_role("button", name=re.compile("^Confirm")).dblclick(no_wait_after=True)
    expect(at_the_result).to_have_url(re.compile(r".*/r/2/1/$"))
    expect(at_the_result.locator(".plate.eaten")).to_have_count(1)
    assert RoundScore.objects.count() == 2


def test_back_after_confirm_does_not_offer_to_confirm_again(at_the_result: Page) -> None:
    at_the_result.get_by_role("button", name=re.compile("^Confirm")).tap()
    expect(at_the_result).to_have_url(re.compile(r".*/r/2/1/$"))
    at_the_result.go_back()
    expect(at_the_result.get_by_role("heading", level=1)).to_have_text("Round 1 confirmed")
    expect(at_the_result.get_by_role("button", name=re.compile("^Confirm"))).to_have_count(0)


def test_a_double_tap_does_not_answer_the_question_about_empty_seats(phone: Page) -> None:
    """The answer's button is not where Confirm was: what lies there is no way past the question."""
    Person(phone).start(GAME)
    phone.locator("#add-tempura").tap()
    expect(phone.locator(".strip .card")).to_have_count(1)
    to_the_result(phone)
    button = phone.get_by_role("button", name="Confirm all the same")
    confirm = button.bounding_box()
    assert confirm
    button.tap()
    expect(phone.get_by_text("has no cards yet. Confirm all the same?")).to_be_visible()
    sure = button.bounding_box()
    assert sure
    assert sure["y"] + sure["height"] < confirm["y"]
    assert not RoundScore.objects.exists()
    button.tap()
    expect(phone.locator(".plate.eaten")).to_have_count(1)


@pytest.mark.parametrize("width", [320, 390])
def test_the_question_fits_a_small_phone(open_phone, width: int) -> None:
    phone = open_phone(viewport={"width": width, "height": 640})
    Person(phone).start({**GAME, "players": ["Bartholomew the Third of Nigiri", "Maximiliane-Jo"]})
    to_the_result(phone)
    phone.get_by_role("button", name="Confirm all the same").tap()
    expect(phone.get_by_text("have no cards yet. Confirm all the same?")).to_be_visible()
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= width
