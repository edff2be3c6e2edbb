"""What must be so after the torture: read from the file, past SushiScore's own code."""

import html
import re
import shutil
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from scripts.phones import Tap
from scripts.torture.hosting import Hosting
from scripts.torture.model import Table
from scripts.torture.phone import Page, Phone

_CHANGING = (  # what is another in each answer, whatever the game's state
    re.compile(r'name="csrfmiddlewaretoken"[^>]*\svalue="[^"]*"'),
    re.compile(r'name="tap"[^>]*\svalue="[^"]*"'),
    re.compile(r"\?token=[^\"]*"),
)
_WHO_WAS_HOST = re.compile(r'<h2 id="hosts">(.*?)</section>', re.DOTALL)
_CHANGE = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_ISOLATES = {0x2068: None, 0x2069: None}
_NO_WITHIN = timedelta(seconds=30)


class StoredTap(NamedTuple):
    """A tap's row."""

    tap: Tap
    phone: str
    number: int


class StoredHost(NamedTuple):
    """A row by which a phone is host beside the club's, or asks to be; ``sits`` where it sits."""

    seat: int
    sits: int | None
    is_taken: bool
    at: str
    begun_at: str | None
    ended_at: str | None


class Stored:
    """What lies in the database."""

    @classmethod
    def of_dead(cls, database: Path) -> "Stored":
        """What a killed server has left, of which the next one finds all as it lay."""
        with tempfile.TemporaryDirectory() as folder:
            for end in ("", "-wal"):
                if (file := Path(f"{database}{end}")).exists():
                    shutil.copy(file, folder)
            return cls(Path(folder, database.name))

    def __init__(self, database: Path) -> None:
        with closing(sqlite3.connect(database)) as connection:
            ask = connection.execute
            self.integrity = [row[0] for row in ask("PRAGMA integrity_check")]
            self.foreign_keys = list(ask("PRAGMA foreign_key_check"))
            self.version: int = ask("SELECT version FROM referee_game").fetchone()[0]
            self.guests: int = ask("SELECT count(*) FROM referee_guest").fetchone()[0]
            self.club_phones: int = ask("SELECT count(*) FROM referee_clubphone").fetchone()[0]
            hosts = """
                SELECT seat.place, sits.place, host.is_taken, host.at, host.begun_at, host.ended_at
                FROM referee_hosting host JOIN referee_seat seat ON host.seat_id = seat.id
                LEFT JOIN referee_guest guest ON host.guest_id = guest.id
                LEFT JOIN referee_seat sits ON guest.seat_id = sits.id"""
            self.hosts = [StoredHost(*row) for row in ask(hosts)]
            self.rounds = list(ask("SELECT state, version FROM referee_round ORDER BY number"))
            rows = """
                SELECT tap.id, round.number, seat.place, tap.do, tap.phone, tap.number {more}
                FROM {table} tap JOIN referee_tableau tableau ON tap.tableau_id = tableau.id
                JOIN referee_round round ON tableau.round_id = round.id
                JOIN referee_seat seat ON tableau.seat_id = seat.id ORDER BY tap.number"""
            taps = ask(rows.format(table="referee_tap", more=""))
            self.taps = [_stored(*row) for row in taps]
            lates = ask(rows.format(table="referee_latetap", more=", tap.decision"))
            self.lates = [(_stored(*row), decision) for *row, decision in lates]
            self.entries = {
                _uuid(row[0]): (_uuid(row[1]), _uuid(row[2]))
                for row in ask("SELECT id, card, added_by_id FROM referee_entry")
            }
            self.lying: dict[tuple[int, int], dict[str, tuple[str, bool]]] = defaultdict(dict)
            live = """
                SELECT round.number, seat.place, entry.card, entry.face, entry.flipped
                FROM referee_entry entry JOIN referee_tableau tableau
                ON entry.tableau_id = tableau.id
                JOIN referee_round round ON tableau.round_id = round.id
                JOIN referee_seat seat ON tableau.seat_id = seat.id
                WHERE entry.withdrawn_by_id IS NULL"""
            for number, place, card, face, flipped in ask(live):
                self.lying[number, place][_uuid(card)] = (face, bool(flipped))


def _uuid(text: str) -> str:
    return str(UUID(text))


def _stored(id_: str, number: int, place: int, do: str, phone: str, at: int) -> StoredTap:
    return StoredTap(Tap(_uuid(id_), number, place, do), phone, at)


def faults_of_storage(
    stored: Stored, phones: Sequence[Phone], host_changes: int = 0
) -> Iterator[str]:
    """Everything that is wrong in the database, in words; nothing where all is right."""
    yield from _faults_of_file(stored)
    yield from _faults_of_taps(stored, phones)
    yield from _faults_of_late_taps(stored)
    yield from _faults_of_numbers(stored, host_changes)
    yield from _faults_of_tableaus(stored, phones)


def _faults_of_file(stored: Stored) -> Iterator[str]:
    if stored.integrity != ["ok"]:
        yield f"PRAGMA integrity_check: {'; '.join(stored.integrity)}"
    if stored.foreign_keys:
        yield f"PRAGMA foreign_key_check: {stored.foreign_keys}"


def _faults_of_taps(stored: Stored, phones: Sequence[Phone]) -> Iterator[str]:
    """Each tap of each phone is there once, as it was made, in its phone's order."""
    made = {tap.id: (tap, phone.browser.phone) for phone in phones for tap in phone.made}
    there = Counter(row.tap.id for row in stored.taps)
    if missing := made.keys() - there.keys():
        yield f"{len(missing)} taps are missing, such as {made[min(missing)][0]}"
    if foreign := there.keys() - made.keys():
        yield f"{len(foreign)} taps are there that nobody made, such as {min(foreign)}"
    if repeated := [tap for tap, times in there.items() if times > 1]:
        yield f"{len(repeated)} taps are there more than once, such as {min(repeated)}"
    for row in stored.taps:
        if row.tap.id in made and made[row.tap.id] != (row.tap, row.phone):
            yield f"a tap is there as {row}, and was made as {made[row.tap.id]}"
    for phone in phones:
        order = [row.tap.id for row in stored.taps if row.phone == phone.browser.phone]
        if order != [tap.id for tap in phone.made]:
            yield f"the taps of seat {phone.seat} are not in the order in which they were made"


def _faults_of_late_taps(stored: Stored) -> Iterator[str]:
    """Those that came late were added by the host: each is a tap now."""
    waiting = [row for row, decision in stored.lates if decision != "added"]
    if waiting:
        yield f"{len(waiting)} late taps were not added, such as {waiting[0]}"
    lost = {row.tap for row, _decision in stored.lates} - {row.tap for row in stored.taps}
    if lost:
        yield f"{len(lost)} late taps are no taps, such as {min(lost, key=lambda tap: tap.id)}"


def _faults_of_numbers(stored: Stored, host_changes: int) -> Iterator[str]:
    """Every change has a number of its own, and there are no other numbers."""
    numbers = [row.number for row in stored.taps] + [row.number for row, _d in stored.lates]
    if len(set(numbers)) != len(numbers):
        yield "two taps have the same number"
    if numbers and not 1 <= min(numbers) <= max(numbers) <= stored.version:
        yield "a tap has a number that the game has not reached"
    confirmed = sum(version for _state, version in stored.rounds)
    opened = confirmed - sum(state == "confirmed" for state, _version in stored.rounds)
    others = stored.guests + host_changes + 1 + confirmed + opened  # 1: the host lets anyone enter
    if stored.version != len(numbers) + others:
        yield f"the game's version is {stored.version} after {len(numbers)} + {others} changes"


def _faults_of_tableaus(stored: Stored, phones: Sequence[Phone]) -> Iterator[str]:
    """On each tableau lies what its taps make, in the order in which they were numbered."""
    made = {tap.id: (phone.browser.phone, tap) for phone in phones for tap in phone.made}
    taps: Mapping[tuple[int, int], list[tuple[str, Tap]]] = defaultdict(list)
    for row in stored.taps:
        if row.tap.id in made:
            phone, tap = made[row.tap.id]
            taps[tap.round, tap.seat].append((phone, tap))
    for where in taps.keys() | stored.lying.keys():
        table = Table(stored.entries).play(taps[where])
        wanted = {card: (lying.face, lying.flipped) for card, lying in table.cards.items()}
        if wanted != stored.lying[where]:
            there, by_taps = stored.lying[where].items(), wanted.items()
            yield (
                f"round {where[0]}, seat {where[1]}: there lie {sorted(there - by_taps)} and not"
                f" {sorted(by_taps - there)}, as the taps say"
            )


def faults_of_hosts(stored: Stored, hosting: Hosting) -> Iterator[str]:
    """There is a host, and who is one is what was answered; only what was not may be so or not."""
    if not stored.club_phones:
        yield "the table has no host"
    change, seat = hosting.under_way or ("", None)
    hosts, asked = {*hosting.hosts}, {hosting.asked}
    may = {hosting.asked} if hosting.asked else set()  # its half a minute may be over
    if change in ("make host", "end"):
        may.add(seat)
    if change == "ask":
        asked |= {seat}
    standing = [row for row in stored.hosts if not row.ended_at]
    are = [row.seat for row in standing if row.begun_at]
    asks = {row.seat for row in standing if not row.begun_at} or {None}
    if change == "no" or hosting.asked in are:
        asked.add(None)
    if len({*are}) != len(are) or (hosts ^ {*are}) - may:
        yield f"hosts are {are} and not {hosts}, after {hosting.done[-3:]} and {change} {seat}"
    if not asks <= asked:
        yield f"to take over is {asks} and not {asked}, after {hosting.done[-3:]}"
    for row in stored.hosts:
        if row.sits != row.seat:
            yield f"who does not sit there was made host: {row}"
        if row.is_taken and row.begun_at and _time(row.begun_at) - _time(row.at) < _NO_WITHIN:
            yield f"a phone took over before all could say no: {row}"


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def faults_of_log(page: str, hosting: Hosting) -> Iterator[str]:
    """The page "Who did what" says each change of who hosts once."""
    told = _CHANGE.findall("".join(_WHO_WAS_HOST.findall(page)).translate(_ISOLATES))
    said = Counter(" ".join(html.unescape(_TAG.sub("", one)).split()) for one in told)
    done = Counter(hosting.done)
    if missing := done - said:
        yield f"of who hosts is not told: {dict(missing)}"
    if more := said - done:
        yield f"of who hosts is told what was not, or twice: {dict(more)}"


async def faults_of_pages(pages: Sequence[Page], version: int) -> AsyncIterator[str]:
    """Every page shows what a fresh server shows of the same state."""
    for page in pages:
        if page.version != version:
            yield f"{page.path} shows version {page.version} of {version}"
        fresh = await page.browser.get(page.path, HX_Request="true")
        if fresh.headers.get("etag") != page.etag:
            yield f"{page.path} has the ETag {page.etag}, fresh {fresh.headers.get('etag')}"
        if plain(fresh.text) != plain(page.fragment):
            yield f"{page.path} shows something else than a fresh server does"


def plain(fragment: str) -> str:
    """A page's part without what is another in each answer."""
    for pattern in _CHANGING:
        fragment = pattern.sub("", fragment)
    return fragment


def faults_of_requests(phones: Sequence[Phone], unwanted: Sequence[str], log: str) -> Iterator[str]:
    """No phone was refused anything, and no server has met an error."""
    refusals = [refusal for phone in phones for refusal in phone.refusals]
    for what, happened in (("refusals", refusals), ("server errors", unwanted)):
        if happened:
            yield f"{len(happened)} {what}, such as: {happened[0]}"
    # That statements wait for each other is what torture is for.
    logged = [line for line in log.splitlines() if " a statement took " not in line]
    if any(logged):
        yield f"the server has logged: {' '.join(logged)[-2000:]}"
