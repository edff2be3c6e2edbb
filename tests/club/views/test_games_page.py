"""The list of games behind a number, and the filter that all pages of a club share."""

import datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from referee.club import filters
from referee.models import Club, Game, Player
from tests.club.views.player_pages import known_phone
from tests.factories import PHONE, GameFactory, played
from tests.pages.html import link_faults
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

PARTY = {"ruleset": "sushi-go-party", "menu": "points-platter"}
OWN = ["temaki", "tempura", "dumpling", "tofu", "soy-sauce", "tea", "fruit"]


def games(query: str = "", status: int = 200) -> PlainPhone:
    """The list as the phone that runs the club sees it."""
    host = known_phone().open(f"{reverse('games', args=[Club.objects.get().pk])}?{query}")
    assert host.response.status_code == status
    return host


def listed(query: str = "") -> list[str]:
    """The games of a list, by the ends of their addresses' ids."""
    heads = (one for one in elements(games(query).page, "p") if attribute(one, "class"))
    links = (next(elements(one, "a"), None) for one in heads if "game-head" in class_of(one))
    return [attribute(link, "href") or "" for link in links if link]


def class_of(element: Any) -> str:
    return attribute(element, "class") or ""


def result(*these: Game) -> list[str]:
    return [reverse("result", args=[game.pk]) for game in these]


def player(name: str) -> str:
    return str(Player.objects.get(name=name).pk)


def test_games_are_listed_newest_first_with_their_night_and_places():
    old = played("squid-nigiri", "tempura*2", at=timezone.now() - datetime.timedelta(days=40))
    new = played("squid-nigiri", "", **PARTY)
    GameFactory()
    assert listed() == result(new, old)
    said = plain(games().text)
    assert "2 games" in said
    assert "1 Ben 5 0 0 puddings 2 Ana 3" in said
    assert reverse("night", args=[old.night_id]) in games().response.content.decode()


def test_what_was_asked_for_is_listed_and_said():
    one = played("squid-nigiri", "")
    two = played("", "squid-nigiri", "")
    three = played("squid-nigiri", "", "", **PARTY)
    ana, ben = player("Ana"), player("Ben")
    for query, found, heading in (
        (f"player={ana}", [three, two, one], "Ana · Games"),
        (f"player={ana}&how=won", [three, one], "Ana · Games · won"),
        (f"player={ana}&against={ben}&how=behind", [two], "Ana · Games · behind Ben"),
        (f"player={ana}&against={player('Cem')}", [three, two], "Ana · Games · against Cem"),
        ("menu=points-platter", [three], "Games · Points Platter"),
        ("ruleset=sushi-go&players=3", [two], "Games · Sushi Go! · 3 players"),
        (f"player={ana}&card=edamame", [three], "Ana · Games · with edamame"),
        ("how=won&margin=3", [three, two, one], "Games · won · won with a margin of 3"),
        ("total=3", [three, two, one], "Games · 3 points"),
        ("puddings=1", [], "Games · 1 puddings"),
        ("behind=1", [], "Games · won after being 1 behind"),
        ("best_round=3", [three, two, one], "Games · 3 points in the best round"),
        (f"player={ana}&first_nth=2&last_nth=3", [three, two], "Ana · Games · one after the other"),
    ):
        assert listed(query) == result(*found), query
        assert plain(games(query).heading) == heading


def test_no_game_that_fits_is_said():
    played("squid-nigiri", "")
    assert "No finished game fits this choice." in games("players=7").text


@pytest.mark.slow
def test_a_choice_that_makes_no_sense_is_answered_with_all_games():
    played("squid-nigiri", "", **PARTY)
    for query, says in (
        (f"against={player('Ana')}", "Choose whose games against them."),
        (f"player={player('Ana')}&how=ahead", "Choose whom they played against."),
        ("player=1234", "1234 is not one of the available choices"),
        ("card=chess", "chess is not one of the available choices"),
        ("total=many", "Enter a whole number."),
        ("menu=chess", "chess is not one of the available choices"),
        ("season=1234", "1234 is not one of the available choices"),
    ):
        page = games(query, status=400)
        assert says in page.text
        assert "1 game" in page.text


@pytest.mark.slow
def test_a_long_list_has_pages(monkeypatch):
    monkeypatch.setattr("referee.club.views.standings.GAMES_A_PAGE", 2)
    now = timezone.now()
    one, two, three = (
        played("squid-nigiri", "", at=now + datetime.timedelta(minutes=n)) for n in range(3)
    )
    assert listed() == listed("page=0") == listed("page=-1") == listed("page=x")
    assert listed() == result(three, two)
    assert listed("page=2") == listed("page=99") == result(one)
    host = games("players=2").follow("Older games")
    assert "page 2 of 2" in host.text
    assert "players=2" in host.url
    assert [fault for link in elements(host.page, "a") for fault in link_faults(link)] == []
    assert "page 1 of 2" in host.follow("Newer games").text


def test_games_of_ones_own_menu_are_found_by_it():
    own = played("tempura", "", ruleset="sushi-go-party", menu=OWN)
    played("tempura", "", **PARTY)
    page = games()
    (menus,) = (one for one in elements(page.page, "select") if attribute(one, "name") == "menu")
    values = [attribute(option, "value") or "" for option in elements(menus, "option")]
    assert " ".join(OWN) in values
    assert listed(f"menu={'+'.join(OWN)}") == result(own)


def test_a_script_gets_the_part_that_changes_its_title_and_a_short_address():
    played("squid-nigiri", "", **PARTY)
    url = reverse("games", args=[Club.objects.get().pk])
    query = "year=&ruleset=sushi-go-party&players=2&menu=&against=&how="
    answer = phone(PHONE).get(f"{url}?{query}", headers={"HX-Request": "true"})
    assert answer.headers["HX-Push-Url"] == f"{url}?ruleset=sushi-go-party&players=2"
    html = answer.content.decode()
    assert html.startswith("<title>Games · Sushi Go Party! · 2 players · SushiScore</title>")
    assert "<html" not in html


def test_the_same_filter_narrows_standings_records_and_players():
    played("squid-nigiri", "")
    played("", "squid-nigiri", "", **PARTY)
    club, ana = Club.objects.get().pk, player("Ana")
    pages = {
        "Standings": reverse("standings", args=[club]),
        "Records": reverse("records", args=[club]),
        "At a glance": reverse("year", args=[club]),
        "Games": reverse("games", args=[club]),
        "Ana": reverse("player", args=[club, ana]),
    }
    query = f"year={timezone.localdate().year}&ruleset=sushi-go-party&players=3"
    for what, url in pages.items():
        host = known_phone().open(f"{url}?{query}")
        heading = f"{what} {timezone.localdate().year} · Sushi Go Party! · 3 players"
        assert plain(host.heading) == heading
        (title,) = elements(host.page, "title")
        assert plain(text_of(title)) == f"{heading} · SushiScore"
        assert "2 players" not in host.text.replace("– 2 players", "")
        assert "No finished game" in known_phone().open(f"{url}?players=8").text
        assert "All games" in host.text


def test_games_of_a_menu_that_is_not_among_the_offered_ones_can_be_asked_for(monkeypatch):
    monkeypatch.setattr(filters, "MAX_MENUS", 1)
    for _ in range(2):
        played("tea", "", "", **PARTY)
    rare = played("tea", "", ruleset="sushi-go-party", menu=OWN)
    assert listed(f"menu={'+'.join(OWN)}") == result(rare)
    assert listed("menu=big-banquet") == []
    games(f"menu={'+'.join(OWN[1:])}", status=400)  # which is none
