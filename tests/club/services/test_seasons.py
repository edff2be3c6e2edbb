"""Seasons: who leads, when a champion is kept, and what later corrections do to that."""

import datetime
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from referee.club.services import seasons
from referee.club.services.deleting import delete_club, remove_gone
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.import_games import Total, Totals
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.paper import EnteredGame, enter_games
from referee.club.services.players import (
    hide_player,
    make_anonymous,
    merge_players,
    remove_player,
    rename_player,
    undo_merge,
)
from referee.club.services.seasons import (
    champions,
    change_season,
    crown,
    delete_season,
    is_over,
    leaders,
    make_season,
    season_of_year,
    seasons_of,
)
from referee.club.services.statistics import ALL_GAMES, club_sums
from referee.models import Champion, Club, Game, Player, Season
from referee.play.services.games import delete_game
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats
from tests.club.files.club_files import emptied, written
from tests.club.seasons import NIGHT, club, correct, games
from tests.factories import played

pytestmark = pytest.mark.django_db

CRITERIA: dict[str, Any] = {"by": "wins", "least_games": 0, "least_nights": 0}
SPRING: dict[str, Any] = {
    "name": "Spring",
    "first": datetime.date(2025, 3, 1),
    "last": datetime.date(2025, 5, 31),
    **CRITERIA,
}


def names(titles: list[seasons.Title]) -> list[str]:
    return sorted(title.player.name for title in titles)


def refused(call: Any, *args: Any, **facts: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **facts)
    assert caught.value.message
    return caught.value.code


# ------------------------------------------------------------- which there are


def test_every_year_with_games_is_a_season_without_anybody_making_it():
    games("Ana", "Ben", since=NIGHT.replace(year=2023))
    games("Ana")
    found = seasons_of(club())
    assert [(one.key, str(one), one.is_kept) for one in found] == [
        ("2025", "2025", False),
        ("2023", "2023", False),
    ]
    assert names(leaders(found[0])) == ["Ana"]
    assert names(leaders(found[1])) == ["Ana", "Ben"]
    assert not Season.objects.exists()


def test_one_from_the_first_to_the_last_day_of_a_year_stands_for_it():
    games("Ana")
    year = {"first": datetime.date(2025, 1, 1), "last": datetime.date(2025, 12, 31)}
    made = make_season(club().pk, **{**SPRING, **year, "name": "League"})
    assert [str(one) for one in seasons_of(club())] == ["League"]
    delete_season(made)
    assert [str(one) for one in seasons_of(club())] == ["2025"]


def test_a_club_without_games_has_no_season():
    assert seasons_of(club()) == []


# ------------------------------------------------------------- who leads


def test_criteria_decide_who_leads():
    games("Ana", "Ana", "Ben", "Ben", "Ben")
    for n in range(2):
        at = NIGHT + datetime.timedelta(weeks=10, days=n)
        played("squid-nigiri", "", players=("Cem", "Ben"), at=at)
    year = club()
    assert names(leaders(season_of_year(year, 2025))) == ["Ben"]
    season = change_season(season_of_year(year, 2025), **{**CRITERIA, "by": "win-rate"})
    assert names(leaders(season)) == ["Cem"]
    season = change_season(season, **{**CRITERIA, "by": "win-rate", "least_games": 3})
    assert names(leaders(season)) == ["Ben"]
    season = change_season(season, **{**CRITERIA, "least_nights": 8})
    assert leaders(season) == []
    assert Season.objects.get().key == "2025"


def test_by_points_for_places_the_list_decides():
    """Ana wins twice; Ben is second twice, and wins among four."""
    for players in (("Ana", "Ben", "Cem"), ("Ana", "Ben", "Dan"), ("Ben", "Cem", "Dan", "Eve")):
        played("squid-nigiri", "egg-nigiri", "", "", players=players, at=NIGHT)
    season = season_of_year(club(), 2025)
    season = change_season(season, **{**CRITERIA, "by": "place-points"})
    assert season.place_points == "5-3-1"
    (ben,) = leaders(season)
    assert (ben.player.name, ben.sums.place_points) == ("Ben", 11)
    season = change_season(season, place_points=" 3 1")
    assert season.place_points == "3-1"
    assert names(leaders(season)) == ["Ana"]  # 6 to 5
    season = change_season(season, place_points="2-1")
    (ana,) = leaders(season)
    assert (ana.player.name, ana.sums.place_points) == ("Ana", 4)  # as Ben, with more wins
    with pytest.raises(ValidationError):
        change_season(season, place_points="1-2")
    assert change_season(season, by="wins").place_points == "2-1"


def test_who_shares_a_place_shares_its_points():
    played("squid-nigiri", "squid-nigiri", "", "", at=NIGHT)
    played("squid-nigiri", "", "", "", at=NIGHT)
    found = club_sums(club(), ALL_GAMES, (5, 3, 1))
    earned = {known.name: found[known.pk].place_points for known in Player.objects.all()}
    half, third = Fraction(1, 2), Fraction(4, 3)
    assert earned == {"Ana": 9, "Ben": 4 + third, "Cem": half + third, "Dan": half + third}


@pytest.mark.slow
def test_by_rating_it_counts_what_it_was_at_the_seasons_end():
    games(*["Ana"] * 6)
    later = NIGHT + datetime.timedelta(days=400)
    games(*["Ben"] * 12, since=later)
    season = change_season(season_of_year(club(), 2025), **{**CRITERIA, "by": "rating"})
    assert names(leaders(season)) == ["Ana"]
    next_year = change_season(season_of_year(club(), 2026), **{**CRITERIA, "by": "rating"})
    assert names(leaders(next_year)) == ["Ben"]


def test_who_is_hidden_leads_no_season():
    games("Ana", "Ana", "Ben")
    hide_player(club().pk, Player.objects.get(name="Ana").pk, hidden=True)
    assert names(leaders(season_of_year(club(), 2025))) == ["Ben"]


# ------------------------------------------------------------- when it is over


@pytest.mark.parametrize(
    ("today", "over"), [("2025-05-31", False), ("2025-06-01", False), ("2025-06-02", True)]
)
def test_a_season_is_over_after_the_day_after_its_last(today, over):
    assert is_over(Season(**SPRING), datetime.date.fromisoformat(today)) is over


@pytest.mark.usefixtures("each_zone")
def test_the_champion_of_a_season_that_is_over_is_kept_before_a_result_changes():
    first, *_others = games("Ana", "Ana", "Ben")
    one = club()
    make_season(one.pk, **SPRING)
    club()
    correct(first)
    spring, year = seasons_of(club())[::-1]
    assert {str(spring), str(year)} == {"Spring", "2025"}
    for season in (spring, year):
        assert season.closed_at is not None
        assert names(champions(season)) == ["Ana"]
        (title,) = champions(season)
        assert (title.sums.games, title.sums.won, title.sums.points) == (3, 2, 6)
        assert names(leaders(season)) == ["Ben"]
    correct(Game.objects.get(pk=_others[0].pk))
    assert names(champions(Season.objects.get(name="Spring"))) == ["Ana"]


def test_a_deleted_game_keeps_the_champion_too():
    first, *_others = games("Ana", "Ben", "Ana")
    club()
    delete_game(first.pk)
    assert names(champions(season_of_year(club(), 2025))) == ["Ana"]


@pytest.mark.slow
@pytest.mark.usefixtures("each_zone")
def test_what_was_over_before_the_club_or_the_season_began_is_open_for_what_is_entered_late():
    (game,) = games("Ana")
    club(began=2026)
    correct(game)
    assert not Season.objects.exists()
    make_season(club(began=2026).pk, **SPRING)
    correct(game)
    assert Season.objects.get().closed_at is None
    assert names(leaders(Season.objects.get())) == ["Ben"]


def test_a_season_that_goes_on_stays_open(monkeypatch):
    game = games("Ana")[0]
    club()
    monkeypatch.setattr(seasons.timezone, "localdate", lambda *_at: datetime.date(2025, 12, 31))
    correct(game)
    assert not Season.objects.exists()


def test_a_year_in_which_nobody_was_ranked_stays_open():
    game = games("Ana")[0]
    year = change_season(season_of_year(club(), 2025), **{**CRITERIA, "least_games": 9})
    Season.objects.update(made_at=club().created_at)
    correct(game)
    assert Season.objects.get().closed_at is None
    assert refused(crown, year) == "no-champion"


def test_crowned_anew_the_champion_of_today_takes_the_place():
    game, *_ = games("Ana", "Ben", "Ana")
    season = crown(season_of_year(club(), 2025))
    assert names(champions(season)) == ["Ana"]
    correct(game)
    assert names(champions(season)) == ["Ana"]
    assert names(champions(crown(season))) == ["Ben"]
    assert Champion.objects.count() == 1


def test_while_ratings_are_worked_out_nobody_is_champion_by_them():
    game, *_ = games(*["Ana"] * 6)
    year = change_season(season_of_year(club(), 2025), **{**CRITERIA, "by": "rating"})
    Season.objects.update(made_at=club().created_at)
    Club.objects.update(rates_from=game.created_at)
    assert refused(crown, year) == "ratings-waited-for"
    correct(game)
    assert Season.objects.get().closed_at is None
    Club.objects.update(rates_from=None)
    assert names(champions(crown(year))) == ["Ana"]


def test_two_who_are_equal_are_both_champions():
    games("Ana", "Ben")
    assert names(champions(crown(season_of_year(club(), 2025)))) == ["Ana", "Ben"]


def test_a_season_that_goes_on_crowns_nobody():
    games("Ana")
    this_year = timezone.localdate().year
    assert refused(crown, season_of_year(club(), this_year)) == "season-not-over"


# ------------------------------------------------------------- made, changed, deleted


def test_a_season_is_made_renamed_moved_and_deleted():
    made = make_season(club().pk, **SPRING)
    summer = {**SPRING, "name": "Summer", "last": datetime.date(2025, 8, 31)}
    assert str(change_season(made, **summer)) == "Summer"
    assert Season.objects.get().last == datetime.date(2025, 8, 31)
    delete_season(made)
    assert not Season.objects.exists()
    with pytest.raises(Season.DoesNotExist):
        change_season(made, **SPRING)


def test_two_seasons_have_other_days():
    make_season(club().pk, **SPRING)
    assert refused(make_season, club().pk, **SPRING) == "season-taken"
    autumn = make_season(club().pk, **{**SPRING, "last": datetime.date(2025, 12, 1)})
    assert refused(change_season, autumn, **SPRING) == "season-taken"


def test_there_are_so_many_seasons_and_no_more(monkeypatch):
    monkeypatch.setattr(seasons, "MAX_SEASONS", 1)
    make_season(club().pk, **SPRING)
    later = {**SPRING, "last": datetime.date(2025, 12, 1)}
    assert refused(make_season, club().pk, **later) == "too-many-seasons"


def test_a_year_keeps_its_criteria_and_loses_them():
    games("Ana")
    season = change_season(season_of_year(club(), 2025), **{**CRITERIA, "by": "points"})
    assert season_of_year(club(), 2025).by == "points"
    change_season(season_of_year(club(), 2025), **CRITERIA)
    assert Season.objects.count() == 1
    delete_season(season)
    assert season_of_year(club(), 2025).by == "wins"


# ------------------------------------------------------------- champions as players


def test_a_champion_is_renamed_merged_and_made_anonymous_with_the_title():
    games("Ana", "Ana", "Ben")
    season = crown(season_of_year(club(), 2025))
    ana = Player.objects.get(name="Ana")
    rename_player(ana.club_id, ana.pk, "Anna")
    assert names(champions(season)) == ["Anna"]
    played("squid-nigiri", "", players=("Annie", "Cem"), at=NIGHT + datetime.timedelta(days=300))
    annie = Player.objects.get(name="Annie")
    merge_players(ana.club_id, annie.pk, ana.pk)
    assert names(champions(season)) == ["Annie"]
    make_anonymous(ana.club_id, annie.pk, lambda n: f"Player {n}")
    assert names(champions(season)) == ["Player 1"]


def test_who_shared_a_title_with_their_other_entry_has_it_once():
    games("Ana", "Ana")
    for name in ("Ana B", "Ana B"):
        played("squid-nigiri", "", players=(name, "Dan"), at=NIGHT + datetime.timedelta(days=90))
    season = crown(season_of_year(club(), 2025))
    assert names(champions(season)) == ["Ana", "Ana B"]
    one, other = Player.objects.get(name="Ana"), Player.objects.get(name="Ana B")
    merge_players(one.club_id, one.pk, other.pk)
    assert names(champions(season)) == ["Ana"]


def test_a_champion_is_not_taken_off_the_list():
    (game,) = games("Ana")
    crown(season_of_year(club(), 2025))
    delete_game(game.pk)
    ana = Player.objects.get(name="Ana")
    assert refused(remove_player, ana.club_id, ana.pk) == "player-was-champion"
    ben = Player.objects.get(name="Ben")
    remove_player(ben.club_id, ben.pk)


def test_a_champion_who_sat_at_no_table_after_all_stays_on_the_list():
    (game,) = games("Ana")
    one = club()
    crown(season_of_year(one, 2025))
    change_seats(game.pk, [Sitting("Zoe", 1, is_other=True), Sitting("Ben", 2)], reason="Zoe sat")
    assert names(champions(season_of_year(one, 2025))) == ["Ana"]
    assert names(leaders(season_of_year(club(), 2025))) == ["Zoe"]


def test_seasons_go_with_their_club():
    games("Ana")
    crown(season_of_year(club(), 2025))
    delete_club(club().pk)
    remove_gone()
    assert not Season.objects.exists()
    assert not Champion.objects.exists()


# ------------------------------------------------------------- the club's file


def test_seasons_and_their_champions_come_back_to_the_byte():
    games("Ana", "Ana", "Ben")
    crown(season_of_year(club(), 2025))
    make_season(club().pk, **{**SPRING, "by": "place-points", "place_points": "3-2-1-1"})
    before = written(club())
    assert before.count(b"place_points") == 1  # the usual list is not written
    assert b'"champions": [{"player": "Ana", "games": 3, "wins": 1680, "points": 6}]' in before
    emptied()
    read = import_as_new(read_archive(before)).club
    assert written(read) == before
    assert names(champions(season_of_year(read, 2025))) == ["Ana"]
    spring = read.seasons.get(closed_at=None)
    assert (str(spring), spring.counted_points) == ("Spring", (3, 2, 1, 1))
    assert season_of_year(read, 2025).place_points == "5-3-1"


# ------------------------------------------------------------- undoing a merge


@pytest.fixture
def two_champions() -> None:
    """Ana and Zoe have won one game each, against others."""
    played("squid-nigiri", "", players=("Ana", "Ben"), at=NIGHT)
    played("squid-nigiri", "", players=("Zoe", "Yan"), at=NIGHT + datetime.timedelta(weeks=1))
    crown(season_of_year(club(), 2025))


def merged_and_parted(kept: str, other: str) -> None:
    one, two = (Player.objects.get(name=name) for name in (kept, other))
    merge_players(one.club_id, one.pk, two.pk)
    undo_merge(one.club_id, one.pk, two.pk)


def titles() -> list[dict[str, Any]]:
    return list(Champion.objects.order_by("player").values("player", "games", "wins", "points"))


def test_a_merge_that_is_undone_gives_the_titles_back():
    games("Ben", "Ben", "Ana")
    games("Zoe", since=NIGHT + datetime.timedelta(weeks=9))  # against Ana
    season = crown(season_of_year(club(), 2025))
    before = titles()
    assert names(champions(season)) == ["Ben"]
    merged_and_parted("Zoe", "Ben")
    assert titles() == before


def test_two_who_shared_a_title_share_it_again(two_champions):
    before = titles()
    assert len(before) == 2
    merged_and_parted("Ana", "Zoe")
    assert titles() == before


def test_a_champion_who_was_crowned_since_stays(two_champions):
    ana, zoe = (Player.objects.get(name=name) for name in ("Ana", "Zoe"))
    merge_players(ana.club_id, ana.pk, zoe.pk)
    crown(season_of_year(club(), 2025))
    undo_merge(ana.club_id, ana.pk, zoe.pk)
    assert [(row.player, row.games) for row in Champion.objects.all()] == [(ana, 2)]


@pytest.mark.slow
def test_the_titles_of_who_was_merged_go_with_the_clubs_file():
    games("Ben", "Ben", "Ana")
    games("Zoe", since=NIGHT + datetime.timedelta(weeks=9))
    one = club()
    crown(season_of_year(one, 2025))
    zoe, ben = (Player.objects.get(name=name) for name in ("Zoe", "Ben"))
    merge_players(one.pk, zoe.pk, ben.pk)
    source = written(one)
    delete_club(one.pk)
    remove_gone()
    other = import_as_new(read_archive(source)).club
    assert written(other) == source
    zoe = other.players.get(name="Zoe")
    undo_merge(other.pk, zoe.pk, zoe.merges.get().pk)
    assert names(champions(season_of_year(other, 2025))) == ["Ben"]


def test_an_evening_from_paper_that_is_entered_later_takes_no_title_away():
    games("Ana", "Ana")
    one = club()
    rows = [Total("Ben", 9), Total("Ana", 8)]
    for number in range(5):
        day = NIGHT.date() + datetime.timedelta(days=number)
        enter_games(one.pk, [(uuid4(), EnteredGame(day, Totals("sushi-roll", None, rows)))])
    assert names(champions(season_of_year(one, 2025))) == ["Ana"]
    one.refresh_from_db()
    assert names(leaders(season_of_year(one, 2025))) == ["Ben"]
