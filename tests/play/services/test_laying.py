"""Whole tableaus laid down at once: what lies there, what stays, and what the history says."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given

from referee.access.games import Sender
from referee.models import Game, Reopening, Round, Tap
from referee.play.pages.history import tableau_history
from referee.play.services.confirming import Confirmation, reopen_round
from referee.play.services.joining import join
from referee.play.services.laying import lay_tableaus, leave_as_it_was
from referee.play.services.refusals import Refused
from referee.rules import Tableau, parse_tableau, tableau_text
from tests import taps
from tests.factories import (
    GameFactory,
    add,
    claim,
    confirm,
    say_ready,
    table_of,
    version_of,
    where,
)
from tests.rules import strategies

pytestmark = pytest.mark.django_db

BOT = Sender("key of a bot")


def lay(game: Any, cards: str, number: int = 1, place: int = 1, **more: Any) -> None:
    lay_tableaus(game.pk, number, BOT, {place: parse_tableau(cards)}, **more)


def lying(game: Any, number: int = 1, place: int = 1) -> str:
    return tableau_text(table_of(game).rounds[number - 1].seats[place - 1].tableau)


# What lies there, what is to, and how many of the cards stay as they were entered.
CHANGES = [
    ("", "tempura*2 wasabi+squid-nigiri", 0),
    ("tempura*2", "tempura*3", 2),
    ("tempura*2 pudding", "tempura", 1),
    ("wasabi squid-nigiri", "wasabi squid-nigiri", 2),
    ("wasabi+squid-nigiri", "wasabi squid-nigiri", 0),
    ("wasabi", "wasabi egg-nigiri", 1),
    ("egg-nigiri", "wasabi+egg-nigiri", 0),
    ("wasabi tempura", "wasabi+egg-nigiri tempura", 1),
    ("wasabi+egg-nigiri", "wasabi*2 egg-nigiri", 0),
    ("tempura", "", 0),
]


@pytest.mark.parametrize(("before", "after", "kept"), CHANGES)
def test_what_lies_there_already_stays(before, after, kept):
    game = GameFactory()
    lay(game, before)
    entered = {entry.card for entry in table_of(game).rounds[0].seats[0].entries}
    lay(game, after)
    assert lying(game) == tableau_text(parse_tableau(after))
    stayed = entered & {entry.card for entry in table_of(game).rounds[0].seats[0].entries}
    assert len(stayed) == kept


def test_what_is_assumed_of_a_confirmed_round_is_no_change_to_it():
    game = GameFactory()
    add(where(game), "wasabi", "squid-nigiri")
    confirm(game, 1)
    version = version_of(game)
    lay(game, "wasabi+squid-nigiri")
    assert version_of(game) == version


@given(before=strategies.tableau_items(most=4), after=strategies.tableau_items(most=4))
def test_any_tableau_can_be_laid_down_after_any_other(before, after):
    game = GameFactory(setup__party=True, setup__house_rules=None)
    for items in (before, after):
        wanted = parse_tableau(strategies.spelled([(item, min(n, 2)) for item, n in items]))
        lay_tableaus(game.pk, 1, BOT, {1: wanted})
        assert table_of(game).rounds[0].seats[0].tableau == wanted
        version = version_of(game)
        lay_tableaus(game.pk, 1, BOT, {1: wanted})
        assert version_of(game) == version


def test_a_card_that_is_added_later_lies_after_them_and_undo_takes_all_back():
    game = GameFactory()
    add(where(game), "pudding")
    lay(game, "tempura*2 sashimi")
    add(where(game), "maki-3")
    assert table_of(game).rounds[0].seats[0].entries[-1].face == "maki-3"
    taps.undo(replace(where(game), phone=BOT.phone), uuid4())
    assert lying(game) == tableau_text(parse_tableau("pudding maki-3"))


def test_the_history_names_what_went_and_what_came():
    game = GameFactory()
    lay(game, "pudding*2 sashimi")
    lay(game, "sashimi tempura wasabi+egg-nigiri")
    table = table_of(game)
    shown = tableau_history(table, table.rounds[0].seats[0])
    assert [one.what for one in shown] == [
        "laid 3 cards down: sashimi, pudding, pudding",
        "took away pudding, pudding",
        "laid 3 cards down: wasabi, egg nigiri, tempura",
    ]
    assert {one.who for one in shown} == {"a program"}


# Whether the cards were complete, what is said with which cards, and whether they are then.
WORDS: list[tuple[bool, str, bool | None, bool]] = [
    (False, "tempura", None, False),
    (True, "tempura", None, True),
    (True, "pudding", None, False),
    (True, "pudding", True, True),
    (True, "tempura", False, False),
    (False, "tempura", True, True),
    (False, "tempura", False, False),
]


@pytest.mark.parametrize(("before", "cards", "said", "after"), WORDS)
def test_a_change_takes_back_that_the_cards_are_complete(before, cards, said, after):
    game = GameFactory()
    lay(game, "tempura")
    say_ready(game.pk, 1, 1, ready=before)
    lay(game, cards, ready={} if said is None else {1: said})
    assert table_of(game).rounds[0].seats[0].is_ready == after


def test_a_confirmed_round_is_opened_again_with_a_reason_and_only_for_a_change():
    game = GameFactory()
    lay(game, "tempura")
    confirm(game, 1)
    lay(game, "tempura")
    join(game.pk, "phone of Ben", 2)
    for reason, code in ((None, "round-confirmed"), (" ", "reason-missing")):
        with pytest.raises(Refused) as refused:
            lay(game, "pudding", reason=reason)
        assert (refused.value.code, lying(game)) == (code, "tempura")
    lay(game, "tempura", reason="it was a pudding")
    assert not Reopening.objects.exists()
    lay(game, "pudding", reason="it was a pudding")
    assert lying(game) == "pudding"
    assert game.rounds.get(number=1).state == Round.State.OPEN
    assert Reopening.objects.get().reason == "it was a pudding"
    confirm(game, 1)
    assert game.rounds.get(number=1).version == 2


@pytest.mark.parametrize(
    ("number", "place", "cards", "code"),
    [
        (1, 3, "tempura", "no-such-tableau"),
        (4, 1, "tempura", "no-such-tableau"),
        (0, 1, "tempura", "no-such-tableau"),
        (1, 1, "tempura*21", "too-many"),
    ],
)
def test_what_cannot_be_laid_down_changes_nothing(number, place, cards, code):
    game = GameFactory()
    with pytest.raises(Refused) as refused:
        lay_tableaus(
            game.pk, number, BOT, {1: parse_tableau("egg-nigiri"), place: parse_tableau(cards)}
        )
    assert refused.value.code == code
    assert not Tap.objects.exists()


def test_several_tableaus_are_laid_down_at_once():
    game = GameFactory(setup__number=3)
    wanted: dict[int, Tableau] = {n: parse_tableau("tempura*2") for n in (1, 3)}
    lay_tableaus(game.pk, 2, BOT, wanted, ready={1: True, 2: False})
    assert [lying(game, 2, place) for place in (1, 2, 3)] == ["tempura*2", "", "tempura*2"]
    assert [one.is_ready for one in table_of(game).rounds[1].seats] == [True, False, False]


def reopened() -> Game:
    """A game of two whose first round was confirmed and is open again: each has a tempura."""
    game = GameFactory()
    for seat in (1, 2):
        add(where(game, seat=seat), "tempura")
    confirm(game, 1)
    reopen_round(game.pk, 1)
    return game


def leave(game: Game, seen: int | None = None) -> Confirmation:
    seen = version_of(game) if seen is None else seen
    return leave_as_it_was(game.pk, 1, Sender("phone of the host"), seen_version=seen)


def test_a_round_is_left_as_it_was_whatever_was_changed_and_all_of_it_stays_in_its_history():
    game = reopened()
    taps.take_away(where(game), uuid4(), table_of(game).rounds[0].seats[0].entries[0].pk)
    add(where(game, seat=2), "pudding", "squid-nigiri")
    assert leave(game) is Confirmation.UNCHANGED
    seats = table_of(game).rounds[0].seats
    assert [tableau_text(seat.tableau) for seat in seats] == ["tempura", "tempura"]
    assert game.rounds.get(number=1).version == 1
    assert Tap.objects.filter(tableau__seat__place=2).count() == 4
    assert leave(game) is Confirmation.ALREADY


def test_what_somebody_else_has_changed_meanwhile_is_not_taken_back():
    game = reopened()
    seen = version_of(game)
    add(where(game, seat=2), "pudding")
    with pytest.raises(Refused, match="changed-meanwhile"):
        leave(game, seen)
    assert not game.rounds.get(number=1).is_confirmed


def test_of_a_race_that_is_another_nothing_is_taken_back():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    claim(game, 1, 10)
    confirm(game, 1)
    reopen_round(game.pk, 1)
    claim(game, 2, 12)
    with pytest.raises(Refused, match="changed-meanwhile"):
        leave(game)
