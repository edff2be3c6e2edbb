"""Games that were kept on paper, notes, and what is corrected afterwards: the pages."""

import json
import re
from datetime import date
from random import randbytes
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from referee.club.services.files.import_games import Total, Totals
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.paper import EnteredGame, enter_games
from referee.club.services.statistics import club_sums
from referee.models import Club, ClubPhone, Game, GameNight, Guest, Placing
from tests.club.files.past_games import a_club
from tests.club.views.player_pages import address, known_phone, play
from tests.factories import OTHER_PHONE, PHONE, played
from tests.people import NAMES_TO_SHOW, known, merge
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)
TYPED = {
    "date": "2025-03-07", "ruleset": ["sushi-go"], "player_1": "Ana", "total_1": "41",
    "puddings_1": "3", "player_2": "Ben", "total_2": "38",
}  # fmt: skip


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def game(club) -> Game:
    """Ana has won by a pudding; nobody noted Cem's."""
    rows = [Total("Ana", 41, 3), Total("Ben", 41, 2), Total("Cem", 30)]
    paper = EnteredGame(DAY, Totals("sushi-go", None, rows), "Balcony", "Two\nlines")
    enter_games(club.pk, [(uuid4(), paper)])
    return Game.objects.get()


def values_of(page: PlainPhone) -> dict[str, str]:
    boxes = elements(page.page, "input")
    return {attribute(box, "name") or "": attribute(box, "value") or "" for box in boxes}


# ------------------------------------------------------------- entering


def test_it_may_have_its_minutes_which_its_page_and_the_night_show(club):
    page = (
        known_phone().open(f"/club/{club.pk}/paper/").press("Enter the game", **TYPED, minutes="41")
    )
    assert "41 minutes" in page.text
    game = Game.objects.get()
    assert game.minutes == 41
    page.open(f"/g/{game.pk}/totals/")
    assert "It took 41 minutes." in plain(page.text)
    page.follow("Note, place and minutes").press("Save", minutes="50")
    assert "It took 50 minutes." in plain(page.text)
    page.follow("Note, place and minutes").press("Save", minutes="")
    assert "It took" not in page.text
    assert set(game.placings.values_list("minutes", flat=True)) == {None}


@pytest.mark.parametrize("minutes", ["0", "1441", "-5", "2.5", "an hour"])
def test_minutes_that_cannot_be_are_refused_and_kept_in_the_form(club, minutes):
    page = known_phone().open(f"/club/{club.pk}/paper/")
    page.press("Enter the game", **TYPED, minutes=minutes)
    assert "Minutes: a whole number from 1 to 1440." in page.text
    assert not Game.objects.exists()
    assert values_of(page)["minutes"] == minutes


def test_from_an_old_night_to_a_game_of_that_day_which_counts(club):
    night = GameNight.objects.create(club=club, date=DAY)
    page = known_phone().open(f"/club/{club.pk}/nights/").follow("Enter a game from paper")
    assert page.url == f"/club/{club.pk}/paper/"
    page.open(f"/night/{night.pk}/").follow("Enter a game from paper")
    assert values_of(page)["date"] == "2025-03-07"
    labels = [text_of(one) for one in elements(page.page, "label")]
    assert {"Player 1", "Points of player 1", "Puddings of player 1"} <= set(labels)
    page.press("Enter the game", **TYPED, location="Balcony")
    assert page.url == f"/night/{night.pk}/"
    assert "The game is entered, and counts." in page.text
    assert "Ana won with 41 points" in plain(page.text)
    assert "Sushi Go! from paper" in plain(page.text)
    assert page.open(f"/club/{club.pk}/").text.index("Ana") < page.text.index("Ben")
    assert club_sums(Club.objects.get())[known("Ana").pk].won == 1


def test_every_fault_is_told_at_once_and_nothing_typed_is_lost(club):
    page = known_phone().open(f"/club/{club.pk}/paper/")
    wrong = {
        "date": "2999-01-01", "ruleset": ["sushi-roll"], "menu": ["sushi-go"], "player_1": "Ana",
        "total_2": "12345", "puddings_3": "-1", "player_4": "C" * 41, "total_4": "4",
        "location": "x" * 61,
    }  # fmt: skip
    page.press("Enter the game", **wrong)
    assert page.response.status_code == 400
    for told in (
        "Nothing is entered yet. What you typed is still here.",
        "This day is still to come.",
        "Only Sushi Go Party! has menus.",
        "Write the points.",
        "Write a name.",
        "Points: a whole number from −99 to 999.",
        "Puddings: a whole number from 0 to 99.",
        "at most 40 characters (it has 41)",
        "at most 60 characters (it has 61)",
    ):
        assert told in page.text, told
    kept = values_of(page)
    assert kept["player_4"] == "C" * 41
    assert (kept["total_2"], kept["location"]) == ("12345", "x" * 61)
    assert not Game.objects.exists()


def test_the_rows_are_checked_also_while_nobody_knows_which_game_it_was(club):
    page = known_phone().open(f"/club/{club.pk}/paper/")
    page.press("Enter the game", date="2025-03-07", player_1="Ana", total_2="38")
    for told in ("Choose the game.", "Write the points.", "Write a name."):
        assert told in page.text, told
    assert not Game.objects.exists()


def test_what_cannot_be_is_refused_in_words(club):
    page = known_phone().open(f"/club/{club.pk}/paper/")
    changes: list[tuple[dict[str, Any], str]] = [
        ({"ruleset": []}, "Choose the game."),
        ({"date": ""}, "Choose the day."),
        ({"date": "2012-01-01"}, "The game came out later than that."),
        ({"player_2": "", "total_2": ""}, "2–5 players can play this. You have entered 1."),
        ({"player_2": "ana"}, "differ in capitals alone"),
        ({"player_2": "\x07x"}, "cannot be shown"),
    ]
    for change, told in changes:
        page.press("Enter the game", **{**TYPED, **change})
        assert page.response.status_code == 400
        assert told.casefold() in page.text.casefold()
        assert not Game.objects.exists()


def test_a_form_that_is_sent_twice_is_one_game_and_the_same_game_is_asked_about(club):
    sent = {**TYPED, "ruleset": "sushi-go", "entry": str(uuid4())}
    for _ in range(2):
        assert phone(PHONE).post(f"/club/{club.pk}/paper/", sent).status_code == 302
    assert Game.objects.count() == 1
    page = known_phone().open(f"/club/{club.pk}/paper/").press("Enter the game", **TYPED)
    assert page.response.status_code == 409
    assert "There is a game like this on that day already" in page.text
    page.press("Enter the game", same=["1"])
    assert Game.objects.count() == 2


def test_a_day_in_the_address_that_is_none_is_today(club):
    for written in ("2025-02-30", "x"):
        page = known_phone().open(f"/club/{club.pk}/paper/?date={written}")
        assert values_of(page)["date"] > "2025-12-31"


# ------------------------------------------------------------- a file of them


def send(club: Club, text: str, **more: str) -> PlainPhone:
    """The page that shows what is in a file."""
    file = SimpleUploadedFile("games.csv", text.encode())
    page = known_phone().open(f"/club/{club.pk}/paper/csv/")
    return page.press("Read it", file=[file], **more)


def offers(page: PlainPhone) -> list[str]:
    return [text_of(button) for _form, button in page.buttons()]


def test_nothing_of_a_file_is_entered_while_it_has_faults_or_nobody_has_confirmed_it(club):
    bad = "date,game,players,totals\n2025-03-07,go,Ana / Ben,4 3\n2025-03-08,go,Ana / Ben,4\n"
    page = send(club, bad)
    assert page.response.status_code == 400
    assert "line 3, column “totals”: one number a player: 2, not 1" in page.text
    assert "1 new game" in page.text
    assert "1 game with faults" in page.text
    assert "Enter 1 game" not in offers(page)
    page = send(club, bad.replace(",4\n", ",4 5\n"))
    assert not Game.objects.exists()
    page.press("Enter 2 games")
    assert "2 games were read in." in page.text
    assert Placing.objects.filter(player__name="Ana", nth=2).count() == 1


def test_a_file_that_has_grown_brings_what_is_new(club):
    file = "date,game,players,totals\n2025-03-07,go,Ana / Ben,4 3\n"
    send(club, file).press("Enter 1 game")
    page = send(club, f"{file}2025-03-08,go,ben / Ana,4 3\n")
    assert "1 game that the club has already: it is left out" in page.text
    page.press("Enter 1 game")
    assert Game.objects.count() == 2
    page = send(club, file)
    assert "0 new games" in page.text
    assert not [offer for offer in offers(page) if offer.startswith("Enter")]


def test_a_file_is_taken_back_on_its_page(club):
    file = "date,game,players,totals\n2025-03-07,go,Ana / Ben,4 3\n2025-03-08,go,Ana / Ben,4 3\n"
    page = send(club, file).press("Enter 2 games").open(f"/club/{club.pk}/paper/csv/")
    Game.objects.filter(night__date="2025-03-08").update(version=1)
    page.press("Take this file back")
    assert "1 game is taken back. 1 game stays" in page.text
    assert "Take this file back" not in offers(page)
    assert Game.objects.get().night.date.day == 8
    assert phone("stranger").post(f"/club/{club.pk}/paper/csv/{uuid4()}/back/").status_code == 404


def test_an_export_of_bg_stats_is_shown_settled_and_entered(club):
    ana = {"playerRefId": 1, "score": "41"}
    plays = [
        {"uuid": "a", "playDate": "2025-03-07 20:00:00", "gameRefId": 1,
         "playerScores": [ana, {"playerRefId": 2, "score": "38"}]},
        {"uuid": "b", "playDate": "2025-03-08 20:00:00", "gameRefId": 1,
         "playerScores": [ana, {"playerRefId": 2, "score": "4.5"}]},
        {"uuid": "c", "playDate": "2025-03-09 20:00:00", "gameRefId": 2, "playerScores": []},
    ]  # fmt: skip
    people = [{"id": 1, "name": "Anna"}, {"id": 2, "name": "<b>Ben"}]
    games = [{"id": 1, "name": "Sushi Go!"}, {"id": 2, "name": "Chess"}]
    page = send(club, json.dumps({"plays": plays, "players": people, "games": games}))
    assert page.response.status_code == 200
    for words in ("1 new game", "1 game of another board", "1 game with faults", "2025-03-08"):
        assert words in page.text
    assert "Anna 41, <b>Ben 38" in plain(page.text)
    page.press("Enter 1 game", **{"who-0": "Ana", "who-1": "Ben"})
    assert {one.name for one in club.players.all()} == {"Ana", "Ben"}


@pytest.mark.parametrize("name", NAMES_TO_SHOW.values(), ids=NAMES_TO_SHOW)
def test_whatever_stands_in_a_file_is_shown_as_it_stands(club, name):
    quoted = name.replace('"', '""')
    page = send(club, f'date,game,"{quoted}",Ben,note\n2025-03-07,go,41,38,"{quoted}"\n')
    boxes = [attribute(box, "value") for box in elements(page.page, "input")]
    assert name in boxes
    page.press("Enter 1 game")
    assert Game.objects.get().note == name
    assert set(club.players.values_list("name", flat=True)) == {name, "Ben"}


def test_a_page_that_is_sent_twice_enters_a_game_once(club):
    page = send(club, "date,game,players,totals\n2025-03-07,go,Ana / Ben,4 3\n")
    values = values_of(page)
    for _ in range(2):
        answer = phone(PHONE).post(f"/club/{club.pk}/paper/csv/", {**values, "enter": "1"})
        assert answer.status_code in (200, 302)
    assert Game.objects.count() == 1


def test_who_is_who_is_settled_before_a_file_is_entered():
    club = play("Ana", "Ben").night.club
    lines = "2025-03-07,go,Anna / Ben,4 3\n2025-03-08,go,Ben / Somebody,5 6\n"
    page = send(club, f"date,game,players,totals\n{lines}")
    assert "Anna new" in " ".join(page.text.split())
    page.press("Look again", **{"who-0": "ana", "who-2": ""})
    assert "1 game of players who are left out" in page.text
    assert "Ana 4, Ben 3" in plain(page.text)
    page.press("Enter 1 game")
    assert Placing.objects.filter(player__name="Ana", total=4).exists()
    assert {one.name for one in club.players.all()} == {"Ana", "Ben"}


def test_a_file_that_is_too_large_is_told_so(club):
    path = f"/club/{club.pk}/paper/csv/"
    noise = randbytes(1_600_000).hex()
    plays = json.dumps({"plays": [], "notes": noise})
    client = phone(PHONE)
    for answer in (
        client.get(path, headers={"x-was-too-large": "1"}),
        client.post(path, {"file": SimpleUploadedFile("a.json", b"{" * 8_400_000)}),
        client.post(path, {"file": SimpleUploadedFile("a.json", plays.encode())}),
    ):
        assert "the file is larger than 8 MB" in answer.content.decode()
        assert answer.status_code in (400, 413)


def test_of_a_file_that_has_grown_only_those_of_new_games_are_asked_about(club):
    file = "date,game,players,totals\n2025-03-07,go,Ana / Ben,4 3\n"
    send(club, file).press("Enter 1 game")
    page = send(club, f"{file}2025-03-08,go,Cem / Ben,4 3\n2025-03-09,go,Cem / Dan,4 3\n")
    boxes = {name: value for name, value in values_of(page).items() if name.startswith("who-")}
    assert boxes == {"who-1": "Ben", "who-2": "Cem", "who-3": "Dan"}
    page.press("Look again", **{"who-1": "", "who-2": "Kim"})
    assert values_of(page)["who-1"] == ""
    page.press("Enter 1 game")
    assert {one.name for one in club.players.all()} == {"Ana", "Ben", "Kim", "Dan"}


@pytest.mark.parametrize("kept", ["", "!", "AAAA"])
def test_what_brings_no_file_back_asks_for_one(club, kept):
    answer = phone(PHONE).post(f"/club/{club.pk}/paper/csv/", {"kept": kept, "enter": "1"})
    assert answer.status_code == 400
    assert "Choose a file first." in answer.content.decode()


@pytest.mark.slow
def test_after_a_file_the_list_begins_with_its_latest_night(club):
    played("tempura", "")
    file = "date,game,players,totals\n2025-03-09,go,Ana / Ben,4 3\n2025-03-07,go,Ana / Ben,4 5\n"
    page = send(club, file).press("Enter 2 games")
    answer = page.response.content.decode()
    assert re.findall(r'datetime="([^"]+)"', answer) == ["2025-03-09", "2025-03-07"]
    assert "Newer nights" in answer


def test_the_list_of_nights_says_which_games_are_from_paper(game):
    club = game.night.club
    nights = f"/club/{club.pk}/nights/"
    assert "1 game, from paper" in known_phone().open(nights).text
    Game.objects.filter(pk=played("tempura", "").pk).update(night=game.night)
    for number in (1, 2):
        assert f"{number + 1} games, {number} from paper" in known_phone().open(nights).text
        rows = [Total("Ana", 40 + number), Total("Ben", 1)]
        paper = EnteredGame(DAY, Totals("sushi-roll", None, rows))
        enter_games(club.pk, [(uuid4(), paper)])


def test_no_file_is_no_file_and_the_example_is_a_file(club):
    page = known_phone().open(f"/club/{club.pk}/settings/").follow("Past games from a file")
    page.press("Read it")
    assert page.response.status_code == 400
    assert "Choose a file first." in page.text
    example = phone(PHONE).get(f"/club/{club.pk}/paper/csv/?example")
    assert example.headers["Content-Type"] == "text/csv; charset=utf-8"
    page = send(club, example.getvalue().decode()).press("Enter 2 games")
    assert "2 games were read in." in page.text


# ------------------------------------------------------------- looking at one


def test_its_page_says_that_no_card_explains_it(game):
    page = known_phone().open(f"/g/{game.pk}/result/")
    assert page.url == f"/g/{game.pk}/totals/"
    assert plain(page.heading) == "Ana won with 41 points"
    assert "only the totals are known, so no card explains them" in page.text
    assert "Balcony Two lines" in page.text
    assert "1 Ana 41 3 2 Ben 41 2 3 Cem 30 – not noted" in page.text
    links = {attribute(link, "href") or "" for link in elements(page.page, "a")}
    of_game = {link for link in links if str(game.pk) in link}
    own = {"totals/correct/", "note/", "delete/"}
    assert of_game == {f"/g/{game.pk}/{name}" for name in own}


def test_it_has_no_page_and_no_button_that_needs_cards(game):
    host = phone(PHONE)
    rounds = ("r/1/", "r/1/cards/", "r/1/1/", "r/1/setup/", "r/1/versions/", "what-if/1/1/")
    for path in (*rounds, "why/1/", "dispute/", "case/", "table/", "seats/", "scoreboard/",
                 "rules/", "tokens/"):  # fmt: skip
        assert host.get(f"/g/{game.pk}/{path}").status_code == 404, path
    for path in ("r/1/confirm/", "r/1/reopen/", "rematch/", "dispute/", "r/1/1/", "seats/"):
        assert host.post(f"/g/{game.pk}/{path}", {"reason": "x"}).status_code == 404, path
    tap = {"id": str(uuid4()), "round": 1, "seat": 1, "do": "add:tempura"}
    url = f"/api/v1/games/{game.pk}/taps/"
    sent = host.post(url, {"taps": [tap]}, content_type="application/json")
    assert sent.status_code == 404
    assert host.post("/join/", {"code": game.code}).status_code != 302
    assert host.get(f"/new/sushi-go/?after={game.pk}").status_code == 404


def test_it_is_marked_wherever_it_stands_among_others(game):
    club = game.night.club
    assert "Sushi Go! from paper" in known_phone().open(f"/night/{game.night_id}/").text
    assert "Sushi Go! from paper" in known_phone().open(f"/club/{club.pk}/games/").text
    assert (
        "Games from paper have totals only" in known_phone().open(f"/club/{club.pk}/records/").text
    )
    table = phone(PHONE).get(f"/club/{club.pk}/games.csv").getvalue().decode("utf-8-sig")
    head, first, *_rest = table.splitlines()
    assert head.endswith(",Totals only,Minutes")
    assert first.endswith(",41,0,,3,yes,")
    for name in ("Ana", "Cem"):
        page = known_phone().open(address(name))
        assert page.response.status_code == 200
        assert f"/g/{game.pk}/result/" in {attribute(a, "href") for a in elements(page.page, "a")}


def test_records_without_it_do_not_speak_of_paper():
    club = played("tempura", "").night.club
    assert "paper" not in known_phone().open(f"/club/{club.pk}/records/").text


def test_after_it_tonight_goes_on_with_the_last_game_at_the_table():
    last = played("tempura", "")
    rows = [Total("Ana", 41), Total("Ben", 38)]
    paper = EnteredGame(last.night.date, Totals("sushi-go-party", None, rows))
    enter_games(last.night.club_id, [(uuid4(), paper)])
    page = known_phone().open(f"/night/{last.night_id}/")
    forms = {attribute(form, "action") for form in elements(page.page, "form")}
    assert f"/g/{last.pk}/rematch/" in forms


# ------------------------------------------------------------- correcting it


def test_a_correction_is_two_taps_away_and_shows_both_versions(game):
    page = known_phone().open(f"/g/{game.pk}/totals/").follow("Correct this game")
    assert values_of(page)["total_2"] == "41"
    page.press("Save", total_2="44", reason="misread")
    assert page.url == f"/g/{game.pk}/totals/"
    assert "Ben won with 44 points" in plain(page.text)
    assert "“misread”" in page.text
    assert "Version 1 was: Ana 41 (3), Ben 41 (2), Cem 30" in page.text.replace(" ,", ",")


def test_its_day_game_and_menu_are_corrected_and_shown_as_they_were(game):
    club = game.night.club
    page = known_phone().open(f"/g/{game.pk}/totals/correct/")
    assert values_of(page)["date"] == "2025-03-07"
    page.press("Save", menu=["big-banquet"], date="2999-01-01", reason="x")
    assert page.response.status_code == 400
    assert "Only Sushi Go Party! has menus." in page.text
    assert "This day is still to come." in page.text
    was = {"ruleset": ["sushi-go-party"], "menu": ["big-banquet"], "date": "2025-03-08"}
    page.press("Save", **was, reason="it was Saturday")
    assert page.url == f"/g/{game.pk}/totals/"
    assert "Sushi Go Party! · Big Banquet · 8 March 2025" in page.text
    assert "Version 1 was: 7 March 2025 · Sushi Go! · Ana 41 (3)" in page.text
    page.follow("Correct this game").press("Save", total_1="50", reason="misread")
    assert "Version 2 was: 8 March 2025 · Sushi Go Party! · Big Banquet · Ana 41 (3)" in page.text
    assert "Big Banquet" in known_phone().open(f"/club/{club.pk}/games/?since=2025-03-08").text


def test_a_menu_of_ones_own_from_a_club_file_stays_unless_it_is_changed(game):
    own = ["uramaki", "tempura", "tofu", "sashimi", "wasabi", "chopsticks", "pudding"]
    Game.objects.update(ruleset="sushi-go-party", menu=own)
    for total, menu, kept in (("50", {}, own), ("51", {"menu": [""]}, None)):
        page = known_phone().open(f"/g/{game.pk}/totals/correct/")
        page.press("Save", total_1=total, reason="misread", **menu)
        assert page.response.status_code == 200
        assert Game.objects.get().menu == kept


def test_a_version_of_the_first_databases_is_shown_too(game):
    row = {"place": 1, "player": str(known("Ana").pk), "total": 40, "puddings": 2}
    game.corrections.create(version=1, before=[row], reason="misread")
    page = known_phone().open(f"/g/{game.pk}/totals/")
    assert "Version 1 was: Ana 40 (2)" in page.text


@pytest.mark.slow
def test_a_correction_without_a_reason_or_too_late_keeps_what_was_typed(game):
    first, second = (known_phone().open(f"/g/{game.pk}/totals/correct/") for _ in range(2))
    first.press("Save", total_2="44")
    assert first.response.status_code == 409
    assert "Say in a few words why." in first.text
    assert values_of(first)["total_2"] == "44"
    assert "Show it as it is now" not in first.text
    first.press("Save", reason="misread")
    second.press("Save", total_1="45", reason="me too")
    assert second.response.status_code == 409
    assert values_of(second)["total_1"] == "45"
    second.press("Save")
    assert second.response.status_code == 409  # what stands there now was not looked at yet
    second.follow("Show it as it is now")
    assert (values_of(second)["total_1"], values_of(second)["total_2"]) == ("41", "44")


@pytest.mark.slow
def test_who_was_merged_since_is_named_by_the_present_name(game):
    for pair in (("Dan", "Ben"), ("Cem", "Ana")):  # who sits nowhere is off the list
        rows = [Total(name, 41) for name in pair]
        enter_games(
            game.night.club_id, [(uuid4(), EnteredGame(DAY, Totals("sushi-go", None, rows)))]
        )
    known_phone().open(f"/g/{game.pk}/totals/correct/").press(
        "Save", player_3="Zed", reason="it was"
    )
    merge("Dan", "Cem")
    page = known_phone().open(f"/g/{game.pk}/totals/")
    assert "Version 1 was: Ana 41 (3), Ben 41 (2), Dan 30" in page.text.replace(" ,", ",")


# ------------------------------------------------------------- who sat at a game with cards


def test_who_sat_at_a_game_that_is_over_is_corrected_with_a_reason():
    play("Ana", "Ben")
    game = play("Ana", "Cem")
    page = known_phone().open(f"/g/{game.pk}/result/").follow("Who sat there")
    page.press("Save", player_1="Ben")
    assert page.response.status_code == 409
    assert "Say in a few words why." in page.text
    page.press("Save", reason="It was Ben")
    assert page.url == f"/g/{game.pk}/result/"
    assert "“It was Ben”" in page.text
    assert "Version 1 was: Ana, Cem" in page.text.replace(" ,", ",")
    names = Placing.objects.filter(game=game).values_list("player__name", flat=True)
    assert set(names) == {"Ben", "Cem"}


@pytest.mark.slow
def test_who_is_off_the_list_by_then_is_somebody():
    game = play("Ana", "Cem")
    play("Ben", "Dan")
    page = known_phone().open(f"/g/{game.pk}/seats/")
    page.press("Save", player_1="Ben", reason="It was Ben")
    assert "Version 1 was: somebody who is off the list, Cem" in page.text.replace(" ,", ",")


# ------------------------------------------------------------- notes and places


def test_a_game_has_a_note_and_a_place():
    game = play("Ana", "Ben")
    page = known_phone().open(f"/g/{game.pk}/result/").follow("Note, place and minutes")
    page.press("Save", location="Balcony", note="Two\r\nlines")
    assert page.url == f"/g/{game.pk}/result/"
    assert "Balcony Two lines" in page.text
    assert Game.objects.get().note == "Two\nlines"
    assert "Balcony Two lines" in known_phone().open(f"/night/{game.night_id}/").text


@pytest.mark.slow
def test_a_night_has_a_note_that_a_shared_link_does_not_show():
    game = play("Ana", "Ben")
    night = f"/night/{game.night_id}/"
    Game.objects.update(note="of the game")
    page = known_phone().open(night).press("Save", note="of the night", location="Balcony")
    assert "of the night" in page.text
    page.press("Share by a link")
    link = GameNight.objects.get().shared.get()
    shared = PlainPhone().open(f"/shared/{link.pk}/")
    assert "Balcony" in shared.text
    assert "of the night" not in shared.text
    assert "of the game" not in shared.text


@pytest.mark.parametrize("typed", ["", "30"])
def test_minutes_that_came_with_the_end_stay_and_who_typed_others_is_told(typed):
    game = play("Ana", "Ben")
    page = known_phone().open(f"/g/{game.pk}/note/")
    Game.objects.update(minutes=41)  # meanwhile
    page.press("Save", note="with the cat", minutes=typed)
    assert page.response.status_code == (409 if typed else 200)
    game.refresh_from_db()
    assert (game.note, game.minutes) == ("" if typed else "with the cat", 41)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["night", "game"])
def test_a_note_that_somebody_wrote_meanwhile_is_not_overwritten(what):
    game = play("Ana", "Ben")
    url = f"/night/{game.night_id}/" if what == "night" else f"/g/{game.pk}/note/"
    first, second = (known_phone().open(url) for _ in range(2))
    first.press("Save", note="first")
    second.press("Save", note="second")
    assert second.response.status_code == 409
    assert "Somebody has written something else there" in second.text
    assert "second" in text_of(
        next(b for b in elements(second.page, "textarea") if attribute(b, "name") == "note")
    )
    row = GameNight.objects.get() if what == "night" else Game.objects.get()
    assert row.note == "first"


@pytest.mark.slow
def test_whatever_is_pasted_into_words_comes_back_in_the_clubs_file():
    game = play("Ana", "Ben")
    pasted = {"location": "Bal\x07cony\tleft", "note": "a\tb\x1b\r\nc"}
    known_phone().open(f"/g/{game.pk}/note/").press("Save", **pasted)
    known_phone().open(f"/night/{game.night_id}/").press("Save", name="Fri\x85day", **pasted)
    club = game.night.club
    season = {"name": "Spr\x07ing", "first": "2025-03-01", "last": "2025-05-31"}
    known_phone().open(f"/club/{club.pk}/seasons/").press("Make the season", **season)
    file = phone(PHONE).get(f"/club/{club.pk}/export/").getvalue()
    (night,) = json.loads(file)["nights"]
    assert (night["name"], night["note"], night["location"]) == (
        "Fri day",
        "a\tb\nc",
        "Balcony left",
    )
    assert (night["games"][0]["note"], night["games"][0]["location"]) == ("a\tb\nc", "Balcony left")
    (read,) = read_archive(file).seasons
    assert read.season.name == "Spring"


def test_a_note_that_is_too_long_is_kept_in_the_form():
    game = play("Ana", "Ben")
    page = known_phone().open(f"/g/{game.pk}/note/").press("Save", note="x" * 501)
    assert page.response.status_code == 400
    assert "at most 500 characters (it has 501)" in page.text
    assert "x" * 501 in page.text


# ------------------------------------------------------------- parting players


@pytest.mark.slow
def test_a_merge_is_undone_on_the_players_page():
    play("Ana", "Ben")
    play("Anna", "Ben")
    merge("Ana", "Anna")
    page = known_phone().open(address("Ana"))
    assert "Anna was merged into this player, with 1 game." in page.text
    page.press("Undo: Anna is somebody else")
    assert "Anna is a player again" in plain(page.text)
    assert "was merged" not in page.text
    assert page.url.endswith("#main")  # where it is told, above the part that the form stands in
    assert known("Anna").seats.count() == 1


# ------------------------------------------------------------- who may


def test_who_helps_may_correct_and_a_player_may_look(game):
    helper, player = phone("phone of a helper"), phone(OTHER_PHONE)
    ClubPhone.objects.create(club=game.night.club, phone="phone of a helper", is_current=True)
    Guest.objects.create(game=game, phone=OTHER_PHONE)
    for path, seen in (("totals/", 200), ("totals/correct/", 403), ("note/", 403)):
        answers = [one.get(f"/g/{game.pk}/{path}") for one in (helper, player, phone("stranger"))]
        assert [answer.status_code for answer in answers] == [200, seen, 404], path
