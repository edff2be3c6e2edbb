"""Cases by kind, written by somebody who did not know the reader: how many are read right."""

from collections import Counter

import pytest

from tests.rules.phrase_tables import cases, outcome_of

LEAST_RIGHT = {
    "kinds_english.txt": ("en", 538),
    "kinds_spanish.txt": ("es", 541),
    "chatter_english.txt": ("en", 1958),
    "chatter_spanish.txt": ("es", 1780),
}
RULED = {
    # A nigiri that is taken off its wasabi stays: see the tables of what lies there.
    "take the squid off the wasabi",
    "saca el calamar del wasabi",
    # A nigiri lands on the free wasabi; the page asks whether it lies there.
    "squid",
    "calamar",
    # What dictation is known to make of "sashimi" and "wasabi".
    "sashimi sushi me sashimi",
    "un calamar con guasa vi",
    "salmón sobre hua sabi",
}
"""Of these the tables say something else than the cases."""


@pytest.mark.parametrize("name", LEAST_RIGHT)
def test_nothing_is_read_wrong_in_silence_and_no_fewer_cases_right_than_before(
    name: str,
) -> None:
    language, least = LEAST_RIGHT[name]
    by_kind: dict[str, Counter[str]] = {}
    wrong = []
    for case in cases(name):
        outcome = outcome_of(case.game, case.lying, case.words, language)
        verdict = case.verdict(outcome)
        by_kind.setdefault(case.kind, Counter())[verdict] += 1
        if verdict == "wrong" and case.words not in RULED:
            wrong.append((case, outcome))
    assert wrong == []
    right = sum(verdicts["right"] for verdicts in by_kind.values())
    assert right >= least, by_kind
