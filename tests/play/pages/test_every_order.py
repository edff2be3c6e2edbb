"""Up to four nigiri and wasabi, tapped in every order, with every truth of what lies on the wasabi:
who answers truthfully, whenever that is, is asked once a wasabi, and what was true counts."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple
from uuid import uuid4

import pytest

from referee.rules.notation import parse_tableau
from tests.factories import WhereFactory, add
from tests.play.pages.answering import Person, entry, everybody, result
from tests.rows import first
from tests.taps import tap

pytestmark = pytest.mark.django_db

NIGIRI = ("egg-nigiri", "salmon-nigiri", "squid-nigiri")


class Truth(NamedTuple):
    """Cards in the order of their taps, and those of them that lie on a wasabi, in any order."""

    taps: tuple[str, ...]
    on: tuple[str, ...]

    @property
    def text(self) -> str:
        """The tableau."""
        bare = Counter(self.taps) - Counter(self.on)
        bare["wasabi"] -= len(self.on)
        return " ".join([*bare.elements(), *(f"wasabi+{face}" for face in self.on)])


def truths(most: int, kinds: Sequence[str] = NIGIRI) -> Iterator[Truth]:
    """Every order of up to so many cards, at least one a nigiri of these kinds and one a wasabi,
    with every truth."""
    for number in range(2, most + 1):
        for cards in combinations_with_replacement([*kinds, "wasabi"], number):
            nigiri = [card for card in cards if card != "wasabi"]
            wasabi = number - len(nigiri)
            lying = {c for n in range(wasabi + 1) for c in combinations(nigiri, n)}
            for order in sorted(set(permutations(cards))) if wasabi and nigiri else ():
                yield from (Truth(order, on) for on in sorted(lying))


def assert_right(person: Person, truth: Truth) -> None:
    assert person.seat.tableau == parse_tableau(truth.text), truth
    assert not person.seat.round.asked_seats, truth
    if person.is_patient:
        assert set(person.answers.values()) <= {1}, truth
        assert len(person.answers) <= truth.taps.count("wasabi"), truth


def after_each_tap(truth: Truth, *, is_patient: bool = True) -> None:
    person = Person(WhereFactory(), truth.text, is_patient=is_patient)
    for face in truth.taps:
        add(person.at, face)
        person.answer(entry)
    assert_right(person, truth)


def after_each_tap_at_once(truth: Truth) -> None:
    after_each_tap(truth, is_patient=False)


def when_all_is_in(truth: Truth) -> None:
    person = Person(WhereFactory(), truth.text)
    add(person.at, *truth.taps)
    person.answer(everybody if len(truth.taps) % 2 else entry)
    assert_right(person, truth)


def on_the_result(truth: Truth) -> None:
    person = Person(WhereFactory(), truth.text)
    add(person.at, *truth.taps, "tempura")
    person.answer(result)
    tap(person.at, uuid4(), "undo:")  # the answer
    person.answers.clear()
    person.answer(result)
    add(person.at, "maki-1")
    assert not [
        one for one in person.asked(result) if "Somebody said nothing" not in one["message"]
    ]
    assert person.seat.tableau == parse_tableau(f"{truth.text} tempura maki-1"), truth
    assert set(person.answers.values()) <= {1}, truth


WAYS = [after_each_tap, after_each_tap_at_once, when_all_is_in, on_the_result]


@pytest.mark.parametrize("way", first(2, WAYS))
def test_two_cards_in_every_order_lie_as_they_lay(way: Callable[[Truth], None]) -> None:
    for truth in truths(2, ["squid-nigiri"]):
        way(truth)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("way", WAYS)
def test_up_to_four_cards_in_every_order_lie_as_they_lay(
    way: Callable[[Truth], None], part: int
) -> None:
    for truth in list(truths(4))[part::8]:
        way(truth)
