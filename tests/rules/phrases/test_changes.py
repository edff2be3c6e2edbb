"""What was said, done to the cards that lie there: known answers."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import RULESETS, parse_tableau
from referee.rules.phrases import read_words
from referee.rules.wasabi_pairing import LaidCard, landing, put_on
from tests.rules.entered import EGG, SQUID, WASABI, entered
from tests.rules.phrase_tables import apply_changes

DONE = [
    # what lies there ("!" face down, "^" on wasabi, "=" special order), what is said → the tableau
    ([], "two tofu, eel", "tofu*2 eel"),
    ([], "wasabi, squid, egg", "wasabi+squid-nigiri egg-nigiri"),
    ([], "squid, wasabi with nothing on it", "squid-nigiri wasabi"),
    ([], "squid, wasabi under the squid", "wasabi+squid-nigiri"),
    ([], "squid without wasabi, wasabi", "squid-nigiri wasabi"),
    ([], "bare wasabi, squid", "wasabi squid-nigiri"),
    ([WASABI], "squid on the wasabi", "wasabi+squid-nigiri"),
    ([WASABI], "the wasabi with a squid on it", "wasabi+squid-nigiri"),
    ([WASABI, f"{EGG}^"], "squid on another wasabi", "wasabi+egg-nigiri wasabi+squid-nigiri"),
    ([], "squid on the wasabi", "wasabi+squid-nigiri"),
    ([SQUID, WASABI], "the squid is on the wasabi", "wasabi+squid-nigiri"),
    ([SQUID], "wasabi under the squid", "wasabi+squid-nigiri"),
    ([WASABI, f"{SQUID}^"], "take the squid off the wasabi", "wasabi squid-nigiri"),
    ([WASABI, f"{SQUID}^"], "swap the squid for an egg", "wasabi+egg-nigiri"),
    (["tofu", "eel"], "swap tofu for tea", "tea eel"),
    (["tofu", "tofu", "eel"], "replace two tofu with a tea", "tea eel"),
    (["tofu", "tofu", "eel"], "remove all the tofu", "eel"),
    (["tofu", "tofu", "eel"], "remove the tofus", "eel"),
    (["tofu", "tofu", "eel"], "delete everything", ""),
    (["tofu", "tofu"], "it was three tofu", "tofu*3"),
    (["tofu", "tofu"], "one tofu in total", "tofu"),
    (["tofu", "eel"], "no, that was a tea", "tofu tea"),
    (["tofu", "eel"], "another one", "tofu eel*2"),
    ([], "two tofu, no wait, three tofu", "tofu*3"),
    ([], "tofu, two eels, sorry, one tea", "tofu tea"),
    (["tofu"], "special order on the tofu", "tofu special-order:tofu"),
    ([], "wasabi, two squid", "wasabi+squid-nigiri squid-nigiri"),
    ([], "wasabi, squid without wasabi, egg", "wasabi+egg-nigiri squid-nigiri"),
    ([WASABI], "squid", "wasabi+squid-nigiri"),
    ([WASABI], "squid beside the wasabi", "wasabi squid-nigiri"),
    ([WASABI], "wasabi squid", "wasabi wasabi+squid-nigiri"),
    ([WASABI, f"{SQUID}^"], "egg", "wasabi+squid-nigiri egg-nigiri"),
    ([f"{WASABI}!"], "egg", "flipped:wasabi egg-nigiri"),
    ([WASABI], "special order copying squid", "wasabi special-order:squid-nigiri"),
    ([WASABI], "special order squid on the wasabi", "wasabi+special-order:squid-nigiri"),
    ([WASABI], "squid face down", "wasabi flipped:squid-nigiri"),
    ([], "two tofu face down, two flipped", "flipped:tofu*2 flipped*2"),
    (["tofu"], "flip two", "tofu flipped*2"),
    (["tofu", "tofu", "eel"], "minus one tofu", "tofu eel"),
    (["tofu", "tofu!", "eel"], "minus one tofu", "flipped:tofu eel"),
    (["tofu", "tofu!", "eel"], "minus one tofu face down", "tofu eel"),
    (["tofu", "tofu=", "eel"], "minus one tofu", "special-order:tofu eel"),
    (["tofu", "tofu="], "minus special order copying tofu", "tofu"),
    (["tofu", "eel="], "minus special order", "tofu"),
    (["tofu", "eel!"], "minus one face-down card", "tofu"),
    ([EGG, WASABI, f"{EGG}^"], "minus egg", "wasabi+egg-nigiri"),
    ([WASABI, f"{EGG}^"], "minus egg", "wasabi"),
    ([WASABI, f"{EGG}^", WASABI], "minus wasabi", "wasabi+egg-nigiri"),
    ([WASABI, f"{EGG}^"], "minus wasabi", "egg-nigiri"),
    ([WASABI, f"{EGG}^"], "minus wasabi, wasabi squid", "egg-nigiri wasabi+squid-nigiri"),
    ([WASABI, f"{EGG}^", "tofu"], "minus wasabi egg", "tofu"),
    ([WASABI, f"{EGG}^", WASABI, f"{SQUID}^"], "minus squid on wasabi", "wasabi+egg-nigiri"),
    (["tofu", "tofu"], "flip one tofu", "tofu flipped:tofu"),
    ([WASABI, f"{EGG}^"], "flip the wasabi", "flipped:wasabi egg-nigiri"),
    ([WASABI, f"{EGG}^"], "flip egg", "wasabi flipped:egg-nigiri"),
    ([WASABI, f"{EGG}^"], "flip egg, squid", "wasabi+squid-nigiri flipped:egg-nigiri"),
    ([WASABI, f"{EGG}^"], "flip wasabi egg", "flipped:wasabi flipped:egg-nigiri"),
    (["tofu="], "flip special order", "flipped:special-order"),
    ([], "two tofu, flip one tofu, minus one tofu", "flipped:tofu"),
    (["eel"], "take one eel away and two tofu", "tofu*2"),
    (["eel"], "no tofu, two more eels", "eel*3"),
    ([], "squid, then a wasabi, then an egg", "squid-nigiri wasabi+egg-nigiri"),
    ([], "a squid before the wasabi", "squid-nigiri wasabi"),
    ([], "squid, wasabi, salmon, in that order", "squid-nigiri wasabi+salmon-nigiri"),
    ([WASABI], "an egg beside the wasabi", "wasabi egg-nigiri"),
    (["tofu"], "another tofu, that makes two", "tofu*2"),
    ([], "tofu, tofu, eel, three cards in total", "tofu*2 eel"),
    (["tofu", "eel"], "my tofu is gone", "eel"),
    ([], "three tofu, two of them flipped", "tofu flipped:tofu*2"),
]


@pytest.mark.parametrize(("lying", "said", "tableau"), DONE, ids=lambda value: str(value)[:60])
def test_what_is_said_is_done(lying: list[str], said: str, tableau: str) -> None:
    reading = read_words(said, "en")
    assert reading.is_understood
    changed, undone = apply_changes(entered(*lying), reading.changes)
    assert not undone
    assert changed.tableau == parse_tableau(tableau)


UNDONE = [
    # what lies there, what is said → why it is not done, how many lie there
    ([], "minus one pudding", "not-there", 0),
    (["pudding"], "minus two puddings", "not-there", 1),
    (["pudding!"], "minus one pudding", "not-there", 0),
    (["tofu"], "flip two tofu", "not-there", 1),
    ([WASABI, EGG], "minus wasabi egg", "not-there", 0),
    (["tofu=", "eel="], "minus one special order", "which", 2),
    (["tofu!", "eel!"], "minus one face-down card", "which", 2),
    (["tofu!", "tofu!"], "minus three face-down cards", "not-there", 2),
    ([SQUID], "wasabi", "under", 1),
    ([WASABI], "squid on wasabi", "which-wasabi", 1),
    ([WASABI, SQUID], "squid on the wasabi", "which-wasabi", 1),
    ([WASABI, f"{SQUID}^"], "salmon on the wasabi", "covered", 0),
    (["tofu", "tofu"], "remove the tofu", "how-many", 2),
    (["tofu", "tofu"], "swap tofu for an eel", "how-many", 2),
    (["tofu"], "I have two tofu", "in-all", 1),
    (["tofu"], "the tofu", "in-all", 1),
    (["tofu"], "it was three eels", "newest", 1),
    ([], "special order on the tofu", "not-there", 0),
    (["tofu"] * 98, "two eels", "too-many", 98),
    (["tofu", "tofu"], "no tofu", "how-many", 2),
    ([], "an egg beside the wasabi", "which-wasabi", 0),
    (["tofu", "eel"], "I flipped two", "which", 2),
    (["tofu"] * 98, "wasabi squid", "too-many", 98),
]


@pytest.mark.parametrize(("lying", "said", "why", "number"), UNDONE, ids=lambda v: str(v)[:40])
def test_what_cannot_be_done_is_named_and_nothing_of_it_is_done(
    lying: list[str], said: str, why: str, number: int
) -> None:
    [change] = read_words(said, "en").changes
    cards = entered(*lying)
    changed, undone = apply_changes(cards, [change])
    assert [one[:3] for one in undone] == [(change, why, number)]
    assert changed.steps == []
    assert [*changed.cards.values()] == cards


def test_no_more_cards_lie_there_than_the_box_holds() -> None:
    box = RULESETS["sushi-go"]
    lying = entered(*["pudding"] * 9)
    for said, why in (("pudding", []), ("two puddings", ["too-many"]), ("five squid", [])):
        changes = read_words(said, "en").changes
        _, undone = apply_changes(lying, changes, box=box)
        assert [one.why for one in undone] == why


def test_a_sum_that_is_not_the_sum_is_asked_about() -> None:
    changed, undone = apply_changes((), read_words("tofu, tofu, so three tofu", "en").changes)
    assert changed.tableau == parse_tableau("tofu*2")
    assert [one.why for one in undone] == ["in-all"]


def test_what_can_be_done_is_done_beside_what_cannot() -> None:
    changes = read_words("minus one pudding, two tofu, minus one eel", "en").changes
    changed, undone = apply_changes(entered("eel"), changes)
    assert changed.tableau == parse_tableau("tofu*2")
    assert [one.change for one in undone] == [changes[0]]


def test_steps_name_the_cards_by_places_that_stay() -> None:
    changes = read_words("minus tofu, wasabi, squid, flip wasabi, two eels", "en").changes
    changed, _ = apply_changes(entered("tofu", "tea"), changes)
    assert [(step.kind, step.place) for step in changed.steps] == [
        ("remove", 0),
        ("add", 2),
        ("add", 3),
        ("flip", 2),
        ("add", 4),
        ("add", 5),
    ]
    assert list(changed.cards) == [1, 2, 3, 4, 5]
    assert changed.steps[2].card == LaidCard(SQUID, id=3)


def test_with_the_house_rule_off_a_flipped_nigiri_keeps_its_wasabi() -> None:
    lying = entered(WASABI, f"{EGG}^")
    changes = read_words("flip egg, squid", "en").changes
    changed, _ = apply_changes(lying, changes, flipped_nigiri_frees_wasabi=False)
    assert changed.tableau == parse_tableau("wasabi squid-nigiri flipped:egg-nigiri")


SAID = (
    "two tofu",
    "wasabi",
    "squid",
    "egg without wasabi",
    "wasabi salmon",
    "minus squid",
    "minus wasabi",
    "flip tofu",
    "flip two",
    "special order copying wasabi",
    "flip wasabi",
    "minus wasabi salmon",
    "minus one face-down card",
    "flip salmon",
    "minus special order",
)


@given(st.lists(st.sampled_from(SAID), max_size=12), st.booleans())
def test_steps_taken_one_by_one_lead_to_the_cards(said: list[str], frees: bool) -> None:
    changes = read_words(", ".join(said), "en").changes
    assert len(changes) == len(said)
    lying = entered("tofu", WASABI, f"{SQUID}^", "tea!")
    changed, _ = apply_changes(lying, changes, flipped_nigiri_frees_wasabi=frees)
    cards, new = dict(enumerate(lying)), count(len(lying))
    rules = {"flipped_nigiri_frees_wasabi": frees}
    for step in changed.steps:
        there, places = list(cards.values()), list(cards)
        if step.kind in ("add", "add-bare"):
            assert step.place == next(new)
            on = landing(there, step.card, **rules) if step.kind == "add" else {}
            cards |= {places[at]: wasabi for at, wasabi in on.items()}
            cards[step.place] = step.card
        elif step.kind == "remove":
            assert cards.pop(step.place) == step.card
        elif step.kind == "flip":
            before = cards[step.place]
            assert step.card == before._replace(flipped=not before.flipped)
            cards[step.place] = step.card
        elif step.card.nigiri is None:
            cards[step.place] = step.card
        else:
            at = places.index(step.place), places.index(step.card.nigiri)
            cards |= {places[n]: wasabi for n, wasabi in put_on(there, *at, **rules).items()}
            assert cards[step.place] == step.card
    assert cards == changed.cards
