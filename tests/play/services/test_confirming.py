"""Confirming rounds, opening them again, tokens, and the end of a game."""

import datetime
from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from referee.models import Game, RoundScore
from referee.play.services import confirming, joining
from referee.play.services.refusals import Refused
from referee.rules import VERSION, score_sheet
from tests import taps
from tests.factories import (
    GameFactory,
    add,
    confirm,
    fill,
    finish,
    table_of,
    version_of,
    where,
)

pytestmark = pytest.mark.django_db

ROUNDS = [
    [["maki-3", "wasabi", "squid-nigiri", "pudding"], ["maki-1", "tempura", "tempura"]],
    [["sashimi"] * 3, ["dumpling"] * 5],
    [["pudding"], ["egg-nigiri"]],
]


@pytest.fixture
def game() -> Game:
    """A game of two with cards in every round."""
    game = GameFactory()
    fill(game, ROUNDS)
    return game


def frozen(game: Game, number: int, version: int) -> dict[int, RoundScore]:
    """A round's frozen scores by the seat's place."""
    scores = RoundScore.objects.filter(
        version__round__game=game, version__round__number=number, version__version=version
    )
    return {score.seat.place: score for score in scores}


def state(game: Game) -> tuple:
    """Everything that confirming may change."""
    row = Game.objects.get(pk=game.pk)
    rounds = list(row.rounds.values_list("state", "version"))
    scores = RoundScore.objects.filter(version__round__game=game).count()
    return row.version, row.state, rounds, scores


def test_a_confirmed_round_freezes_what_the_rules_say(game):
    before = version_of(game)
    confirm(game, 1)
    scored = score_sheet(table_of(game).rounds[0].sheet).rounds[0].players
    rows = frozen(game, 1, version=1)
    assert [rows[1].total, rows[2].total] == [scored["Ana"].total, scored["Ben"].total] == [15, 8]
    assert {row.version.rules_version for row in rows.values()} == {VERSION}
    assert rows[1].lines == [confirming.frozen_line(line) for line in scored["Ana"].lines]
    assert {line["type"]: line["points"] for line in rows[1].lines} == {
        "maki": 6,
        "nigiri": 9,
        "pudding": 0,
    }
    assert version_of(game) == before + 1


def test_the_dummys_score_is_frozen_too():
    game = GameFactory(setup__dummy=True)
    add(where(game, 1, 3), "maki-3")
    confirm(game, 1)
    assert [frozen(game, 1, 1)[place].total for place in (1, 2, 3)] == [0, 0, 6]


@pytest.mark.parametrize("ahead", [-1, 1, 10**8])
def test_a_page_that_is_not_of_the_game_as_it_lies_confirms_nothing(game, ahead):
    add(where(game), "maki-1")
    before = state(game)
    with pytest.raises(Refused, match="changed-meanwhile"):
        confirming.confirm_round(game.pk, 1, seen_version=version_of(game) + ahead)
    assert state(game) == before


def test_somebody_who_joins_or_enters_another_round_is_no_change_of_what_is_confirmed(game):
    seen = version_of(game)
    joining.join(game.pk, "phone of Ben", 2)
    add(where(game, 2, 1), "tempura")
    assert version_of(game) == seen + 2
    assert confirming.confirm_round(game.pk, 1, seen_version=seen) == "new"


def test_a_tap_that_changed_nothing_but_was_made_is_a_change_too(game):
    """Its page may have been drawn before; nobody confirms what nobody has looked at."""
    seen = version_of(game)
    taps.undo(replace(where(game), phone="phone without taps"), uuid4())
    with pytest.raises(Refused, match="changed-meanwhile"):
        confirming.confirm_round(game.pk, 1, seen_version=seen)


def test_a_round_waits_for_the_one_before_it(game):
    before = state(game)
    with pytest.raises(Refused) as refused:
        confirm(game, 2)
    assert (refused.value.code, refused.value.facts) == ("not-yet", {"round": 1})
    assert state(game) == before


def test_the_third_round_finishes_a_card_game(game):
    confirm(game, 1, 2)
    assert Game.objects.get().state == Game.State.PLAYING
    confirm(game, 3)
    row = Game.objects.get()
    assert row.state == Game.State.FINISHED
    assert row.finished_at
    assert table_of(game).current_round is None


LASTED = {
    "a game that took no minute": (datetime.timedelta(seconds=20), None),
    "a minute": (datetime.timedelta(seconds=50), 1),
    "an evening game": (datetime.timedelta(minutes=41, seconds=10), 41),
    "eight hours": (datetime.timedelta(hours=8), 480),
    "left open": (datetime.timedelta(hours=8, minutes=1), None),
    "a clock set back": (datetime.timedelta(hours=-1), None),
}


@pytest.mark.parametrize(("lasted", "minutes"), LASTED.values(), ids=LASTED)
def test_the_minutes_of_a_game_are_those_from_its_beginning_to_its_end(game, lasted, minutes):
    Game.objects.update(created_at=timezone.now() - lasted)
    finish(game)
    assert Game.objects.get().minutes == minutes
    assert set(game.placings.values_list("minutes", flat=True)) == {minutes}


@pytest.mark.parametrize("minutes", [41, None])
def test_a_correction_later_changes_no_minutes(game, minutes):
    lasted = datetime.timedelta(minutes=minutes or 0)
    Game.objects.update(created_at=timezone.now() - lasted)
    finish(game)
    Game.objects.update(created_at=timezone.now() - datetime.timedelta(hours=3))
    confirming.reopen_round(game.pk, 2, reason="a card was missed")
    add(where(game, 2, 1), "egg-nigiri")
    confirm(game, 2)
    assert Game.objects.get().minutes == minutes
    assert set(game.placings.values_list("minutes", flat=True)) == {minutes}


def test_opening_again_keeps_what_was_confirmed_and_the_next_version_stands_beside_it(game):
    finish(game)
    before = version_of(game)
    confirming.reopen_round(game.pk, 1, reason="a card was missed")
    row = Game.objects.get()
    assert (row.version, row.state, row.finished_at) == (before + 1, Game.State.PLAYING, None)
    assert table_of(game).current_round.number == 1
    add(where(game, 1, 2), "maki-3")
    confirm(game, 1)
    assert [frozen(game, 1, 1)[place].total for place in (1, 2)] == [15, 8]
    assert [frozen(game, 1, 2)[place].total for place in (1, 2)] == [12, 11]
    assert Game.objects.get().state == Game.State.FINISHED


def test_a_round_between_confirmed_ones_can_be_corrected_alone(game):
    finish(game)
    confirming.reopen_round(game.pk, 2, reason="a card was missed")
    add(where(game, 2, 1), "egg-nigiri")
    add(where(game, 1, 1), "egg-nigiri")  # which waits for the host: round 1 stays closed
    confirm(game, 2)
    assert frozen(game, 2, 2)[1].total == 11
    assert not frozen(game, 1, 2)
    assert not frozen(game, 3, 2)
    assert len(table_of(game).rounds[0].seats[0].entries) == len(ROUNDS[0][0])


# ------------------------------------------------------------- Roll's tokens

TOKENS = {1: {"menu": 2, "chopsticks": 1}, 2: {"menu": 1}}


@pytest.fixture
def roll() -> Game:
    """A game of Sushi Roll."""
    return GameFactory(setup__roll=True)


def test_roll_is_finished_by_its_tokens_not_by_the_third_round(roll):
    confirm(roll, 1, 2, 3)
    assert Game.objects.get().state == Game.State.PLAYING
    confirming.enter_tokens(roll.pk, TOKENS)
    assert Game.objects.get().state == Game.State.FINISHED
    assert table_of(roll).sheet.tokens_left == (TOKENS[1], TOKENS[2])


def test_tokens_wait_for_every_round(roll):
    confirm(roll, 1, 2)
    before = state(roll)
    with pytest.raises(Refused) as refused:
        confirming.enter_tokens(roll.pk, TOKENS)
    assert (refused.value.code, refused.value.facts) == ("not-yet", {"round": 3})
    assert state(roll) == before
    assert table_of(roll).sheet.tokens_left == ({}, {})


def test_the_same_tokens_twice_change_nothing(roll):
    finish(roll, TOKENS)
    row = Game.objects.get()
    confirming.enter_tokens(roll.pk, TOKENS)
    assert (Game.objects.get().version, Game.objects.get().finished_at) == (
        row.version,
        row.finished_at,
    )


def test_tokens_can_be_corrected_and_none_is_an_answer_too(roll):
    finish(roll, {})
    assert Game.objects.get().state == Game.State.FINISHED
    version = version_of(roll)
    confirming.enter_tokens(roll.pk, {2: {"menu": 4}})
    assert table_of(roll).sheet.tokens_left == ({}, {"menu": 4})
    assert version_of(roll) == version + 1


def test_a_corrected_round_leaves_the_tokens_as_they_were_and_asks_for_none_again(roll):
    finish(roll, TOKENS)
    for number in (1, 3):
        confirming.reopen_round(roll.pk, number, reason="a die was missed")
    add(where(roll, 1, 1), "tempura-2")
    confirm(roll, 1)
    assert Game.objects.get().state == Game.State.PLAYING
    confirm(roll, 3)
    assert Game.objects.get().state == Game.State.FINISHED
    assert table_of(roll).sheet.tokens_left == (TOKENS[1], TOKENS[2])
