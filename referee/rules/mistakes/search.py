"""The ways in which the rules can be misread in one game."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..house_rule_effects import value_of
from ..house_rules import SWITCHES
from .book import ScoredGame
from .catalogue import MISREADINGS, SCORERS, Misreading
from .terms import END, Cell, Effect, Habit, Points, Way

EVERY_TIME = 2.0
"""How likely it is that a rule is misread every time, compared with once."""
LESS_NATURAL = 0.5
"""How likely the further ways of a mistake are, compared with its first."""
_ONCE_ONLY = ("order", "moved")
"""Options that misread no rule, but what happened on the table."""


class MisreadLine(NamedTuple):
    """A line with its right and its wrong points."""

    habit: Habit
    before: Points
    after: Points
    held: int
    share: float


def misread_rules(game: ScoredGame, seat: int) -> Iterator[tuple[Way, Effect]]:
    """Every way to misread a rule for this player's lines, and by how much it moves them.

    Includes ways that move nothing: together with other cards they might.
    """
    alike: dict[tuple[str, str, Any], list[MisreadLine]] = {}
    for misreading in MISREADINGS:
        for line in _misread_lines(game, seat, misreading):
            if line.before == line.after:
                yield _way(misreading.code, [line], 0)
            else:
                same = misreading.code, misreading.key, line.habit.value
                alike.setdefault(same, []).append(line)
    for (code, key, _), lines in alike.items():
        for line in lines:
            yield _way(code, [line], 1.0)
        if len(lines) > 1 and key not in _ONCE_ONLY:
            yield from (_way(code, several, share) for several, share in _several(lines))
    # Puddings scored in every round, and not at the end.
    rounds = alike.get(("puddings-every-round", "every", True))
    if rounds and game.ended:
        at = game.situation(END, seat, "pudding")
        end = MisreadLine(Habit(END, "pudding", "forgotten", True), at.points, 0, at.tally, 1.0)
        yield _way("puddings-every-round", [*rounds, end], EVERY_TIME, "instead")


def _several(lines: Sequence[MisreadLine]) -> Iterator[tuple[Sequence[MisreadLine], float]]:
    """Lines that are misread alike: all, all of a type, all of a round, all but a round."""
    types = dict.fromkeys(line.habit.type for line in lines)
    for type_ in types if len(types) > 1 else ():
        of_type = [line for line in lines if line.habit.type == type_]
        if len(of_type) > 1:
            yield of_type, EVERY_TIME
    yield lines, EVERY_TIME
    parts = dict.fromkeys(line.habit.part for line in lines)
    for part in parts if len(parts) > 1 else ():
        here = [line for line in lines if line.habit.part == part]
        if len(here) > 1:
            yield here, 1.0
        if len(parts) > 2:
            yield [line for line in lines if line.habit.part != part], 1.0


def _misread_lines(game: ScoredGame, seat: int, misreading: Misreading) -> Iterator[MisreadLine]:
    """What the lines come to in each way; of ways that come to the same only the first."""
    for part in _parts(game, misreading):
        at = game.situation(part, seat, misreading.type)
        seen: set[Points] = set()
        count = at.tally if misreading.type not in ("nigiri", "onigiri") else 0
        for value in misreading.values(at):
            habit = Habit(part, misreading.type, misreading.key, value)
            after = SCORERS[misreading.type](at, {misreading.key: value})
            if after not in seen:
                share = LESS_NATURAL if seen - {at.points} else 1.0
                seen.add(after)
                yield MisreadLine(habit, at.points, after, count, share)


def _parts(game: ScoredGame, misreading: Misreading) -> list[int]:
    """The parts of the game with lines of that type; none where the reading is right."""
    setting, type_ = game.setting, misreading.type
    zero_scores = setting.ruleset == "sushi-go" and setting.house_rules.zero_maki_scores
    is_right = misreading.code == "zero-maki-paid" and zero_scores
    if is_right or setting.ruleset not in misreading.rulesets:
        return []
    return [
        part
        for part in game.parts
        if (part == END) == misreading.at_end
        and (
            type_ in setting.types
            or (type_ in game.scored_types and any(game.tables[part].counts(type_)))
        )
    ]


def _way(
    code: str, lines: Sequence[MisreadLine], share: float, how: Any = None
) -> tuple[Way, Effect]:
    first = lines[0]
    facts = {
        "type": first.habit.type,
        "how": first.habit.value if how is None else how,
        "count": first.held,
    }
    effect: dict[Cell, Points] = {
        (line.habit.part, line.habit.type): line.after - line.before
        for line in lines
        if line.after != line.before
    }
    habits = tuple(line.habit for line in lines)
    return Way(code, share * first.share, habits=habits, facts=facts), effect


def other_rulings(game: ScoredGame, seat: int) -> Iterator[tuple[Way, Effect]]:
    """House rules whose other value is played, where that changes the player's points.

    Whether no maki can take a place is a mistake of its own, ``zero-maki-paid``.
    """
    base = game.book(seat).lines
    for switch in SWITCHES:
        on = value_of(switch, game.setting)
        is_misread = switch.name == "zero-maki-scores" and not on
        if is_misread or game.setting.ruleset not in switch.rulesets:
            continue
        way = Way("other-ruling", ruling=switch.field, facts={"switch": switch.name, "on": on})
        lines = game.book(seat, [way]).lines
        moves = {cell: lines.get(cell, 0) - base.get(cell, 0) for cell in {**base, **lines}}
        if effect := {cell: moved for cell, moved in moves.items() if moved}:
            yield way, effect
