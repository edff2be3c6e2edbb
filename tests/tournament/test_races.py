"""Two organisers, or a whole hall, at the same moment; see tests/play/services/test_races.py for
how it is done. With the lock off it goes wrong: else it would prove nothing."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError

from referee.club.services.paper import correct_totals, totals_of
from referee.models import (
    Draw,
    DrawnSeat,
    DrawnTable,
    Entrant,
    Game,
    Guest,
    Player,
    Tournament,
    Visitor,
)
from referee.play.services.games import delete_game
from referee.play.services.refusals import Refused
from referee.play.services.seating import people_mark
from referee.tournament.services import drawing, entering, tables
from referee.tournament.services.drawing import draw_again, make_draw, move_to_table, swap_seats
from referee.tournament.services.entering import come_in, enter, set_away
from referee.tournament.services.results import standings_of
from referee.tournament.services.tables import enter_totals, start_table
from tests.people import known, merge
from tests.races import PHONES, all_about_to, at_once
from tests.tournament.evening import HALL, an_evening, by_seat, play_all

pytestmark = pytest.mark.django_db(transaction=True)

Action = Callable[[], object]


def refusals(*actions: Action) -> list[str]:
    """What each was refused with; nothing else goes wrong."""
    errors = [error for error in at_once(*actions) if error]
    assert all(isinstance(error, Refused) for error in errors), errors
    return [error.code for error in errors if isinstance(error, Refused)]


def without_lock(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
    """Let a room's writers read the evening and lock nothing."""

    @contextmanager
    def unlocked(tournament_id: UUID) -> Iterator[Tournament]:
        yield Tournament.objects.select_related("night__club").get(pk=tournament_id)

    monkeypatch.setattr(where, name, unlocked)


def is_whole(draw: Draw, people: int) -> bool:
    """Whether everybody sits once, at tables of three or more that are numbered through."""
    seats = Counter(draw.seats.values_list("entrant", flat=True))
    sizes = [table.seats.count() for table in draw.tables.all()]
    numbers = list(draw.tables.values_list("number", flat=True))
    places = [list(table.seats.values_list("place", flat=True)) for table in draw.tables.all()]
    return (
        len(seats) == people
        and {*seats.values()} == {1}
        and min(sizes) >= 3
        and numbers == list(range(1, len(sizes) + 1))
        and places == [list(range(1, size + 1)) for size in sizes]
    )


# ------------------------------------------------------------- drawing


def drawing_at_once(tournament: Tournament, organisers: int = PHONES) -> list[BaseException | None]:
    return at_once(*[lambda: make_draw(tournament.pk, 1)] * organisers)


def test_eight_organisers_who_draw_at_once_make_one_whole_draw():
    tournament = an_evening(13)
    assert drawing_at_once(tournament) == [None] * PHONES
    assert is_whole(Draw.objects.get(), 13)


def test_without_the_lock_two_who_draw_at_once_both_store_it(monkeypatch):
    """And only the rows themselves then refuse one of the two."""
    tournament = an_evening(13)
    without_lock(monkeypatch, drawing, "locked_tournament")
    all_about_to(monkeypatch, drawing, "_store", 2)
    errors = [type(error) for error in drawing_at_once(tournament, 2)]
    assert IntegrityError in errors


def test_who_draws_and_who_draws_again_at_once_leave_whole_draws():
    tournament = an_evening(13)
    make_draw(tournament.pk, 1)
    codes = refusals(
        lambda: draw_again(tournament.pk, 1),
        lambda: make_draw(tournament.pk, 1),
        lambda: make_draw(tournament.pk, 2, even_open=True),
    )
    assert {*codes} <= {"another-draw"}
    draws = list(Draw.objects.all())
    assert [draw.number for draw in draws] == list(range(1, len(draws) + 1))
    assert all(is_whole(draw, 13) for draw in draws)


def test_who_comes_or_leaves_while_tables_are_drawn_is_in_the_draw_or_not():
    tournament = an_evening(13)
    first = tournament.entrants.first()
    assert (
        at_once(
            lambda: make_draw(tournament.pk, 1),
            lambda: set_away(tournament.pk, first.pk, is_away=True),
            lambda: come_in(tournament.pk, "phone", "Zoe"),
        )
        == [None] * 3
    )
    assert is_whole(Draw.objects.get(), Draw.objects.get().seats.count())
    assert Draw.objects.get().seats.count() in (12, 13, 14)


def test_a_draw_is_made_though_somebody_comes_in_whenever_it_is_worked_out(monkeypatch):
    """A hall that fills is drawn all the same, with everybody who is there then."""
    tournament = an_evening(13)
    late = iter(HALL[13:16])
    work_out = drawing.draw_tables

    def meanwhile(people: Any, *args: Any, **more: Any) -> Any:
        if name := next(late, None):
            at_once(lambda: enter(tournament.pk, [name]))
        return work_out(people, *args, **more)

    monkeypatch.setattr(drawing, "draw_tables", meanwhile)
    draw = make_draw(tournament.pk, 1)
    assert is_whole(draw, draw.seats.count())
    assert draw.seats.count() == tournament.entrants.count() == 16


def test_who_draws_while_the_last_result_is_corrected_draws_by_one_of_the_two(monkeypatch):
    tournament = an_evening(12, by_strength=True)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw)
    game = draw.tables.last().game
    kept = totals_of(game)
    rows = [row._replace(total=99 - row.total) for row in kept.rows]
    strengths: list[object] = []
    work_out = drawing.draw_tables

    def noting(*args: Any, **more: Any) -> Any:
        strengths.append(more["strengths"])
        return work_out(*args, **more)

    monkeypatch.setattr(drawing, "draw_tables", noting)
    before = {row.person: row.points for row in standings_of(tournament)}
    corrected = type(kept)(kept.ruleset, kept.menu, rows)
    assert (
        at_once(
            lambda: make_draw(tournament.pk, 2),
            lambda: correct_totals(
                game.pk, game.night.date, corrected, seen=people_mark(game), reason="Upside down"
            ),
        )
        == [None] * 2
    )
    after = {row.person: row.points for row in standings_of(tournament)}
    assert after != before
    assert strengths[-1] in (before, after)
    assert is_whole(Draw.objects.get(number=2), 12)


def test_a_game_that_is_deleted_while_the_next_tables_are_drawn_stops_nobody():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    games = [start_table(tournament.pk, 1, table.number) for table in draw.tables.all()]
    assert (
        at_once(
            lambda: make_draw(tournament.pk, 2, even_open=True),
            *[lambda game=game: delete_game(game.pk) for game in games],
        )
        == [None] * 3
    )
    assert is_whole(Draw.objects.get(number=2), 6)
    assert Game.objects.count() == 0


# ------------------------------------------------------------- tables


def starting(tournament: Tournament, phones: int = PHONES) -> list[BaseException | None]:
    return at_once(*[lambda: start_table(tournament.pk, 1, 1)] * phones)


def test_a_table_that_eight_phones_begin_at_once_has_one_game():
    tournament = an_evening(6)
    make_draw(tournament.pk, 1)
    come_in(tournament.pk, "phone", DrawnSeat.objects.first().entrant.player.name)
    assert starting(tournament) == [None] * PHONES
    assert DrawnTable.objects.get(number=1).game == Game.objects.get()
    assert Guest.objects.count() == 1


def test_without_the_lock_a_table_begins_twice(monkeypatch):
    tournament = an_evening(6)
    make_draw(tournament.pk, 1)
    without_lock(monkeypatch, tables, "locked_tournament")
    all_about_to(monkeypatch, tables, "tell_last_tables", 2)
    starting(tournament, 2)
    assert Game.objects.count() == 2


def test_who_begins_a_table_and_who_writes_its_result_down_at_once_make_one_game():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    one, other = (by_seat(draw, 1, counts) for counts in ([(3, 0)] * 3, [(1, 0)] * 3))
    codes = refusals(
        lambda: start_table(tournament.pk, 1, 1),
        lambda: enter_totals(tournament.pk, 1, 1, one, phone=""),
        lambda: enter_totals(tournament.pk, 1, 1, other, phone=""),
    )
    assert Game.objects.count() == 1
    assert {*codes} <= {"table-begun", "table-has-result"}
    assert len(codes) in (1, 2)  # who begins it last comes to the game that there is


def test_who_swaps_while_a_table_begins_does_it_before_or_not_at_all():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    one, other = (table.seats.first().entrant for table in draw.tables.all())
    codes = refusals(
        lambda: start_table(tournament.pk, 1, 1),
        lambda: swap_seats(tournament.pk, 1, one.pk, other.pk),
    )
    assert codes in ([], ["table-begun"])
    assert is_whole(draw, 6)
    table = DrawnTable.objects.get(number=1)
    drawn = [seat.entrant.player for seat in table.seats.select_related("entrant__player")]
    assert [seat.player for seat in table.game.seats.select_related("player")] == drawn


def test_two_who_move_to_one_table_at_once_both_sit_there():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    enter(tournament.pk, ["Zoe", "Yan"])
    late = list(Entrant.objects.filter(player__name__in=["Zoe", "Yan"]))
    assert at_once(
        *[lambda who=who: move_to_table(tournament.pk, 1, who.pk, 1) for who in late]
    ) == [None, None]
    assert is_whole(draw, 8)


def test_who_is_merged_while_a_table_begins_sits_there_under_either_name():
    tournament = an_evening(6)
    Player.objects.create(club=tournament.night.club, name="Anna")
    make_draw(tournament.pk, 1)
    number = DrawnTable.objects.get(seats__entrant__player__name="Ana").number
    assert at_once(lambda: merge("Anna", "Ana"), lambda: start_table(tournament.pk, 1, number)) == [
        None,
        None,
    ]
    anna = known("Anna")
    assert [seat.game for seat in anna.seats.all()] == [Game.objects.get()]
    assert anna.entries.get().tournament == tournament


# ------------------------------------------------------------- coming in


def test_a_phone_that_comes_in_eight_times_at_once_is_there_once():
    tournament = an_evening(6)
    assert at_once(*[lambda: come_in(tournament.pk, "phone", "Zoe")] * PHONES) == [None] * PHONES
    assert Visitor.objects.get().entrant.player.name == "Zoe"
    assert tournament.entrants.count() == 7


def test_a_phone_that_says_eight_names_at_once_is_one_of_them():
    tournament = an_evening(6)
    names = HALL[10 : 10 + PHONES]
    found = at_once(*[lambda name=name: come_in(tournament.pk, "phone", name) for name in names])
    assert found == [None] * PHONES
    assert Visitor.objects.get().entrant.player.name in names
    assert tournament.entrants.count() == 7


def by_phones(tournament: Tournament, name: str, phones: int = PHONES) -> list[Action]:
    return [
        lambda phone=f"phone {nth}": come_in(tournament.pk, phone, name) for nth in range(phones)
    ]


@pytest.mark.parametrize("name", ["Zoe", "Ana"])
def test_a_name_that_eight_phones_say_at_once_is_the_firsts(name):
    tournament = an_evening(6)
    codes = refusals(*by_phones(tournament, name))
    assert codes == ["entrant-has-phone"] * (PHONES - 1)
    assert Visitor.objects.get().entrant.player.name == name
    assert Player.objects.filter(name=name).count() == 1


def test_without_the_lock_two_phones_are_both_to_be_one_persons(monkeypatch):
    """And only the rows themselves then refuse one of the two."""
    tournament = an_evening(6)
    without_lock(monkeypatch, entering, "locked_tournament")
    all_about_to(monkeypatch, Visitor, "save", 2)
    errors = [type(error) for error in at_once(*by_phones(tournament, "Ana", 2))]
    assert sorted(errors, key=str) == [type(None), IntegrityError]


def test_a_phone_that_comes_in_while_its_table_begins_is_at_the_table():
    tournament = an_evening(6)
    make_draw(tournament.pk, 1)
    who = DrawnTable.objects.get(number=1).seats.first().entrant
    assert at_once(
        lambda: come_in(tournament.pk, "phone", who.player.name),
        lambda: start_table(tournament.pk, 1, 1),
    ) == [None, None]
    assert Guest.objects.get().phone == "phone"
    assert Guest.objects.get().seat.player == who.player
