"""Reading a club file: everything is checked before anything is written. See docs/club-file.md."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import cast
from uuid import UUID

from django.conf import settings

from ...rules import Fault, Sheet, SheetFaults, parse_json, read_sheet
from ...rules.names import plain_name
from ...rules.problems.validation import shown
from ...rules.rulesets import ROUNDS
from .archive_values import LONGEST, ArchiveValues
from .game_rows import PastGame

FORMAT = "sushiscore-club"
VERSION = 1
"""Of the file's format; a file of a higher one was made by a newer SushiScore."""
MOST_BYTES: int = settings.CLUB_FILE_MAX_SIZE
"""The longest file that is read at all."""
MOST_PLAYERS = 10_000
MOST_NIGHTS = 20_000
"""More than anybody has in a lifetime, and no more than the pages that list them can bear."""
MOST_FAULTS = 1000
"""After so many the file is not looked at any further."""

_FIELDS = ("format", "version", "club", "players", "nights")
_PLAYER = ("name", "hidden", "anonymous")
_NIGHT = ("date", "name", "location", "games")
_GAME = ("id", "started", "finished", "confirmed", "sheet")


@dataclass(frozen=True, slots=True)
class ArchivedPlayer:
    """A player of a club file."""

    name: str
    is_hidden: bool
    is_anonymous: bool


@dataclass(frozen=True, slots=True)
class ArchivedNight:
    """A night of a club file; its games come with :meth:`Archive.games`."""

    date: date
    name: str
    location: str


@dataclass(frozen=True, slots=True)
class Archive:
    """A club file without any fault."""

    name: str
    players: Sequence[ArchivedPlayer]
    nights: Sequence[ArchivedNight]
    ids: Sequence[UUID]
    document: Mapping[str, object]

    def games(self) -> Iterator[PastGame]:
        """The games in the file's order. They are read once more one by one: so many score sheets
        at a time would fill the memory."""
        for night in cast("list[dict[str, object]]", self.document["nights"]):
            for game in cast("list[dict[str, object]]", night["games"]):
                yield _past_game(date.fromisoformat(str(night["date"])), game)


def _past_game(day: date, game: Mapping[str, object]) -> PastGame:
    """A game of a file that has been checked."""
    ended, follows = game["finished"], game.get("follows")
    return PastGame(
        id=UUID(str(game["id"])),
        date=day,
        sheet=read_sheet(cast("dict[str, object]", game["sheet"])),
        started_at=_moment(game["started"]),
        finished_at=None if ended is None else _moment(ended),
        confirmed=int(cast("float", game["confirmed"])),
        follows=None if follows is None else UUID(str(follows)),
    )


def _moment(written: object) -> datetime:
    return datetime.fromisoformat(str(written)).astimezone(UTC)


def read_archive(source: bytes) -> Archive:
    """Reads a club file.

    Raises:
        SheetFaults: for anything that is wrong with it, with every fault at once and its place (of
            more than a thousand, the first thousand or so).
    """
    if len(source) > MOST_BYTES:
        raise SheetFaults([Fault("", "file-too-large", wanted=str(MOST_BYTES // 1024**2))])
    reader = _Reader()
    try:
        archive = reader.archive(_document(source))
    except RecursionError:  # what could be read in can be too deep to be looked through
        raise SheetFaults([Fault("", "nested-too-deep")]) from None
    if reader.faults or archive is None:
        raise SheetFaults(reader.faults)
    return archive


def _document(source: bytes) -> object:
    try:
        return parse_json(source, longest=MOST_BYTES)
    except SheetFaults as error:
        (fault,) = error.faults
        if fault.code == "not-json" and _is_cut_off(source):
            fault = fault._replace(code="cut-off")
        raise SheetFaults([fault]) from None


def _is_cut_off(source: bytes) -> bool:
    """Whether something was opened in the text that it never closes."""
    # Without the signs that are escaped, every quotation mark begins or ends a string.
    parts = source.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
    outside = b"".join(parts[::2])
    return len(parts) % 2 == 0 or any(
        outside.count(left) > outside.count(right) for left, right in (b"{}", b"[]")
    )


class _TooManyError(Exception):
    """There are so many faults that nobody wants to see more."""


class _Reader(ArchiveValues):
    """Reads part by part; what could be read goes on to be checked."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.ids: dict[str, UUID] = {}
        """By their text: a text's hash cannot be foreseen, and a UUID's can. Ids that all had one
        would be compared each with each."""

    def archive(self, value: object) -> Archive | None:
        """All of it, None where there is no such thing."""
        if not isinstance(value, Mapping):
            self.fault("", "wrong-type", value, wanted="object")
            return None
        if not self._is_ours(value):
            return None
        fields = self.required(value, "", _FIELDS)
        try:
            club = self.required(fields.get("club", {"name": ""}), "club", ("name",))
            name = self.text(club, "name", "club", LONGEST["club"])
            players = self._players(fields)
            nights = self._nights(fields)
        except _TooManyError:
            return None
        return Archive(name, players, nights, list(self.ids.values()), fields)

    def _is_ours(self, value: Mapping[str, object]) -> bool:
        if value.get("format") != FORMAT:
            self.fault("format", "not-a-club-file", shown(value.get("format", "")))
        elif "version" not in value:
            self.fault("version", "missing")
        elif (version := self.whole(value["version"], "version")) not in (None, VERSION):
            code = "newer-version" if (version or 0) > VERSION else "no-such-version"
            self.fault("version", code, str(version), wanted=str(VERSION))
        return not self.faults

    def _players(self, club: Mapping[str, object]) -> list[ArchivedPlayer]:
        players: list[ArchivedPlayer] = []
        before: set[str] = set()
        for number, entry in self._entries(club, "players", "players", MOST_PLAYERS):
            at = f"players[{number}]"
            fields = self.required(entry, at, _PLAYER)
            name = self.name(fields, at)
            if name and plain_name(name) in before:
                self.fault(at, "player-twice", name)
            before.add(plain_name(name))
            self.names.add(name)
            hidden, anonymous = self.flag(fields, "hidden", at), self.flag(fields, "anonymous", at)
            players.append(ArchivedPlayer(name, hidden, anonymous))
        return players

    def _entries(
        self, fields: Mapping[str, object], name: str, place: str, most: int = sys.maxsize
    ) -> Iterator[tuple[int, object]]:
        value = fields.get(name, [])
        if not isinstance(value, list):
            self.fault(place, "wrong-type", value, wanted="list")
            return
        if len(value) > most:
            self.fault(place, "too-many-entries", str(len(value)), wanted=str(most))
        for number, entry in enumerate(value[:most]):
            if len(self.faults) > MOST_FAULTS:
                raise _TooManyError
            yield number, entry

    def _nights(self, club: Mapping[str, object]) -> list[ArchivedNight]:
        nights: dict[date, ArchivedNight] = {}
        for number, entry in self._entries(club, "nights", "nights", MOST_NIGHTS):
            at = f"nights[{number}]"
            fields = self.required(entry, at, _NIGHT)
            day = self.day(fields, at)
            name = self.text(fields, "name", at, LONGEST["night"])
            location = self.text(fields, "location", at, LONGEST["location"])
            if day is not None and day in nights:
                self.fault(f"{at}.date", "date-twice", day.isoformat())
            elif day is not None:
                nights[day] = ArchivedNight(day, name, location)
            for nth, game in self._entries(fields, "games", f"{at}.games"):
                self._game(game, f"{at}.games[{nth}]")
        return list(nights.values())

    def _game(self, value: object, at: str) -> None:
        fields = self.required(value, at, _GAME, optional=("follows",))
        self._ids(fields, at)
        sheet = self.sheet(fields["sheet"], f"{at}.sheet") if "sheet" in fields else None
        if sheet is not None:
            for seat, name in enumerate(sheet.players):
                if name not in self.names:
                    self.fault(f"{at}.sheet.players[{seat}]", "no-player-of-club", name)
        self._check_course(fields, sheet, at)

    def _ids(self, fields: Mapping[str, object], at: str) -> None:
        """A game follows one that stands before it: so none can follow itself by way of others."""
        if fields.get("follows") is not None:
            follows = self.id(fields["follows"], f"{at}.follows")
            if follows is not None and str(follows) not in self.ids:
                self.fault(f"{at}.follows", "follows-nothing", str(follows))
        called = self.id(fields["id"], f"{at}.id") if "id" in fields else None
        if called is not None:
            if str(called) in self.ids:
                self.fault(f"{at}.id", "id-twice", str(called))
            self.ids[str(called)] = called

    def _check_course(self, fields: Mapping[str, object], sheet: Sheet | None, at: str) -> None:
        """Whether beginning, rounds and end can be those of one game."""
        before = len(self.faults)
        self.moment(fields, "started", at)
        is_over = fields.get("finished") is not None
        if is_over:  # perhaps before it began: the clock may have been set back in the game
            self.moment(fields, "finished", at)
        confirmed = self.confirmed(fields, at)
        if sheet is None or len(self.faults) > before or "confirmed" not in fields:
            return
        rounds = len(sheet.rounds)
        if confirmed > rounds:
            self.fault(f"{at}.confirmed", "more-confirmed", str(confirmed), wanted=str(rounds))
        elif is_over and confirmed < ROUNDS:
            self.fault(f"{at}.finished", "finished-early", str(confirmed), wanted=str(ROUNDS))
        elif not is_over and confirmed == ROUNDS and not sheet.setting.rules.tokens:
            self.fault(f"{at}.finished", "never-finished")
