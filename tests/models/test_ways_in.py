"""Whichever way a row comes, page, network interface, club file, service or many at once, nothing
is stored that its model refuses."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model
from django.urls import reverse

from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.seasons import change_season, make_season, season_of_year
from referee.models import Club, Season
from referee.play.services.refusals import Refused
from referee.rules import SheetFaults
from tests.factories import PHONE
from tests.people import play
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

Facts = dict[str, Any]
REFUSALS = (ValidationError, Refused, SheetFaults, DatabaseError)


def post(url: str, facts: Facts) -> None:
    """Send a form of a page."""
    assert phone(PHONE).post(url, facts).status_code < 500


def ask(method: str, address: str, facts: Facts) -> None:
    """Send a body to the network interface."""
    sent = getattr(phone(PHONE), method)
    answer = sent(f"/api/v1/{address}", facts, content_type="application/json")
    assert answer.status_code < 500, answer.content


def import_with(change: Callable[[Any], object]) -> None:
    """Read in the club's file with something changed."""
    document = json.loads("".join(archive_of(Club.objects.get())))
    change(document)
    import_as_new(read_archive(json.dumps(document, default=str).encode()))


def nothing_invalid_comes(
    model: type[Model], way: Callable[[Facts], object], right: Facts, table: list[Facts]
) -> None:
    """Try one way in with each line of a table."""
    for wrong in table:
        with suppress(*REFUSALS), transaction.atomic():
            way(right | wrong)
        assert not model._default_manager.filter(**wrong).exists(), wrong


# ------------------------------------------------------------- seasons

SPRING: Facts = {
    "name": "Spring", "first": date(2026, 3, 1), "last": date(2026, 5, 31), "by": "points",
    "least_games": 2, "least_nights": 1,
}  # fmt: skip
WRONG_SEASONS: list[Facts] = [
    {"last": date(2026, 2, 28)},
    {"first": date(1899, 12, 31)},
    {"last": date(3000, 1, 1)},
    {"by": "nonsense"},
    {"by": ""},
    {"least_games": -1},
    {"least_games": 10_000},
    {"least_nights": -1},
    {"least_nights": 10_000},
    {"name": "x" * 61},
]
NOT_OF_SQL: list[Facts] = [{"name": ""}, {"name": "a\x07b"}]
"""What a database does not look for."""


def season_of_file(facts: Facts) -> None:
    entry = {**facts, "made": "2026-01-01T00:00:00Z", "closed": None, "champions": []}
    import_with(lambda document: document.update(seasons=[entry]))


WAYS_OF_SEASONS: dict[str, Callable[[Facts], object]] = {
    "page": lambda facts: post(reverse("seasons", args=[Club.objects.get().pk]), facts),
    "interface": lambda facts: ask("post", "seasons/", facts),
    "file": season_of_file,
    "service": lambda facts: make_season(Club.objects.get().pk, **facts),
    "change": lambda facts: change_season(make_season(Club.objects.get().pk, **SPRING), **facts),
    "year": lambda facts: change_season(
        season_of_year(Club.objects.get(), 2026),
        **{name: facts[name] for name in Season.CRITERIA},
    ),
    "many at once": lambda facts: Season.objects.bulk_create(
        [Season(club=Club.objects.get(), **facts)]
    ),
}


@pytest.mark.parametrize("way", WAYS_OF_SEASONS)
def test_a_season_that_is_right_comes_by_all_ways(way):
    play("Ana", "Ben")
    WAYS_OF_SEASONS[way](SPRING)
    assert Season.objects.exists()


@pytest.mark.parametrize("way", WAYS_OF_SEASONS)
def test_no_invalid_season_comes_by_any_way(way):
    play("Ana", "Ben")
    table = WRONG_SEASONS if way == "many at once" else WRONG_SEASONS + NOT_OF_SQL
    if way == "year":
        table = [wrong for wrong in table if {*wrong} <= {*Season.CRITERIA}]
    nothing_invalid_comes(Season, WAYS_OF_SEASONS[way], SPRING, table)
