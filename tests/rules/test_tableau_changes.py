"""What is different between two states of a tableau, with known answers."""

from collections.abc import Sequence

import pytest

from referee.rules import parse_tableau
from referee.rules.tableau import Item
from referee.rules.tableau_changes import (
    TableauChanges,
    claim_changes,
    item_changes,
    new_cards,
    tableau_changes,
)
from referee.rules.wasabi_pairing import LaidCard, lay_out

TOFU = LaidCard("tofu", id="t")
EGG = LaidCard("egg-nigiri", id="e")
BARE = LaidCard("wasabi", id="w", is_known=True)
WITH_EGG = LaidCard("wasabi", id="w", nigiri="e", is_known=True)
ASSUMED = WITH_EGG._replace(is_known=False)
FLIPPED = TOFU._replace(flipped=True)


def changes(before: list[LaidCard], after: list[LaidCard], lying: list[LaidCard]) -> TableauChanges:
    """The changes of these cards, where ``lying`` is all that lies there now."""
    return tableau_changes(before, after, lying, lay_out(lying))


def texts(items: Sequence[Item]) -> list[str]:
    return [item.text for item in items]


def test_a_new_card_came_and_one_that_is_no_more_is_gone():
    assert texts(changes([], [TOFU], [TOFU, EGG]).came) == ["tofu"]
    gone = changes([TOFU], [], [EGG])
    assert (gone.came, gone.gone) == ([], [TOFU.card])


def test_a_nigiri_that_came_with_its_wasabi_is_one_item_of_two_new_cards():
    both = changes([], [WITH_EGG, EGG], [WITH_EGG, EGG])
    assert (texts(both.came), both.added, both.put) == (["wasabi+egg-nigiri"], 2, 0)
    # The wasabi lay there before.
    one = changes([BARE], [WITH_EGG, EGG], [WITH_EGG, EGG])
    assert (texts(one.came), one.added, one.put) == (["wasabi+egg-nigiri"], 1, 0)


def test_a_nigiri_that_lay_there_is_put_on_its_wasabi_and_taken_off():
    put = changes([BARE], [WITH_EGG], [WITH_EGG, EGG])
    assert (texts(put.came), put.added, put.put) == (["wasabi+egg-nigiri"], 0, 1)
    assert texts(changes([WITH_EGG], [BARE], [BARE, EGG]).freed) == ["egg-nigiri"]


def test_what_is_turned_or_made_known_lies_there_still():
    assert texts(changes([TOFU], [FLIPPED], [FLIPPED]).turned) == ["flipped:tofu"]
    assert texts(changes([ASSUMED], [WITH_EGG], [WITH_EGG, EGG]).known) == ["wasabi+egg-nigiri"]
    assert changes([WITH_EGG], [ASSUMED], [ASSUMED, EGG]).is_unknown


@pytest.mark.parametrize(
    ("before", "after", "come", "gone"),
    [
        ("", "tofu*2", "tofu*2", ""),
        ("tofu*2 eel", "tofu tea", "tea", "tofu eel"),
        ("wasabi egg-nigiri", "wasabi+egg-nigiri", "wasabi+egg-nigiri", "wasabi egg-nigiri"),
        ("tofu", "tofu", "", ""),
    ],
)
def test_items_come_and_go(before: str, after: str, come: str, gone: str) -> None:
    expected = (parse_tableau(come), parse_tableau(gone))
    assert item_changes(parse_tableau(before), parse_tableau(after)) == expected


def test_claims_come_and_go_whatever_their_order():
    assert claim_changes([((0, 10),), ((1, 12),)], [((1, 12),), ((0, 11),)]) == (
        {(0, 11): 1},
        {(0, 10): 1},
    )


def test_a_card_that_lies_differently_is_not_new():
    assert new_cards([TOFU], [FLIPPED, EGG]) == [EGG]
