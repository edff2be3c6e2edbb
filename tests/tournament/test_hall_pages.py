"""What phones in the hall, and its screen, see of an evening of several tables."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from referee.club.services.players import hide_player
from referee.models import Draw, Entrant, Game, Tournament
from referee.play.services.joining import leave
from referee.tournament.pages import hall
from referee.tournament.services.drawing import make_draw, swap_seats
from referee.tournament.services.entering import come_in, enter, free_phone, set_away, watch
from referee.tournament.services.setting_up import change_plan, end_tournament
from referee.tournament.services.tables import enter_totals, start_table
from tests.factories import OTHER_PHONE, PHONE, confirm
from tests.play.views.plain_phone import PlainPhone, phone
from tests.tournament.evening import HALL, an_evening, by_seat, play_all

pytestmark = pytest.mark.django_db


def words(client: Client, name: str, *args: object, query: str = "") -> str:
    """What a page says to a phone."""
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    return " ".join(strip_tags(answer.content.decode()).split())


def seated(draw: Draw, table: int, place: int) -> Entrant:
    """Who sits there in a draw."""
    seat = draw.seats.select_related("entrant__player").get(table__number=table, place=place)
    return seat.entrant


def phone_at(draw: Draw, table: int, place: int) -> Client:
    """The phone of who sits there, which has come in."""
    entrant = seated(draw, table, place)
    come_in(draw.tournament_id, f"phone of {entrant.pk}", entrant.player.name)
    return phone(f"phone of {entrant.pk}")


def play(game: Game) -> None:
    """Confirm the three rounds of a game, with a card of one player to win it."""
    confirm(game, 1, 2, 3)


def play_all_but_begun(tournament: Tournament, draw: Draw) -> None:
    """Keep the results of the tables that have no phone."""
    for table in draw.tables.filter(game=None):
        totals = by_seat(draw, table.number, [(10, 0)] * 8)
        enter_totals(tournament.pk, draw.number, table.number, totals, phone="")


# ------------------------------------------------------------- coming in


def test_each_phone_enters_its_name_once():
    tournament = an_evening(8)
    door = reverse("tournament-enter", args=[tournament.code])
    ana, other = phone(), phone()
    page = ana.get(door)
    assert page.context["names"] == sorted(HALL[:8])
    evening = reverse("tournament", args=[tournament.pk])
    assert ana.post(door, {"name": "Ana"}).url == evening
    assert ana.get(door).url == evening
    assert "You are in, Ana. 8 are here." in words(ana, "tournament", tournament.pk)
    assert "Ana" not in other.get(door).context["names"]
    taken = other.post(door, {"name": "Ana"})
    assert taken.status_code == 409
    assert "an organiser can free the name" in taken.content.decode()
    assert other.post(door, {"name": " "}).status_code == 409
    assert other.post(door, {"name": "Zoe"}).url == evening
    assert tournament.entrants.count() == 9


def test_a_name_that_an_organiser_frees_is_for_another_phone():
    tournament = an_evening(8)
    door = reverse("tournament-enter", args=[tournament.code])
    wrong, ana = phone(), phone()
    wrong.post(door, {"name": "Ana"})
    free_phone(tournament.pk, tournament.entrants.get(player__name="Ana").pk)
    assert ana.post(door, {"name": "Ana"}).status_code == 302
    assert "You are in, Ana." in words(ana, "tournament", tournament.pk)
    assert "You watch." in words(wrong, "tournament", tournament.pk)


def test_a_phone_that_has_somebody_elses_name_loses_their_seat_with_it():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    sits = seated(draw, 1, 1)
    come_in(tournament.pk, OTHER_PHONE, sits.player.name)
    game = start_table(tournament.pk, 1, 1)
    free_phone(tournament.pk, sits.pk)
    assert game.guests.get(phone=OTHER_PHONE).seat is None
    assert not game.hostings.filter(ended_at=None).exists()
    come_in(tournament.pk, "their own phone", sits.player.name)
    assert game.guests.get(phone="their own phone").seat.player == sits.player


def test_somebody_who_comes_while_the_standings_are_worked_out_ends_no_page(monkeypatch):
    tournament = an_evening(8)
    standings = hall._standings

    def slow(tournament):
        enter(tournament.pk, ["Zoe"])
        return standings(tournament)

    monkeypatch.setattr(hall, "_standings", slow)
    assert len(hall.standings_shown(tournament)["rows"]) == 9


def test_the_order_is_told_as_it_is_by_the_tables_there_are():
    tournament = an_evening(7, draws=1, largest=3, has_final=True, place_points="2-1")
    play_all(tournament, make_draw(tournament.pk, 1))
    play_all(tournament, make_draw(tournament.pk, 2, is_final=True))
    change_plan(tournament.pk, has_final=False)
    tournament.refresh_from_db()
    told = " ".join(hall.standings_shown(tournament)["criteria"])
    assert "Those who play the final come first" in told
    assert "with 4 players 2-" in told


def test_a_table_that_plays_on_when_the_evening_is_ended_keeps_its_way_to_the_game():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    first, second = phone_at(draw, 1, 1), phone_at(draw, 2, 1)
    game = start_table(tournament.pk, 1, 1)
    end_tournament(tournament.pk)
    address = reverse("tournament", args=[tournament.pk])
    assert f'href="/g/{game.pk}/"' in first.get(address).content.decode()
    assert "Begin the game" not in words(second, "tournament", tournament.pk)


def test_who_still_plays_at_a_table_of_an_earlier_draw_finds_the_way_there():
    tournament = an_evening(8)
    client = phone_at(make_draw(tournament.pk, 1), 1, 1)
    game = start_table(tournament.pk, 1, 1)
    told = "Your game of an earlier draw still goes on."
    assert told not in words(client, "tournament", tournament.pk)
    make_draw(tournament.pk, 2, even_open=True)
    page = client.get(reverse("tournament", args=[tournament.pk])).content.decode()
    assert told in page
    assert reverse("game", args=[game.pk]) in page


def test_the_box_for_codes_leads_to_the_hall():
    tournament = an_evening(8)
    asked = phone().get(reverse("join"), {"code": tournament.code.lower()}, follow=True)
    assert asked.redirect_chain[-1][0] == reverse(
        "tournament-enter", args=[tournament.code.lower()]
    )
    assert asked.status_code == 200


def test_a_television_only_watches_and_shows_the_screen():
    tournament = an_evening(8)
    screen = phone()
    door = reverse("tournament-enter", args=[tournament.code])
    led = screen.post(door, {"do": "screen"}, follow=True)
    assert led.redirect_chain == [(reverse("hall", args=[tournament.pk]), 302)]
    assert tournament.visitors.get().entrant is None
    assert "You watch." in words(screen, "tournament", tournament.pk)
    assert phone().post(door, {"do": "watch"}).url == reverse("tournament", args=[tournament.pk])


def test_wrong_codes_and_those_of_evenings_that_are_over_let_nobody_in():
    tournament = an_evening(8)
    end_tournament(tournament.pk)
    client = phone()
    for _ in range(2):
        wrong = client.post(reverse("tournament-enter", args=[tournament.code]), {"name": "Ana"})
        assert wrong.status_code == 404
    for _ in range(100):
        wrong = client.get(reverse("tournament-enter", args=["ZZZZZZ"]))
        if wrong.status_code == 429:
            break
    assert wrong.status_code == 429
    assert int(wrong.headers["Retry-After"]) > 0


def test_a_phone_that_is_sent_out_comes_back_only_when_it_is_let():
    tournament = an_evening(8)
    door = reverse("tournament-enter", args=[tournament.code])
    stranger, ana = phone(), phone()
    stranger.post(door, {"name": "Ana"})
    people = PlainPhone(PHONE).open(reverse("tournament-people", args=[tournament.pk]))
    people.press("Send this phone out of the hall Ana")
    assert "1 phone was sent out of the hall." in people.text
    refused = stranger.post(door, {"name": "Ben"})
    assert refused.status_code == 403
    assert "An organiser has sent this phone out of the hall." in refused.content.decode()
    assert stranger.get(reverse("tournament", args=[tournament.pk])).status_code == 404
    assert ana.post(door, {"name": "Ana"}).status_code == 302
    people.press("Let back")
    assert "sent out" not in people.text
    assert stranger.post(door, {"name": "Ben"}).status_code == 302


# ------------------------------------------------------------- one's own table


def test_a_phone_knows_its_table_as_soon_as_it_is_drawn():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    client = phone_at(draw, 2, 1)
    page = words(client, "tournament", tournament.pk)
    others = ", ".join(seated(draw, 2, place).player.name for place in (2, 3, 4))
    assert f"Table 2, seat 1 with {others} Begin the game" in page
    assert "Draw 1 of 3 · Take your seats" in page


def test_one_tap_begins_the_game_and_takes_the_phones_of_the_table_along():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    first, second, elsewhere = (phone_at(draw, *at) for at in ((1, 1), (1, 2), (2, 1)))
    begin = reverse("tournament-start", args=[tournament.pk, 1, 1])
    assert elsewhere.post(begin).status_code == 403
    assert first.get(begin).status_code == 405
    led = second.post(begin, follow=True)
    game = Game.objects.get()
    assert led.request["PATH_INFO"] == f"/g/{game.pk}/r/1/2/"
    assert second.post(begin).url == f"/g/{game.pk}/"
    assert Game.objects.count() == 1
    page = first.get(reverse("tournament", args=[tournament.pk])).content.decode()
    assert f'data-next="/g/{game.pk}/"' in page
    other = elsewhere.get(reverse("tournament", args=[tournament.pk])).content.decode()
    assert "data-next" not in other
    assert f"/g/{game.pk}/" not in other
    assert phone_at(draw, 1, 3).get(f"/g/{game.pk}/", follow=True).status_code == 200


def test_an_organiser_begins_any_table_and_stays_with_the_evening():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    organiser = phone(PHONE)
    begin = reverse("tournament-start", args=[tournament.pk, 1, 2])
    assert organiser.post(begin).url == reverse("tournament", args=[tournament.pk])
    assert (
        organiser.post(reverse("tournament-start", args=[tournament.pk, 1, 9])).status_code == 404
    )
    assert "To the table" in words(organiser, "tournament", tournament.pk)


def test_whoever_leaves_is_not_drawn_until_they_are_back():
    tournament = an_evening(9)
    evening = reverse("tournament", args=[tournament.pk])
    come_in(tournament.pk, OTHER_PHONE, "Ana")
    client = phone(OTHER_PHONE)
    client.post(evening, {"do": "leave"})
    assert "You have left" in words(client, "tournament", tournament.pk)
    draw = make_draw(tournament.pk, 1)
    assert not draw.seats.filter(entrant__player__name="Ana").exists()
    client.post(evening, {"do": "back"})
    assert "You have no seat in this draw." in words(client, "tournament", tournament.pk)
    assert client.post(evening, {"do": "else"}).status_code == 403
    assert phone(PHONE).post(evening, {"do": "leave"}).status_code == 403


def test_between_draws_a_phone_is_told_how_its_player_stands():
    tournament = an_evening(8, draws=2)
    draw = make_draw(tournament.pk, 1)
    client = phone_at(draw, 1, 1)
    play_all(tournament, draw)
    page = words(client, "tournament", tournament.pk)
    assert "Table 1 is over" in page
    assert "Wait for the next draw" in page
    assert "Your place so far: 1 · Points: 5" in page
    assert "Draw 1 of 2 · Every table is over." in page


def test_the_tables_of_earlier_draws_can_be_looked_at():
    tournament = an_evening(8, draws=2)
    first = make_draw(tournament.pk, 1)
    play_all(tournament, first)
    make_draw(tournament.pk, 2)
    organiser = phone(PHONE)
    assert "Tables: Draw 2 of 2" in words(organiser, "tournament", tournament.pk)
    before = words(organiser, "tournament", tournament.pk, query="?draw=1")
    assert "Tables: Draw 1 of 2" in before
    assert "won with 40 points" in before
    assert "Tables: Draw 2 of 2" in words(organiser, "tournament", tournament.pk, query="?draw=x")


def test_an_evening_that_is_over_says_who_has_won():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    client = phone_at(draw, 1, 1)
    play_all(tournament, draw, [40, 30, 20, 10])
    end_tournament(tournament.pk)
    best = " and ".join(seated(draw, table, 1).player.name for table in (1, 2))
    page = words(client, "tournament", tournament.pk)
    assert "The evening is over." in page
    assert "share the victory of the evening" in page
    assert best.split()[0] in page
    assert "I leave" not in page


# ------------------------------------------------------------- the pages of a table's game


def a_game_that_is_over(tournament: Tournament) -> tuple[Client, Game]:
    """The phone of the first table's first seat in the first draw, and its game."""
    draw = Draw.objects.get(tournament=tournament, number=1)
    client = phone_at(draw, 1, 1)
    game = start_table(tournament.pk, 1, 1)
    play(game)
    return client, game


def test_the_result_of_a_table_leads_to_the_evening_and_at_once_to_the_next_table():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    client, game = a_game_that_is_over(tournament)
    evening = reverse("tournament", args=[tournament.pk])
    result = client.get(f"/g/{game.pk}/result/")
    assert "Table 1 is over." in words(client, "result", game.pk)
    assert f'href="{evening}"' in result.content.decode()
    assert (
        "Rematch</button>"
        not in re.search('<div class="bar">.*', result.content.decode(), re.DOTALL).group()
    )
    version = Game.objects.get(pk=game.pk).version
    draw = make_draw(tournament.pk, 2, even_open=True)
    assert Game.objects.get(pk=game.pk).version > version
    own = draw.seats.get(entrant__visitor__phone__startswith="phone of")
    told = f"Draw 2 of 3: Table {own.table.number}, seat {own.place}"
    assert told in words(client, "result", game.pk)
    assert told in words(client, "scoreboard", game.pk)
    following = start_table(tournament.pk, 2, own.table.number)
    page = client.get(f"/g/{game.pk}/result/").content.decode()
    assert f'data-next="/g/{following.pk}/' in page


def test_the_pages_of_a_table_say_which_it_is():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    organiser = phone(PHONE)
    game = start_table(tournament.pk, 1, 2)
    for page in ("table", "scoreboard"):
        assert words(organiser, page, game.pk).startswith("Table 2 · ")


def test_a_phone_that_came_by_the_tables_own_code_sees_no_evening():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    game = start_table(tournament.pk, 1, 1)
    watcher = phone(OTHER_PHONE)
    watcher.post(reverse("join-code", args=[game.code]), {"seat": ""})
    play(game)
    evening = reverse("tournament", args=[tournament.pk])
    assert watcher.get(evening).status_code == 404
    assert evening not in watcher.get(f"/g/{game.pk}/result/").content.decode()


def test_after_a_change_by_hand_the_results_say_the_new_seat():
    tournament = an_evening(8)
    make_draw(tournament.pk, 1)
    client, game = a_game_that_is_over(tournament)
    draw = make_draw(tournament.pk, 2, even_open=True)
    own = draw.seats.get(entrant__visitor__phone__startswith="phone of")
    other = draw.seats.exclude(table=own.table).first()
    before = Game.objects.get(pk=game.pk).version
    swap_seats(tournament.pk, 2, own.entrant_id, other.entrant_id)
    assert Game.objects.get(pk=game.pk).version > before
    told = f"Table {other.table.number}, seat {other.place}"
    assert told in words(client, "result", game.pk)


# ------------------------------------------------------------- the hall's screen


def test_the_screen_shows_the_way_in_then_tables_then_standings():
    tournament = an_evening(8, draws=2)
    screen = phone(OTHER_PHONE)
    watch(tournament.pk, OTHER_PHONE)
    page = words(screen, "hall", tournament.pk)
    assert f"Code {tournament.code[:3]} {tournament.code[3:]}" in page
    assert "8 are here" in page
    draw = make_draw(tournament.pk, 1)
    page = words(screen, "hall", tournament.pk)
    assert "Draw 1 of 2" in page
    assert "Take your seats" in page
    assert "Standings" not in page
    start_table(tournament.pk, 1, 1)
    assert "Table 1 Round 1 of 3" in words(screen, "hall", tournament.pk)
    play(draw.tables.get(number=1).game)
    play_all_but_begun(tournament, draw)
    page = words(screen, "hall", tournament.pk)
    assert "Every table is over. The next draw follows." in page
    assert "Standings" in page
    end_tournament(tournament.pk)
    assert "the evening" in words(screen, "hall", tournament.pk)


def test_the_pages_follow_the_evening():
    tournament = an_evening(8)
    come_in(tournament.pk, OTHER_PHONE, "Ana")
    client = phone(OTHER_PHONE)
    for name in ("tournament", "hall"):
        address = reverse(name, args=[tournament.pk])
        page = client.get(address)
        assert page.context["stream"]
        version = page.context["version"]
        set_away(tournament.pk, tournament.entrants.last().pk, is_away=True)
        part = client.get(address, headers={"HX-Request": "true"})
        assert part.context["version"] > version
        assert part.content.decode().lstrip().startswith("<title>")


def test_an_evening_of_two_hundred_at_fifty_tables_is_shown_with_few_queries(
    django_assert_max_num_queries,
):
    tournament = an_evening(200)
    make_draw(tournament.pk, 1)
    organiser = phone(PHONE)
    for name in ("tournament", "hall"):
        with django_assert_max_num_queries(30):
            page = organiser.get(reverse(name, args=[tournament.pk]))
        assert len(page.context["tables"]()) == 50


def test_the_first_page_leads_whoever_is_there_to_the_evening_until_it_is_over():
    tournament = an_evening(8)
    watch(tournament.pk, "a watcher")
    evening = reverse("tournament", args=[tournament.pk])
    here = [phone(PHONE), phone("a watcher")]
    for client in here:
        assert evening in client.get("/").content.decode()
    for client in (phone(OTHER_PHONE), phone()):
        assert evening not in client.get("/").content.decode()
    end_tournament(tournament.pk)
    for client in here:
        assert evening not in client.get("/").content.decode()


# ------------------------------------------------------------- afterwards


def test_the_standings_are_downloaded_and_drawn():
    tournament = an_evening(8)
    organiser = phone(PHONE)
    picture = reverse("tournament-picture", args=[tournament.pk, "en"])
    assert organiser.get(picture).status_code == 404
    play_all(tournament, make_draw(tournament.pk, 1), [40, 30, 20, 10])
    assert organiser.get(picture).headers["Content-Type"] == "image/png"
    assert (
        organiser.get(reverse("tournament-picture", args=[tournament.pk, "xx"])).status_code == 404
    )
    answer = organiser.get(reverse("tournament-csv", args=[tournament.pk]))
    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert lines[0] == "Place,Player,Points for places,Wins,Share of the points,Games"
    assert len(lines) == 9
    assert lines[1].split(",")[2:] == ["5", "1", "1.6", "1"]


def test_the_night_leads_to_the_evening_and_shows_the_first_of_its_standings():
    tournament = an_evening(12)
    draw = make_draw(tournament.pk, 1)
    client, game = a_game_that_is_over(tournament)
    play_all_but_begun(tournament, draw)
    for asked in (client, phone(PHONE)):
        page = asked.get(reverse("night", args=[tournament.night_id])).content.decode()
        assert reverse("tournament", args=[tournament.pk]) in page
        assert page.count('class="place"') >= 8
        assert "4 more stand behind them." in page
        assert "Next game" not in page
    watcher = phone(OTHER_PHONE)
    watcher.post(reverse("join-code", args=[game.code]), {"seat": ""})
    page = watcher.get(reverse("night", args=[tournament.night_id])).content.decode()
    assert reverse("tournament", args=[tournament.pk]) not in page


def test_evenings_that_are_over_are_honoured_with_their_winners():
    tournament = an_evening(8)
    club = tournament.night.club_id
    draw = make_draw(tournament.pk, 1)
    play_all(tournament, draw, [40, 30, 20, 10])
    organiser = phone(PHONE)
    assert "Who won evenings" not in words(organiser, "year", club)
    end_tournament(tournament.pk)
    page = words(organiser, "year", club)
    one, other = (seated(draw, table, 1).player for table in (1, 2))
    honoured = re.search("Who won evenings of several tables(.*?)First games", page).group(1)
    assert one.name in honoured
    assert other.name in honoured
    hide_player(club, one.pk, hidden=True)
    honoured = re.search(
        "Who won evenings of several tables(.*?)First games", words(organiser, "year", club)
    ).group(1)
    assert one.name not in honoured
    assert other.name in honoured


def test_the_seasons_standings_count_the_games_of_an_evening():
    tournament = an_evening(8)
    play_all(tournament, make_draw(tournament.pk, 1), [40, 30, 20, 10])
    season = phone(PHONE).get(
        reverse("season", args=[tournament.night.club_id, tournament.night.date.year])
    )
    assert season.status_code == 200
    rows = phone(PHONE).get(reverse("standings", args=[tournament.night.club_id]))
    table = rows.context["standings"]["rows"]
    assert sum(row["rank"] == 1 for row in table) == 2
    assert len(table) == 8


def test_a_phone_that_has_left_a_table_is_still_in_the_hall():
    tournament = an_evening(8)
    draw = make_draw(tournament.pk, 1)
    client = phone_at(draw, 1, 1)
    game = start_table(tournament.pk, 1, 1)
    leave(game.pk, f"phone of {seated(draw, 1, 1).pk}")
    assert "Ask its host for your seat." in words(client, "tournament", tournament.pk)
