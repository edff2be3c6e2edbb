"""Tableaus in words: :func:`read_words` reads what one would say, :func:`tableau_words` says it.

"wasabi squid, two tempura, three maki with 2", "minus one pudding", "dos tempuras, un maki de 3".
Nothing is guessed silently: what was not understood is a part of its own, and misspellings are
listed. :mod:`.lexer` cuts a text into the longest known phrases of the language's
:mod:`.vocabulary`, else of another language's; stretched, begun and glued words and emoji are read.
:mod:`.talk` passes over words that say nothing of the cards.
``grammar.txt`` tells in which order they may stand, in any language, and at which cost;
:mod:`.grammar` reads by it, :mod:`.meaning` says what its rules mean, :mod:`.path` takes the
cheapest reading, :mod:`.parts` says what that comes to. :mod:`.changes` does it to the cards that
lie there, :mod:`.hearing` all of a phrase. Each language is one file of words, ``english.toml`` and
``spanish.toml`` in ``vocabularies``, which :mod:`.words` reads; :mod:`.card_names` has the cards'
names in all of them; the other modules know no language.

Where words leave something open:

- Two readings that cost about as much are asked about; so is what stands beside words that say
  nothing, up to the next comma or "and".
- What is said of cards that lie there, "the wasabi", "another one", "it was three", is read in
  :mod:`.changes`, which asks where several could be meant.
- Icons that must be said and are not ("3 maki", "uramaki"), a number that may be this card's or the
  next one's ("three maki two tempura"), a plural without a number ("the eels"), two words that a
  misspelt one is as near to: not understood, with what may be meant.
- "maki 3" is one maki with three icons, "tofu 2" two tofu; "pudding 2" is a die where the game has
  dice, else two puddings.
- A nigiri lands on a free wasabi that was said before it or lies there; a wasabi that comes after
  a nigiri is asked about; "wasabi squid" is a pair whatever lies there; "squid without wasabi" lies
  bare, and no nigiri lands on "a wasabi with nothing on it". Nor does one that a special order
  copies, unless that is said: it may, and the page asks.
- "special order tofu" and "special order on the tofu" are copies; one by itself is asked about, as
  are menus and takeout boxes, which are discarded when they are played.
- "I have three tempura" where one lies may be three in all, or three more: asked. "It was three",
  "three in all" replace the number; "no, that was a tofu" replaces the newest card.
- "tempura, no wait, sashimi" is a sashimi; "two tempura, oh, three" are three.
- "tempura 2 sashimi 3" counts each card behind it; "maki: 2, 3 and 1" are three maki with their
  icons; "no dumplings" is asked about where some lie.
- "three nigiri: two salmon and an egg" and "tempura, tempura, so two" say a sum twice: where it is
  not the sum, all of it is asked about; so does "three of them: tofu, tofu, eel". "A second tofu"
  is one more where one lies; of "I'm missing the third tofu" nothing is entered. Points, "for five
  points", say nothing of how many there are.
- "Maki: two with one", "I have seven, three are tofu, …", "of my three maki two are singles and the
  last is a triple", "six rolls on three maki cards, two on each" tell a sum and its details; "the
  others are egg" are what is left of it. "That's five" in between is right where it is so.
- "As many tofu as eels", "twice as many", "one more than" count by what is told before or behind;
  where none of that is told, they are asked about.
- "A wasabi that is empty", that "came too late", or of which is said so later, takes no nigiri that
  comes behind. "In order: …" and "from left to right: …" say that all was played so.
- "squid, then wasabi" says that nothing lies on the wasabi yet; "squid 9" may be its points, and
  "tempura 5" beside it, too. "A squid before the wasabi" means a wasabi that lies there.
- What was understood is asked about where words that were not may say something else of it: "not
  mine, the tofu", "three tofu, maybe four", "a squid, but I had it before the wasabi".
- "One, two, three tofu" counts up to three. "Two tofu and an eel, not the eel" takes back what was
  said; "not the eel" where none was said is asked about.
- "Three eggs, one on wasabi, two plain", "an egg and a squid, only the squid on wasabi" tell of
  what was said before; "a wasabi with an egg and another one with a squid" is a second one.
- Of talk around cards, "as far as I can see, two really big tempura", each part lists what was
  passed over; of what commas do not part, all of a sentence's talk is, or none of it. Words that
  only lead to the cards, "my tray now shows", are "I have". No first name is taken for a misspelt
  word. "Tom has three sashimi, I have two" are two sashimi; what only others have is asked about.
- A sentence that is not of cards that lie there, "who wants tea", is one part that is not
  understood; what is your or her card is asked about.
- Undo, next player, done, clear and "Ben claimed uramaki with eleven" are commands.
- "minus one pudding and two tofu" removes both; a comma, "plus" or another verb ends that.
- "flip two" lays down two cards whose front is not known; "flip two tofu" turns over two that lie
  there; "two tofu face down" adds them.
"""

from .answering import Choice, chosen, is_yes_or_no
from .changes import Change, ChangedTableau, Step, Undone
from .hearing import Heard, Request, hear, read_request
from .reading import Reading, read_words
from .saying import tableau_words
from .so_far import Command, Part
from .words import LANGUAGES

__all__ = [
    "LANGUAGES",
    "Change",
    "ChangedTableau",
    "Choice",
    "Command",
    "Heard",
    "Part",
    "Reading",
    "Request",
    "Step",
    "Undone",
    "chosen",
    "hear",
    "is_yes_or_no",
    "read_request",
    "read_words",
    "tableau_words",
]
