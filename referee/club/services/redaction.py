"""Removes a name from free text."""

import re
import unicodedata
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from ...models import (
    Club,
    Correction,
    Game,
    GameNight,
    Opinion,
    Player,
    Reopening,
    Season,
)
from ...rules.names import without_accents

_ACCENTS = "\u0300-\u036f"
_LEAST_STEM = 3
"""Letters of a name without its ending; shorter ones begin too many other words."""
_ENDINGS = "e?s|e?n|ens"
_CASES = "[aeiouy](?:[mshjn]|mi|ch)?|ou|owi|ovi"
"""Instead of a name's ending, in languages that decline names: Marty, Martu, Adama, Adamem."""
_SMALL = "(?:c|ec)?(?:it|ill|ic)[oa]s?|chen|lein|ie|y"
"""Fond forms: Carlitos, Benita, Bennie."""


def take_from_words(club_id: UUID, name: str, neutral: str) -> None:
    """Write a neutral name for a name wherever it stands as a word, in any case or inflection: in
    reasons, opinions, and the names, places and notes of the club, its nights, games and seasons.

    Rather too many words go than too few; but what another player of the club is called stays.
    """
    word = _as_a_word(name)
    names = Player.objects.filter(club=club_id).values_list("name", flat=True)
    others = {without_accents(other) for other in names} - {without_accents(name)}
    nights = GameNight.objects.filter(club=club_id)
    games = Game.objects.filter(night__club=club_id)
    corrections = Correction.objects.filter(game__night__club=club_id)
    reasons = Reopening.objects.filter(round__game__night__club=club_id)
    opinions = Opinion.objects.filter(version__round__game__night__club=club_id)
    places: tuple[tuple[QuerySet[Any], str], ...] = (
        (Club.objects.filter(pk=club_id), "name"),
        (nights, "name"),
        (nights, "location"),
        (Season.objects.filter(club=club_id), "name"),
        (nights, "note"),
        (games, "location"),
        (games, "note"),
        (games, "tie_words"),
        (corrections, "reason"),
        (reasons, "reason"),
        (opinions, "words"),
    )
    for rows, field in places:
        longest = rows.model._meta.get_field(field).max_length
        for row in rows.exclude(**{field: ""}):
            before = unicodedata.normalize("NFD", getattr(row, field))
            after = word.sub(lambda m: m[0] if without_accents(m[0]) in others else neutral, before)
            if after != before:
                setattr(row, field, unicodedata.normalize("NFC", after)[:longest])
                row.save(update_fields=[field])


def _as_a_word(name: str) -> re.Pattern[str]:
    """Match a name as a word, also inflected and without its accents; in scripts without capitals,
    which do not always part words by spaces, anywhere.
    """
    bare = without_accents(name)
    start = r"(?<!\w)" if _parts_words(bare[0]) else ""
    if not _parts_words(bare[-1]):
        return re.compile(start + _accents_pattern(bare), re.IGNORECASE)
    forms = [f"{_accents_pattern(bare)}(?:{_ENDINGS})?"]
    stem = re.sub("[aeiouy]s?$", "", bare)
    if bare[-1].isalpha() and len(stem) >= _LEAST_STEM:
        last = re.escape(stem[-1])
        forms += [f"{_accents_pattern(stem)}(?:{_CASES}|{last}?(?:{_SMALL}))"]
    return re.compile(f"{start}(?:{'|'.join(forms)})(?![\\w{_ACCENTS}])", re.IGNORECASE)


def _accents_pattern(bare: str) -> str:
    return "".join(f"{re.escape(letter)}[{_ACCENTS}]*" for letter in bare)


def _parts_words(letter: str) -> bool:
    return letter.isdigit() or letter.lower() != letter.upper()
