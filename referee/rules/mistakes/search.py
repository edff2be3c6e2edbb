"""The ways in which the rules can be misread in one game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from ..house_rule_effects import value_of
from ..house_rules import SWITCHES
from .book import ScoredGame
from .readings import KEPT, READINGS, Reading
from .rows import misread, row_of
from .terms import END, Cell, Effect, Habit, Points, Way

EVERY_TIME = 2.0
"""How likely it is that a rule is misread every time, compared with once."""
LESS_NATURAL = 0.2
"""How likely the further ways of a mistake are, compared with its first."""
ONCE_ONLY = ("uramaki-order", "wasabi-earlier-nigiri")
"""What misreads no rule, but what happened on the table."""


class MisreadLine(NamedTuple):
    """A line with its right and its wrong points."""

    habit: Habit
    how: Any
    before: Points
    after: Points
    held: int = 0
    share: float = 1.0


def misread_rules(game: ScoredGame, seat: int) -> Iterator[tuple[Way, Effect]]:
    """Every way to misread a rule for this player's lines, and by how much it moves them.

    Includes ways that move nothing: together with other cards they might.
    """
    alike: dict[tuple[str, Any], list[MisreadLine]] = {}
    for reading in READINGS:
        for line in _misread_lines(game, seat, reading):
            if line.before == line.after:
                yield _way(reading.code, [line], 0)
            else:
                alike.setdefault((reading.code, line.how), []).append(line)
    for (code, _), lines in alike.items():
        for line in lines:
            yield _way(code, [line], 1.0)
        if len(lines) > 1 and code not in ONCE_ONLY:
            yield from (_way(code, several, share) for several, share in _several(lines))
    # Puddings scored in every round, and not at the end.
    if (rounds := alike.get(("puddings-every-round", ""))) and game.ended:
        end = _line(game, seat, Habit(END, "pudding", {"kept": ()}), "")
        yield _way("puddings-every-round", [*rounds, end], EVERY_TIME, "instead")
    yield from _kept_over_rounds(game, seat)


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


def _kept_over_rounds(game: ScoredGame, seat: int) -> Iterator[tuple[Way, Effect]]:
    """The cards of all rounds, or of two, counted together in the last of them."""
    rounds = [part for part in game.parts if part != END]
    for type_ in KEPT.types.split():
        if len(rounds) < 2 or rounds[0] not in _parts(game, KEPT, type_):
            continue
        for number in (3, 2):
            for parts in combinations(rounds, number):
                habits = [Habit(part, type_, {"kept": ()}) for part in parts[:-1]]
                habits.append(Habit(parts[-1], type_, {"kept": parts}))
                lines = [_line(game, seat, habit, number) for habit in habits]
                if sum(line.after - line.before for line in lines):
                    yield _way(KEPT.code, lines, 1.0)


def _misread_lines(game: ScoredGame, seat: int, reading: Reading) -> Iterator[MisreadLine]:
    """What the lines come to in each manner; of those that come to the same only the first."""
    for type_ in reading.types.split():
        for part in _parts(game, reading, type_):
            at = game.situation(part, seat, type_)
            row = row_of(game.setting, type_, at_end=part == END)
            made = reading.manners(row, at) if callable(reading.manners) else reading.manners
            seen: set[Points] = set()
            for how, changes in made.items():
                if not {"kept", "every"} & changes.keys() and replace(row, **changes) == row:
                    continue  # here the reading is right
                line = _line(game, seat, Habit(part, type_, changes), how)
                if line.after not in seen:
                    share = LESS_NATURAL if seen - {line.before} else 1.0
                    seen.add(line.after)
                    yield line._replace(share=share, held=at.own)


def _line(game: ScoredGame, seat: int, habit: Habit, how: Any) -> MisreadLine:
    right = game.lines(habit.part, seat).get(habit.type)
    after = misread(game.situation(habit.part, seat, habit.type), habit.changes)
    return MisreadLine(habit, how, right.points if right else 0, after)


def _parts(game: ScoredGame, reading: Reading, type_: str) -> list[int]:
    """The parts of the game with lines of that type."""
    setting = game.setting
    if setting.ruleset not in reading.games:
        return []
    return [
        part
        for part in game.parts
        if (part == END) == reading.at_end
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
        "how": first.how if how is None else how,
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
        way = Way("other-ruling", ruling=switch.field, facts={"switch": switch.name, "how": on})
        lines = game.book(seat, [way]).lines
        moves = {cell: lines.get(cell, 0) - base.get(cell, 0) for cell in {**base, **lines}}
        if effect := {cell: moved for cell, moved in moves.items() if moved}:
            yield way, effect
