"""The page of a club's standings, read as a person would read it."""

from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.models import Club, GameNight, Player
from tests.factories import PHONE, played
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db


class Rows(HTMLParser):
    """The lines of the table of standings: the words of every cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.in_table = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "table":
            self.in_table = "club-standings" in (dict(attrs).get("class") or "")
        elif tag == "tr" and self.in_table:
            self.rows.append([])
        elif tag in ("td", "th") and self.in_table:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.in_table = self.in_table and tag != "table"

    def handle_data(self, data: str) -> None:
        if self.in_table and self.rows and self.rows[-1]:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


def url(query: str = "") -> str:
    return f"{reverse('standings', args=[Club.objects.get().pk])}{query}"


def shown(query: str = "", status: int = 200) -> list[list[str]]:
    """The lines of the players, their second lines left out."""
    page = phone(PHONE).get(url(query))
    assert page.status_code == status
    return [row for row in Rows(page.content.decode()).rows[1:] if len(row) == 6]


def names(query: str = "") -> list[str]:
    return [f"{row[0]} {row[1]}" for row in shown(query)]


def test_wins_places_and_points_stand_in_the_table_with_ties_as_ties():
    played("squid-nigiri", "egg-nigiri", "egg-nigiri", "")
    played("squid-nigiri", "egg-nigiri", "egg-nigiri", "")
    played("squid-nigiri", "", "", "squid-nigiri")
    assert shown() == [
        ["1", "Ana", "3", "2½", "1.00", "3.0"],
        ["2", "Dan", "3", "½", "3.00", "1.0"],
        ["3=", "Ben", "3", "0", "2.33", "0.7"],
        ["3=", "Cem", "3", "0", "2.33", "0.7"],
    ]


def test_it_says_by_what_it_ranks():
    played("squid-nigiri", "")
    html = phone(PHONE).get(url()).content.decode()
    assert "Ranked by wins, then average place, then average points, then average margin." in html
    assert "Ranked by rating, at the least" in phone(PHONE).get(url("?by=rating")).content.decode()


def test_margin_best_game_and_rating_stand_below_the_name():
    for _ in range(5):
        game = played("squid-nigiri", "")
    html = phone(PHONE).get(url()).content.decode()
    lines = [row[1] for row in Rows(html).rows[1:] if len(row) == 2]
    assert lines[0].startswith("margin +3.0 · best 3 · rating ")
    assert "±" in lines[0]
    first = GameNight.objects.get().games.order_by("created_at").first()
    assert reverse("result", args=[first.pk]) in html
    assert game.pk != first.pk


def test_without_five_games_there_is_no_rating():
    for _ in range(4):
        played("squid-nigiri", "")
    page = phone(PHONE).get(url()).content.decode()
    assert "rating" not in "".join(row[-1] for row in Rows(page).rows)
    assert names("?by=rating") == ["– Ana", "– Ben"]


def test_only_the_games_that_were_asked_for_count():
    played("squid-nigiri", "")
    played("", "squid-nigiri", "")
    played("", "squid-nigiri pudding", ruleset="sushi-go-party", menu="sushi-go")
    year = GameNight.objects.get().date.year
    assert names() == ["1 Ben", "2 Ana", "3 Cem"]
    assert names("?players=2&ruleset=sushi-go") == ["1 Ana", "2 Ben"]
    assert names("?ruleset=sushi-go-party") == ["1 Ben", "2 Ana"]
    assert names(f"?year={year}&players=3") == ["1 Ben", "2= Ana", "2= Cem"]


def test_a_stretch_of_days_counts_both_ends():
    played("squid-nigiri", "")
    day = GameNight.objects.get().date
    assert names(f"?first={day}&last={day}") == ["1 Ana", "2 Ben"]
    later = phone(PHONE).get(url(f"?first={day + timedelta(days=1)}")).content.decode()
    assert "No finished game fits this choice." in later


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?month=3", "Choose the year of that month too."),
        ("?year=1066", "1066 is not one of the available choices"),
        ("?players=9", "9 is not one of the available choices"),
        ("?ruleset=chess", "chess is not one of the available choices"),
        ("?by=luck", "luck is not one of the available choices"),
        ("?first=yesterday", "Enter a valid date."),
        ("?first=2026-02-30", "Enter a valid date."),
        ("?first=2026-02-03&last=2026-02-02", "This day is before the first one."),
    ],
)
def test_a_choice_that_makes_no_sense_is_answered_with_all_games(query, says):
    played("squid-nigiri", "")
    page = phone(PHONE).get(url(query))
    assert page.status_code == 400
    assert says in page.content.decode()
    assert len(shown(query, status=400)) == 2


def test_a_year_and_days_together_are_one_too_many():
    played("squid-nigiri", "")
    day = GameNight.objects.get().date
    page = phone(PHONE).get(url(f"?year={day.year}&first={day}"))
    assert (page.status_code, "not both" in page.content.decode()) == (400, True)


def test_hidden_players_are_left_out():
    played("squid-nigiri", "", "egg-nigiri")
    Player.objects.filter(name="Ana").update(is_hidden=True)
    assert names() == ["1 Cem", "2 Ben"]


def test_a_club_without_a_finished_game_says_so():
    Club.objects.create().phones.create(phone=PHONE)
    page = phone(PHONE).get(url()).content.decode()
    assert "No game is finished yet." in page
    assert "<table" not in page


def test_the_club_of_a_phone_is_found_without_its_address():
    played("squid-nigiri", "")
    assert phone(PHONE).get(reverse("club")).url == url()


def test_the_number_of_queries_does_not_grow_with_games_and_players():
    counts = []
    for hands in (("squid-nigiri", ""), ("", "egg-nigiri", "", "squid-nigiri", "")):
        played(*hands)
        played(*hands)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            phone(PHONE).get(url())
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 13


def test_a_page_that_has_a_script_gets_the_standings_alone():
    played("squid-nigiri", "egg-nigiri")
    whole = phone(PHONE).get(url("?by=points"))
    part = phone(PHONE).get(url("?by=points"), headers={"HX-Request": "true"}).content.decode()
    assert part.startswith("<title>Standings · SushiScore</title>")
    assert part.partition("</title>")[2].strip() in whole.content.decode()
    assert "HX-Request" in whole.headers["Vary"]
