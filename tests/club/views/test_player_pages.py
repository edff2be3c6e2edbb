"""The list of players and a player's page, as a phone without JavaScript sees them."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from referee.club.services.nights import describe_game
from referee.club.services.players import rename_player
from referee.club.services.statistics import rating_move
from referee.drawing.looks import look_of
from referee.models import Club, ClubPhone, Player
from referee.standings.rating import LEAST_GAMES, Rating
from referee.wording.figures import at_least_text, rating_text
from tests.club.views.player_pages import address, figures, known, known_phone, named, play, table
from tests.factories import PHONE, GameFactory
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> PlainPhone:
    """The phone that runs the club."""
    return known_phone()


# ------------------------------------------------------------- the list


def test_the_list_has_everybody_with_their_games_and_hidden_ones_apart(host):
    play("Ana", "Ben")
    play("Ana", "Cem")
    GameFactory(setup__players=("Dan", "Ben"))
    Player.objects.filter(name="Cem").update(is_hidden=True)
    host.open(reverse("players", args=[Club.objects.get().pk]))
    found = [ul for ul in elements(host.page, "ul") if attribute(ul, "class") == "player-list"]
    lists = [[text_of(li) for li in elements(ul, "li")] for ul in found]
    assert lists == [
        ["Ana 2 games 0% won", "Ben 1 game 100% won", "Dan no finished game"],
        ["Cem 1 game 100% won"],
    ]
    assert host.follow("100% won").heading == "Ben · Games · won"
    host.open(reverse("players", args=[Club.objects.get().pk]))
    assert host.follow("2 games").heading == "Ana · Games"
    host.open(reverse("players", args=[Club.objects.get().pk]))
    assert host.follow("Cem").heading == "Cem"
    assert "Hidden" in host.text


def test_a_club_without_players_says_so(host):
    club = Club.objects.create()
    ClubPhone.objects.create(club=club, phone=PHONE)
    assert "Nobody has played yet" in host.open(reverse("players", args=[club.pk])).text


# ------------------------------------------------------------- the figures


def test_how_long_a_player_has_played(host):
    """Together and a game, of the games of which it is known, and of each menu."""
    own = {"ruleset": "sushi-go-party", "menu": "my-first-meal"}
    games = [play("Ana", "Ben"), play("Ana", "Ben"), play("Ana", "Ben", **own)]
    host.open(address("Ana"))
    assert {"Time played", "Minutes a game"}.isdisjoint(figures(host))
    for game, minutes in zip(games, (41, None, 90), strict=True):
        describe_game(game.pk, minutes=minutes)
    host.open(address("Ana"))
    shown = figures(host)
    assert (shown["Time played"], shown["Minutes a game"]) == ("2 h 11 min", "66")
    assert "Minutes are known of 2 of 3 games." in plain(host.text)
    assert "My First Meal 90 min a game" in plain(host.text)
    describe_game(games[1].pk, minutes=10)
    assert "Minutes are known" not in host.open(address("Ana")).text


def test_a_players_sums_are_those_of_the_finished_games(host):
    won = play("Ben", "Ana")
    play("Ana", "Ben")
    GameFactory(setup__players=("Ana", "Ben"))
    host.open(address("Ana"))
    assert figures(host) == {
        "Games": "2",
        "Wins": "1",
        "Won": "50%",
        "Usual place": "1.50",
        "Points a game": "4.0",
        "Points ahead": "0.0",
        "Best game": "5",
    }
    best = [one for one in named(host, "a") if attribute(one, "aria-label") == "Best game: 5"]
    assert [attribute(one, "href") for one in best] == [reverse("result", args=[won.pk])]
    assert host.open(address("Ana")).follow("50%").heading == "Ana · Games · won"


@pytest.mark.slow
def test_sums_of_each_rule_set_stand_where_there_are_two(host):
    play("Ana", "Ben")
    assert "By kind of game" not in host.open(address("Ana")).text
    play("Ana", "Ben", ruleset="sushi-go-party", menu="sushi-go")
    host.open(address("Ana"))
    assert "By kind of game" in host.text
    assert [row[:2] for row in table(host, "by-game")] == [
        ["Sushi Go!", "1"],
        ["Sushi Go Party!", "1"],
    ]


@pytest.mark.slow
def test_menus_are_ranked_by_wins_a_game_of_those_played_often_enough(host):
    party = {"ruleset": "sushi-go-party"}
    for n in range(LEAST_GAMES):
        play("Ben", "Ana", menu="sushi-go", **party)
        play(*("Ana", "Ben") if n else ("Ben", "Ana"), menu="cutthroat-combo", **party)
    play("Ben", "Ana", menu="master-menu", **party)
    host.open(address("Ana"))
    assert "Best menu: Sushi Go! (100% of 5 games won)" in host.text
    assert "Worst menu: Cutthroat Combo (20% of 5 games won)" in host.text
    assert [row[:3] for row in table(host, "by-menu")] == [
        ["Sushi Go!", "5", "100%"],
        ["Cutthroat Combo", "5", "20%"],
        ["Master Menu", "1", "100%"],
    ]
    assert host.follow("Cutthroat Combo").heading.endswith("Games · Cutthroat Combo")
    assert "5 games" in host.text


def test_a_menu_alone_is_neither_best_nor_worst(host):
    for _ in range(LEAST_GAMES):
        play("Ana", "Ben", ruleset="sushi-go-party", menu="sushi-go")
    host.open(address("Ana"))
    assert "Best menu" not in host.text
    assert [row[0] for row in table(host, "by-menu")] == ["Sushi Go!"]


def test_the_filter_narrows_everything_on_a_players_page(host):
    play("Ana", "Ben")
    play("Ben", "Ana", "Cem")
    host.open(f"{address('Ana')}?players=3")
    assert host.heading == "Ana · 3 players"
    assert (figures(host)["Games"], figures(host)["Wins"]) == ("1", "1")
    assert [row[0] for row in table(host, "rivals")] == ["Ben", "Cem"]
    assert "No finished game of this player fits" in host.open(f"{address('Cem')}?players=2").text


def test_every_number_leads_to_its_games(host):
    for n in range(3):
        play(*("Ana", "Ben") if n else ("Ben", "Ana"))
    play("Ana", "Cem", "Dan")
    for label, heading, games in (
        ("4", "Games", "4 games"),
        ("3", "Games · 2 players", "3 games"),
        ("1", "Games · won", "1 game"),
    ):
        host.open(address("Ana"))
        host.follow(label)
        assert plain(host.heading) == f"Ana · {heading}"
        assert games in host.text
    host.open(address("Ana"))
    links = [
        (text_of(link), attribute(link, "href") or "")
        for one in named(host, "table")
        if "rivals" in (attribute(one, "class") or "")
        for link in elements(one, "a")
    ]
    assert [words for words, _url in links] == [
        "Ben",
        "3",
        "1",
        "2",
        "Cem",
        "1",
        "1",
        "Dan",
        "1",
        "1",
    ]
    said = [plain(host.open(url).heading) for _words, url in links[1:4]]
    assert said == [
        "Ana · Games · against Ben",
        "Ana · Games · ahead of Ben",
        "Ana · Games · behind Ben",
    ]


def test_a_rating_is_shown_after_five_games_and_its_line_after_six(host):
    for played in range(1, LEAST_GAMES):
        play("Ana", "Ben")
        left = LEAST_GAMES - played
        host.open(address("Ana"))
        assert f"after {left} more game{'s' if left > 1 else ''}." in host.text
        assert "In the last" not in host.text
    play("Ana", "Ben")
    host.open(address("Ana"))
    rating = text_of(next(elements(host.page, "strong")))
    shown = known("Ana").placings.get(nth=LEAST_GAMES)
    assert rating == rating_text(Rating(shown.mu, shown.sigma))
    assert not named(host, "figure")
    play("Ana", "Ben")
    host.open(address("Ana"))
    assert len(named(host, "figure")) == 1
    assert [row[0] for row in table(host, "running")] == ["5", "6"]
    assert table(host, "running")[0][2] == rating
    assert table(host, "running")[1][2] == text_of(next(elements(host.page, "strong")))


@pytest.mark.slow
def test_it_says_what_moved_the_rating_in_the_last_ten_games_and_against_whom(host):
    for _ in range(3):
        play("Ben", "Ana")
    for _ in range(9):
        play("Ana", "Ben")
    play("Cem", "Ana")
    club, ana = Club.objects.get(), known("Ana")
    before, after = (ana.placings.get(nth=nth) for nth in (3, 13))
    move = rating_move(club, ana.pk)
    assert (move.games, move.before) == (10, Rating(before.mu, before.sigma))
    assert sum(move.against.values()) == pytest.approx(after.mu - before.mu)
    assert {who: by > 0 for who, by in move.against.items()} == {
        known("Ben").pk: False,
        known("Cem").pk: True,
    }
    host.open(address("Ana"))
    assert "In the last 10 games it fell from" in host.text
    said = dict(re.findall(r"([+−])\d+\.\d against (\w+)", host.text))
    assert said == {"−": "Ben", "+": "Cem"}
    assert f"at least {at_least_text(Rating(after.mu, after.sigma))}" in host.text
    Club.objects.filter(pk=club.pk).update(rates_from=before.played_at)
    host.open(address("Ana"))
    assert "In the last 10 games" not in host.text
    assert "the ratings of later games are being worked out again" in host.text


@pytest.mark.usefixtures("each_zone")
def test_for_a_year_the_rating_is_that_of_its_end(host):
    here = timezone.get_current_timezone()
    for year, names in ((2024, ("Ana", "Ben")), (2025, ("Ben", "Ana"))):
        for day in range(1, LEAST_GAMES + 1):
            play(*names, at=datetime.datetime(year, 3, day, 19, tzinfo=here))
    for query, nth, told in (
        ("", 2 * LEAST_GAMES, "all games in the club, and shown"),
        ("?year=2025", 2 * LEAST_GAMES, "all games in the club until 31 December 2025"),
        ("?year=2024", LEAST_GAMES, "all games in the club until 31 December 2024"),
    ):
        shown = known("Ana").placings.get(nth=nth)
        host.open(address("Ana") + query)
        assert text_of(next(elements(host.page, "strong"))) == rating_text(
            Rating(shown.mu, shown.sigma)
        )
        assert told in host.text
        assert f"In the last {nth} games" in host.text
    host.open(address("Ana") + "?since=2024-03-01&until=2024-03-03")
    assert "It is shown after 2 more games." in host.text


@pytest.mark.slow
def test_a_player_keeps_their_colour_and_mark_through_the_clubs_pages(host):
    game = play("Ana", "Ben", "Cem")
    play("Cem", "Dan")
    assert [known(name).look for name in ("Ana", "Ben", "Cem", "Dan")] == [0, 1, 2, 3]
    rename_player(known("Cem").club_id, known("Cem").pk, "Aaron")
    look = look_of(known("Aaron"))
    assert look.style == "s2"
    club = known("Aaron").club_id
    for page in (
        reverse("standings", args=[club]),
        reverse("players", args=[club]),
        reverse("night", args=[game.night_id]),
        address("Aaron"),
        address("Ana"),
    ):
        host.open(page)
        marks = {
            (text_of(one), attribute(svg, "class"), attribute(next(elements(svg, "path")), "d"))
            for one in elements(host.page, "span")
            if attribute(one, "class") == "who"
            for svg in elements(one, "svg")
        }
        assert ("Aaron", *look) in marks
    host.open(reverse("result", args=[game.pk]))
    lines = [one for one in elements(host.page, "g") if attribute(one, "class") == look.style]
    assert text_of(lines[0]).endswith("Aaron")


def test_head_to_head_counts_who_was_ahead(host):
    play("Ana", "Ben")
    play("Ana", "Ben")
    play("Ben", "Ana")
    play("Ana", "Cem", "Dan")
    host.open(address("Ana"))
    assert table(host, "rivals") == [
        ["Ben", "3", "1", "2", "−0.7"],
        ["Cem", "1", "0", "1", "−2.0"],
        ["Dan", "1", "1", "0", "+3.0"],
    ]
    assert host.follow("Dan").heading == "Dan"


def test_cards_are_compared_with_the_clubs_average(host):
    play("Ana", "Ben")
    play("Ana", "Ben")
    rows = {row[0]: row[1:] for row in table(host.open(address("Ben")), "by-card")}
    assert rows["Tempura 2 games"] == ["2.0 club 1.0", "5.0 club 2.5", "+2.5"]
    assert rows["Nigiri 2 games"] == ["0.0 club 0.5", "0.0 club 1.5", "−1.5"]
    assert next(iter(rows)) == "Tempura 2 games"


def test_a_player_without_a_finished_game_has_a_page(host):
    GameFactory(setup__players=("Ana", "Ben"))
    assert "No game with this player is finished yet" in host.open(address("Ana")).text


def test_what_a_player_always_takes_is_said(host):
    for _ in range(LEAST_GAMES):
        play("Ana", "Ben")
    assert (
        "Always takes the tempura: 2.0 a game, where the club takes 1.0."
        in host.open(address("Ben")).text
    )
