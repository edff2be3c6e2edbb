"""An evening from the list of its people to the final."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.club.services.paper import correct_totals, totals_of
from referee.models import DrawnTable, Game
from referee.play.services.refusals import Refused
from referee.play.services.seating import people_mark
from referee.tournament.services.drawing import draw_again, make_draw, swap_seats
from referee.tournament.services.entering import come_in, enter, set_away
from referee.tournament.services.results import TableState, standings_of, tables_now
from referee.tournament.services.tables import start_table
from tests.factories import PHONE
from tests.tournament.evening import an_evening, play_all

pytestmark = pytest.mark.django_db


def test_an_evening_of_thirteen_with_a_final():
    tournament = an_evening(13, draws=2, has_final=True)
    for number in (1, 2):
        draw = make_draw(tournament.pk, number)
        assert sorted(table.seats.count() for table in draw.tables.all()) == [3, 3, 3, 4]
        assert {now.state for now in tables_now(draw)} == {TableState.DRAWN}
        play_all(tournament, draw)
        assert {now.state for now in tables_now(draw)} == {TableState.OVER}
    with pytest.raises(Refused, match="draws-over"):
        make_draw(tournament.pk, 3)
    before = standings_of(tournament)
    final = make_draw(tournament.pk, 3, is_final=True)
    assert [seat.entrant_id for seat in final.tables.get().seats.all()] == [
        row.person for row in before[:4]
    ]
    play_all(tournament, final, [1, 2, 3, 4])
    after = standings_of(tournament)
    assert [row.person for row in after[:4]] == [row.person for row in before[:4]][::-1]
    assert [row.person for row in after[4:]] == [row.person for row in before[4:]]


def test_a_table_begins_with_the_phones_of_those_who_sit_there():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    first, second = draw.tables.all()[0].seats.select_related("entrant__player")[:2]
    come_in(tournament.pk, "phone of the second", second.entrant.player.name)
    game = start_table(tournament.pk, 1, 1)
    assert start_table(tournament.pk, 1, 1) == game
    assert [guest.phone for guest in game.guests.all()] == ["phone of the second"]
    assert game.hostings.get().guest.phone == "phone of the second"
    come_in(tournament.pk, "phone of the first", first.entrant.player.name)
    assert game.guests.get(phone="phone of the first").seat.player == first.entrant.player
    with pytest.raises(Refused, match="table-begun"):
        swap_seats(tournament.pk, 1, first.entrant_id, second.entrant_id)
    with pytest.raises(Refused, match="table-begun"):
        draw_again(tournament.pk, 1)


def test_tables_are_drawn_when_all_have_a_result_or_all_the_same():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    with pytest.raises(Refused, match="tables-open"):
        make_draw(tournament.pk, 2)
    assert make_draw(tournament.pk, 2, even_open=True).number == 2
    assert make_draw(tournament.pk, 2).number == 2


def test_six_people_are_needed():
    tournament = an_evening(5)
    with pytest.raises(Refused, match="too-few-entrants"):
        make_draw(tournament.pk, 1)
    enter(tournament.pk, ["Zoe"])
    draw = make_draw(tournament.pk, 1)
    assert [table.seats.count() for table in draw.tables.all()] == [3, 3]
    set_away(tournament.pk, tournament.entrants.first().pk, is_away=True)
    assert Game.objects.count() == 0
    assert DrawnTable.objects.count() == 2
    assert PHONE


def test_the_people_at_a_drawn_table_stay_when_its_points_are_corrected():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw)
    game = draw.tables.first().game
    totals = totals_of(game)
    first, *rest = totals.rows
    facts = {"seen": people_mark(game), "reason": "misread", "by": None}
    for rows in ([first._replace(player="Zoe"), *rest], rest):
        with pytest.raises(Refused, match="at-drawn-table"):
            correct_totals(game.pk, game.night.date, replace(totals, rows=rows), **facts)
    with pytest.raises(Refused, match="at-drawn-table"):
        correct_totals(game.pk, game.night.date - timedelta(days=9), totals, **facts)
    corrected = replace(totals, rows=[first._replace(total=first.total + 1), *rest])
    assert correct_totals(game.pk, game.night.date, corrected, **facts)
