"""Games that were kept on paper: they count with their totals, and are corrected by versions."""

import datetime
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from referee.club.services.counting import rate_club
from referee.club.services.files.import_games import Total, Totals
from referee.club.services.paper import (
    EnteredGame,
    correct_totals,
    enter_games,
    games_there,
    totals_of,
)
from referee.club.services.sharing import open_link
from referee.club.services.statistics import (
    club_sums,
    feats,
    highest_games,
    highest_rounds,
    rivalries,
)
from referee.models import Club, Game, Placing, Player
from referee.play.services.refusals import Refused
from referee.play.services.seating import people_mark
from referee.rules import SheetFaults, read_sheet
from referee.standings.placing import WHOLE_WIN
from tests.club.files.past_games import a_club
from tests.disputes.case_files import reading
from tests.factories import played
from tests.people import known, rename

pytestmark = pytest.mark.django_db

DAY = datetime.date(2025, 3, 7)
ROWS = (Total("Ana", 41, 3), Total("Ben", 38, 1), Total("Cem", 30))


@pytest.fixture
def club() -> Club:
    return a_club()


def paper(*rows: Total, ruleset: str = "sushi-go", menu=None, date=DAY, **words) -> EnteredGame:
    return EnteredGame(date, Totals(ruleset, menu, rows or ROWS), **words)


def enter(club: Club, *rows: Total, **more) -> Game:
    game_id = uuid4()
    enter_games(club.pk, [(game_id, paper(*rows, **more))])
    return Game.objects.get(pk=game_id)


def there(club: Club, *games: EnteredGame) -> list[int]:
    return games_there(club, [(uuid4(), game) for game in games])


def placed(game: Game) -> list[tuple[str, int, int, int]]:
    rows = game.placings.order_by("place", "player__name")
    return [(one.player.name, one.place, one.win, one.total) for one in rows]


def correct(
    game: Game, *rows: Total, reason: str = "misread", seen: str = "", date=DAY, **agreed
) -> bool:
    totals = replace(totals_of(game), **agreed, **({"rows": rows} if rows else {}))
    return correct_totals(game.pk, date, totals, seen=seen or people_mark(game), reason=reason)


# ------------------------------------------------------------- entering


@pytest.mark.parametrize("days", [0, 400])
def test_of_a_day_alone_no_time_is_known(club, days):
    game = enter(club, date=timezone.localdate() - datetime.timedelta(days=days), minutes=41)
    assert (game.has_time, game.minutes) == (False, 41)
    assert game.finished_at == game.created_at


def test_on_another_day_its_time_is_not_known_any_more_but_its_minutes_are(club):
    at = timezone.make_aware(datetime.datetime.combine(DAY, datetime.time(20)))
    game = enter(club, started_at=at, minutes=41)
    assert (game.has_time, game.finished_at - at) == (True, datetime.timedelta(minutes=41))
    assert correct(game, date=DAY - datetime.timedelta(days=1))
    game.refresh_from_db()
    assert (game.has_time, game.minutes) == (False, 41)
    assert set(game.placings.values_list("minutes", flat=True)) == {41}


def test_it_counts_in_wins_points_rating_and_head_to_head(club):
    game = enter(club, location="Balcony", note="Two\nlines")
    assert placed(game) == [("Ana", 1, WHOLE_WIN, 41), ("Ben", 2, 0, 38), ("Cem", 3, 0, 30)]
    assert (game.night.date, game.location, game.note) == (DAY, "Balcony", "Two\nlines")
    assert (game.totals_only, game.state, game.rounds.count()) == (True, "finished", 0)
    sums = club_sums(Club.objects.get())
    assert (sums[known("Ana").pk].won, sums[known("Ana").pk].average_margin) == (1, 3)
    (ben, _cem) = rivalries(Club.objects.get(), known("Ana").pk)
    assert (ben.other.name, ben.games, ben.ahead, ben.points) == ("Ben", 1, 1, 3)
    assert Placing.objects.get(player=known("Ana")).mu > Placing.objects.get(player=known("Ben")).mu


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([("Ana", 40, 2), ("Ben", 40, 3)], [2, 1]),
        ([("Ana", 40, 2), ("Ben", 40, 2)], [1, 1]),
        ([("Ana", 40, 2), ("Ben", 40, None)], [1, 1]),
        ([("Ana", 40, 2), ("Ben", 40, None), ("Cem", 40, 5)], [1, 1, 1]),
        ([("Ana", 50, None), ("Ben", 40, 0), ("Cem", 40, 5)], [1, 3, 2]),
        ([("Ana", -3, None), ("Ben", -2, None)], [2, 1]),
    ],
)
def test_puddings_break_ties_where_everybody_who_is_tied_noted_them(club, rows, places):
    game = enter(club, *(Total(*row) for row in rows))
    found = dict(game.placings.values_list("player__name", "place"))
    assert [found[name] for name, *_rest in rows] == places
    firsts = places.count(1)
    assert {one.win for one in game.placings.filter(place=1)} == {WHOLE_WIN // firsts}


def test_records_that_need_cards_leave_it_out(club):
    enter(club, Total("Ana", 90), Total("Ben", 10))
    card_game = played("squid-nigiri", "pudding", players=("Ana", "Ben"))
    club.refresh_from_db()
    assert highest_games(club)["sushi-go", 2].holders[0].points == 90
    assert highest_rounds(club)["sushi-go", 2].holders[0].game == card_game.pk
    assert [one.game for one in feats(club)["come-back"].holders] == [card_game.pk]
    assert {one.game for one in feats(club)["sushi-go"].holders} == {card_game.pk}


@pytest.mark.parametrize(
    ("ruleset", "menu", "noted"),
    [
        ("sushi-go", None, 3),
        ("sushi-roll", None, 3),
        ("sushi-go-party", None, None),  # some dessert or other
        ("sushi-go-party", "my-first-meal", None),  # green tea ice cream
        ("sushi-go-party", "sushi-go", 3),
    ],
)
def test_what_broke_the_tie_is_a_record_of_puddings_only_where_it_was_puddings(
    club, ruleset, menu, noted
):
    game = enter(club, ruleset=ruleset, menu=menu)
    assert game.placings.get(player__name="Ana").puddings == noted
    assert game.seats.get(player__name="Ana").puddings == 3


def test_names_are_the_clubs_whatever_their_capitals_and_new_ones_are_new_players(club):
    Player.objects.create(club=club, name="Ana", is_hidden=True)
    enter(club, Total("ana", 3), Total(" Zoë ", 2))
    enter(club, Total("ZOË", 4), Total("ANA", 2))
    assert set(club.players.values_list("name", flat=True)) == {"Ana", "Zoë"}


def test_of_an_ana_and_an_ana_each_gets_her_own_results(club):
    for name in ("ana", "Ana", "aNA", "Ben"):
        Player.objects.create(club=club, name=name)
    for day, name in enumerate(("Ana", "ana", "aNA"), start=1):
        game = enter(club, Total(name, 3), Total("BEN", 2), date=DAY.replace(day=day))
        assert [row[0] for row in placed(game)] == [name, "Ben"]
    assert club.players.count() == 4


@pytest.mark.usefixtures("each_zone")
def test_it_comes_after_the_other_games_of_its_night_and_before_later_nights(club):
    late = datetime.datetime(2025, 3, 7, 22, tzinfo=timezone.get_current_timezone())
    first = played("tempura", "", at=late)
    later = played("tempura", "", at=late + datetime.timedelta(days=1))
    one, other = enter(club, date=DAY), enter(club, Total("Ana", 1), Total("Ben", 2))
    in_order = Game.objects.order_by("created_at")
    assert list(in_order) == [first, one, other, later]
    assert one.night == other.night == first.night
    rated = list(Placing.objects.order_by("pk").values())
    rate_club(Club.objects.get())
    assert rated == list(Placing.objects.order_by("pk").values())


@pytest.mark.usefixtures("each_zone")
def test_of_today_it_is_of_now(club):
    game = enter(club, date=timezone.localdate())
    assert timezone.now() - game.created_at < datetime.timedelta(minutes=5)


def test_sent_twice_it_is_one_game(club):
    entered = [(uuid4(), paper())]
    assert enter_games(club.pk, entered) == 1
    assert enter_games(club.pk, entered) == 0
    assert Game.objects.count() == 1


def test_the_same_game_is_entered_once_unless_people_know_better(club):
    enter(club)
    turned = [(uuid4(), paper(*reversed(ROWS)))]
    with pytest.raises(Refused) as refused:
        enter_games(club.pk, turned)
    assert refused.value.code == "same-game"
    assert Game.objects.count() == 1
    assert enter_games(club.pk, turned, even_same=True) == 1
    others = [paper(ruleset="sushi-roll"), paper(date=DAY + datetime.timedelta(days=1))]
    assert there(club, paper(), *others, paper(*ROWS[:2])) == [0]


@pytest.mark.usefixtures("each_zone")
def test_a_game_with_cards_that_came_to_the_same_is_the_same_too(club):
    at = datetime.datetime(2025, 3, 7, 22, tzinfo=timezone.get_current_timezone())
    played("squid-nigiri", "egg-nigiri", players=("Ana", "Ben"), at=at)
    assert there(club, paper(Total("ANA", 3), Total("Ben", 1))) == [0]


def test_of_many_games_one_that_is_there_stops_all(club):
    enter(club)
    others = [paper(Total("Ana", n), Total("Ben", 2)) for n in range(3)]
    with pytest.raises(Refused):
        enter_games(club.pk, [(uuid4(), one) for one in (*others, paper())])
    assert Game.objects.count() == 1
    assert enter_games(club.pk, []) == 0


def test_a_club_that_is_gone_takes_none():
    with pytest.raises(Club.DoesNotExist):
        enter_games(UUID(int=1), [(uuid4(), paper())])


# ------------------------------------------------------------- correcting


def test_totals_are_corrected_and_what_stood_there_is_kept(club):
    game = enter(club)
    later = enter(club, Total("Ana", 9), Total("Ben", 8), date=DAY + datetime.timedelta(days=1))
    assert correct(game, Total("Ana", 41, 3), Total("Ben", 48, 1), Total("Cem", 30))
    assert placed(game) == [("Ben", 1, WHOLE_WIN, 48), ("Ana", 2, 0, 41), ("Cem", 3, 0, 30)]
    (kept,) = game.corrections.all()
    assert (kept.version, kept.reason) == (1, "misread")
    ana = str(known("Ana").pk)
    assert kept.before["rows"][0] == {"place": 1, "player": ana, "total": 41, "puddings": 3}
    assert [row["total"] for row in kept.before["rows"]] == [41, 38, 30]
    rated = list(later.placings.order_by("pk").values_list("mu", "sigma"))
    rate_club(Club.objects.get())
    assert rated == list(later.placings.order_by("pk").values_list("mu", "sigma"))


def test_who_played_is_corrected_with_more_or_fewer_people(club):
    game = enter(club)
    correct(game, Total("Cem", 30), Total("Ana", 41, 3), Total("Eve", 5), Total("Ben", 38, 1))
    assert [row[0] for row in placed(game)] == ["Ana", "Ben", "Cem", "Eve"]
    assert [seat.place for seat in game.seats.all()] == [1, 2, 3, 4]
    correct(game, Total("Eve", 5), Total("Ana", 41))
    assert [row[0] for row in placed(game)] == ["Ana", "Eve"]
    assert [one.version for one in game.corrections.all()] == [1, 2]
    assert [len(one.before["rows"]) for one in game.corrections.all()] == [3, 4]


def test_a_name_that_was_misread_is_nobodys_and_goes_from_the_list(club):
    game = enter(club, Total("Anna", 41), Total("Ben", 38))
    correct(game, Total("Ana", 41), Total("Ben", 38))
    assert set(club.players.values_list("name", flat=True)) == {"Ana", "Ben"}


def test_which_game_it_was_is_corrected_and_puddings_count_where_they_are_puddings(club):
    game = enter(club)
    assert correct(game, ruleset="sushi-go-party", menu="my-first-meal")
    rows = game.placings.values_list("ruleset", "menu", "puddings", "total")
    assert set(rows) == {("sushi-go-party", "my-first-meal", None, n) for n in (41, 38, 30)}
    (kept,) = game.corrections.all()
    assert (kept.before["ruleset"], kept.before["menu"]) == ("sushi-go", None)
    assert not correct(Game.objects.get(), ruleset="sushi-go-party", menu="my-first-meal")
    with pytest.raises(SheetFaults):  # eight play Party, five the first game
        correct(Game.objects.get(), *(Total(f"P{n}", n) for n in range(6)), ruleset="sushi-go")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "is_left"), [({}, False), ({"name": "Finals"}, True), ({"note": "x"}, True)]
)
def test_the_night_of_a_mistyped_day_goes_unless_something_is_written_about_it(
    club, words, is_left
):
    game = enter(club)
    club.nights.update(**words)
    assert correct(game, *ROWS, date=DAY - datetime.timedelta(days=1))
    assert club.nights.filter(date=DAY).exists() is is_left


def test_the_night_of_a_mistyped_day_stays_while_it_has_a_link(club):
    game = enter(club)
    link = open_link(club, game.night)
    assert correct(game, *ROWS, date=DAY - datetime.timedelta(days=1))
    assert link.night == club.nights.get(date=DAY)


@pytest.mark.slow
@pytest.mark.parametrize("days", [-3, 3])
def test_on_another_day_it_comes_after_the_games_there_and_is_rated_so(club, days):
    there = DAY + datetime.timedelta(days=days)
    _before, game, _after = (enter(club, date=DAY + datetime.timedelta(days=n)) for n in (-1, 0, 1))
    last = enter(club, Total("Ben", 2), Total("Cem", 1), date=there)
    assert correct(game, Total("Cem", 50), Total("Ana", 1), date=there)
    game.refresh_from_db()
    assert game.night == last.night
    assert game.created_at == game.finished_at > last.created_at
    assert game.corrections.get().before["date"] == f"{DAY}"
    rated = list(Placing.objects.order_by("pk").values())
    rate_club(club)
    assert list(Placing.objects.order_by("pk").values()) == rated


def test_nothing_changed_is_no_version_and_needs_no_reason(club):
    game = enter(club)
    assert not correct(game, *ROWS, reason="")
    assert not game.corrections.exists()


@pytest.mark.parametrize(
    ("reason", "code"), [("  ", "reason-missing"), ("x" * 201, "words-too-long")]
)
def test_a_correction_has_a_reason(club, reason, code):
    game = enter(club)
    with pytest.raises(Refused) as refused:
        correct(game, *ROWS[:2], reason=reason)
    assert refused.value.code == code
    assert len(placed(game)) == 3


def test_a_page_from_before_anothers_correction_changes_nothing(club):
    game = enter(club)
    seen = people_mark(game)
    correct(game, Total("Ana", 41, 3), Total("Ben", 48, 1), Total("Cem", 30))
    with pytest.raises(Refused) as refused:
        correct(game, Total("Ana", 42, 3), *ROWS[1:], seen=seen)
    assert refused.value.code == "totals-changed"
    assert placed(game)[0] == ("Ben", 1, WHOLE_WIN, 48)
    seen = people_mark(game)
    rename("Cem", "Cemal")
    assert seen != people_mark(game)


def test_what_the_rules_do_not_allow_is_not_entered(club):
    game = enter(club)
    for rows in ([Total("Ana", 3)], [Total("Ana", 3), Total("", 2)], [Total("Ana", 1)] * 2):
        with pytest.raises(SheetFaults):
            correct(game, *rows)
    with pytest.raises(Game.DoesNotExist):
        correct(played("tempura", ""), *ROWS)


def test_a_report_has_the_day_of_the_night_where_no_time_is_known(club):
    """Such a game comes a second after the last one, which may be past midnight."""
    day = datetime.date(2025, 3, 7)
    late = datetime.datetime(2025, 3, 8, 0, 30, tzinfo=timezone.get_current_timezone())
    document = {"ruleset": "sushi-go", "players": ["Ana", "Ben"], "rounds": [{}, {}, {}]}
    sheet = read_sheet(document)
    first = EnteredGame(
        day, sheet, started_at=late, finished_at=late + datetime.timedelta(minutes=20)
    )
    enter_games(club.pk, [(uuid4(), first)])
    second = uuid4()
    enter_games(club.pk, [(second, EnteredGame(day, sheet))], even_same=True)
    game = Game.objects.get(pk=second)
    assert not game.has_time
    assert "Report of this game Sushi Go! · 7 March 2025" in reading(game).text
