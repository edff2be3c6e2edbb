"""A club's games at a glance: who beats whom, months, nights, what was played first."""

import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from referee.club.pages import year as page
from referee.club.services.seasons import change_season, make_season
from referee.club.services.statistics import Rivalry, h_index
from referee.models import Club, Game, GameNight, Player
from referee.play.services.clubs import club_for
from referee.play.services.games import delete_game
from tests.club.views.player_pages import known_phone, rows_of
from tests.factories import PHONE, played
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of

pytestmark = pytest.mark.django_db

FIVE, THREE = "tempura*2", "squid-nigiri"
PARTY = "sushi-go-party"


def glance(query: str = "", status: int = 200) -> PlainPhone:
    """The page as the phone that runs the club sees it."""
    host = known_phone().open(f"{reverse('year', args=[Club.objects.get().pk])}?{query}")
    assert host.response.status_code == status
    return host


def on(date: str, *hands: str, names: str = "Ana Ben Cem", **agreed: Any) -> Game:
    """A game of that day, the latest so far, by seat what everybody played."""
    begun = datetime.timedelta(minutes=Game.objects.count())
    at = datetime.datetime.fromisoformat(f"{date}T20:00Z") + begun
    return played(*hands, players=names.split(), at=at, **agreed)


def led_to(host: PlainPhone, label: str) -> list[str]:
    """What the links that are called so lead to: the addresses of the games of a list, as it shows
    them; of any other page its own."""
    (address,) = {
        attribute(link, "href") or ""
        for link in elements(host.page, "a")
        if plain(attribute(link, "aria-label") or text_of(link)) == label
    }
    there = known_phone().open(address)
    if "/games/" not in address:
        return [there.url]
    heads = (p for p in elements(there.page, "p") if attribute(p, "class") == "game-head")
    return [attribute(next(elements(head, "a")), "href") or "" for head in heads]


def result(*games: Game) -> list[str]:
    return [reverse("result", args=[game.pk]) for game in games]


# ------------------------------------------------------------- who beats whom


def test_each_cell_has_the_games_in_which_the_row_was_ahead_and_leads_to_them():
    one = on("2026-03-06", FIVE, THREE)
    two = on("2026-03-06", THREE, FIVE)
    three = on("2026-03-07", FIVE, THREE, "")
    level = on("2026-03-08", "", "")
    host = glance()
    assert rows_of(host.page, "against") == [
        ["Player", "Ana", "Ben", "Cem"],
        ["Ana", "", "2 of 4", "1 of 1"],
        ["Ben", "1 of 4", "", "1 of 1"],
        ["Cem", "0 of 1", "0 of 1", ""],
    ]
    for label, games in (
        ("Ana ahead of Ben in 2 of 4 games", [three, one]),
        ("Ben ahead of Ana in 1 of 4 games", [two]),
        ("Cem ahead of Ana in 0 of 1 game", [three]),  # those that they met in
    ):
        assert led_to(host, label) == result(*games)
    assert level.placings.filter(place=1).count() == 2


def test_cells_are_coloured_by_who_is_ahead():
    """Ana is ahead of Ben in 4 of 5; Cem and Dan are about even, and have not met those two."""
    for n in range(5):
        on("2026-03-06", *(THREE, FIVE) if n == 0 else (FIVE, THREE), names="Ana Ben")
        on("2026-03-06", *(THREE, FIVE) if n % 2 else (FIVE, THREE), names="Cem Dan")
    found = {
        text_of(cell): attribute(cell, "class")
        for cell in elements(glance().page, "td")
        if " of " in text_of(cell)
    }
    assert found == {"4 of 5": "l2", "1 of 5": "l-2", "3 of 5": "l0", "2 of 5": "l0"}
    assert plain(rows_of(glance().page, "against")[1][3]) == "– never met"


@pytest.mark.parametrize(
    ("games", "ahead", "level", "lead"),
    [
        (10, 10, 0, 2), (10, 8, 0, 2), (100, 79, 0, 1), (100, 61, 0, 1), (10, 6, 0, 0),
        (10, 5, 0, 0), (10, 4, 0, 0), (100, 39, 0, -1), (100, 21, 0, -1), (10, 2, 0, -2),
        (1, 0, 0, -2), (10, 0, 10, 0), (10, 7, 2, 2), (10, 4, 4, 0), (10, 2, 4, 0), (10, 1, 4, -1),
    ],
)  # fmt: skip
def test_a_lead_is_a_step_of_five_and_the_same_from_the_other_side(games, ahead, level, lead):
    seen = Rivalry(Player(), games, ahead, level, 0)
    assert (seen.lead, seen._replace(ahead=seen.behind).lead) == (lead, -lead)


def test_those_who_played_most_are_in_the_table_and_how_many_are_left_out_is_said(monkeypatch):
    monkeypatch.setattr(page, "MOST_PLAYERS", 2)
    on("2026-03-06", FIVE, THREE, "", names="Ana Ben Cem")
    on("2026-03-06", FIVE, THREE, names="Cem Ana")
    host = glance()
    assert [row[0] for row in rows_of(host.page, "against")] == ["Player", "Ana", "Cem"]
    assert "These 2 have played most; 1 other is left out." in host.text
    Player.objects.filter(name="Ben").update(is_hidden=True)
    assert "left out" not in glance().text


def test_hidden_players_are_not_named():
    on("2026-03-06", FIVE, THREE, "")
    Player.objects.filter(name="Ben").update(is_hidden=True)
    shown = glance().page
    assert [row[0] for row in rows_of(shown, "against")] == ["Player", "Ana", "Cem"]
    assert "Ben" not in text_of(shown)
    Player.objects.filter(name="Cem").update(is_hidden=True)
    assert "No two players of the list have met in these games." in glance().text


# ------------------------------------------------------------- months and nights


def months(host: PlainPhone) -> dict[str, int]:
    """The games of months that have any, of the years that are shown, the newest first."""
    tables = [one for one in elements(host.page, "table") if "months" in class_of(one)]
    rows = [elements(row, "th", "td") for one in tables for row in list(elements(one, "tr"))[1:]]
    found = [[text_of(cell) for cell in row] for row in rows]
    assert len(found) == 12 * len(tables)
    return {month: int(games) for month, games in found if games != "0"}


def class_of(element: Any) -> str:
    return attribute(element, "class") or ""


def marks(host: PlainPhone) -> list[str]:
    """The marks of the calendar: what is seen, and how it is called."""
    tables = [one for one in elements(host.page, "table") if class_of(one) == "month"]
    return [text_of(link) for one in tables for link in elements(one, "a")]


def test_the_newest_year_has_its_games_by_month_and_a_mark_for_each_night():
    on("2025-12-31", FIVE, THREE)
    one, two = on("2026-03-06", FIVE, THREE), on("2026-03-06", FIVE, THREE)
    three, four = on("2026-03-31", FIVE, THREE), on("2026-11-01", FIVE, THREE)
    host = glance()
    assert months(host) == {"March": 3, "November": 1}
    assert marks(host) == [
        "6 2 6 March: 2 games",
        "31 1 31 March: 1 game",
        "1 1 1 November: 1 game",
    ]
    assert "4 games on 3 nights." in host.text
    assert led_to(host, "March 2026: 3 games") == result(three, two, one)
    assert led_to(host, "November 2026: 1 game") == result(four)
    assert led_to(host, "6 2 6 March: 2 games") == [reverse("night", args=[one.night_id])]
    before = glance("year=2025")
    assert plain(before.heading) == "At a glance 2025"
    assert (months(before), marks(before)) == ({"December": 1}, ["31 1 31 December: 1 game"])
    assert before.follow("2026").heading == "At a glance 2026"
    assert before.follow("all").heading == "At a glance"


def test_a_bar_is_as_long_as_its_games_of_those_of_the_fullest_month():
    for date in ("2026-03-06", "2026-03-07", "2026-05-01"):
        on(date, FIVE, THREE)
    bars = [
        (attribute(bar, "value"), attribute(bar, "max"))
        for bar in elements(glance().page, "progress")
    ]
    assert bars == [(n, "2") for n in (*"00201", *"0000000")]


def test_a_stretch_of_days_over_new_year_shows_both_years_and_leads_to_its_own_games():
    on("2024-06-01", FIVE, THREE)
    on("2025-11-07", FIVE, THREE)  # of the same month, before it
    one, two = on("2025-11-21", FIVE, THREE), on("2026-02-06", FIVE, THREE)
    host = glance("since=2025-11-15&until=2026-02-28")
    assert months(host) == {"February": 1, "November": 1}
    assert marks(host) == ["6 1 6 February: 1 game", "21 1 21 November: 1 game"]
    assert led_to(host, "November 2025: 1 game") == result(one)
    assert led_to(host, "February 2026: 1 game") == result(two)
    assert months(glance("since=2024-01-01")) == {"February": 1, "November": 2}  # two at most


@pytest.mark.parametrize(
    ("language", "weekdays"),
    [("en", "Mon Tue Wed Thu Fri Sat Sun"), ("es", "lun mar mié jue vie sáb dom")],
)
def test_weeks_begin_on_monday_and_days_stand_under_their_weekday(language, weekdays):
    on("2026-03-06", FIVE, THREE)
    with override(language):
        (year,) = page.year_page(Club.objects.get(), {})["years"]
        assert " ".join(str(short) for _day, short in year["weekdays"]) == weekdays
    weeks = {
        number: [day and day[0].day for day in week] for number, week in year["months"][2]["weeks"]
    }
    assert weeks == {
        9: [None] * 6 + [1],
        **{number: [*range(first, first + 7)] for number, first in enumerate((2, 9, 16, 23), 10)},
        14: [30, 31] + [None] * 5,
    }


# ------------------------------------------------------------- what was first, and most often


def test_first_games_of_players_and_menus_have_their_date_and_lead_to_the_game():
    one = on("2026-03-06", FIVE, THREE, ruleset=PARTY, menu="points-platter")
    two = on("2026-03-07", FIVE, THREE, "", ruleset=PARTY, menu="points-platter")
    three = on("2026-03-08", FIVE, THREE, ruleset=PARTY, menu="my-first-meal")
    host = glance()
    tables = [one for one in elements(host.page, "table") if "firsts" in class_of(one)]
    found = [
        [
            text_of(cell)
            for row in list(elements(one, "tr"))[1:]
            for cell in elements(row, "th", "td")
        ]
        for one in tables
    ]
    assert found == [
        ["Cem", "7 March 2026", "Ana", "6 March 2026", "Ben", "6 March 2026"],
        ["My First Meal", "8 March 2026", "Points Platter", "6 March 2026"],
    ]
    leads = [
        [attribute(link, "href") for cell in elements(table, "td") for link in elements(cell, "a")]
        for table in tables
    ]
    assert leads == [result(two, one, one), result(three, one)]
    assert "Ben 8 March 2026" in glance("since=2026-03-08").text


@pytest.mark.parametrize(
    ("plays", "index"),
    [
        ([], 0), ([1], 1), ([9], 1), ([1, 1, 1], 1), ([2, 2], 2), ([5, 4, 4, 4, 1], 4),
        ([1, 2, 3, 4, 5], 3), ([4, 4, 4], 3), ([25, 8, 5, 3, 3], 3),
    ],
)  # fmt: skip
def test_so_many_menus_were_played_so_many_times(plays, index):
    assert h_index(plays) == index


def test_menus_that_were_played_often_are_named_and_lead_to_their_games():
    plays = {"points-platter": 3, "my-first-meal": 2, "big-banquet": 1}
    games = {
        menu: [on("2026-03-06", FIVE, THREE, ruleset=PARTY, menu=menu) for _ in range(times)]
        for menu, times in plays.items()
    }
    on("2026-03-07", FIVE, THREE)  # which has no menu
    host = glance()
    assert "2 menus played 2 times" in host.text
    listed = next(one for one in elements(host.page, "ul") if class_of(one) == "feats")
    assert [text_of(one) for one in elements(listed, "li")] == [
        "Points Platter 3 games",
        "My First Meal 2 games",
    ]
    assert led_to(host, "My First Meal 2 games") == result(*games["my-first-meal"][::-1])
    assert "1 menu played once" in glance("menu=big-banquet").text
    assert "Menus played often" not in glance("ruleset=sushi-go").text


# ------------------------------------------------------------- the page


def test_it_is_narrowed_as_other_pages_are_and_keeps_that_in_its_links():
    on("2026-03-06", FIVE, THREE)
    on("2026-03-06", FIVE, THREE, "", ruleset=PARTY, menu="points-platter")
    host = glance("year=2026&ruleset=sushi-go-party")
    assert plain(host.heading) == "At a glance 2026 · Sushi Go Party!"
    assert rows_of(host.page, "against")[1] == ["Ana", "", "1 of 1", "1 of 1"]
    queries = [
        parse_qs(urlsplit(attribute(link, "href") or "").query)
        for link in elements(host.page, "a")
        if "/games/?" in (attribute(link, "href") or "")
    ]
    assert queries
    assert {query["ruleset"][0] for query in queries} == {PARTY}
    assert "No finished game fits this choice." in glance("players=8").text
    glance("month=3", status=400)


def test_a_club_without_games_says_so():
    club_for(PHONE)
    words = "No game is finished yet. After the first one, this page says who beats whom, and when."
    assert words in glance().text
    GameNight.objects.create(club=Club.objects.get(), date=timezone.localdate())
    assert "No game is finished yet." in glance().text


@pytest.mark.parametrize("name", ["standings", "records", "nights"])
def test_other_pages_of_the_club_lead_to_it(name):
    on("2026-03-06", FIVE, THREE)
    query = "?year=2026"
    host = known_phone().open(reverse(name, args=[Club.objects.get().pk]) + query)
    assert host.follow("At a glance").url.endswith(f"/year/{query}")


def test_a_game_more_is_there_at_once_and_one_less_is_gone():
    on("2026-03-06", FIVE, THREE)
    assert marks(glance()) == ["6 1 6 March: 1 game"]
    more = on("2026-03-06", FIVE, THREE, ruleset=PARTY, menu="points-platter")
    assert marks(glance()) == ["6 2 6 March: 2 games"]
    assert "Menu First game Points Platter 6 March 2026" in glance().text
    delete_game(more.pk)
    assert marks(glance()) == ["6 1 6 March: 1 game"]
    assert "Points Platter" not in glance().text


def test_a_season_whose_days_change_shows_its_new_nights_at_once():
    on("2026-03-05", FIVE, THREE, names="Ana Ben")
    on("2026-03-06", FIVE, THREE, names="Ana Ben")
    first, last = datetime.date(2026, 3, 1), datetime.date(2026, 3, 5)
    season = make_season(Club.objects.get().pk, name="March", first=first, last=last)
    assert "1 game on 1 night" in text_of(glance(f"season={season.pk}").page)
    change_season(season, last=datetime.date(2026, 3, 6))
    assert "2 games on 2 nights" in text_of(glance(f"season={season.pk}").page)
