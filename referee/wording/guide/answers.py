"""Everything that the referee can be asked: the rules of every card, of play, the rulings and the
house rules of all three games."""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from referee.rules import RULESETS, SWITCHES

from ..cards import CARDS
from .cases import CASES
from .cases.case import Case
from .scope import Scope
from .search import Index, Question, everyday_words

KINDS = ("card", "play", "case", "switch")


class Answer(NamedTuple):
    """Something that can be answered.

    Attributes:
        kind: one of ``KINDS``.
        ruleset: whose rule it is; the first one's for a house rule of several games.
        name: the card type, the section, the case or the switch, by its slug.
        about: what it is about, in the subjects of everyday_words.toml.
    """

    kind: str
    ruleset: str
    name: str
    about: str

    @property
    def case(self) -> Case | None:
        """The ruling that it is, if it is one."""
        return _CASES.get(self.slug) if self.kind == "case" else None

    @property
    def slug(self) -> str:
        """The slug of an answer: "sushi-go/maki", "sushi-go/maki-tie",
        "house-rule/zero-maki-scores"."""
        return f"{'house-rule' if self.kind == 'switch' else self.ruleset}/{self.name}"

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rule sets whose rule it is: a house rule may be of several games."""
        return _RULESETS_OF[self.name] if self.kind == "switch" else (self.ruleset,)

    @property
    def subjects(self) -> list[str]:
        """The subjects that it is about, what it is asked by first."""
        return list(dict.fromkeys(self.about.replace("+", "").replace("/", " ").split()))

    def wanting(self, subjects: Collection[str]) -> int:
        """Count the subjects that it must be asked by and that are not in a question's."""
        needed = (word[1:].split("/") for word in self.about.split() if word.startswith("+"))
        return sum(not set(either) & set(subjects) for either in needed)


_CASES = {case.slug: case for case in CASES}
_RULESETS_OF = {switch.name: switch.rulesets for switch in SWITCHES}


def _answers() -> tuple[Answer, ...]:
    answers = []
    for ruleset in RULESETS:
        for type_ in Scope(ruleset).types:
            about = CARDS[type_].about_in.get(ruleset, CARDS[type_].about)
            answers.append(Answer("card", ruleset, type_, f"{type_} {about}"))
        for case in CASES:
            if case.ruleset == ruleset:
                name = case.slug.partition("/")[2]
                answers.append(Answer("case", ruleset, name, case.about))
        sections = everyday_words()["play"]
        for section in sections:
            if "/" not in section and (section != "order" or ruleset == "sushi-go-party"):
                about = sections.get(f"{ruleset}/{section}", sections[section])
                answers.append(Answer("play", ruleset, section, about))
    for switch in SWITCHES:
        about = everyday_words()["house-rules"][switch.name]
        answers.append(Answer("switch", switch.rulesets[0], switch.name, about))
    return tuple(answers)


ANSWERS = _answers()


@cache
def _index() -> Index:
    return Index(
        (
            " ".join(subject for subject in answer.subjects if subject in CARDS),
            " ".join(subject for subject in answer.subjects if subject not in CARDS),
            answer.ruleset,
        )
        for answer in ANSWERS
    )


def find(question: Question, rulesets: Collection[str] = tuple(RULESETS)) -> list[Answer]:
    """Return what answers a question in these games, best first.

    An answer's mark is halved for each thing that it must be asked by and is not, for being about
    none of the cards that are named, and twice for being of another game than is named. What is
    named first counts a little more.
    """
    cards = CARDS.keys() & set(question.subjects)
    games = set(RULESETS) & set(question.subjects)
    games = games or ({*rulesets} if len(rulesets) == 1 else set())
    marked = []
    for place, mark in _index().ranked(question.subjects):
        answer = ANSWERS[place]
        if set(rulesets).isdisjoint(answer.rulesets):
            continue
        wanting = answer.wanting({*question.subjects, *games})
        wanting += bool(cards) and cards.isdisjoint(answer.subjects)
        wanting += 2 * (bool(games) and games.isdisjoint(answer.rulesets))
        begins = question.subjects[0] in answer.subjects[:2]
        marked.append((mark * 0.5**wanting * (1.2 if begins else 1), answer))
    return [answer for _mark, answer in sorted(marked, key=lambda pair: -pair[0])]
