"""Everything that the referee can be asked: the rules of every card, of play, the rulings and the
house rules of all three games, and the ways through SushiScore."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import override

from referee.rules import RULESETS, SWITCHES

from ..explanations.citations import play_citations
from .cases import CASES
from .cases.case import Case
from .scope import SWITCHES_OF_TYPE, Scope
from .search import ELSEWHERE, Question, common_words, everyday_words, read
from .ways import WAYS, Way

KINDS = ("card", "play", "case", "switch", "app")


class Answer(NamedTuple):
    """Something that can be answered.

    Attributes:
        kind: one of ``KINDS``.
        ruleset: whose rule it is; the first one's for a house rule of several games, "" for a way
            through SushiScore.
        name: the card type, the section, the case, the switch or the way, by its slug.
        cards: the card types that it is about, the one that stands for it first.
    """

    kind: str
    ruleset: str
    name: str
    cards: tuple[str, ...] = ()

    @property
    def case(self) -> Case | None:
        """The ruling that it is, if it is one."""
        return _CASES.get(self.slug) if self.kind == "case" else None

    @property
    def way(self) -> Way | None:
        """The way through SushiScore that it is, if it is one."""
        return WAYS[self.name] if self.kind == "app" else None

    @property
    def slug(self) -> str:
        """The slug of an answer: "sushi-go/maki", "sushi-go/maki-tie",
        "house-rule/zero-maki-scores", "app/undo"."""
        return f"{_OF_NO_GAME.get(self.kind, self.ruleset)}/{self.name}"

    @property
    def rulesets(self) -> Collection[str]:
        """The rule sets whose rule it is: a house rule may be of several games."""
        if self.kind == "app":
            return RULESETS.keys()
        return _RULESETS_OF[self.name] if self.kind == "switch" else (self.ruleset,)


_OF_NO_GAME = {"switch": "house-rule", "app": "app"}
_CASES = {case.slug: case for case in CASES}
_RULESETS_OF = {switch.name: switch.rulesets for switch in SWITCHES}


def _answers() -> tuple[Answer, ...]:
    answers = []
    for ruleset in RULESETS:
        answers += [Answer("card", ruleset, type_, (type_,)) for type_ in Scope(ruleset).types]
        answers += [Answer("play", ruleset, part) for part in play_citations(ruleset)]
    for case in CASES:
        ruleset, _slash, name = case.slug.partition("/")
        answers.append(Answer("case", ruleset, name, tuple(case.cards.split())))
    for switch in SWITCHES:
        cards = [type_ for type_, names in SWITCHES_OF_TYPE.items() if switch.name in names]
        answers.append(Answer("switch", switch.rulesets[0], switch.name, tuple(cards)))
    answers += [Answer("app", "", name) for name in WAYS]
    return tuple(answers)


ANSWERS = _answers()


class Asked(NamedTuple):
    """A question of the table, its language, and the slugs of its answers, one a game."""

    words: str
    language: str
    answers: tuple[str, ...]


def table(text: str) -> list[Asked]:
    """Read a table as questions.txt is one."""
    found: list[Asked] = []
    answers: tuple[str, ...] = ()
    for line in text.splitlines():
        language, _colon, questions = line.partition(": ")
        if line.startswith("["):
            answers = tuple(line.strip("[]").split())
        elif len(language) == 2:
            found += [Asked(words, language, answers) for words in questions.split(" | ")]
    return found


class Known(NamedTuple):
    """A question of the table as it is understood."""

    asked: Asked
    subjects: frozenset[str]
    unknown: tuple[str, ...]


@cache
def known_questions() -> list[Known]:
    """The questions that the referee knows."""
    found = []
    text = Path(__file__).with_name("questions.txt").read_text(encoding="utf-8")
    for asked in table(text):
        with override(asked.language):
            question = read(asked.words)
        found.append(Known(asked, frozenset(question.subjects), question.unknown))
    return found


@cache
def _beside_the_point() -> frozenset[str]:
    """Words that are about nothing, and yet stand in questions that the referee knows."""
    return frozenset(word for one in known_questions() for word in one.unknown)


@cache
def _weights() -> dict[str, float]:
    """How much each subject tells: the less often it is asked about, the more."""
    known = known_questions()
    often = Counter(subject for one in known for subject in one.subjects)
    weights = {subject: log(1 + len(known) / (1 + many)) for subject, many in often.items()}
    for subject in weights.keys() & everyday_words()["slight"]:
        weights[subject] /= 2
    return weights


class Match(NamedTuple):
    """An answer, and how like the question is to those that it is known to answer: 0 to 1."""

    answer: Answer
    likeness: float


_ENOUGH = 0.5
_FURTHER = 0.15
"""How much the second and the third question that are like this one add."""


def find(
    question: Question,
    rulesets: Collection[str] = tuple(RULESETS),
    known: Iterable[Known] | None = None,
) -> list[Match]:
    """Return what answers a question in these games, best first; nothing where the question is of
    something else.

    It is answered as the questions of the table are that are most like it: those that are about
    the same. What is of another game than is named stands behind, and a house rule too where none
    is asked for.
    """
    asked = set(question.subjects)
    if ELSEWHERE in asked:
        return []
    weights = _weights()
    of_app = not asked.isdisjoint(everyday_words()["app"])
    games = RULESETS.keys() & asked
    own = sum(weights.get(subject, 1) ** 2 for subject in asked)
    likenesses = defaultdict(list)
    for one in known_questions() if known is None else known:
        shared = sum(weights[subject] ** 2 for subject in asked & one.subjects)
        if shared:
            its = sum(weights[subject] ** 2 for subject in one.subjects)
            for slug in one.asked.answers:
                likenesses[slug].append(shared / sqrt(own * its))
    found = []
    for answer in ANSWERS:
        near = sorted(likenesses[answer.slug], reverse=True)[:3]
        is_of_these = not set(rulesets).isdisjoint(answer.rulesets)
        if not near or not is_of_these or (answer.way and not of_app):
            continue
        likeness = (near[0] + _FURTHER * sum(near[1:])) / (1 + 2 * _FURTHER)
        if games and games.isdisjoint(answer.rulesets):
            likeness /= 4
        if answer.kind == "switch" and "house-rule" not in asked:
            likeness /= 2
        found.append(Match(answer, likeness))
    return sorted(found, key=lambda match: -match.likeness)


def is_answered(question: Question, found: Sequence[Match]) -> bool:
    """Return whether the first of what was found is an answer, and not only the nearest: like
    enough, and to a question of which more is known than not. A rare word may be a name."""
    slight = everyday_words()["slight"]
    told = sum(0.5 if subject in slight else 1 for subject in question.subjects)
    strange = [word for word in question.unknown if word not in _beside_the_point()]
    unknown = sum(1 if word in common_words() else 0.5 for word in strange)
    return bool(found) and found[0].likeness >= _ENOUGH and told > unknown
