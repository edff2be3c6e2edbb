"""Players agree to a round as it is confirmed, or say what is wrong."""

from typing import Any

import pytest

from referee.disputes.services.opinions import say_opinion
from referee.models import Game, Opinion, Seat
from referee.play.pages.opinions import shown_opinions, who_agrees
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import free_seat, join
from referee.play.services.refusals import Refused
from referee.play.services.versions import versions_of
from tests.factories import GameFactory, add, confirm, table_of, version_of, where

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of two, each with a phone, whose first round is confirmed."""
    game = GameFactory()
    join(game.pk, "phone of Ana", 1)
    join(game.pk, "phone of Ben", 2)
    add(where(game), "maki-3")
    confirm(game, 1)
    return game


def say(game: Game, place: int = 1, **said: Any) -> Opinion:
    return say_opinion(game.pk, 1, place, **{"version": 1, "agrees": True, **said})


def opinions(game: Game, version: int = 1) -> list[tuple[str, bool | None, str]]:
    row = versions_of(table_of(game).rounds[0].row)[version - 1]
    return [(it["name"], it["agrees"], it["words"]) for it in shown_opinions(table_of(game), row)]


def test_who_agrees_is_shown_beside_who_has_not_said(game):
    say(game, 2)
    assert opinions(game) == [("Ana", None, ""), ("Ben", True, "")]


def test_the_newer_word_counts_and_the_same_word_changes_nothing(game):
    say(game, agrees=False, words="  Ben’s\nmaki ")
    assert opinions(game)[0] == ("Ana", False, "Ben’s maki")
    before = version_of(game)
    assert say(game, agrees=False, words="Ben’s maki") == Opinion.objects.get()
    assert version_of(game) == before
    say(game)
    assert version_of(game) == before + 1
    assert opinions(game)[0] == ("Ana", True, "")
    assert Opinion.objects.count() == 1


def test_every_version_keeps_what_was_said_of_it(game):
    say(game, 2, agrees=False, words="one maki too few")
    reopen_round(game.pk, 1, reason="a maki")
    with pytest.raises(Refused, match="not-confirmed"):
        say(game, 2)
    add(where(game, 1, 2), "maki-1")
    confirm(game, 1)
    assert opinions(game, 2) == [("Ana", None, ""), ("Ben", None, "")]
    with pytest.raises(Refused, match="corrected-meanwhile"):
        say(game, 2)
    say(game, 2, version=2)
    assert opinions(game, 1)[1] == ("Ben", False, "one maki too few")
    assert opinions(game, 2)[1] == ("Ben", True, "")
    (first,) = who_agrees(table_of(game))
    assert (first["round_number"], first["version"], first["is_said"], first["is_agreed"]) == (
        1,
        2,
        True,
        False,
    )
    say(game, 1, version=2)
    assert who_agrees(table_of(game))[0]["is_agreed"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"agrees": False}, "words-missing"),
        ({"agrees": False, "words": " "}, "words-missing"),
        ({"agrees": False, "words": "x" * 201}, "words-too-long"),
        ({"place": 3}, "nobody-sits"),
        ({"place": -1}, "nobody-sits"),
        ({"version": 2}, "corrected-meanwhile"),
    ],
)
def test_what_cannot_be_said_is_refused_and_nothing_is_changed(game, said, code):
    before = version_of(game)
    with pytest.raises(Refused, match=code):
        say(game, said.pop("place", 1), **said)
    assert version_of(game) == before
    assert not Opinion.objects.exists()


def test_the_dummy_has_no_opinion():
    game = GameFactory(setup__dummy=True)
    confirm(game, 1)
    with pytest.raises(Refused, match="nobody-sits"):
        say(game, 3)


def test_only_who_has_a_phone_is_asked_and_what_was_said_stays_without_it(game):
    free_seat(game.pk, 2)
    assert [name for name, *_ in opinions(game)] == ["Ana"]
    say(game, 2, agrees=False, words="two maki")
    assert [name for name, *_ in opinions(game)] == ["Ana", "Ben"]


def test_whose_phone_said_it_is_told_unless_it_was_ones_own(game):
    own, other = Seat.objects.filter(game=game).order_by("place")
    say(game, 1, by=own.pk)
    say(game, 2, by=None)
    row = versions_of(table_of(game).rounds[0].row)[0]
    assert [it["by"] for it in shown_opinions(table_of(game), row)] == ["", "the host’s phone"]
    say(game, 2, by=own.pk)
    row = versions_of(table_of(game).rounds[0].row)[0]
    assert shown_opinions(table_of(game), row)[1]["by"] == "Ana"
    assert other.place == 2
