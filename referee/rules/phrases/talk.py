"""Passes over words that say nothing of the cards: talk around them."""

import re
from itertools import pairwise
from typing import NamedTuple

from .kinds import NAMES, Kind, Sense
from .lexer import END, SENTENCE_ENDS, Lexeme
from .vocabulary import Vocabulary

_TELLING = f"{Kind.QUANTITY}{Kind.CHAT}{Kind.GONE}{Kind.CLAIM}"
"""In a sentence with one of these no word is passed over."""
_AROUND = f"{Kind.ARTICLE}{Kind.HAVE}{Kind.SUM}{Kind.AND}{Kind.SOFT}{Kind.ADD}{Kind.CARD}"
"""What may stand among words that are passed over from one comma to the next."""
_REASONS_NOT = (
    f"{NAMES}{Kind.NUMBER}{Kind.QUANTITY}{Kind.DENIED}{Kind.NOT}{Kind.NONE}{Kind.GONE}{Kind.REMOVE}"
    f"{Kind.CORRECT}{Kind.COMMAND}{Kind.CLAIM}{Kind.SWAP}{Kind.FLIP}{Kind.INSTEAD}"
)
"""What makes of the words behind "because" more than a reason."""
_LEADING = (
    f"{Kind.HAVE}{Kind.ARTICLE}{Kind.AND}{Kind.SOFT}{Kind.TOTAL}{Kind.ON}{Kind.OF}{Kind.CARD}"
    f"{Kind.SUM}"
)
"""What may stand among words that lead to the cards."""
_JOINING = f"{Kind.WITH}{Kind.ON}{Kind.UNDER}{Kind.BESIDE}{Kind.WITHOUT}{Kind.ON_IT}{Kind.OF}"
"""What joins a card to another one."""


class Passed(NamedTuple):
    """Words that are passed over, from ``start`` to ``end`` of the text."""

    start: int
    end: int


def without_talk(
    row: list[Lexeme], text: str, known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """The row without the words that say nothing beside cards, and where those stand.

    Of a sentence either all of its unknown words are passed over, or none: who is not understood
    in one word may say of the cards that they are lost, another's, or wished for.
    """
    kept: list[Lexeme] = []
    passed: list[Passed] = []
    sentence: list[Lexeme] = []
    for lexeme in (*row, END):
        is_end = lexeme is END or (lexeme.kind == Kind.BREAK and lexeme.form in SENTENCE_ENDS)
        if not is_end:
            sentence.append(lexeme)
            continue
        said, idle = _said(sentence, text, known) if lexeme.form != "?" else ([], [])
        kept += said if idle else sentence
        kept += [lexeme] if lexeme is not END else []
        passed += idle
        sentence = []
    return kept, passed


def _said(
    sentence: list[Lexeme], text: str, known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """A sentence without what says nothing; nothing where that cannot be told."""
    sentence, passed = _without_reasons(sentence, known)
    kinds = {one.kind for one in sentence}
    if not kinds & {*NAMES} or kinds & {*_TELLING}:
        return [], []
    if sentence[0].form in known.lists.holds and _begins(sentence[0], text):
        return [], []  # "are three sashimi really ten points" asks
    kept: list[Lexeme] = []
    for lead, said in _clauses(sentence, known):
        clause = _without_lead(said, known)
        if clause != said:
            passed.append(Passed(said[0].start, clause[0].end))
        unknown = [one for one in clause if one.kind == Kind.UNKNOWN]
        is_lead = bool(unknown) and not any(one.kind in NAMES for one in kept)
        if is_lead and clause[0].form not in known.lists.own and _says_nothing(clause, text, known):
            passed.append(Passed(clause[0].start, clause[-1].end))
        elif all(one.form in known.lists.idle for one in unknown) and not _is_torn(clause):
            kept += [*lead, *_parted_by_idle(clause)]
            passed += [Passed(one.start, one.end) for one in unknown]
        else:
            return [], []
    return kept, passed


def _without_lead(clause: list[Lexeme], known: Vocabulary) -> list[Lexeme]:
    """A clause with words that only lead to its cards as one "I have": "that leaves me showing"."""
    first = next((n for n, one in enumerate(clause) if one.kind in NAMES), 0)
    after = max((n + 1 for n in range(first) if clause[n].kind == Kind.UNKNOWN), default=0)
    lead = clause[:after]
    leading, idle = known.lists.leading, known.lists.idle
    unknown = [one.form for one in lead if one.kind == Kind.UNKNOWN]
    if not leading.difference(idle).intersection(unknown) or not leading.union(idle).issuperset(
        unknown
    ):
        return clause
    if clause[after].definite or after < 2:
        return clause  # "leave the squid"
    if any(
        one.kind not in _LEADING
        or (one.kind == Kind.HAVE and not leading.issuperset(one.form.split()))
        for one in clause[:first]
        if one.kind
        not in (Kind.UNKNOWN, Kind.NUMBER, Kind.GROUP, Kind.MULTIPLE, Kind.MORE, Kind.BARE)
    ):
        return clause
    total = next((one for one in lead if one.kind == Kind.TOTAL), None)
    have = total or lead[-1]._replace(kind=Kind.HAVE, sense=Sense(Kind.HAVE))
    return [have._replace(start=lead[-1].end, end=lead[-1].end, definite=False), *clause[after:]]


def _without_reasons(
    sentence: list[Lexeme], known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """A sentence without why somebody has the cards before: "an egg because I was unlucky"."""
    kept: list[Lexeme] = []
    passed: list[Passed] = []
    for clause in _clauses(sentence, known):
        said = [*clause[0], *clause[1]]
        begun = next(
            (n for n, one in enumerate(said) if one.form in known.lists.because), len(said)
        )
        reason = said[begun:]
        is_said = any(one.kind in NAMES for one in (*kept, *said[:begun]))
        if reason and is_said and not any(one.kind in _REASONS_NOT for one in reason):
            passed.append(Passed(reason[0].start, reason[-1].end))
            said = said[:begun]
        kept += said
    return kept, passed


def _says_nothing(clause: list[Lexeme], text: str, known: Vocabulary) -> bool:
    """Whether what is said up to a comma, before any card, are common words that say nothing. One
    such word may be somebody's name, "Ace, two tempura"; and "the waiter, …" the waiter's cards."""
    is_exclaimed = clause[0].form in known.lists.exclaims
    found = 0
    for one in clause:
        if one.kind == Kind.HAVE and one is not clause[0]:
            return False  # "Ace got, two tempura"
        is_idle = one.form in known.lists.idle or one.form in known.lists.leading
        if one.kind in f"{_AROUND}{_LEADING}" or is_idle or (is_exclaimed and not found):
            found += one.kind == Kind.UNKNOWN
        elif (
            one.kind == Kind.UNKNOWN
            and not one.definite
            and known.says_nothing(one.form, is_exclaimed=is_exclaimed)
            and not _is_name(one, text)
        ):
            found += 1
        else:
            return False
    idle = known.lists.idle | known.lists.leading
    is_idle = all(one.form in idle for one in clause if one.kind == Kind.UNKNOWN)
    return found > 1 or is_idle or clause[0].kind == Kind.HAVE


def _is_torn(clause: list[Lexeme]) -> bool:
    """Whether a word that says nothing has what joins cards behind it, and no card before it: "it's
    very good with wasabi, the squid"; or tells what cards are like: "tempura is terrible"."""
    before = END
    is_named = False
    for one, after in pairwise([*clause, END]):
        if one.kind != Kind.UNKNOWN:
            is_named |= one.kind in NAMES
            before = one
            continue
        is_joined = after.kind in _JOINING and before.kind not in (*NAMES, Kind.CARD)
        if is_joined or (after is END and before.kind == Kind.HAVE and is_named):
            return True
    return False


def _clauses(sentence: list[Lexeme], known: Vocabulary) -> list[tuple[list[Lexeme], list[Lexeme]]]:
    """What commas part, and what begins with "I have"; each with the commas before it."""
    found: list[tuple[list[Lexeme], list[Lexeme]]] = [([], [])]
    for lexeme in sentence:
        is_break = lexeme.kind == Kind.BREAK
        begins = lexeme.kind == Kind.HAVE and lexeme.form in known.lists.own
        if found[-1][1] and (is_break or begins):
            found.append(([], []))
        found[-1][0 if is_break else 1].append(lexeme)
    return found


def _parted_by_idle(clause: list[Lexeme]) -> list[Lexeme]:
    """A clause without the words that say nothing: what such words part, a comma does, and an
    article before them is one of the card behind them."""
    kept: list[Lexeme] = []
    is_parted = is_definite = False
    for lexeme in clause:
        if lexeme.kind == Kind.UNKNOWN:
            is_parted, is_definite = True, is_definite or lexeme.definite
            continue
        begins = lexeme.kind in f"{NAMES}{Kind.NUMBER}{Kind.ARTICLE}"
        if is_parted and begins and kept and kept[-1].kind in NAMES:
            kept.append(END._replace(start=lexeme.start, end=lexeme.start))
        kept.append(lexeme._replace(definite=lexeme.definite or is_definite))
        is_parted = is_definite = False
    return kept


def _is_name(lexeme: Lexeme, text: str) -> bool:
    """Whether a word may be somebody's name, as it has a capital letter within a sentence that is
    not all in capitals; or is a verb in the past of somebody else in Spanish."""
    said = text[lexeme.start : lexeme.end]
    is_large = said[:1].isupper() and not text.isupper() and not _begins(lexeme, text)
    return is_large or said.endswith("ó")


def _begins(lexeme: Lexeme, text: str) -> bool:
    """Whether a sentence begins with it."""
    return not re.search(r"\w", re.split(r"[.;!?…\n]", text[: lexeme.start])[-1])
