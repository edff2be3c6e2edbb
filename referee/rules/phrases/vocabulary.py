"""The phrases of each language, made from its words; misspellings are looked up in them."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise, product

from rapidfuzz import process
from rapidfuzz.distance import OSA

from ..cards import FACES
from .card_names import CARD_NAMES, EITHER, EMOJI, misheard_words, read_names
from .kinds import NAMES, Held, Kind, Sense, faces_of, noun_kind, plain
from .words import FILES, Words, by_word, common_words, first_names, known_language, listed

MAX_COMPARED = 16
"""Longer words are not compared with anything."""
MIN_NAME = 3
"""Shorter words are no name that is written together with another."""
MAX_COMMON = 3000
"""So many of a language's commonest words are no misspellings, and may be passed over."""
MAX_RUNS = 4
"""So many letters of a word may be said at length."""

MAX_SOUND = 3
"""So many words may sound like one name."""
MIN_SOUND = 3
"""Names with fewer consonants sound like too many words."""
MIN_SAID = 6
"""Shorter words are no name that only sounds alike."""
_ALIKE = str.maketrans("bdgcqvzjw", "ptkkkfssr", "aeiouyh")
"""Letters that sound alike, and those that are not compared."""

_INFLECTED = f"{NAMES}{Kind.CARD}{Kind.ICON}{Kind.DOWN}{Kind.ALONE}{Kind.BARE}{Kind.EMPTY}"
_NOT_MIXED = f"{Kind.COMMAND}{Kind.CLAIM}"


class Vocabulary:
    """The words of one language, in small letters without accents.

    Attributes:
        phrases: every phrase, with its plurals.
        known: all words that are no misspellings.
        numbers: 1 to 99 in words, with their accents.
        heard: what dictation makes of words, and those words; of up to ``longest_heard`` words.
        sounds: words that sound like a number, and that number in words.
        sayings: how :func:`~.saying.tableau_words` says things.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        words = Words(code)
        self.lists = words.lists()
        self.sayings = words.sayings()
        self.numbers = self.sayings.numbers.read()
        misheard = misheard_words(code) | by_word(words.tables["misheard"])
        self.heard = {plain(heard): word for heard, word in misheard.items()}
        self.longest_heard = max(heard.count(" ") + 1 for heard in self.heard)
        self.sounds = {plain(k): word for k, word in by_word(words.tables["sounds"]).items()}
        its = self.lists
        self._telling = _pattern(its.telling | its.people | its.bearing | its.pointing)
        self._bearing = _pattern(its.bearing)
        self._pointing = _pattern(its.pointing)
        self._people = _pattern(its.people)
        self._endings = sorted(words.tables["plural"].items(), key=lambda pair: -len(pair[0]))
        self.phrases: dict[str, Sense] = {}
        self._written: dict[str, str] = {}
        self._faces: dict[str, dict[str, None]] = {}
        numbers = ((text, Sense(Kind.NUMBER, number=n)) for text, n in self.numbers.items())
        senses = [*_card_senses(code), *numbers, *words.senses]
        inflected = [(text, sense) for text, sense in senses if sense.kind in _INFLECTED]
        self._singular = {word: word for text, _ in inflected for word in split(plain(text))}
        for text, sense in senses:
            self.phrases.setdefault(plain(text), sense)
            for word in split(text):
                self._written.setdefault(plain(word), word)
                self._faces.setdefault(plain(word), {}).update(dict.fromkeys(faces_of(sense)))
        for text, _ in inflected:
            for word in split(text):
                if len(word) > 3 or word == text:
                    many = self._plural(word)
                    self._singular.setdefault(plain(many), plain(word))
                    self._written.setdefault(plain(many), many)
        self._singular = {w: w for text, _ in senses for w in split(plain(text))} | self._singular
        for text, sense in inflected:
            for forms in product(*map(self._forms, re.split("([ -])", text))):
                self.phrases.setdefault("".join(forms), sense._replace(plural=True))
        kinds_of = {type_: names[code].kinds for type_, names in CARD_NAMES.items()}
        for sign, name in EMOJI.items():
            is_nigiri, is_fruit = name in kinds_of["nigiri"], name in kinds_of["fruit"]
            kind = Kind.NIGIRI if is_nigiri else Kind.FRUIT if is_fruit else noun_kind(name)
            self.phrases[sign] = Sense(kind, name)
        self._names = [
            (phrase, sense)
            for phrase, sense in self.phrases.items()
            if sense.kind in NAMES and sense.kind != Kind.EITHER
        ]
        self.phrases.setdefault("flipped", Sense(Kind.DOWN))
        for text in self.lists.idle:
            self.phrases.setdefault(text, Sense(Kind.UNKNOWN))
        self.known = {word for phrase in self.phrases for word in split(phrase)}
        for slug, face in FACES.items():
            kind = Kind.NIGIRI if face.type == "nigiri" else noun_kind(slug)
            self.phrases.setdefault(slug, Sense(kind, slug))
        self._reach: dict[str, int] = {}
        for first, *more in map(split, self.phrases):
            self._reach[first] = max(self._reach.get(first, 1), 1 + len(more))
        self._compared = sorted(word for word in self._singular if len(word) > 2)
        self._numbers = sorted(form for form in self.numbers if form.isalpha())

    @cached_property
    def _others(self) -> list["Vocabulary"]:
        return [vocabulary(code) for code in FILES if code != self.code]

    @cached_property
    def _said(self) -> set[str]:
        """The words of all that says something of cards, or whose they are."""
        its = self.lists
        lists = (its.swaps, its.prices, its.up_to, its.towards, its.gives, its.holds, its.he)
        silent = (Kind.FILLER, Kind.UNKNOWN)
        said = [text for text, sense in self.phrases.items() if sense.kind not in silent]
        return {word for every in (said, *lists) for text in every for word in split(text)}

    def knows(self, word: str) -> bool:
        """Whether a word is one of this language, or of another one and no other word of this."""
        if word in self.known:
            return True
        return word not in self.lists.strange and any(word in other.known for other in self._others)

    def says_nothing(self, word: str, *, is_exclaimed: bool = False) -> bool:
        """Whether a word is one of the commonest of the language, or exclaimed; and names nobody,
        tells of nothing (``telling``), and is, or is like, no card, number, command or other word
        of what is said of cards."""
        if not is_exclaimed and word not in common_words(MAX_COMMON, (self.code,)):
            return False
        return (
            word not in first_names()
            and not self._telling.fullmatch(word)
            and not any(word in known._said for known in (self, *self._others))
            and not self.sounding(word)
            and not self.is_like_a_card(word)
        )

    def points(self, words: Sequence[str]) -> bool:
        """Whether some of the words may point at cards: "them", "the rest"."""
        pairs = (" ".join(two) for two in pairwise(words))
        return any(map(self._pointing.fullmatch, (*words, *pairs)))

    def bears_on_cards(self, words: Sequence[str]) -> bool:
        """Whether words without a card may say something of the cards beside them all the same:
        that they are lost, wished for, in doubt, or of another time."""
        return any(map(self._bearing.fullmatch, words))

    def is_person(self, word: str) -> bool:
        """Whether a word is, or may be, somebody who has cards: "mum", "Ana"."""
        is_name = word in first_names() and word not in self.lists.idle
        return is_name or bool(self._people.fullmatch(word))

    def is_filler(self, word: str) -> bool:
        """Whether a word by itself says nothing."""
        return word in self.phrases and self.phrases[word].kind == Kind.FILLER

    def held(self, filler: str) -> Held:
        """Whether a filler tells how cards lie there: now, still, or face up."""
        its = self.lists
        if filler in its.now:
            return "now"
        return "still" if filler in its.still else "up" if filler in its.up else ""

    def is_like_a_card(self, word: str) -> bool:
        """Whether a word may be a misspelt name of a card."""
        return any(self._faces.get(near) for wrong, near in self._near(word) if wrong < 2)

    def has(self, phrase: str) -> bool:
        """Whether a word or phrase is none that only another language has."""
        first = split(phrase)[0]
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
        if all(word in self.known for word in words) or self.lists.strange.intersection(words):
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
        if word in self.lists.strange:
            return None
        found: dict[str, tuple[str, Sense]] = {}
        for phrase, sense in self._names:
            if phrase.startswith(word) and any(face in game for face in faces_of(sense)):
                found.setdefault(sense.name, (phrase, sense))
        return found.popitem()[1] if len(found) == 1 else None

    def _forms(self, word: str) -> list[str]:
        """The singular and plural. A plural that is a word of its own, "palillos", stays one."""
        many = plain(self._plural(word)) if word.strip(" -") else ""
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
        if {sense and sense.kind for sense in senses} == {Kind.FILLER} and self.nearest(word):
            return None  # it may be a card as well
        is_meant = word in common_words(MAX_COMMON, (self.code,)) or self._telling.fullmatch(word)
        if is_meant and not self.names_card(best[0]):
            return None
        return self._written[best[0]] if clear else None

    def names_card(self, word: str) -> bool:
        """Whether a known word is one of a card's, or a number."""
        return bool(self._faces.get(word)) or word in self.numbers

    def joined(self, first: str, second: str) -> str | None:
        """The name that a word and a misspelt one behind it make, if that is as near as what the
        second one is by itself: "te macki"."""
        whole, alone = self._near(first + second), self._near(second)
        if not whole or not self._faces.get(whole[0][1]):
            return None
        if alone and alone[0][0] < whole[0][0]:
            return None
        return self.corrected(first + second)

    @cached_property
    def _by_sound(self) -> dict[str, tuple[str, Sense]]:
        """The names of cards by how they sound, but those that sound like another card's."""
        found: dict[str, tuple[str, Sense] | None] = {}
        for phrase, sense in self._names:
            name, sound = phrase.replace(" ", ""), _sound(phrase.replace(" ", ""))
            if phrase in EMOJI or len(sound) < MIN_SOUND:
                continue
            other = found.setdefault(sound, (name, sense))
            if other is None or other[1].name != sense.name:
                found[sound] = None
        return {sound: name for sound, name in found.items() if name}

    def sounds_like(self, words: Sequence[str], game: Collection[str]) -> tuple[int, str] | None:
        """How many of some words sound like the name of a card in a game, and which one: "eda
        mommy"; None for none."""
        for many in range(min(len(words), MAX_SOUND), 0, -1):
            said = "".join(words[:many])
            name, sense = self._by_sound.get(_sound(said), ("", None))
            if not sense or not said.isalpha() or len(said) < MIN_SAID:
                continue
            is_common = said in common_words(None, (self.code,)) or said in first_names()
            if many == 1 and is_common:
                continue
            is_here = any(face in game for face in faces_of(sense._replace(plural=False)))
            if is_here and OSA.distance(said, name) * 2 < len(name):
                return many, next(one for one, _ in self._names if one.replace(" ", "") == name)
        return None

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

    def _plural(self, word: str) -> str:
        ends = ((ending, many) for ending, many in self._endings if word.endswith(ending))
        ending, many = next(ends, ("", ""))
        return word.removesuffix(ending) + many


_made = cache(Vocabulary)


def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language, of English where there is none of it."""
    return _made(known_language(language))


def _sound(word: str) -> str:
    """The consonants of a word, those that sound alike as one."""
    said = re.sub(r"^kn", "n", word)
    for written, sound in (("ph", "f"), ("sh", "s"), ("ch", "s"), ("ck", "k"), ("x", "ks")):
        said = said.replace(written, sound)
    said = re.sub(r"(.)\1+", r"\1", said)
    said = re.sub(r"r(?![aeiouy])", "", said)
    return said.translate(_ALIKE)


def _pattern(words: Collection[str]) -> re.Pattern[str]:
    """What any of some words matches; with ``*`` whatever they end or begin with."""
    return re.compile("|".join(re.escape(one).replace(r"\*", ".*") for one in sorted(words)))


def split(phrase: str) -> list[str]:
    """The words of a phrase."""
    return re.split("[ -]", phrase)


def _card_senses(code: str) -> Iterator[tuple[str, Sense]]:
    """The names of the cards, and of what lies on them."""
    for name, texts in read_names(code).items():
        yield from ((text, Sense(noun_kind(name), name)) for text in listed(texts))
    named = (
        (Kind.NIGIRI, CARD_NAMES["nigiri"][code].kinds),
        (Kind.FRUIT, CARD_NAMES["fruit"][code].kinds),
        (Kind.SHAPE, CARD_NAMES["onigiri"][code].kinds),
        (Kind.EITHER, EITHER[code]),
    )
    for kind, every in named:
        for name, texts in every.items():
            yield from ((text, Sense(kind, name)) for text in listed(texts))
