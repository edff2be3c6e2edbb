"""A player's points with given mistakes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from ..cards import DESSERTS
from ..house_rule_effects import turned
from ..rulesets import ROUNDS
from ..scoring.lines import Line, Table, round_table
from ..scoring.plan import end_tally, game_end_table, score_seat
from ..sheet import Sheet
from ..tableau import Tableau
from .rows import Situation, misread
from .terms import END, GAME, CardChange, Cell, Points, SumSlip, Way

SLIPS = ("forget", "twice", "add", "swap")
"""The order in which slips with one line or sum are made."""


class Book(dict[Cell, Points]):
    """A player's points: of the lines, of the parts, of the game."""

    def value(self, cell: Cell) -> Points:
        """The points of a line or a sum; 0 where there is none."""
        return self.get(cell, 0)

    def slip(self, slips: Iterable[SumSlip]) -> None:
        """Make slips with lines or sums, also where there is nothing yet."""
        for slip in slips:
            points = self.value(slip.cell)
            made = {"forget": 0, "twice": 2 * points, "add": points + slip.by}
            self[slip.cell] = swapped(points) if slip.kind == "swap" else made[slip.kind]


class ScoredGame:
    """A sheet to score with mistakes; ``parts`` are its rounds, then END once it is over.

    Of a round that was counted without cards only the ``counted`` points are known, by seat.
    """

    def __init__(self, sheet: Sheet, *, is_over: bool = True) -> None:
        self.sheet = sheet
        self.setting = sheet.setting
        self.rounds = [round_.tableaus for round_ in sheet.rounds]
        self.tokens = [sheet.tokens_of(seat) for seat in range(self.setting.seats)]
        self.counted = {
            part: round_.points
            for part, round_ in enumerate(sheet.rounds, start=1)
            if round_.is_counted and round_.points is not None
        }
        self.ended = is_over and len(self.rounds) == ROUNDS and not sheet.lacks_desserts
        self.parts = [*range(1, len(self.rounds) + 1), *([END] if self.ended else [])]

    @cached_property
    def tables(self) -> dict[int, Table]:
        """What each part is scored from."""
        rounds, said = enumerate(self.sheet.rounds, start=1), self.sheet.said_desserts
        tables = {part: round_table(round_.tableaus, round_.claims) for part, round_ in rounds}
        if self.ended:
            tables[END] = game_end_table(self.setting, self.rounds, self.tokens, said)
        return tables

    @cached_property
    def right(self) -> list[dict[Cell, Points]]:
        """The right points of everybody's lines, by seat."""
        return [
            {
                (part, type_): line.points
                for part in self.parts
                for type_, line in self.lines(part, seat).items()
            }
            for seat in range(self.setting.seats)
        ]

    @cached_property
    def scored_types(self) -> frozenset[str]:
        """The types that the rule set has a rule for, in this game or not."""
        rules = self.setting.rules
        compared = rules.places(self.setting), rules.across(self.setting)
        return frozenset[str]().union(rules.points, rules.end_points, *compared)

    def lines(self, part: int, seat: int) -> dict[str, Line]:
        """A player's right lines of a part, by type."""
        score = score_seat(self.setting, self.tables[part], seat, at_end=part == END)
        return {line.type: line for line in score.lines}

    def situation(self, part: int, seat: int, type_: str) -> Situation:
        """A player's line of a part with everything that it depends on."""
        return Situation(self.setting, self.tables, part, seat, type_, self.tokens[seat])

    def book(self, seat: int, ways: Sequence[Way] = ()) -> Book:
        """A player's points if all of these mistakes are made."""
        slips = [slip for way in ways for slip in way.slips]
        slips.sort(key=lambda slip: SLIPS.index(slip.kind))
        book = Book(self.right[seat] | self._wrong(seat, ways))
        book.slip(slip for slip in slips if slip.cell[1])
        sums: dict[int | None, Points] = dict.fromkeys(self.parts, 0)
        sums |= {part: points[seat] for part, points in self.counted.items()}
        for (part, _), points in book.items():
            sums[part] = sums.get(part, 0) + points
        book |= {(part, None): points for part, points in sums.items()}
        book.slip(slip for slip in slips if slip.cell[0] and not slip.cell[1])
        book[GAME] = sum(points for (_, type_), points in book.items() if not type_)
        book.slip(slip for slip in slips if not slip.cell[0])
        return book

    def way(self, seat: int, code: str, share: float = 1.0, **made: Any) -> Way:
        """A way to make a mistake, with how much it moves each line of the player."""
        right, wrong = self.right[seat], self._wrong(seat, [Way(code, **made)])
        moves = {cell: points - right.get(cell, 0) for cell, points in wrong.items()}
        effect = {cell: moved for cell, moved in moves.items() if moved}
        return Way(code, share, effect=effect, **made)

    def _wrong(self, seat: int, ways: Sequence[Way]) -> dict[Cell, Points]:
        """The points of the player's lines that mistakes may change; 0 for one that is gone."""
        setting = self.setting
        for way in ways:
            setting = turned(way.ruling, setting) if way.ruling else setting
        other = self._with_cards(seat, [change for way in ways for change in way.cards])
        tables = {**self.tables, **other}
        changed = other if setting is self.setting else tables
        lines: dict[Cell, Points] = {cell: 0 for cell in self.right[seat] if cell[0] in changed}
        for part in changed:
            score = score_seat(setting, tables[part], seat, at_end=part == END)
            lines |= {(part, line.type): line.points for line in score.lines}
        habits: dict[tuple[int, str], dict[str, Any]] = {}
        for habit in (habit for way in ways for habit in way.habits):
            habits.setdefault((habit.part, habit.type), {}).update(habit.changes)
        for (part, type_), changes in habits.items():
            at = Situation(setting, tables, part, seat, type_, self.tokens[seat])
            lines[part, type_] = misread(at, changes)
        return lines

    def _with_cards(self, seat: int, changes: Sequence[CardChange]) -> dict[int, Table]:
        """The tables that a change of a player's cards changes; what does not lie there stays."""
        tables: dict[int, Table] = {}
        for part, taken, put in changes:
            table = tables.get(part, self.tables[part])
            counts = Counter(table.tableaus[seat].counts)
            counts.subtract(taken)
            counts.update(put)
            tableaus = [*table.tableaus]
            tableaus[seat] = Tableau(+counts)
            tables[part] = round_table(tableaus, table.claims)
        moved = (entry.type for change in changes for entry in (*change.taken, *change.put))
        if self.ended and not DESSERTS.isdisjoint(moved):
            rounds = [{**self.tables, **tables}[part].tableaus for part in self.parts[:-1]]
            said, tallies = self.sheet.said_desserts, [*self.tables[END].tallies]
            tallies[seat] = end_tally(self.setting, rounds, seat, self.tokens[seat], said)
            tables[END] = self.tables[END]._replace(tallies=tallies)
        return tables


def swapped(points: Points) -> Points:
    """Swap the last two digits: 47 for 74; a fraction stays as it is."""
    digits = str(abs(points))
    if not digits.isdecimal() or len(digits) < 2:
        return points
    other = int(digits[:-2] + digits[-1] + digits[-2])
    return other if points >= 0 else -other
