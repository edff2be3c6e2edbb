"""The history of a club: its nights, twelve a page, in as many queries however many there are."""

import datetime
from urllib.parse import urlencode

import pytest
from django.test.html import parse_html
from django.utils import timezone

from referee.models import Club, Game, GameNight
from tests.factories import PHONE, GameFactory, fill, finish, played
from tests.plain_words import plain
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


def rows_on(page):
    """The nights as they are told, each with what it leads to."""
    found = [one for one in elements(page, "ul") if attribute(one, "class") == "night-list"]
    links = [link for one in found for link in elements(one, "a")]
    return [(plain(text_of(link)), attribute(link, "href")) for link in links]


def test_nights_stand_newest_first_with_their_games_and_who_won_most():
    first = game_on(FIRST, 1)
    game_on(FIRST, 3)
    game_on(FIRST, 3)
    shared = game_on(FIRST + datetime.timedelta(days=7), 1, 3)
    game_on(FIRST + datetime.timedelta(days=7), setup__party=True)
    going_on = game_on(FIRST + datetime.timedelta(days=9), setup__party=True)
    page = page_of(shared.night.club)
    assert rows_on(page) == [
        ("Wednesday, 14 January 1 not finished", f"/night/{going_on.night_id}/"),
        (
            "Monday, 12 January 1 game, 1 not finished Wins: Ana ½ Cem ½",
            f"/night/{shared.night_id}/",
        ),
        ("Monday, 5 January 3 games Wins: Cem 2 Ana 1", f"/night/{first.night_id}/"),
    ]


def test_three_winners_are_named_and_the_others_counted():
    for winner in (1, 2, 2, 3, 4, 5):
        game = game_on(FIRST, winner, number=5)
    ((told, _link),) = rows_on(page_of(game.night.club))
    assert told == "Monday, 5 January 6 games Wins: Ben 2 Ana 1 Cem 1 and 2 others"


def test_a_night_that_only_the_dummy_has_won_names_nobody():
    rules = {"dummy-can-win": True}
    game = GameFactory(setup__dummy=True, setup__house_rules=rules)
    fill(game, [[[], [], ["squid-nigiri"]]])
    finish(game)
    ((told, _link),) = rows_on(page_of(game.night.club))
    assert told.endswith(" 1 game")


def test_the_years_stand_above_the_nights_and_each_shows_its_own():
    for year in (2024, 2025, 2025, 2026):
        game = game_on(datetime.date(year, 1, 5 + Game.objects.count()), 1)
    club = game.night.club
    page = page_of(club)
    assert [text_of(one) for one in elements(page, "h2")] == ["2026", "2025", "2024"]
    assert [turn(page, year) for year in ("all", "2026", "2025")] == [
        "?",
        "?year=2026",
        "?year=2025",
    ]
    page = page_of(club, "?year=2025")
    assert len(rows_on(page)) == 2
    assert text_of(next(elements(page, "h1"))) == "Nights 2025"
    here = [text_of(a) for a in elements(page, "a") if attribute(a, "aria-current") == "page"]
    assert here == ["Nights", "2025"]
    for nonsense in ("?year=1999", "?year=x", "?year=99999", "?year=0000", "?year=2025&q=+"):
        assert len(rows_on(page_of(club, nonsense))) == (2 if "2025" in nonsense else 4)


def test_a_club_of_one_year_has_no_choice_of_years():
    page = page_of(game_on(FIRST, 1).night.club)
    assert "Years" not in [attribute(one, "aria-label") for one in elements(page, "nav")]


def test_a_search_finds_names_places_and_who_played():
    first = game_on(FIRST, 1, players=("Ana", "Inès", "Cem"))
    second = game_on(FIRST + datetime.timedelta(days=7), 1)
    third = game_on(FIRST + datetime.timedelta(days=400), 1)
    GameNight.objects.filter(pk=second.night_id).update(name="New Year", location="Ana’s kitchen")
    GameNight.objects.filter(pk=third.night_id).update(location="ÉVORA")
    Game.objects.filter(pk=first.pk).update(location="Café Ñandú")
    club = first.night.club
    found = {
        "inÈs": [first],
        "ines": [first],
        "évora": [third],
        "CAFE ñandu": [first],
        "ben": [third, second],
        "new year": [second],
        "KITCHEN": [second],
        " Cem ": [third, second, first],
        "100%": [],
        "_": [],
        "x" * 500: [],
    }
    for words, games in found.items():
        page = page_of(club, f"?{urlencode({'q': words})}")
        assert [link for _told, link in rows_on(page)] == [f"/night/{g.night_id}/" for g in games]
    assert "No night is like that." in text_of(page)
    page = page_of(club, "?year=2026&q=ben")
    assert [link for _told, link in rows_on(page)] == [f"/night/{second.night_id}/"]
    assert turn(page, "2027") == "?year=2027&q=ben"
    (field,) = [one for one in elements(page, "input") if attribute(one, "name") == "q"]
    assert attribute(field, "value") == "ben"


def test_names_and_places_of_nights_are_told():
    game = game_on(FIRST, 1)
    GameNight.objects.filter(pk=game.night_id).update(name="New Year", location="Ana’s kitchen")
    text = text_of(page_of(game.night.club))
    assert "Monday, 5 January New Year Ana’s kitchen 1 game" in text


def test_a_club_without_nights_has_a_clear_answer():
    club = empty_nights(0)
    text = text_of(page_of(club))
    assert "No night yet. The first game makes one." in text
    assert turn(page_of(club), "Older nights") is None


def test_twelve_nights_make_a_page_and_all_are_found_by_turning_them():
    club = empty_nights(30)
    every = [FIRST + datetime.timedelta(days=day) for day in reversed(range(30))]
    page = page_of(club)
    assert dates_on(page) == every[:12]
    assert turn(page, "Newer nights") is None
    page = page_of(club, turn(page, "Older nights"))
    assert dates_on(page) == every[12:24]
    page = page_of(club, turn(page, "Older nights"))
    assert dates_on(page) == every[24:]
    assert turn(page, "Older nights") is None
    page = page_of(club, turn(page, "Newer nights"))
    assert dates_on(page) == every[12:24]
    assert turn(page, "Older nights") == f"?before={every[23]}"
    page = page_of(club, turn(page, "Newer nights"))
    assert dates_on(page) == every[:12]
    assert turn(page, "Newer nights") is None


def test_turning_keeps_the_year_and_the_search():
    club = empty_nights(30)
    GameNight.objects.update(name="Tuesday")
    page = page_of(club, "?year=2026&q=tues")
    assert turn(page, "Older nights") == f"?year=2026&q=tues&before={dates_on(page)[-1]}"
    assert len(dates_on(page_of(club, turn(page, "Older nights")))) == 12


def test_twelve_nights_need_no_second_page():
    page = page_of(empty_nights(12))
    assert len(dates_on(page)) == 12
    assert turn(page, "Older nights") is None


def test_where_fewer_than_a_page_are_newer_the_first_page_comes():
    club = empty_nights(14)
    page = page_of(club, f"?after={FIRST + datetime.timedelta(days=5)}")
    assert len(dates_on(page)) == 12
    assert turn(page, "Newer nights") is None


@pytest.mark.slow
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
    assert [told for told, _link in rows_on(page_of(club))] == [
        "Monday, 5 January 1 game Wins: Ben 1"
    ]
