"""Reads the tables of known answers in ``answers/*.md``.

A section is a heading ``## ruleset · line type · moment``, optional directives (``menu:``,
``variants:``, ``house rules:``), optional remarks (lines that begin with ``>``) and one table. Each
row of the table becomes an `Answer`. Text before a file's first section is its introduction.

Moments:

* ``round``: the points of the line type in the last round that is written down;
* ``total``: the total of that round;
* ``game-end``: the points of the line type at the end of the game;
* ``game-total``: the totals of the whole game;
* ``ranks``: the ranks in the final table.

For the last three moments rounds that are not written down are empty ones. The line type of a
moment that is about sums and not about one line is ``all``.

Seats are parted by `` / ``; a seat's tableau stands in backticks or is the word ``empty``; a ``;``
inside it parts the rounds. Anything that this grammar does not know is an error: a table that is
silently left out would be a test that cannot fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.rules.answer import ROUNDS, SEATS, Answer

FOLDER = Path(__file__).parent / "answers"
RULESETS = ("sushi-go", "sushi-go-party", "sushi-roll")
MOMENTS = ("round", "total", "game-end", "game-total", "ranks")
MOMENTS_OF_SUMS = ("total", "game-total", "ranks")
REQUIRED_COLUMNS = ("tableaus", "points", "why")
OPTIONAL_COLUMNS = ("claims", "tokens", "rules", "tie-break")
DIRECTIVES = ("menu", "variants", "house rules")

_SWITCH = re.compile(r"([a-z-]+)=(true|false)")
_CLAIM = re.compile(r"([A-H]) (\d+)")


class AnswersError(ValueError):
    """A table of known answers that cannot be read; the message begins with file and line."""


def read_all(folder: Path = FOLDER) -> list[Answer]:
    """Every row of every table in the folder, files in order of name.

    Raises AnswersError for anything that cannot be read, also for a folder without tables.
    """
    answers = [
        answer
        for path in sorted(folder.glob("*.md"))
        for answer in read_text(path.name, path.read_text(encoding="utf-8"))
    ]
    if not answers:
        raise AnswersError(f"{folder}: no tables")
    return answers


def read_text(file: str, text: str) -> list[Answer]:
    """The rows of one file. Raises AnswersError with file and line."""
    return list(_Reader(file, text).answers())


class _Reader:
    """Walks through one file line by line, remembering where it is for its error messages."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        self.number = 0

    def fault(self, message: str) -> AnswersError:
        return AnswersError(f"{self.file}:{self.number}: {message}")

    def answers(self) -> Iterator[Answer]:
        heading: tuple[str, str, str] | None = None
        directives: dict[str, str] = {}
        columns: list[str] | None = None
        rows = 0
        for number, line in enumerate(self.lines, start=1):
            self.number = number
            if line.startswith("#") and not line.startswith("# "):
                self._end(heading, rows)
                heading, directives, columns, rows = self._heading(line), {}, None, 0
            elif heading is None or not line or line.startswith(">"):
                if heading is None and line.startswith("|"):
                    raise self.fault("a table before the first heading")
            elif line.startswith("|"):
                cells = self._cells(line)
                if columns is None:
                    columns = self._columns(cells)
                elif not all(set(cell) == {"-"} and len(cell) > 2 for cell in cells):
                    rows += 1
                    yield self._answer(heading, directives, self._row(columns, cells))
            elif columns is not None:
                raise self.fault("text behind a table")
            else:
                self._directive(line, directives)
        self._end(heading, rows)

    def _end(self, heading: tuple[str, str, str] | None, rows: int) -> None:
        if heading is not None and not rows:
            raise self.fault(f"the section {' · '.join(heading)!r} before this line has no rows")

    def _heading(self, line: str) -> tuple[str, str, str]:
        parts = line.removeprefix("## ").split(" · ")
        if not line.startswith("## ") or len(parts) != 3:
            raise self.fault("a heading is '## ruleset · line type · moment'")
        ruleset, line_type, moment = parts
        if ruleset not in RULESETS:
            raise self.fault(f"unknown ruleset {ruleset!r}")
        if moment not in MOMENTS:
            raise self.fault(f"unknown moment {moment!r}")
        if (line_type == "all") != (moment in MOMENTS_OF_SUMS):
            raise self.fault(f"the line type {line_type!r} does not fit the moment {moment!r}")
        return ruleset, line_type, moment

    def _directive(self, line: str, directives: dict[str, str]) -> None:
        key, colon, value = line.partition(": ")
        if not colon or key not in DIRECTIVES:
            raise self.fault(f"unknown directive {line!r}")
        if key in directives:
            raise self.fault(f"{key!r} twice")
        directives[key] = value

    def _cells(self, line: str) -> list[str]:
        if not line.endswith("|") or len(line) < 2:
            raise self.fault("a row ends with '|'")
        return [cell.strip() for cell in line[1:-1].split("|")]

    def _columns(self, cells: list[str]) -> list[str]:
        for cell in cells:
            if cell not in REQUIRED_COLUMNS + OPTIONAL_COLUMNS:
                raise self.fault(f"unknown column {cell!r}")
        if missing := set(REQUIRED_COLUMNS) - set(cells):
            raise self.fault(f"missing columns {sorted(missing)}")
        if len(set(cells)) != len(cells):
            raise self.fault("a column twice")
        return cells

    def _row(self, columns: list[str], cells: list[str]) -> dict[str, str]:
        if len(cells) != len(columns):
            raise self.fault(f"{len(cells)} cells under {len(columns)} columns")
        return dict(zip(columns, cells, strict=True))

    def _answer(
        self, heading: tuple[str, str, str], directives: dict[str, str], row: dict[str, str]
    ) -> Answer:
        ruleset, line_type, moment = heading
        tableaus = self._tableaus(row["tableaus"])
        points = tuple(self._points(cell) for cell in row["points"].split(" / "))
        if len(points) != len(tableaus):
            raise self.fault(f"{len(points)} points for {len(tableaus)} tableaus")
        if not row["why"]:
            raise self.fault("no reason given")
        menu = self._names(directives.get("menu", ""))
        house_rules = self._switches(directives.get("house rules", ""))
        answer = Answer(
            file=self.file,
            line=self.number,
            ruleset=ruleset,
            line_type=line_type,
            moment=moment,
            tableaus=tableaus,
            points=points,
            why=row["why"],
            menu=menu[0] if len(menu) == 1 else menu or None,
            variants=self._names(directives.get("variants", "")),
            house_rules=house_rules | self._switches(row.get("rules", "")),
            claims=self._claims(row.get("claims", "")),
            tie_break=self._tie_break(row.get("tie-break", "")),
        )
        if answer.tie_break is not None and moment != "ranks":
            raise self.fault("a tie-break belongs to ranks")
        answer.tokens.update(self._tokens(row.get("tokens", ""), answer.players))
        return answer

    def _tableaus(self, cell: str) -> tuple[tuple[str, ...], ...]:
        seats = [self._seat(seat) for seat in cell.split(" / ")]
        most = max(len(rounds) for rounds in seats)
        if not 2 <= len(seats) <= len(SEATS) or most > ROUNDS:
            raise self.fault(f"{len(seats)} seats, {most} rounds")
        return tuple(rounds + ("",) * (most - len(rounds)) for rounds in seats)

    def _seat(self, cell: str) -> tuple[str, ...]:
        if cell == "empty":
            return ("",)
        if len(cell) < 3 or cell[0] != "`" or cell[-1] != "`" or "`" in cell[1:-1]:
            raise self.fault(f"a tableau stands in backticks or is 'empty', not {cell!r}")
        return tuple(part.strip() for part in cell[1:-1].split(";"))

    def _points(self, cell: str) -> int | None:
        if cell == "-":
            return None
        if not re.fullmatch(r"-?\d+", cell):
            raise self.fault(f"{cell!r} is no number of points")
        return int(cell)

    def _names(self, cell: str) -> tuple[str, ...]:
        return tuple(name.strip() for name in cell.split(",")) if cell else ()

    def _switches(self, cell: str) -> dict[str, bool]:
        switches = {}
        for name in self._names(cell):
            if not (match := _SWITCH.fullmatch(name)):
                raise self.fault(f"a house rule is 'name=true' or 'name=false', not {name!r}")
            switches[match[1]] = match[2] == "true"
        return switches

    def _claims(self, cell: str) -> tuple[dict[str, int], ...]:
        return tuple(self._turn(turn) for turn in cell.split(";")) if cell else ()

    def _turn(self, cell: str) -> dict[str, int]:
        turn = {}
        for claim in self._names(cell.strip()):
            if not (match := _CLAIM.fullmatch(claim)):
                raise self.fault(f"a claim is a seat and its icons, not {claim!r}")
            turn[match[1]] = int(match[2])
        return turn

    def _tokens(self, cell: str, players: tuple[str, ...]) -> dict[str, dict[str, int]]:
        if not cell:
            return {}
        seats = cell.split(" / ")
        if len(seats) != len(players):
            raise self.fault(f"tokens of {len(seats)} players, not of {len(players)}")
        return {
            name: self._tokens_left(seat)
            for name, seat in zip(players, seats, strict=True)
            if seat != "-"
        }

    def _tokens_left(self, cell: str) -> dict[str, int]:
        if not re.fullmatch(r"(menu|chopsticks) \d+( (menu|chopsticks) \d+)?", cell):
            raise self.fault(f"tokens are 'menu 1 chopsticks 2', not {cell!r}")
        words = cell.split()
        return {kind: int(count) for kind, count in zip(words[::2], words[1::2], strict=True)}

    def _tie_break(self, cell: str) -> bool | None:
        if cell not in ("", "yes", "no"):
            raise self.fault(f"tie-break is 'yes', 'no' or nothing, not {cell!r}")
        return {"yes": True, "no": False}.get(cell)
