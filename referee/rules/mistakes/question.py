"""One question that tells the explanations of a claim apart, and what its answer makes of them."""

from collections.abc import Sequence
from typing import NamedTuple

from .diagnosis import Diagnosis, likeliest
from .terms import Points

SURE = 0.85
"""Where one mistake is likelier than this, nothing needs to be asked."""
MAX_CHOICES = 6
"""More nobody reads; what is not named is "something else"."""


class Had(NamedTuple):
    """A line as the player has it, otherwise than the referee.

    Attributes:
        points: None where the line was left out.
    """

    part: int
    type: str
    right: Points
    points: Points | None


Lines = tuple[Had, ...]


class Question(NamedTuple):
    """Which lines does the player have otherwise than the referee?

    Attributes:
        choices: for each answer these lines, the likeliest first; none of them where every line is
            right and only a sum is not. The answer after the last is "something else".
    """

    choices: tuple[Lines, ...]


def question_about(found: Sequence[Diagnosis]) -> Question | None:
    """The question to ask about a claim; None where one mistake is likeliest by far, where no
    answer would tell them apart, and where only pairs lead there."""
    by_lines: dict[Lines, list[Diagnosis]] = {}
    for one in found:
        by_lines.setdefault(lines_of(one), []).append(one)
    if (
        len(by_lines) < 2
        or len(found[0].mistakes) > 1
        or _best(found) >= SURE * sum(one.weight for one in found)
    ):
        return None
    order = sorted(by_lines, key=lambda lines: -_best(by_lines[lines]))
    return Question(tuple(order[:MAX_CHOICES]))


def after_answer(found: Sequence[Diagnosis], asked: Question, answer: int) -> list[Diagnosis]:
    """The explanations that fit what was answered, the likeliest first; maybe none.

    Args:
        answer: the place of the choice, from 0; their number for "something else".
    """
    if answer < len(asked.choices):
        fitting = [one for one in found if lines_of(one) == asked.choices[answer]]
    else:
        fitting = [one for one in found if lines_of(one) not in asked.choices]
    return likeliest((one.mistakes, one.weight, one) for one in fitting)


def lines_of(found: Diagnosis) -> Lines:
    """The lines that the player has otherwise. One that was added twice is right by itself."""
    slips = {(s.part, s.type): s.kind for way in found.ways for s in way.slips}
    return tuple(
        Had(part, type_, right, None if slips.get((part, type_)) == "forget" else points)
        for part, type_, right, points in found.changes
        if type_ and slips.get((part, type_)) != "twice"
    )


def _best(found: Sequence[Diagnosis]) -> float:
    """How likely the likeliest mistake is, all its places together."""
    weights: dict[tuple[str, ...], float] = {}
    for one in found:
        weights[one.mistakes] = weights.get(one.mistakes, 0) + one.weight
    return max(weights.values(), default=0)
