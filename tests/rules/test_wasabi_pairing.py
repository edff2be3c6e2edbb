"""From cards entered one by one to a tableau: known answers."""

import pytest

from referee.rules import parse_tableau
from referee.rules.problems.wasabi import doubt
from referee.rules.wasabi_pairing import LaidCard, has_free_wasabi, lay_out, tableau_of

#: A short spelling: "!" lies face down, "^" was put on a wasabi, "=" is a special order.
WASABI, EGG, SALMON, SQUID = "wasabi", "egg-nigiri", "salmon-nigiri", "squid-nigiri"


def entered(*spelled: str) -> list[LaidCard]:
    """Cards as somebody entered them, from their short spelling."""
    return [
        LaidCard(text.strip("!^="), copy="=" in text, flipped="!" in text, on_wasabi="^" in text)
        for text in spelled
    ]


ANSWERS = [
    # what was entered, in order → the tableau, whether the next nigiri finds a free wasabi
    ("nothing", [], "", False),
    ("a wasabi alone is free", [WASABI], "wasabi", True),
    ("a nigiri before the wasabi lies bare", [EGG, WASABI], "egg-nigiri wasabi", True),
    ("a nigiri on the wasabi covers it", [WASABI, f"{SQUID}^"], "wasabi+squid-nigiri", False),
    (
        "the first nigiri that was put on one takes the only wasabi",
        [WASABI, f"{EGG}^", f"{SQUID}^"],
        "wasabi+egg-nigiri squid-nigiri",
        False,
    ),
    (
        "two wasabi carry two nigiri, a third lies bare",
        [WASABI, WASABI, f"{EGG}^", f"{SALMON}^", f"{SQUID}^"],
        "wasabi+egg-nigiri wasabi+salmon-nigiri squid-nigiri",
        False,
    ),
    (
        "a nigiri that was not put on one leaves the wasabi free",
        [WASABI, SQUID, f"{EGG}^"],
        "wasabi+egg-nigiri squid-nigiri",
        False,
    ),
    (
        "of two wasabi one stays free",
        [WASABI, f"{EGG}^", WASABI],
        "wasabi wasabi+egg-nigiri",
        True,
    ),
    (
        "without any wasabi a nigiri that was put on one lies bare",
        [f"{SQUID}^"],
        "squid-nigiri",
        False,
    ),
    (
        "a flipped wasabi carries nothing",
        [f"{WASABI}!", f"{SQUID}^"],
        "flipped:wasabi squid-nigiri",
        False,
    ),
    ("a flipped wasabi is not free", [f"{WASABI}!"], "flipped:wasabi", False),
    ("a card with no known front is nothing but flipped", ["!"], "flipped", False),
    (
        "a special order copying a wasabi carries a nigiri",
        [WASABI, f"{WASABI}=", f"{EGG}^", f"{SALMON}^"],
        "wasabi+egg-nigiri special-order:wasabi+salmon-nigiri",
        False,
    ),
    (
        "a special order copying a nigiri lies on a wasabi",
        [SQUID, WASABI, f"{SQUID}=^"],
        "squid-nigiri wasabi+special-order:squid-nigiri",
        False,
    ),
    (
        "a special order copying a wasabi is free like one",
        [f"{WASABI}="],
        "special-order:wasabi",
        True,
    ),
    (
        "a flipped special order that copied a wasabi carries nothing",
        [f"{WASABI}=!", f"{EGG}^"],
        "flipped:special-order:wasabi egg-nigiri",
        False,
    ),
    ("other cards take no wasabi", [WASABI, "tempura^"], "wasabi tempura", True),
]


@pytest.mark.parametrize("frees", [True, False])
@pytest.mark.parametrize(
    ("cards", "tableau", "free"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_cards_lie_as_they_were_entered(cards, tableau, free, frees):
    """These answers do not depend on the house rule: no nigiri of them is face down."""
    laid = entered(*cards)
    assert tableau_of(laid, flipped_nigiri_frees_wasabi=frees) == parse_tableau(tableau)
    assert has_free_wasabi(laid, flipped_nigiri_frees_wasabi=frees) is free


FLIPPED_NIGIRI = [
    (
        "its wasabi lies bare beside it",
        [WASABI, f"{SQUID}^!"],
        ("wasabi flipped:squid-nigiri", True),
        ("wasabi flipped:squid-nigiri", False),
    ),
    (
        "the next nigiri",
        [WASABI, f"{SQUID}^!", f"{EGG}^"],
        ("wasabi+egg-nigiri flipped:squid-nigiri", False),
        ("wasabi egg-nigiri flipped:squid-nigiri", False),
    ),
    (
        "the nigiri that lay bare before it was flipped",
        [WASABI, f"{SQUID}!", f"{EGG}^"],
        ("wasabi+egg-nigiri flipped:squid-nigiri", False),
        ("wasabi+egg-nigiri flipped:squid-nigiri", False),
    ),
    (
        "a second wasabi is free either way",
        [WASABI, WASABI, f"{SQUID}^!"],
        ("wasabi*2 flipped:squid-nigiri", True),
        ("wasabi*2 flipped:squid-nigiri", True),
    ),
    (
        "a special order that lay on it",
        [WASABI, f"{SQUID}=^!", f"{EGG}^"],
        ("wasabi+egg-nigiri flipped:special-order:squid-nigiri", False),
        ("wasabi egg-nigiri flipped:special-order:squid-nigiri", False),
    ),
    (
        "both cards of a pair are flipped",
        [f"{WASABI}!", f"{SQUID}^!"],
        ("flipped:wasabi flipped:squid-nigiri", False),
        ("flipped:wasabi flipped:squid-nigiri", False),
    ),
]


@pytest.mark.parametrize(
    ("cards", "freed", "kept"),
    [row[1:] for row in FLIPPED_NIGIRI],
    ids=[row[0] for row in FLIPPED_NIGIRI],
)
def test_a_flipped_nigiri_frees_its_wasabi_by_the_house_rule_only(cards, freed, kept):
    laid = entered(*cards)
    for frees, (tableau, free) in ((True, freed), (False, kept)):
        assert tableau_of(laid, flipped_nigiri_frees_wasabi=frees) == parse_tableau(tableau)
        assert has_free_wasabi(laid, flipped_nigiri_frees_wasabi=frees) is free


def test_every_entered_card_is_in_one_item_and_the_wasabi_comes_first():
    laid = lay_out(entered(EGG, WASABI, "tofu", f"{SQUID}^", "!", WASABI))
    assert [item.cards for item in laid] == [(0,), (2,), (1, 3), (4,), (5,)]


DOUBTS = [
    # What was entered ("~": said to lie so); which nigiri is in doubt beside the wasabi, which
    # landed there, and whether it stays open until it is said.
    ([SQUID, WASABI], [0], [], True),
    ([WASABI, f"{SQUID}^"], [], [1], False),
    ([f"{SQUID}~", WASABI], None, None, None),
    ([WASABI, f"{SQUID}^~"], None, None, None),
    ([WASABI, f"{SQUID}^~", EGG], None, None, None),
    ([EGG], None, None, None),
    ([WASABI], None, None, None),
    ([WASABI, f"{SQUID}^", EGG], [2], [1], False),
    ([EGG, WASABI, f"{SQUID}^"], [0], [2], True),
    ([EGG, WASABI, f"{SQUID}^~"], None, None, None),
    ([WASABI, f"{SQUID}^", EGG, WASABI], [2], [1], True),
    ([f"{WASABI}!", SQUID], None, None, None),
    ([WASABI, f"{SQUID}!"], None, None, None),
    # A special order that copies a nigiri on a wasabi lies on none.
    ([WASABI, f"{SQUID}^~", f"{SQUID}=", WASABI], None, None, None),
    ([WASABI, f"{EGG}^~", f"{SQUID}=", WASABI], [2], [], True),
]


@pytest.mark.parametrize("frees", [True, False])
@pytest.mark.parametrize(("cards", "beside", "landed", "is_open"), DOUBTS)
def test_what_the_taps_leave_open(cards, beside, landed, is_open, frees):
    laid = [
        one._replace(face=one.face.strip("~!^="), sure="~" in text)
        for one, text in zip(entered(*cards), cards, strict=True)
    ]
    asked = doubt(laid, flipped_nigiri_frees_wasabi=frees)
    if beside is None:
        assert asked is None
    else:
        assert asked is not None
        assert (list(asked.beside), list(asked.landed)) == (beside, landed)
        assert asked.is_open is is_open


def test_a_flipped_nigiri_that_keeps_its_wasabi_may_not_lie_on_it():
    """Squid landed and was flipped; then egg was tapped, which may lie on the wasabi."""
    laid = entered(WASABI, f"{SQUID}^!", EGG)
    asked = doubt(laid, flipped_nigiri_frees_wasabi=False)
    assert asked == ((2,), (1,), (0,), ())
    assert doubt(laid, flipped_nigiri_frees_wasabi=True) == ((2,), (), (), (0,))
    assert doubt(laid[:2], flipped_nigiri_frees_wasabi=False) is None
