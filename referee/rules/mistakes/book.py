"""A player's points with given mistakes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ..cards import DESSERTS
from ..rulesets import ROUNDS
from ..scoring.lines import Line, PlayerScore, Table
from ..scoring.plan import dessert_tally, game_end_table, score_seat
from ..sheet import Sheet
from ..tableau import Tableau
from .rows import Situation, misread
from .terms import END, CardChange, Cell, ClaimScope, Points, SumSlip, Way

T = TypeVar("T")
SLIPS = ("forget", "twice", "add", "swap")
"""The order in which slips with one line or sum are made."""


class Book(NamedTuple):
    """A player's points: by line, by part, and together."""

    lines: Mapping[Cell, Points]
    parts: Mapping[int, Points]
    total: Points

    def value(self, scope: ClaimScope) -> Points:
        """The number that a claim of that scope is about."""
        if scope.part is None:
            return self.total
        if scope.type is None:
            return self.parts.get(scope.part, 0)
        return self.lines.get((scope.part, scope.type), 0)


class ScoredGame:
    """A sheet to score with mistakes; ``parts`` are its rounds, then END once it is over.

    Of a round that was counted without cards only the ``counted`` points are known, by seat.
    """

    def __init__(self, sheet: Sheet, *, is_over: bool = True) -> None:
        self.sheet = sheet
        self.setting = sheet.setting
        self.rounds: list[tuple[Tableau, ...]] = [r.tableaus for r in sheet.rounds]
        self.counted = {
            part: round_.points
            for part, round_ in enumerate(sheet.rounds, start=1)
            if round_.is_counted and round_.points is not None
        }
        self.ended = is_over and len(self.rounds) == ROUNDS and not sheet.lacks_desserts
        self.parts = [*range(1, len(self.rounds) + 1), *([END] if self.ended else [])]

    @cached_property
    def scores(self) -> dict[int, list[PlayerScore]]:
        """Everybody's right lines of every part."""
        return {
            part: [
                score_seat(self.setting, self.tables[part], seat, at_end=part == END)
                for seat in range(self.setting.seats)
            ]
            for part in self.parts
        }

    @cached_property
    def tables(self) -> dict[int, Table]:
        """What each part is scored from."""
        tables = {}
        for part, round_ in enumerate(self.sheet.rounds, start=1):
            tallies = [tableau.tally() for tableau in round_.tableaus]
            tables[part] = Table(round_.tableaus, tallies, round_.claims)
        if self.ended:
            tokens = [self.sheet.tokens_of(seat) for seat in range(self.setting.seats)]
            tables[END] = game_end_table(
                self.setting, self.rounds, tokens, self.sheet.said_desserts
            )
        return tables

    @cached_property
    def scored_types(self) -> frozenset[str]:
        """The types that the rule set has a rule for, in this game or not."""
        rules = self.setting.rules
        compared = rules.compared(self.setting), rules.game_end_compared(self.setting)
        return frozenset[str]().union(rules.alone, rules.game_end_alone, *compared)

    def lines(self, part: int, seat: int) -> dict[str, Line]:
        """A player's right lines of a part, by type."""
        return {line.type: line for line in self.scores[part][seat].lines}

    def situation(self, part: int, seat: int, type_: str) -> Situation:
        """A player's line of a part with everything that it depends on."""
        tokens = self.sheet.tokens_of(seat)
        return Situation(self.setting, self.tables, part, seat, type_, tokens)

    def book(self, seat: int, ways: Sequence[Way] = ()) -> Book:
        """A player's points if all of these mistakes are made."""
        setting, rules = self.setting, self.setting.house_rules
        if rulings := {way.ruling for way in ways if way.ruling}:
            other = {name: not getattr(rules, name) for name in rulings}
            setting = setting._replace(house_rules=rules._replace(**other))
        tables = self.with_cards(seat, [change for way in ways for change in way.cards])
        habits: dict[Cell, dict[str, Any]] = {}
        for way in ways:
            for habit in way.habits:
                habits.setdefault((habit.part, habit.type), {}).update(habit.changes)
        lines: dict[Cell, Points] = {}
        for part in self.parts:
            score = self.scores[part][seat]
            if setting is not self.setting or part in tables:
                table = tables.get(part, self.tables[part])
                score = score_seat(setting, table, seat, at_end=part == END)
            lines |= {(part, line.type): line.points for line in score.lines}
        for (part, type_), changes in habits.items():
            everything = {**self.tables, **tables}
            tokens = self.sheet.tokens_of(seat)
            at = Situation(setting, everything, part, seat, type_, tokens)
            lines[part, type_] = misread(at, changes)
        parts: dict[int, Points] = {
            part: self.counted[part][seat] if part in self.counted else 0 for part in self.parts
        }
        return _summed(lines, parts, [slip for way in ways for slip in way.slips])

    def with_cards(self, seat: int, changes: Sequence[CardChange]) -> dict[int, Table]:
        """The tables that a change of a player's cards changes; what does not lie there stays."""
        tables: dict[int, Table] = {}
        for part, taken, put in changes:
            table = tables.get(part, self.tables[part])
            counts = Counter(table.tableaus[seat].counts)
            counts.subtract(taken)
            counts.update(put)
            mine = Tableau(+counts)
            tables[part] = Table(
                _replaced(table.tableaus, seat, mine),
                _replaced(table.tallies, seat, mine.tally()),
                table.claims,
            )
        moved = [entry.type for change in changes for entry in (*change.taken, *change.put)]
        is_told = not self.counted  # else what everybody has at the end was said
        if self.ended and is_told and not DESSERTS.isdisjoint(moved):
            end = self.tables[END]
            kept = [tables.get(part, self.tables[part]).tableaus[seat] for part in self.parts[:-1]]
            tokens = {kind: n for kind, n in end.tallies[seat].items() if kind == "tokens"}
            tally = dessert_tally(self.setting, kept) | tokens
            tables[END] = end._replace(tallies=_replaced(end.tallies, seat, tally))
        return tables

    def effect(self, seat: int, *changes: CardChange) -> dict[Cell, int]:
        """By how much changes of cards move each line of the player."""
        moves: dict[Cell, int] = {}
        for part, table in self.with_cards(seat, changes).items():
            for line in score_seat(self.setting, table, seat, at_end=part == END).lines:
                moves[part, line.type] = line.points
            for line in self.scores[part][seat].lines:
                moves[part, line.type] = moves.get((part, line.type), 0) - line.points
        return {cell: moved for cell, moved in moves.items() if moved}


def _replaced(values: Sequence[T], place: int, value: T) -> list[T]:
    changed = list(values)
    changed[place] = value
    return changed


def _summed(lines: dict[Cell, Points], parts: dict[int, Points], slips: Sequence[SumSlip]) -> Book:
    """Adds the lines to what the parts have without them."""
    ordered = sorted(slips, key=lambda slip: SLIPS.index(slip.kind))
    for slip in ordered:
        if slip.part is not None and slip.type is not None:
            cell = (slip.part, slip.type)
            lines[cell] = slipped(lines.get(cell, 0), slip)
    totals = dict(parts)
    for (part, _), points in lines.items():
        totals[part] += points
    for slip in ordered:
        if slip.part is not None and slip.type is None:
            totals[slip.part] = slipped(totals.get(slip.part, 0), slip)
    total: Points = sum(totals.values())
    for slip in ordered:
        if slip.part is None:
            total = slipped(total, slip)
    return Book(lines, totals, total)


def slipped(points: Points, slip: SumSlip) -> Points:
    """What a slip makes of points."""
    match slip.kind:
        case "add":
            return points + slip.by
        case "swap":
            return swapped(points)
        case "forget":
            return 0
    return 2 * points


def swapped(points: Points) -> Points:
    """Swap the last two digits: 47 for 74; a fraction stays as it is."""
    digits = str(abs(points))
    if not digits.isdecimal() or len(digits) < 2:
        return points
    turned = int(digits[:-2] + digits[-1] + digits[-2])
    return turned if points >= 0 else -turned
