"""Thirty readings of the rules that the diagnosis does not know: for `make measure-diagnosis`."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.rules.mistakes import END
from referee.rules.mistakes.book import ScoredGame
from referee.rules.mistakes.rows import Situation

Points = Callable[[Mapping[str, int], Sequence[int], int], int]
"""From how many the player has of each kind, what all seats have, and the player's seat."""


class Unlisted(NamedTuple):
    """A reading that nobody listed."""

    type: str
    points: Points
    games: tuple[str, ...] = ("sushi-go", "sushi-go-party")
    part_is_end: bool = False


def _number(points: Callable[[int], int]) -> Points:
    return lambda kinds, _counts, _seat: points(sum(kinds.values()))


def _ranked(most: int, fewest: int = 0, *, shared: bool = False) -> Points:
    def points(_kinds: Mapping[str, int], counts: Sequence[int], seat: int) -> int:
        ties = counts.count(counts[seat])
        won = most if counts[seat] == max(counts) and not (shared and ties > 1) else 0
        return won + (fewest if counts[seat] == min(counts) else 0)

    return points


def _nigiri(values: Sequence[int], factor: int = 3, more: int = 0) -> Points:
    """By the values of egg, salmon and squid; on wasabi times a factor, and some more."""
    faces = dict(zip(("egg-nigiri", "salmon-nigiri", "squid-nigiri"), values, strict=True))

    def points(kinds: Mapping[str, int], _counts: Sequence[int], _seat: int) -> int:
        return sum(
            number * (faces[face] * factor + more if face != kind else faces[face])
            for kind, number in kinds.items()
            for face in [kind.removeprefix("wasabi+")]
        )

    return points


PARTY, ROLL = ("sushi-go-party",), ("sushi-roll",)
ALL = ("sushi-go", *PARTY, *ROLL)
UNLISTED = (
    Unlisted("tempura", _number(lambda n: n // 2 * 4)),
    Unlisted("tempura", _number(lambda n: n // 2 * 6)),
    Unlisted("tempura", _number(lambda n: n // 3 * 10)),
    Unlisted("sashimi", _number(lambda n: n // 3 * 9)),
    Unlisted("sashimi", _number(lambda n: n // 3 * 12)),
    Unlisted("sashimi", _number(lambda n: n // 3 * 10 + n % 3)),
    Unlisted("dumpling", _number(lambda n: n * n)),
    Unlisted("dumpling", _number(lambda n: 2 * n)),
    Unlisted("dumpling", _number(lambda n: max(0, 3 * n - 3))),
    Unlisted("dumpling", _number(lambda n: n + (5 if n > 4 else 0))),
    Unlisted("maki", _number(lambda n: n), ALL),
    Unlisted("maki", _ranked(5), ALL),
    Unlisted("maki", _ranked(6, shared=True), ALL),
    Unlisted("maki", _ranked(6, -3), ALL),
    Unlisted("nigiri", _nigiri((1, 2, 3), factor=1, more=3), ALL),
    Unlisted("nigiri", _nigiri((2, 3, 4)), ALL),
    Unlisted("nigiri", _nigiri((2, 2, 2)), ALL),
    Unlisted("nigiri", _nigiri((1, 3, 2)), ALL),
    Unlisted("nigiri", _nigiri((1, 2, 3), factor=1, more=1), ALL),
    Unlisted("temaki", _number(lambda n: n)),
    Unlisted("temaki", _ranked(3, -3)),
    Unlisted("tofu", _number(lambda n: 2 * n)),
    Unlisted("eel", _number(lambda n: -3 * n if n < 3 else 7)),
    Unlisted("edamame", _number(lambda n: 2 * n)),
    Unlisted("miso-soup", _number(lambda n: 4 * n)),
    Unlisted("onigiri", _number(lambda n: 3 * n)),
    Unlisted("pudding", _number(lambda n: n), ALL, part_is_end=True),
    Unlisted("pudding", _ranked(5, -5), ALL, part_is_end=True),
    Unlisted("green-tea-ice-cream", _number(lambda n: 2 * n), PARTY, part_is_end=True),
    Unlisted("sashimi", _number(lambda n: 4 * n), ROLL),
)


def wrong_lines(game: ScoredGame, seat: int, reading: Unlisted) -> dict[tuple[int, str], int]:
    """The lines that come out otherwise where a player misreads the rule every time."""
    wrong = {}
    for part in game.parts:
        at: Situation = game.situation(part, seat, reading.type)
        lines = game.lines(part, seat)
        if (part == END) != reading.part_is_end or reading.type not in lines:
            continue
        points = reading.points(at.kinds, at.table.counts(reading.type), seat)
        if points != lines[reading.type].points:
            wrong[part, reading.type] = points
    return wrong
