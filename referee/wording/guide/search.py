"""Find what the referee is asked, in everyday words, in any of the languages.

A question's words become subjects ("empatamos" and "we tie" are both ``tie``), by the words
of the cards and the table in everyday_words.toml; RapidFuzz mends misspellings, and SQLite's
full-text search ranks what is about them.
"""

import re
import sqlite3
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import get_language, override
from rapidfuzz import process
from rapidfuzz.distance import OSA

from referee.rules.names import without_accents
from referee.rules.phrases.card_names import CARD_NAMES

from ..cards import CARDS
from ..names import type_name

MAX_QUERY = 120
"""Characters of a question that are read."""
MAX_WORDS = 30
MAX_WORD = 20
"""Letters; longer words are compared with none."""
_LONGEST_PHRASE = 6


class Correction(NamedTuple):
    """A word that was mistyped, and how it was read."""

    typed: str
    read: str


class Question(NamedTuple):
    """A question as it was understood: what it is about, and the words that were not known."""

    subjects: tuple[str, ...]
    unknown: tuple[str, ...]
    corrected: tuple[Correction, ...] = ()

    @property
    def is_understood(self) -> bool:
        """Return whether at least half of its words were."""
        return len(self.subjects) >= max(1, len(self.unknown))


def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: without case, accents and punctuation."""
    letters = without_accents(unicodedata.normalize("NFKC", text))
    return tuple(re.findall(r"\w+", re.sub(r"['’]", "", letters)))


@cache
def everyday_words() -> dict[str, Any]:
    """The table of everyday words."""
    path = Path(__file__).with_name("everyday_words.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


class _Words:
    """The words of one language, and what they are about."""

    def __init__(self, language: str) -> None:
        self.little = set(words(everyday_words()["little"].get(language, "")))
        self.phrases: dict[tuple[str, ...], list[str]] = {}
        self.beginnings: dict[str, list[str]] = {}
        with override(language):
            for type_, card in CARDS.items():
                texts = [type_name(type_), other_names(type_), card.in_questions.get(language, "")]
                for phrase in ",".join(texts).split(","):
                    self._learn(phrase, type_)
        for type_, names in CARD_NAMES.items():
            for phrase in names[language].read.split(",") if language in names else ():
                if not self.little.issuperset(words(phrase)):
                    self._learn(phrase, type_)
        for subject, by_language in everyday_words()["subjects"].items():
            for phrase in by_language.get(language, "").split(","):
                self._learn(phrase, subject)
        self.known = {word for phrase in self.phrases for word in phrase} | self.little
        self.compared = [word for word in self.known if len(word) > 3]
        self.compared_elsewhere = [word for word in self.compared if word not in self.little]
        """What words of another language may have been meant for: no little word."""

    def _learn(self, phrase: str, subject: str) -> None:
        spelled = words(phrase)
        if phrase.strip().endswith("*"):
            self.beginnings.setdefault("".join(spelled), []).append(subject)
        elif spelled:
            meant = self.phrases.setdefault(spelled, [])
            if subject not in meant:
                meant.append(subject)

    def begun(self, word: str) -> list[str]:
        """The subjects of the longest "empat*" that a word begins with."""
        for length in range(len(word), 2, -1):
            if word[:length] in self.beginnings:
                return self.beginnings[word[:length]]
        return []

    def spelling(self, word: str) -> str:
        """The known word that a word is, or its singular; "" for none."""
        endings = (word, word.removesuffix("s"), word.removesuffix("es"))
        return next((ending for ending in endings if ending in self.known), "")


_words_of = cache(_Words)


def _languages() -> list[_Words]:
    """The language in use first: the cards on the table may be of another edition than it."""
    codes = [code for code, _language in settings.LANGUAGES]
    here = get_language() or codes[0]
    return [_words_of(code) for code in sorted(codes, key=lambda code: code != here)]


def read(typed: str) -> Question:
    """Read a question. Of a longer one, the first 120 characters and 30 words count."""
    languages = _languages()
    row, corrected = [], []
    for word in words(typed[:MAX_QUERY])[:MAX_WORDS]:
        meant = _spelled(word, languages)
        if meant and not meant.startswith(word[:4]):
            corrected.append(Correction(word, meant))
        row.append(meant or word)
    subjects: dict[str, None] = {}
    unknown = []
    at = 0
    while at < len(row):
        length, meant_ = _phrase(row[at:], languages)
        if length:
            subjects.update(dict.fromkeys(meant_))
        elif not any(row[at] in vocabulary.little for vocabulary in languages):
            unknown.append(row[at])
        at += max(length, 1)
    return Question(tuple(subjects), tuple(unknown), tuple(corrected))


def _spelled(word: str, languages: Sequence[_Words]) -> str:
    """A word as some language spells it, what it is the beginning of, or what it was to be."""
    for vocabulary in languages:
        if spelling := vocabulary.spelling(word):
            return spelling
        if vocabulary.begun(word):
            return word
    if not 3 <= len(word) <= MAX_WORD:
        return ""
    compared = [languages[0].compared, *(other.compared_elsewhere for other in languages[1:])]
    for known in compared:
        if begun := [longer for longer in known if longer.startswith(word)]:
            return min(begun, key=lambda longer: (len(longer), longer))
    wrong = 0 if len(word) < 4 else 1 if len(word) < 7 else 2
    for known in compared:
        near = process.extract(word, known, scorer=OSA.distance, score_cutoff=wrong, limit=None)
        if near:
            return min((by, like[0] != word[0], -len(like), like) for like, by, _place in near)[-1]
    return ""


def _phrase(row: Sequence[str], languages: Sequence[_Words]) -> tuple[int, list[str]]:
    """The longest phrase that a row of words begins with, and what it is about."""
    for length in range(min(_LONGEST_PHRASE, len(row)), 0, -1):
        for vocabulary in languages:
            meant = vocabulary.phrases.get(tuple(row[:length]), [])
            if length == 1:
                meant = [*meant, *vocabulary.begun(row[0])]
            if meant:
                return length, meant
            if length == 1 and row[0] in vocabulary.little:
                return 0, []
    return 0, []


class Index:
    """An index of answers, by number, with what each is about: the cards, the rest, the game."""

    def __init__(self, rows: Iterable[tuple[str, str, str]]) -> None:
        self._lock = Lock()
        self._rows = sqlite3.connect(":memory:", check_same_thread=False)
        self._rows.execute(
            "CREATE VIRTUAL TABLE found USING"
            " fts5(cards, rest, game, tokenize = \"unicode61 tokenchars '-'\")"
        )
        numbered = ((number, *row) for number, row in enumerate(rows, start=1))
        self._rows.executemany(
            "INSERT INTO found (rowid, cards, rest, game) VALUES (?, ?, ?, ?)", numbered
        )

    def ranked(self, subjects: Collection[str]) -> Iterator[tuple[int, float]]:
        """Return what is about any of the subjects, best first: its place from 0, and its mark."""
        if not subjects:
            return
        wanted = " OR ".join(f'"{subject}"' for subject in subjects)
        order = "SELECT rowid, bm25(found, 5.0, 2.0, 5.0) AS mark FROM found WHERE found MATCH ?"
        with self._lock:
            rows = self._rows.execute(f"{order} ORDER BY mark, rowid", (wanted,)).fetchall()
        for number, mark in rows:
            yield number - 1, -mark


def other_names(type_: str) -> str:
    """Other names of a type in the language in use, with commas between them."""
    return str(CARDS[type_].other_names)
