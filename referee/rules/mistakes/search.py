"""The ways in which the rules can be read otherwise in one game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..house_rules import SWITCHES
from ..rulesets import Setting
from .book import Game
from .catalogue import MISREADINGS, Misreading
from .scorers import READERS
from .terms import END, Cell, Effect, Habit, Points, Value, Way

EVERY_TIME = 2.0
"""How natural it is that a rule is read alike every time, beside its slipping once."""
LESS_NATURAL = 0.5
"""How natural the further ways of a mistake are beside its first."""
_ONCE_ONLY = ("order", "moved")
"""What is no rule but a thing that happened on the table."""


class Told(NamedTuple):
    """A line as it is and as somebody has it."""

    habit: Habit
    before: Points
    after: Points
    held: int
    share: float


def reread(game: Game, seat: int) -> Iterator[tuple[Way, Effect]]:
    """Every way to read a rule otherwise with this player's lines, and by how much it moves them.

    Ways that move none are told too: with other cards they might.
    """
    alike: dict[tuple[str, str, Value], list[Told]] = {}
    for misreading in MISREADINGS:
        if game.setting.ruleset not in misreading.rulesets or _is_ruling(misreading, game.setting):
            continue
        for part in _parts(game, misreading):
            for told in _told(game, seat, part, misreading):
                value = told.habit.value
                if told.before == told.after:
                    yield _way(misreading.code, [told], 0)
                else:
                    alike.setdefault((misreading.code, misreading.key, value), []).append(told)
    for (code, key, _), all_told in alike.items():
        for told in all_told:
            yield _way(code, [told], 1.0)
        if len(all_told) > 1 and key not in _ONCE_ONLY:
            yield from _together(code, all_told)
    yield from _puddings_instead(game, seat, alike)


def _told(game: Game, seat: int, part: int, misreading: Misreading) -> Iterator[Told]:
    """What the line comes to in each way; of ways that come to the same the first."""
    at = game.situation(part, seat, misreading.type)
    seen: set[Points] = set()
    count = at.tally if misreading.type not in ("nigiri", "onigiri") else 0
    for value in misreading.values(at):
        habit = Habit(part, misreading.type, misreading.key, value)
        after = READERS[misreading.type](at, {misreading.key: value})
        if after not in seen:
            share = LESS_NATURAL if seen - {at.points} else 1.0
            seen.add(after)
            yield Told(habit, at.points, after, count, share)


def _parts(game: Game, misreading: Misreading) -> list[int]:
    """The parts with lines of that type."""
    wanted = [part for part in game.parts if (part == END) == (misreading.part == "end")]
    if misreading.type in game.setting.types:
        return wanted
    if misreading.type not in game.scored_types:
        return []
    return [
        part
        for part in wanted
        if any(tally.get(misreading.type) for tally in game.tables[part].tallies)
    ]


def _is_ruling(misreading: Misreading, setting: Setting) -> bool:
    """Whether a house rule makes it right."""
    zero = setting.ruleset == "sushi-go" and setting.house_rules.zero_maki_scores
    return misreading.code == "zero-maki-paid" and zero


def _together(code: str, told: Sequence[Told]) -> Iterator[tuple[Way, Effect]]:
    """All lines of each type, and all lines that the mistake touches."""
    types = list(dict.fromkeys(one.habit.type for one in told))
    for type_ in types if len(types) > 1 else ():
        same = [one for one in told if one.habit.type == type_]
        if len(same) > 1:
            yield _way(code, same, EVERY_TIME)
    yield _way(code, told, EVERY_TIME)


def _puddings_instead(
    game: Game, seat: int, alike: Mapping[tuple[str, str, Value], Sequence[Told]]
) -> Iterator[tuple[Way, Effect]]:
    """Puddings scored in every round and not at the end."""
    rounds = alike.get(("puddings-every-round", "every", True))
    if rounds and game.ended:
        at = game.situation(END, seat, "pudding")
        end = Told(Habit(END, "pudding", "forgotten", True), at.points, 0, at.tally, 1.0)
        yield _way("puddings-every-round", [*rounds, end], EVERY_TIME, "instead")


def _way(
    code: str, told: Sequence[Told], share: float, how: Value | None = None
) -> tuple[Way, Effect]:
    first = told[0]
    facts = {
        "type": first.habit.type,
        "how": first.habit.value if how is None else how,
        "count": first.held,
    }
    effect: dict[Cell, Points] = {
        (one.habit.part, one.habit.type): one.after - one.before
        for one in told
        if one.after != one.before
    }
    share *= first.share
    return Way(code, share, habits=tuple(one.habit for one in told), facts=facts), effect


def other_rulings(game: Game, seat: int) -> Iterator[tuple[Way, Effect]]:
    """House rules taken for their other value, where that changes the player's points.

    Whether no maki can take a place is a mistake of its own, ``zero-maki-paid``.
    """
    base = game.base(seat).lines
    for switch in SWITCHES:
        name = switch.name.replace("-", "_")
        on = bool(getattr(game.setting.house_rules, name))
        if game.setting.ruleset not in switch.rulesets or (name == "zero_maki_scores" and not on):
            continue
        way = Way("other-ruling", ruling=name, facts={"switch": switch.name, "on": on})
        lines = game.book(seat, [way]).lines
        cells = {**base, **lines}
        effect = {cell: lines.get(cell, 0) - base.get(cell, 0) for cell in cells}
        effect = {cell: moved for cell, moved in effect.items() if moved}
        if effect:
            yield way, effect
