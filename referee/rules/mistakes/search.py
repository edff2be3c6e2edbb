"""The ways in which the rules can be misread in one game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..house_rule_effects import value_of
from ..house_rules import SWITCHES
from .book import ScoredGame
from .readings import AT_END, KEPT, READINGS, Reading
from .rows import row_of
from .terms import END, Habit, Points, Way

EVERY_TIME = 2.0
"""How likely it is that a rule is misread every time, compared with once."""
LESS_NATURAL = 0.2
"""How likely the further ways of a mistake are, compared with its first."""
ONCE_ONLY = ("uramaki-order", "wasabi-earlier-nigiri")
"""What misreads no rule, but what happened on the table."""


def misread_rules(game: ScoredGame, seat: int) -> Iterator[Way]:
    """Every way to misread a rule for this player's lines.

    Includes ways that move nothing: together with other cards they might.
    """
    alike: dict[tuple[str, Any], list[Way]] = {}
    for reading in READINGS:
        for line in _misread_lines(game, seat, reading):
            if line.effect:
                alike.setdefault((line.code, line.facts["how"]), []).append(line)
            else:
                yield line
    for (code, _), lines in alike.items():
        yield from lines
        if code not in ONCE_ONLY:
            yield from _several(lines)
    # Puddings scored in every round, and not at the end.
    if game.ended and (rounds := alike.get(("puddings-every-round", ""))):
        end = _misread(game, seat, "puddings-every-round", [Habit(END, "pudding", {"kept": ()})])
        way = _together([*rounds, end], EVERY_TIME)
        yield replace(way, facts={**way.facts, "how": "instead"})
    yield from _kept_over_rounds(game, seat)


def _misread_lines(game: ScoredGame, seat: int, reading: Reading) -> Iterator[Way]:
    """Each line misread in each manner; of those that come to the same only the first."""
    for type_ in reading.types.split():
        for part in _parts(game, reading, type_):
            at = game.situation(part, seat, type_)
            row = row_of(game.setting, type_, at_end=part == END)
            manners = reading.manners(row, at) if callable(reading.manners) else reading.manners
            seen: set[Points] = set()
            for how, changes in manners.items():
                if not {"kept", "every"} & changes.keys() and replace(row, **changes) == row:
                    continue  # here the reading is right
                share = LESS_NATURAL if seen - {0} else 1.0
                way = _misread(game, seat, reading.code, [Habit(part, type_, changes)], how, share)
                moved = sum(way.effect.values())
                if moved not in seen:
                    seen.add(moved)
                    yield way


def _several(lines: Sequence[Way]) -> Iterator[Way]:
    """Lines misread alike made one way: all of a type, all, all of a round, all but a round."""
    types = dict.fromkeys(line.habits[0].type for line in lines)
    parts = dict.fromkeys(line.habits[0].part for line in lines)
    groups = [
        *([line for line in lines if line.habits[0].type == type_] for type_ in types),
        lines,
        *([line for line in lines if line.habits[0].part == part] for part in parts),
        *([line for line in lines if line.habits[0].part != part] for part in parts),
    ]
    for number, group in enumerate(groups):
        share = EVERY_TIME if number <= len(types) else 1.0
        if len(group) > 1 and group not in groups[:number]:
            yield _together(group, share)


def _kept_over_rounds(game: ScoredGame, seat: int) -> Iterator[Way]:
    """The cards of all rounds, or of two, counted together in the last of them."""
    for type_ in KEPT.types.split():
        rounds = _parts(game, KEPT, type_)
        for number in (3, 2):
            for parts in combinations(rounds, number):
                habits = [Habit(part, type_, {"kept": ()}) for part in parts[:-1]]
                habits.append(Habit(parts[-1], type_, {"kept": parts}))
                way = _misread(game, seat, KEPT.code, habits, number)
                if sum(way.effect.values()):
                    yield way


def _parts(game: ScoredGame, reading: Reading, type_: str) -> list[int]:
    """The parts of the game with lines of that type."""
    at_end = type_ in AT_END and not reading.in_rounds
    if game.setting.ruleset not in reading.games:
        return []
    return [
        part
        for part in game.parts
        if (part == END) == at_end
        and (
            type_ in game.setting.types
            or (type_ in game.scored_types and any(game.tables[part].counts(type_)))
        )
    ]


def _misread(
    game: ScoredGame,
    seat: int,
    code: str,
    habits: Sequence[Habit],
    how: Any = "",
    share: float = 1.0,
) -> Way:
    part, type_, _ = habits[0]
    count = game.tables[part].tallies[seat].get(type_, 0)
    facts = {"type": type_, "how": how, "count": count}
    return game.way(seat, code, share, habits=tuple(habits), facts=facts)


def _together(lines: Sequence[Way], share: float) -> Way:
    """One way that misreads all of these lines."""
    return replace(
        lines[0],
        share=share * lines[0].share,
        habits=tuple(habit for line in lines for habit in line.habits),
        effect={cell: moved for line in lines for cell, moved in line.effect.items()},
    )


def other_rulings(game: ScoredGame, seat: int) -> Iterator[Way]:
    """House rules whose other value is played, where that changes the player's points."""
    for switch in SWITCHES:
        on = value_of(switch, game.setting)
        # Whether no maki can take a place is a mistake of its own, ``zero-maki-paid``.
        if game.setting.ruleset in switch.rulesets and (on or switch.name != "zero-maki-scores"):
            facts = {"switch": switch.name, "how": on}
            way = game.way(seat, "other-ruling", ruling=switch, facts=facts)
            if way.effect:
                yield way
