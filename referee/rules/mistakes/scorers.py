"""Score lines as a player would work them out who has a rule wrong: one reader for each type.

A reader takes the situation and what is done to the line, by key; without any it gives what the
rules give. It calls the scorers of ``referee.rules.scoring``.
"""

from collections.abc import Callable, Mapping

from ..scoring import sets
from ..scoring.nigiri import WASABI_FACTOR, nigiri_points
from ..tableau import pack, unpack
from . import comparison_scorers
from .terms import Points, Situation, Value

Options = Mapping[str, Value]
Reader = Callable[[Situation, Options], Points]


def _nigiri(at: Situation, options: Options) -> int:
    """``moved``: faces laid on a wasabi and taken off; ``all``: every one; ``factor``."""
    kinds = unpack("nigiri", at.tally)
    moved = options.get("moved")
    if isinstance(moved, tuple):
        ups, downs = moved
        for faces, step in ((ups, 1), (downs, -1)):
            for face in faces if isinstance(faces, tuple) else ():
                kinds[f"wasabi+{face}"] += step
                kinds[face] -= step
    if options.get("all"):
        for kind in list(kinds):
            if not kind.startswith("wasabi+"):
                kinds[f"wasabi+{kind}"] += kinds.pop(kind)
    factor = options.get("factor", WASABI_FACTOR)
    held = {kind: max(0, number) for kind, number in kinds.items()}
    return nigiri_points(pack("nigiri", held.items()), int(str(factor)))


def _tempura(at: Situation, options: Options) -> int:
    """``single``: what a tempura without a partner pays."""
    single = options.get("single", 0)
    return at.points + (single if isinstance(single, int) else 0) * (at.tally % 2)


def _sashimi(at: Situation, options: Options) -> int:
    """``pair``: what two sashimi beside the sets of three pay; or every pair pays 10."""
    pair = options.get("pair", 0)
    if pair == "every":
        return sets.sets_of(2, 10)(at.tally)
    return at.points + (pair if isinstance(pair, int) and at.tally % 3 == 2 else 0)


def _dumpling(at: Situation, options: Options) -> int:
    """``linear``: points for each; ``sixth``: the scale goes ``on`` or begins ``anew``."""
    if each := options.get("linear"):
        return int(str(each)) * at.tally
    sixth = options.get("sixth")
    if sixth == "on":
        return at.tally * (at.tally + 1) // 2
    if sixth == "anew":
        full, rest = divmod(at.tally, sets.MAX_DUMPLINGS)
        return full * sets.dumpling_points(sets.MAX_DUMPLINGS) + sets.dumpling_points(rest)
    return at.points


def _tofu(at: Situation, options: Options) -> int:
    """``past-two``: three or more pay like ``two``, or in pairs ``anew``."""
    past = options.get("past-two")
    if past == "two":
        return sets.tofu_points(min(at.tally, 2))
    if past == "anew":
        pairs, rest = divmod(at.tally, 2)
        return pairs * sets.tofu_points(2) + sets.tofu_points(rest)
    return at.points


def _eel(at: Situation, options: Options) -> int:
    """``single``: one eel costs nothing; ``third``: ``each`` past the first pays 7, or every
    pair does."""
    if at.tally == 1 and options.get("single"):
        return 0
    if at.tally > 2 and (third := options.get("third")):
        times = at.tally - 1 if third == "each" else at.tally // 2
        return sets.eel_points(2) * times
    return at.points


def _onigiri(at: Situation, options: Options) -> int:
    """``same``: sets of four, whatever the shapes."""
    if not options.get("same"):
        return at.points
    full, rest = divmod(sum(unpack("onigiri", at.tally).values()), 4)
    return 16 * full + rest * rest


def _paid(at: Situation, options: Options) -> int:
    """``paid``: a point ``each``, or one for all."""
    paid = options.get("paid")
    return at.points + (at.tally if paid == "each" else 1 if paid and at.tally else 0)


def _tokens(at: Situation, options: Options) -> int:
    """``singly``: a point for each token."""
    return at.tally if options.get("singly") else at.points


READERS: dict[str, Reader] = {
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
