"""Read what the referee is asked, in everyday words, in any of the languages.

A question's words become subjects ("empatamos" and "we tie" are both ``tie``), by the words
of the cards and the table in everyday_words.toml; RapidFuzz mends misspellings.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import get_language, override
from rapidfuzz import process
from rapidfuzz.distance import OSA

from referee.rules import RULESETS
from referee.rules.names import without_accents
from referee.rules.phrases.card_names import CARD_NAMES, names_in_questions
from referee.rules.phrases.words import common_words, first_names, known_language

from ..cards import CARDS
from ..names import type_name

ELSEWHERE = "elsewhere"
"""The subject of what has nothing to do with the game."""
COUNTS_TOLD = ("counts-all-alike", "counts-first-alike", "counts-second-alike", "counts-differ")
"""The subjects of counts that are told: who ties."""
_NOTHING = ""
"""That of a phrase that tells nothing: “te quedas” has no tea in it."""
MAX_QUERY = 120
"""Characters of a question that are read."""
MAX_WORDS = 30
MAX_WORD = 20
"""Letters; longer words are compared with none."""
_LONGEST_PHRASE = 6
_NEVER_SHORTENED = 5000
"""The commonest words that are not taken for the beginning of a longer one: "temp" may be."""
_MANY = 20
"""Numbers from here on are no counts of cards."""


class Correction(NamedTuple):
    """A word that was mistyped, and how it was read."""

    typed: str
    read: str


class Question(NamedTuple):
    """A question as it was understood: what it is about, the words that were not known, all its
    words, and the names of somebody or something in it."""

    subjects: tuple[str, ...]
    unknown: tuple[str, ...]
    corrected: tuple[Correction, ...] = ()
    words: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: without case, accents and punctuation."""
    letters = without_accents(unicodedata.normalize("NFKC", text))
    return tuple(re.findall(r"\w+", re.sub(r"['’]", "", letters)))


@cache
def everyday_words() -> dict[str, Any]:
    """The table of everyday words."""
    path = Path(__file__).with_name("everyday_words.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def subject_words() -> dict[str, dict[str, str]]:
    """The words of every subject, by language: of the game, of SushiScore, of anything else."""
    return {**everyday_words()["subjects"], **everyday_words()["app"]}


class _Words:
    """The words of one language, and what they are about."""

    def __init__(self, language: str) -> None:
        little = everyday_words()["little"].get(language, "").split(",")
        self.language = language
        self.common = common_words(_NEVER_SHORTENED, (known_language(language),))
        self.little = {spelled[0] for spelled in map(words, little) if len(spelled) == 1}
        numbers = everyday_words()["numbers"].get(language, "").split(", ")
        self.numbers = {word: number for number, word in enumerate(numbers)}
        self.digits = {word: str(number) for word, number in self.numbers.items() if number > 1}
        """Numbers from two on are read as digits."""
        ordinals = everyday_words()["ordinals"].get(language, "").split(", ")
        self.ordinals = {str(at): word for at, word in enumerate(ordinals, start=1)}
        self.short: dict[str, str] = everyday_words()["short"].get(language, {})
        """Words as they are written in a chat, and in full."""
        self.numbers |= dict.fromkeys(words(everyday_words()["no-number"].get(language, "")), 0)
        self.phrases: dict[tuple[str, ...], list[str]] = {}
        self.beginnings: dict[str, list[str]] = {}
        with override(language):
            for type_ in CARDS:
                self._learn(type_name(type_), type_)
        for names in names_in_questions(language):
            for type_, its in names.items():
                self._learn_all(its.split(","), type_)
        for type_, by_language in CARD_NAMES.items():
            read_ = by_language[language].read.split(",") if language in by_language else ()
            self._learn_all([it for it in read_ if not self.little.issuperset(words(it))], type_)
        for subject, by_language in everyday_words()["subjects"].items():
            if subject != ELSEWHERE:
                self._learn_all(by_language.get(language, "").split(","), subject)
        of_game = {word for phrase in self.phrases for word in phrase}
        self.of_cards = {
            word
            for phrase, meant in self.phrases.items()
            for word in phrase
            if not CARDS.keys().isdisjoint(meant)
        }
        self.compared = [word for word in of_game - self.little if len(word) > 3]
        """What a misspelt word may have been meant for."""
        self.compared_of_cards = [word for word in self.compared if word in self.of_cards]
        for subject in (ELSEWHERE, *everyday_words()["app"]):
            self._learn_all(subject_words()[subject].get(language, "").split(","), subject)
        self._learn_all([phrase for phrase in little if len(words(phrase)) > 1], _NOTHING)
        self.known = {word for phrase in self.phrases for word in phrase} | self.little

    def _learn_all(self, phrases: Iterable[str], subject: str) -> None:
        for phrase in phrases:
            self._learn(phrase, subject)

    def _learn(self, phrase: str, subject: str) -> None:
        spelled = tuple(self.digits.get(word, self.ordinal(word)) for word in words(phrase))
        if phrase.strip().endswith("*"):
            self.beginnings.setdefault("".join(spelled), []).append(subject)
        elif spelled:
            meant = self.phrases.setdefault(spelled, [])
            if subject not in meant:
                meant.append(subject)

    def ordinal(self, word: str) -> str:
        """A word, or the ordinal that it is in figures: "3ra" is "tercera"."""
        figure = _ORDINAL.fullmatch(word)
        return self.ordinals.get(figure[1], word) if figure else word

    def begun(self, word: str) -> list[str]:
        """The subjects of the longest "empat*" that a word begins with."""
        for length in range(len(word), 2, -1):
            if word[:length] in self.beginnings:
                return self.beginnings[word[:length]]
        return []

    def singular(self, word: str) -> list[str]:
        """The subjects of a word's singular."""
        endings = (word.removesuffix("s"), word.removesuffix("es"))
        return next(
            (self.phrases[(ending,)] for ending in endings if (ending,) in self.phrases), []
        )

    def spelling(self, word: str) -> str:
        """The known word that a word is, or its singular, or a verb without the pronouns at its
        end, as in "pedirle"; "" for none."""
        endings = (word, word.removesuffix("s"), word.removesuffix("es"), _PRONOUNS.sub("", word))
        return next((ending for ending in endings if ending in self.known), "")

    def form(self, word: str) -> str:
        """The known form of a verb that another form of it is: "puedan" is "pueda"; "" for none."""
        forms = everyday_words()["forms"].get(self.language, {})
        for ending in sorted(forms, key=len, reverse=True):
            stem = word.removesuffix(ending)
            if len(stem) > 2 and stem != word:
                for other in forms[ending].split(","):
                    if stem + other in self.known or self.begun(stem + other):
                        return str(stem + other)
        return ""


_ORDINAL = re.compile(r"(\d)(?:st|nd|rd|th|e?r[ao]?|d[ao]|t[ao]|v[ao]|m[ao]|[ao])s?")
_PRONOUNS = re.compile(r"(?<=\w{3}r)(me|te|se|nos)?(l[aeo]s?)?$")
_words_of = cache(_Words)


def _languages() -> list[_Words]:
    """The language in use first: the cards on the table may be of another edition than it."""
    codes = [code for code, _language in settings.LANGUAGES]
    here = get_language() or codes[0]
    return [_words_of(code) for code in sorted(codes, key=lambda code: code != here)]


_MINUS = re.compile(r"(?<!\S)[-−](?=\d)")


def read(typed: str) -> Question:
    """Read a question. Of a longer one, the first 120 characters and 30 words count.

    A word is corrected only where the question is about the game then: to the name of a card, or
    beside something else of the game."""
    languages = _languages()
    typed = _MINUS.sub("below zero ", typed[:MAX_QUERY])
    meant, names = _meant(typed)
    row = [(word, *_spelled(word, languages)) for word in meant[:MAX_WORDS]]
    question = _question(row, languages)
    if question.corrected:
        surely = [
            (word, word, False)
            if is_guessed and _is_doubtful(word, read_)
            else (word, read_, is_guessed)
            for word, read_, is_guessed in row
        ]
        without = _question(surely, languages)
        question = without if _is_of_game(without) else question
    if question.corrected and CARDS.keys().isdisjoint(question.subjects):
        as_typed = _question([(word, word, False) for word, *_read in row], languages)
        question = question if as_typed.subjects else as_typed
    return question._replace(names=tuple(names))


def _is_doubtful(word: str, read_: str) -> bool:
    """Whether a word is hardly what it was read as: three letters of it, or another first one."""
    return len(word) < 4 or word[0] != read_[0]


def _is_of_game(question: Question) -> bool:
    """Whether a question tells something of the game that is not said of anything else."""
    elsewhere = {ELSEWHERE, *everyday_words()["app"], *everyday_words()["slight"]}
    return not elsewhere.issuperset(question.subjects)


def _meant(typed: str) -> tuple[list[str], list[str]]:
    """The words of a question, and the names: what has a capital letter in its midst."""
    shown = re.findall(r"\w+", re.sub(r"['’]", "", unicodedata.normalize("NFKC", typed)))
    is_shouted = typed.isupper()
    here, *_others = languages = _languages()
    known = [vocabulary.known | vocabulary.digits.keys() for vocabulary in languages]
    found: list[str] = []
    names: list[str] = []
    for at, shown_ in enumerate(shown):
        spelled = without_accents(shown_)
        is_name = at and shown_[0].isupper() and not is_shouted
        is_known = spelled.isdecimal() or any(spelled in of_it for of_it in known)
        is_known = is_known or spelled in first_names()
        if is_name and not is_known:
            names.append(spelled)
        else:
            word = here.ordinal(here.short.get(spelled, spelled))
            digits = (of_it.digits[word] for of_it in languages if word in of_it.digits)
            found.append(next(digits, word))
    return found, names


def _question(row: Sequence[tuple[str, str, bool]], languages: Sequence[_Words]) -> Question:
    """What a row of words is about: each as it was typed and as it is read, or "", and whether
    that is guessed."""
    read_ = [meant or word for word, meant, _is_guessed in row]
    subjects: dict[str, None] = {}
    unknown = []
    shown = []
    at = 0
    while at < len(read_):
        length, meant_ = _phrase(read_[at:], languages)
        if length:
            subjects.update((subject, None) for subject in meant_ if subject != _NOTHING)
            subjects.update((card, None) for card in _cards_in(read_[at : at + length], meant_))
        elif not _tells_nothing(read_[at], languages):
            unknown.append(read_[at])
        is_dish = not CARDS.keys().isdisjoint(meant_)
        shown.append(
            _DISH if is_dish else " ".join(word for word, *_read in row[at : at + max(length, 1)])
        )
        at += max(length, 1)
    if _TALK.search(" ".join(shown)):
        subjects[ELSEWHERE] = None
    alike = _alike(read_, languages)
    subjects.update((subject, None) for subject in alike)
    if alike and alike != COUNTS_TOLD[:1] and not _are_only_two(read_):
        subjects.pop("two-players", None)  # there are three of them: “Ben and I have 3, Kim 4”
    corrected = tuple(Correction(word, meant) for word, meant, is_guessed in row if is_guessed)
    return Question(tuple(subjects), tuple(unknown), corrected, tuple(read_))


_DISH = "DISH"
_TALK = re.compile("|".join(f"(?:{talk})" for talk in everyday_words()["talk"]))
"""What is said of what is eaten, not of its card: “is there more DISH”."""


def _tells_nothing(word: str, languages: Sequence[_Words]) -> bool:
    """Whether a word is a number, a little word or the name of a player."""
    return (
        word.isdecimal()
        or word in first_names()
        or any(word in vocabulary.little for vocabulary in languages)
    )


def _cards_in(phrase: Sequence[str], meant: Sequence[str]) -> list[str]:
    """The cards that are named in a phrase about something else of the game: “two chopsticks”."""
    # “In the box” is no card, nor is a game's name.
    of_game = everyday_words()["subjects"].keys() - {ELSEWHERE, "box", *RULESETS}
    if len(phrase) == 1 or not set(meant) <= of_game:
        return []
    return [card for word in phrase for card in _phrase([word], _languages())[1] if card in CARDS]


def _alike(row: Sequence[str], languages: Sequence[_Words]) -> tuple[str, ...]:
    """Who ties where counts are told: the first in “4 4 3”, the second in “5, Ben and I 3”."""
    told_ = _NO_COUNT.sub("", " ".join(row))
    row = _BOTH.sub("" if _are_only_two(row) else _OF_TWO, told_).split()
    spelled = {word: n for of_it in languages for word, n in of_it.numbers.items()}
    told = [int(word) if word.isdecimal() else spelled.get(word, _MANY) for word in row]
    counted = [at for at, count in enumerate(told) if count < _MANY]
    if len(counted) < 2:
        return ()
    counts = [told[at] for at in counted]
    before = [0, *(at + 1 for at in counted)]
    counts += [
        told[at]
        for at, begin in zip(counted, before, strict=False)
        if _is_of_two(row[begin:at], row[at + 1 : at + 3])
    ]
    counts.sort(reverse=True)
    of_all, of_first, of_second, of_none = COUNTS_TOLD
    if len(set(counts)) == len(counts):
        return (of_none,) if len(counts) > 2 else ()
    if len(set(counts)) == 1:
        return (of_all,)
    return (of_first,) if counts[0] == counts[1] else (of_second,)


def _are_only_two(row: Sequence[str]) -> bool:
    """Whether nobody else plays: “just the two of us”."""
    return not {*everyday_words()["of-two"]["only"]}.isdisjoint(row)


_OF_TWO = "both"
_BOTH = re.compile(
    r"\b(?:(?:we|us|other|nosotros|nosotras|los|las|otros|otras) \d|\d of us|ambos|ambas|both)\b"
)
"""Several players, where they are counted."""
_NO_COUNT = re.compile(
    r"\b(?:the|los) 6\b|(?<=\bcada )un[oa]\b|\b(?:somos|jugamos) \d\b"
    r"|\b\d (?:players|people|jugadores|personas)\b"
)
"""Numbers of players, and the points that are shared."""


def _is_of_two(before: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a count is of two players, by the words between it and the other counts: “3 each”,
    “Ben and I have 3”, “both have 3”, but not “2 and I have 3”."""
    of_two = everyday_words()["of-two"]
    if _OF_TWO in before or not {*of_two["behind"]}.isdisjoint(behind):
        return True
    named = [word for word in before if word not in of_two["whose"]]
    is_somebody = [word in of_two["people"] or word in first_names() for word in named]
    return any(
        named[at] in of_two["and"] and is_somebody[at - 1] and is_somebody[at + 1]
        for at in range(1, len(named) - 1)
    )


def _spelled(word: str, languages: Sequence[_Words]) -> tuple[str, bool]:
    """A word as some language spells it, or, as a guess, what it is the beginning of or was to be.
    Only names of cards are looked for in other languages than that in use."""
    here, *others = languages
    for vocabulary in languages:
        if spelling := vocabulary.spelling(word):
            return spelling, False
        if vocabulary.begun(word):
            return word, False
    if form := here.form(word):
        return form, False
    if not 3 <= len(word) <= MAX_WORD or word in common_words(_NEVER_SHORTENED):
        return "", False
    compared = [here.compared, *(other.compared_of_cards for other in others)]
    for known in compared:
        if begun := [longer for longer in known if longer.startswith(word)]:
            return min(begun, key=lambda longer: (len(longer), longer)), True
    wrong = 0 if len(word) < 4 or word in common_words() else 1 if len(word) < 7 else 2
    for vocabulary, known in zip(languages, compared, strict=True):
        near = [
            (by, like[0] != word[0], -len(like), like)
            for like, by, _place in process.extract(
                word, known, scorer=OSA.distance, score_cutoff=wrong, limit=None
            )
            if by < 2 or (like[0] == word[0] and like in vocabulary.of_cards)
        ]
        if near:
            return min(near)[-1], True
    return "", False


def _phrase(row: Sequence[str], languages: Sequence[_Words]) -> tuple[int, list[str]]:
    """The longest phrase that a row of words begins with, and what it is about. A common word of
    the language in use is none of another: “tiré” is no tire."""
    here = languages[0]
    for length in range(min(_LONGEST_PHRASE, len(row)), 0, -1):
        for vocabulary in languages:
            meant = vocabulary.phrases.get(tuple(row[:length]), [])
            if length == 1:
                meant = [*(meant or vocabulary.singular(row[0])), *vocabulary.begun(row[0])]
            if vocabulary is not here and length == 1 and row[0] in here.common:
                meant = []
            if meant:
                return length, meant
            if length == 1 and row[0] in vocabulary.little:
                return 0, []
    return 0, []


def other_names(type_: str) -> str:
    """Other names of a type in the language in use, with commas between them."""
    shown, _ = names_in_questions(get_language() or "")
    return (shown or names_in_questions("en")[0])[type_]
