"""Who is host beside the club's phones: handed the table, or taken over while nobody was there."""

from datetime import timedelta
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone

from referee.access.games import Role, visit_of
from referee.access.presence import is_host_away, note_host
from referee.jobs import runner
from referee.models import Game, Guest, Hosting, Job
from referee.play.pages.hosts import host_history
from referee.play.services import hosts, joining
from referee.play.services.hosts import hand_over, say_no, take_over
from referee.play.services.joining import join
from referee.play.services.refusals import Refused
from referee.play.services.rematch import rematch, start_next
from tests.factories import PHONE, GameFactory, SetupFactory, finish, version_of
from tests.races import at_once

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER, GONE = "phone of Ben", "phone of Cem", "phone of a watcher", "phone sent away"


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem, whose host was not seen for long."""
    return left_alone(seated_game())


def seated_game() -> Game:
    game = GameFactory(setup__number=3)
    for name, place in ((PHONE, 1), (BEN, 2), (CEM, 3), (WATCHER, None), (GONE, None)):
        join(game.pk, name, place)
    joining.send_away(game.pk, guest(game, GONE).pk)
    return game


def left_alone(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(hours=1))
    for cache in ("default", "counts"):
        caches[cache].clear()
    return Game.objects.get(pk=game.pk)


def guest(game: Game, name: str) -> Guest:
    return game.guests.get(phone=name)


def is_host(game: Game, name: str) -> bool:
    visit = visit_of(name, game.pk)
    return visit is not None and visit.is_host


def make_host(game: Game, name: str) -> None:
    hand_over(game.pk, guest(game, name).pk, by=game.seats.get(place=1).pk)


def half_a_minute_passes(game: Game) -> None:
    past = timezone.now() - hosts.NO_WITHIN
    game.hostings.filter(begun_at=None, ended_at=None).update(at=past)
    Job.objects.filter(due_at__isnull=False).update(due_at=past)


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are done in the test's own thread, whose transaction no other sees."""
    monkeypatch.setattr("referee.play.jobs.in_thread", lambda work: sync_to_async(work)())


def do_jobs() -> None:
    """As a server's runner does what is due."""
    for job in runner.take_due():
        outcome = async_to_sync(runner.WORKS[job.kind].do)(job)
        runner.settle(job, outcome)


def history(game: Game) -> list[str]:
    rows = host_history(Game.objects.get(pk=game.pk))
    return [f"{row.who} {row.what}".translate({0x2068: None, 0x2069: None}) for row in rows]


# ------------------------------------------------------------- handed over


def test_a_phone_that_is_made_host_is_one_at_the_table_and_runs_no_club(game):
    before = version_of(game)
    make_host(game, BEN)
    visit = visit_of(BEN, game.pk)
    assert visit
    assert (visit.role, visit.runs_club, visit.club_phone_id) == (Role.HOST, False, None)
    assert version_of(game) == before + 1
    make_host(game, BEN)  # pressed twice
    assert version_of(game) == before + 1
    assert is_host(game, PHONE)
    assert visit_of(PHONE, game.pk).runs_club
    assert history(game) == ["Ana made Ben host too"]


@pytest.mark.parametrize("name", [WATCHER, GONE])
def test_who_is_not_seated_is_not_made_host(game, name):
    with pytest.raises(Refused, match="not-seated"):
        make_host(game, name)
    assert not Hosting.objects.exists()
    assert not is_host(game, name)


def test_a_phone_of_another_table_is_not_made_host(game):
    other = seated_game()
    with pytest.raises(Refused, match="not-seated"):
        hand_over(game.pk, guest(other, BEN).pk, by=None)


def test_a_phone_of_the_club_needs_not_be_made_host(game):
    make_host(game, PHONE)
    assert not Hosting.objects.exists()


@pytest.mark.parametrize(
    "ends",
    [
        lambda game: joining.leave(game.pk, BEN),
        lambda game: join(game.pk, BEN, None),
        lambda game: joining.free_seat(game.pk, 2),
        lambda game: joining.send_away(game.pk, guest(game, BEN).pk),
        lambda game: hosts.end_hosting(game.pk, game.hostings.get().pk, by=None),
    ],
    ids=["leaves", "watches", "seat freed", "sent away", "ended"],
)
def test_who_gives_up_the_seat_is_host_no_longer_also_when_it_is_back(game, ends):
    make_host(game, BEN)
    ends(game)
    assert not is_host(game, BEN)
    assert game.hostings.get().ended_at
    if not Guest.objects.filter(phone=BEN, sent_away=True):
        join(game.pk, BEN, 2)
        assert visit_of(BEN, game.pk).role is Role.PLAYER


def test_who_changes_the_seat_stays_host(game):
    joining.leave(game.pk, CEM)
    make_host(game, BEN)
    join(game.pk, BEN, 3)
    assert is_host(game, BEN)


# ------------------------------------------------------------- taken over


def test_who_takes_over_is_the_host_after_half_a_minute(game):
    before = version_of(game)
    assert take_over(game.pk, BEN) is False
    assert version_of(game) == before + 1
    assert not is_host(game, BEN)
    do_jobs()
    assert not is_host(game, BEN)
    half_a_minute_passes(game)
    do_jobs()
    assert is_host(game, BEN)
    assert version_of(game) == before + 2
    assert Job.objects.get().due_at is None
    assert history(game) == ["Ben asked to take over", "Ben took over"]


def test_without_a_server_that_does_jobs_a_second_press_does(game):
    take_over(game.pk, BEN)
    assert take_over(game.pk, BEN) is False  # a double tap
    half_a_minute_passes(game)
    assert take_over(game.pk, BEN) is True
    assert take_over(game.pk, BEN) is True
    assert game.hostings.count() == 1
    do_jobs()
    assert game.hostings.get().ended_at is None


@pytest.mark.parametrize("name", [WATCHER, GONE, "a stranger's", ""])
def test_nobody_who_is_not_seated_takes_over(game, name):
    with pytest.raises(Refused, match="not-seated"):
        take_over(game.pk, name)
    assert not Hosting.objects.exists()
    assert not Job.objects.exists()


def test_who_leaves_the_seat_meanwhile_does_not_take_over(game):
    take_over(game.pk, BEN)
    joining.free_seat(game.pk, 2)
    half_a_minute_passes(game)
    do_jobs()
    assert not is_host(game, BEN)


def test_nobody_takes_over_while_a_host_is_there(game):
    note_host(game.pk)
    with pytest.raises(Refused, match="host-here"):
        take_over(game.pk, BEN)
    assert not Hosting.objects.exists()


def test_a_host_is_away_after_two_minutes_and_of_a_new_game_not_before(game, clock, settings):
    # Redis has a clock of its own.
    settings.CACHES = settings.CACHES | {"counts": settings.CACHES["default"]}
    new = GameFactory()
    assert is_host_away(game)
    note_host(game.pk)
    assert not is_host_away(game)
    clock(119)
    assert not is_host_away(game)
    assert not is_host_away(new)
    clock(141)
    assert is_host_away(game)
    assert is_host_away(new)


def test_one_takes_over_at_a_time(game):
    take_over(game.pk, BEN)
    with pytest.raises(Refused, match="taking-over"):
        take_over(game.pk, CEM)
    half_a_minute_passes(game)
    assert take_over(game.pk, CEM) is False  # Ben is the host by that
    assert (is_host(game, BEN), is_host(game, CEM)) == (True, False)


def test_a_no_ends_it_and_the_same_phone_may_ask_again_after_two_minutes(game, clock):
    take_over(game.pk, BEN)
    (row,) = game.hostings.all()
    say_no(game.pk, row.pk, by=game.seats.get(place=3).pk)
    version = version_of(game)
    say_no(game.pk, row.pk, by=None)
    assert version_of(game) == version
    half_a_minute_passes(game)
    do_jobs()
    assert not is_host(game, BEN)
    assert history(game) == ["Ben asked to take over", "Cem said no to Ben"]
    with pytest.raises(Refused) as refused:
        take_over(game.pk, BEN)
    assert refused.value.code == "said-no"
    assert 110 < refused.value.facts["seconds"] <= 120
    assert take_over(game.pk, CEM) is False
    say_no(game.pk, game.hostings.last().pk, by=None)
    clock(121)
    assert take_over(game.pk, BEN) is False


def test_who_thinks_better_of_it_may_ask_again_at_once(game):
    take_over(game.pk, BEN)
    say_no(game.pk, game.hostings.get().pk, by=game.seats.get(place=2).pk)
    assert take_over(game.pk, BEN) is False
    assert history(game)[1] == "Ben took the question back"


def test_a_no_that_comes_too_late_ends_nothing(game):
    take_over(game.pk, BEN)
    half_a_minute_passes(game)
    do_jobs()
    with pytest.raises(Refused, match="took-over"):
        say_no(game.pk, game.hostings.get().pk, by=None)
    assert is_host(game, BEN)


def test_who_is_handed_the_table_meanwhile_is_the_host_at_once(game):
    take_over(game.pk, BEN)
    make_host(game, BEN)
    assert is_host(game, BEN)
    assert history(game) == ["Ana made Ben host too"]


def test_the_host_takes_it_back(game):
    take_over(game.pk, BEN)
    half_a_minute_passes(game)
    do_jobs()
    for _ in range(2):
        hosts.end_hosting(game.pk, game.hostings.get().pk, by=game.seats.get(place=1).pk)
    assert not is_host(game, BEN)
    assert history(game)[-1] == "Ana took it back from Ben"


def test_a_job_of_a_game_that_is_gone_is_over(game):
    take_over(game.pk, BEN)
    half_a_minute_passes(game)
    Game.objects.all().delete()
    do_jobs()
    assert Job.objects.get().due_at is None


def test_after_a_kill_between_the_next_server_begins_it(game):
    take_over(game.pk, BEN)
    half_a_minute_passes(game)
    with transaction.atomic():
        hosts.begin_if_due(game.pk)
        transaction.set_rollback(True)  # killed before the commit
    assert not is_host(game, BEN)
    runner.release_held()
    do_jobs()
    assert is_host(game, BEN)


# ------------------------------------------------------------- the next game


def test_the_hosts_of_a_game_are_those_of_the_next(game):
    make_host(game, BEN)
    left_alone(game)
    note_host(game.pk)
    finish(game)
    new = rematch(game.pk, uuid4())
    assert [is_host(new, name) for name in (PHONE, BEN, CEM, WATCHER)] == [True, True, False, False]
    assert not visit_of(BEN, new.pk).runs_club
    assert history(new) == ["Ben is host as in the game before"]


def test_whose_player_has_left_is_not_the_host_of_the_next_game(game):
    make_host(game, BEN)
    finish(game)
    new = start_next(game.pk, uuid4(), SetupFactory(players=["Ana", "Cem"]))
    assert visit_of(BEN, new.pk).role is Role.WATCHER


# ------------------------------------------------------------- at the same moment


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_over_at_once_one_does():
    game = left_alone(seated_game())
    found = at_once(
        *(lambda name=name: take_over(game.pk, name) for name in (BEN, CEM, BEN, CEM, BEN, CEM))
    )
    assert {str(error) for error in found} == {"None", "taking-over"}
    assert game.hostings.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_no_and_the_end_of_the_half_minute_at_once_are_one_of_them():
    game = left_alone(seated_game())
    take_over(game.pk, BEN)
    half_a_minute_passes(game)
    pk = game.hostings.get().pk
    found = at_once(
        lambda: say_no(game.pk, pk, by=None),
        lambda: hosts.begin_if_due(game.pk),
        lambda: take_over(game.pk, BEN),
        lambda: hosts.begin_if_due(game.pk),
    )
    row = game.hostings.get(pk=pk)
    assert (row.begun_at is None) != (row.ended_at is None)
    assert is_host(game, BEN) == (row.begun_at is not None)
    codes = {str(error) for error in found} - {"None"}
    assert codes <= ({"took-over"} if row.begun_at else {"said-no"})


@pytest.mark.django_db(transaction=True)
def test_who_is_sent_away_as_the_half_minute_ends_is_no_host():
    game = left_alone(seated_game())
    take_over(game.pk, BEN)
    half_a_minute_passes(game)
    pk = guest(game, BEN).pk
    at_once(lambda: joining.send_away(game.pk, pk), lambda: hosts.begin_if_due(game.pk))
    assert not is_host(game, BEN)
    assert game.hostings.get().ended_at
