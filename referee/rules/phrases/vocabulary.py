"""What a language's words mean. Each language is a file of data of this shape."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language. Phrases are separated by commas; accents, capitals and plurals
    need not be written. A hyphen in a phrase must be said as a hyphen.

    Attributes:
        types: the names of each card type; ``nigiri`` of what lies on each; ``fruits``, ``shapes``.
        dice: words for a die; ``another``: articles before one more card.
        definite: articles before what lies there, and words that end with one.
        speaker: how one calls oneself.
        but: words between what is denied and what it is.
        swaps: words before what comes for a card that is swapped; of several the first one listed.
        commands: what is said for undo, next (player), done and clear.
        later: words before what was played later than what was said before them.
        spent: of the words for cards that go those that say that they were used.
        turned: of the words for flipping those that tell of cards that lie there.
        of_them: fillers behind a number of the cards that were said before.
        now: fillers that tell of all that lies there, ``still`` of what lay there before.
        soft: fillers that may also correct what was said before them.
        prices: words before the points that cards are worth.
        closing: words that part cards, and as the last word mean the next player.
        turns: what is said for the next player besides the command, with cards behind it.
        holds: words between a player's name and the cards; ``gives`` and ``towards`` before it,
            as "give two tempura to"; ``he``: words for the player that was named last.
        own: words of a speaker before their own cards.
        seat: words before a seat's number, the plainest first.
        yes: words that agree, ``no`` that deny, ``nothing`` that mean none of what is asked about.
        each: words before a type of which one of each kind is meant.
        often: twice, three times.
        either: what may mean several cards, with their types in one line.
        words: the phrases of every other kind.
        numbers: 1 to 99 in words, with all their forms; ``groups``: "a pair of"; ``multiples``:
            "double".
        strange: words of other languages that are quite other words in this one.
        sounds: words that sound like a number, read as one only where one must stand.
        heard: what dictation makes of a word, and the word.
        sayings: how :func:`~.saying.tableau_words` says things.
    """

    code: str
    types: Mapping[str, str]
    nigiri: Mapping[str, str]
    fruits: Mapping[str, str]
    shapes: Mapping[str, str]
    either: Mapping[str, str]
    dice: str
    another: str
    definite: str
    speaker: str
    swaps: str
    but: str
    commands: Mapping[str, str]
    later: str
    spent: str
    turned: str
    of_them: str
    now: str
    still: str
    soft: str
    prices: str
    closing: str
    turns: str
    holds: str
    gives: str
    towards: str
    he: str
    own: str
    seat: str
    yes: str
    no: str
    nothing: str
    words: Mapping[Kind, str]
    numbers: Mapping[str, int]
    groups: Mapping[str, int]
    multiples: Mapping[str, int]
    each: str
    often: Mapping[str, int]
    strange: str
    sounds: Mapping[str, str]
    heard: Mapping[str, str]
    plural: Callable[[str], str]
    sayings: "Sayings"


@dataclass(frozen=True)
class Sayings:
    """How a tableau is said, so that it reads back. Singular and plural are separated by a slash
    where they differ, with ``+f`` behind them where the number before them is feminine.

    Attributes:
        faces: the faces; ``maki-*`` stands for all faces of a type with icons, where these are not
            said as the type.
        icons: what follows these, for each number of icons.
        number: the words of a number from 2 on; for feminine nouns or not.
        on: between a nigiri and the wasabi under it.
        flipped: cards whose front is not known.
        empty: behind a wasabi that no nigiri lies on.
        there: between a nigiri and the wasabi that lies there; ``under`` the other way round.
        less: before cards that go.
        more: before cards that come to those that lie there; ``total`` before all that are to lie.
    """

    faces: Mapping[str, str]
    icons: Mapping[int, str]
    number: Callable[[int, bool], str]
    on: str
    copying: str
    down: str
    flipped: str
    empty: str
    there: str
    under: str
    less: str
    more: str
    total: str
