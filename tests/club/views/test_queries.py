"""A club's pages ask as much of the database however many games and people it has."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.models import Game, Player
from referee.standings.rating import LEAST_GAMES
from tests.factories import NAMES, PHONE, played
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

FIRST = datetime.datetime(2026, 1, 1, 19, tzinfo=datetime.UTC)
PARTY = {"ruleset": "sushi-go-party", "menu": "my-first-meal"}


def games(first: int, number: int, people: int) -> Game:
    """Games of so many, one a day from the first-th day on; every other one with a menu."""
    for n in range(first, first + number):
        hands = ["sashimi*3 pudding", "egg-nigiri pudding*2", *["tempura*2"] * 6]
        at = FIRST + datetime.timedelta(days=n)
        agreed = PARTY if n % 2 else {}
        game = played(*hands[:people], players=NAMES[-people:], at=at, **agreed)
    return game


def asked(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_more_games_and_more_people_ask_no_more_of_the_database():
    game = games(0, LEAST_GAMES + 1, people=2)
    club, client = game.night.club_id, phone(PHONE)
    gus = Player.objects.get(name="Gus").pk
    most = {
        reverse("standings", args=[club]): 12,
        reverse("records", args=[club]): 21,
        reverse("year", args=[club]): 14,
        reverse("games", args=[club]) + f"?player={gus}": 8,
        reverse("player", args=[club, gus]): 18,
        reverse("night", args=[game.night_id]): 10,
        reverse("nights", args=[club]): 7,
        reverse("nights", args=[club]) + f"?before={FIRST.date() + datetime.timedelta(days=5)}": 7,
        reverse("nights", args=[club]) + "?year=2026": 7,
        reverse("nights", args=[club]) + "?q=gus": 8,  # reads the names and places first
    }
    few = {address: asked(client, address) for address in most}
    assert [address for address in most if few[address] > most[address]] == []
    games(20, 13, people=5)
    for _ in range(3):  # more on the night that was looked at
        games(LEAST_GAMES, 1, people=5)
    assert {address: asked(client, address) for address in most} == few
