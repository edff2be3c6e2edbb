"""Score lines as a player would who has a rule wrong: one scorer for each type.

A scorer takes the situation and options that misread the line; without options it gives what the
rules give. It calls the scorers of ``referee.rules.scoring``.
"""

from collections.abc import Callable

from ..cards import NIGIRI_VALUES
from ..scoring import sets
from ..scoring.nigiri import WASABI_FACTOR, nigiri_points
from ..tableau import pack, unpack
from . import comparison_scorers
from .terms import Options, Points, Situation

Scorer = Callable[[Situation, Options], Points]


def _nigiri(at: Situation, options: Options) -> int:
    """``moved``: faces put on a wasabi and taken off; ``all``: all lie on one; ``factor``."""
    kinds = unpack("nigiri", at.tally)
    ups, downs = options.get("moved", ((), ()))
    for faces, step in ((ups, 1), (downs, -1)):
        for face in faces:
            kinds[f"wasabi+{face}"] += step
            kinds[face] -= step
    if options.get("all"):
        for face in NIGIRI_VALUES:
            kinds[f"wasabi+{face}"] += kinds.pop(face)
    held = [(kind, max(0, number)) for kind, number in kinds.items()]
    return nigiri_points(pack("nigiri", held), options.get("factor", WASABI_FACTOR))


def _tempura(at: Situation, options: Options) -> int:
    """``single``: what a tempura without a partner pays."""
    single: int = options.get("single", 0)
    return at.points + single * (at.tally % 2)


def _sashimi(at: Situation, options: Options) -> int:
    """``pair``: what two sashimi beside the sets of three pay; ``every``: all pairs pay 10."""
    pair = options.get("pair", 0)
    if pair == "every":
        return sets.sets_of(2, 10)(at.tally)
    return at.points + (pair if at.tally % 3 == 2 else 0)


def _dumpling(at: Situation, options: Options) -> int:
    """``linear``: points for each; ``sixth``: the scale goes ``on`` or begins ``anew``."""
    each: int = options.get("linear", 0)
    if each:
        return each * at.tally
    sixth = options.get("sixth")
    if sixth == "on":
        return at.tally * (at.tally + 1) // 2
    if sixth == "anew":
        return _anew(sets.dumpling_points, sets.MAX_DUMPLINGS, at.tally)
    return at.points


def _tofu(at: Situation, options: Options) -> int:
    """``past-two``: three or more pay like ``two``, or in pairs ``anew``."""
    past = options.get("past-two")
    if past == "anew":
        return _anew(sets.tofu_points, 2, at.tally)
    return sets.tofu_points(min(at.tally, 2)) if past else at.points


def _anew(points: Callable[[int], int], size: int, tally: int) -> int:
    """Begin a new set after each full one."""
    full, rest = divmod(tally, size)
    return full * points(size) + points(rest)


def _eel(at: Situation, options: Options) -> int:
    """``single``: one eel costs nothing; ``third``: ``each`` after the first, or every pair of
    ``pairs``, pays 7."""
    if at.tally == 1 and options.get("single"):
        return 0
    if at.tally > 2 and (third := options.get("third")):
        return sets.eel_points(2) * (at.tally - 1 if third == "each" else at.tally // 2)
    return at.points


def _onigiri(at: Situation, options: Options) -> int:
    """``same``: sets of four, whatever the shapes."""
    if not options.get("same"):
        return at.points
    full, rest = divmod(sum(unpack("onigiri", at.tally).values()), 4)
    return 16 * full + rest * rest


def _paid(at: Situation, options: Options) -> int:
    """``paid``: a point ``each``, or one for all (``once``)."""
    paid = options.get("paid")
    return at.points + (at.tally if paid == "each" else 1 if paid and at.tally else 0)


def _tokens(at: Situation, options: Options) -> int:
    """``singly``: a point for each token."""
    return at.tally if options.get("singly") else at.points


SCORERS: dict[str, Scorer] = {
    "maki": comparison_scorers.maki,
    "temaki": comparison_scorers.most_and_fewest,
    "pudding": comparison_scorers.most_and_fewest,
    "edamame": comparison_scorers.edamame,
    "soy-sauce": comparison_scorers.soy_sauce,
    "tea": comparison_scorers.tea,
    "uramaki": comparison_scorers.uramaki,
    "nigiri": _nigiri,
    "tempura": _tempura,
    "sashimi": _sashimi,
    "dumpling": _dumpling,
    "tofu": _tofu,
    "eel": _eel,
    "onigiri": _onigiri,
    "chopsticks": _paid,
    "wasabi": _paid,
    "tokens": _tokens,
}
"""The types of which a line can be misread."""
