"""Which uramaki one claim may be of: known answers, and every order in which they can be played."""

from itertools import accumulate, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.scoring.uramaki import ICONS_TO_CLAIM, claimed_sets

# The icons of the cards that lie there, and those of each set.
SETS: list[tuple[list[int], list[list[int]]]] = [
    ([], []),
    ([5, 4], []),
    ([5, 5], [[5, 5]]),
    ([5, 3, 3], [[5, 3, 3]]),
    ([5, 4, 5], [[5, 5], [5, 4, 5]]),
    ([5, 5, 5], [[5, 5]]),  # of three fives the first two reach ten
    ([4, 4, 4], [[4, 4, 4]]),
    ([3, 3, 3, 3], [[3, 3, 3, 3]]),
    ([3, 3, 3, 5], [[3, 3, 5], [3, 3, 3, 5]]),
    ([5, 4, 5, 3], [[5, 5], [5, 4, 5], [5, 4, 3], [5, 5, 3]]),
]


@pytest.mark.parametrize(("cards", "sets"), SETS, ids=str)
def test_a_set_reaches_ten_with_the_card_that_came_last(cards, sets):
    assert [[cards[at] for at in chosen] for chosen in claimed_sets(cards)] == sets


@given(st.lists(st.sampled_from([3, 4, 5]), max_size=6))
def test_the_sets_are_what_lies_there_when_ten_are_reached_whatever_was_played_first(cards):
    reached = set()
    for played in permutations(cards):
        sums = list(accumulate(played))
        turn = next((at for at, icons in enumerate(sums) if icons >= ICONS_TO_CLAIM), None)
        if turn is not None:
            reached.add(tuple(sorted(played[: turn + 1])))
    found = [tuple(sorted(cards[at] for at in chosen)) for chosen in claimed_sets(cards)]
    assert sorted(found) == sorted(reached)
    assert [len(one) for one in found] == sorted(len(one) for one in found)


@pytest.mark.parametrize(
    ("cards", "icons", "sets"),
    [
        ([5, 4, 5], 10, [[5, 5]]),
        ([5, 4, 5], 14, [[5, 4, 5]]),
        ([5, 4, 5], 12, []),
        ([5, 5, 5], 15, [[5, 5, 5]]),  # two on one turn, with chopsticks or a spoon
        ([3, 3, 3, 3, 4, 5], 12, [[3, 4, 5], [3, 3, 3, 3]]),
    ],
    ids=str,
)
def test_a_set_of_just_so_many_icons_may_be_of_any_cards(cards, icons, sets):
    assert [[cards[at] for at in chosen] for chosen in claimed_sets(cards, icons)] == sets
