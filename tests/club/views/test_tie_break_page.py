"""The page on which a host notes how the table broke a tie, and where it is read."""

import datetime
from uuid import uuid4

import pytest

from referee.club.services.files.import_games import Total, Totals
from referee.club.services.paper import EnteredGame, enter_games
from referee.models import Club, Game
from referee.play.services.confirming import reopen_round
from tests.club.views.player_pages import known_phone
from tests.disputes.case_files import reading
from tests.factories import OTHER_PHONE, PHONE, add, confirm, played, where
from tests.people import known
from tests.plain_words import plain
from tests.play.views.joining import joined
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

SAYS = "The table’s own decision: Ben. “Ben won the toss”"


@pytest.fixture
def game() -> Game:
    return played("squid-nigiri", "squid-nigiri", "")


def test_the_host_notes_it_and_everybody_reads_it(game):
    host = known_phone().open(f"/g/{game.pk}/result/").follow("The table broke the tie itself?")
    host.press("Save", winner=f"{known('Ben').pk}", words="  Ben won  the toss ")
    assert host.url == f"/g/{game.pk}/result/"
    assert SAYS in plain(host.text)
    assert "Ana and Ben share the victory" in plain(host.text)
    for other in (known_phone().open(f"/night/{game.night_id}/"), reading(game)):
        assert SAYS in plain(other.text)
    watcher = joined(game).open(f"/g/{game.pk}/result/")
    assert SAYS in plain(watcher.text)
    assert "decision</a>" not in watcher.text
    host.follow("Change the table’s own decision").press("Take the decision back")
    assert "own decision" not in host.text


def test_a_game_from_paper_has_it_too():
    played("squid-nigiri", "")
    rows = [Total("Ana", 9), Total("Ben", 9)]
    paper = EnteredGame(datetime.date(2025, 3, 7), Totals("sushi-go", None, rows))
    enter_games(Club.objects.get().pk, [(uuid4(), paper)])
    game = Game.objects.get(totals_only=True)
    host = known_phone().open(f"/g/{game.pk}/totals/").follow("The table broke the tie itself?")
    host.press("Save", winner=f"{known('Ben').pk}", words="Ben won the toss")
    assert SAYS in plain(host.text)


def test_what_cannot_be_noted_is_said_and_what_was_typed_stays(game):
    ben = f"{known('Ben').pk}"
    for sent, says in (
        ({"winner": ben, "words": " "}, "Say in a few words how it was decided."),
        ({"words": "A toss"}, "Choose who won by it."),
        ({"winner": f"{known('Cem').pk}", "words": "A toss"}, "not one of the available choices"),
        ({"winner": ben, "words": "x" * 61}, "at most 60 characters"),
    ):
        answer = phone(PHONE).post(f"/g/{game.pk}/tie/", sent)
        assert answer.status_code == 400
        page = answer.content.decode()
        assert says in page
        assert sent["words"].strip() in page
    assert not Game.objects.exclude(tie_winner=None).exists()


def test_a_game_with_one_winner_has_nothing_to_decide():
    game = played("squid-nigiri", "")
    assert "broke the tie" not in known_phone().open(f"/g/{game.pk}/result/").text
    answer = phone(PHONE).get(f"/g/{game.pk}/tie/")
    assert (answer.status_code, answer.url) == (302, f"/g/{game.pk}/")
    assert phone(OTHER_PHONE).get(f"/g/{game.pk}/tie/").status_code == 404


def test_the_standings_of_a_season_say_that_it_counts(game):
    host = known_phone()
    host.open(f"/g/{game.pk}/tie/").press("Save", winner=f"{known('Ben').pk}", words="A toss")
    club, year = game.night.club_id, game.night.date.year
    host.open(f"/club/{club}/seasons/{year}/")
    assert "First now: Ana , Ben" in host.text.replace("Ana,", "Ana ,")
    host.press("Save", own_tie_breaks="on")
    assert "First now: Ben" in host.text
    for address in (f"seasons/{year}/", f"?year={year}"):
        said = plain(host.open(f"/club/{club}/{address}").text)
        assert "Where a table broke the tie of a shared victory itself, it counts so." in said
    assert "it counts so" not in host.open(f"/club/{club}/").text
    standings = phone(PHONE).get(f"/api/v1/standings/?year={year}").json()
    assert standings["own_tie_breaks"] is True
    assert [(one["player"]["name"], one["wins"]) for one in standings["standings"]] == [
        ("Ben", 1.0),
        ("Ana", 0.0),
        ("Cem", 0.0),
    ]
    told = phone(PHONE).get(f"/api/v1/games/{game.pk}/").json()
    assert told["own_tie_break"] == {"player": f"{known('Ben').pk}", "words": "A toss"}


def test_who_decides_a_tie_that_has_ended_is_told(game):
    host = known_phone().open(f"/g/{game.pk}/tie/")
    reopen_round(game.pk, 1, reason="a card was missed")
    add(where(game), "pudding")
    confirm(game, 1)
    host.press("Save", winner=f"{known('Ben').pk}", words="A toss")
    assert "They do not share the victory any more" in plain(host.text)
