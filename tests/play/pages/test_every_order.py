"""Up to four nigiri and wasabi, tapped in every order, with every truth of what lies on the wasabi:
who answers truthfully, whenever that is, is asked once a wasabi, and what was true counts."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from referee.access.games import Role, Visit
from referee.models import Entry, Game
from referee.play.pages.common import shown_problem
from referee.play.pages.entry import entry_page
from referee.play.pages.results import round_page
from referee.rules.notation import parse_tableau
from tests.factories import PHONE, GameFactory, add, table_of, where
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


def truths(most: int) -> Iterator[Truth]:
    """Every order of up to so many cards, at least one a nigiri and one a wasabi, with every
    truth."""
    for number in range(2, most + 1):
        for cards in combinations_with_replacement([*NIGIRI, "wasabi"], number):
            nigiri = [card for card in cards if card != "wasabi"]
            wasabi = number - len(nigiri)
            lying = {c for n in range(wasabi + 1) for c in combinations(nigiri, n)}
            for order in sorted(set(permutations(cards))) if wasabi and nigiri else ():
                yield from (Truth(order, on) for on in sorted(lying))


class Person:
    """Somebody who enters Ana's cards in the first round of a game and answers what is asked.

    ``is_patient``: says nothing until the truth is among the answers. Who is not says "nothing" as
    soon as nothing that has been tapped lies there.
    """

    def __init__(self, truth: Truth, *, is_patient: bool = True) -> None:
        self.truth, self.is_patient = truth, is_patient
        self.game = GameFactory()
        self.at = where(self.game)
        self.answers: Counter[Any] = Counter()

    def tap(self, face: str) -> None:
        add(self.at, face)

    def asked(self, page: Callable[[Game, Visit], list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """What a page asks."""
        visit = Visit(Game.objects.get(pk=self.game.pk), PHONE, Role.HOST, None)
        return [problem for problem in page(visit.game, visit) if problem["answers"]]

    def answer(self, page: Callable[[Game, Visit], list[dict[str, Any]]]) -> None:
        """Answers what a page asks, as far as the truth is known."""
        while do := next(filter(None, map(self.wanted, self.asked(page))), ""):
            wasabi = Entry.objects.get(pk=do.split(":")[1])
            self.answers[wasabi.card] += 1
            tap(self.at, uuid4(), do)

    def wanted(self, problem: dict[str, Any]) -> str:
        """The true answer, "" where none is needed yet."""
        laid = table_of(self.game).rounds[0].seats[0].laid
        said = Counter(
            pile.item.card.face.slug
            for pile in laid.laid
            if pile.item.base and pile.item.card.face and laid.entries[pile.cards[0]].is_known
        )
        missing = Counter(self.truth.on) - said
        for one in problem["answers"]:
            verb, *ids = one["do"].split(":")
            if verb == "on" and missing[Entry.objects.get(pk=ids[1]).face]:
                return str(one["do"])
        is_said = "counts as bare" in problem["message"]
        return "" if is_said or (missing and self.is_patient) else str(problem["answers"][-1]["do"])

    def assert_right(self) -> None:
        table = table_of(self.game)
        assert table.rounds[0].seats[0].tableau == parse_tableau(self.truth.text), self.truth
        assert not table.rounds[0].asked_seats, self.truth
        if self.is_patient:
            assert set(self.answers.values()) <= {1}, self.truth
            assert len(self.answers) <= self.truth.taps.count("wasabi"), self.truth


def entry(game: Game, visit: Visit) -> list[dict[str, Any]]:
    table = table_of(game)
    return list(entry_page(table, table.rounds[0].seats[0], visit)["problems"])


def everybody(game: Game, visit: Visit) -> list[dict[str, Any]]:
    table = table_of(game)
    problems = [one for one in table.rounds[0].problems if one.code == "bare-wasabi"]
    return [shown_problem(table, problem, visit) for problem in problems]


def result(game: Game, visit: Visit) -> list[dict[str, Any]]:
    table = table_of(game)
    return list(round_page(table, table.rounds[0], visit)["problems"])


def after_each_tap(truth: Truth) -> None:
    person = Person(truth)
    for face in truth.taps:
        person.tap(face)
        person.answer(entry)
    person.assert_right()


def after_each_tap_at_once(truth: Truth) -> None:
    person = Person(truth, is_patient=False)
    for face in truth.taps:
        person.tap(face)
        person.answer(entry)
    person.assert_right()


def when_all_is_in(truth: Truth) -> None:
    person = Person(truth)
    for face in truth.taps:
        person.tap(face)
    person.answer(everybody if len(truth.taps) % 2 else entry)
    person.assert_right()


def on_the_result(truth: Truth) -> None:
    person = Person(truth)
    for face in (*truth.taps, "tempura"):
        person.tap(face)
    person.answer(result)
    tap(person.at, uuid4(), "undo:")  # the answer
    person.answers.clear()
    person.answer(result)
    add(person.at, "maki-1")
    assert not [p for p in person.asked(result) if "counts as bare" not in p["message"]]
    laid = table_of(person.game).rounds[0].seats[0].tableau
    assert laid == parse_tableau(f"{truth.text} tempura maki-1"), truth
    assert set(person.answers.values()) <= {1}, truth


WAYS = [after_each_tap, after_each_tap_at_once, when_all_is_in, on_the_result]


@pytest.mark.parametrize("way", WAYS)
def test_two_cards_in_every_order_lie_as_they_lay(way: Callable[[Truth], None]) -> None:
    for truth in truths(2):
        way(truth)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("way", WAYS)
def test_up_to_four_cards_in_every_order_lie_as_they_lay(
    way: Callable[[Truth], None], part: int
) -> None:
    for truth in list(truths(4))[part::8]:
        way(truth)


def test_all_orders_and_truths_are_tried() -> None:
    every = list(truths(4))
    assert len(every) == len(set(every))
    assert Truth(("squid-nigiri", "wasabi", "egg-nigiri", "wasabi"), ("egg-nigiri",)) in every
    assert Truth(("wasabi", "egg-nigiri"), ()) in every
    assert all("wasabi" in truth.taps and truth.taps.count("wasabi") < 4 for truth in every)
