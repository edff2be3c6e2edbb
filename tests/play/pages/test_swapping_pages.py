"""Cards entered under the wrong player, and a tableau to be cleared, without JavaScript."""

import pytest

from referee.models import Game
from referee.play.services import joining
from referee.rules.notation import tableau_text
from tests.factories import PHONE, GameFactory, add, confirm, fill, table_of, where
from tests.play.views.plain_phone import PlainPhone

pytestmark = pytest.mark.django_db

BEN = "phone of Ben"


def lying(game: Game) -> list[str]:
    """What lies on the tableaus of the first round."""
    return [tableau_text(seat.tableau) for seat in table_of(game).rounds[0].seats]


def offered(plain: PlainPhone) -> list[str]:
    """What can be moved or cleared on the page, by its buttons."""
    values = [dict(button.attributes).get("value") or "" for _form, button in plain.buttons()]
    found = [value for value in values if value.startswith(("swap:", "clear:"))]
    return [":".join(value.split(":")[:2]) for value in found]


def test_of_two_players_one_press_moves_the_cards_and_undo_brings_them_back():
    game, host = GameFactory(), PlainPhone(PHONE)
    add(where(game), "tempura", "tempura")
    host.open(f"/g/{game.pk}/r/1/1/").press("These are Ben’s cards")
    assert host.url == f"/g/{game.pk}/r/1/2/"
    assert lying(game) == ["", "tempura*2"]
    assert "moved here from" in host.text
    host.open(f"/g/{game.pk}/r/1/1/").press("Undo")  # also where they lay
    assert lying(game) == ["tempura*2", ""]


def test_of_more_players_one_says_whose_they_are():
    game, host = GameFactory(setup__number=3), PlainPhone(PHONE)
    fill(game, [[["tempura"], [], ["pudding"]]])
    host.open(f"/g/{game.pk}/r/1/1/")
    assert "These are somebody else’s cards" in host.text
    assert offered(host) == ["swap:2", "swap:3", "clear:"]
    host.press("Cards of Cem")
    assert host.url == f"/g/{game.pk}/r/1/3/"
    assert lying(game) == ["pudding", "", "tempura"]


def test_a_tableau_is_cleared_and_undo_stays_at_hand():
    game, host = GameFactory(), PlainPhone(PHONE)
    add(where(game), "wasabi", "squid-nigiri", "tempura")
    host.open(f"/g/{game.pk}/r/1/1/").press("Take everything away")
    assert lying(game) == ["", ""]
    assert offered(host) == []
    host.press("Undo")
    assert lying(game) == ["wasabi+squid-nigiri tempura", ""]
    history = host.follow("Who did what").text
    cards = "wasabi, squid nigiri, tempura"
    assert f"took away {cards} undone" in history
    assert f"undid a tap on {cards}" in history


def test_dice_are_called_dice():
    game, host = GameFactory(setup__roll=True), PlainPhone(PHONE)
    add(where(game), "tempura")
    assert "These are Ben’s dice" in host.open(f"/g/{game.pk}/r/1/1/").text


def test_a_phone_with_one_seat_cannot_move_cards_to_anothers():
    game = GameFactory()
    add(where(game), "tempura")
    add(where(game, 1, 2), "pudding")
    joining.join(game.pk, BEN, 2)
    ben = PlainPhone(BEN).open(f"/g/{game.pk}/r/1/1/")
    assert offered(ben) == []
    ben.open(f"/g/{game.pk}/r/1/2/")
    assert offered(ben) == ["clear:"]
    joining.let_anyone_enter(game.pk, anyone=True)
    ben.open(f"/g/{game.pk}/r/1/2/")
    assert offered(ben) == ["swap:1", "clear:"]
    # That page is older than the right which it lost.
    joining.let_anyone_enter(game.pk, anyone=False)
    ben.press(do="swap:1")
    assert ben.response.status_code == 409
    assert "Another player enters these." in ben.text


def test_nothing_is_offered_where_nothing_lies_or_the_round_is_confirmed():
    game, host = GameFactory(), PlainPhone(PHONE)
    assert offered(host.open(f"/g/{game.pk}/r/1/1/")) == []
    add(where(game), "tempura")
    assert offered(host.open(f"/g/{game.pk}/r/1/1/")) == ["swap:2", "clear:"]
    confirm(game, 1)
    host.press(do="swap:2")  # of a page from before
    assert host.response.status_code == 409
    assert offered(host.open(f"/g/{game.pk}/r/1/1/")) == []
    host.open(f"/g/{game.pk}/r/1/")
    assert "swap everything with another player" in host.text
