"""Standings that were shared, read by a phone that has nothing but the link."""

import pytest
from django.test import Client
from django.utils import timezone

from referee.club.services.sharing import close_link, open_link
from referee.models import Club, Game, Player
from referee.play.services.games import delete_game
from tests.club.views.player_pages import known_phone
from tests.factories import PHONE, GameFactory, played
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished game of three that Ben has won, beside one of two that is not finished."""
    game = played("", "tempura*2", "")
    GameFactory()
    return game


def club_of(game: Game) -> Club:
    return game.night.club


def address(game: Game, *, night: bool = False) -> str:
    return f"/shared/{open_link(club_of(game), game.night if night else None).pk}/"


def reading(game: Game, query: str = "", *, night: bool = False) -> PlainPhone:
    """A phone that knows nothing but the link."""
    return PlainPhone().open(address(game, night=night) + query)


def rows(page: PlainPhone) -> list[str]:
    """The lines of the standings: place, name, games, wins, average place and points."""
    table = next(
        e for e in elements(page.page, "table") if "club-standings" in (attribute(e, "class") or "")
    )
    lines = [line for line in elements(table, "tr") if next(elements(line, "td"), None)]
    return [text_of(line) for line in lines if attribute(line, "class") != "more"]


BOTH = pytest.mark.parametrize("night", [False, True], ids=["a club", "a night"])


# ------------------------------------------------------------- what it shows


@BOTH
def test_the_standings_are_those_of_the_finished_games(game, night):
    page = reading(game, night=night)
    assert rows(page)[0].startswith("1 Ben 1 1")
    assert [line.split()[:2] for line in rows(page)[1:]] == [["2=", "Ana"], ["2=", "Cem"]]


@BOTH
def test_it_shows_them_as_they_are_now(game, night):
    page = reading(game, night=night)
    delete_game(game.pk)
    page.open(page.url)
    assert "No game" in page.text
    assert "Ben" not in [text_of(e) for e in elements(page.page, "th")]


def test_the_club_is_called_by_its_name_where_it_has_one(game):
    assert reading(game).heading == "Standings"
    Club.objects.update(name="The Belt")
    assert reading(game).heading == "The Belt"
    assert "The Belt" in reading(game, night=True).text


def test_a_club_without_games_says_so():
    game = GameFactory()
    assert "No game is finished yet." in reading(game).text
    assert "No game of this night is finished yet." in reading(game, night=True).text


def test_who_is_hidden_is_not_in_the_clubs_standings(game):
    Player.objects.filter(name="Ben").update(is_hidden=True)
    assert "Ben" not in reading(game).text


# ------------------------------------------------------------- the filters


def test_the_reader_chooses_which_games_and_in_which_order(game):
    played("tempura*2", "", ruleset="sushi-go-party", menu="sushi-go")
    assert rows(reading(game, "?ruleset=sushi-go-party"))[0].startswith("1 Ana 1 1")
    assert rows(reading(game, "?players=3"))[0].startswith("1 Ben 1 1")
    year = timezone.localdate().year
    assert len(rows(reading(game, f"?year={year}"))) == 3
    none_fit = "No finished game fits this choice. Show all games"
    assert none_fit in reading(game, "?ruleset=sushi-roll").text
    page = reading(game)
    (form,) = elements(page.page, "form")
    names = {attribute(box, "name") for box in elements(form, "input", "select")}
    assert names >= {"year", "month", "ruleset", "players", "since", "until", "by"}
    assert attribute(form, "method") == "get"


@pytest.mark.parametrize("query", ["?month=13", "?by=else", "?year=%00"])
def test_a_choice_that_makes_no_sense_is_said_to_be_wrong(game, query):
    page = reading(game, query)
    assert page.response.status_code == 400
    assert [e for e in elements(page.page, "span") if attribute(e, "class") == "error"]


# ------------------------------------------------------------- it only reads


@BOTH
def test_nothing_leads_into_the_club(game, night):
    page = reading(game, night=night)
    led = {attribute(link, "href") for link in elements(page.page, "a")}
    sorting = {link for link in led if link and link.startswith("?by=")}  # this page, otherwise
    assert led - sorting == {"/", "/rules/", "#main"}
    assert len(sorting) == (0 if night else 5)
    text = page.response.content.decode()
    for secret in (club_of(game).pk, game.pk, game.night.pk, game.code, PHONE):
        assert str(secret) not in text
    assert [attribute(form, "method") for form in elements(page.page, "form")] in ([], ["get"])


@BOTH
def test_it_is_nobodys_to_keep_or_to_find(game, night):
    link = address(game, night=night)
    client = Client()
    answer = client.get(link)
    assert not answer.cookies
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert 'name="robots" content="noindex' in answer.content.decode()
    assert not list(elements(PlainPhone().open(link).page, "script"))


@BOTH
def test_it_is_the_same_for_everybody(game, night):
    """Also for the phone that runs the club, which has a message waiting."""
    host = phone(PHONE)
    answer = host.post(f"/club/{club_of(game).pk}/settings/", {"do": "name", "name": ""})
    assert answer.cookies["messages"]
    link = address(game, night=night)
    assert host.get(link).content == Client().get(link).content
    assert "The name is kept." in host.get("/").content.decode()


# ------------------------------------------------------------- its end


@BOTH
def test_a_withdrawn_link_says_so_and_shows_nothing(game, night):
    page = reading(game, night=night)
    close_link(club_of(game), game.night if night else None)
    page.open(page.url)
    assert page.response.status_code == 410
    assert page.heading == "These standings are no longer shared"
    assert "Ben" not in page.text
    assert page.response.headers["X-Robots-Tag"] == "noindex, nofollow"
    again = reading(game, night=night)
    assert again.url != page.url
    assert again.response.status_code == 200


def test_a_link_goes_with_its_club(game):
    link = address(game)
    host = known_phone()
    host.open(f"/club/{club_of(game).pk}/delete/").press("Delete the club")
    assert Client().get(link).status_code == 404
