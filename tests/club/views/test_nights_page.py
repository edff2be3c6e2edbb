"""The history of a club: its nights, ten a page, in as many queries however many there are."""

import datetime

import pytest
from django.db import connection
from django.test.html import parse_html
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.models import Club, Game, GameNight
from tests.factories import PHONE, GameFactory, fill, finish, played
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

FIRST = datetime.date(2026, 1, 5)


def game_on(date, *winners, number=3, **more):
    """A finished game on a date; an unfinished one where nobody wins it."""
    minute = Game.objects.count() % 60
    began = timezone.make_aware(datetime.datetime.combine(date, datetime.time(20, minute)))
    if winners:
        hands = ["squid-nigiri" if place in winners else "" for place in range(1, number + 1)]
        return played(*hands, at=began, **more)
    game = GameFactory(setup__number=number, **more)
    game.night, _ = GameNight.objects.get_or_create(club=game.night.club, date=date)
    game.created_at = began
    game.save()
    GameNight.objects.filter(games=None).delete()
    return game


def empty_nights(many):
    """So many dates on which there is no game (any more)."""
    club = Club.objects.first() or GameFactory().night.club
    GameNight.objects.all().delete()
    GameNight.objects.bulk_create(
        GameNight(club=club, date=FIRST + datetime.timedelta(days=day)) for day in range(many)
    )
    return club


def page_of(club, query=""):
    answer = phone(PHONE).get(f"/club/{club.pk}/nights/{query}")
    assert answer.status_code == 200
    return parse_html(answer.content.decode())


def dates_on(page):
    found = (attribute(time, "datetime") for time in elements(page, "time"))
    return [datetime.date.fromisoformat(date) for date in found if date]


def turn(page, words):
    """The address of the link with these words, None where there is none."""
    links = [attribute(link, "href") for link in elements(page, "a") if text_of(link) == words]
    return links[0].rpartition("/")[2] if links else None


def plain(element):
    return text_of(element).replace("\u2068", "").replace("\u2069", "")


def test_nights_stand_newest_first_with_their_games_and_who_has_won_with_how_much():
    game_on(FIRST, 1)
    shared = game_on(FIRST + datetime.timedelta(days=7), 1, 3)
    open_game = game_on(FIRST + datetime.timedelta(days=7), setup__party=True)
    page = page_of(shared.night.club)
    sections = [plain(section) for section in elements(page, "section")]
    assert sections == [
        "12 January 2026 Sushi Go! Ana and Cem share the victory with 3 points each "
        "Sushi Go Party! · Sushi Go! not finished",
        "5 January 2026 Sushi Go! Ana won with 3 points",
    ]
    links = {attribute(link, "href") for link in elements(page, "a")}
    assert {f"/night/{shared.night_id}/", f"/g/{shared.pk}/result/", f"/g/{open_game.pk}/"} <= links


def test_a_game_that_the_dummy_has_won_says_so():
    rules = {"dummy-can-win": True}
    game = GameFactory(setup__dummy=True, setup__house_rules=rules)
    fill(game, [[[], [], ["squid-nigiri"]]])
    finish(game)
    assert "The dummy has won" in text_of(page_of(game.night.club))


def test_names_and_places_of_nights_are_told():
    game = game_on(FIRST, 1)
    GameNight.objects.filter(pk=game.night_id).update(name="New Year", location="Ana’s kitchen")
    text = text_of(page_of(game.night.club))
    assert "5 January 2026 New Year Ana’s kitchen Sushi Go!" in text


def test_a_club_without_nights_has_a_clear_answer():
    club = empty_nights(0)
    text = text_of(page_of(club))
    assert "No night yet. The first game makes one." in text
    assert turn(page_of(club), "Older nights") is None


def test_ten_nights_make_a_page_and_all_are_found_by_turning_them():
    club = empty_nights(25)
    every = [FIRST + datetime.timedelta(days=day) for day in reversed(range(25))]
    page = page_of(club)
    assert dates_on(page) == every[:10]
    assert turn(page, "Newer nights") is None
    page = page_of(club, turn(page, "Older nights"))
    assert dates_on(page) == every[10:20]
    page = page_of(club, turn(page, "Older nights"))
    assert dates_on(page) == every[20:]
    assert turn(page, "Older nights") is None
    page = page_of(club, turn(page, "Newer nights"))
    assert dates_on(page) == every[10:20]
    assert turn(page, "Older nights") == f"?before={every[19]}"
    page = page_of(club, turn(page, "Newer nights"))
    assert dates_on(page) == every[:10]
    assert turn(page, "Newer nights") is None


def test_ten_nights_need_no_second_page():
    page = page_of(empty_nights(10))
    assert len(dates_on(page)) == 10
    assert turn(page, "Older nights") is None


def test_where_fewer_than_a_page_are_newer_the_first_page_comes():
    club = empty_nights(12)
    page = page_of(club, f"?after={FIRST + datetime.timedelta(days=5)}")
    assert len(dates_on(page)) == 10
    assert turn(page, "Newer nights") is None


@pytest.mark.parametrize(
    "query", ["?before=", "?before=x", "?before=2026-02-30", "?after=\0", "?before=9999-99-99"]
)
def test_an_address_that_makes_no_sense_shows_the_newest(query):
    page = page_of(empty_nights(12), query)
    assert dates_on(page)[0] == FIRST + datetime.timedelta(days=11)


def test_before_the_first_night_there_is_a_way_back_to_newer_ones():
    page = page_of(empty_nights(3), f"?before={FIRST}")
    assert turn(page, "To the newest nights") == ""


def test_other_clubs_nights_are_not_in_it():
    game_on(FIRST, 1, phone="another phone")
    club = game_on(FIRST, 2).night.club
    text = plain(page_of(club))
    assert "Ben won" in text
    assert "Ana won" not in text


def test_a_long_history_asks_as_much_as_a_short_one():
    for day in range(11):
        game = game_on(FIRST + datetime.timedelta(days=day), 1 + day % 3)
    client, address = phone(PHONE), f"/club/{game.night.club_id}/nights/"
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for day in range(11, 40):
        game_on(FIRST + datetime.timedelta(days=day), 1, 3)
        game_on(FIRST + datetime.timedelta(days=day))
    for query in ("", f"?before={FIRST + datetime.timedelta(days=20)}"):
        with CaptureQueriesContext(connection) as many:
            client.get(address + query)
        assert len(many) == len(few)
    assert len(few) < 8
