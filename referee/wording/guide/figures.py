"""The guide's numbers, asked of the rules, so that no number stands in two places."""

from collections.abc import Iterable
from functools import lru_cache

from referee.rules import FACES, RULESETS
from referee.rules.cards import NIGIRI_VALUES
from referee.rules.scoring.lines import Table
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.tableau import pack

from .scope import Scope

_TABLE = 4
"""Players of an example where the number does not matter."""


def worth(scope: Scope, type_: str, tally: int) -> int:
    """What a tally of a type scores that looks at nobody else, now or at the end of the game."""
    rules = RULESETS[scope.ruleset]
    setting = scope.example(_TABLE)
    at_end = rules.game_end_alone(setting)
    return (at_end if type_ in at_end else rules.alone(setting))[type_](tally).points


def worth_row(scope: Scope, type_: str, tallies: Iterable[int]) -> tuple[int, ...]:
    """What each of several tallies scores."""
    return tuple(worth(scope, type_, tally) for tally in tallies)


def first_set(scope: Scope, type_: str) -> tuple[int, int]:
    """The size of the smallest set that scores, and what it scores."""
    size = next(n for n in range(1, 100) if worth(scope, type_, n) > 0)
    return size, worth(scope, type_, size)


def onigiri_row(scope: Scope) -> tuple[int, ...]:
    """What a set of one, two, three and four shapes scores."""
    shapes = [face.parts[0][0] for face in FACES.values() if face.type == "onigiri"]
    sets = [[(shape, 1) for shape in shapes[:many]] for many in range(1, len(shapes) + 1)]
    return tuple(worth(scope, "onigiri", pack("onigiri", parts)) for parts in sets)


def nigiri_rows() -> tuple[tuple[str, int, int], ...]:
    """(face, what it scores, what it scores on wasabi) of every nigiri."""
    return tuple(
        (face, nigiri_value(face), nigiri_value(f"wasabi+{face}")) for face in NIGIRI_VALUES
    )


@lru_cache(maxsize=256)
def prizes(scope: Scope, type_: str, players: int) -> dict[str, int]:
    """The points of every place in a comparison, by the place's name, with so many players.

    Worked out at a table where everybody has another number, so that nobody ties. In a game it is
    the game's own table, whatever ``players`` says.
    """
    setting = scope.example(players)
    rules = RULESETS[scope.ruleset]
    compared = {**rules.compared(setting), **rules.game_end_compared(setting)}
    tallies = [{type_: number} for number in range(setting.seats, 0, -1)]
    first = compared[type_](Table((), tallies))[0]
    if first is None or first.comparison is None:
        raise ValueError(f"{type_} is not compared")
    return {place.name: place.prize for place in first.comparison.places}


def box_count(scope: Scope, type_: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """How many cards of a type the box holds, and how many of each face where they differ.

    For Roll the dice of the kind that shows the type; 0 for what is no card or die.
    """
    rules = RULESETS[scope.ruleset]
    for types, number in rules.dice.items():
        if type_ in types:
            return number, ()
    faces = tuple((face, n) for face, n in rules.faces.items() if FACES[face].type == type_)
    return rules.box.get(type_, 0), faces
