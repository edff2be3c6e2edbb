"""Whoever taps gets a turn while a club is read in or its rows go; what is half done is undone."""

import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, connections
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.access.games import open_case, visit_of
from referee.club.jobs import resume
from referee.club.services import deleting, ratings, turns
from referee.club.services.accounts import bring_clubs, create_account
from referee.club.services.deleting import delete_club, remove_gone
from referee.club.services.files import import_club, import_games, imports, read_club_file
from referee.club.services.files.import_club import import_as_new, import_to_phone
from referee.club.services.files.import_games import store_games
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.phones import change_id
from referee.jobs import runner
from referee.models import CaseFile, Club, ClubPhone, Entry, Game, Guest, Job, Player
from referee.play.services import clubs
from referee.play.services.joining import game_of_code
from referee.play.services.refusals import Refused
from tests.club.files.club_files import emptied, written
from tests.club.files.past_games import a_club, past_game
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory, add, where
from tests.taps import take_away

pytestmark = pytest.mark.django_db(transaction=True)


PAUSE = turns._LEAST_PAUSE


@pytest.fixture(autouse=True)
def a_game_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game is written or removed in each turn, and nobody waits for the pauses between."""
    monkeypatch.setattr(import_games, "MAX_CARDS", 1)
    monkeypatch.setattr(deleting, "_GAMES", 1)
    monkeypatch.setattr(turns, "_LEAST_PAUSE", 0)


@cache
def a_file() -> bytes:
    """The file of a club of six games that is not there any more, made once for all tests."""
    club = a_club("a phone that is gone")
    tableaus = {"Ana": "tempura", "Ben": "pudding"}
    sheet = {"ruleset": "sushi-go", "players": [*tableaus], "rounds": [{"tableaus": tableaus}] * 3}
    store_games(club, [past_game(n, sheet) for n in range(6)])
    source = written(club)
    emptied()
    return source


@contextmanager
def tapping(game: Game) -> Iterator[list[float]]:
    """Taps on a game, one after the other, in a thread of its own; when each was stored."""
    stored: list[float] = []
    over = threading.Event()
    at = where(game)

    def tap() -> None:
        try:
            while not over.is_set():
                (card,) = add(at, "tempura")
                stored.append(time.monotonic())
                time.sleep(0.005)
                take_away(at, uuid4(), card)
        finally:
            connections.close_all()

    thread = threading.Thread(target=tap)
    thread.start()
    try:
        yield stored
    finally:
        over.set()
        thread.join()


def turns_of(monkeypatch: pytest.MonkeyPatch, module: object) -> list[float]:
    """When each turn of a module began."""
    begun: list[float] = []
    turn = turns.turn

    @contextmanager
    def noted() -> Iterator[None]:
        with turn():
            begun.append(time.monotonic())
            yield

    monkeypatch.setattr(module, "turn", noted)
    return begun


def test_taps_are_stored_between_the_turns_of_long_work(monkeypatch):
    source = a_file()
    game = GameFactory()
    monkeypatch.setattr(turns, "_LEAST_PAUSE", PAUSE)
    begun = turns_of(monkeypatch, import_games)
    with tapping(game) as stored:
        import_to_phone(lambda: OTHER_PHONE, read_archive(source))
    assert len(begun) == 6
    assert sum(any(one < tap < other for tap in stored) for one, other in pairwise(begun)) >= 3


def test_nothing_is_scored_or_rated_inside_a_transaction(monkeypatch):
    inside = []

    def noted(function: Callable[..., object]) -> Callable[..., object]:
        def then(*args: object, **more: object) -> object:
            inside.append(connection.in_atomic_block)
            return function(*args, **more)

        return then

    source = a_file()
    monkeypatch.setattr(import_games, "score_sheet", noted(import_games.score_sheet))
    monkeypatch.setattr(ratings, "after_game", noted(ratings.after_game))
    import_as_new(read_archive(source))
    assert len(inside) == 2 * 6
    assert not any(inside)


def test_nobody_sees_a_club_before_all_of_it_is_there():
    source = a_file()
    mine = a_club(OTHER_PHONE)
    Player.objects.create(club=mine, name="Mia")
    seen = []

    def look(written: int) -> None:
        current = clubs.current_club(OTHER_PHONE)
        hidden = Club.objects.get(is_there=False)
        code = Game.objects.filter(night__club=hidden).first().code
        with pytest.raises(Refused, match="unknown-code"):
            game_of_code(code)
        seen.append((written, current.pk != mine.pk, current.players.count()))

    assert import_to_phone(lambda: OTHER_PHONE, read_archive(source), look) == mine
    assert seen == [(n, True, 1) for n in range(1, 7)]
    assert clubs.current_club(OTHER_PHONE) == mine
    assert Club.objects.count() == 1
    assert mine.players.filter(name="Mia").exists()


def test_a_club_in_which_a_game_begins_meanwhile_stays_and_that_of_the_file_comes_beside():
    source = a_file()
    mine = a_club(OTHER_PHONE)
    Player.objects.create(club=mine, name="Mia")
    account = create_account(OTHER_PHONE, "Ana", PASSWORD)
    bring_clubs("her tablet", account, {mine.pk})
    games = []

    def begin(_written: int) -> None:
        if not games:
            games.append(GameFactory(phone=OTHER_PHONE))

    club = import_to_phone(lambda: OTHER_PHONE, read_archive(source), begin)
    own = clubs.current_club(OTHER_PHONE)
    assert own != club
    assert [game.night.club for game in games] == [own]
    assert Game.objects.filter(night__club=own).count() == 1
    assert own.players.filter(name="Mia").exists()
    assert Game.objects.filter(night__club=club).count() == 6
    assert not club.players.filter(name="Mia").exists()
    for each in (own, club):
        assert clubs.runs(OTHER_PHONE, each.pk)
        assert clubs.runs("her tablet", each.pk)
        assert [helper.account for helper in each.helpers.filter(is_owner=True)] == [account]
    assert Club.objects.count() == 2


def test_who_logs_in_meanwhile_gets_the_club_all_the_same():
    source = a_file()
    a_club(OTHER_PHONE)

    def log_in(written: int) -> None:
        if written == 3:
            change_id(OTHER_PHONE, "another id")

    club = import_to_phone(lambda: OTHER_PHONE, read_archive(source), log_in)
    assert clubs.current_club("another id") == club
    assert list(Club.objects.all()) == [club]
    assert Game.objects.filter(night__club=club).count() == 6


def test_into_a_club_that_is_deleted_meanwhile_nothing_comes():
    source = a_file()

    def delete(written: int) -> None:
        if written == 3:
            delete_club(clubs.current_club(OTHER_PHONE).pk)

    with pytest.raises(Refused, match="import-stopped"):
        import_to_phone(lambda: OTHER_PHONE, read_archive(source), delete)
    assert not Game.objects.exists()
    assert clubs.current_club(OTHER_PHONE) is None


def test_what_an_import_that_died_has_left_goes_with_the_next():
    source = a_file()
    a_club(OTHER_PHONE)

    def die(written: int) -> None:
        if written == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_to_phone(lambda: OTHER_PHONE, read_archive(source), die)
    assert Game.objects.count() == 3
    club = import_to_phone(lambda: OTHER_PHONE, read_archive(source))
    assert Game.objects.filter(night__club=club).count() == Game.objects.count() == 6
    assert list(Club.objects.all()) == [club]
    assert ClubPhone.objects.get().club == club


@pytest.mark.slow
def test_two_imports_come_one_after_the_other():
    source = a_file()
    order: list[str] = []

    def read(phone: str) -> None:
        try:
            import_to_phone(
                lambda: phone, read_archive(source), lambda _written: order.append(phone)
            )
        finally:
            connections.close_all()

    threads = [threading.Thread(target=read, args=(phone,)) for phone in (PHONE, OTHER_PHONE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(order) in (order, order[::-1])
    assert len(order) == 12
    assert Club.objects.filter(is_there=True).count() == 2


def keep_at(monkeypatch: pytest.MonkeyPatch, written: int, source: bytes) -> list[imports.Import]:
    """Another phone's file comes when so many games of the first are written."""
    kept: list[imports.Import] = []
    note = imports._note

    def noted(state: imports.Import, **of_job: object) -> None:
        note(state, **of_job)
        if state.written == written and not kept:
            kept.append(imports.keep(OTHER_PHONE, [source]))

    monkeypatch.setattr(imports, "_note", noted)
    return kept


def of_games(games: int) -> bytes:
    """Of the games that the other file has, too."""
    document = json.loads(a_file())
    night = document["nights"][0]
    document["nights"] = [{**night, "games": night["games"][:games]}]
    return json.dumps(document).encode()


@pytest.mark.slow
def test_a_smaller_file_passes_a_large_one_between_two_batches(monkeypatch):
    large = imports.keep(PHONE, [a_file()])
    kept = keep_at(monkeypatch, 2, of_games(2))
    over = []
    end = imports._end
    monkeypatch.setattr(imports, "_end", lambda one: (over.append(one), end(one)))
    imports.read_in(large)
    small = imports.find(kept[0].id)
    assert [(one.id, one.written) for one in over] == [(small.id, 2), (large.id, 6)]
    for one, games in ((imports.find(large.id), 6), (small, 2)):
        assert Game.objects.filter(night__club=one.club).count() == games
    assert Club.objects.count() == 2
    assert written(clubs.current_club(PHONE)) == a_file()


def test_a_larger_file_waits_and_the_smallest_comes_first(monkeypatch):
    kept = keep_at(monkeypatch, 1, a_file())
    small = imports.keep(PHONE, [of_games(2)])
    none = imports.keep("a third phone", [b"{}"])
    begun = []
    note = imports._note
    monkeypatch.setattr(
        imports, "_note", lambda one, **of_job: (begun.append(one.id), note(one, **of_job))
    )
    imports.read_all_in()
    assert list(dict.fromkeys(begun)) == [none.id, small.id, kept[0].id]
    assert imports.find(none.id).faults
    assert Game.objects.count() == 8


def test_a_file_of_more_than_half_the_length_waits(monkeypatch):
    """Else a few that hardly differ would lie in the memory one beside the other."""
    large = imports.keep(PHONE, [a_file()])
    kept = keep_at(monkeypatch, 2, of_games(5))
    imports.read_in(large)
    assert imports.find(large.id).written == 6
    assert not imports.find(kept[0].id).is_begun


def test_what_passes_and_comes_to_nothing_does_no_harm(monkeypatch):
    large = imports.keep(PHONE, [a_file()])
    kept = keep_at(monkeypatch, 2, of_games(2))
    store = import_games.store

    def fail(rows: import_games.Rows) -> None:
        small = imports.find(kept[0].id) if kept else None
        if small and small.is_begun and not small.is_over:
            raise ValueError
        store(rows)

    monkeypatch.setattr(import_games, "store", fail)
    imports.read_in(large)
    assert imports.find(kept[0].id).refused == "import-stopped"
    assert Game.objects.filter(night__club=imports.find(large.id).club).count() == 6


def test_a_file_passes_while_another_is_looked_through_also_where_that_has_no_game(monkeypatch):
    monkeypatch.setattr(read_club_file, "LOOKED_THROUGH", 0)
    passed: list[int] = []
    before = turns.LET_PASS.set(lambda: passed.append(1))
    read_archive(without_games(2, merged=100))
    turns.LET_PASS.reset(before)
    assert len(passed) > 100


def without_games(number: int, merged: int = 0) -> bytes:
    """The file of a club with so many players, nights and seasons, and some merged into one."""
    day = datetime(2024, 1, 1, tzinfo=UTC)
    days = [f"{day + timedelta(days=n):%Y-%m-%d}" for n in range(number)]
    player = {"hidden": False, "anonymous": False}
    others = {**player, "at": "2024-01-01T12:00:00Z", "games": []}
    players = [{**player, "name": f"P{n}"} for n in range(number)]
    players[0] |= {"merged": [{**others, "name": f"M{n}"} for n in range(merged)]}
    season = {"name": "S", "by": "wins", "least_games": 1, "least_nights": 1, "made": others["at"]}
    season |= {"closed": others["at"]}
    document = {
        "format": "sushiscore-club",
        "version": 2,
        "club": {"name": ""},
        "players": players,
        "nights": [{"date": d, "name": "", "location": "", "note": "", "games": []} for d in days],
        "seasons": [
            {
                **season,
                "first": d,
                "last": d,
                "champions": [{"player": f"P{n}", "games": 1, "wins": 1, "points": 9}],
            }
            for n, d in enumerate(days)
        ],
    }
    return json.dumps(document).encode()


@pytest.mark.slow
def test_what_is_there_twice_costs_no_statement_for_each():
    """Nobody taps until the club of the file is in its place."""
    asked = []
    for number in (2, 40):
        mine = a_club(f"phone {number}")
        archive = read_archive(without_games(number))
        import_to_phone(lambda phone=f"phone {number}": phone, archive)
        with CaptureQueriesContext(connection) as queries:
            again = read_archive(without_games(number))
            import_to_phone(lambda phone=f"phone {number}": phone, again)
        assert [mine.players.count(), mine.nights.count(), mine.seasons.count()] == [number] * 3
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert Club.objects.count() == 2


def test_players_who_were_merged_are_written_many_in_a_turn(monkeypatch):
    begun = turns_of(monkeypatch, import_club)
    needed = []
    for merged in (2, 100):
        import_as_new(read_archive(without_games(2, merged)))
        needed.append(len(begun))
        begun.clear()
    assert needed[0] == needed[1]


@pytest.mark.slow
def test_a_file_passes_the_removal_of_a_club(monkeypatch):
    club = import_as_new(read_archive(a_file())).club
    delete_club(club.pk)
    small = imports.keep(PHONE, [of_games(2)])
    left = []
    end = imports._end
    monkeypatch.setattr(imports, "_end", lambda one: (left.append(Game.objects.count()), end(one)))
    with turns.long_work_lock(), imports.passing():
        remove_gone()
    assert left == [5 + 2]
    assert Game.objects.filter(night__club=imports.find(small.id).club).count() == 2
    assert Game.objects.count() == 2


def test_who_waits_for_the_database_waits_for_no_process_of_lower_priority():
    assert {runner.WORKS[kind].niceness for kind in ("remove", "import")} == {0}


def test_what_a_process_that_died_had_begun_is_given_up_and_the_others_are_read_in():
    begun, waits = (imports.keep(PHONE, [b"{}"]) for _ in range(2))
    imports._note(replace(begun, is_begun=True))
    club = Club.objects.create(is_there=False)
    (trigger,) = runner.take_due()
    runner.WORKS["import"].do(trigger)
    assert imports.find(begun.id).refused == "import-stopped"
    assert imports.find(waits.id).faults
    assert Job.objects.filter(kind="remove", about=str(club.pk)).exists()


def test_a_deleted_club_is_gone_at_once_for_whoever_was_at_its_tables():
    game = GameFactory()
    Guest.objects.create(game=game, phone=OTHER_PHONE)
    case = CaseFile.objects.create(game=game)
    assert visit_of(OTHER_PHONE, game.pk)
    delete_club(game.night.club_id)
    assert Entry.objects.exists() is False
    assert Game.objects.exists()
    assert visit_of(OTHER_PHONE, game.pk) is None
    assert visit_of(PHONE, game.pk) is None
    with pytest.raises(Refused, match="unknown-code"):
        game_of_code(game.code)
    with pytest.raises(Game.DoesNotExist):
        add(where(game), "tempura")
    with pytest.raises(Http404):
        open_case(case.pk)
    remove_gone()
    assert not Game.objects.exists()
    assert not Club.objects.exists()


def test_a_deletion_that_was_killed_is_finished_by_the_next(monkeypatch):
    club = import_as_new(read_archive(a_file())).club
    delete_club(club.pk)
    rows_of, left = deleting._rows_of, [2]

    def die(games):
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return rows_of(games)

    monkeypatch.setattr(deleting, "_rows_of", die)
    with pytest.raises(KeyboardInterrupt):
        remove_gone()
    assert Game.objects.count() == 5
    monkeypatch.setattr(deleting, "_rows_of", rows_of)
    remove_gone()
    assert not Club.objects.exists()
    assert not Player.objects.exists()


def test_a_database_that_is_gone_is_not_asked_without_a_pause(monkeypatch):
    asked = 0

    def refuse() -> None:
        nonlocal asked
        asked += 1
        raise OperationalError("unable to open database file")

    monkeypatch.setattr(turns.transaction, "atomic", refuse)
    monkeypatch.setattr(turns, "_LEAST_PAUSE", PAUSE)
    monkeypatch.setattr(turns, "_LONGEST_WAIT", 0.3)
    with pytest.raises(OperationalError), turns.turn():
        pass
    assert 1 < asked <= 5


def test_what_was_wrong_with_a_file_is_forgotten_after_a_day():
    imports.forget_old()  # there was no file yet
    old, new = (imports.keep(PHONE, [b"{}"]) for _ in range(2))
    imports.give_up(old)
    Job.objects.filter(about=old.id).update(made_at=timezone.now() - timedelta(hours=25))
    of_another_version = imports._folder() / "sent-by-phone"
    of_another_version.touch()
    os.utime(of_another_version, (0, 0))
    imports._note(replace(new, is_begun=True))
    imports.forget_old()
    resume()
    assert imports.find(old.id) is None
    assert imports.find(new.id).refused == "import-stopped"
    assert list(imports._folder().iterdir()) == []


@pytest.mark.parametrize(("redis", "taken"), [("", 1), ("redis://somewhere", 0)])
def test_a_server_that_starts_does_at_once_what_one_before_it_held(settings, redis, taken):
    imports.keep(PHONE, [b"{}"])
    assert len(runner.take_due()) == 1
    settings.REDIS_URL = redis
    resume()
    assert [job.kind for job in runner.take_due()].count("import") == taken


def test_files_of_another_version_take_nobodys_place():
    """They waited when the server was brought up to date, and no job is about them."""
    waits = imports.keep(PHONE, [b"{}"])
    files = [imports._folder() / f"{n}.club" for n in range(imports.MOST)]
    for file in files:
        file.touch()
    for file in imports._folder().iterdir():
        os.utime(file, (time.time() - 900, time.time() - 900))
    kept = imports.keep(OTHER_PHONE, [b"{}"])
    assert set(imports.sizes()) == {waits.id, kept.id}


def test_a_server_that_starts_reads_in_what_waits_and_goes_on_with_removals_and_ratings():
    waits = imports.keep(PHONE, [b"{}"])
    gone, stale = (
        Club.objects.create(is_there=False),
        Club.objects.create(rates_from=timezone.now()),
    )
    resume()
    jobs = Job.objects.values_list("kind", "about")
    assert {("remove", str(gone.pk)), ("rate", str(stale.pk)), ("forget", "")} <= {*jobs}
    assert "import" in [job.kind for job in runner.take_due()]
    imports.read_all_in()
    assert imports.find(waits.id).faults


def test_what_runs_is_told_of_before_what_is_over():
    kept = {one.id for one in (imports.keep(PHONE, [b"{}"]) for _ in range(2))}
    first = imports.unseen(PHONE)[0]  # as the folder has them
    imports.give_up(first)
    (running,) = kept - {first.id}
    assert imports.unseen(PHONE)[0].id == running


def test_a_second_server_that_starts_ends_nothing_that_the_first_is_at():
    kept = imports.keep(PHONE, [b"{}"])
    with turns.long_work_lock():
        Context().run(imports.give_up_begun)  # as in another process
    assert not imports.find(kept.id).is_over
    assert list(imports._folder().glob("*.club"))


def test_no_club_file_takes_the_last_of_the_disk(monkeypatch):
    source = a_file()
    kept = imports.keep(PHONE, [source])
    monkeypatch.setattr(imports, "LEAST_FREE", 5000)
    free = iter([5000, 5000])
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _folder: SimpleNamespace(free=next(free, 1000))
    )
    imports.read_in(kept)
    assert imports.find(kept.id).refused == "import-not-kept"
    assert imports.find(kept.id).written == 0
    assert not Game.objects.exists()
    assert list(Club.objects.all()) == [clubs.current_club(PHONE)]
    with pytest.raises(Refused, match="import-not-kept"):
        imports.keep(PHONE, [source])
    assert not list(imports._folder().glob("*.club"))
