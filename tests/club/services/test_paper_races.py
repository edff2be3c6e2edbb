"""Two phones that enter, correct or undo at the same moment; see test_races for how it is done."""

import datetime
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import Any
from uuid import uuid4

import pytest

from referee.club.services import nights, paper
from referee.club.services.files.import_games import Total, Totals
from referee.club.services.nights import delete_night, describe_game, make_night, words_mark
from referee.club.services.paper import EnteredGame, correct_totals, enter_games
from referee.club.services.players import undo_merge
from referee.models import Club, Game, Placing, Player
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats, people_mark
from tests.club.files.past_games import a_club
from tests.people import merge, play
from tests.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

DAY = datetime.date(2025, 3, 7)
ROWS = (Total("Ana", 41), Total("Ben", 38))


def of_paper(*rows: Total) -> EnteredGame:
    return EnteredGame(DAY, Totals("sushi-go", None, rows or ROWS))


def entering(club: Club, *rows: Total) -> Callable[[], object]:
    entered = [(uuid4(), of_paper(*rows))]
    return lambda: enter_games(club.pk, entered)


def refusals(*actions: Callable[[], object]) -> list[str]:
    """What each was refused with; nothing else goes wrong."""
    errors = [error for error in at_once(*actions) if error]
    assert all(isinstance(error, Refused) for error in errors), errors
    return [error.code for error in errors if isinstance(error, Refused)]


# ------------------------------------------------------------- entering


def test_an_evening_that_two_enter_at_once_is_there_once():
    club = a_club()
    assert refusals(entering(club), entering(club)) == ["same-game"]
    assert Game.objects.count() == 1


def meanwhile(monkeypatch: pytest.MonkeyPatch, happen: Callable[[], object]) -> None:
    """Let something happen when a game is prepared, before the club is locked for it."""
    ready = paper._ready

    def then(*args: Any, **more: Any) -> Any:
        found = ready(*args, **more)
        monkeypatch.setattr(paper, "_ready", ready)
        happen()
        return found

    monkeypatch.setattr(paper, "_ready", then)


def test_what_another_has_entered_since_a_game_was_prepared_is_seen(monkeypatch):
    club = a_club()
    meanwhile(monkeypatch, entering(club))
    with pytest.raises(Refused) as refused:
        entering(club)()
    assert refused.value.code == "same-game"
    assert Game.objects.count() == 1


def test_who_was_merged_since_a_game_was_prepared_is_seen(monkeypatch):
    for on, name in enumerate(("Ana", "Anna"), start=1):
        play(name, "Ben", on=on)
    meanwhile(monkeypatch, lambda: merge("Ana", "Anna"))
    entering(Club.objects.get(), Total("Anna", 1), Total("Ben", 2))()
    players = Placing.objects.filter(game__totals_only=True).values_list("player__name", flat=True)
    assert sorted(players) == ["Anna", "Ben"]
    assert Player.objects.get(name="Ana").placings.count() == 2


def test_of_two_games_at_once_both_are_there_with_the_same_new_players():
    club = a_club()
    assert refusals(entering(club), entering(club, Total("ana", 1), Total("Ben", 2))) == []
    assert sorted(club.players.values_list("name", flat=True)) in (["Ana", "Ben"], ["Ben", "ana"])
    assert sorted(Placing.objects.values_list("nth", flat=True)) == [1, 1, 2, 2]
    first, second = Game.objects.order_by("created_at")
    assert first.created_at < second.created_at


def test_a_night_that_was_made_since_a_game_was_prepared_gets_the_game(monkeypatch):
    club = a_club()
    meanwhile(monkeypatch, lambda: make_night(club.pk, DAY, "Friday"))
    entering(club)()
    assert Game.objects.get().night.name == "Friday"


def test_a_night_that_was_deleted_since_a_game_was_prepared_is_made_again(monkeypatch):
    club = a_club()
    night = make_night(club.pk, DAY, "Friday")
    meanwhile(monkeypatch, lambda: delete_night(night))
    entering(club)()
    assert Game.objects.get().night.name == ""


def test_of_two_nights_of_a_day_that_are_made_at_once_one_is_made():
    club = a_club()
    made = [lambda: make_night(club.pk, DAY)] * 2
    assert refusals(*made) == ["night-there"]


# ------------------------------------------------------------- correcting


def test_of_two_corrections_at_once_one_is_made_and_the_other_told():
    enter_games(a_club().pk, [(uuid4(), of_paper())])
    game = Game.objects.get()
    right = {"first": (Total("Ana", 42), ROWS[1]), "second": (ROWS[0], Total("Ben", 50))}
    seen = people_mark(game)
    corrections = [
        partial(correct_totals, game.pk, DAY, of_paper(*rows).sheet, seen=seen, reason=reason)
        for reason, rows in right.items()
    ]
    assert refusals(*corrections) == ["totals-changed"]
    (made,) = game.corrections.all()
    placed = Placing.objects.order_by("player__name").values_list("player__name", "total")
    assert [*placed] == [(row.player, row.total) for row in right[made.reason]]


def test_of_two_who_say_at_once_who_sat_there_one_is_believed_and_the_other_told():
    game = play("Ana", "Ben")
    sitting = {
        "first": [Sitting("Zoe", 1, is_other=True), Sitting("Ben", 2)],
        "second": [Sitting("Ana", 1), Sitting("Yan", 2, is_other=True)],
    }
    seen = people_mark(game)
    said = [partial(change_seats, game.pk, s, seen=seen, reason=why) for why, s in sitting.items()]
    assert refusals(*said) == ["seats-changed"]
    (made,) = game.corrections.all()
    names = {seat.player.name for seat in game.seats.all()}
    assert names == {one.name for one in sitting[made.reason]}
    assert set(Placing.objects.values_list("player__name", flat=True)) == names


def test_of_two_notes_at_once_none_is_overwritten(monkeypatch):
    game = play("Ana", "Ben")
    seen = words_mark(game)
    both_have_looked = Barrier(2)

    def look(game: Game) -> str:
        with suppress(BrokenBarrierError):
            both_have_looked.wait(0.3)  # unless the other has to wait, as it should
        return words_mark(game)

    monkeypatch.setattr(nights, "words_mark", look)
    notes = [partial(describe_game, game.pk, note=note, seen=seen) for note in ("first", "second")]
    assert refusals(*notes) == ["described-meanwhile"]
    assert Game.objects.get().note in ("first", "second")


# ------------------------------------------------------------- undoing


def test_of_two_who_undo_a_merge_at_once_one_parts_them_and_the_other_is_told():
    for on, name in enumerate(("Ana", "Anna"), start=1):
        play(name, "Ben", on=on)
    merge("Ana", "Anna")
    ana = Player.objects.get(name="Ana")
    undoing = partial(undo_merge, ana.club_id, ana.pk, ana.merges.get().pk)
    assert refusals(undoing, undoing) == ["not-merged"]
    assert Player.objects.get(name="Anna").seats.count() == 1
    assert sorted(Placing.objects.values_list("player__name", "nth")) == [
        ("Ana", 1),
        ("Anna", 1),
        ("Ben", 1),
        ("Ben", 2),
    ]


def test_a_game_that_is_entered_at_once_with_a_merge_is_the_merged_players():
    for on, name in enumerate(("Ana", "Anna"), start=1):
        play(name, "Ben", on=on)
    club = Club.objects.get()
    both = partial(merge, "Ana", "Anna")
    assert refusals(both, entering(club, Total("Anna", 1), Total("Ben", 2))) == []
    assert Placing.objects.count() == 6
    assert Game.objects.filter(totals_only=True).count() == 1
