"""The pages of who organises an evening of several tables, as a phone without JavaScript sees
them."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from referee.club.services.files.import_games import Total, Totals
from referee.club.services.paper import correct_totals
from referee.models import Draw, Game, Tournament
from referee.play.services.games import delete_game
from referee.play.services.seating import people_mark
from referee.tournament.services.drawing import make_draw, swap_seats
from referee.tournament.services.entering import set_away
from referee.tournament.services.tables import enter_totals, start_table
from tests.factories import PHONE
from tests.play.views.plain_phone import PlainPhone, elements, phone, text_of
from tests.tournament.evening import HALL, an_evening, by_seat, play_all

pytestmark = pytest.mark.django_db


def organiser() -> PlainPhone:
    return PlainPhone(PHONE)


def at(name: str, tournament: Tournament, *parts: object) -> PlainPhone:
    return organiser().open(reverse(name, args=[tournament.pk, *parts]))


def one() -> Tournament:
    return Tournament.objects.get()


def typed(draw: Draw, table: int, what: str, *values: str) -> dict[str, str]:
    """What is typed into the fields of those who sit at a table, from seat 1 on."""
    return {f"{what}_{entrant}": text for entrant, text in by_seat(draw, table, values).items()}


def names() -> list[str]:
    return sorted(entrant.player.name for entrant in one().entrants.all())


def test_an_evening_from_the_first_page_to_its_end():
    host = organiser().open("/").follow("Several tables tonight")
    assert host.heading == "Several tables tonight"
    host.press("Begin the evening", draws="1", place_points="5 3 1 0")
    assert host.heading == "People"
    host.press("Add them", names="Ana, Ben\nCem\n\nDora\nEva; Finn,")
    assert "6 people are new here." in host.text
    assert "6 are here" in host.text
    host.follow("Organise").press("Draw 1 of 1")
    assert "All 6 pairs at the tables meet for the first time." in host.text
    for number in (1, 2):
        host.follow("Type the result")
        assert host.heading == f"The result of table {number}"
        draw = one().made_draws.get()
        puddings = typed(draw, number, "puddings", "", "3", "")
        host.press("Enter the result", **typed(draw, number, "total", "30", "20", "20"), **puddings)
        assert f"Table {number} has its result." in host.text
    assert "Results may still be corrected: the standings follow, the draws stay." in host.text
    host.press("End the evening")
    assert "The evening is over" in host.text
    host.press("Open the evening again")
    assert one().ended_at is None
    assert one().place_points == "5-3-1-0"
    assert [row.win for row in one().night.placings.filter(place=1)]


def test_the_game_is_chosen_with_menu_and_house_rules_and_nothing_typed_is_lost():
    host = organiser().open(reverse("tables-new")).press("Sushi Go Party!", place_points="9 4 1")
    assert 'value="9 4 1"' in host.response.content.decode()
    host.press("Begin the evening", menu="points-platter", largest="6", draws="6", has_final="on")
    evening = one()
    assert (evening.ruleset, evening.menu, evening.largest) == (
        "sushi-go-party",
        "points-platter",
        6,
    )
    assert (evening.draws, evening.has_final, evening.place_points) == (6, True, "9-4-1")
    assert organiser().open("/").follow("Tonight’s tables").url.startswith(f"/tables/{evening.pk}")
    assert "This night has several tables already" in organiser().open(reverse("tables-new")).text


@pytest.mark.parametrize("points", ["five", "1-2-3", "5-3-1-0-0-0-0-0-0", "5,-3"])
def test_points_that_are_none_are_told_with_everything_else_that_is_wrong(points):
    host = organiser().open(reverse("tables-new")).press("Sushi Go Party!")
    host.press("Begin the evening", place_points=points, menu="own", draws="4")
    assert host.response.status_code == 400
    assert "Write points for places like 5-3-1" in host.text
    for category in ("Roll: choose 1", "Appetizer: choose 3", "Special: choose 2"):
        assert f"{category}. You have chosen 0." in host.text
    assert "The evening cannot begin yet. What you entered is still here." in host.text
    assert f'value="{points}"' in host.response.content.decode()
    assert not Tournament.objects.exists()


def test_a_menu_is_one_for_tables_of_every_size():
    host = organiser().open(reverse("tables-new")).press("Sushi Go Party!")
    host.press("Begin the evening", menu="points-platter", largest="8")
    assert host.response.status_code == 400
    assert "With 8 players the card “special order” stays in the box." in host.text


def add(text: str, **more: object) -> PlainPhone:
    return at("tournament-people", one()).press("Add them", names=text, **more)


def send_file(content: bytes) -> PlainPhone:
    page = at("tournament-people", one())
    return page.press("Add them", file=SimpleUploadedFile("names.csv", content))


def test_a_name_that_stands_there_twice_is_told_with_both_lines_and_nobody_is_lost():
    an_evening(0)
    page = add("Ana\nBen, Cem\n\nana\nDora")
    assert page.response.status_code == 400
    assert "“ana” stands there twice: line 1 and line 4. Two people need two names." in page.text
    assert not names()
    page.press("Add them", names="Ana\nBen, Cem\n\nana B\nDora")
    assert names() == ["Ana", "Ben", "Cem", "Dora", "ana B"]


def test_all_that_is_wrong_with_a_list_is_told_at_once():
    an_evening(0)
    page = add(f"dummy\n{'Q' * 41}\nAna")
    assert 'Line 1: "dummy" is the name of the dummy hand' in page.text
    assert re.search("Line 2: .*40", page.text)
    assert "Ana" in page.text


def test_a_file_of_names_is_read_with_or_without_headings():
    an_evening(0)
    page = send_file(b"\xef\xbb\xbfNr;Nombre\r\n1;Ana\r\n2;Jos\xc3\xa9\r\n;\r\n")
    assert page.heading == "People"
    assert names() == ["Ana", "José"]
    send_file(b"Ben,3\nCem,4\n")
    assert names() == ["Ana", "Ben", "Cem", "José"]


def test_blanks_in_a_file_are_told_by_their_lines_and_its_names_stay_to_mend():
    an_evening(0)
    page = send_file(b"Number,Name\n1,Ana\n2,\n\n3,Ben\n4,Ana\n")
    assert page.response.status_code == 400
    assert "Line 3 of the file has no name." in page.text
    assert "Line 4 of the file has no name." in page.text
    assert "line 2 of the file and line 6 of the file" in page.text
    assert "Ana Ben Ana" in page.text
    assert not names()
    page.press("Add them", names="Ana\nBen\nAnna")
    assert names() == ["Ana", "Anna", "Ben"]


def test_what_is_no_file_of_names_is_said_so():
    an_evening(0)
    assert "this is not UTF-8 text" in send_file(b"\x00\x01\x02").text.lower().replace("utf", "UTF")
    assert "the file is larger than 1 MB" in send_file(b"A\n" * 600_000).text.replace("The", "the")
    assert "Write at least one name, or tick one." in add(" , ").text


def test_there_is_room_for_two_hundred_and_no_more():
    an_evening(0)
    page = add("\n".join(HALL[:201]))
    assert page.response.status_code == 400
    assert "200 people can play, not 201" in page.text
    assert HALL[200] in page.text
    page.press("Add them", names="\n".join(HALL[:200]))
    assert "200 people are new here." in page.text
    page = add("One more")
    assert "200 people can play, not 201" in page.text
    assert "One more" in page.text


def test_players_of_the_club_are_ticked_and_who_is_here_stays():
    tournament = an_evening(3)
    away = names()[0]
    one().entrants.get(player__name=away).delete()
    page = add("New, " + names()[0], known=[away])
    assert "2 people are new here. 1 was here already." in page.text
    assert tournament.entrants.count() == 4


def test_two_people_are_no_tables():
    an_evening(2)
    page = at("organise", one()).press("Draw 1 of 3")
    assert page.response.status_code == 409
    assert "2 are here; it takes 6 at least to draw tables." in page.text
    page.follow("People")
    assert page.heading == "People"


def test_people_go_and_come_back_and_their_names_are_freed():
    tournament = an_evening(8)
    first, second, *_ = names()
    page = at("tournament-people", tournament).press(f"Is away {first}")
    assert "7 are here" in page.text
    assert "Away: not drawn" in page.text
    page.press(f"Is back {first}")
    assert "8 are here" in page.text
    page.press(f"Take off the list {second}")
    assert second not in names()
    visitor = tournament.visitors.create(
        phone="one of a guest", entrant=tournament.entrants.first()
    )
    page = at("tournament-people", tournament).press("Free the name for another phone")
    visitor.refresh_from_db()
    assert visitor.entrant is None
    make_draw(tournament.pk, 1)
    assert "Take off the list" not in at("tournament-people", tournament).text
    answer = phone(PHONE).post(page.url, {"off": tournament.entrants.first().pk})
    assert answer.status_code == 409
    assert "was drawn to a table, and stays on the list." in answer.content.decode()


def test_wishes_are_made_and_taken_back():
    tournament = an_evening(6)
    one_, other = tournament.entrants.all()[:2]
    page = at("tournament-people", tournament).press(
        "Add the wish", one=str(one_.pk), other=str(one_.pk)
    )
    assert "Choose two different players." in page.text
    page.press("Add the wish", one=str(one_.pk), other=str(other.pk), apart="1")
    assert "never want to sit together" in page.text
    page.press("Add the wish", one=str(one_.pk), other=str(other.pk), apart="")
    assert "want to sit together once" in page.text
    assert tournament.wishes.count() == 1
    page.press("Take back")
    assert not tournament.wishes.exists()


def test_a_draw_waits_for_tables_without_a_result_or_is_made_all_the_same():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    page = at("organise", tournament).press("Draw 2 of 3")
    assert page.response.status_code == 409
    assert "There is no result yet from table: 1, 2." in page.text
    links = [
        text_of(link) for link in elements(page.page, "a") if text_of(link).startswith("Table ")
    ]
    assert links == ["Table 1", "Table 2"]
    page.press("Draw all the same")
    assert "Tables: Draw 2 of 3" in page.text
    assert tournament.made_draws.count() == 2


def test_the_table_that_is_behind_when_others_are_over_is_marked():
    tournament = an_evening(12)
    draw = make_draw(tournament.pk, 1)
    start_table(tournament.pk, 1, 1)
    assert "Late:" not in at("organise", tournament).text
    play_tables = [table for table in draw.tables.all() if table.number > 2]
    for table in play_tables:
        totals = by_seat(draw, table.number, [(20 - n, 0) for n in range(4)])
        enter_totals(tournament.pk, 1, table.number, totals, phone="")
    assert "Late:" not in at("organise", tournament).text
    earlier = timezone.now() - timedelta(minutes=7)
    Draw.objects.update(at=earlier)
    page = at("organise", tournament)
    assert "Late: it was drawn 7 minutes ago." in page.text
    assert "Late: it began" not in page.text
    start_table(tournament.pk, 1, 2)
    Game.objects.update(created_at=earlier)
    assert at("organise", tournament).text.count("Late: it began 7 minutes ago.") == 2


def seats_of(tournament: Tournament) -> list[list[int]]:
    draw = tournament.made_draws.last()
    return [[seat.entrant_id for seat in table.seats.all()] for table in draw.tables.all()]


def test_a_draw_is_changed_by_hand_until_a_table_begins():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    first, second = seats_of(tournament)
    page = at("organise", tournament)
    page.press("Swap them", one=str(first[0]), other=str(second[0]))
    assert seats_of(tournament) == [[second[0], *first[1:]], [first[0], *second[1:]]]
    page.press("Move", one=str(first[1]), table="2")
    assert [len(seats) for seats in seats_of(tournament)] == [3, 5]
    page.press("Move", one=str(first[1]), table="0")
    assert [len(seats) for seats in seats_of(tournament)] == [3, 4]
    page.press("Move", one=str(first[2]), table="2")
    assert page.response.status_code == 409
    assert "A table has 3 to 5 players. Nothing was changed." in page.text
    page.press("Swap them", one=str(first[2]), other=str(first[2]))
    assert "Choose two different players." in page.text
    page.press("Swap them", one="", other="")
    assert page.text.count("Choose a player.") == 2
    page.press("Throw this draw away")
    assert not tournament.made_draws.exists()


def test_nobody_is_at_two_tables():
    """Who is moved leaves the table where they sat; who sits at one that has begun stays there."""
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    _first, second = seats_of(tournament)
    page = at("organise", tournament).press("Move", one=str(second[0]), table="1")
    assert [second[0] in seats for seats in seats_of(tournament)] == [True, False]
    start_table(tournament.pk, 1, 1)
    page = at("organise", tournament)
    before = seats_of(tournament)
    page.press("Move", one=str(second[0]), table="2")
    assert page.response.status_code == 409
    assert "The game at table 1 has begun, so nothing was changed." in page.text
    assert seats_of(tournament) == before
    assert "Throw this draw away" not in page.text


def test_results_are_points_and_a_table_has_one():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    page = at("tournament-totals", tournament, 1, 1)
    wrong = typed(draw, 1, "total", "many", "1000") | typed(draw, 1, "puddings", "", "", "-1")
    page.press("Enter the result", **wrong)
    assert page.response.status_code == 400
    assert page.text.count("Points: a whole number from −99 to 999.") == 2
    assert "Puddings: a whole number from 0 to 99." in page.text
    assert "Write the points." in page.text
    assert 'value="many"' in page.response.content.decode()
    right = typed(draw, 1, "total", "9", "8", "7")
    page.press("Enter the result", **right, **typed(draw, 1, "puddings", "", "", ""))
    page = at("tournament-totals", tournament, 1, 1)
    page.press("Enter the result", **right)
    assert page.response.status_code == 409
    assert "Table 1 has its result already. Correct it in its game." in page.text
    assert 'value="9"' in page.response.content.decode()
    assert at("tournament-totals", tournament, 1, 9).response.status_code == 404


def test_a_result_from_paper_may_take_the_place_of_a_game_that_has_begun():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    begun = start_table(tournament.pk, 1, 1)
    page = at("tournament-totals", tournament, 1, 1)
    page.press("Enter the result", **typed(draw, 1, "total", "9", "8", "7"))
    assert page.response.status_code == 409
    assert Game.objects.filter(pk=begun.pk).exists()
    page.press("Enter the result", even_begun="on")
    assert "Table 1 has its result." in page.text
    assert not Game.objects.filter(pk=begun.pk).exists()
    assert Game.objects.get().totals_only


def test_points_stay_those_of_the_person_though_seats_change_meanwhile():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    page = at("tournament-totals", tournament, 1, 1)
    before = typed(draw, 1, "total", "30", "20", "10")
    (sits, *_), (comes, *_) = (by_seat(draw, table, "123") for table in (1, 2))
    swap_seats(tournament.pk, 1, sits, comes)
    page.press("Enter the result", **before)
    assert page.response.status_code == 400
    assert "Write the points." in page.text
    assert not tournament.night.games.exists()
    page.press("Enter the result", **typed(draw, 1, "total", "5"))
    points = tournament.night.placings.values_list("player__entries", "total")
    assert dict(points)[comes] == 5
    assert sits not in dict(points)


def test_tables_do_not_become_larger_than_the_menu_is_for():
    tournament = an_evening(8, ruleset="sushi-go-party", menu="party-sampler", largest=6)
    page = at("organise", tournament).press("Save", largest="8")
    assert page.response.status_code == 400
    assert "With 8 players the card" in page.text
    page.press("Save", largest="5")
    assert one().largest == 5


def test_the_page_of_many_tables_asks_no_more_than_that_of_few(django_assert_max_num_queries):
    asked = []
    for people, host in ((8, "of few"), (24, "of many")):
        tournament = an_evening(people, phone=host)
        play_all(tournament, make_draw(tournament.pk, 1))
        make_draw(tournament.pk, 2)
        start_table(tournament.pk, 2, 1)
        with django_assert_max_num_queries(50) as queries:
            assert phone(host).get(reverse("organise", args=[tournament.pk])).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_table_of_an_earlier_draw_gets_its_result_from_paper_too():
    tournament = an_evening(6)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw)
    delete_game(draw.tables.last().game_id)
    make_draw(tournament.pk, 2, even_open=True)
    page = at("organise", tournament)
    assert "Draw 1, table 2" in page.text
    address = reverse("tournament-totals", args=[tournament.pk, 1, 2])
    assert address in page.response.content.decode()
    page = at("tournament-totals", tournament, 1, 2)
    page.press("Enter the result", **typed(draw, 2, "total", "9", "8", "7"))
    assert "Table 2 has its result." in page.text
    assert "Draw 1, table 2" not in page.text


def test_the_plan_changes_while_it_goes_on():
    tournament = an_evening(8, draws=2)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw)
    play_all(tournament, make_draw(tournament.pk, 2))
    page = at("organise", tournament)
    page.press("Save", draws="1", place_points="x", has_final="on")
    assert page.response.status_code == 400
    assert "Write points for places" in page.text
    page.press("Save", draws="1", place_points="4-2-1-0")
    assert page.response.status_code == 409
    assert "2 draws are made already: there cannot be fewer." in page.text
    page.press("Save", draws="2")
    page.press("Draw the final")
    assert "Tables: Final" in page.text
    assert tournament.made_draws.last().is_final
    assert one().place_points == "4-2-1-0"


def test_who_is_level_for_the_last_seat_in_the_final_is_named_before_it_is_drawn():
    tournament = an_evening(6, draws=1, largest=3, has_final=True)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw, [30, 20, 20])
    _, last, one_out, other_out = tournament.entrants.filter(drawn_seats__place__gt=1)
    page = at("organise", tournament)
    last_seat = f"level with {last.player.name} for the last seat in the final"
    names = f"{one_out.player.name} and {other_out.player.name}"
    assert f"{names} are {last_seat}" in page.text
    set_away(tournament.pk, other_out.pk, is_away=True)
    assert f"{one_out.player.name} is {last_seat}" in at("organise", tournament).text
    page.press("Draw the final")
    assert "for the last seat in the final" not in page.text


def test_what_is_corrected_after_the_next_draw_changes_the_standings_and_says_so():
    tournament = an_evening(6, draws=2)
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw)
    make_draw(tournament.pk, 2)
    assert "was corrected" not in at("organise", tournament).text
    game = draw.tables.first().game
    people = [seat.player.name for seat in game.seats.all()]
    rows = [Total(name, total, 0) for name, total in zip(people, (1, 2, 3), strict=True)]
    correct_totals(game.pk, game.night.date, Totals("sushi-go", None, rows),
                   seen=people_mark(game), reason="misread", by=None)  # fmt: skip
    text = at("organise", tournament).text
    assert "Table 1 of draw 1 was corrected after the next draw: the standings follow" in text


def test_who_did_not_want_to_sit_together_but_does_is_named():
    tournament = an_evening(6)
    make_draw(tournament.pk, 1)
    one_, other = tournament.entrants.filter(drawn_seats__table__number=1)[:2]
    page = at("tournament-people", tournament)
    page.press("Add the wish", one=str(one_.pk), other=str(other.pk), apart="1")
    assert "They sat together in draw 1." in page.text
    assert "sit together at table 1, though they never want to." in page.follow("Organise").text
