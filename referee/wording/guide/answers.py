"""Everything that the referee can be asked: the rules of every card, of play, the rulings and the
house rules of all three games, and the ways through SushiScore."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import override

from referee.rules import RULESETS, SWITCHES

from ..cards import CARDS
from ..explanations.citations import play_citations
from .cases import CASES
from .cases.case import Case
from .scope import SWITCHES_OF_TYPE, Scope
from .search import COUNTS_TOLD, ELSEWHERE, Question, everyday_words, read
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
    question: Question


@cache
def known_questions() -> list[Known]:
    """The questions that the referee knows."""
    found = []
    text = Path(__file__).with_name("questions.txt").read_text(encoding="utf-8")
    for asked in table(text):
        with override(asked.language):
            found.append(Known(asked, read(asked.words)))
    return found


_OF_A_WORD = 0.35
"""How much a plain word tells beside a subject."""
_FURTHER = 0.15
"""How much the second and the third question that are like this one add."""
_OTHER_CARD = 0.6
"""How much is left of the likeness to a question about a card that is not named here."""
_NO_SUCH_CARD = 0.75
"""And to one that is not about a card that is."""
_OTHER_CASE = 0.7
"""How much is left of an answer about a special case that is not told: two players, a dummy."""
_OTHER_WAY = 0.4
"""And of a way that is never asked with something else of SushiScore that is told."""
_OF_ALL = 0.4
"""How much all questions of an answer tell beside those that are most like this one."""
_UNSEEN = 8
"""How many words and subjects an answer is thought to be asked by beside those of its questions,
spread as they are over all questions."""


class Index:
    """Known questions, to look up what is most like another one."""

    def __init__(self, known: Sequence[Known]) -> None:
        often: Counter[str] = Counter()
        self._all: Counter[str] = Counter()
        self._of: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for one in known:
            told = _told(one.question)
            often.update(told.keys())
            self._all.update(told)
            for slug in one.asked.answers:
                self._of[slug].update(told)
        slight = everyday_words()["slight"]
        self._weights = {
            feature: log(1 + len(known) / (1 + many)) * (0.5 if feature in slight else 1)
            for feature, many in often.items()
        }
        asked = Counter(slug for one in known for slug in one.asked.answers)
        self._special = {
            slug: {case for case in everyday_words()["special"] if 2 * told[case] > asked[slug]}
            for slug, told in self._of.items()
        }
        self._sums = {slug: sum(told.values()) for slug, told in self._of.items()}
        self._words = {word for one in known for word in one.question.words}
        self._holding: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, one in enumerate(known):
            for feature, weight in self._weighed(_told(one.question)).items():
                self._holding[feature].append((at, weight))
        self._slugs = [one.asked.answers for one in known]
        self._cards = [CARDS.keys() & one.question.subjects for one in known]

    def strangeness(self, words: Collection[str]) -> float:
        """How much tells against a question that these words in it are not known."""
        return sum(_ASKED if word in self._words else 1 for word in words)

    def likenesses(self, told: Mapping[str, float]) -> dict[str, float]:
        """How like what a question tells is to the questions of each answer, by its slug."""
        ways = everyday_words()["app"].keys() & told.keys() - {"app"}
        likenesses = defaultdict(list)
        for at, likeness in self._alike(told).items():
            for slug in self._slugs[at]:
                likenesses[slug].append(likeness)
        found = {}
        for slug, of_it in likenesses.items():
            first, *further = sorted(of_it, reverse=True)[:3]
            nearest = (first + _FURTHER * sum(further)) / (1 + 2 * _FURTHER)
            likeness = nearest + _OF_ALL * max(self._expected(slug, told), 0)
            likeness *= _OTHER_CASE if self._special[slug] - told.keys() else 1
            is_other_way = slug.startswith("app/") and ways - self._of[slug].keys()
            found[slug] = likeness * (_OTHER_WAY if is_other_way else 1)
        return found

    def _alike(self, told: Mapping[str, float]) -> dict[int, float]:
        """The cosine between what is told and each known question that shares something."""
        found: defaultdict[int, float] = defaultdict(float)
        for feature, weight in self._weighed(told).items():
            for at, other in self._holding[feature]:
                found[at] += weight * other
        cards = CARDS.keys() & told.keys()
        for at in found:
            found[at] *= _OTHER_CARD if self._cards[at] - cards else 1
            found[at] *= _NO_SUCH_CARD if cards - self._cards[at] else 1
        return found

    def _weighed(self, told: Mapping[str, float]) -> dict[str, float]:
        weighed = {it: self._weights[it] * much for it, much in told.items() if it in self._weights}
        length = sqrt(sum(weight**2 for weight in weighed.values()))
        return {feature: weight / length for feature, weight in weighed.items()}

    def _expected(self, slug: str, told: Mapping[str, float]) -> float:
        """How much oftener than in other questions this is told in those of an answer: the mean
        logarithm (a query's likelihood with Dirichlet smoothing)."""
        its, total, of_all = self._of[slug], self._sums[slug], self._all
        everything = of_all.total()
        logarithms = 0.0
        for feature, much in told.items():
            if feature in of_all:
                usual = of_all[feature] / everything
                here = (its[feature] + _UNSEEN * usual) / (total + _UNSEEN)
                logarithms += much * log(here / usual)
        return logarithms / (sum(told.values()) or 1)


def _told(question: Question) -> dict[str, float]:
    """What tells what a question is about, and how much: its subjects, a little its words."""
    words = {f"{word[:5]}…": _OF_A_WORD for word in question.words if not word.isdecimal()}
    return words | dict.fromkeys(question.subjects, 1)


_index = cache(lambda: Index(known_questions()))


class Match(NamedTuple):
    """An answer, and how like the question is to those that it is known to answer."""

    answer: Answer
    likeness: float


_ENOUGH = 0.65
_ALIKE = 1.3
"""And for a question with nothing in it but what may be said of anything: almost a known one."""
_APART = 0.6
_AS_NEAR = 0.93
"""Where the second answer is nearer to the first than this, either may be meant."""
_ASKED = 0.25
"""How much a word tells against a question that is not known, but stands in one of the table."""
_STRANGE = 2
"""How much a word that is not known tells against a question that names no card."""


def find(
    question: Question,
    rulesets: Collection[str] = tuple(RULESETS),
    index: Index | None = None,
) -> list[Match]:
    """Return what answers a question in these games, best first; nothing where the question is of
    something else.

    It is answered as the questions of the table are that are most like it. What is of another
    game than is named stands behind, and a house rule too where none is asked for.
    """
    asked = set(question.subjects)
    if ELSEWHERE in asked:
        return []
    of_app = not asked.isdisjoint(everyday_words()["app"])
    is_of_card = not asked.isdisjoint(CARDS)
    games = RULESETS.keys() & asked
    told = _told(question)
    if len(rulesets) == 1:  # that it is of the game on the table goes without saying
        told.pop(next(iter(rulesets)), None)
    likenesses = (index or _index()).likenesses(told)
    order = [*RULESETS]
    found = []
    for answer in ANSWERS:
        likeness = likenesses.get(answer.slug, 0)
        is_of_these = not set(rulesets).isdisjoint(answer.rulesets)
        if not likeness or not is_of_these or (answer.way and not of_app):
            continue
        if games and games.isdisjoint(answer.rulesets):
            likeness /= 4
        if answer.way and is_of_card:
            likeness *= _OTHER_CARD
        if answer.kind == "card" and is_of_card and answer.name not in asked:
            likeness *= _NO_SUCH_CARD
        if len(rulesets) > 1 and answer.ruleset:  # where all is alike, the original comes first
            likeness *= 1 - 0.06 * order.index(answer.ruleset)
        if answer.kind == "switch" and "house-rule" not in asked:
            likeness /= 2
        found.append(Match(answer, likeness))
    return sorted(found, key=lambda match: -match.likeness)


def is_answered(question: Question, found: Sequence[Match]) -> bool:
    """Return whether the first of what was found is an answer, and not only the nearest: like
    enough, more than the next, and to a question of which more is known than not. The more words
    are not known, the more alike it must be.

    A card with something else that is asked about it tells more than both alone."""
    slight = everyday_words()["slight"]
    subjects = [subject for subject in question.subjects if subject not in COUNTS_TOLD]
    told = sum(0.5 if subject in slight else 1 for subject in subjects)
    if 0 < len(CARDS.keys() & question.subjects) < len(question.subjects):
        told += 0.5
    strange = _index().strangeness(question.unknown)
    if CARDS.keys().isdisjoint(question.subjects):
        strange = _STRANGE * (strange + len(question.names))
    if not found or told <= strange or (told < 1 and found[0].likeness < _ALIKE):
        return False
    return 2 * found[0].likeness - _next(found) >= _ENOUGH * (1 + strange / told)


def is_understood(question: Question, found: Sequence[Match]) -> bool:
    """Return whether a question holds nothing that is not known, and names a card or is far more
    like one answer than the next: then what is nearest may well be meant, though no known question
    is like it enough."""
    if _index().strangeness(question.unknown) + len(question.names) >= 1 or not found:
        return False
    is_apart = found[0].likeness >= _APART and _next(found) <= found[0].likeness / 2
    return is_apart or not CARDS.keys().isdisjoint(question.subjects)


def is_sure(found: Sequence[Match]) -> bool:
    """Return whether the first answer is far enough ahead of the next to be given as the answer."""
    return _next(found) <= _AS_NEAR * found[0].likeness


def _next(found: Sequence[Match]) -> float:
    """How like the question is to the second answer. The same one of another game is none, nor is
    a ruling on the card that is the first: the card's rules hold its rulings."""
    first, *others = found
    is_card = first.answer.kind == "card"
    for answer, likeness in others:
        of_card = is_card and answer.case and answer.case.rule == first.answer.name
        if answer.name != first.answer.name and not of_card:
            return likeness
    return 0
