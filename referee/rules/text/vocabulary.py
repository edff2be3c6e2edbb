"""What a language's words mean. Each language is a file of data of this shape.

A third language is one more such file, and its vocabulary's name in the line of ``VOCABULARIES``
in :mod:`.lexicon`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, auto


class Kind(StrEnum):
    """What a word or phrase does in what is said."""

    NOUN = auto()  # a card type: tempura, special order
    NIGIRI = auto()  # what lies on a nigiri: squid
    FACE = auto()  # onigiri-circle, as on the score sheet
    FRUIT = auto()  # orange
    SHAPE = auto()  # round
    EITHER = auto()  # may be either of several cards: green tea
    CARD = auto()  # "cards", "dice": says nothing more
    NUMBER = auto()
    GROUP = auto()  # a pair of
    ARTICLE = auto()  # a
    MULTIPLE = auto()  # double, triple: so many icons
    ICON = auto()
    TIMES = auto()
    OF = auto()
    MORE = auto()  # behind a number: "two more"
    WITH = auto()
    ON = auto()
    UNDER = auto()
    BESIDE = auto()  # next to: before "wasabi", a nigiri that is not on it
    WITHOUT = auto()  # the same before "wasabi", minus elsewhere
    ALONE = auto()  # behind a nigiri that lies on no wasabi
    BARE = auto()  # the same, also before it: plain squid
    ON_IT = auto()  # "on top", after "wasabi with squid"
    COPYING = auto()  # between a special order and what it copies
    COPY_OF = auto()  # before what is copied: "a copy of"
    ADD = auto()
    MINUS = auto()  # also after what is removed: "one pudding less"
    REMOVE = auto()
    TAKE = auto()  # removes only with AWAY after it
    AWAY = auto()
    FLIP = auto()
    DOWN = auto()  # face down
    AND = auto()
    FILLER = auto()
    QUANTITY = auto()  # no, some, all: a number that is none, so that its card is not understood
    BREAK = auto()
    PLUS = auto()  # the sign
    UNKNOWN = auto()


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language. Phrases are parted by commas; accents, capitals and plurals that
    ``plural`` makes need not be written. A hyphen in a phrase must be said as a hyphen.

    Attributes:
        code: the language's code.
        types: the names of each card type.
        nigiri: those of what lies on each nigiri.
        fruits: those of each fruit.
        shapes: those of each shape of onigiri.
        either: what may mean several cards, with their faces in one line.
        words: the phrases of every other kind.
        numbers: 1 to 99 in words, with all their forms.
        groups: "a pair of" and the like.
        multiples: "double" and the like.
        sounds: words that sound like a number; they are read as one only where one must stand.
        heard: what dictation makes of a word, and the word.
        plural: the plural of a word.
        sayings: how :func:`~.saying.tableau_words` says things.
    """

    code: str
    types: Mapping[str, str]
    nigiri: Mapping[str, str]
    fruits: Mapping[str, str]
    shapes: Mapping[str, str]
    either: Mapping[str, str]
    words: Mapping[Kind, str]
    numbers: Mapping[str, int]
    groups: Mapping[str, int]
    multiples: Mapping[str, int]
    sounds: Mapping[str, str]
    heard: Mapping[str, str]
    plural: Callable[[str], str]
    sayings: "Sayings"


@dataclass(frozen=True)
class Sayings:
    """How a tableau is said, so that it reads back.

    Attributes:
        faces: the faces' names, singular and plural parted by a slash; with ``+f`` behind them
            where the number before them is feminine.
        number: the words of a number from 2 on; for feminine nouns or not.
        on: between a nigiri and the wasabi under it.
        copying: a special order that copies something, one and several parted by a slash.
        down: how cards lie face down.
        flipped: cards whose front is not known, one and several, as in ``faces``.
    """

    faces: Mapping[str, str]
    number: Callable[[int, bool], str]
    on: str
    copying: str
    down: str
    flipped: str
