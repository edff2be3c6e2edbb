"""What words do, in any language, and what a phrase means."""

import unicodedata
from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple

from ..cards import FACES


class Kind(StrEnum):
    """What a word or phrase does: the classes that ``grammar.txt`` speaks of."""

    ROLL = "R"  # a card type that always has icons
    ON_DICE = "D"  # a card type that has icons in Sushi Roll
    NIGIRI_TYPE = "N"
    ONIGIRI = "O"
    FRUIT_TYPE = "F"
    SPECIAL_ORDER = "S"
    NOUN = "P"  # any other card type: eel
    NIGIRI = "n"  # what lies on a nigiri: squid
    FRUIT = "f"
    SHAPE = "h"  # round
    EITHER = "E"  # may be any of several cards: green tea
    CARD = "c"  # "cards", "dice": says nothing more
    NUMBER = "#"
    GROUP = "g"  # a pair of
    ARTICLE = "a"
    MULTIPLE = "m"  # double, triple: so many icons
    ICON = "i"
    NTH = "7"  # the second: so many there are with it
    TIMES = "x"
    OFTEN = "2"  # twice: so many, before or behind a card
    OF = "d"
    MORE = "e"  # behind a number: "two more"
    WITH = "w"
    ON = "o"
    UNDER = "u"
    BESIDE = "b"  # next to: before "wasabi", a nigiri that is not on it
    WITHOUT = "s"  # the same before "wasabi", minus elsewhere
    ALONE = "l"  # behind a nigiri that lies on no wasabi
    BARE = "B"  # the same, also before it: plain squid
    ON_IT = "t"  # "on top", after "wasabi with squid"
    COPYING = "y"  # between a special order and what it copies
    COPY_OF = "Y"  # before what is copied: "a copy of"
    ADD = "A"
    MINUS = "-"  # also after what is removed: "one pudding less"
    REMOVE = "r"
    TAKE = "T"  # removes only with AWAY after it
    AWAY = "z"
    FLIP = "v"
    DOWN = "V"  # face down
    AND = "&"
    FILLER = "_"
    QUANTITY = "q"  # some, except: a number that is none, so that its card is not understood
    NOT = "0"  # none; "no, " corrects what was said before
    NONE = "Z"  # before or behind cards of which there are none
    CHAT = "?"  # says that a sentence is not of cards that lie there
    POINTS = "$"
    BEFORE = "3"  # between a nigiri and a wasabi that was played later
    AFTER = "4"
    ORDER = "5"  # all cards were played as they were said
    GONE = "6"  # behind cards that lie there no longer
    SUM = "="  # before what the cards that were said come to: "so", "that makes"
    SOFT = "~"  # a filler that may also correct: "oh", "well"
    ALL = "j"  # all that lie there
    EMPTY = "G"  # at a wasabi that no nigiri lies on
    HAVE = "H"  # before cards that may be all that there are, or more of them
    TOTAL = "I"  # so many in all
    WAS = "M"  # before what a card is that was entered as another
    CORRECT = "J"  # before what was meant instead of what was said last
    DENIED = "9"  # "it wasn't": before what another card was meant for
    SWAP = "X"
    FOR = "k"  # between what is swapped and what comes for it
    INSTEAD = "K"
    COMMAND = "L"
    CLAIM = "%"  # "claimed": somebody's uramaki
    BREAK = ","
    PLUS = "p"  # the sign
    UNKNOWN = "!"


ROLLS = {"maki": (1, 2, 3), "uramaki": (3, 4, 5)}
"""How many icons there may be where there are always some, and a number must be said."""
DICE = frozenset(face.type for face in FACES.values() if face.die_only)
"""Types with icons on dice; a number need not be said."""
NAMES = "RDNOFSPnfhE"
"""The kinds that name a card, or say which one it is."""


Held = Literal["", "now", "still", "up"]
"""How a filler says that cards lie there: now, still, or face up."""


class VocabularyError(ValueError):
    """A file of words that cannot be read."""


class Sense(NamedTuple):
    """What a phrase means: ``name`` is a type, face, fruit or shape, ``number`` a number."""

    kind: Kind
    name: str = ""
    number: int = 0
    plural: bool = False


def noun_kind(name: str) -> Kind:
    """What the name of a card type does."""
    own = {
        "nigiri": Kind.NIGIRI_TYPE,
        "onigiri": Kind.ONIGIRI,
        "fruit": Kind.FRUIT_TYPE,
        "special-order": Kind.SPECIAL_ORDER,
    }
    if name in own:
        return own[name]
    return Kind.ROLL if name in ROLLS else Kind.ON_DICE if name in DICE else Kind.NOUN


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


def plain(text: str) -> str:
    """A text in small letters, without accents and what does not show; spaces and hyphens stay."""
    if text.isascii():
        return text.lower().replace("'", "")
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spread if unicodedata.category(c)[0] in "LN" or c in " -⁄")
