"""Removes a name from free text."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet

from ...models import MAX_WORDS, Club, GameNight, Opinion, Player, Reopening

MAX_LETTERS = 60
"""Of what a club, a night or its place is called."""

_ACCENTS = "\u0300-\u036f"
_LEAST_STEM = 3
"""Letters of a name without its ending; shorter ones begin too many other words."""
_ENDINGS = "e?s|e?n|ens"
_CASES = "[aeiouy](?:[mshjn]|mi|ch)?|ou|owi|ovi"
"""Instead of a name's ending, in languages that decline names: Marty, Martu, Adama, Adamem."""
_SMALL = "(?:c|ec)?(?:it|ill|ic)[oa]s?|chen|lein|ie|y"
"""Fond forms: Carlitos, Benita, Bennie."""


def take_from_words(club_id: UUID, name: str, neutral: str) -> None:
    """Writes a neutral name instead of a name wherever it stands as a word, in small letters or
    capitals, inflected or not, in what was written in a club: reasons, opinions, the names of the
    club and of its nights, and where they were.

    Rather too many words go than too few; but what another player of the club is called stays.
    """
    word = _as_a_word(name)
    others = {
        _bare(one) for one in Player.objects.filter(club=club_id).values_list("name", flat=True)
    }
    others.discard(_bare(name))

    def put(found: re.Match[str]) -> str:
        return found[0] if _bare(found[0]) in others else neutral

    for row, field, longest in _words(club_id):
        before = unicodedata.normalize("NFD", getattr(row, field))
        after = word.sub(put, before)
        if after != before:
            setattr(row, field, unicodedata.normalize("NFC", after)[:longest])
            row.save(update_fields=[field])


def _words(club_id: UUID) -> Iterator[tuple[Model, str, int]]:
    """Every row of a club with words in it, the field that they are in, and how many characters it
    takes."""
    nights = GameNight.objects.filter(club=club_id)
    reasons = Reopening.objects.filter(round__game__night__club=club_id)
    opinions = Opinion.objects.filter(version__round__game__night__club=club_id)
    places: tuple[tuple[QuerySet[Any], str, int], ...] = (
        (Club.objects.filter(pk=club_id), "name", MAX_LETTERS),
        (nights, "name", MAX_LETTERS),
        (nights, "location", MAX_LETTERS),
        (reasons, "reason", MAX_WORDS),
        (opinions, "words", MAX_WORDS),
    )
    for rows, field, longest in places:
        for row in rows.exclude(**{field: ""}):
            yield row, field, longest


def _as_a_word(name: str) -> re.Pattern[str]:
    """Find a name where it is no part of a longer word, also inflected and without its accents.

    Scripts without capitals do not always part words by spaces, so there it is found anywhere.
    """
    bare = _bare(name)
    start = r"(?<!\w)" if _parts_words(bare[0]) else ""
    if not _parts_words(bare[-1]):
        return re.compile(start + _any_accents(bare), re.IGNORECASE)
    forms = [f"{_any_accents(bare)}(?:{_ENDINGS})?"]
    stem = re.sub("[aeiouy]s?$", "", bare)
    if bare[-1].isalpha() and len(stem) >= _LEAST_STEM:
        last = re.escape(stem[-1])
        forms += [f"{_any_accents(stem)}(?:{_CASES}|{last}?(?:{_SMALL}))"]
    return re.compile(f"{start}(?:{'|'.join(forms)})(?![\\w{_ACCENTS}])", re.IGNORECASE)


def _bare(letters: str) -> str:
    """Return the letters in lower case without accents."""
    apart = unicodedata.normalize("NFD", letters.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _any_accents(bare: str) -> str:
    return "".join(f"{re.escape(letter)}[{_ACCENTS}]*" for letter in bare)


def _parts_words(letter: str) -> bool:
    return letter.isdigit() or letter.lower() != letter.upper()
