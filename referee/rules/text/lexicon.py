"""A vocabulary made ready for reading: its phrases by their first word, its words by spelling."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from ..cards import FACES
from .english import ENGLISH
from .spanish import SPANISH
from .spelling import Spellings, allowed
from .tokens import plain
from .vocabulary import Kind, Vocabulary

VOCABULARIES = {vocabulary.code: vocabulary for vocabulary in (ENGLISH, SPANISH)}
"""Every language that can be read and said; a third one is one more name in this line."""
LANGUAGES = tuple(VOCABULARIES)

CARD_KINDS = frozenset({Kind.NOUN, Kind.NIGIRI, Kind.FACE, Kind.FRUIT, Kind.SHAPE, Kind.EITHER})
"""Phrases that name a card, or say which one it is."""
_INFLECTED = CARD_KINDS | {Kind.CARD, Kind.ICON, Kind.DOWN, Kind.ALONE, Kind.BARE}


class Sense(NamedTuple):
    """What a phrase means: ``name`` is a type, face, fruit or shape, ``number`` a number."""

    kind: Kind
    name: str = ""
    number: int = 0


class Phrase(NamedTuple):
    """A phrase of the vocabulary: its words (without accents, singular), and which of them must
    be joined to the one before by a hyphen."""

    words: tuple[str, ...]
    hyphens: frozenset[int]
    sense: Sense


class Lexicon:
    """The words of one language.

    Attributes:
        phrases: by their first word, the longest first.
        lemmas: the singular of every known word of the language.
        spelled: all that are no misspellings: these, and the words of the score sheet's notation.
        heard: what dictation makes of words, in words, and those words.
        sounds: words that sound like numbers.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.phrases: dict[str, list[Phrase]] = {}
        self.lemmas: dict[str, str] = {}
        self.sounds = {plain(word): number for word, number in vocabulary.sounds.items()}
        self.heard = {
            tuple(plain(word) for word in heard.split()): word
            for heard, word in vocabulary.heard.items()
        }
        self._written: dict[str, str] = {}
        self._faces: dict[str, dict[str, None]] = {}
        for text, sense in _phrases(vocabulary):
            self._add(text, sense)
        self.spelled = set(self.lemmas)
        for slug in FACES:
            phrase = _phrase(slug, _slug_sense(slug))
            self._add_phrase(phrase)
            self.spelled.update(phrase.words)
        self._add_phrase(_phrase("flipped", Sense(Kind.DOWN)))
        self.spelled.add("flipped")
        for phrases in self.phrases.values():
            phrases.sort(key=lambda phrase: (len(phrase.words), len(phrase.hyphens)), reverse=True)
        self._spellings = Spellings(self.lemmas)

    def _add(self, text: str, sense: Sense) -> None:
        phrase = _phrase(text, sense)
        # A plural that is a word of its own, such as "palillos", stays one.
        for word in text.replace("-", " ").split():
            form = plain(word)
            self.lemmas[form] = form
            self._written.setdefault(form, word)
            if sense.kind in _INFLECTED and (len(form) > 3 or form == plain(text)):
                many = self.vocabulary.plural(word)
                self.lemmas.setdefault(plain(many), form)
                self._written.setdefault(plain(many), many)
            for face in faces_of(sense):
                self._faces.setdefault(form, {})[face] = None
        self._add_phrase(phrase)

    def _add_phrase(self, phrase: Phrase) -> None:
        same = self.phrases.setdefault(phrase.words[0], [])
        if all(known[:2] != phrase[:2] for known in same):
            same.append(phrase)

    def written(self, form: str) -> str:
        """A known word with its accents."""
        return self._written.get(form, form)

    def corrected(self, form: str) -> str | None:
        """The known word that a misspelt one is read as; None where none or several are as near."""
        near = self._spellings.near(form)
        if not near or near[0][0] > allowed(len(form)):
            return None
        best = [word for wrong, word in near if wrong == near[0][0]]
        if len({self.lemmas[word] for word in best}) == 1:
            return best[0]
        senses = {self._sense(word) for word in best}
        return best[0] if len(senses) == 1 and None not in senses else None

    def _sense(self, form: str) -> Sense | None:
        """What a word means by itself, None for one that means something only with others."""
        phrases = self.phrases.get(self.lemmas[form], [])
        return next((phrase.sense for phrase in phrases if len(phrase.words) == 1), None)

    def nearest(self, form: str) -> list[str]:
        """The faces whose names a word is near to, the likeliest first."""
        found: dict[str, None] = {}
        for _, word in self._spellings.near(form):
            found.update(self._faces.get(self.lemmas[word], {}))
        return list(found)


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language: that of English for one without a vocabulary."""
    return Lexicon(VOCABULARIES[known_language(language)])


def known_language(language: str) -> str:
    """The code of the vocabulary for a language: ``es`` for ``es-MX``, ``en`` for one without."""
    base = language.replace("_", "-").partition("-")[0].lower()
    return base if base in VOCABULARIES else ENGLISH.code


def faces_of(sense: Sense) -> tuple[str, ...]:
    """The faces that a phrase may mean by itself, the plainest first."""
    if sense.kind in (Kind.NIGIRI, Kind.FACE):
        return (sense.name,)
    if sense.kind is Kind.EITHER:
        return tuple(face for name in sense.name.split() for face in _of_type(name))
    if sense.kind is Kind.FRUIT:
        double = f"fruit-{sense.name}-{sense.name}"
        others = [slug for slug in _of_type("fruit") if sense.name in slug and slug != double]
        return (double, *others)
    if sense.kind is Kind.SHAPE:
        return (f"onigiri-{sense.name}",)
    if sense.kind is Kind.DOWN:
        return ("flipped",)
    return _of_type(sense.name) if sense.kind is Kind.NOUN else ()


@cache
def _of_type(type_: str) -> tuple[str, ...]:
    return tuple(face.slug for face in FACES.values() if face.type == type_)


def _phrases(vocabulary: Vocabulary) -> Iterator[tuple[str, Sense]]:
    """Every phrase and what it means; of two with the same words the first counts."""
    named: tuple[tuple[Kind, Mapping[str, str]], ...] = (
        (Kind.NOUN, vocabulary.types),
        (Kind.NIGIRI, vocabulary.nigiri),
        (Kind.FRUIT, vocabulary.fruits),
        (Kind.SHAPE, vocabulary.shapes),
    )
    for kind, names in named:
        for name, texts in names.items():
            for text in _listed(texts):
                yield text, Sense(kind, name)
    for texts, faces in vocabulary.either.items():
        for text in _listed(texts):
            yield text, Sense(Kind.EITHER, faces)
    counted = (
        (Kind.NUMBER, vocabulary.numbers),
        (Kind.GROUP, vocabulary.groups),
        (Kind.MULTIPLE, vocabulary.multiples),
    )
    for kind, numbers in counted:
        for text, number in numbers.items():
            yield text, Sense(kind, number=number)
    for kind, texts in vocabulary.words.items():
        for text in _listed(texts):
            yield text, Sense(kind, number=1 if kind is Kind.ARTICLE else 0)


def _listed(texts: str) -> list[str]:
    return [text.strip() for text in texts.split(",") if text.strip()]


def _phrase(text: str, sense: Sense) -> Phrase:
    words: list[str] = []
    hyphens: set[int] = set()
    for spaced in text.split():
        for place, word in enumerate(spaced.split("-")):
            if place:
                hyphens.add(len(words))
            words.append(plain(word))
    return Phrase(tuple(words), frozenset(hyphens), sense)


def _slug_sense(slug: str) -> Sense:
    """A face by its name on the score sheet; numbers of icons are read apart."""
    face = FACES[slug]
    if face.type == "nigiri":
        return Sense(Kind.NIGIRI, slug)
    return Sense(Kind.NOUN, slug) if slug == face.type else Sense(Kind.FACE, slug)
