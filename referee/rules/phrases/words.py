"""Reads the words of a language from its file, as they are written there."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from .card_names import spoken_faces
from .kinds import NAMES, Kind, Sense, VocabularyError, plain

FILES = {"en": "english.toml", "es": "spanish.toml"}
"""Every language that can be read and said. A third one is one more file, its names of the cards in
``card_names.toml``, and its line here."""
LANGUAGES = tuple(FILES)

_KINDS = {kind.name: kind for kind in Kind if kind not in f"{NAMES}{Kind.UNKNOWN}"}
_COUNTED = f"{Kind.NUMBER}{Kind.NTH}{Kind.GROUP}{Kind.MULTIPLE}{Kind.OFTEN}"
"""The kinds whose parts are numbers."""
_NAMED = {
    Kind.ARTICLE: ["another"],
    Kind.CARD: ["die"],
    Kind.COMMAND: ["undo", "next", "done", "clear"],
}
"""The parts of kinds that mean something else than the kind does."""
_TABLES = ("number", "before_noun", "sounds", "misheard", "plural", "saying")


@dataclass(frozen=True)
class Lists:
    """Words that say something besides what they do; the files tell what. They stand there by
    themselves, or as parts of a kind, as in ``FILLER.now``."""

    pair: frozenset[str]
    definite: frozenset[str]
    now: frozenset[str]
    still: frozenset[str]
    up: frozenset[str]
    soft: frozenset[str]
    of_them: frozenset[str]
    each: frozenset[str]
    later: frozenset[str]
    earlier: frozenset[str]
    others: frozenset[str]
    it: frozenset[str]
    rest: frozenset[str]
    aside: frozenset[str]
    not_so: frozenset[str]
    just: frozenset[str]
    same: frozenset[str]
    alike: frozenset[str]
    than: frozenset[str]
    last: frozenset[str]
    on_each: frozenset[str]
    missing: frozenset[str]
    are: frozenset[str]
    its: frozenset[str]
    sorry: frozenset[str]
    gets: frozenset[str]
    vague: frozenset[str]
    spent: frozenset[str]
    told: frozenset[str]
    behind: frozenset[str]
    not_mine: frozenset[str]
    turned: frozenset[str]
    restarts: frozenset[str]
    normal: frozenset[str]
    really: frozenset[str]
    bring: frozenset[str]
    swaps: tuple[str, ...]
    up_to: frozenset[str]
    but: frozenset[str]
    for_it: frozenset[str]
    denies: frozenset[str]
    prices: frozenset[str]
    closing: frozenset[str]
    speaker: frozenset[str]
    turns: frozenset[str]
    holds: frozenset[str]
    gives: frozenset[str]
    towards: frozenset[str]
    he: frozenset[str]
    own: frozenset[str]
    seat: frozenset[str]
    yes: frozenset[str]
    no: frozenset[str]
    nothing: frozenset[str]
    idle: frozenset[str]
    leading: frozenset[str]
    exclaims: frozenset[str]
    because: frozenset[str]
    telling: frozenset[str]
    people: frozenset[str]
    you: frozenset[str]
    bearing: frozenset[str]
    pointing: frozenset[str]
    other_times: frozenset[str]
    this_time: frozenset[str]
    theirs: frozenset[str]
    from_me: frozenset[str]
    not_me: frozenset[str]
    belongs: frozenset[str]
    too: frozenset[str]
    never_came: frozenset[str]
    introducing: frozenset[str]
    asking: frozenset[str]
    speaking: frozenset[str]
    there_is: frozenset[str]
    strange: frozenset[str]


_LISTS = [field.name for field in fields(Lists)]


class Numbers(NamedTuple):
    """How 1 to 99 are said: the first numbers, one after the other, the tens behind them, what
    joins a ten to one of the first, and those that are others before a noun."""

    units: list[str]
    tens: list[str]
    joint: str
    before_noun: Mapping[str, list[str]]

    def words(self, number: int, *, feminine: bool = False) -> str:
        """A number as it stands before a noun."""
        return self._forms(number)[1 + feminine]

    def read(self) -> dict[str, int]:
        """Every number by all its forms, but those that are articles; a hyphen need not be
        said."""
        articles = self.before_noun.get(self.units[0], [])
        return {
            form.replace("-", sign): number
            for number in range(1, 100)
            for form in self._forms(number)
            if form not in articles
            for sign in (" ", "")
        }

    def _forms(self, number: int) -> tuple[str, str, str]:
        """As it stands alone, and before a masculine and a feminine noun."""
        before, unit = "", number
        if number > len(self.units):
            tens, unit = divmod(number, 10)
            before = self.tens[tens - len(self.units) // 10 - 1]
            if not unit:
                return before, before, before
            before += self.joint
        alone = self.units[unit - 1]
        masculine, feminine = self.before_noun.get(alone, (alone, alone))
        return before + alone, before + masculine, before + feminine


class Sayings(NamedTuple):
    """How a tableau is said, so that it reads back. Singular and plural are separated by a slash
    where they differ, with ``+f`` behind them where the number before them is feminine.

    Attributes:
        faces: the faces; ``maki-*`` stands for all faces of a type with icons, where these are not
            said as the type.
        icons: what follows these, for each number of icons.
        down, empty: behind a card face down, and a wasabi that no nigiri lies on.
        on: between a nigiri and the wasabi under it, ``there`` one that lies there already;
            ``under`` the other way round.
        less: before cards that go.
        more: before cards that come to those that lie there; ``total`` behind all that are to lie.
        link: between cards; ``seat`` before the number of one.
    """

    numbers: Numbers
    faces: Mapping[str, str]
    icons: list[str]
    flipped: str
    copying: str
    down: str
    empty: str
    on: str
    there: str
    under: str
    less: str
    more: str
    total: str
    link: str
    seat: str


class Words:
    """What a file of words says, as it is written there.

    Raises:
        VocabularyError: names the first fault with its place.
    """

    def __init__(self, code: str) -> None:
        self.code, self.name = code, FILES[code]
        self.senses: list[tuple[str, Sense]] = []
        self.tables: dict[str, dict[str, str]] = {table: {} for table in _TABLES}
        self._lists: dict[str, list[str]] = {name: [] for name in _LISTS}
        text = (files(__package__) / "vocabularies" / self.name).read_text(encoding="utf-8")
        for key, value in tomllib.loads(text).items():
            if key in _KINDS:
                self._read_kind(_KINDS[key], value if isinstance(value, dict) else {"words": value})
            elif key in _LISTS:
                self._lists[key] += listed(self._text(key, value))
            elif key in _TABLES and isinstance(value, dict):
                self.tables[key] = {
                    word: self._text(f"{key}.{word}", text) for word, text in value.items()
                }
            else:
                raise self._error(key, "is no key")

    def lists(self) -> Lists:
        """Its lists, in small letters without accents."""
        plainly = {name: tuple(map(plain, every)) for name, every in self._lists.items()}
        swaps = plainly.pop("swaps")
        return Lists(swaps=swaps, **{name: frozenset(every) for name, every in plainly.items()})

    def sayings(self) -> Sayings:
        """How things are said."""
        number, saying = self.tables["number"], self.tables["saying"]
        before = {word: listed(forms) for word, forms in self.tables["before_noun"].items()}
        try:
            units, tens = listed(number["units"]), listed(number["tens"])
            numbers = Numbers(units, tens, number["joint"], before)
            said: dict[str, Any] = {**saying, "icons": listed(saying["icons"])}
            return Sayings(numbers, spoken_faces(self.code), **said)
        except (KeyError, TypeError) as error:
            raise self._error("number, saying", str(error)) from None

    def _read_kind(self, kind: Kind, parts: Mapping[str, object]) -> None:
        places: dict[str, str] = {}
        for part, value in parts.items():
            place = f"{kind.name}.{part}"
            sense = Sense(kind, number=1 if kind is Kind.ARTICLE else 0)
            if kind in _COUNTED and part.isdecimal():
                sense = sense._replace(number=int(part))
            elif part in _NAMED.get(kind, ()):
                sense = sense._replace(name=part)
            elif kind in _COUNTED or part not in ("words", *_LISTS):
                raise self._error(place, "is no key")
            for phrase in listed(self._text(place, value)):
                if plain(phrase) in places:
                    raise self._error(place, f"{phrase} is in {places[plain(phrase)]}, too")
                places[plain(phrase)] = place
                self.senses.append((phrase, sense))
                if part in _LISTS:
                    self._lists[part].append(phrase)

    def _text(self, place: str, value: object) -> str:
        if isinstance(value, str):
            return value
        raise self._error(place, "is no text")

    def _error(self, place: str, fault: str) -> VocabularyError:
        return VocabularyError(f"{self.name}: {place}: {fault}")


@cache
def common_words(many: int | None = None, languages: tuple[str, ...] = LANGUAGES) -> frozenset[str]:
    """The commonest words of each language, all or so many: who types one means it."""
    return frozenset(word for language in languages for word in _common(language)[:many])


@cache
def first_names() -> frozenset[str]:
    """Those of the commonest words that are somebody's first name, too."""
    return frozenset(_common("names"))


def _common(name: str) -> list[str]:
    path = files(__package__) / "common_words" / f"{name}.txt"
    return path.read_text(encoding="utf-8").split()


def known_language(language: str) -> str:
    """The code of the vocabulary for a language: ``es`` for ``es-MX``, ``en`` for one without."""
    base = language.replace("_", "-").partition("-")[0].lower()
    return base if base in FILES else LANGUAGES[0]


def listed(texts: str) -> list[str]:
    """The phrases of a text, which commas part."""
    return [phrase for text in texts.split(",") if (phrase := text.strip())]


def by_word(texts: Mapping[str, str]) -> dict[str, str]:
    """What a word is taken for, and that word."""
    return {taken: word for word, every in texts.items() for taken in listed(every)}
