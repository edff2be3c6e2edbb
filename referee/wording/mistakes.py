"""What explains a claimed number, in words: what was done, then line by line what it meant."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.formats import localize
from django.utils.translation import gettext as _

from referee.rules.mistakes import END, Diagnosis, LineChange, Way

from .mistake_sentences import OTHER_CARDS, SAID, Told, capital
from .names import type_name
from .phrases import number, sentences, series

MOST_OTHERS = 2
"""So many other cards are named that would explain the same."""


def diagnosis_text(diagnosis: Diagnosis, ruleset: str) -> str:
    """An explanation: each mistake in a sentence, then every line with its wrong and right points.

    Args:
        diagnosis: what explains a claim.
        ruleset: the game, as on the score sheet.
    """
    told = [
        said(way, others, ruleset)
        for way, others in zip(diagnosis.ways, diagnosis.others, strict=True)
    ]
    return sentences([*told, *map(change_text, diagnosis.changes)])


def said(way: Way, others: Sequence[Way], ruleset: str) -> str:
    """What was done, in a sentence; with the other cards that would explain the same."""
    told = Told(way, ruleset)
    words = SAID[way.code](told)
    if way.code not in OTHER_CARDS:
        return words
    cards = _different(OTHER_CARDS[way.code](Told(other, ruleset)) for other in others)
    own = OTHER_CARDS[way.code](told)
    named = [name for name in cards if name != own][:MOST_OTHERS]
    if not named:
        return words
    return sentences([words, _("Or: %(cards)s.") % {"cards": series(named)}])


def _different(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def change_text(change: LineChange) -> str:
    """ "Round 2, dumplings: 21 instead of 15." """
    facts = {
        "where": part_name(change.part),
        "name": type_name(change.type) if change.type else "",
        "after": points_words(change.after),
        "before": points_words(change.before),
    }
    if change.type:
        return _("%(where)s, %(name)s: %(after)s instead of %(before)s.") % facts
    return _("%(where)s, all together: %(after)s instead of %(before)s.") % facts


def part_name(part: int) -> str:
    """ "Round 2", "End of the game"; 0 is the whole game."""
    if part == END:
        return _("End of the game")
    return capital(_("the whole game")) if not part else _("Round %(n)d") % {"n": part}


def points_words(points: int | Fraction) -> str:
    """A number of points, of which somebody may have kept a fraction: "−2", "1.5"."""
    if points == int(points):
        return number(int(points))
    return str(localize(float(points)))
