"""Every page of who organises an evening of several tables, in every state that looks different, by
name."""

from collections.abc import Iterator
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from referee.club.services.files.import_games import Total, Totals
from referee.club.services.paper import correct_totals
from referee.models import Draw, Tournament
from referee.play.services.seating import people_mark
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in, enter
from referee.tournament.services.tables import enter_totals, start_table
from tests.pages.table import MARKUP, NAMES, TYPED, Table
from tests.tournament.evening import by_seat

PEOPLE = (*NAMES, *(f"{number}{MARKUP}" for number in range(10, 16)))


def organising_pages(client: Client) -> Iterator[tuple[str, Any]]:
    new = reverse("tables-new")
    yield "an evening of a phone that was never here", Client(**client.defaults).get(new)
    club = Table(client, "sushi-go").row.night.club_id
    of_club = reverse("tournament-new", args=[club])
    yield "the form of an evening", client.get(of_club)
    form = {"ruleset": "sushi-go-party", "menu": "own", "draws": "7", "place_points": TYPED}
    yield "an evening that cannot be", client.post(of_club, form)
    yield "an evening of another game", client.post(of_club, form | {"instead": "sushi-go"})
    plan = {"ruleset": "sushi-go", "draws": "2", "largest": "5", "has_final": "on"}
    made = client.post(of_club, plan | {"tournament": "0123456789abcdef0123456789abcdef"})
    yield "nobody yet", client.get(made.url)
    yield "a night that has several tables", client.get(of_club, follow=True)
    tournament = Tournament.objects.get(night__club=club)
    organise = reverse("organise", args=[tournament.pk])
    yield "an evening before its first draw", client.get(organise)
    draw = {"do": "draw", "number": "1"}
    yield "too few for a draw", client.post(organise, draw)
    yield from _people(client, tournament, made.url)
    yield from _draws(client, tournament, organise)


def _people(client: Client, tournament: Tournament, people: str) -> Iterator[tuple[str, Any]]:
    yield "a list with nobody", client.post(people, {"do": "add", "known": TYPED})
    wrong = "\n".join(["Q" * 41, TYPED, TYPED])
    yield "a list that cannot be", client.post(people, {"do": "add", "names": wrong})
    long = "\n".join([TYPED] * 30)
    yield "a list with many faults", client.post(people, {"do": "add", "names": long})
    many = "\n".join(f"{number}" for number in range(201))
    yield "too many people", client.post(people, {"do": "add", "names": many})
    for content in (
        f"Name,1\n{TYPED},1\n,2\n{TYPED},3",
        "\0",
        "1" * 2**20 + "1",
        '"' + "1" * 2**18,
    ):
        file = SimpleUploadedFile("names.csv", content.encode())
        yield "a file that cannot be", client.post(people, {"do": "add", "file": file})
    enter(tournament.pk, PEOPLE)
    come_in(tournament.pk, "phone of somebody", PEOPLE[0])
    ids = [entrant.pk for entrant in tournament.entrants.all()]
    yield "a wish without anybody", client.post(people, {"do": "wish"})
    client.post(people, {"do": "wish", "one": ids[0], "other": ids[1], "apart": "1"})
    client.post(people, {"do": "wish", "one": ids[0], "other": ids[2]})
    yield "people, one with a phone", client.post(people, {"away": ids[-1]}, follow=True)
    again = client.post(people, {"do": "add", "names": f"{PEOPLE[0]},1234"}, follow=True)
    yield "people who are here already", again


def _draws(client: Client, tournament: Tournament, organise: str) -> Iterator[tuple[str, Any]]:
    first = make_draw(tournament.pk, 1)
    yield "a draw", client.get(organise)
    yield "people who were drawn", client.get(reverse("tournament-people", args=[tournament.pk]))
    wrong = {"number": "1", "one": "", "table": "9"}
    for do in ("swap", "move"):
        yield f"a {do} that cannot be", client.post(organise, wrong | {"do": do})
    sits = first.seats.first()
    assert sits is not None
    same = {"number": "1", "do": "swap", "one": sits.entrant_id, "other": sits.entrant_id}
    yield "a swap with oneself", client.post(organise, same)
    start_table(tournament.pk, 1, 1)
    totals = reverse("tournament-totals", args=[tournament.pk, 1, 2])
    yield "a result from paper", client.get(totals)
    sit_there = by_seat(first, 2, range(1, 6))
    wrong = {f"{what}_{one}": "x" for one in sit_there for what in ("total", "puddings")}
    yield "a result that cannot be", client.post(totals, wrong)
    _finish(tournament, first, 2)
    right = {f"total_{one}": f"{place}" for one, place in sit_there.items()}
    yield "a result that is there already", client.post(totals, right)
    yield "a table that is late", client.get(organise)
    yield "a draw while a table is open", client.post(organise, {"do": "draw", "number": "2"})
    second = make_draw(tournament.pk, 2, even_open=True)
    game = first.tables.get(number=2).game
    assert game is not None
    people = [seat.player.name for seat in game.seats.all() if seat.player]
    corrected = [Total(name, number, 0) for number, name in enumerate(people)]
    facts = {"seen": people_mark(game), "reason": TYPED, "by": None}
    correct_totals(game.pk, game.night.date, Totals("sushi-go", None, corrected), **facts)
    yield "a result that was corrected since", client.get(organise)
    plan = {"do": "plan", "draws": "0", "largest": "9", "place_points": TYPED}
    yield "a plan that cannot be", client.post(organise, plan)
    fewer = plan | {"draws": "1", "largest": "5", "place_points": "5"}
    yield "a plan that is refused", client.post(organise, fewer)
    for number in range(1, second.tables.count() + 1):
        _finish(tournament, second, number)
    yield "before the final", client.get(organise)
    make_draw(tournament.pk, 3, is_final=True, even_open=True)
    yield "the final", client.get(organise)
    yield "an evening that is over", client.post(organise, {"do": "end"}, follow=True)
    yield (
        "people of an evening that is over",
        client.get(reverse("tournament-people", args=[tournament.pk])),
    )


def _finish(tournament: Tournament, draw: Draw, number: int) -> None:
    totals = by_seat(draw, number, [(20 - seat, 0) for seat in range(8)])
    enter_totals(tournament.pk, draw.number, number, totals, phone="")
