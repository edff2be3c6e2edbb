"""Reads plays from the file that the app BG Stats exports. See docs/past-games.md.

Other boards' plays are passed over, and so is a play that cannot be kept: nobody mends such a file.
What is known of it comes from public programs that read it: ``playDate`` is the time on the clock,
a score is a text that may be empty, ``null`` or a sum, and an anonymous player may sit twice.
"""

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from ....models import MOST_MINUTES
from ....models.fields import MAX_LINE, MAX_NOTE, LineField, NoteField
from ....play.services.suggesting import PARTY
from ....rules import Fault, SheetFaults
from ....rules.json_text import parse_json
from ....rules.names import plain_name
from ....rules.problems.validation import Reading
from ....rules.rulesets import BGG_IDS
from ....standings.placing import placings_of_totals
from ..paper import HIGHEST_TOTAL, LOWEST_TOTAL, EnteredGame
from .import_games import Total, Totals
from .past_games import (
    MAX_BYTES,
    MAX_FAULTS,
    MAX_READ,
    Found,
    FoundGame,
    menus_by_name,
    plain_word,
    rulesets_by_name,
)

_SUM = re.compile(r"[+-]?\d{1,6}(?:[+-]\d{1,6})*")
_FIGURE = re.compile(r"[+-]?\d+")
_Row = Mapping[str, Any]


def read_plays(source: bytes, found: Found) -> None:
    """Read the plays of the three games.

    Raises:
        SheetFaults: for a file that is none of BG Stats.
    """
    if len(source) > MAX_BYTES:
        raise SheetFaults([Fault("", "file-too-large", wanted=str(MAX_BYTES // 1024**2))])
    document = parse_json(source, longest=MAX_BYTES)
    if not isinstance(document, dict) or not isinstance(document.get("plays"), list):
        raise SheetFaults([Fault("", "not-bgstats")])
    _Plays(document, found).read()


class _Plays:
    def __init__(self, document: _Row, found: Found) -> None:
        self.document, self.found = document, found
        self.rulesets = {
            row["id"]: ruleset for row in self._rows("games") if (ruleset := _ruleset_of(row))
        }
        self.players = {row["id"]: _words(row.get("name")) for row in self._rows("players")}
        self.locations = {row["id"]: _words(row.get("name")) for row in self._rows("locations")}

    def read(self) -> None:
        """Take the plays, and count those that are left out."""
        left_out, games, seen = self.found.left_out, list[FoundGame](), set[str]()
        there = self.document.get("deletedObjects")
        deleted = {
            _words(row.get("uuid")).lower()
            for row in (there if isinstance(there, list) else ())
            if isinstance(row, dict) and row.get("objectType") == "Play"
        } - {""}
        left_out["deleted"] = len(deleted)
        for number, play in enumerate(self.document["plays"]):
            if self.found.faulty > MAX_FAULTS:
                break
            if len(games) > MAX_READ:
                most = str(MAX_READ)
                self.found.reading.fault("", "too-many-entries", f"> {most}", wanted=most)
                return
            ruleset = isinstance(play, dict) and self.rulesets.get(_id(play.get("gameRefId")))
            if not ruleset:
                left_out["boards"] += 1
                continue
            uuid = _words(play.get("uuid")).lower()
            if uuid and (uuid in deleted or uuid in seen):
                left_out["twice"] += uuid in seen
                continue
            seen.add(uuid)
            outer, self.found.reading = self.found.reading, Reading()
            game = self._play(play, ruleset, f"plays[{number}]", uuid)
            if faults := list(self.found.reading.faults):
                self.found.faulty += 1
                for fault in faults:
                    self.found.passed_over.append(fault)
            elif game:
                games.append(game)
            self.found.reading = outer
        self.found.settle(games)

    def _rows(self, name: str) -> list[_Row]:
        rows = self.document.get(name)
        if not isinstance(rows, list):
            return []
        return [row for row in rows if isinstance(row, dict) and _id(row.get("id")) is not None]

    def _play(self, play: _Row, ruleset: str, at: str, uuid: str) -> FoundGame | None:
        """Return a play as a game; None where it is left out or has faults."""
        rows = play.get("playerScores")
        rows = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        rows.sort(key=lambda row: _id(row.get("seatOrder")) or 0)
        written = _told_apart([self.players.get(_id(row.get("playerRefId")), "") for row in rows])
        names = [self.found.called(name) for name in written]
        if any(name and not here for name, here in zip(written, names, strict=True)):
            self.found.left_out["players"] += 1
            return None
        scores = [_words(row.get("score")).replace("\N{MINUS SIGN}", "-") for row in rows]
        if any(score.lower() in ("", "null") for score in scores):
            self.found.left_out["points"] += 1
            return None
        reading = self.found.reading
        if (date := _day(play)) is None:
            written_day = _words(play.get("playDate"))
            reading.fault(f"{at}.playDate", "no-date" if written_day else "missing", written_day)
            return None
        at = f"{at} ({date})"
        self.found.check_day(date, at, f"{date}")
        self.found.check_players(names, at, ruleset)
        totals = [self._total(score, f"{at}, score") for score in scores]
        if reading.faults:
            return None
        board = menus_by_name().get(plain_word(_words(play.get("board"))))
        menu = board if ruleset == PARTY else None
        paid = [Total(name, total) for name, total in zip(names, totals, strict=True)]
        location = self.locations.get(_id(play.get("locationRefId")), "")
        game = EnteredGame(
            date,
            Totals(ruleset, menu, paid),
            _shortened(LineField().to_python(location), MAX_LINE),
            _shortened(NoteField(required=False).to_python(_words(play.get("comments"))), MAX_NOTE),
            started_at=_began(play, date),
            minutes=_lasted(play),
        )
        winners = [row.get("winner") in (True, 1) for row in rows]
        first = [placed.place == 1 for placed in placings_of_totals(_by_name(paid)).values()]
        if any(winners) and winners != first:
            self.found.ties.add(at)
        sums = sorted(zip(written, totals, strict=True))
        return FoundGame(at, uuid or f"{date} {ruleset} {sums}", written, game)

    def _total(self, score: str, at: str) -> int:
        score = score.replace(" ", "")
        if not _SUM.fullmatch(score) or len(score) > 100:
            self.found.reading.fault(at, "no-whole-number", score)
            return 0
        total = sum(map(int, _FIGURE.findall(score)))
        if not LOWEST_TOTAL <= total <= HIGHEST_TOTAL:
            span = f"{LOWEST_TOTAL} – {HIGHEST_TOTAL}"
            self.found.reading.fault(at, "out-of-range", score, wanted=span)
        return total


def _by_name(rows: Sequence[Total]) -> dict[str, tuple[int, int | None]]:
    return {row.player: (row.total, row.puddings) for row in rows}


def _ruleset_of(game: _Row) -> str | None:
    """Return which of the three games this is, by its number at BoardGameGeek or its name."""
    for ruleset, number in BGG_IDS.items():
        if _id(game.get("bggId")) == number:
            return ruleset
    names = (plain_word(_words(game.get(field))) for field in ("name", "bggName"))
    return next((known for name in names if (known := rulesets_by_name().get(name))), None)


def _told_apart(names: Sequence[str]) -> list[str]:
    """Number those who sit at a table with the same name, as anonymous players do."""
    seen: Counter[str] = Counter()
    apart = []
    for name in map(plain_name, names):
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if name and seen[name] > 1 else name)
    return apart


def _day(play: _Row) -> datetime.date | None:
    digits = f"{_id(play.get('playDateYmd')) or ''}"
    for written in (digits, _words(play.get("playDate"))[:10]):
        try:
            return datetime.date.fromisoformat(written)
        except ValueError:
            continue
    return None


def _began(play: _Row, date: datetime.date) -> datetime.datetime | None:
    """Return when a play began; midnight stands for a time that nobody noted."""
    try:
        at = datetime.datetime.fromisoformat(_words(play.get("playDate")))
    except ValueError:
        return None
    if at.date() != date or at.time() == datetime.time() or at.tzinfo:
        return None
    return min(timezone.make_aware(at), timezone.now())


def _lasted(play: _Row) -> int | None:
    """Return for how many minutes it was played; 0 stands for what nobody noted."""
    minutes = _id(play.get("durationMin"))
    return minutes if minutes and 0 < minutes <= MOST_MINUTES else None


def _id(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _words(value: object) -> str:
    """Return a text, "" for what is none; a number as it is written."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value}"[:60] if abs(value) < 1e15 else "?"
    return value if isinstance(value, str) else ""


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
