"""What every card type is called, in every language, as ``card_names.toml`` tells it."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from .kinds import VocabularyError

_FILE = "card_names.toml"


class Names(NamedTuple):
    """What a type is called in one language. The file says what each of these is; several names are
    separated by commas."""

    read: str = ""
    spoken: str | Mapping[str, str] = ""
    misheard: Mapping[str, str] = {}
    kinds: Mapping[str, str] = {}
    other: str = ""
    asked: str = ""


def _joined(said: Any) -> Any:
    """What the file says, each text on one line."""
    if isinstance(said, str):
        return " ".join(said.split())
    return {key: _joined(value) for key, value in said.items()}


def _names(place: str, said: dict[str, Any]) -> Names:
    if unknown := said.keys() - set(Names._fields):
        raise VocabularyError(f"{_FILE}: {place}.{min(unknown)}: is no key")
    return Names(**said)


_SAID = _joined(
    tomllib.loads((files(__package__) / "vocabularies" / _FILE).read_text(encoding="utf-8"))
)

EITHER: dict[str, dict[str, str]] = _SAID.pop("either")
"""What may mean several types, by these: it is asked which."""
EMOJI: dict[str, str] = {sign: name for name, signs in _SAID.pop("emoji").items() for sign in signs}
"""The emoji of a type, of what lies on a nigiri, or of a fruit."""
_NAMES: dict[str, dict[str, Names]] = {
    type_: {code: _names(f"{type_}.{code}", names) for code, names in by_language.items()}
    for type_, by_language in _SAID.items()
}
CARD_NAMES = {type_: names for type_, names in _NAMES.items() if type_ != "tokens"}
"""By type and language."""


def names_in_questions(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """What each type, and Roll's unused tokens, are called besides: where their rules are shown,
    and in questions alone."""
    names = {type_: its[language] for type_, its in _NAMES.items() if language in its}
    return (
        {type_: its.other for type_, its in names.items() if its.other},
        {type_: its.asked for type_, its in names.items() if its.asked},
    )


def read_names(language: str) -> dict[str, str]:
    """The names of each type that are read."""
    return {type_: names[language].read for type_, names in CARD_NAMES.items()}


def spoken_faces(language: str) -> dict[str, str]:
    """How each face is said."""
    faces: dict[str, str] = {}
    for type_, names in CARD_NAMES.items():
        spoken = names[language].spoken
        faces |= {type_: spoken} if isinstance(spoken, str) else spoken
    return faces


def misheard_words(language: str) -> dict[str, str]:
    """What dictation makes of a word of a name, and that word."""
    return {
        misheard: word
        for names in CARD_NAMES.values()
        for word, every in names[language].misheard.items()
        for misheard in every.split(", ")
    }
