"""Players' names: how they are kept, and which of them look or sound the same."""

import unicodedata

_LONGEST_NAME = 1000
FORMAT_POINTS = frozenset(
    point
    for first, last in (
        (0xAD, 0xAD), (0x600, 0x605), (0x61C, 0x61C), (0x6DD, 0x6DD), (0x70F, 0x70F),
        (0x890, 0x891), (0x8E2, 0x8E2), (0x180E, 0x180E), (0x200B, 0x200F), (0x202A, 0x202E),
        (0x2060, 0x2064), (0x2066, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB),
        (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x1BCA0, 0x1BCA3),
        (0x1D173, 0x1D17A), (0xE0001, 0xE0001), (0xE0020, 0xE007F),
    )
    for point in range(first, last + 1)
)  # fmt: skip
"""Unicode's invisible format characters (Cf). Spelt out: each Python brings another Unicode, and a
name must be the same name on all of them."""


def plain_name(name: str) -> str:
    """A name with one form for each letter (NFC), without spaces or invisible characters around it.
    Of a text far too long for a name the letters stay: sorting thousands of accents takes
    seconds."""
    plain = unicodedata.normalize("NFC", name) if len(name) <= _LONGEST_NAME else name
    first, last = 0, len(plain)
    while first < last and is_nothing(plain[first]):
        first += 1
    while last > first and is_nothing(plain[last - 1]):
        last -= 1
    return plain[first:last]


def name_key(name: str) -> str:
    """A key that is the same for names that look the same."""
    plain = plain_name(name)
    if plain.isascii():
        return plain
    return "".join(character for character in plain if ord(character) not in FORMAT_POINTS)


def spoken_key(name: str) -> str:
    """A key that is the same for names that sound the same, whatever their capitals."""
    return name_key(name).casefold()


def without_accents(text: str) -> str:
    """Return a text in small letters without accents, as people search for it."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def has_controls(text: str) -> bool:
    """Whether a text contains what cannot be shown: a control character, or half a character."""
    return not text.isprintable() and any(
        unicodedata.category(letter) in ("Cc", "Cs") for letter in text
    )


def is_nothing(character: str) -> bool:
    """Whether a character is a space or an invisible format character."""
    return character.isspace() or ord(character) in FORMAT_POINTS
