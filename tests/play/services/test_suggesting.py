"""Which menu to play next."""

import datetime
from random import Random
from uuid import UUID

import pytest
from django.utils import timezone

from referee.models import Club, Game, GameNight
from referee.play.services.confirming import reopen_round
from referee.play.services.suggesting import (
    favourite_menu,
    menus_of_month,
    suggested_menus,
    unplayed_menu,
)
from referee.rules import CARD_TYPES, NAMED_MENUS
from referee.rules.menus import MENU_SHAPE, named_menu, own_menu, random_menu, shape_faults
from tests import factories
from tests.factories import OTHER_PHONE, PHONE, GameFactory

pytestmark = pytest.mark.django_db

OWN = ["maki", "tempura", "eel", "tofu", "chopsticks", "tea", "fruit"]
TODAY = datetime.date(2026, 11, 21)


def played(menu: str | list[str], number: int = 3, phone: str = PHONE, **date: int) -> Game:
    """A finished game with a menu, today or on another date."""
    on = TODAY.replace(**date)
    at = datetime.datetime.combine(on, datetime.time(18), datetime.UTC)
    at += datetime.timedelta(minutes=Game.objects.count() + 1)
    party = {"ruleset": "sushi-go-party", "menu": menu}
    return factories.played(*[""] * number, phone=phone, at=at, date=on, **party)


def club() -> UUID:
    return Club.objects.get(phones__phone=PHONE).pk


# ------------------------------------------------------------- drawn at random


@pytest.mark.parametrize("players", range(2, 9))
def test_a_random_menu_is_legal_for_its_number_of_players_and_any_card_may_come(players):
    rng = Random(players)
    menus = [random_menu(players, rng) for _ in range(300)]
    for menu in menus:
        assert not shape_faults(menu.types)
        assert not menu.unfit_types(players)
    fit = {
        card.slug
        for card in CARD_TYPES.values()
        if card.category in MENU_SHAPE and card.players[0] <= players <= card.players[1]
    }
    assert {type_ for menu in menus for type_ in menu.types} == fit


class FirstOnes(Random):
    """Draws what stands first in the catalogue."""

    def sample(self, population, k, *, counts=None):
        return population[:k]


def test_a_random_menu_that_is_a_named_one_is_called_so():
    assert random_menu(4, FirstOnes()) == named_menu("sushi-go")


# ------------------------------------------------------------- not played this month


def test_menus_of_the_month_are_those_of_its_games_begun_and_finished():
    played("sushi-go")
    played(OWN, day=1)
    played("master-menu", month=10, day=31)
    played("big-banquet", year=2025)
    played("points-platter", phone=OTHER_PHONE)
    GameFactory(setup__party=True, setup__menu="party-sampler", setup__number=3)
    GameNight.objects.filter(date=timezone.localdate()).update(date=TODAY.replace(day=20))
    GameFactory(setup__number=3)
    assert menus_of_month(club(), TODAY) == {"sushi-go", "party-sampler", " ".join(OWN)}
    assert menus_of_month(None, TODAY) == set()


@pytest.mark.parametrize("players", range(2, 9))
def test_a_named_menu_that_fits_and_was_not_played_comes_first(players):
    rng = Random(players)
    fit = {name for name in NAMED_MENUS if not named_menu(name).unfit_types(players)}
    left = sorted(fit)
    while left:
        out = fit - set(left)
        found = {unplayed_menu(out, players, rng).name for _ in range(60)}
        assert found == set(left)
        left.pop()
    own = unplayed_menu(fit, players, rng)
    assert own.name not in fit
    assert not own.unfit_types(players)


# ------------------------------------------------------------- the favourite


def test_the_favourite_is_the_menu_of_the_most_finished_games():
    for menu in ("sushi-go", OWN, OWN, "points-platter", OWN, "points-platter"):
        played(menu)
    GameFactory(setup__party=True, setup__menu="sushi-go", setup__number=3)
    for _ in range(4):
        played("party-sampler", phone=OTHER_PHONE)
    assert favourite_menu(club(), 3) == own_menu(OWN)
    assert favourite_menu(None, 3) is None


def test_of_equal_favourites_it_is_the_one_that_was_played_last():
    played("sushi-go", day=3)
    played(OWN, day=1)
    assert favourite_menu(club(), 3) == named_menu("sushi-go")
    played("sushi-go", day=2)
    played(OWN, day=4)
    assert favourite_menu(club(), 3) == own_menu(OWN)
    played("sushi-go", day=5)
    played(OWN, day=4)
    assert favourite_menu(club(), 3) == named_menu("sushi-go")


def test_a_favourite_that_does_not_fit_the_number_of_players_is_none():
    for _ in range(3):
        played("dinner-for-two", 2)
    assert favourite_menu(club(), 7) is None
    played("sushi-go")
    assert favourite_menu(club(), 7) == named_menu("sushi-go")
    assert favourite_menu(club(), 2) == named_menu("dinner-for-two")


def test_a_game_that_is_opened_again_is_no_longer_counted():
    played("sushi-go")
    reopen_round(played("points-platter").pk, 1, reason="a card was missed")
    assert favourite_menu(club(), 3) == named_menu("sushi-go")


# ------------------------------------------------------------- together


@pytest.mark.parametrize("players", range(2, 9))
def test_no_menu_is_suggested_twice(players):
    GameFactory()
    none = suggested_menus(club(), players, TODAY, Random(3))
    assert "favourite" not in none
    played("sushi-go", players, month=10)
    for seed in range(8):
        found = suggested_menus(club(), players, TODAY, Random(seed))
        keys = [menu.key for menu in found.values()]
        assert found["favourite"] == named_menu("sushi-go")
        assert len(set(keys)) == len(keys) == 3
