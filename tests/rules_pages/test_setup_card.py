"""The page of the setup card."""

import re

import pytest
from django.test.html import parse_html

from referee.models import Game
from tests.factories import NAMES, PHONE, GameFactory
from tests.play.views.plain_phone import elements, phone, text_of

pytestmark = pytest.mark.django_db


def asked(game: Game, number: int) -> str:
    return phone(PHONE).get(f"/g/{game.pk}/r/{number}/setup/").content.decode()


def lines(game: Game, number: int) -> list[str]:
    """Every thing to do, to take or to remember, as a page says it."""
    page = parse_html(asked(game, number))
    return [re.sub(r"\s+", " ", text_of(line)).strip() for line in elements(page, "label", "p")]


def test_a_party_of_six_is_told_what_to_take_and_how_many_desserts_to_add():
    game = GameFactory(setup__party=True, setup__menu="my-first-meal", setup__players=NAMES[:6])
    first = lines(game, 1)
    assert "Nigiri12" in "".join(first).replace(" ", "")
    assert any(line.startswith("Flip the maki tile") for line in first)
    assert any("Shuffle 7 green tea ice creams of that pile" in line for line in first)
    assert any("Deal everybody 8 cards" in line for line in first)
    assert any("13 cards are left over" in line for line in first)
    third = lines(game, 3)
    assert any("Shuffle 3 green tea ice creams of the dessert pile" in line for line in third)
    assert not any("Nigiri" in line for line in third)


def test_a_table_that_shuffles_cards_back_is_told_to_collect_them_before_the_next_round():
    rules = {"reshuffle-each-round": True}
    game = GameFactory(setup__players=NAMES[:3], setup__house_rules=rules)
    second = " ".join(lines(game, 2))
    assert "Keep your puddings in front of you." in second
    assert "Collect all other cards, those left over too." in second
    assert "out of the game" not in second
    plain_game = GameFactory(setup__players=NAMES[:3])
    assert "They are out of the game." in " ".join(lines(plain_game, 2))


@pytest.mark.parametrize(
    ("trait", "called"), [("dummy", "Enter the cards"), ("roll", "Enter the dice")]
)
def test_its_main_action_leads_to_the_first_tableau_of_the_round(trait, called):
    game = GameFactory(**{f"setup__{trait}": True})
    page = parse_html(asked(game, 2))
    actions = [a for a in elements(page, "a") if text_of(a).strip() == called]
    assert [dict(a.attributes)["href"] for a in actions] == [f"/g/{game.pk}/r/2/1/"]
