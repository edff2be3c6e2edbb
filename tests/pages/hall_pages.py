"""Every page of an evening of several tables that phones in the hall, and its screen, have, in
every state that looks different, by name."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from referee.models import Draw, Tournament
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in, enter, set_away
from referee.tournament.services.setting_up import begin_tournament, end_tournament
from referee.tournament.services.tables import enter_totals, start_table
from tests.factories import confirm
from tests.pages.table import ANA, MARKUP, NAMES, TYPED, Table, phone_of

PEOPLE = (*NAMES, *(f"{number}{MARKUP}" for number in range(10, 14)))
"""Seven: a table of four and one of three."""


def hall_pages(client: Client) -> Iterator[tuple[str, Any]]:
    host, ana, screen = (Client(**client.defaults) for _ in range(3))
    club = Table(host, "sushi-go").row.night.club_id
    plan = Tournament(ruleset="sushi-go", draws=2, has_final=True)
    tournament = begin_tournament(club, uuid4(), plan)
    door = reverse("tournament-enter", args=[tournament.code])
    evening, hall = (reverse(name, args=[tournament.pk]) for name in ("tournament", "hall"))
    yield "a hall that expects nobody", ana.get(door)
    enter(tournament.pk, PEOPLE)
    yield "a hall that expects people", ana.get(door)
    yield "a name that nobody can have", ana.post(door, {"name": "Q" * 41})
    yield "a phone that is in", ana.post(door, {"name": ANA}, follow=True)
    yield "a name that has a phone", screen.post(door, {"name": ANA})
    yield "the way in on the hall’s screen", screen.post(door, {"do": "screen"}, follow=True)
    yield "an evening for who watches", screen.get(evening)
    yield "an evening for who organises", host.get(evening)
    ana.post(evening, {"do": "leave"})
    yield "an evening that somebody has left", ana.get(evening)
    ana.post(evening, {"do": "back"})
    draw = make_draw(tournament.pk, 1)
    yield "a phone that sees its table", ana.get(evening)
    yield "the tables of a draw for who organises", host.get(evening)
    yield "the tables on the hall’s screen", screen.get(hall)
    yield from _games(tournament, draw, ana, host, screen)


def _games(
    tournament: Tournament, draw: Draw, ana: Client, host: Client, screen: Client
) -> Iterator[tuple[str, Any]]:
    evening, hall = (reverse(name, args=[tournament.pk]) for name in ("tournament", "hall"))
    own = draw.seats.select_related("table").get(entrant__player__name=ANA)
    start = reverse("tournament-start", args=[tournament.pk, 1, own.table.number])
    yield "a table that begins", ana.post(start, follow=True)
    yield "a table that plays", ana.get(evening)
    game = own.table.draw.tables.get(number=own.table.number).game
    pages = {name: reverse(name, args=[game.pk]) for name in ("result", "scoreboard", "table")}
    yield "who is at a table of an evening", ana.get(pages["table"])
    confirm(game, 1, 2, 3)
    yield "the result of a table", ana.get(pages["result"])
    yield "the scoreboard of a table", ana.get(pages["scoreboard"])
    other = draw.tables.exclude(number=own.table.number).get()
    totals = {seat.entrant_id: (40 - seat.place, 0) for seat in other.seats.all()}
    enter_totals(tournament.pk, 1, other.number, totals, phone=phone_of(host))
    yield "an evening between two draws", ana.get(evening)
    yield "standings on the hall’s screen", screen.get(hall)
    late = enter(tournament.pk, [TYPED])
    assert late == 1
    set_away(tournament.pk, other.seats.all()[0].entrant_id, is_away=True)
    make_draw(tournament.pk, 2)
    yield "a result that tells the next table", ana.get(pages["result"])
    yield "an evening with two draws", ana.get(evening)
    yield "the tables of an earlier draw", ana.get(f"{evening}?draw=1")
    latecomer = Client(**ana.defaults)
    come_in(tournament.pk, phone_of(latecomer), f"9{MARKUP}")
    yield "an evening for who came too late", latecomer.get(evening)
    start_table(tournament.pk, 2, 1)
    make_draw(tournament.pk, 3, is_final=True, even_open=True)
    yield "a final", host.get(evening)
    yield "the night of an evening", host.get(reverse("night", args=[tournament.night_id]))
    end_tournament(tournament.pk)
    yield "an evening that is over", ana.get(evening)
    yield "an evening that is over on the hall’s screen", screen.get(hall)
    yield "evenings that are honoured", host.get(reverse("year", args=[tournament.night.club_id]))
