"""Labels in uncontracted braille, to put on the sleeves of the cards."""

from django.utils.translation import get_language

from ...rules.cards import CARD_TYPES, FACES
from ..cards import CARDS

MAX_CELLS = 8
"""So many fit beside each other on a sleeve."""

LABELS = {
    language: dict(
        zip(
            (slug for slug, face in FACES.items() if not face.die_only),
            (label for type_ in CARD_TYPES for label in CARDS[type_].braille[language].split(", ")),
            strict=True,
        )
    )
    for language in ("en", "es")
}
"""The label of every card, by language and face: its name, or what is short and no other card's."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz áéíóúüñ"
_CELLS = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵\u2800⠷⠮⠌⠬⠾⠳⠻"
_BRAILLE = dict(zip(_LETTERS, _CELLS, strict=True))
_BRAILLE |= {digit: f"⠼{cell}" for digit, cell in zip("1234567890", _CELLS[:10], strict=True)}
"""A letter's cell; letters with accents as Spanish has them. Each digit has the number sign before
it, as no label has two in a row."""


def labels_language() -> str:
    """The language of the labels: the one in use, or English where that has none."""
    language = get_language() or ""
    return language if language in LABELS else "en"


def label(face: str) -> tuple[str, str]:
    """A card's label in that language, in letters and as Unicode's braille cells.

    Raises:
        KeyError: for what is no card's face.
    """
    words = LABELS[labels_language()][face]
    return words, "".join(_BRAILLE[letter] for letter in words)
