"""Points for places, as leagues give them: 5 for the first, 3 for the second, 1 for the third."""

import re
from collections.abc import Sequence
from fractions import Fraction

USUAL = "5-3-1"
"""The list that counts where nobody has written another."""
MOST_PLACES = 8
"""So many places may have points: nobody comes in behind the eighth player."""
MOST_POINTS = 99
MAX_LIST = MOST_PLACES * len(f"{MOST_POINTS}-") - 1
"""Characters of a list in its one form, as :func:`listed` writes it."""
_LIST = re.compile(r"[0-9]+(?:(?: *[-–,;/] *| +)[0-9]+)*")


def read_place_points(text: str) -> tuple[int, ...]:
    """Return the points of the first place, the second, and so on, from a list like "5-3-1" or
    "5 3 1".

    Raises:
        ValueError: unless these are one to ``MOST_PLACES`` whole numbers from 0 to ``MOST_POINTS``,
            none greater than the one before it.
    """
    text = " ".join(text.split())
    if not _LIST.fullmatch(text):
        raise ValueError(text)
    numbers = re.findall("[0-9]+", text)
    # Looked at before they are read: Python reads no number of thousands of digits.
    longest = max(len(one.lstrip("0")) for one in numbers)
    if len(numbers) > MOST_PLACES or longest > len(f"{MOST_POINTS}"):
        raise ValueError(text)
    points = tuple(map(int, numbers))
    if list(points) != sorted(points, reverse=True):
        raise ValueError(text)
    return points


def listed(points: tuple[int, ...]) -> str:
    """Return points for places as one writes them: "5-3-1"."""
    return "-".join(map(str, points))


def points_of_place(place: int, level: int, points: Sequence[int | Fraction]) -> Fraction:
    """Return what a place is worth to each of those who share it: an equal part of the points of
    the places that they take together. A place beyond the list is worth nothing.

    Two firsts of 5-3-1 take the first and the second place, 4 each; three seconds the second to the
    fourth, 1⅓ each.

    Args:
        place: the rank, from 1.
        level: how many have it, at least one.
        points: of the first place, the second, and so on.
    """
    return Fraction(sum(points[place - 1 : place - 1 + level]), level)
