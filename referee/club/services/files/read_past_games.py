"""Reads games that were kept elsewhere from a CSV file: a line a game, a line a player as in the
club's own file, or a column a player. See docs/past-games.md."""

import codecs
import csv
import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from ....models import MOST_MINUTES
from ....play.services.suggesting import PARTY
from ....rules import RULESETS, Fault, SheetFaults
from ....rules.cards import NAMED_MENUS
from ....rules.names import plain_name
from ....standings.placing import placings_of_totals
from ....wording.names import menu_name, ruleset_name
from ..paper import HIGHEST_TOTAL, LOWEST_TOTAL, MOST_PUDDINGS, EnteredGame, same_game_key
from .import_games import Total, Totals
from .past_games import (
    MAX_FAULTS,
    MAX_READ,
    MAX_TABLE,
    SHORT_NAMES,
    Found,
    FoundGame,
    in_every_language,
    menus_by_name,
    plain_word,
    rulesets_by_name,
    types_by_name,
)
from .read_bgstats import read_plays

MAX_LINES = 25_000
HEADINGS: Mapping[str, Any] = {
    "date": pgettext_lazy("column of a CSV file", "date"),
    "game": pgettext_lazy("column of a CSV file", "game"),
    "players": pgettext_lazy("column of a CSV file", "players"),
    "totals": pgettext_lazy("column of a CSV file", "totals"),
    "puddings": pgettext_lazy("column of a CSV file", "puddings"),
    "menu": pgettext_lazy("column of a CSV file", "menu"),
    "place": pgettext_lazy("column of a CSV file", "place"),
    "note": pgettext_lazy("column of a CSV file", "note"),
    "minutes": pgettext_lazy("column of a CSV file", "minutes"),
}
"""The columns of a file with a line a game, by their English names; they are understood in every
language."""
OTHER_HEADINGS = {
    "totals": ["total", "score", "scores", "points", "result", "results"],
    "place": ["location"],
    "note": ["notes", "comment", "comments"],
    "minutes": ["duration"],
}
"""What else people call these columns."""
OWN_HEADINGS: Mapping[str, Any] = {
    "id": gettext_lazy("Game"),
    "date": gettext_lazy("Date"),
    "time": gettext_lazy("Time"),
    "night": gettext_lazy("Night"),
    "place": gettext_lazy("Location"),
    "game": gettext_lazy("Rules"),
    "menu": gettext_lazy("Menu"),
    "players": gettext_lazy("Players"),
    "player": gettext_lazy("Player"),
    "rank": gettext_lazy("Place"),
    "win": gettext_lazy("Win"),
    "totals": gettext_lazy("Points"),
    "margin": gettext_lazy("Margin"),
    "best": gettext_lazy("Best round"),
    "puddings": gettext_lazy("Puddings"),
    "totals-only": gettext_lazy("Totals only"),
    "minutes": gettext_lazy("Minutes"),
}
"""The columns of the club's own file, a line a game and player, in their order."""
REQUIRED = ("date", "players", "totals")
OWN_REQUIRED = ("id", "date", "game", "player", "totals")
MONTH_FIRST = ("en",)
"""Languages in which 3/4/2026 may be the fourth of March."""
_NAMES_APART = ("\n", "/", "|", ";", ",")
_NUMBERS_APART = re.compile(r"[\s/|;,]+")
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")
_NOT_NOTED = frozenset("?-–—")
_NOT_THERE = frozenset({"", *_NOT_NOTED})
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_OF_A_FORMULA = re.compile(r"""(^|[;\t\r\n])'(?=[\s"]*[=+\-@＝＋－＠])""")
"""The apostrophe that the own file has before what a spreadsheet would run."""


class _Line(NamedTuple):
    """A line of the file that is not blank: its number from 1, its cells by column, those of
    columns that are nothing else and so are somebody's, and whether there is more."""

    number: int
    cells: Mapping[str, str]
    of_players: Mapping[str, str]
    has_more: bool


def read_past_games(source: bytes, found: Found) -> Found:
    """Read a file of past games, a table or an export of BG Stats. Nothing is written; every fault
    has its place, such as ``line 3, "totals"``."""
    try:
        if source.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"["):
            read_plays(source, found)
        else:
            _Table(found).read(table_text(source))
    except SheetFaults as error:
        for fault in error.faults:
            found.reading.faults.append(fault)
    return found


class _Table:
    """A file while it is read: how its headings are spelled, how its days are."""

    def __init__(self, found: Found) -> None:
        self.found, self.reading = found, found.reading
        self.spelled: dict[str, str] = {}
        self.layout: Mapping[str, Any] = HEADINGS
        self.day_first: bool | None = None

    def read(self, text: str) -> None:
        lines = self._lines(text)
        self.day_first = _day_first(line.cells["date"] for line in lines)
        games: list[FoundGame] = []
        seen: dict[str, int] = {}
        by_game = _by_game(lines)
        if len(by_game) > MAX_READ:
            most = str(MAX_READ)
            self.reading.fault("", "too-many-entries", str(len(by_game)), wanted=most)
            return
        for of_game in by_game:
            if len(self.reading.faults) > MAX_FAULTS:
                break
            before, line = len(self.reading.faults), of_game[0]
            read = self._game(of_game)
            source = line.cells["id"]
            if read and not source:
                day, ruleset, sums = same_game_key(replace(read[1], sheet=read[0]))
                source = f"{day} {ruleset} {sorted(sums)}"
                if (twin := seen.setdefault(source, line.number)) != line.number:
                    self.reading.fault(f"line {line.number}", "game-twice", str(twin))
            if len(self.reading.faults) > before:
                self.found.faulty += 1
            elif read:
                games.append(FoundGame(f"line {line.number}", source, read[0].players, read[1]))
        self.found.settle(_in_order(games) if self.layout is OWN_HEADINGS else games)

    def _lines(self, text: str) -> list[_Line]:
        """Return the lines below the headings; none where the headings are wrong."""
        first = next((line for line in text.splitlines() if line.strip()), "")
        delimiter = max(",;\t", key=first.count)
        rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
        columns: list[str | None] | None = None
        names: list[str] = []
        lines: list[_Line] = []
        begun = 1
        try:
            for row in rows:
                number, begun = begun, rows.line_num + 1
                if not any(cell.strip() for cell in row):
                    continue
                if len(lines) == MAX_LINES:
                    there = len(lines) + 1 + sum(any(map(str.strip, row)) for row in rows)
                    most = str(MAX_LINES)
                    self.reading.fault("", "too-many-entries", str(there), wanted=most)
                    return []
                if columns is None:
                    names = [plain_name(cell) for cell in row]
                    if (columns := self._columns(names, number)) is None:
                        return []
                    continue
                lines.append(_line(number, row, columns, names))
        except csv.Error:
            self.reading.fault(f"line {begun}", "not-csv")
            return []
        if not lines and not self.reading.faults:
            self.reading.fault("", "no-games")
        return lines

    def _columns(self, names: Sequence[str], number: int) -> list[str | None] | None:
        """Return what the columns hold: None for one without a heading, "" for one that is a
        player's; None for all where a heading is missing, unknown or there twice."""
        known = _headings(HEADINGS, OTHER_HEADINGS)
        own = _headings(OWN_HEADINGS, {})
        words = [plain_word(name) for name in names]
        there = {known.get(word) for word in words}
        strange = [name for name, word in zip(names, words, strict=True) if name]
        strange = [name for name in strange if plain_word(name) not in known]
        required: tuple[str, ...] = REQUIRED
        is_wide = False
        if "player" in {own.get(word) for word in words}:
            self.layout, known, required = OWN_HEADINGS, own, OWN_REQUIRED
        elif len(strange) > 1 and "date" in there and not there & {"players", "totals"}:
            is_wide, required = True, ("date",)
        columns: list[str | None] = []
        is_right = True
        for name, word in zip(names, words, strict=True):
            column = known.get(word, "" if is_wide and name else None)
            before = self.spelled.values() if column == "" else columns
            if name and (column is None or (column or name) in before):
                code = "unknown-column" if column is None else "repeated-name"
                self.reading.fault(f"line {number}", code, name, among=known)
                is_right = False
            columns.append(column)
            if name:
                self.spelled[column or name] = name
        for column in required:
            if column not in columns:
                self.reading.fault(f"line {number}", "no-column", str(self.layout[column]))
                is_right = False
        if "game" not in columns and not self.found.ruleset and is_right:
            self.reading.fault(f"line {number}", "no-game-named", str(self.layout["game"]))
            is_right = False
        return columns if is_right else None

    # ------------------------------------------------------------- a game

    def _game(self, lines: Sequence[_Line]) -> tuple[Totals, EnteredGame] | None:
        """Return what some lines have of a game, in the file's names, and the game as it is here;
        None where any of it cannot be read, or it is left out."""
        line, is_own = lines[0], self.layout is OWN_HEADINGS
        written = [name for each in lines for name in self._names(each)]
        names = [self.found.called(name) for name in written]
        if any(name and not here for name, here in zip(written, names, strict=True)):
            self.found.left_out["players"] += 1
            return None
        before = len(self.reading.faults)
        date, ruleset = self._date(line), self._ruleset(line)
        menu = self._menu(line, ruleset)
        column = "player" if is_own else "players"
        if line.of_players:
            self.found.check_players(names, f"line {line.number}", ruleset)
        elif all(each.cells[column] for each in lines):
            self.found.check_players(names, self._at(line, column), ruleset, menu)
        else:
            self._fault(line, column, "missing")
        totals, puddings = self._sums(lines, len(written))
        place, note = self._words(line, "place"), self._words(line, "note")
        night, minutes = self._words(line, "night"), self._minutes(line)
        for each in lines:
            if each.has_more:
                self.reading.fault(f"line {each.number}", "too-many-cells")
            for column in ("date", "game", "menu", "minutes"):
                if each.cells[column] != line.cells[column]:
                    self._fault(each, column, "another-line", each.cells[column])
        began = self._began(line, date)
        if len(self.reading.faults) > before or date is None or ruleset is None:
            return None
        if ruleset == PARTY and is_own and not self._are_desserts(menu):
            puddings = []
        rows = [
            Total(name, total or 0, puddings[nth] if puddings else None)
            for nth, (name, total) in enumerate(zip(written, totals, strict=True))
        ]
        here = [row._replace(player=name) for row, name in zip(rows, names, strict=True)]
        totals_here = Totals(ruleset, menu, here)
        if is_own:
            self._compare_places(lines, here)
            game = EnteredGame(date, totals_here, started_at=began)
            game = replace(game, night_name=night, night_location=place)
        else:
            game = EnteredGame(date, totals_here, place, note)
        return Totals(ruleset, menu, rows), replace(game, minutes=minutes)

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
        self.found.check_day(date, self._at(line, "date"), written)
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

    def _began(self, line: _Line, date: datetime.date | None) -> datetime.datetime | None:
        """Return when a game began, where the file says it."""
        if not (written := line.cells["time"]):
            return None
        try:
            time = datetime.time.fromisoformat(written.zfill(5))
        except ValueError:
            self._fault(line, "time", "no-clock", written)
            return None
        return timezone.make_aware(datetime.datetime.combine(date, time)) if date else None

    def _ruleset(self, line: _Line) -> str | None:
        if "game" not in self.spelled:
            return self.found.ruleset
        written = line.cells["game"] or self.found.ruleset
        slug = (rulesets_by_name() | SHORT_NAMES).get(plain_word(written))
        if slug is None:
            code = "unknown-ruleset" if written else "missing"
            self._fault(line, "game", code, written, among=map(ruleset_name, RULESETS))
        return slug

    def _names(self, line: _Line) -> list[str]:
        """Return who played, as the file calls them."""
        if line.of_players:
            return [name for name, cell in line.of_players.items() if cell not in _NOT_THERE]
        if self.layout is OWN_HEADINGS:
            return [plain_name(line.cells["player"])]
        cell = line.cells["players"]
        apart = next((sign for sign in _NAMES_APART if sign in cell), None)
        names = cell.split(apart) if apart else [cell] if cell else []
        return [plain_name(name) for name in names]

    def _sums(
        self, lines: Sequence[_Line], players: int
    ) -> tuple[list[int | None], list[int | None]]:
        """Return points and puddings a player; puddings that are not noted are None, all of them
        for none."""
        line, points = lines[0], (LOWEST_TOTAL, HIGHEST_TOTAL)
        if self.layout is OWN_HEADINGS:
            totals = [self._number(each, "totals", each.cells["totals"], *points) for each in lines]
            noted = [each.cells["puddings"] or "?" for each in lines]
            return totals, [
                self._number(each, "puddings", figure, 0, MOST_PUDDINGS)
                for each, figure in zip(lines, noted, strict=True)
            ]
        if line.of_players:
            there = {n: cell for n, cell in line.of_players.items() if cell not in _NOT_THERE}
            return [self._number(line, name, cell, *points) for name, cell in there.items()], []
        totals = self._numbers(line, "totals", players, *points)
        return totals, self._numbers(line, "puddings", players, 0, MOST_PUDDINGS)

    def _numbers(
        self, line: _Line, column: str, players: int, least: int, most: int
    ) -> list[int | None]:
        """Return a number a player."""
        cell = line.cells[column]
        if not cell:
            if column == "totals":
                self._fault(line, column, "missing")
            return []
        written = _NUMBERS_APART.split(cell.strip(" /|;,"))
        if players and len(written) != players:
            wanted = str(players)
            self._fault(line, column, "numbers-of-players", str(len(written)), wanted=wanted)
        return [self._number(line, column, figure, least, most) for figure in written]

    def _number(self, line: _Line, column: str, figure: str, least: int, most: int) -> int | None:
        """Return a number; None for one that is not noted, or is none."""
        if figure in _NOT_NOTED and column == "puddings":
            return None
        number = figure.replace("\N{MINUS SIGN}", "-")
        if not _WHOLE_NUMBER.fullmatch(number):
            self._fault(line, column, "no-whole-number" if figure else "missing", figure)
            return None
        if not least <= int(number) <= most:
            self._fault(line, column, "out-of-range", figure, wanted=f"{least} – {most}")
        return int(number)

    def _minutes(self, line: _Line) -> int | None:
        """Return how long a game took, None where nobody noted it."""
        written = line.cells["minutes"]
        if written in _NOT_THERE:
            return None
        return self._number(line, "minutes", written, 1, MOST_MINUTES)

    def _menu(self, line: _Line, ruleset: str | None) -> str | list[str] | None:
        written = line.cells["menu"]
        if not written:
            return None
        if ruleset and ruleset != PARTY:
            self._fault(line, "menu", "unused-field", ruleset)
            return None
        if menu := menus_by_name().get(plain_word(written)):
            return menu
        types = [types_by_name().get(plain_word(word)) for word in written.split(" / ")]
        if len(types) > 1 and all(types):
            return [str(type_) for type_ in types]
        self._fault(line, "menu", "unknown-menu", written, among=map(menu_name, NAMED_MENUS))
        return None

    def _words(self, line: _Line, column: str) -> str:
        words = " ".join(line.cells[column].split())
        field = {"place": "location", "night": "location"}.get(column, column)
        self.found.check_words(field, words, self._at(line, column))
        return words

    def _are_desserts(self, menu: str | Sequence[str] | None) -> bool:
        """Whether the puddings of the club's own file are what breaks ties with a menu."""
        return "pudding" in (NAMED_MENUS[menu] if isinstance(menu, str) else menu or ())

    def _compare_places(self, lines: Sequence[_Line], rows: Sequence[Total]) -> None:
        """Note a game whose places are others than points and puddings make."""
        placed = placings_of_totals({row.player: (row.total, row.puddings) for row in rows})
        made = [str(placing.place) for placing in placed.values()]
        pairs = zip((line.cells["rank"] for line in lines), made, strict=True)
        if any(written not in ("", place) for written, place in pairs):
            self.found.ties.add(f"line {lines[0].number}")


def _line(
    number: int, row: Sequence[str], columns: Sequence[str | None], names: Sequence[str]
) -> _Line:
    of = [*columns, *[None] * (len(row) - len(columns))]
    cells = dict.fromkeys((*HEADINGS, *OWN_HEADINGS), "")
    is_own = "player" in columns
    for column, cell in zip(of, row, strict=False):
        if column:
            cells[column] = (_OF_A_FORMULA.sub(r"\1", cell) if is_own else cell).strip()
    of_players = {
        name: cell.strip()
        for column, name, cell in zip(columns, names, row, strict=False)
        if column == ""
    }
    bare = [cell for column, cell in zip(of, row, strict=False) if column is None]
    return _Line(number, cells, of_players, any(cell.strip() for cell in bare))


def _by_game(lines: Iterable[_Line]) -> list[list[_Line]]:
    """Return the lines of each game: those with one id, or a line by itself."""
    games: dict[object, list[_Line]] = {}
    for line in lines:
        games.setdefault(line.cells["id"] or line.number, []).append(line)
    return list(games.values())


def _in_order(games: list[FoundGame]) -> list[FoundGame]:
    """Give the games of each night moments one after the other: minutes alone leave their order
    open, and after midnight the clock begins anew."""
    if games and games[0].game.date > games[-1].game.date:
        games = games[::-1]
    last: dict[datetime.date, datetime.datetime] = {}
    ordered = []
    for found in games:
        date, at = found.game.date, found.game.started_at
        if at:
            before = last.get(date, at)
            if before - at > datetime.timedelta(hours=1):
                at += datetime.timedelta(days=1)
            if date in last:
                at = max(at, before + datetime.timedelta(seconds=1))
            last[date] = at
            at = min(at, timezone.now())
        ordered.append(found._replace(game=replace(found.game, started_at=at)))
    return ordered


# ------------------------------------------------------------------ text


def table_text(source: bytes) -> str:
    """Return the text of a file, as spreadsheets write it: UTF-8, UTF-16 or Windows' own."""
    if len(source) > MAX_TABLE:
        raise SheetFaults([Fault("", "file-too-large", wanted=str(MAX_TABLE // 1024**2))])
    encodings = ["utf-16"] if source[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = source.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise SheetFaults([Fault("", "not-utf-8")])


def _headings(
    headings: Mapping[str, Any], others: Mapping[str, Sequence[str]]
) -> Mapping[str, str]:
    """Return columns by what their headings are in every language."""
    known = in_every_language(lambda name: headings[name], headings)
    return {word: name for name, words in others.items() for word in words} | known


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
    yield f"2025-11-14,{go},{three},41 38 30,3 1 0,,,,25"
    yield f"2025-11-14,{party},{four},52 47 47 39,2 4 ? 1,{menu},,,40"
