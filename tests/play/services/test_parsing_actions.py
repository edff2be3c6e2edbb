"""What a phone may ask for, as text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.models import Tap
from referee.play.services.refusals import Refused
from referee.play.services.tap_actions import MAX_CHARACTERS, parse_action
from referee.rules.cards import FACES
from tests.rules.strategies import any_character, any_text

CARD = "0b0f2d0e-52c2-4d19-9f1e-5a3f8a7a3c55"
K = Tap.Kind

UNDERSTOOD = {
    "add:maki-3": K.ADD,
    "copy:tofu": K.ADD,
    "add:flipped": K.ADD,
    "add:squid-nigiri:bare": K.ADD,
    f"take:{CARD}": K.TAKE_AWAY,
    "clear:": K.TAKE_AWAY,
    "swap:2": K.SWAP,
    f"flip:{CARD}": K.FLIP,
    f"on:{CARD}:{CARD}": K.MOVE,
    f"bare:{CARD}": K.MOVE,
    "in-order:": K.ORDER,
    "any-order:": K.ORDER,
    "undo:": K.UNDO,
    "undo": K.UNDO,
    "claim:10": K.CLAIM,
    "claim:63": K.CLAIM,
    "claim:12:with-1": K.CLAIM,
    "claim:12:before-12": K.CLAIM,
    "claim:10:": K.CLAIM,
    "claim:counted": K.CLAIM,
    "claim:5-5": K.CLAIM,
    "claim:3-4-3:before-1": K.CLAIM,
    "claim:" + "-".join("3" * 21) + ":before-999": K.CLAIM,
    "claimed:counted": K.CLAIM,
    "claimed:5-4-5": K.CLAIM,
    "take:uramaki": K.TAKE_AWAY,
    # No number of icons: that is for the rule to refuse, which knows how many there may be.
    "claim:": K.CLAIM,
    "claim:ten": K.CLAIM,
    "claim:-1:with-1": K.CLAIM,
    "claim:5-": K.CLAIM,
    "claim:5-6": K.CLAIM,
    f"unclaim:{CARD}": K.TAKE_BACK,
    f"unclaim:{CARD.upper()}": K.TAKE_BACK,
    "ready:": K.READY,
    "unready:": K.READY,
}
NOT_UNDERSTOOD = [
    *("", ":", "::", "add", "add:", "eat:maki-3", "ADD:maki-3", " add:maki-3", "add :maki-3"),
    *("take", "take:", "take:maki-3", f"take:{CARD[:-1]}", f"take:{CARD}0", f"take:{CARD}:{CARD}"),
    *("flip:", "flip:1", "on:", "bare:", "on:\0", "bare:☃", "unclaim:", "unclaim:1"),
    *(f"on:{CARD}", f"on:{CARD}:", f"on::{CARD}", f"on:{CARD}:{CARD[:-1]}", "add:tofu:beside"),
    *("in-order:1", f"any-order:{CARD}", f"off:{CARD}"),  # which older pages sent
    *("undo:1", f"undo:{CARD}", "undo::", "undone:"),
    *("ready:1", "unready:no", "READY:"),
    *("clear:1", "clear:all", "swap", "swap:", "swap:Ben", "swap:-1", "swap:²", "swap:1:2"),
    *(
        "claim:10:with",
        "claim:10:with-",
        "claim:10:with-x",
        "claim:10:with--1",
        "claim:10:with-1.0",
    ),
    *("claim:10:after-1", "claim:10:1", "claim:10:with-²", "claim:10:with-١", "claim:10:with-1000"),
    *("claimed:", "claimed:10", "claimed:5", "claimed:5-2", "claimed:5-5:with-1", "claimed:٥-٥"),
    *("claim:10:before-1-2", "claim:10:with-1:with-1", "claim:10:before", "claim:10:-1"),
    "add:" + "x" * MAX_CHARACTERS,
    "take:" + "-" * MAX_CHARACTERS + CARD,
]
NO_FACE = ["add:tempra", "add:maki", "add:Tofu", "add:tofu ", "add:\0", "copy:", "copy:flipped"]


@pytest.mark.parametrize("do", UNDERSTOOD)
def test_an_action_is_read_from_its_text(do):
    kind, _action = parse_action(do)
    assert kind == UNDERSTOOD[do]


@pytest.mark.parametrize("do", NOT_UNDERSTOOD, ids=ascii)
def test_what_nobody_can_ask_for_is_not_understood(do):
    with pytest.raises(Refused) as refused:
        parse_action(do)
    assert refused.value.code == "not-understood"


@pytest.mark.parametrize("do", NO_FACE, ids=ascii)
def test_a_face_that_is_none_is_named(do):
    with pytest.raises(Refused) as refused:
        parse_action(do)
    assert (refused.value.code, refused.value.facts) == (
        "no-such-card",
        {"face": do.partition(":")[2]},
    )


def test_every_kind_of_tap_can_be_asked_for():
    assert set(UNDERSTOOD.values()) == set(K)


def test_the_longest_action_fits_the_row_that_keeps_it():
    assert Tap._meta.get_field("do").max_length == MAX_CHARACTERS
    longest = max(*UNDERSTOOD, *(f"add:{face}:bare" for face in FACES), key=len)
    assert len(longest) <= MAX_CHARACTERS


verbs = st.sampled_from(
    (
        *("add", "copy", "take", "clear", "swap", "flip", "on", "bare", "in-order", "undo"),
        *("claim", "claimed", "unclaim"),
    )
)
whats = (
    any_text(max_size=90)
    | st.uuids().map(str)
    | st.sampled_from(list(FACES))
    | st.from_regex(r"-?\d{0,5}:?(with|before)?-?\d{0,5}", fullmatch=True, alphabet=any_character)
)


@given(do=any_text(max_size=100) | st.builds(lambda verb, what: f"{verb}:{what}", verbs, whats))
@example("take:{" + CARD + "}")
@example("take:urn:uuid:" + CARD)
@example("take:" + "_" * 32)
@example("take:" + "\ud800" * 32)
@example("claim:" + "9" * 60)
def test_any_text_is_an_action_or_is_refused(do):
    try:
        outcome: str = parse_action(do)[0]
    except Refused as refused:
        outcome = refused.code
    assert outcome in {*K, "not-understood", "no-such-card"}
    assert len(do) <= MAX_CHARACTERS or outcome == "not-understood"
