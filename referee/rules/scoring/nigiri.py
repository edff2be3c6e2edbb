"""Nigiri, and the wasabi under them."""

from ..cards import NIGIRI_VALUES
from ..tableau import NIGIRI_KINDS

WASABI_FACTOR = 3


def nigiri_value(kind: str, factor: int = WASABI_FACTOR) -> int:
    """What one nigiri of a kind of tally scores: 1, 2 or 3; ``factor`` times that on wasabi (Sushi
    Go! rulebook, Scoring: Nigiri and Wasabi; Party rulebook, Card Guide: Nigiri; Sushi Roll
    rulebook, Scoring a Round: Nigiri)."""
    face = kind.removeprefix("wasabi+")
    return NIGIRI_VALUES[face] * (factor if face != kind else 1)


def nigiri_points(*numbers: int, factor: int = WASABI_FACTOR) -> int:
    """What all nigiri of a player score, each by :func:`nigiri_value`.

    Args:
        numbers: how many there are of each of ``NIGIRI_KINDS``.
    """
    kinds = zip(NIGIRI_KINDS, numbers, strict=True)
    return sum(nigiri_value(kind, factor) * number for kind, number in kinds)
