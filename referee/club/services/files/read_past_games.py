"""Reads games that were kept elsewhere from a CSV file, a line a game. See docs/past-games.md."""

import csv
import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from ....models import Club, Game
from ....models.kinds import read_text
from ....play.services.clubs import name_faults
from ....play.services.suggesting import PARTY
from ....rules import RULESETS, Fault, SheetFaults
from ....rules.cards import NAMED_MENUS
from ....rules.names import plain_name, without_accents
from ....rules.problems.validation import Reading, Wrong
from ....wording.names import menu_name, ruleset_name
from ..paper import (
    HIGHEST_TOTAL,
    LOWEST_TOTAL,
    MOST_PUDDINGS,
    EnteredGame,
    day_fault,
    games_there,
    same_game_key,
    setup_of,
)
from .import_games import Total, Totals

MAX_BYTES = 1024**2
MAX_GAMES = 500
"""Of a file: they are entered in one go, for which taps wait most of a second."""
MAX_FAULTS = 1000
"""After so many the file is not looked at any further."""
HEADINGS: Mapping[str, Any] = {
    "date": pgettext_lazy("column of a CSV file", "date"),
    "game": pgettext_lazy("column of a CSV file", "game"),
    "players": pgettext_lazy("column of a CSV file", "players"),
    "totals": pgettext_lazy("column of a CSV file", "totals"),
    "puddings": pgettext_lazy("column of a CSV file", "puddings"),
    "menu": pgettext_lazy("column of a CSV file", "menu"),
    "place": pgettext_lazy("column of a CSV file", "place"),
    "note": pgettext_lazy("column of a CSV file", "note"),
}
"""The columns by their English names, which are always understood, and in the reader's language."""
REQUIRED = ("date", "game", "players", "totals")
MONTH_FIRST = ("en",)
"""Languages in which 3/4/2026 may be the fourth of March."""
_SHORT_NAMES = {"party": "sushi-go-party", "roll": "sushi-roll", "go": "sushi-go"}
_NAMES_APART = ("\n", "/", "|", ";", ",")
_NUMBERS_APART = re.compile(r"[\s/|;,]+")
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")
_NOT_NOTED = frozenset("?-–—")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")


class _Line(NamedTuple):
    """A line of the file that is not blank: its number from 1, its cells by column, and whether
    others have something in them."""

    number: int
    cells: Mapping[str, str]
    has_more: bool


def read_past_games(source: bytes, club: Club, today: datetime.date) -> list[EnteredGame]:
    """Return the games of a file, in its order. Nothing is written.

    Args:
        club: to which games that are there already are faults.
        today: the last day on which anybody can have played.

    Raises:
        SheetFaults: with every fault and its place, such as ``line 3, "totals"``.
    """
    reading = Reading()
    games = _File(reading, today).games(source)
    for place in games_there(club, [game for _line, game in games]):
        reading.fault(f"line {games[place][0]}", "game-there")
    if reading.faults:
        raise SheetFaults(reading.faults)
    return [game for _line, game in games]


class _File:
    """A file while it is read: its faults, how its headings are spelled, how its days are."""

    def __init__(self, reading: Reading, today: datetime.date) -> None:
        self.reading, self.today = reading, today
        self.spelled: dict[str, str] = {}
        self.day_first: bool | None = None

    def games(self, source: bytes) -> list[tuple[int, EnteredGame]]:
        """Return the games that can be read, each with its line."""
        lines = self._lines(_text(source))
        self.day_first = _day_first(line.cells["date"] for line in lines)
        games: list[tuple[int, EnteredGame]] = []
        seen: dict[tuple[object, ...], int] = {}
        for line in lines:
            if len(self.reading.faults) > MAX_FAULTS:
                break
            if (game := self._game(line)) is None:
                continue
            before = seen.setdefault(same_game_key(game), line.number)
            if before != line.number:
                self.reading.fault(f"line {line.number}", "game-twice", str(before))
            games.append((line.number, game))
        return games

    def _lines(self, text: str) -> list[_Line]:
        """Return the lines below the headings; none where the headings are wrong."""
        first = next((line for line in text.splitlines() if line.strip()), "")
        delimiter = max(",;\t", key=first.count)
        rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
        columns: list[str | None] | None = None
        lines: list[_Line] = []
        begun = 1
        try:
            for row in rows:
                number, begun = begun, rows.line_num + 1
                if not any(cell.strip() for cell in row):
                    continue
                if len(lines) == MAX_GAMES:
                    there = len(lines) + 1 + sum(any(map(str.strip, row)) for row in rows)
                    most = str(MAX_GAMES)
                    self.reading.fault("", "too-many-entries", str(there), wanted=most)
                    return []
                if columns is None:
                    if (columns := self._columns(row, number)) is None:
                        return []
                    continue
                of = [*columns, *[None] * (len(row) - len(columns))]
                cells = dict.fromkeys(HEADINGS, "")
                cells |= {
                    column: cell.strip() for column, cell in zip(of, row, strict=False) if column
                }
                bare = [cell for column, cell in zip(of, row, strict=False) if not column]
                lines.append(_Line(number, cells, any(cell.strip() for cell in bare)))
        except csv.Error:
            self.reading.fault(f"line {begun}", "not-csv")
            return []
        if not lines and not self.reading.faults:
            self.reading.fault("", "no-games")
        return lines

    def _columns(self, row: Sequence[str], number: int) -> list[str | None] | None:
        """Return the names of the columns, None for one without a heading; None for all where a
        heading is missing, unknown or there twice."""
        known = {_plain(word): name for name, own in HEADINGS.items() for word in (name, str(own))}
        columns: list[str | None] = []
        is_right = True
        for cell in row:
            heading = plain_name(cell)
            name = known.get(_plain(heading))
            if heading and (name is None or name in columns):
                code = "unknown-column" if name is None else "repeated-name"
                self.reading.fault(f"line {number}", code, heading, among=known)
                is_right = False
            columns.append(name)
            if name:
                self.spelled[name] = heading
        for name in REQUIRED:
            if name not in columns:
                self.reading.fault(f"line {number}", "no-column", str(HEADINGS[name]))
                is_right = False
        return columns if is_right else None

    # ------------------------------------------------------------- a line

    def _game(self, line: _Line) -> EnteredGame | None:
        """Return the game of a line, None where any of it cannot be read."""
        before = len(self.reading.faults)
        date, ruleset = self._date(line), self._ruleset(line)
        names = self._names(line, ruleset)
        totals = self._numbers(line, "totals", len(names), LOWEST_TOTAL, HIGHEST_TOTAL)
        puddings = self._numbers(line, "puddings", len(names), 0, MOST_PUDDINGS)
        menu = self._menu(line, ruleset)
        place, note = self._words(line, "place"), self._words(line, "note")
        if line.has_more:
            self.reading.fault(f"line {line.number}", "too-many-cells")
        if len(self.reading.faults) > before or date is None or ruleset is None:
            return None
        rows = [
            Total(name, total or 0, puddings[nth] if puddings else None)
            for nth, (name, total) in enumerate(zip(names, totals, strict=True))
        ]
        return EnteredGame(date, Totals(ruleset, menu, rows), place, note)

    def _at(self, line: _Line, column: str) -> str:
        return f'line {line.number}, "{self.spelled.get(column, column)}"'

    def _fault(self, line: _Line, column: str, code: str, written: str = "", **more: Any) -> None:
        self.reading.fault(self._at(line, column), code, written, **more)

    def _date(self, line: _Line) -> datetime.date | None:
        written = line.cells["date"]
        try:
            date = self._day(written)
        except ValueError:
            self._fault(line, "date", "no-date" if written else "missing", written)
            return None
        if code := day_fault(date, self.today):
            self._fault(line, "date", code, written)
        return date

    def _day(self, written: str) -> datetime.date:
        """Read a day. Raises ValueError for what is no day, or may be two."""
        if match := _DOTTED.fullmatch(written):
            day, month, year = map(int, match.groups())
        elif match := _SLASHED.fullmatch(written):
            first, second, year = map(int, match.groups())
            if self.day_first is None and first != second:
                raise ValueError(written)
            day, month = (first, second) if self.day_first else (second, first)
        else:
            return datetime.date.fromisoformat(written)
        return datetime.date(year, month, day)

    def _ruleset(self, line: _Line) -> str | None:
        written = line.cells["game"]
        known = {_plain(word): slug for slug in RULESETS for word in (slug, ruleset_name(slug))}
        slug = (known | _SHORT_NAMES).get(_plain(written))
        if slug is None:
            code = "unknown-ruleset" if written else "missing"
            self._fault(line, "game", code, written, among=map(ruleset_name, RULESETS))
        return slug

    def _names(self, line: _Line, ruleset: str | None) -> list[str]:
        cell = line.cells["players"]
        if not cell:
            self._fault(line, "players", "missing")
            return []
        apart = next((sign for sign in _NAMES_APART if sign in cell), None)
        names = [plain_name(name) for name in cell.split(apart)] if apart else [plain_name(cell)]
        at = self._at(line, "players")
        faults = [*name_faults(filter(None, names))]
        for fault in faults:
            self.reading.faults.append(fault._replace(place=at))
        if ruleset and not any(fault.code == "same-name" for fault in faults):
            try:
                setup_of(ruleset, names).sheet()
            except SheetFaults as error:
                for fault in dict.fromkeys(fault._replace(place=at) for fault in error.faults):
                    self.reading.faults.append(fault)
        return names

    def _numbers(
        self, line: _Line, column: str, players: int, least: int, most: int
    ) -> list[int | None]:
        """Return a number a player; puddings that are not noted are None, all of them for none."""
        is_total = column == "totals"
        cell = line.cells[column]
        if not cell:
            if is_total:
                self._fault(line, column, "missing")
            return []
        written = _NUMBERS_APART.split(cell.strip(" /|;,"))
        if players and len(written) != players:
            wanted = str(players)
            self._fault(line, column, "numbers-of-players", str(len(written)), wanted=wanted)
        numbers: list[int | None] = []
        for figure in written:
            if figure in _NOT_NOTED and not is_total:
                numbers.append(None)
                continue
            number = figure.replace("\N{MINUS SIGN}", "-")
            if not _WHOLE_NUMBER.fullmatch(number):
                self._fault(line, column, "no-whole-number", figure)
                continue
            numbers.append(int(number))
            if not least <= int(number) <= most:
                self._fault(line, column, "out-of-range", figure, wanted=f"{least} – {most}")
        return numbers

    def _menu(self, line: _Line, ruleset: str | None) -> str | None:
        written = line.cells["menu"]
        if not written:
            return None
        if ruleset and ruleset != PARTY:
            self._fault(line, "menu", "unused-field", ruleset)
            return None
        known = {_plain(word): slug for slug in NAMED_MENUS for word in (slug, menu_name(slug))}
        if (menu := known.get(_plain(written))) is None:
            self._fault(line, "menu", "unknown-menu", written, among=map(menu_name, NAMED_MENUS))
        return menu

    def _words(self, line: _Line, column: str) -> str:
        words = " ".join(line.cells[column].split())
        try:
            read_text(Game._meta.get_field("note" if column == "note" else "location"), words)
        except Wrong as wrong:
            self._fault(line, column, wrong.code, str(wrong.found), wanted=wrong.wanted)
        return words


# ------------------------------------------------------------------ text


def _text(source: bytes) -> str:
    """Return the text of a file, as spreadsheets write it: UTF-8, UTF-16 or Windows' own."""
    if len(source) > MAX_BYTES:
        raise SheetFaults([Fault("", "file-too-large", wanted=str(MAX_BYTES // 1024**2))])
    encodings = ["utf-16"] if source[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = source.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise SheetFaults([Fault("", "not-utf-8")])


def _plain(word: str) -> str:
    """Return a word without accents, capitals, spaces and signs."""
    return "".join(filter(str.isalnum, without_accents(word)))


def _day_first(written: Iterable[str]) -> bool | None:
    """Return whether the days of a file that are written with slashes stand before their months;
    None where that is not clear."""
    pairs = [match.groups() for day in written if (match := _SLASHED.fullmatch(day))]
    if any(int(first) > 12 for first, _second, _year in pairs):
        return True
    if any(int(second) > 12 for _first, second, _year in pairs):
        return False
    return None if (get_language() or "en").split("-")[0] in MONTH_FIRST else True


def example_lines() -> Iterator[str]:
    """Yield a file to begin with, in the reader's language."""
    go, party, menu = (
        ruleset_name("sushi-go"),
        ruleset_name("sushi-go-party"),
        menu_name("my-first-meal"),
    )
    three, four = _("Ana / Ben / Cem"), _("Ana / Ben / Cem / Dan")
    yield ",".join(str(heading) for heading in HEADINGS.values())
    yield f"2025-11-14,{go},{three},41 38 30,3 1 0,,,"
    yield f"2025-11-14,{party},{four},52 47 47 39,2 4 ? 1,{menu},,"
