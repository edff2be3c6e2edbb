"""Menus and habits on the page of a club's records."""

import pytest
from django.core.cache import caches
from django.test.html import Element, parse_html

from referee.models import Club, Player
from referee.play.services.clubs import club_for
from tests.club.views.records import PARTY, page_of, played, said, sheet
from tests.factories import PHONE
from tests.people import rename
from tests.plain_words import plain
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """The club of a phone, without games."""
    return club_for(PHONE)


def test_the_favourite_menu(club):
    game = {"Ana": "tempura", "Ben": ""}
    played(club, sheet(game, **PARTY), sheet(game, **{**PARTY, "menu": "sushi-go"}))
    assert "Most often played: My First Meal and Sushi Go!, each in 1 game." in said(page_of(club))
    played(club, sheet(game, **PARTY))
    assert "Most often played: My First Meal, in 2 games." in said(page_of(club))


def test_who_always_takes_the_sashimi(club):
    takes = sheet({"Ana": "sashimi*3 egg-nigiri", "Ben": "sashimi egg-nigiri"})
    played(club, *[takes] * 4)
    assert "takes" not in said(page_of(club)).replace("it takes 5 games", "")
    played(club, takes)
    page = page_of(club)
    assert "Sashimi: Ana takes 3.0 a game; the club’s average is 2.0." in said(page)
    assert "Nigiri:" not in said(page)


def test_hidden_players_have_no_habits_but_count_in_the_average(club):
    takes = {"Ana": "sashimi*6", "Ben": "sashimi*2", "Cem": "", "Dan": ""}
    played(club, *[sheet(takes)] * 5)
    Player.objects.filter(name="Ana").update(is_hidden=True)
    page = page_of(club)
    assert "Ana takes" not in said(page)
    ((name, *figures), *_others) = card_table(page, "sashimi")
    assert (name, figures) == ("Ben 5 games", ["2.0", "0.0", "−5.0"])


def card_table(page: Element, type_: str) -> list[list[str]]:
    """The rows of a card's table."""
    for fold in elements(page, "details"):
        (summary,) = elements(fold, "summary")
        if text_of(summary).lower().startswith(type_):
            (body,) = elements(fold, "tbody")
            return [
                [plain(text_of(cell)) for cell in elements(row, "th", "td")]
                for row in elements(body, "tr")
            ]
    return []


def test_points_by_card_against_the_clubs_average(club):
    played(
        club,
        sheet({"Ana": "sashimi*3", "Ben": "wasabi"}),
        sheet({"Ana": "", "Ben": "sashimi"}),
    )
    page = page_of(club)
    assert card_table(page, "sashimi") == [
        ["Ana 2 games", "1.5", "5.0", "+2.5"],
        ["Ben 2 games", "0.5", "0.0", "−2.5"],
    ]
    assert not card_table(page, "wasabi"), "a card that brings nobody points"


def test_names_lead_to_the_players_pages(club):
    played(club, sheet({"Ana": "sashimi*3", "Ben": ""}))
    (ana,) = Player.objects.filter(name="Ana")
    links = [attribute(link, "href") for link in elements(page_of(club), "a")]
    assert f"/club/{club.pk}/players/{ana.pk}/" in links


def test_points_by_card_that_were_made_before_are_in_the_readers_language_and_name_people_as_now(
    club,
):
    played(club, sheet({"Ana": "sashimi*3", "Ben": ""}))
    caches["template_fragments"].clear()
    address = f"/club/{club.pk}/records/"
    for headers in ({}, {"HX-Request": "true"}):
        for language, words in (("en", "1 game"), ("es", "1 partida"), ("en", "1 game")):
            answer = phone(PHONE).get(address, headers={"Accept-Language": language, **headers})
            assert (
                card_table(parse_html(answer.content.decode()), "sashimi")[0][0] == f"Ana {words}"
            )
    rename("Ana", "Zoe")
    assert card_table(page_of(club), "sashimi")[0][0] == "Zoe 1 game"
    Player.objects.filter(name="Zoe").update(is_hidden=True)
    assert [row[0] for row in card_table(page_of(club), "sashimi")] == ["Ben 1 game"]
