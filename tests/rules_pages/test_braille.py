"""The braille labels for the sleeves of the cards."""

import pytest
from django.test import Client
from django.test.html import parse_html
from django.utils.translation import override

from referee.rules import FACES, RULESETS
from referee.wording.guide.braille import LABELS, MAX_CELLS, label
from tests.play.views.plain_phone import PlainPhone, elements, text_of

DOTS = {
    "a": "1", "b": "12", "c": "14", "d": "145", "e": "15", "f": "124", "g": "1245", "h": "125",
    "i": "24", "j": "245", "k": "13", "l": "123", "m": "134", "n": "1345", "o": "135", "p": "1234",
    "q": "12345", "r": "1235", "s": "234", "t": "2345", "u": "136", "v": "1236", "w": "2456",
    "x": "1346", "y": "13456", "z": "1356", " ": "",
    "á": "12356", "é": "2346", "í": "34", "ó": "346", "ú": "23456", "ü": "1256", "ñ": "12456",
    "1": "3456 1", "2": "3456 12", "3": "3456 14", "4": "3456 145", "5": "3456 15",
}  # fmt: skip
"""Dots from 1 to 6 for each letter, and for a digit those of the number sign before it."""


def cells_of(letter: str) -> str:
    cells = DOTS[letter].split(" ")
    return "".join(chr(0x2800 + sum(1 << int(dot) - 1 for dot in cell)) for cell in cells)


@pytest.mark.parametrize("language", LABELS)
def test_every_card_has_a_label_of_its_own_that_fits_on_a_sleeve(language):
    assert set(LABELS[language]) == {slug for slug, face in FACES.items() if not face.die_only}
    assert len(set(LABELS[language].values())) == len(LABELS[language])
    for face, words in LABELS[language].items():
        with override(language):
            letters, braille = label(face)
        assert letters == words
        assert braille == "".join(map(cells_of, words))
        assert len(braille) <= MAX_CELLS


@pytest.mark.parametrize(
    ("language", "face", "letters", "braille"),
    [
        ("en", "eel", "eel", "⠑⠑⠇"),
        ("en", "maki-2", "maki 2", "⠍⠁⠅⠊⠀⠼⠃"),
        ("es", "salmon-nigiri", "salmón", "⠎⠁⠇⠍⠬⠝"),
        ("es", "menu", "menú", "⠍⠑⠝⠾"),
        ("es", "tea", "té", "⠞⠮"),
        ("de", "dumpling", "dumpling", "⠙⠥⠍⠏⠇⠊⠝⠛"),
    ],
)
def test_labels_have_the_letters_and_accents_of_their_language(language, face, letters, braille):
    with override(language):
        assert label(face) == (letters, braille)


@pytest.mark.parametrize("ruleset", ["sushi-go", "sushi-go-party"])
def test_the_page_lists_the_cards_of_the_box_with_their_labels(ruleset):
    page = parse_html(Client().get(f"/rules/{ruleset}/braille/").content.decode())
    (table,) = elements(page, "table")
    head, *rows = [
        [text_of(cell) for cell in [*elements(row, "th"), *elements(row, "td")]]
        for row in elements(table, "tr")
    ]
    assert head == ["Card", "Number", "Label"]
    assert sum(int(number) for _name, number, _label in rows) == sum(RULESETS[ruleset].box.values())
    number = RULESETS[ruleset].faces["maki-3"]
    assert ["Maki roll with 3 icons", str(number), "maki 3 ⠍⠁⠅⠊⠀⠼⠉"] in rows


@pytest.mark.django_db
def test_the_rules_lead_to_the_labels_and_dice_have_none():
    reader = PlainPhone().open("/rules/sushi-go/").follow("Braille labels")
    assert reader.heading == "Braille labels for Sushi Go!"
    assert "Braille" not in Client().get("/rules/sushi-roll/").content.decode()
    assert Client().get("/rules/sushi-roll/braille/").status_code == 404
    assert Client().get("/rules/chess/braille/").status_code == 404
