"""The pages of seasons, as the phone that runs the club sees them, and the picture of standings."""

import datetime
import re
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from referee.club.pages import standings_chart
from referee.club.services import statistics
from referee.club.services.seasons import crown, season_of_year
from referee.models import Club, Player, Season
from referee.play.services.games import delete_game
from tests.club.seasons import NIGHT, club, correct, games
from tests.club.views.player_pages import known_phone
from tests.factories import PHONE, played
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

AUTUMN: dict[str, Any] = {
    "name": "Autumn", "first": "2025-03-01", "last": "2025-05-31", "by": "win-rate",
    "place_points": "5-3-1", "least_games": "2", "least_nights": "2",
}  # fmt: skip


def at(name: str, *parts: object) -> str:
    return reverse(name, args=[club().pk, *parts])


def page(name: str, *parts: object) -> PlainPhone:
    return known_phone().open(at(name, *parts))


def made(host: PlainPhone, **changes: str) -> PlainPhone:
    return host.press("Make the season", **(AUTUMN | changes))


def test_the_years_champion_is_on_the_standings_page_and_among_those_of_all_seasons():
    games("Ana", "Ana", "Ben")
    host = known_phone().open(f"{at('standings')}?year=2025")
    assert plain(host.heading) == "Standings 2025"
    assert "Champion of 2025: Ana" in host.text
    host.follow("Seasons and champions")
    assert "2025 Ana 2 of 3 games won, " in host.text
    host.follow("2025")
    assert "Champion of 2025: Ana" in host.text
    assert "Ranked by wins, then usual place" in host.text
    for name in ("Standings", "Records", "Games"):
        links = [attribute(a, "href") or "" for a in elements(host.page, "a") if text_of(a) == name]
        assert any(link.endswith("?year=2025") for link in links)


def test_a_year_that_goes_on_has_no_champion_yet():
    played("squid-nigiri", "")
    year = timezone.localdate().year
    host = page("season", year)
    assert f"{year} goes on. First now: Ana" in host.text
    assert "Crown" not in host.text
    host.follow("All seasons")
    assert "Going on" in host.text
    assert "Champions" not in host.text


def test_a_season_is_made_changed_and_deleted_on_its_page():
    games("Ana", "Ana", "Ben")
    host = made(page("seasons"))
    assert plain(host.heading) == "Autumn"
    assert "1 March 2025 – 31 May 2025" in host.text
    assert "A rank takes at least 2 games and 2 nights." in host.text
    assert "Champion of Autumn: Ana" in host.text
    assert "all games in the club until 31 May 2025" in host.text
    host.press("Save", name="Spring", least_games="9")
    assert plain(host.heading) == "Spring"
    assert "Nobody has played often enough" in host.text
    host.follow("Standings")
    season = Season.objects.get()
    host = known_phone().open(f"{at('standings')}?season={season.pk}")
    assert plain(host.heading) == "Standings Spring"
    assert "A rank takes at least 9 games and 2 nights." in host.text
    host = page("season", season.pk).press("Delete the season")
    assert "The season Spring is deleted." in plain(host.text)
    assert not Season.objects.exists()


def test_standings_of_a_season_go_by_its_criteria_unless_others_are_asked_for():
    games("Ana", "Ana", "Ben")
    season = Season.objects.create(
        club=club(),
        name="Spring",
        first=datetime.date(2025, 1, 1),
        last=datetime.date(2025, 6, 30),
        by="points",
        least_games=5,
    )
    url = f"{at('standings')}?season={season.pk}"
    said = plain(known_phone().open(url).text)
    assert "Ranked by points a game" in said
    assert "A rank takes at least 5 games." in said
    assert "– none Ana" in said
    said = plain(known_phone().open(f"{url}&by=wins&least_games=0").text)
    assert "Ranked by wins" in said
    assert "A rank takes" not in said


def test_what_cannot_be_a_season_is_said_beside_it_and_nothing_typed_is_lost():
    games("Ana")
    for field, typed, says in (
        ("name", " ", "Write a name."),
        ("name", "Q" * 61, "at most 60 characters"),
        ("first", "soon", "Enter a valid date."),
        ("first", "0001-01-01", "The year is from 1900 to 2999."),
        ("last", "2025-02-28", "This day is before the first one."),
        ("least_games", "-1", "greater than or equal to 0"),
        ("least_nights", "10000", "less than or equal to 9999"),
        ("place_points", "3-5", "none greater than the one before it"),
        ("place_points", "9-8-7-6-5-4-3-2-1", "at most 8 whole numbers from 0 to 99"),
        ("place_points", "five <three>", "Write points for places like 5-3-1"),
        ("by", "luck", "luck is not one of the available choices"),
    ):
        answer = phone(PHONE).post(at("seasons"), AUTUMN | {field: typed})
        assert answer.status_code == 400, field
        assert says in plain(answer.content.decode())
        assert answer.content.decode().count('class="error"') == 1
        assert "win-rate" in answer.content.decode()
        assert "Autumn" in answer.content.decode() or field == "name"
        if field == "place_points":
            assert f'value="{escape(typed)}"' in answer.content.decode()
    assert not Season.objects.exists()


def test_a_season_of_the_same_days_is_refused_with_the_others_name():
    games("Ana")
    made(page("seasons"))
    answer = phone(PHONE).post(at("seasons"), AUTUMN | {"name": "Again"})
    assert answer.status_code == 409
    assert "“<bdi>Autumn</bdi>” has the same days." in answer.content.decode()
    assert 'value="Again"' in answer.content.decode()


@pytest.mark.slow
def test_a_correction_after_the_crowning_is_said_and_the_champion_can_be_crowned_anew():
    game, *_ = games("Ana", "Ben", "Ana")
    host = page("season", 2025).press("Crown the champion")
    assert "Kept since" in host.text
    assert "2 of 3 games won, 2.0 points a game" in host.text
    assert "Crown" not in host.text.replace("crowns anew", "")
    correct(game)
    host = page("season", 2025)
    assert "Champion of 2025: Ana" in host.text
    assert "Results have changed since. By those of today it would be: Ben" in host.text
    assert "Champion of 2025: Ben" in host.press("Crown anew").text
    host = known_phone().open(at("player", club().players.get(name="Ben").pk))
    assert "Champion of 2025" in host.text


def test_a_champion_who_is_hidden_later_stays_and_no_result_is_said_to_have_changed():
    games("Ana", "Ana", "Ben")
    crown(season_of_year(club(), 2025))
    Player.objects.filter(name="Ana").update(is_hidden=True)
    host = page("season", 2025)
    assert "Champion of 2025: Ana" in host.text
    assert "Results have changed since." not in host.text
    assert "Crown anew" not in host.text


def test_a_champion_stays_when_all_games_of_the_season_are_gone():
    (game,) = games("Ana")
    crown(season_of_year(club(), 2025))
    delete_game(game.pk)
    assert "By those of today it would be nobody." in page("season", 2025).text


def test_a_years_criteria_are_changed_and_forgotten():
    games("Ana", "Ana", "Ben")
    host = page("season", 2025).press("Save", by="points", least_games="2")
    assert "Ranked by points a game" in host.text
    host.press("Forget the criteria and the champion")
    assert "Ranked by wins" in host.text
    assert not Season.objects.exists()


def test_a_league_says_what_places_are_worth_and_counts_it():
    games("Ana", "Ana", "Ben")
    host = page("season", 2025).press("Save", by="place-points", place_points="")
    assert "Points for places: 5-3-1. Who shares a place in a game gets an equal part" in host.text
    assert "Ranked by points for places, then wins, then usual place" in host.text
    (table,) = [one for one in elements(host.page, "table") if "by-place-points" in str(one)]
    rows = [[text_of(cell) for cell in row.children][:5] for row in elements(table, "tr")]
    assert rows[0] == ["Place", "Player", "Games", "Points for places", "Wins"]
    assert rows[1:] == [["1", "Ana", "3", "13", "2"], ["2", "Ben", "3", "11", "1"]]
    host.press("Save", place_points="7 7")
    assert "Points for places: 7-7." in host.text
    assert Season.objects.get().place_points == "7-7"
    for query, worth in (
        ("year=2025", "21"),  # the year's own list
        ("year=2025&place_points=2", "4"),
        ("by=place-points", "13"),
        ("by=place-points&place_points=4,1", "9"),
    ):
        answer = known_phone().open(f"{at('standings')}?{query}")
        assert f"Ana 3 {worth} 2" in plain(answer.text), query
    assert "Points for places: " not in known_phone().open(at("standings")).text


def test_points_for_places_that_are_none_are_said_beside_them_and_kept():
    games("Ana")
    answer = phone(PHONE).get(f"{at('standings')}?by=place-points&place_points=1-2")
    assert answer.status_code == 400
    assert "Write points for places like 5-3-1" in plain(answer.content.decode())
    assert 'value="1-2"' in answer.content.decode()


def test_a_season_that_there_is_not_is_not_found():
    games("Ana")
    for key in ("1234", "99999", "chess", UUID(int=0)):
        assert phone(PHONE).get(at("season", key)).status_code == 404, key


@pytest.mark.slow
def test_a_season_that_another_phone_deleted_is_not_found(monkeypatch):
    games("Ana")
    made(page("seasons"))
    season = Season.objects.get()
    monkeypatch.setattr("referee.club.views.seasons.season_of", lambda *_asked: season)
    Season.objects.all().delete()
    assert phone(PHONE).post(at("season", season.pk), AUTUMN | {"do": "change"}).status_code == 404


# ------------------------------------------------------------- standings, one tap away


def ranked_by(host: PlainPhone, head: str) -> PlainPhone:
    """The standings after a tap on the head of a column."""
    (link,) = [a for a in elements(next(elements(host.page, "thead")), "a") if text_of(a) == head]
    return host.open(f"{at('standings')}{attribute(link, 'href')}")


@pytest.mark.slow
def test_other_orders_are_one_tap_with_a_minimum_of_games():
    for n in range(5):
        played("squid-nigiri", "", at=NIGHT + datetime.timedelta(days=n))
    played("squid-nigiri", "", players=("Cem", "Dan"), at=NIGHT)
    host = ranked_by(page("standings"), "Won")
    assert "A rank takes at least 5 games." in host.text
    rows = [text_of(row) for row in elements(host.page, "tr")]
    assert [row for row in rows if "100%" in row and row.startswith("1 Ana")]
    assert [row for row in rows if row.startswith("– none Cem")]
    for name in ("Points a game", "Usual place", "Rating"):
        assert "at least 5 games" in ranked_by(host, name).text
    assert "A rank takes" not in ranked_by(host, "Wins").text


# ------------------------------------------------------------- the picture


def picture(query: str = "") -> dict[str, Any]:
    chart = phone(PHONE).get(f"{at('standings')}?{query}").context["chart"]()
    assert chart is not None
    return chart


@pytest.mark.slow
def test_a_line_for_everybody_says_what_they_are_ranked_by_after_every_night():
    games("Ana", "Ben", "Ana")
    lines = {line["player"].name: line["values"] for line in picture()["lines"]}
    assert lines == {"Ana": ["1", "1", "2"], "Ben": ["0", "1", "1"]}
    for query, values in (
        ("by=win-rate", ["100%", "50%", "67%"]),
        ("by=place", ["1.0", "1.5", "1.3"]),
        ("by=points", ["3.0", "1.5", "2.0"]),
    ):
        (ana, _ben) = picture(query)["lines"]
        assert (ana["player"].name, ana["values"], ana["total"]) == ("Ana", values, values[-1])
    chart = picture("by=place")
    heights = [y for _value, y in chart["ticks"]]
    assert [value for value, _y in chart["ticks"]][-1] == "1"
    assert heights == sorted(heights)[::-1]
    html = phone(PHONE).get(at("standings")).content.decode()
    assert html.count("<polyline") == 2
    assert re.search(r'role="img"\s+aria-labelledby="growth growth-says"', html)
    assert "Wins, after every night." in html
    assert "A line for each player: what they are ranked by, night after night." in html


def test_by_rating_the_line_is_the_least_that_it_may_be_from_the_fifth_game_on():
    games(*["Ana"] * 7)
    ana, ben = picture("by=rating")["lines"]
    assert ana["values"][:4] == ["", "", "", ""]
    assert all(ana["values"][4:])
    assert len(ana["path"].split()) == 3
    assert float(ana["total"]) > float(ben["total"].replace("\N{MINUS SIGN}", "-"))


def test_who_comes_later_begins_later():
    games("Ana", "Ben")
    played("squid-nigiri", "", players=("Cem", "Ana"), at=NIGHT + datetime.timedelta(days=30))
    (cem,) = (line for line in picture()["lines"] if line["player"].name == "Cem")
    assert cem["values"] == ["", "", "1"]


def test_who_has_played_too_little_for_a_rank_is_not_drawn():
    games("Ana", "Ben")
    played("squid-nigiri", "", players=("Cem", "Ana"), at=NIGHT + datetime.timedelta(days=30))
    assert {line["player"].name for line in picture("least_games=2")["lines"]} == {"Ana", "Ben"}


def test_one_night_alone_has_no_picture():
    games("Ana")
    assert phone(PHONE).get(at("standings")).context["chart"]() is None


def test_of_many_nights_some_are_drawn_and_of_many_players_the_best(monkeypatch):
    monkeypatch.setattr(statistics, "MAX_DATES", 3)
    monkeypatch.setattr(standings_chart, "MAX_LINES", 1)
    games(*["Ana"] * 7)
    chart = picture()
    assert [line["values"] for line in chart["lines"]] == [["1", "4", "7"]]
    assert chart["has_more"]
    assert Club.objects.get().results_version


# ------------------------------------------------------------- streaks


def test_the_longest_streak_is_a_record_by_season_too():
    games("Ben", "Ana", "Ana", "Ben", "Ana")
    records = page("records")
    assert "Ana won 2 games one after the other." in plain(records.text)
    (streaks,) = (
        one
        for one in elements(records.page, "ul")
        if attribute(one, "aria-labelledby") == "streaks"
    )
    link = next(elements(streaks, "a"))
    assert "2 games" in known_phone().open(attribute(link, "href") or "").text
    day = NIGHT.date() + datetime.timedelta(weeks=2)
    narrowed = known_phone().open(f"{at('records')}?since={day}")
    assert "one after the other" not in narrowed.text
