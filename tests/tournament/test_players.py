"""Who plays on an evening of several tables is renamed, merged, made nobody, or mistaken for
somebody else; games, nights and whole clubs are deleted."""

import pytest

from referee.club.services.deleting import delete_club, remove_gone
from referee.club.services.nights import delete_night
from referee.club.services.players import remove_player, undo_merge
from referee.models import (
    Club,
    Draw,
    DrawnSeat,
    DrawnTable,
    Entrant,
    Game,
    GameNight,
    Player,
    Tournament,
    Visitor,
    Wish,
)
from referee.play.services.games import delete_game
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in, enter, wish
from referee.tournament.services.results import TableState, standings_of, tables_now
from referee.tournament.services.tables import enter_totals, start_table
from tests.people import known, make_anonymous, merge, refusal, rename
from tests.tournament.evening import an_evening, by_seat, play_all

pytestmark = pytest.mark.django_db


def seated(draw: Draw, table: int = 1) -> list[Entrant]:
    """Who sits at a table."""
    seats = DrawnSeat.objects.filter(table__draw=draw, table__number=table)
    return [seat.entrant for seat in seats.select_related("entrant__player")]


def points(tournament: Tournament) -> dict[str, float]:
    """Everybody's points by name."""
    names = dict(tournament.entrants.values_list("pk", "player__name"))
    return {names[row.person]: float(row.points) for row in standings_of(tournament)}


def test_nobody_else_takes_a_seat_at_a_drawn_table():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    game = start_table(tournament.pk, 1, 1)
    there = [entrant.player.name for entrant in seated(draw)]
    sitting = [Sitting("Zoe", 1, is_other=True), *map(Sitting, there[1:], (2, 3))]
    assert refusal(change_seats, game.pk, sitting).code == "at-drawn-table"
    assert tournament.entrants.count() == draw.seats.count() == 6
    assert there[0] in points(tournament)


def test_two_entrants_of_one_evening_are_two_people():
    an_evening(6)
    assert refusal(merge, "Ana", "Ben").code == "sat-together"


def test_who_is_on_the_list_is_not_taken_from_the_clubs():
    tournament = an_evening(6)
    player = known("Ana")
    assert refusal(remove_player, player.club_id, player.pk).code == "player-has-games"
    assert tournament.entrants.count() == 6


def test_another_name_and_no_name_change_no_points():
    tournament = an_evening(6)
    play_all(tournament, make_draw(tournament.pk, 1))
    before = points(tournament)
    rename("Ana", "Anna")
    assert points(tournament) == {
        ("Anna" if name == "Ana" else name): n for name, n in before.items()
    }
    nobody = make_anonymous("Anna")
    assert points(tournament)[nobody] == before["Ana"]
    enter(tournament.pk, ["Ana"])
    assert tournament.entrants.filter(player__name="Ana").get().drawn_seats.count() == 0


def test_who_is_merged_brings_the_evening_and_takes_it_back():
    """With the tables that were played under the other name meanwhile."""
    other = an_evening(6)
    club = other.night.club
    Player.objects.create(club=club, name="Anna")
    play_all(other, make_draw(other.pk, 1))
    before = points(other)
    anas = known("Ana")
    merge("Anna", "Ana")
    assert points(other) == {("Anna" if name == "Ana" else name): n for name, n in before.items()}
    play_all(other, make_draw(other.pk, 2))
    both = points(other)
    undo_merge(club.pk, known("Anna").pk, anas.pk)
    assert points(other) == {("Ana" if name == "Anna" else name): n for name, n in both.items()}
    assert known("Anna").entries.count() == known("Anna").placings.count() == 0


def test_a_table_whose_game_is_deleted_can_begin_again():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    come_in(tournament.pk, "phone", seated(draw)[0].player.name)
    first = start_table(tournament.pk, 1, 1)
    delete_game(first.pk)
    assert [now.state for now in tables_now(draw)] == [TableState.DRAWN] * 2
    again = start_table(tournament.pk, 1, 1)
    assert again != first
    assert again.guests.get().phone == "phone"
    assert tables_now(draw)[0].state == TableState.PLAYING


def test_a_table_whose_result_is_deleted_counts_no_more():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw)
    delete_game(draw.tables.first().game_id)
    assert sum(row.games for row in standings_of(tournament)) == 3
    totals = by_seat(draw, 1, [(9, 0), (8, 0), (7, 0)])
    enter_totals(tournament.pk, 1, 1, totals, phone="")
    assert sum(row.games for row in standings_of(tournament)) == 6


def test_a_night_with_an_evenings_games_is_not_deleted_and_one_without_goes_with_all_of_it():
    tournament = an_evening(6)
    make_draw(tournament.pk, 1)
    game = start_table(tournament.pk, 1, 1)
    with pytest.raises(Refused, match="night-has-games"):
        delete_night(tournament.night)
    delete_game(game.pk)
    delete_night(tournament.night)
    assert GameNight.objects.count() == DrawnSeat.objects.count() == 0
    assert Player.objects.count() == 6


def test_a_club_goes_with_its_evenings():
    tournament = an_evening(13, has_final=True)
    one, other = tournament.entrants.values_list("pk", flat=True)[:2]
    wish(tournament.pk, one, other, apart=True)
    come_in(tournament.pk, "phone", "Ana")
    play_all(tournament, make_draw(tournament.pk, 1))
    make_draw(tournament.pk, 2)
    start_table(tournament.pk, 2, 1)
    club = tournament.night.club_id
    delete_club(club)
    with pytest.raises(Tournament.DoesNotExist):
        make_draw(tournament.pk, 3)
    remove_gone(club)
    rows = (Club, Game, Player, Tournament, Entrant, Visitor, Wish, Draw, DrawnTable, DrawnSeat)
    assert {
        row.__name__: row._default_manager.count() for row in rows if row.objects.exists()
    } == {}
