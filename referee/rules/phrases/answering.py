"""Which answer to a question somebody gives in their own words."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .kinds import plain
from .vocabulary import Vocabulary, split, vocabulary


class Choice(NamedTuple):
    """An answer that can be given.

    Attributes:
        name: what tells it from the others, in the language of the answer.
        counts: whether it counts until somebody answers, so that "yes" means it.
        is_nothing: whether "no" and "none" can mean it, and the first one does.
    """

    name: str
    counts: bool = False
    is_nothing: bool = False


def chosen(words: str, language: str, choices: Sequence[Choice]) -> int | None:
    """The place of the choice that somebody means with "yes", "no", "nothing", or as much of its
    name as no other one has; None where that is none of them, or several.

    Where nothing counts yet, "yes" means the only choice that is something; where "nothing" counts
    or cannot be chosen, "no" means the only other one.
    """
    known = vocabulary(language)
    said, *names = (_words(text, known) for text in (words, *(choice.name for choice in choices)))
    if said in names:
        return names.index(said)
    # "Yes, the squid" names the squid.
    yes, no, none = _replies(known)
    naming = {*said} - yes - no - none - known.lists.definite
    if naming:
        return _only(at for at, name in enumerate(names) if naming <= {*name})
    counting = _only(at for at, choice in enumerate(choices) if choice.counts)
    nothings = [at for at, choice in enumerate(choices) if choice.is_nothing]
    nothing = nothings[0] if nothings else None
    if none.intersection(said):
        return nothing
    if no.intersection(said):
        if nothing not in (None, counting):
            return nothing
        return None if counting is None else _only({*range(len(choices))} - {counting})
    if yes.intersection(said):
        return _only({*range(len(choices))} - {*nothings}) if counting is None else counting
    return None


def is_yes_or_no(words: str, language: str) -> bool:
    """Whether words are but a "yes", "no" or "nothing", which says nothing by itself."""
    known = vocabulary(language)
    said = {*_words(words, known)} - known.lists.definite
    return bool(said) and said <= frozenset.union(*_replies(known))


@cache
def _replies(known: Vocabulary) -> tuple[frozenset[str], ...]:
    """The single words that agree, that deny, and that mean none of what is asked about."""
    lists = known.lists
    return tuple(
        frozenset(word for phrase in phrases for word in split(phrase))
        for phrases in (lists.yes, lists.no, lists.nothing)
    )


def _words(text: str, known: Vocabulary) -> list[str]:
    """The words of a text, numbers as figures."""
    numbers = known.numbers
    return [str(numbers.get(word, word)) for word in re.findall(r"\w+", plain(text))]


def _only(places: Iterable[int]) -> int | None:
    """The only one, if there is just one."""
    found = list(places)
    return found[0] if len(found) == 1 else None
