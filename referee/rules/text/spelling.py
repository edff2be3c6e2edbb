"""Misspelt words: which known words are near."""

from collections.abc import Iterable, Iterator
from itertools import combinations

LONGEST = 16
"""Longer words are not compared with anything."""


def allowed(length: int) -> int:
    """How many letters of a word so long may be wrong for it to be read as another."""
    if length < 4:
        return 0
    return 1 if length < 8 else 2


class Spellings:
    """Known words, found by what is left of them when a letter or two are struck out."""

    def __init__(self, words: Iterable[str]) -> None:
        self._begun: dict[str, list[str]] = {}
        self._left: dict[str, list[str]] = {}
        for word in words:
            if len(word) < 3:
                continue
            self._begun.setdefault(word[:3], []).append(word)
            for left in _struck(word, _reach(len(word))):
                self._left.setdefault(left, []).append(word)

    def near(self, typed: str) -> list[tuple[int, str]]:
        """Known words with up to two letters wrong (one in short words), with their distance, the
        nearest first; words that begin with what was typed come after them."""
        if not 3 <= len(typed) <= LONGEST:
            return []
        reach = _reach(len(typed))
        found = {word for left in _struck(typed, reach) for word in self._left.get(left, ())}
        measured = sorted(
            (wrong, word) for word in found if (wrong := distance(typed, word)) <= reach
        )
        begun = [
            (reach + 1, word)
            for word in self._begun.get(typed[:3], ())
            if word.startswith(typed) and word not in found
        ]
        return measured + begun


def _reach(length: int) -> int:
    return 1 if length < 5 else 2


def _struck(word: str, most: int) -> Iterator[str]:
    """The word without any up to ``most`` of its letters, and whole."""
    for number in range(most + 1):
        for places in combinations(range(len(word)), number):
            left, begun = "", 0
            for place in places:
                left += word[begun:place]
                begun = place + 1
            yield left + word[begun:]


def distance(one: str, other: str) -> int:
    """How many letters are wrong: left out, too many, another one, or two neighbours swapped."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        row = [i]
        for j, b in enumerate(other, start=1):
            best = min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]
