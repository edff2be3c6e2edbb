"""Tableaus in words: :func:`read_words` reads what one would say, :func:`tableau_words` says it.

"wasabi squid, two tempura, three maki with 2", "minus one pudding", "dos tempuras, un maki de 3".
Nothing is guessed silently: what was not understood is a part of its own, misspellings that were
read as other words are listed. :func:`apply_changes` turns what was said into steps that taps can
take. Each language is one file of words; see :mod:`.vocabulary`.

Where words leave something open:

- Icons that must be said and are not ("3 maki", "uramaki"), a number that may be this card's or the
  next one's ("three maki two tempura"), a plural without a number ("the eels"), two words that a
  misspelt one is as near to: not understood, with what may be meant.
- "maki 3" is one maki with three icons, "tofu 2" two tofu; "pudding 2" is a die where the game has
  dice, else two puddings.
- A nigiri lands on a free wasabi that was said before it or lies there, not on one said after it;
  "wasabi squid" is a pair whatever lies there; "squid without wasabi" lies bare.
- "special order tofu" is a copy; with a comma or "and" between them they are two cards.
- "minus one pudding and two tofu" removes both; a comma, "plus" or another verb ends that.
- "flip two" lays down two cards whose front is not known; "flip two tofu" turns over two that lie
  there; "two tofu face down" adds them.
"""

from .applying import Outcome, Step, Undone, apply_changes
from .lexicon import LANGUAGES
from .readings import Change, Part, Reading
from .saying import tableau_words
from .words import read_words

__all__ = [
    "LANGUAGES",
    "Change",
    "Outcome",
    "Part",
    "Reading",
    "Step",
    "Undone",
    "apply_changes",
    "read_words",
    "tableau_words",
]
