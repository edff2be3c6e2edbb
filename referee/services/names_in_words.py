"""A name that has to go, in what people have written in their own words."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet

from ..models import MOST_WORDS, Club, GameNight, Opinion, Reopening

MOST_LETTERS = 60
"""Of what a club, a night or its place is called."""


def take_from_words(club_id: UUID, name: str, neutral: str) -> None:
    """Writes a neutral name instead of a name wherever it stands as a word, in small letters or
    capitals, in what was written in a club: reasons, opinions, the names of the club and of its
    nights, and where they were."""
    word = _as_a_word(name)
    for row, field, longest in _words(club_id):
        before = unicodedata.normalize("NFC", getattr(row, field))
        after = word.sub(lambda _found: neutral, before)
        if after != before:
            setattr(row, field, after[:longest])
            row.save(update_fields=[field])


def _words(club_id: UUID) -> Iterator[tuple[Model, str, int]]:
    """Every row of a club with words in it, the field that they are in, and how many characters it
    takes."""
    nights = GameNight.objects.filter(club=club_id)
    reasons = Reopening.objects.filter(round__game__night__club=club_id)
    opinions = Opinion.objects.filter(version__round__game__night__club=club_id)
    places: tuple[tuple[QuerySet[Any], str, int], ...] = (
        (Club.objects.filter(pk=club_id), "name", MOST_LETTERS),
        (nights, "name", MOST_LETTERS),
        (nights, "location", MOST_LETTERS),
        (reasons, "reason", MOST_WORDS),
        (opinions, "words", MOST_WORDS),
    )
    for rows, field, longest in places:
        for row in rows.exclude(**{field: ""}):
            yield row, field, longest


def _as_a_word(name: str) -> re.Pattern[str]:
    """Finds a name where it is no part of a longer word. Scripts without capitals do not always
    part words by spaces, so there it is found anywhere."""
    start = r"(?<!\w)" if _parts_words(name[0]) else ""
    end = r"(?!\w)" if _parts_words(name[-1]) else ""
    return re.compile(start + re.escape(name) + end, re.IGNORECASE)


def _parts_words(letter: str) -> bool:
    return letter.isdigit() or letter.lower() != letter.upper()
