"""One question that tells the explanations of a claim apart, and what its answer makes of them."""

from collections.abc import Sequence
from typing import NamedTuple

from .diagnosis import Diagnosis
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


def question_about(diagnoses: Sequence[Diagnosis]) -> Question | None:
    """The question to ask about a claim; None where one mistake is likeliest by far, where no
    answer would tell them apart, and where only pairs lead there."""
    by_lines: dict[Lines, list[Diagnosis]] = {}
    for diagnosis in diagnoses:
        by_lines.setdefault(lines_of(diagnosis), []).append(diagnosis)
    if (
        len(by_lines) < 2
        or len(diagnoses[0].mistakes) > 1
        or _highest_likelihood(diagnoses) >= SURE * sum(one.likelihood for one in diagnoses)
    ):
        return None
    order = sorted(by_lines, key=lambda lines: -_highest_likelihood(by_lines[lines]))
    return Question(tuple(order[:MAX_CHOICES]))


def after_answer(
    diagnoses: Sequence[Diagnosis], question: Question, answer: int
) -> list[Diagnosis]:
    """The explanations that fit what was answered, the likeliest first; maybe none.

    Args:
        answer: the place of the choice, from 0; their number for "something else".
    """
    if answer < len(question.choices):
        chosen = question.choices[answer]
        fitting = [diagnosis for diagnosis in diagnoses if lines_of(diagnosis) == chosen]
    else:
        named = question.choices
        fitting = [diagnosis for diagnosis in diagnoses if lines_of(diagnosis) not in named]
    return fitting


def lines_of(diagnosis: Diagnosis) -> Lines:
    """The lines that the player has otherwise. A line added twice is right by itself."""
    slips = {(s.part, s.type): s.kind for way in diagnosis.ways for s in way.slips}
    return tuple(
        Had(part, type_, right, None if slips.get((part, type_)) == "forget" else points)
        for part, type_, right, points in diagnosis.changes
        if type_ and slips.get((part, type_)) != "twice"
    )


def _highest_likelihood(diagnoses: Sequence[Diagnosis]) -> float:
    """The likelihood of the likeliest mistake, all its places together."""
    found: dict[tuple[str, ...], float] = {}
    for diagnosis in diagnoses:
        found[diagnosis.mistakes] = found.get(diagnosis.mistakes, 0) + diagnosis.likelihood
    return max(found.values(), default=0)
