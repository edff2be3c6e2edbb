"""Phrases that two phones, or one phone twice, enter at the same moment.

The race is also run without the lock, to show that it would be noticed.
"""

from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.models import Game, Tap
from referee.play.services import words as service
from referee.play.services.refusals import Refused
from referee.play.services.words import enter_words, hear
from tests.factories import GameFactory, table_of, version_of
from tests.play.services.test_races import without_lock
from tests.races import all_about_to, at_once

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 4


@pytest.fixture
def game() -> Game:
    """A new game of Sushi Go!"""
    return GameFactory()


def cards(game: Game) -> int:
    return len(table_of(game).rounds[0].seats[0].entries)


def entered_at_once(game: Game, *said: tuple[str, UUID]) -> list[BaseException | None]:
    """Each phone enters "two tempura" as it was shown to all of them before."""
    table = table_of(game)

    def enter(phone: str, phrase: UUID) -> None:
        shown = hear(table.rounds[0].seats[0], "two tempura", "en", phrase).shown
        by = Sender(phone)
        enter_words(game.pk, 1, 1, by, "two tempura", language="en", phrase=phrase, shown=shown)

    return at_once(*[lambda one=one: enter(*one) for one in said])


def test_one_phrase_sent_four_times_at_once_is_entered_once(game):
    assert entered_at_once(game, *[("phone", uuid4())] * PHONES) == [None] * PHONES
    assert (cards(game), version_of(game), Tap.objects.count()) == (2, 2, 2)


def test_of_four_phones_at_once_one_enters_and_the_others_are_shown_what_has_become_of_it(game):
    found = entered_at_once(game, *[(f"phone {n}", uuid4()) for n in range(PHONES)])
    assert cards(game) == 2
    codes = [error.code for error in found if isinstance(error, Refused)]
    assert codes == ["shown-otherwise"] * (PHONES - 1)


def test_without_the_lock_all_of_them_would_enter(game, monkeypatch):
    without_lock(monkeypatch, service, PHONES)
    all_about_to(monkeypatch, service, "take_taps", PHONES)
    found = entered_at_once(game, *[(f"phone {n}", uuid4()) for n in range(PHONES)])
    assert found == [None] * PHONES
    assert cards(game) == 2 * PHONES
