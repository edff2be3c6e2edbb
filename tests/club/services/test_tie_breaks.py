"""How a table itself broke a tie: noted beside the result, counted where a season says so."""

import datetime
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.import_games import Total, Totals
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.paper import EnteredGame, correct_totals, enter_games
from referee.club.services.players import make_anonymous, merge_players, undo_merge
from referee.club.services.seasons import (
    champions,
    change_season,
    crown,
    leaders,
    make_season,
    season_of_year,
)
from referee.club.services.statistics import ALL_GAMES, club_sums, growth
from referee.club.services.tie_breaks import note_tie_break, tied_first
from referee.models import Club, Game, Placing, Player
from referee.play.services.confirming import reopen_round
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats, people_mark
from tests.club.files.club_files import emptied, written
from tests.club.seasons import NIGHT, club, correct
from tests.factories import add, confirm, played, where
from tests.people import known

pytestmark = pytest.mark.django_db

TOSS = "Ben won the toss"


@pytest.fixture
def game() -> Game:
    """Ana and Ben share the victory, Cem is third."""
    return played("squid-nigiri", "squid-nigiri", "", at=NIGHT)


def decide(game: Game, name: str, words: str = TOSS) -> None:
    note_tie_break(game.pk, known(name).pk, words)


def decision(game: Game) -> tuple[str, str]:
    row = Game.objects.select_related("tie_winner").get(pk=game.pk)
    return row.tie_winner.name if row.tie_winner else "", row.tie_words


def counted(*, own: bool, points: tuple[int, ...] = (5, 3, 1)) -> dict[str, tuple[Any, ...]]:
    """Victories, average place and points for places, by name."""
    sums = club_sums(Club.objects.get(), ALL_GAMES, points, own_tie_breaks=own)
    return {
        player.name: (of.won, of.average_place, of.place_points)
        for player in Player.objects.filter(pk__in=sums)
        for of in [sums[player.pk]]
    }


def test_it_counts_where_it_is_asked_for_and_nowhere_else(game):
    before = counted(own=True)
    decide(game, "Ben")
    half = Fraction(1, 2)
    assert before == counted(own=False)
    assert before == {"Ana": (half, 1, 4), "Ben": (half, 1, 4), "Cem": (0, 3, 1)}
    assert counted(own=True) == {"Ana": (0, 2, 3), "Ben": (1, 1, 5), "Cem": (0, 3, 1)}
    places = Placing.objects.order_by("player__name").values_list("place", flat=True)
    assert [*places] == [1, 1, 3]


def test_the_others_of_a_greater_tie_share_the_next_place():
    game = played("squid-nigiri", "squid-nigiri", "squid-nigiri", "")
    decide(game, "Ana", "Ana drew the longest chopstick")
    assert counted(own=True) == {
        "Ana": (1, 1, 5),
        "Ben": (0, 2, 2),  # half of 3 and 1
        "Cem": (0, 2, 2),
        "Dan": (0, 4, 0),
    }


def test_what_is_drawn_over_the_nights_counts_it_too(game):
    decide(game, "Ben")
    played("squid-nigiri", "", "", at=NIGHT + datetime.timedelta(days=1))
    of = Club.objects.get(), ALL_GAMES
    for order, ana, ben in (
        ("wins", [0, 1], [1, 1]),
        ("place", [-2, Fraction(-3, 2)], [-1, Fraction(-3, 2)]),
        ("place-points", [3, 8], [5, 7]),
    ):
        points = (5, 3, 1) if order == "place-points" else ()
        _dates, curves = growth(*of, order, points, own_tie_breaks=True)
        assert (curves[known("Ana").pk], curves[known("Ben").pk]) == (ana, ben), order


def test_a_season_says_whether_it_counts(game):
    decide(game, "Ben")
    season = season_of_year(club(), 2025)
    assert sorted(title.player.name for title in leaders(season)) == ["Ana", "Ben"]
    season = change_season(season, own_tie_breaks=True)
    assert [title.player.name for title in leaders(season)] == ["Ben"]
    decide(game, "Ana", "They played it out")
    season = season_of_year(club(), 2025)
    assert [title.player.name for title in leaders(season)] == ["Ana"]


def test_a_champion_of_a_season_that_is_over_is_kept_before_a_tie_is_broken(game):
    season = change_season(season_of_year(club(), 2025), own_tie_breaks=True)
    crown(season)
    decide(game, "Ben")
    season = season_of_year(club(), 2025)
    assert [title.player.name for title in champions(season)] == ["Ana", "Ben"]
    assert [title.player.name for title in leaders(season)] == ["Ben"]


# ------------------------------------------------------------- noted and taken back


def test_it_is_changed_and_taken_back(game):
    assert [player.name for player in tied_first(game)] == ["Ana", "Ben"]
    decide(game, "Ben")
    assert decision(game) == ("Ben", TOSS)
    decide(game, "Ana", "A duel")
    assert decision(game) == ("Ana", "A duel")
    note_tie_break(game.pk, None, "")
    assert decision(game) == ("", "")
    assert counted(own=True) == counted(own=False)


def test_only_who_shares_the_victory_can_have_it(game):
    alone = played("squid-nigiri", "", at=NIGHT)
    assert tied_first(alone) == []
    for where_, name, words, code in (
        (game, "Cem", TOSS, "no-tie"),
        (alone, "Ana", TOSS, "no-tie"),
        (game, "Ben", "", "tie-words-missing"),
    ):
        with pytest.raises(Refused) as caught:
            decide(where_, name, words)
        assert (caught.value.code, bool(caught.value.message)) == (code, True)
    for words in ("x" * 61, "a\x07b"):
        with pytest.raises(ValidationError):
            decide(game, "Ben", words)
    assert decision(game) == ("", "")


# ------------------------------------------------------------- corrections


def test_a_correction_that_ends_the_tie_takes_it_away(game):
    decide(game, "Ben")
    correct(game)  # Ben has two tempura more
    assert decision(game) == ("", "")
    assert counted(own=True) == counted(own=False)


def test_a_correction_that_leaves_the_tie_leaves_the_decision(game):
    decide(game, "Ben")
    reopen_round(game.pk, 2, reason="a card was missed")
    assert tied_first(game) == []
    for place in (1, 2):
        add(where(game, 2, place), "tempura", "tempura")
    confirm(game, 2)
    assert decision(game) == ("Ben", TOSS)
    assert counted(own=True)["Ben"][0] == 1


def test_somebody_else_on_the_winners_seat_has_not_won_the_toss(game):
    decide(game, "Ben")
    sitting = [Sitting("Ana", 1), Sitting("Zoe", 2, is_other=True), Sitting("Cem", 3)]
    change_seats(game.pk, sitting, reason="Zoe sat there")
    assert decision(game) == ("", "")


def test_a_tie_on_paper_is_broken_in_the_same_way():
    day = NIGHT.date()
    rows = [Total("Ana", 9), Total("Ben", 9), Total("Cem", 8)]
    played("squid-nigiri", "")
    paper = EnteredGame(day, Totals("sushi-go", None, rows))
    enter_games(Club.objects.get().pk, [(uuid4(), paper)])
    game = Game.objects.get(totals_only=True)
    decide(game, "Ben")
    seen = people_mark(game)
    totals = Totals("sushi-go", None, [rows[1], rows[0]])
    correct_totals(game.pk, day, totals, seen=seen, reason="two played")
    assert decision(game) == ("Ben", TOSS)
    totals = Totals("sushi-go", None, [Total("Ben", 8), rows[0]])
    game = Game.objects.get(pk=game.pk)
    correct_totals(game.pk, day, totals, seen=people_mark(game), reason="misread")
    assert decision(game) == ("", "")


# ------------------------------------------------------------- players and files


def test_it_is_the_players_whatever_becomes_of_their_name(game):
    played("squid-nigiri", "", players=("Bena", "Cem"), at=NIGHT + datetime.timedelta(days=9))
    decide(game, "Ben")
    one, other = known("Bena"), known("Ben")
    merge_players(one.club_id, one.pk, other.pk)
    assert decision(game) == ("Bena", TOSS)
    undo_merge(one.club_id, one.pk, other.pk)
    assert decision(game) == ("Ben", TOSS)
    make_anonymous(one.club_id, known("Ben").pk, lambda n: f"Player {n}")
    assert decision(game) == ("Player 1", "Player 1 won the toss")


def test_it_comes_back_from_the_clubs_file_to_the_byte(game):
    played("squid-nigiri", "squid-nigiri", at=NIGHT + datetime.timedelta(days=1))
    decide(game, "Ben")
    change_season(season_of_year(club(), 2025), own_tie_breaks=True)
    before = written(club())
    assert before.count(b'"own_tie_break": {"player": "Ben", "words": "Ben won the toss"}') == 1
    assert before.count(b'"own_tie_breaks": true') == 1
    emptied()
    read = import_as_new(read_archive(before)).club
    assert written(read) == before
    assert decision(game) == ("Ben", TOSS)
    assert [title.player.name for title in leaders(season_of_year(read, 2025))] == ["Ben"]


def test_a_file_that_breaks_a_tie_that_there_is_not_is_read_without_that(game):
    decide(game, "Ben")
    source = written(club()).replace(b'"player": "Ben", "words"', b'"player": "Cem", "words"')
    emptied()
    import_as_new(read_archive(source))
    assert decision(game) == ("", "")


@pytest.fixture
def paper_game() -> Game:
    """Ana and Ben share a game from paper, and the table gave it to Ben."""
    played("squid-nigiri", "", players=("Xi", "Yo"))
    day = datetime.date(2025, 3, 1)
    enter_games(club().pk, [(uuid4(), EnteredGame(day, on_paper(Ana=9, Ben=9, Cem=8)))])
    game = Game.objects.get(totals_only=True)
    decide(game, "Ben")
    return Game.objects.get(pk=game.pk)


def on_paper(**totals: int) -> Totals:
    return Totals("sushi-go", None, [Total(*of) for of in totals.items()])


def correct_paper(game: Game, **totals: int) -> None:
    seen = people_mark(game)
    correct_totals(game.pk, game.night.date, on_paper(**totals), seen=seen, reason="misread")


@pytest.mark.parametrize("ana", [9, 10])
def test_a_correction_closes_a_season_with_what_the_table_had_decided(paper_game, ana):
    """Before the correction counts, whether the tie stays or ends by it."""
    day = paper_game.night.date
    season = make_season(
        paper_game.night.club_id, name="March", first=day, last=day, own_tie_breaks=True
    )
    before = datetime.datetime(2025, 2, 1, tzinfo=datetime.UTC)
    type(season).objects.filter(pk=season.pk).update(made_at=before)
    correct_paper(paper_game, Ana=ana, Ben=9, Cem=7)
    season.refresh_from_db()
    assert [title.player.name for title in champions(season)] == ["Ben"]


def test_what_was_decided_between_two_decides_nothing_between_others(paper_game):
    correct_paper(paper_game, Ana=8, Ben=9, Cem=9)
    assert decision(paper_game) == ("", "")


def test_the_words_go_with_who_won_by_them(game):
    decide(game, "Ben")
    reopen_round(game.pk, 2, reason="a card was missed")
    zoe = [Sitting("Ana", 1), Sitting("Zoe", 2, is_other=True), Sitting("Cem", 3)]
    change_seats(game.pk, zoe)
    confirm(game, 2)
    assert decision(game) == ("", "")
