"""Evenings of several tables for tests, made by the services as organisers and phones make them."""

from collections.abc import Iterable
from typing import TypeVar
from uuid import uuid4

from django.db import transaction

from referee.models import Draw, Tournament
from referee.play.services.clubs import club_for
from referee.tournament.services.entering import enter
from referee.tournament.services.setting_up import begin_tournament
from referee.tournament.services.tables import enter_totals
from tests.factories import NAMES, PHONE

_Fact = TypeVar("_Fact")

HALL = (*NAMES, *(f"{name} {nth}" for nth in range(2, 30) for name in NAMES))
"""Names of up to 232 people."""


def an_evening(people: int = 13, *, phone: str = PHONE, **plan: object) -> Tournament:
    """An evening of a phone's club with so many people, not drawn yet."""
    with transaction.atomic():
        club = club_for(phone)
    tournament = begin_tournament(club.pk, uuid4(), Tournament(**{"ruleset": "sushi-go"} | plan))
    enter(tournament.pk, HALL[:people])
    return tournament


def by_seat(draw: Draw, table: int, facts: Iterable[_Fact]) -> dict[int, _Fact]:
    """Facts of those who sit at a table, from seat 1 on, by entrant."""
    seats = draw.seats.filter(table__number=table).values_list("entrant", flat=True)
    return dict(zip(seats, facts, strict=False))


def play_all(tournament: Tournament, draw: Draw, points: Iterable[int] = range(40, 0, -1)) -> None:
    """Keep a result of every table of a draw: who sits first has most."""
    for table in draw.tables.all():
        totals = by_seat(draw, table.number, [(total, 0) for total in points])
        enter_totals(tournament.pk, draw.number, table.number, totals, phone="")
