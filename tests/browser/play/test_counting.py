"""A host keeps a round by its points alone, on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.factories import PHONE, GameFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_kept_by_its_points_and_ends_with_the_puddings(
    phone_of: Callable[[str], Page],
) -> None:
    game = GameFactory(setup__number=3)
    host = phone_of(PHONE)
    for number in (1, 2, 3):
        host.goto(f"/g/{game.pk}/r/{number}/")
        host.get_by_text("What else", exact=True).tap()
        host.get_by_text("Only the points: we counted ourselves").tap()
        host.get_by_role("spinbutton", name="Ana").fill("12")
        host.get_by_role("spinbutton", name="Ben").fill("-9")
        host.get_by_role("spinbutton", name="Cem").fill("14")
        host.get_by_role("button", name=f"Confirm round {number} with these points").tap()
        fault = host.get_by_text("A round brings nobody fewer than 0 points.")
        expect(fault).to_be_visible()
        expect(host.get_by_role("spinbutton", name="Ana")).to_have_value("12")
        host.get_by_role("spinbutton", name="Ben").fill("9")
        host.get_by_role("button", name=f"Confirm round {number} with these points").tap()
        expect(host).to_have_url(re.compile(rf"/r/{number + 1}/" if number < 3 else "/tokens/$"))
    for puddings in host.get_by_label("Puddings").all():
        puddings.fill("2")
    host.get_by_role("button", name="Who has won?").tap()
    expect(host).to_have_url(re.compile(r"/result/$"))
    expect(host.get_by_text("were counted at the table")).to_be_visible()
