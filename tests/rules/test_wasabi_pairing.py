"""From cards entered one by one to a tableau: known answers."""

import pytest

from referee.rules import parse_tableau
from referee.rules.problems.wasabi import wasabi_questions
from referee.rules.wasabi_pairing import (
    LaidCard,
    free_wasabi,
    laid_cards,
    landing,
    lay_out,
    put_on,
    tableau_of,
)
from tests.rules.entered import EGG, SALMON, SQUID, WASABI, entered

ANSWERS = [
    # what was entered, in order → the tableau, whether the next nigiri finds a free wasabi
    ("nothing", [], "", False),
    ("a wasabi alone is free", [WASABI], "wasabi", True),
    ("a nigiri before the wasabi lies bare", [EGG, WASABI], "egg-nigiri wasabi", True),
    ("a nigiri on the wasabi covers it", [WASABI, f"{SQUID}^"], "wasabi+squid-nigiri", False),
    (
        "one that was not put on it lies beside it",
        [WASABI, f"{EGG}^", SQUID],
        "wasabi+egg-nigiri squid-nigiri",
        False,
    ),
    (
        "two wasabi carry two nigiri beside a third",
        [WASABI, WASABI, f"{EGG}^", f"{SALMON}^", SQUID],
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
    ("a nigiri may lie on a wasabi after it", [f"{SQUID}^", WASABI], "wasabi+squid-nigiri", False),
]


@pytest.mark.parametrize("frees", [True, False])
@pytest.mark.parametrize(
    ("cards", "tableau", "free"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_cards_lie_as_they_were_entered(cards, tableau, free, frees):
    """These answers do not depend on the house rule: no nigiri of them is face down."""
    laid = entered(*cards)
    assert tableau_of(laid, flipped_nigiri_frees_wasabi=frees) == parse_tableau(tableau)
    assert bool(free_wasabi(laid, flipped_nigiri_frees_wasabi=frees)) is free


FLIPPED_NIGIRI = [
    (
        "its wasabi lies bare beside it",
        [WASABI, f"{SQUID}^!"],
        ("wasabi flipped:squid-nigiri", True),
        ("wasabi flipped:squid-nigiri", False),
    ),
    (
        "the next nigiri",
        [WASABI, f"{SQUID}^!", EGG],
        ("wasabi egg-nigiri flipped:squid-nigiri", True),
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
        [WASABI, f"{SQUID}=^!", EGG],
        ("wasabi egg-nigiri flipped:special-order:squid-nigiri", True),
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
        assert bool(free_wasabi(laid, flipped_nigiri_frees_wasabi=frees)) is free


def test_every_entered_card_is_in_one_item_and_the_wasabi_comes_first():
    laid = lay_out(entered(EGG, WASABI, "tofu", f"{SQUID}^", "!", WASABI))
    assert [item.cards for item in laid] == [(0,), (2,), (1, 3), (4,), (5,)]


def test_a_nigiri_that_is_gone_lies_on_nothing() -> None:
    laid = [LaidCard(WASABI, id=1, nigiri=2, is_known=True), LaidCard(EGG, id=3)]
    assert tableau_of(laid) == parse_tableau("wasabi egg-nigiri")
    assert free_wasabi(laid) == [0]
    assert asked(laid) == [(0, None, (1,))]


def test_a_tableau_as_cards_is_that_tableau_and_leaves_no_question() -> None:
    text = "wasabi+squid-nigiri*2 wasabi+special-order:egg-nigiri wasabi egg-nigiri flipped:wasabi"
    laid = list(laid_cards(parse_tableau(text)))
    assert tableau_of(laid) == parse_tableau(text)
    assert asked(laid) == []


LANDINGS = [
    # What lies there, what comes; the wasabi on which it lands, and in the order of play.
    ([WASABI], SQUID, 0, 0),
    ([EGG], SQUID, None, None),
    ([WASABI, f"{EGG}^"], SQUID, None, None),
    ([f"{WASABI}~"], SQUID, None, 0),
    ([f"{WASABI}~", WASABI], SQUID, 1, 0),
    ([f"{WASABI}!"], SQUID, None, None),
    ([WASABI], f"{SQUID}=", None, None),
    ([WASABI], f"{SQUID}!", None, None),
    ([WASABI], "tempura", None, None),
    ([WASABI], WASABI, None, None),
]


@pytest.mark.parametrize(("lying", "comes", "assumed", "in_order"), LANDINGS)
def test_the_next_nigiri_lands_on_a_wasabi_that_is_not_known_to_be_bare(
    lying, comes, assumed, in_order
):
    cards, new = entered(*lying), entered(comes)[0]._replace(id="new")
    for is_ordered, at in ((False, assumed), (True, in_order)):
        found = landing(cards, new, in_order=is_ordered)
        assert list(found) == ([] if at is None else [at])
        assert all((w.nigiri, w.is_known) == ("new", is_ordered) for w in found.values())


def asked(cards: list[LaidCard], *, frees: bool = True) -> list[tuple[int, int | None, object]]:
    return [tuple(one) for one in wasabi_questions(cards, flipped_nigiri_frees_wasabi=frees)]


QUESTIONS = [
    # What was entered; of each wasabi that is asked about, what is assumed and what may lie there.
    ([SQUID, WASABI], [(1, None, (0,))]),
    ([WASABI, f"{SQUID}^"], [(0, 1, (1,))]),
    ([SQUID, f"{WASABI}~"], []),
    ([f"{WASABI}~", f"{SQUID}^"], []),
    ([f"{WASABI}~", f"{SQUID}^", EGG], []),
    ([EGG], []),
    ([WASABI], []),
    ([WASABI, f"{SQUID}^", EGG], [(0, 1, (2, 1))]),
    ([EGG, WASABI, f"{SQUID}^"], [(1, 2, (0, 2))]),
    # Both wasabi may carry either nigiri; a nigiri that is known to lie on one lies on no other.
    ([WASABI, f"{SQUID}^", EGG, WASABI], [(0, 1, (2, 1)), (3, None, (2, 1))]),
    ([f"{WASABI}~", f"{SQUID}^", EGG, WASABI], [(3, None, (2,))]),
    ([f"{WASABI}~", f"{SQUID}^", WASABI], []),
    # Of two alike the one that lies on none is named.
    ([WASABI, f"{SQUID}^", SQUID, WASABI], [(0, 1, (1,)), (3, None, (2,))]),
    ([f"{WASABI}!", SQUID], []),
    ([WASABI, f"{SQUID}!"], []),
    # A special order that copies a nigiri on a wasabi lies on none.
    ([f"{WASABI}~", f"{SQUID}^", f"{SQUID}=", WASABI], []),
    ([f"{WASABI}~", f"{EGG}^", f"{SQUID}=", WASABI], [(3, None, (2,))]),
    ([SQUID, f"{SQUID}=", WASABI], [(2, None, (0, 1))]),
    # What is assumed is asked also where nothing else may lie there.
    ([f"{WASABI}~", EGG, f"{EGG}^", WASABI, f"{EGG}=^"], [(3, 4, (1, 4))]),
]


@pytest.mark.parametrize("frees", [True, False])
@pytest.mark.parametrize(("cards", "questions"), QUESTIONS)
def test_a_wasabi_of_which_nobody_has_said_what_lies_on_it_is_asked_about(cards, questions, frees):
    found = asked(entered(*cards), frees=frees)
    assert [(at, lies, sorted(may)) for at, lies, may in found] == [
        (at, lies, sorted(may)) for at, lies, may in questions
    ]


def test_a_flipped_nigiri_that_keeps_its_wasabi_may_be_what_lies_there() -> None:
    """Squid was counted there and was flipped; then egg was tapped, which may lie there."""
    laid = entered(WASABI, f"{SQUID}^!", EGG)
    assert asked(laid, frees=False) == [(0, 1, (2, 1))]
    assert asked(laid, frees=True) == [(0, None, (2,))]
    assert asked(laid[:2], frees=False) == []


ANSWERED = [
    # What lies there, the wasabi and the nigiri that are named; the tableau, what is still asked.
    ([WASABI, f"{EGG}^", SQUID], 0, 2, "wasabi+squid-nigiri egg-nigiri", []),
    ([SQUID, WASABI], 1, 0, "wasabi+squid-nigiri", []),
    # What is assumed of two wasabi changes places.
    (
        [WASABI, WASABI, f"{EGG}^", f"{SQUID}^"],
        0,
        3,
        "wasabi+squid-nigiri wasabi+egg-nigiri",
        [1],
    ),
    ([WASABI, f"{EGG}^", WASABI], 2, 1, "wasabi+egg-nigiri wasabi", []),
    # One that is known to lie elsewhere: another of its sort is meant, where there is one.
    ([f"{WASABI}~", f"{EGG}^", EGG, WASABI], 3, 1, "wasabi+egg-nigiri*2", []),
    ([f"{WASABI}~", f"{EGG}^", SQUID, WASABI], 3, 1, "wasabi+egg-nigiri wasabi squid-nigiri", [0]),
    # No copy is assumed to lie anywhere.
    (
        [f"{WASABI}~", f"{EGG}=^", f"{WASABI}~", f"{EGG}^"],
        0,
        3,
        "wasabi+egg-nigiri wasabi special-order:egg-nigiri",
        [],
    ),
]


@pytest.mark.parametrize(("cards", "wasabi", "nigiri", "tableau", "still"), ANSWERED)
def test_what_is_said_to_lie_on_a_wasabi_lies_there(cards, wasabi, nigiri, tableau, still):
    laid = entered(*cards)
    laid = [put_on(laid, wasabi, nigiri).get(at, card) for at, card in enumerate(laid)]
    assert tableau_of(laid) == parse_tableau(tableau)
    assert [at for at, _assumed, _may in asked(laid)] == still
