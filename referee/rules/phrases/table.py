"""One table of phrases a language, made from its vocabulary; misspellings are looked up in it."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from ..cards import FACES
from .card_names import EMOJI
from .english import ENGLISH
from .spanish import SPANISH
from .vocabulary import Kind, Vocabulary

VOCABULARIES = {vocabulary.code: vocabulary for vocabulary in (ENGLISH, SPANISH)}
"""Every language that can be read and said. A third one is one more file, its names of the cards in
:mod:`.card_names`, and its name here."""
LANGUAGES = tuple(VOCABULARIES)

ROLLS = {"maki": (1, 2, 3), "uramaki": (3, 4, 5)}
"""How many icons there may be where there are always some, and a number must be said."""
DICE = frozenset(face.type for face in FACES.values() if face.die_only)
"""Types with icons on dice; a number need not be said."""
NAMES = "RDNOFSPnfhE"
"""The kinds that name a card, or say which one it is."""
_INFLECTED = f"{NAMES}{Kind.CARD}{Kind.ICON}{Kind.DOWN}{Kind.ALONE}{Kind.BARE}{Kind.EMPTY}"
_NOT_MIXED = f"{Kind.COMMAND}{Kind.CLAIM}"
MAX_COMPARED = 16
"""Longer words are not compared with anything."""
MIN_NAME = 3
"""Shorter words are no name that is written together with another."""
MAX_RUNS = 4
"""So many letters of a word may be said at length."""


class Sense(NamedTuple):
    """What a phrase means: ``name`` is a type, face, fruit or shape, ``number`` a number."""

    kind: Kind
    name: str = ""
    number: int = 0
    plural: bool = False


class Table:
    """The phrases of one language.

    Attributes:
        phrases: every phrase, with its plurals, in small letters without accents.
        known: all words that are no misspellings.
        heard: what dictation makes of words, and those words; of up to ``longest_heard`` words.
        sounds: words that sound like a number, and that number in words.
        yes, no, nothing: words that agree, deny, or mean none of what is asked about.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.phrases: dict[str, Sense] = {}
        self.heard = {plain(heard): word for heard, word in vocabulary.heard.items()}
        self.longest_heard = max(heard.count(" ") + 1 for heard in self.heard)
        self.sounds = {plain(word): number for word, number in vocabulary.sounds.items()}
        self.definite = {plain(word) for word in _listed(vocabulary.definite)}
        self.speaker = {plain(word) for word in _listed(vocabulary.speaker)}
        self.but = {plain(word) for word in _listed(vocabulary.but)}
        self.turned = {plain(word) for word in _listed(vocabulary.turned)}
        self.of_them = {plain(word) for word in _listed(vocabulary.of_them)}
        self.each = {plain(word) for word in _listed(vocabulary.each)}
        self.now = {plain(word) for word in _listed(vocabulary.now)}
        self.still = {plain(word) for word in _listed(vocabulary.still)}
        self.later = {plain(word) for word in _listed(vocabulary.later)}
        self.spent = {plain(word) for word in _listed(vocabulary.spent)}
        self.soft = {plain(word) for word in _listed(vocabulary.soft)}
        self.prices = {plain(word) for word in _listed(vocabulary.prices)}
        self.closing = {plain(word) for word in _listed(vocabulary.closing)}
        self.swaps = [plain(word) for word in _listed(vocabulary.swaps)]
        self.yes, self.no, self.nothing = (
            {word for text in _listed(texts) for word in _words(text)}
            for texts in (vocabulary.yes, vocabulary.no, vocabulary.nothing)
        )
        self._written: dict[str, str] = {}
        self._faces: dict[str, dict[str, None]] = {}
        senses = list(_senses(vocabulary))
        inflected = [(text, sense) for text, sense in senses if sense.kind in _INFLECTED]
        self._singular = {word: word for text, _ in inflected for word in _words(text)}
        for text, sense in senses:
            self.phrases.setdefault(plain(text), sense)
            for word in re.split("[ -]", text):
                self._written.setdefault(plain(word), word)
                self._faces.setdefault(plain(word), {}).update(dict.fromkeys(faces_of(sense)))
        for text, _ in inflected:
            for word in re.split("[ -]", text):
                if len(word) > 3 or word == text:
                    many = vocabulary.plural(word)
                    self._singular.setdefault(plain(many), plain(word))
                    self._written.setdefault(plain(many), many)
        self._singular = {w: w for text, _ in senses for w in _words(text)} | self._singular
        for text, sense in inflected:
            for words in product(*map(self._forms, re.split("([ -])", text))):
                self.phrases.setdefault("".join(words), sense._replace(plural=True))
        for sign, name in EMOJI.items():
            is_nigiri, is_fruit = name in vocabulary.nigiri, name in vocabulary.fruits
            kind = Kind.NIGIRI if is_nigiri else Kind.FRUIT if is_fruit else _noun(name)
            self.phrases[sign] = Sense(kind, name)
        self._names = [
            (phrase, sense)
            for phrase, sense in self.phrases.items()
            if sense.kind in NAMES and sense.kind != Kind.EITHER
        ]
        self.phrases.setdefault("flipped", Sense(Kind.DOWN))
        self.known = {word for phrase in self.phrases for word in re.split("[ -]", phrase)}
        for slug, face in FACES.items():
            kind = Kind.NIGIRI if face.type == "nigiri" else _noun(slug)
            self.phrases.setdefault(slug, Sense(kind, slug))
        self._reach: dict[str, int] = {}
        for first, *more in (re.split("[ -]", phrase) for phrase in self.phrases):
            self._reach[first] = max(self._reach.get(first, 1), 1 + len(more))
        self._compared = sorted(word for word in self._singular if len(word) > 2)
        self._numbers = sorted(form for form in vocabulary.numbers if form.isalpha())
        self._strange = {plain(word) for word in _listed(vocabulary.strange)}

    @cached_property
    def _others(self) -> list["Table"]:
        return [table(code) for code in VOCABULARIES if code != self.vocabulary.code]

    def knows(self, word: str) -> bool:
        """Whether a word is one of this language, or of another one and no other word of this."""
        if word in self.known:
            return True
        return word not in self._strange and any(word in other.known for other in self._others)

    def has(self, phrase: str) -> bool:
        """Whether a word or phrase is none that only another language has."""
        first = re.split("[ -]", phrase)[0]
        return first in self.known or not any(first in other.known for other in self._others)

    def reach(self, word: str) -> int:
        """How many words a phrase may have that begins with this one."""
        return max(known._reach.get(word, 1) for known in (self, *self._others))

    def sense(self, phrase: str) -> Sense | None:
        """What a phrase means: one of this language, else of another one that has a word which is
        none of this. Commands and claims are not mixed."""
        if phrase in self.phrases:
            return self.phrases[phrase]
        words = phrase.split()
        if all(word in self.known for word in words) or self._strange.intersection(words):
            return None
        senses = (other.phrases.get(phrase) for other in self._others)
        mixed = (sense for sense in senses if sense)
        return next((one for one in mixed if one.kind not in _NOT_MIXED), None)

    def unstretched(self, word: str) -> str | None:
        """The known word that is said at length: "tempuraaa"; None for no such word."""
        runs = [match[0] for match in re.finditer(r"(.)\1*", word)]
        # "perro" is no "pero".
        long = [len(run) > 2 or (len(run) == 2 and run is runs[-1]) for run in runs]
        if not any(long) or sum(long) > MAX_RUNS:
            return None
        ways = (
            [run[:2], run[0]] if is_long else [run] for run, is_long in zip(runs, long, strict=True)
        )
        for kept in product(*ways):
            said = "".join(kept)
            if said in self.heard:
                return self.heard[said]
            if said in self.known:
                return self._written.get(said, said)
        return None

    def joint(self, word: str) -> int:
        """Where two names are written as one word: "eggnigiri"; 0 for no such place."""
        if not 2 * MIN_NAME <= len(word) <= 2 * MAX_COMPARED:
            return 0
        for at in range(MIN_NAME, len(word) - MIN_NAME + 1):
            senses = [self.phrases.get(part) for part in (word[:at], word[at:])]
            if all(sense and sense.kind in NAMES for sense in senses):
                return at
        return 0

    def sounding(self, word: str) -> str | None:
        """The number that a word sounds like, or is with one letter too few or too many, or two
        changed; None where that is none, or not clear."""
        if word in self.sounds:
            return self.sounds[word]
        if len(word) < MIN_NAME or self.knows(word):
            return None
        near = [
            number
            for number in self._numbers
            if number[0] == word[0]
            and (len(number) != len(word) or sorted(number) == sorted(word))
            and OSA.distance(word, number, score_cutoff=1) == 1
        ]
        return near[0] if len(near) == 1 else None

    def begun(self, word: str, game: Collection[str]) -> tuple[str, Sense] | None:
        """The only name in a game that begins so, and what it means; None for none, or several."""
        if word in self._strange:
            return None
        found: dict[str, tuple[str, Sense]] = {}
        for phrase, sense in self._names:
            if phrase.startswith(word) and any(face in game for face in faces_of(sense)):
                found.setdefault(sense.name, (phrase, sense))
        return found.popitem()[1] if len(found) == 1 else None

    def _forms(self, word: str) -> list[str]:
        """The singular and plural. A plural that is a word of its own, "palillos", stays one."""
        many = plain(self.vocabulary.plural(word)) if word.strip(" -") else ""
        return [plain(word), *([many] if self._singular.get(many) == plain(word) else [])]

    def corrected(self, word: str) -> str | None:
        """The known word that a misspelt one is read as, with its accents; None where none is near
        enough or several are as near."""
        near = self._near(word)
        allowed = 0 if len(word) < 4 else 1 if len(word) < 8 else 2
        if not near or near[0][0] > allowed:
            return None
        best = [known for wrong, known in near if wrong == near[0][0]]
        singular = {self._singular[known] for known in best}
        senses = {self.phrases.get(known) for known in singular}
        clear = len(singular) == 1 or (len(senses) == 1 and None not in senses)
        return self._written[best[0]] if clear else None

    def nearest(self, word: str) -> list[str]:
        """The faces whose names a word is near to, the likeliest first."""
        near = [self._singular[known] for _, known in self._near(word)]
        return list(dict.fromkeys(face for known in near for face in self._faces.get(known, ())))

    def _near(self, word: str) -> list[tuple[int, str]]:
        """Known words with up to two letters wrong (one in short words) and their number, the
        nearest first; then words that begin with this one."""
        if not 3 <= len(word) <= MAX_COMPARED:
            return []
        reach = 1 if len(word) < 5 else 2
        measured = process.extract(
            word, self._compared, scorer=OSA.distance, score_cutoff=reach, limit=None
        )
        found = [(int(wrong), known) for known, wrong, _ in measured]
        begun = [(reach + 1, known) for known in self._singular if known.startswith(word)]
        return found + [pair for pair in begun if pair[1] not in {known for _, known in found}]


@cache
def table(language: str) -> Table:
    return Table(VOCABULARIES[known_language(language)])


def known_language(language: str) -> str:
    """The code of the vocabulary for a language: ``es`` for ``es-MX``, ``en`` for one without."""
    base = language.replace("_", "-").partition("-")[0].lower()
    return base if base in VOCABULARIES else ENGLISH.code


def plain(text: str) -> str:
    """A text in small letters, without accents and what does not show; spaces and hyphens stay."""
    if text.isascii():
        return text.lower().replace("'", "")
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spread if unicodedata.category(c)[0] in "LN" or c in " -⁄")


@cache
def faces_of(sense: Sense) -> tuple[str, ...]:
    """The faces that a phrase may mean by itself, the plainest first."""
    name = sense.name
    if sense.kind == Kind.DOWN:
        return ("flipped",)
    if sense.kind == Kind.SHAPE:
        return (f"onigiri-{name}",)
    if sense.kind == Kind.FRUIT:
        cards = [slug for slug in FACES if slug.startswith("fruit-") and name in slug]
        return tuple(sorted(cards, key=lambda slug: slug != f"fruit-{name}-{name}"))
    if name in FACES and FACES[name].type != name:
        return (name,)
    types = name.split()
    return tuple(slug for type_ in types for slug, face in FACES.items() if face.type == type_)


def _noun(name: str) -> Kind:
    own = {
        "nigiri": Kind.NIGIRI_TYPE,
        "onigiri": Kind.ONIGIRI,
        "fruit": Kind.FRUIT_TYPE,
        "special-order": Kind.SPECIAL_ORDER,
    }
    if name in own:
        return own[name]
    return Kind.ROLL if name in ROLLS else Kind.ON_DICE if name in DICE else Kind.NOUN


def _senses(vocabulary: Vocabulary) -> Iterator[tuple[str, Sense]]:
    """Every phrase and what it means; of two with the same words the first counts."""
    for name, texts in vocabulary.types.items():
        yield from ((text, Sense(_noun(name), name)) for text in _listed(texts))
    named = (
        (Kind.NIGIRI, vocabulary.nigiri),
        (Kind.FRUIT, vocabulary.fruits),
        (Kind.SHAPE, vocabulary.shapes),
        (Kind.EITHER, {names: texts for texts, names in vocabulary.either.items()}),
    )
    for kind, names in named:
        for name, texts in names.items():
            yield from ((text, Sense(kind, name)) for text in _listed(texts))
    counted = (
        (Kind.NUMBER, vocabulary.numbers),
        (Kind.GROUP, vocabulary.groups),
        (Kind.MULTIPLE, vocabulary.multiples),
        (Kind.OFTEN, vocabulary.often),
    )
    for kind, numbers in counted:
        yield from ((text, Sense(kind, number=number)) for text, number in numbers.items())
    for command, texts in vocabulary.commands.items():
        yield from ((text, Sense(Kind.COMMAND, command)) for text in _listed(texts))
    yield from ((text, Sense(Kind.CARD, "die")) for text in _listed(vocabulary.dice))
    another = Sense(Kind.ARTICLE, "another", 1)
    yield from ((text, another) for text in _listed(vocabulary.another))
    for kind, texts in vocabulary.words.items():
        number = 1 if kind is Kind.ARTICLE else 0
        yield from ((text, Sense(kind, number=number)) for text in _listed(texts))


def _words(text: str) -> list[str]:
    return [plain(word) for word in re.split("[ -]", text)]


def _listed(texts: str) -> list[str]:
    return [text.strip() for text in texts.split(",") if text.strip()]
