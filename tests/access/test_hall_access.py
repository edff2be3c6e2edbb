"""Who may see or do what on an evening of several tables, role by role."""

from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from referee.models import Draw, Game
from referee.play.services.joining import join
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in, watch
from referee.tournament.services.tables import enter_totals
from tests.access.undoing import undone
from tests.factories import OTHER_PHONE, PHONE, GameFactory
from tests.play.views.plain_phone import phone
from tests.tournament.evening import an_evening

pytestmark = pytest.mark.django_db

SEEN, LED_ON, NOT_YOURS, NOTHING_HERE = 200, 302, 403, 404
PHONES = {
    "organiser": PHONE,
    "who sits there": "phone of table 1",
    "who sits elsewhere": "phone of table 2",
    "a television": "television",
}
STRANGERS = {
    "another club": OTHER_PHONE,
    "who was sent away": "sent away",
    "a watcher at the table alone": "watcher of table 1",
    "nobody": "",
}
IN_THE_HALL = dict.fromkeys(PHONES, SEEN)
ENTRANTS = {
    "organiser": NOT_YOURS,
    "who sits there": LED_ON,
    "who sits elsewhere": LED_ON,
    "a television": NOT_YOURS,
}
AT_TABLE_1 = {
    "organiser": LED_ON,
    "who sits there": LED_ON,
    "who sits elsewhere": NOT_YOURS,
    "a television": NOT_YOURS,
}
AT_TABLE_2 = {**AT_TABLE_1, "who sits there": NOT_YOURS, "who sits elsewhere": LED_ON}

ORGANISERS = {**dict.fromkeys(PHONES, NOT_YOURS), "organiser": SEEN}
ORGANISERS_ON = {**ORGANISERS, "organiser": LED_ON}
CANNOT_BE = {**ORGANISERS, "organiser": 400}
TOTALS = {f"total_{entrant}": "9" for entrant in range(1, 100)}
PLAN = {"draws": "4", "largest": "5", "place_points": "3-1"}

TABLE = [
    ("tournament", (), None, IN_THE_HALL),
    ("tournament", (), {"do": "leave"}, ENTRANTS),
    ("tournament", (), {"do": "back"}, ENTRANTS),
    ("tournament", (), {"do": "else"}, dict.fromkeys(PHONES, NOT_YOURS)),
    ("hall", (), None, IN_THE_HALL),
    ("tournament-csv", (), None, IN_THE_HALL),
    ("tournament-picture", ("en",), None, IN_THE_HALL),
    ("tournament-start", (2, 1), {}, AT_TABLE_1),
    ("tournament-start", (2, 2), {}, AT_TABLE_2),
    ("organise", (), None, ORGANISERS),
    ("organise", (), {"do": "draw", "number": "3", "even_open": "1"}, ORGANISERS_ON),
    ("organise", (), {"do": "again", "number": "2"}, ORGANISERS_ON),
    ("organise", (), {"do": "swap", "number": "2"}, CANNOT_BE),
    ("organise", (), {"do": "move", "number": "2"}, CANNOT_BE),
    ("organise", (), PLAN | {"do": "plan"}, ORGANISERS_ON),
    ("organise", (), {"do": "end"}, ORGANISERS_ON),
    ("organise", (), {"do": "go-on"}, ORGANISERS_ON),
    ("organise", (), {"do": "else"}, dict.fromkeys(PHONES, NOT_YOURS)),
    ("tournament-people", (), None, ORGANISERS),
    ("tournament-people", (), {"do": "add", "names": "Zoe"}, ORGANISERS_ON),
    ("tournament-people", (), {"do": "wish"}, CANNOT_BE),
    *(
        ("tournament-people", (), {do: "0"}, ORGANISERS_ON)
        for do in ("away", "back", "off", "free", "withdraw")
    ),
    ("tournament-people", (), {"do": "else"}, dict.fromkeys(PHONES, NOT_YOURS)),
    ("tournament-totals", (2, 1), None, ORGANISERS),
    ("tournament-totals", (2, 1), TOTALS, ORGANISERS_ON),
]


@dataclass(frozen=True)
class World:
    """An evening whose first draw is over, and whose second is to begin."""

    tournament: UUID
    code: str
    draw: Draw
    game: Game


@pytest.fixture
def world() -> World:
    GameFactory(phone=OTHER_PHONE)
    tournament = an_evening(8)
    first = make_draw(tournament.pk, 1)
    for table in first.tables.all():
        totals = {seat.entrant_id: (40 - seat.place, 0) for seat in table.seats.all()}
        enter_totals(tournament.pk, 1, table.number, totals, phone=PHONE)
    draw = make_draw(tournament.pk, 2)
    for table in draw.tables.all():
        name = table.seats.first().entrant.player.name
        come_in(tournament.pk, f"phone of table {table.number}", name)
    for name in ("television", "sent away"):
        watch(tournament.pk, name)
    tournament.visitors.filter(phone="sent away").update(sent_away=True)
    other = GameFactory()
    join(other.pk, "watcher of table 1", None)
    return World(tournament.pk, tournament.code, draw, other)


def ask(name: str, row: tuple, world: World) -> int:
    """How a phone is answered."""
    address, within, form, _answers = row
    url = reverse(address, args=[world.tournament, *within])
    answer = phone(name).get(url) if form is None else phone(name).post(url, form)
    if answer.headers["Content-Type"] != "image/png":
        assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.status_code


def test_everybody_is_answered_by_what_they_are_in_the_hall(world):
    for row in TABLE:
        for role, status in row[3].items():
            with undone() as written:
                assert ask(PHONES[role], row, world) == status, (role, row)
            assert not written or (row[2] is not None and status == LED_ON), (role, row)


@pytest.mark.parametrize("stranger", STRANGERS)
def test_nobody_else_learns_or_changes_anything(world, stranger):
    with undone() as written:
        for row in TABLE:
            assert ask(STRANGERS[stranger], row, world) == NOTHING_HERE, row
    assert not written


def test_what_there_is_not_is_not_found(world):
    for name, within, form, _answers in TABLE:
        url = reverse(name, args=[uuid4(), *within])
        answer = phone(PHONE).get(url) if form is None else phone(PHONE).post(url, form)
        assert answer.status_code == NOTHING_HERE


def test_a_phone_of_one_table_cannot_touch_another(world):
    begun = phone("phone of table 2").post(
        reverse("tournament-start", args=[world.tournament, 2, 2]), follow=True
    )
    assert begun.status_code == SEEN
    game = Game.objects.get(drawn_table__draw=world.draw)
    elsewhere = phone("phone of table 1")
    for address in (f"/g/{game.pk}/", f"/g/{game.pk}/r/1/1/", f"/g/{game.pk}/scoreboard/"):
        assert elsewhere.get(address).status_code == NOTHING_HERE
    with undone() as written:
        assert elsewhere.post(f"/g/{game.pk}/r/1/confirm/", {"seen": "1"}).status_code == (
            NOTHING_HERE
        )
    assert not written
    for role in ("television", OTHER_PHONE):
        assert phone(role).get(f"/g/{game.pk}/").status_code == NOTHING_HERE
