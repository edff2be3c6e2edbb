"""The page of a club's standings, read as a person would read it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test.html import parse_html
from django.urls import reverse

from referee.club.services.statistics import shown_ratings
from referee.models import Club, GameNight, Placing, Player
from referee.standings.rating import Rating
from referee.wording.figures import at_least_text, rating_text
from tests.club.views.player_pages import rows_of
from tests.factories import PHONE, played
from tests.play.views.plain_phone import attribute, elements, phone, text_of

LATER = ("Points for places", "Rating")
"""The last orders to choose from."""

pytestmark = pytest.mark.django_db


def url(query: str = "") -> str:
    return f"{reverse('standings', args=[Club.objects.get().pk])}{query}"


def rows(query: str = "") -> list[list[str]]:
    """The lines of the players with all their cells."""
    page = phone(PHONE).get(url(query))
    assert page.status_code == 200
    return rows_of(parse_html(page.content.decode()), "club-standings")[1:]


def shown(query: str = "") -> list[list[str]]:
    """The lines of the players as a phone shows them: without what has no room there."""
    return [[*row[:4], *row[5:7]] for row in rows(query)]


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
    for query, says in (
        ("", "Ranked by wins, then usual place, then points a game, then points ahead."),
        ("?by=rating", "Ranked by rating, as far as it is sure"),
    ):
        assert says in phone(PHONE).get(url(query)).content.decode()


def test_margin_best_game_and_rating_have_columns_of_their_own():
    for _ in range(5):
        game = played("squid-nigiri", "")
    html = phone(PHONE).get(url()).content.decode()
    head, line, *_others = rows_of(parse_html(html), "club-standings")
    assert head[:6] == ["Place", "Player", "Games", "Wins", "Won", "Usual place"]
    assert head[6:] == ["Points a game", "Points ahead", "Best game", "Rating"]
    assert line[4] == "100%"
    assert line[7:9] == ["+3.0", "3"]
    rating = shown_ratings(Club.objects.get())[Player.objects.get(name="Ana").pk]
    assert line[9] == f"{rating_text(rating)} at least {at_least_text(rating)}"
    first = GameNight.objects.get().games.order_by("created_at").first()
    assert reverse("result", args=[first.pk]) in html
    assert game.pk != first.pk


def test_the_head_of_a_column_is_a_link_that_sorts_by_it():
    for _ in range(5):
        played("squid-nigiri", "")
    page = parse_html(phone(PHONE).get(url()).content.decode())
    heads = {text_of(one): one for one in elements(page, "th") if attribute(one, "scope") == "col"}
    for by, head, way in (
        ("wins", "Wins", "descending"),
        ("win-rate", "Won", "descending"),
        ("place", "Usual place", "ascending"),
        ("points", "Points a game", "descending"),
        ("rating", "Rating", "descending"),
    ):
        link = next(elements(heads[head], "a"))
        query = attribute(link, "href")
        assert attribute(link, "hx-get") == query
        sorted_ = parse_html(phone(PHONE).get(url(query)).content.decode())
        ways = {text_of(one): attribute(one, "aria-sort") for one in elements(sorted_, "th")}
        assert {name: found for name, found in ways.items() if found} == {head: way}
        table = next(elements(sorted_, "table"))
        assert f"by-{by}" in (attribute(table, "class") or "").split()


def test_the_first_three_places_stand_on_a_podium_of_plates():
    played("squid-nigiri", "egg-nigiri", "")
    played("squid-nigiri", "egg-nigiri", "")
    page = parse_html(phone(PHONE).get(url()).content.decode())
    (podium,) = [one for one in elements(page, "ol") if attribute(one, "class") == "podium"]
    steps = list(elements(podium, "li"))
    assert [text_of(step) for step in steps] == ["Ana 2 Place 1", "Ben 0 Place 2", "Cem 0 Place 3"]
    plates = [one for one in elements(podium, "div") if attribute(one, "class") == "stack"]
    assert [len(list(elements(one, "span"))) for one in plates] == [3, 2, 1]


def test_more_than_three_on_a_place_have_no_room_on_the_podium():
    played("egg-nigiri", "egg-nigiri", "egg-nigiri", "egg-nigiri")
    assert "podium" not in phone(PHONE).get(url()).content.decode()


def test_without_five_games_there_is_no_rating():
    for _ in range(4):
        played("squid-nigiri", "")
    assert [row[-1] for row in rows()] == ["– none", "– none"]
    assert names("?by=rating") == ["– none Ana", "– none Ben"]


@pytest.mark.slow
def test_the_rating_of_a_year_is_that_of_its_end_or_none():
    for year, games, hands in ((2023, 4, ("", "tempura*2")), (2024, 3, ("tempura*2", ""))):
        for day in range(1, games + 1):
            played(*hands, at=datetime(year, 3, day, 19, tzinfo=UTC))
    played("tempura*2", "", at=datetime(2025, 3, 1, 19, tzinfo=UTC))
    assert [row[-1] for row in rows("?year=2023")] == ["– none", "– none"]
    for query, nth in (("?year=2024", 7), ("?year=2025", 8), ("", 8)):
        shown = Placing.objects.get(player__name="Ana", nth=nth)
        (rating,) = [row[-1] for row in rows(query) if row[1] == "Ana"]
        assert rating.startswith(rating_text(Rating(shown.mu, shown.sigma)))


def test_podium_and_table_come_before_what_explains_them_and_one_line_chooses_the_games():
    played("squid-nigiri", "")
    says = text_of(parse_html(phone(PHONE).get(url()).content.decode()))
    parts = ("Ana 1 Place 1", "Filter All games · Wins", "Usual place", "Ranked by wins, then")
    assert sorted(parts, key=says.index) == list(parts)


def test_the_filter_is_called_so_and_a_menu_is_parted_from_its_game():
    played("squid-nigiri", "", ruleset="sushi-go-party", menu="my-first-meal")
    page = parse_html(phone(PHONE).get(url("?menu=my-first-meal")).content.decode())
    (filter_,) = [one for one in elements(page, "details") if attribute(one, "id") == "filter"]
    assert text_of(next(elements(filter_, "summary"))).startswith("Filter")
    assert [text_of(one) for one in elements(page, "h1")] == ["Standings · My First Meal"]
    games = phone(PHONE).get(reverse("games", args=[Club.objects.get().pk])).content.decode()
    assert "Sushi Go Party!</strong>" in games
    assert '<p class="quiet">My First Meal</p>' in games


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
    assert names(f"?since={day}&until={day}") == ["1 Ana", "2 Ben"]
    later = phone(PHONE).get(url(f"?since={day + timedelta(days=1)}")).content.decode()
    assert "No finished game fits this choice." in later


@pytest.mark.slow
def test_an_address_with_the_names_of_before_means_what_it_meant():
    for day in (1, 2, 3):
        at = datetime(2026, 3, day, 12, tzinfo=UTC)
        played("squid-nigiri", "", players=("Ana", "Ben" if day == 2 else "Cem"), at=at)
    all_games = shown()
    for before, now in (
        ("first=2026-03-02&last=2026-03-02", "since=2026-03-02&until=2026-03-02"),
        ("by=points&nights=2&games=3", "by=points&least_games=3&least_nights=2"),
        ("last=2026-03-01&until=2026-03-02", "until=2026-03-02"),
    ):
        assert shown(f"?{before}") == shown(f"?{now}") != all_games, before
        assert phone(PHONE).get(url(f"?{before}")).context["query"] == now


def test_a_choice_that_makes_no_sense_is_answered_with_all_games():
    played("squid-nigiri", "")
    day = GameNight.objects.get().date
    for query, says in (
        ("?month=3", "Choose the year of that month too."),
        ("?year=1066", "1066 is not one of the available choices"),
        ("?players=9", "9 is not one of the available choices"),
        ("?ruleset=chess", "chess is not one of the available choices"),
        ("?by=luck", "luck is not one of the available choices"),
        ("?since=2026-02-30", "Enter a valid date."),
        ("?since=2026-02-03&until=2026-02-02", "This day is before the first one."),
        (f"?year={day.year}&since={day}", "not both"),
    ):
        page = phone(PHONE).get(url(query))
        assert page.status_code == 400, query
        assert says in page.content.decode()
        assert len(rows_of(parse_html(page.content.decode()), "club-standings")) == 3


def test_a_club_without_a_finished_game_says_so():
    Club.objects.create().phones.create(phone=PHONE)
    page = phone(PHONE).get(url()).content.decode()
    assert "No game is finished yet." in page
    assert "<table" not in page


def test_a_page_that_has_a_script_gets_the_standings_alone(monkeypatch):
    monkeypatch.setattr("django.core.signing.time.time", lambda: 2e9)  # as tokens tell it
    played("squid-nigiri", "egg-nigiri")
    whole = phone(PHONE).get(url("?by=points"))
    part = phone(PHONE).get(url("?by=points"), headers={"HX-Request": "true"}).content.decode()
    assert part.startswith("<title>Standings · SushiScore</title>")
    assert part.partition("</title>")[2].strip() in whole.content.decode()
    assert "HX-Request" in whole.headers["Vary"]


def test_the_order_that_nothing_asks_for_may_be_asked_for():
    played("squid-nigiri", "")
    for query in ("?by=points&least_games=0", "?by=wins"):
        page = parse_html(phone(PHONE).get(url(query)).content.decode())
        (table,) = elements(page, "table")
        wins = next(a for a in elements(table, "a") if text_of(a) == "Wins")
        answer = phone(PHONE).get(f"{url()}{(attribute(wins, 'href') or '').rpartition('/')[2]}")
        assert "Ranked by wins" in answer.content.decode()
        assert "Select a valid choice" not in answer.content.decode()
    fields = [e for e in elements(page, "select") if attribute(e, "name") == "by"]
    offered = [text_of(option) for option in elements(fields[0], "option")]
    assert offered == ["Wins", "Share of wins", "Usual place", "Points a game", *LATER]
