"""Reads and checks a club file before anything is written. See docs/club-file.md."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from ....models import Champion, Club, Game, GameNight, Player, Season, minutes_between
from ....models.fields import check_year
from ....models.kinds import kinds_of, read_day
from ....play.services.suggesting import PARTY
from ....rules import Fault, Sheet, SheetFaults, parse_json
from ....rules.json_text import MAX_LENGTH
from ....rules.names import plain_name
from ....rules.problems.validation import (
    Kind,
    Reading,
    TooManyFaults,
    Wrong,
    fields,
    flag,
    list_of,
    number,
    shown,
    text,
    value,
    whole,
)
from ....rules.reading import MENU, read_value
from ....rules.rulesets import MAX_SEATS, ROUNDS, RULESETS
from ....standings.league import USUAL
from ....standings.placing import WHOLE_WIN
from ..paper import ANY_MENU, HIGHEST_TOTAL, LOWEST_TOTAL, MOST_PUDDINGS, check_bounds
from ..turns import LET_PASS
from .import_games import PastGame, Total, Totals
from .tournaments import PastTournament, tournament_kind

FORMAT = "sushiscore-club"
VERSION = 2
"""What is written. Files of version 1 are read too: what they may hold, these may. One of a higher
version was made by a newer SushiScore."""
MAX_BYTES: int = settings.CLUB_FILE_MAX_SIZE
"""The longest file that is read at all."""
SMALL = 1024**2
"""Bytes. Whatever stands in a file of that length, it is looked through in half a second."""
MAX_OBJECTS, MAX_FIELDS = 1_000_000, 2_000_000
"""Of a file of any length, and as many lists; games from paper, the shortest, have fewer.
To take more apart, only to refuse them, takes seconds."""
_NAMES_FORMAT = re.compile(rb'"format"\s*:\s*"%s"' % FORMAT.encode())
_FIELD = re.compile(rb'"\s*:')
MAX_PLAYERS = 10_000
MAX_NIGHTS = 20_000
"""More than anybody has in a lifetime; pages can still list them."""
MAX_SEASONS_OF_FILE = 1000
"""Those that can be made, and the years that were closed."""
_MANY = 1_000_000
"""More games or points than a player of such a club has."""
MAX_MERGED, MAX_MOVED, MAX_TITLES = 10_000, 200_000, 20_000
"""Players of a file who were merged, the games that they brought, and champions of all seasons."""
LOOKED_THROUGH = 0.1
"""Seconds for which a file is looked through at once; then smaller ones pass."""
MAX_FAULTS = 1000
"""After so many the file is not looked at any further."""


class PastSeason(NamedTuple):
    """A season that is not stored yet, and the champions that it keeps by their names."""

    season: Season
    champions: Mapping[str, Champion]


@dataclass(frozen=True, slots=True)
class Merged:
    """A player who was merged into another: the names, when, the games that came along, and who had
    been merged into this one before."""

    name: str
    is_hidden: bool
    is_anonymous: bool
    at: datetime
    games: Sequence[UUID]
    merged: "Sequence[Merged]"
    titles: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Archive:
    """A club file without faults.

    ``players``, with who was merged into them, ``nights``, ``tournaments`` with their nights, and
    ``seasons`` are not stored yet; the games come with :meth:`games`.
    """

    name: str
    players: Sequence[Player]
    merged: Sequence[tuple[Player, Sequence[Merged]]]
    nights: Sequence[GameNight]
    tournaments: Sequence[tuple[GameNight, PastTournament]]
    seasons: Sequence[PastSeason]
    ids: Sequence[UUID]
    document: Mapping[str, Any]

    def games(self) -> Iterator[PastGame]:
        """Yield the games in the file's order, read once more one by one to save memory."""
        for night in self.document["nights"]:
            for game in night["games"]:
                values = fields({**_GAME, **_PAPER_GAME}).read(game, "", Reading())
                started, finished = values["started"], values["finished"] or None
                has_time = values.get("has_time", has_time_of(started, finished))
                yield PastGame(
                    id=values["id"],
                    date=date.fromisoformat(night["date"]),
                    sheet=values["totals"] if "totals" in values else values["sheet"],
                    started_at=started,
                    finished_at=finished,
                    confirmed=values.get("confirmed", 0),
                    was_over=values.get("was_over", False),
                    follows=values.get("follows"),
                    location=values.get("location", ""),
                    note=values.get("note", ""),
                    minutes=values.get("minutes", minutes_of(started, finished, has_time)),
                    has_time=has_time,
                    **values.get("own_tie_break", {}),
                )


def has_time_of(started: datetime, finished: datetime | None) -> bool:
    """Return whether the times of a game are known, where a file does not say it: one that began
    and ended at the same moment, at noon or at that of its entry, got it for its place in the order
    of games."""
    local = timezone.localtime(started)
    is_place = started.microsecond or (local.hour, local.minute) == (12, 0)
    return started != finished or not is_place


def minutes_of(started: datetime, finished: datetime | None, has_time: bool) -> int | None:
    """Return for how many minutes a game was played, where a file does not say it."""
    return minutes_between(started, finished) if finished and has_time else None


def read_archive(source: bytes) -> Archive:
    """Read a club file.

    Raises:
        SheetFaults: with every fault and its place, about ``MAX_FAULTS`` at most.
    """
    if len(source) > MAX_BYTES:
        raise SheetFaults([Fault("", "file-too-large", wanted=str(MAX_BYTES // 1024**2))])
    if len(source) > SMALL:
        _check_shape(source)
    try:
        document = parse_json(source, longest=MAX_BYTES)
    except SheetFaults as error:
        (fault,) = error.faults
        if fault.code == "not-json" and _is_cut_off(source):
            fault = fault._replace(code="cut-off")
        raise SheetFaults([fault]) from None
    reading = _File()
    try:
        _check_format(document, reading)
        club = fields(_CLUB, _CLUB.keys() - {"seasons"}).read(document, "", reading)
        reading.check_named()
    except TooManyFaults:
        club = {}
    except RecursionError:  # what could be read in can be too deep to be looked through
        raise SheetFaults([Fault("", "nested-too-deep")]) from None
    if reading.faults:
        raise SheetFaults(reading.faults)
    return Archive(
        name=club["club"]["name"],
        players=club["players"],
        merged=reading.merged,
        nights=club["nights"],
        tournaments=reading.tournaments,
        seasons=club.get("seasons", ()),
        ids=list(reading.ids.values()),
        document=cast("Mapping[str, Any]", document),
    )


def _check_shape(source: bytes) -> None:
    """Refuse a large file that cannot be a club file before it is parsed."""
    if not _NAMES_FORMAT.search(source):
        raise SheetFaults([Fault("format", "not-a-club-file")])
    counts = (
        (source.count(b"{"), MAX_OBJECTS),
        (source.count(b"["), MAX_OBJECTS),
        (len(_FIELD.findall(source)), MAX_FIELDS),
    )
    for count, most in counts:
        if count > most:
            raise SheetFaults([Fault("", "too-many-entries", str(count), wanted=str(most))])


def _is_cut_off(source: bytes) -> bool:
    """Return whether a bracket or string is never closed."""
    # Without the signs that are escaped, every quotation mark begins or ends a string.
    parts = source.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
    outside = b"".join(parts[::2])
    return len(parts) % 2 == 0 or any(
        outside.count(left) > outside.count(right) for left, right in (b"{}", b"[]")
    )


# ------------------------------------------------------------------ single values


def _spelled(make: Callable[[str], Any], code: str) -> Kind:
    """Read a text with ``make``; None, ValueError, ValidationError and Wrong refuse it."""

    def parse(raw: object) -> Any:
        with suppress(ValueError, ValidationError, Wrong):
            if isinstance(raw, str) and (made := make(raw)):
                return made
        raise Wrong(code, raw)

    return value(parse)


def _id(written: str) -> UUID | None:
    return made if str(made := UUID(written)) == written else None


def _moment(written: str) -> datetime | None:
    moment = datetime.fromisoformat(written)
    check_year(moment)
    return moment.astimezone(UTC) if moment.tzinfo is not None else None


_ID = _spelled(_id, "not-an-id")
_DATE = _spelled(read_day, "not-a-date")
_MOMENT = _spelled(_moment, "not-a-time")


def _unless_null(kind: Kind, null: object = None) -> Kind:
    return Kind(lambda raw, place, reading: null if raw is None else kind.read(raw, place, reading))


def _read_sheet(raw: object, place: str, reading: Reading) -> Sheet | None:
    """Read a score sheet; faults are named by their place in the file."""
    if len(json.dumps(raw)) > MAX_LENGTH:
        reading.fault(place, "too-long", wanted=str(MAX_LENGTH))
        return None
    try:
        sheet = read_value(raw, is_kept=True)
    except SheetFaults as error:
        reading.faults.take(error.found, place)
        return None
    if isinstance(raw, dict) and "claimed" in raw:
        reading.fault(f"{place}.claimed", "unknown-field", "claimed")
    check_bounds(sheet, place, reading)
    return sheet


def _total(_reading: Reading, values: dict[str, Any], _at: str) -> Total:
    return Total(values.get("name") or "", values.get("total") or 0, values.get("puddings"))


_PLAYER_NAME = kinds_of(Player, ["name"], _DATE)["name"]
_TOTAL = {
    "name": _PLAYER_NAME,
    "total": number(LOWEST_TOTAL, HIGHEST_TOTAL),
    "puddings": number(
        0, MOST_PUDDINGS, description="What breaks ties; left out where nobody noted it."
    ),
}
_TOTALS = fields(
    {
        "ruleset": value(text, {"type": "string", "enum": list(RULESETS)}),
        "menu": value(
            lambda raw: raw,
            {
                "oneOf": [MENU.schema, {"type": "null"}],
                "description": "Of Sushi Go Party! alone; null or left out where nobody knows it.",
            },
        ),
        "players": list_of(
            fields(_TOTAL, ["name", "total"], check=_total, title="Player total"),
            most=MAX_SEATS,
            minItems=2,
        ),
    },
    ["ruleset", "players"],
    title="Totals",
)


def _read_totals(raw: object, place: str, reading: Reading) -> Totals | None:
    """Read what paper says of a game; the rules are asked whether it can have been played."""
    before = len(reading.faults)
    values = _TOTALS.read(raw, place, reading)
    if len(reading.faults) > before:
        return None
    ruleset, menu, rows = values["ruleset"], values.get("menu"), values["players"]
    names = [row.player for row in rows]
    sheet = {"ruleset": ruleset, "players": names, "rounds": [{}]}
    if menu is not None or ruleset == PARTY:
        sheet["menu"] = ANY_MENU if menu is None else menu
    try:
        agreed = read_value(sheet).setting
    except SheetFaults as error:
        reading.faults.take(error.found, place)
        return None
    if menu is not None and agreed.menu is not None:
        menu = agreed.menu.name or agreed.menu.types
    return Totals(ruleset, menu, rows)


TOTALS = Kind(_read_totals, _TOTALS.schema)


# ------------------------------------------------------------------ the file


class _File(Reading):
    """A club file while it is read, with the names, dates and ids so far."""

    max_faults = MAX_FAULTS

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.plain_names: set[str] = set()
        self.dates: set[date] = set()
        self.stretches: set[tuple[date, date]] = set()
        self.merged: list[tuple[Player, Sequence[Merged]]] = []
        self.numbers: Counter[str] = Counter()
        """Of entries that the whole file has in lists of one kind."""
        self.named: list[tuple[str, UUID]] = []
        """Games of merged players and of drawn tables, each with its place."""
        self.at_tables: set[str] = set()
        """The ids of the games of drawn tables."""
        self.tournaments: list[tuple[GameNight, PastTournament]] = []
        self.ids: dict[str, UUID] = {}
        """By their text, whose hash cannot be foreseen: ids that all had one would be slow."""
        self._passed = time.monotonic()

    def go_on(self) -> None:
        """Let smaller files pass now and then."""
        super().go_on()
        if time.monotonic() - self._passed > LOOKED_THROUGH:
            LET_PASS.get()()
            self._passed = time.monotonic()

    def player(self, values: dict[str, Any], at: str) -> Player:
        """Check that no player before has the name."""
        name = values.get("name") or ""
        if name and plain_name(name) in self.plain_names:
            self.fault(at, "player-twice", name)
        self.plain_names.add(plain_name(name))
        self.names.add(name)
        hidden, anonymous = (bool(values.get(field)) for field in ("hidden", "anonymous"))
        player = Player(name=name, is_hidden=hidden, is_anonymous=anonymous)
        if merged := values.get("merged"):
            self.merged.append((player, merged))
        return player

    def merged_player(self, values: dict[str, Any], at: str) -> Merged | None:
        """Note which games somebody brought who was merged; all games are known in the end."""
        games: dict[str, UUID] = {}  # by their text, as the ids of all games
        for nth, game in enumerate(values.get("games") or ()):
            if str(game) in games:
                self.fault(f"{at}.games[{nth}]", "id-twice", str(game))
            elif game is not None:
                games[str(game)] = game
                self.named.append((f"{at}.games[{nth}]", game))
        if any(values.get(field) is None for field in ("name", "hidden", "anonymous", "at")):
            return None
        return Merged(
            values["name"],
            values["hidden"],
            values["anonymous"],
            values["at"],
            list(games.values()),
            values.get("merged") or (),
            [title for title in values.get("titles", ()) if title],
        )

    def title(self, values: dict[str, Any], _at: str) -> dict[str, Any] | None:
        """Return a title as a merge keeps it."""
        if any(values.get(field) is None for field in _TITLE):
            return None
        dated = ("first", "last", "closed")
        return {name: fact.isoformat() if name in dated else fact for name, fact in values.items()}

    def check_named(self) -> None:
        """Check that the games that are named before all are known are in the file."""
        for place, game in self.named:
            self.go_on()
            if str(game) not in self.ids:
                self.fault(place, "no-such-game", str(game))

    def new_date(self, raw: object, place: str) -> date | None:
        """Read a date that no night before has."""
        day: date | None = _DATE.read(raw, place, self)
        if day is not None and day in self.dates:
            self.fault(place, "date-twice", day.isoformat())
        elif day is not None:
            self.dates.add(day)
        return day

    def night(self, values: dict[str, Any], _at: str) -> GameNight:
        """Return the night without its games, and note what it has of several tables."""
        of_row = {name: values[name] for name in values if name not in ("games", "tournament")}
        night = GameNight(**of_row)
        if past := values.get("tournament"):
            self.tournaments.append((night, past))
        return night

    def champion(self, values: dict[str, Any], at: str) -> tuple[str, Champion]:
        """Check that a champion is a player of the club."""
        name = values.get("player", "")
        if name and name not in self.names:
            self.fault(f"{at}.player", "no-player-of-club", name)
        figures = {field: values.get(field) for field in ("games", "wins", "points")}
        return name, Champion(**figures)

    def season(self, values: dict[str, Any], at: str) -> PastSeason:
        """Check a season's days, and that it has champions when it is closed, and only then."""
        facts = {name: values.get(name) for name in Season.FACTS}
        facts |= {name: values.get(name, usual) for name, usual in LATER_FACTS.items()}
        facts |= {"made_at": values.get("made"), "closed_at": values.get("closed")}
        season = Season(**facts)
        try:
            season.clean()
        except ValidationError as error:
            for name, (wrong,) in error.error_dict.items():
                self.fault(f"{at}.{name}", wrong.code or "", **(wrong.params or {}))
        first, last = season.first, season.last
        if first and last:
            if (first, last) in self.stretches:
                self.fault(at, "season-twice", f"{first} – {last}")
            self.stretches.add((first, last))
        named = [pair for pair in values.get("champions", ()) if pair and pair[0]]
        champions = dict(named)
        if len(champions) < len(named):
            self.fault(f"{at}.champions", "champion-twice")
        if bool(champions) != bool(values.get("closed")):
            self.fault(f"{at}.closed", "closed-without-champion")
        return PastSeason(season, champions)

    def game(self, values: dict[str, Any], at: str) -> None:
        """Check what a game says of others. It follows one before it, so there is no circle."""
        follows, called = values.get("follows"), values.get("id")
        sheet, totals = values.get("sheet"), values.get("totals")
        if follows is not None and str(follows) not in self.ids:
            self.fault(f"{at}.follows", "follows-nothing", str(follows))
        if called is not None:
            if str(called) in self.ids:
                self.fault(f"{at}.id", "id-twice", str(called))
            self.ids[str(called)] = called
        for kind, scores in (("sheet", sheet), ("totals", totals)):
            for seat, name in enumerate(scores.players if scores else ()):
                if name not in self.names:
                    self.fault(f"{at}.{kind}.players[{seat}]", "no-player-of-club", name)
        winner, players = values.get("own_tie_break", {}).get("tie_winner"), sheet or totals
        if winner and players and winner not in players.players:
            self.fault(f"{at}.own_tie_break.player", "no-player-of-club", winner)
        if sheet is not None:
            self._check_course(values, sheet, at)

    def _check_course(self, values: dict[str, Any], sheet: Sheet, at: str) -> None:
        """Check that rounds and end fit. The end may come before the beginning: a clock may have
        been set back."""
        finished, confirmed = values.get("finished"), values.get("confirmed")
        if finished is None or confirmed is None:
            return
        rounds = len(sheet.rounds)
        if confirmed > rounds:
            self.fault(f"{at}.confirmed", "more-confirmed", str(confirmed), wanted=str(rounds))
        elif finished and confirmed < ROUNDS:
            self.fault(f"{at}.finished", "finished-early", str(confirmed), wanted=str(ROUNDS))
        elif finished and sheet.lacks_desserts:
            self.fault(f"{at}.sheet.desserts", "missing", wanted="object")
        elif confirmed == ROUNDS and not (
            finished or sheet.setting.rules.tokens or sheet.lacks_desserts
        ):
            self.fault(f"{at}.finished", "never-finished")


def _check_format(document: object, reading: Reading) -> None:
    """Stop at once if the format or the version is not ours."""
    if not isinstance(document, Mapping):
        return
    if document.get("format") != FORMAT:
        reading.fault("format", "not-a-club-file", shown(document.get("format", "")))
    elif "version" not in document:
        reading.fault("version", "missing")
    else:
        version = value(whole).read(document["version"], "version", reading)
        if version is not None and not 1 <= version <= VERSION:
            code = "newer-version" if version > VERSION else "no-such-version"
            reading.fault("version", code, str(version), wanted=str(VERSION))
    if reading.faults:
        raise TooManyFaults


_ANYTHING = value(lambda raw: raw)
_TIE_BREAK: dict[str, Kind] = {
    "player": _PLAYER_NAME,
    "words": kinds_of(Game, ["tie_words"], _DATE)["tie_words"],
}
_ANY_GAME: dict[str, Kind] = {
    "id": _ID,
    "started": _MOMENT,
    **kinds_of(Game, Game.WORDS, _DATE),
    "minutes": _unless_null(kinds_of(Game, ["minutes"], _DATE)["minutes"]),
    "has_time": value(flag),
    "own_tie_break": fields(
        _TIE_BREAK,
        _TIE_BREAK,
        check=lambda _reading, values, _at: {
            "tie_winner": values.get("player") or "",
            "tie_words": values.get("words") or "",
        },
    ),
}
_OPTIONAL = {*Game.NOTED, "has_time", "was_over", "follows", "own_tie_break"}
"""What is left out of a game where nobody has noted it, its times say it, or it is not so."""
_GAME: dict[str, Kind] = {
    **_ANY_GAME,
    "finished": _unless_null(_MOMENT, null=False),
    "confirmed": number(0, ROUNDS),
    "was_over": value(flag),
    "sheet": Kind(_read_sheet),
    "follows": _unless_null(_ID),
}
_PAPER_GAME: dict[str, Kind] = {
    **_ANY_GAME,
    "finished": _MOMENT,
    "totals": TOTALS,
}
_CARD_GAME = fields(_GAME, _GAME.keys() - _OPTIONAL, check=_File.game)
_WRITTEN_GAME = fields(_PAPER_GAME, _PAPER_GAME.keys() - _OPTIONAL, check=_File.game)


def _read_game(raw: object, place: str, reading: Reading) -> None:
    """Read a game with its cards, or one of which paper kept the totals."""
    is_paper = isinstance(raw, Mapping) and "totals" in raw
    (_WRITTEN_GAME if is_paper else _CARD_GAME).read(raw, place, reading)


def _in_all(name: str, of: Kind, most: int) -> Kind:
    """A list of a kind of which the whole file may have so many entries; a list that is one too
    many is not looked at."""

    def read(raw: object, place: str, reading: Any) -> list[Any]:
        if isinstance(raw, list):
            reading.numbers[name] += len(raw)
            if (number := reading.numbers[name]) > most:
                reading.fault(place, "too-many-entries", str(number), wanted=str(most))
                raise TooManyFaults
        return cast("list[Any]", list_of(of).read(raw, place, reading))

    return Kind(read)


def _read_merged(raw: object, place: str, reading: Reading) -> list[Merged | None]:
    """Read who was merged into a player, each with who had been merged into them."""
    kind = fields(_MERGED, _MERGED.keys() - {"merged", "titles"}, check=_File.merged_player)
    return cast(
        "list[Merged | None]", _in_all("merged", kind, MAX_MERGED).read(raw, place, reading)
    )


_TITLE: dict[str, Kind] = {
    "first": _DATE,
    "last": _DATE,
    "closed": _MOMENT,
    "games": number(1, _MANY),
    "wins": number(0, _MANY * WHOLE_WIN),
    "points": number(-_MANY, _MANY),
    "has": value(flag),
}
_MERGED = {
    "name": _PLAYER_NAME,
    "hidden": value(flag),
    "anonymous": value(flag),
    "at": _MOMENT,
    "games": _in_all("moved", _ID, MAX_MOVED),
    "merged": Kind(_read_merged),
    "titles": _in_all("titles", fields(_TITLE, _TITLE, check=_File.title), MAX_TITLES),
}
_PLAYER = {
    "name": _PLAYER_NAME,
    "hidden": value(flag),
    "anonymous": value(flag),
    "merged": Kind(_read_merged),
}
_NIGHT = {
    "date": Kind(lambda raw, place, reading: reading.new_date(raw, place)),
    **kinds_of(GameNight, GameNight.WORDS, _DATE),
    "games": list_of(Kind(_read_game)),
    "tournament": tournament_kind(_PLAYER_NAME, _MOMENT, _ID),
}


def _entries(of: Kind, most: int) -> Kind:
    return list_of(of, most=most, code="too-many-entries", wanted=str(most))


_CHAMPION = {
    "player": _PLAYER_NAME,
    "games": number(1, _MANY),
    "wins": number(0, _MANY * WHOLE_WIN),
    "points": number(-_MANY, _MANY),
}
_SEASON = {
    **kinds_of(Season, Season.FACTS, _DATE),
    "made": _MOMENT,
    "closed": _unless_null(_MOMENT),
    "champions": _in_all(
        "champions", fields(_CHAMPION, _CHAMPION, check=_File.champion), MAX_TITLES
    ),
}
LATER_FACTS = {"place_points": USUAL, "own_tie_breaks": False}
"""What is left out of a season where it is as always, as it is not in older files."""
_CLUB = {
    "format": _ANYTHING,
    "version": _ANYTHING,
    "club": fields(kinds_of(Club, ["name"], _DATE), ["name"]),
    "players": _entries(
        fields(_PLAYER, _PLAYER.keys() - {"merged"}, check=_File.player), MAX_PLAYERS
    ),
    "nights": _entries(
        fields(_NIGHT, _NIGHT.keys() - {"note", "tournament"}, check=_File.night), MAX_NIGHTS
    ),
    "seasons": _entries(
        fields(_SEASON, _SEASON.keys() - LATER_FACTS.keys(), check=_File.season),
        MAX_SEASONS_OF_FILE,
    ),
}
