"""Which of several answers somebody means: with yes, no, nothing, or with a part of its name."""

import pytest

from referee.rules.phrases import Choice, chosen, is_yes_or_no

ON = Choice("Squid: Squid nigiri on wasabi", counts=True)
OFF = Choice("Nothing: Nothing lies on the wasabi", is_nothing=True)
ASSUMED = [ON, OFF]
FREE = [ON._replace(counts=False), OFF._replace(counts=True)]
WHICH = [Choice("Squid nigiri"), Choice("Salmon nigiri"), Choice("None", is_nothing=True)]
UNDER = [WHICH[0], WHICH[2]]
SO_MANY = [Choice("1 × pudding"), Choice("2 × pudding"), Choice("Leave it out", is_nothing=True)]
SPANISH = [Choice("Nigiri de calamar"), Choice("Nigiri de salmón"), Choice("Ninguno", False, True)]

MEANT = [
    # what is said, in which language, to which choices → which one
    ("yes", "en", ASSUMED, 0),
    ("Yes, that's right.", "en", ASSUMED, 0),
    ("no", "en", ASSUMED, 1),
    ("nothing", "en", ASSUMED, 1),
    ("no, nothing", "en", ASSUMED, 1),
    ("yes", "en", FREE, 1),
    ("no", "en", FREE, 0),
    ("nothing", "en", FREE, 1),
    ("no, the squid", "en", FREE, 0),
    ("yes", "en", UNDER, 0),
    ("yes", "en", WHICH, None),
    ("no", "en", WHICH, 2),
    ("it is the salmon", "en", WHICH, 1),
    ("nigiri", "en", WHICH, None),
    ("salmon and tempura", "en", WHICH, None),
    ("one", "en", SO_MANY, 0),
    ("two", "en", SO_MANY, 1),
    ("2 × pudding", "en", SO_MANY, 1),
    ("no", "en", SO_MANY, 2),
    ("leave it out", "en", SO_MANY, 2),
    ("", "en", UNDER, None),
    ("the", "en", UNDER, None),
    ("xyzzy", "en", UNDER, None),
    ("sí", "es", SPANISH, None),
    ("Sí", "es", SPANISH[1:], 0),
    ("no", "es", SPANISH, 2),
    ("nada", "es", SPANISH, 2),
    ("el calamar", "es", SPANISH, 0),
    ("sí, el de salmón", "es", SPANISH, 1),
]


@pytest.mark.parametrize(("words", "language", "choices", "place"), MEANT)
def test_an_answer_is_yes_no_nothing_or_a_name(words, language, choices, place):
    assert chosen(words, language, choices) == place


@pytest.mark.parametrize("words", ["yes", "No!", "nope, nothing", "that's right"])
def test_yes_and_no_say_nothing_by_themselves(words):
    assert is_yes_or_no(words, "en")


@pytest.mark.parametrize("words", ["", "the", "no pudding", "yes, tempura"])
def test_a_card_is_no_mere_yes_or_no(words):
    assert not is_yes_or_no(words, "en")
