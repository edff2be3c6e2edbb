"""The attacks of `make faults`: what is sent, what must be answered, and what was."""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from uuid import UUID

from scripts.phones import TOKEN, Answer, Browser, LostError, found
from scripts.torture.home import Home, told
from tests.worst_inputs import MIB, worst_club_files

SMALL_GAMES = 60
LARGE = 28 * MIB
MAX_STRANGERS = 2.0  # seconds that a small file may wait for large ones
HALF_SENT = 420
PASSWORDS = 80  # typed at a time
LOG_IN = "/account/log-in/"
PASSWORD_SECONDS = 5.0
OWN_SERVER = 4096  # files that one may open which no other row shares: what is sent there goes on
FEW_FILES = 400  # that the server may open while requests are sent by halves
MAX_SECONDS_OPEN = 60.0  # in which the server must have ended a request that does not come
WORST_FILES = (
    "escaped quotes", "a string of backslashes without end", "brackets", "braces", "quotes",
    "a number of many digits", "an exponent of many digits", "escapes", "no UTF-8", "spaces",
    "many fields", "sheets: repeated too often",
)  # fmt: skip
_CLUB = re.compile(r"/club/([0-9a-f-]{36})/")


@dataclass
class Did:
    """What an attack did: ``sent`` and ``answered`` in words, and what was wrong with it."""

    sent: str
    answered: str = ""
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """An attack, and the bars that the tap of a phone meanwhile must hold.

    ``make`` makes what is sent, before the phone's time counts; ``most_times`` is by how much its
    p95 may grow, ``most_wait`` the longest wait in seconds, of which None asks nothing; ``files``
    how many the server may open; ``most_lines`` how many it may log; ``is_fault`` whether the
    database cannot be used meanwhile.
    """

    name: str
    attack: Callable[..., Awaitable[Did]]
    make: Callable[[], tuple[object, ...]] = tuple
    most_times: float | None = None
    most_wait: float | None = 1.0
    files: int | None = None
    most_lines: int = 100
    is_fault: bool = False


def stranger(home: Home, number: int, patience: float = 90) -> Browser:
    """A phone that nobody knows, with an address of its own."""
    return Browser(home.port, source=f"127.0.0.{number}", patience=patience)


def words(counts: Counter[str]) -> str:
    """Answers, the most frequent first: ``3 × 400, 503``."""
    return ", ".join(f"{n} × {what}" if n > 1 else what for what, n in counts.most_common())


async def together(*each: Awaitable[str]) -> Counter[str]:
    """What came of each, all at once, in words."""

    async def named(one: Awaitable[str]) -> str:
        try:
            return await one
        except (LostError, RuntimeError) as error:
            return type(error).__name__

    return Counter(await asyncio.gather(*map(named, each)))


async def worst_files(home: Home, files: dict[str, bytes]) -> Did:
    """A megabyte of each kind that is hard to read."""
    did, counts, slowest = Did(f"{len(files)} files of 1 MiB"), Counter(), 0.0
    for number, (kind, content) in enumerate(files.items()):
        began = time.monotonic()
        (status,) = await together(_send_club(stranger(home, 10 + number, 5), content))
        took = time.monotonic() - began
        counts[status] += 1
        slowest = max(slowest, took)
        if took > 1 or status not in ("400", "413", "429"):
            did.wrong.append(f"{kind}: {status} after {took:.1f} s")
    did.answered = f"{words(counts)}; the slowest after {slowest:.2f} s"
    return did


def club_file(games: int) -> bytes:
    """A club of so many games by five."""
    names = [f"Player {number}" for number in range(5)]
    tableaus = dict.fromkeys(names, "maki-3*7")
    sheet = {
        "ruleset": "sushi-go", "house_rules": {}, "players": names,
        "rounds": [{"tableaus": tableaus}] * 3,
    }  # fmt: skip
    game = {
        "id": "ID", "started": "2026-11-20T19:02:11Z",
        "finished": "2026-11-20T20:02:11Z", "confirmed": 3, "sheet": sheet,
    }  # fmt: skip
    text, one = json.dumps(_club(names, [[game]])), json.dumps(game)
    ids = (str(UUID(int=number + 1, version=4)) for number in range(games))
    return text.replace(one, ",".join(one.replace("ID", each) for each in ids)).encode()


def _club(names: list[str], nights: list[list[object]]) -> dict[str, object]:
    day = date(1970, 1, 1)
    return {
        "format": "sushiscore-club",
        "version": 1,
        "club": {"name": "Many"},
        "players": [{"name": name, "hidden": False, "anonymous": False} for name in names],
        "nights": [
            {"date": f"{day + timedelta(days=n)}", "name": "", "location": "", "games": games}
            for n, games in enumerate(nights)
        ],
    }


def files_to_import() -> tuple[bytes, list[bytes]]:
    """A small club, and 28 MB of games and bad files of that length."""
    small = club_file(SMALL_GAMES)
    bad = b'{"format": "sushiscore-club", "nights": [{"games": [' + b"{}," * (LARGE // 3)
    large = club_file(LARGE * SMALL_GAMES // len(small))
    return small, [large, b"[" * LARGE, b'"' * LARGE, bad]


async def imports(home: Home, small: bytes, files: list[bytes]) -> Did:
    """Large files from everywhere, and two others' small clubs meanwhile.

    As the machine has more to do, each may take twice the time that it takes alone; and it may wait
    two seconds for strangers.
    """
    did, seconds = Did("28 MB of games, 3 bad files of 28 MB, 2 small clubs"), []

    async def wait_for(number: int) -> str:
        began = time.monotonic()
        said = await _send_club(stranger(home, 200 + number), small)
        seconds.append(time.monotonic() - began)
        return said

    async def send(number: int) -> str:
        answer = await stranger(home, 210 + number).post_file("/club/import/", files[number])
        return str(answer.status)

    counts = await together(wait_for(0)) + await together(send(0))
    counts += await together(wait_for(1), *map(send, range(1, len(files))))
    counts += await together(wait_for(2))
    alone, longest = seconds[0], max(seconds)
    did.answered = f"{words(counts)}; alone after {alone:.1f} s, then {longest:.1f} s"
    if longest > 2 * alone + MAX_STRANGERS:
        did.wrong.append(f"a small club waited {longest:.1f} s")
    did.wrong += [f"a file: {what}" for what in counts if what not in ("302", "503")]
    return did


async def twice(home: Home, content: bytes) -> Did:
    """A club of as many players and nights as can be, without a game, and once more into it."""
    did, who, said = Did("10,000 players and 20,000 nights, twice"), stranger(home, 42), []
    for _ in range(2):
        began = time.monotonic()
        (status,) = await together(_send_club(who, content))
        said.append(f"{status} after {time.monotonic() - began:.1f} s")
        if status != "302":
            did.wrong.append(f"the file was answered with {status}")
    did.answered = ", ".join(said)
    return did


def full_club() -> tuple[bytes]:
    """The file of that club."""
    return (json.dumps(_club([f"P{n}" for n in range(10_000)], [[]] * 20_000)).encode(),)


async def _send_club(who: Browser, content: bytes) -> str:
    """What becomes of a club file; the pages in between say how far it is.

    Raises:
        RuntimeError: where it is not at its end within a minute and a half.
    """
    answer: Answer = await who.post_file("/club/import/", content)
    place, deadline = answer.headers.get("location", ""), time.monotonic() + 90
    if answer.status != 302:
        return str(answer.status)
    while (answer := await who.get(place)).status == 200:
        if time.monotonic() > deadline:
            raise RuntimeError(f"The file is still at {place}.")
        await asyncio.sleep(0.5)
    is_there = answer.status != 302 or _CLUB.search(answer.headers["location"])
    return str(answer.status) if is_there else f"{answer.status} without a club"


async def passwords(home: Home, path: str, *, is_right: bool) -> Did:
    """Eighty at a time type a password, each from an address of its own, and soon once more."""
    name, password = "Ben", "tempura and wasabi 28"
    await stranger(home, 60).post_form("/account/new/", {"name": name, "password": password})
    until, counts = time.monotonic() + PASSWORD_SECONDS, Counter()

    async def type_one(number: int) -> str:
        first = stranger(home, 100 + number)
        token, tries = found(TOKEN, (await first.get(path)).text), 0
        cookies = dict(first.cookies)
        while time.monotonic() < until:
            tries += 1
            who = name if is_right else f"Nobody {number} {tries}"
            first.cookies = dict(cookies)
            form = {"csrfmiddlewaretoken": token, "name": who, "password": password}
            answer = await first.post_plain(path, form)
            counts[told(answer.status, answer.headers)] += 1
            await asyncio.sleep(0.5)
        return "done"

    ended = await together(*map(type_one, range(PASSWORDS)))
    did = Did(f"{PASSWORDS} at a time, {PASSWORD_SECONDS:.0f} s", words(counts))
    good = "400" if not is_right else "302" if path == LOG_IN else "200"
    did.wrong += [f"{n} × {one}" for one, n in counts.items() if one not in (good, "429", "503")]
    did.wrong += [f"{n} × {one}" for one, n in ended.items() if one != "done"]
    if not counts[good]:
        did.wrong.append("nobody gets in")
    return did


async def half_sent(home: Home) -> Did:
    """Requests that never end: half of them in their heads, half in their bodies."""
    head = b"POST /account/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-"
    body = head + b"Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\nname=A"
    probes: Counter[str] = Counter()
    began = time.monotonic()

    async def send(number: int) -> str:
        source = (f"127.0.1.{1 + number % 60}", 0)
        try:
            async with asyncio.timeout(MAX_SECONDS_OPEN):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", home.port, local_addr=source
                )
                writer.write(body if number % 2 else head)
                await reader.read()
                writer.close()
        except TimeoutError:
            return "open"
        except OSError:
            return "refused"
        return "ended"

    async def probe() -> str:
        try:
            return str((await Browser(home.port, patience=3).get("/rules/")).status)
        except LostError:
            return "none"

    sending = asyncio.gather(*map(send, range(HALF_SENT)))
    while not sending.done():
        probes[await probe()] += 1
        await asyncio.sleep(0.5)
    became, took = Counter(await sending), time.monotonic() - began
    did = Did(f"{HALF_SENT} half-sent requests, {FEW_FILES} files")
    did.answered = f"{words(became)} after {took:.0f} s; asked meanwhile: {words(probes)}"
    if became["open"]:
        did.wrong.append("half-sent requests do not end")
    if probes["none"]:
        did.wrong.append(f"{probes['none']} of {probes.total()} others got no answer")
    if (after := await probe()) != "200":
        did.wrong.append(f"afterwards it is {after}")
    return did


def hard_files() -> tuple[dict[str, bytes]]:
    """The worst files by kind."""
    files = worst_club_files()
    return ({kind: files[kind][:MIB] for kind in WORST_FILES},)


ATTACKS = (
    Row("worst files", worst_files, hard_files, most_times=2),
    Row("twice", twice, full_club, files=OWN_SERVER),
    Row("imports", imports, files_to_import, files=OWN_SERVER),  # leaves files that wait
    Row("right passwords", partial(passwords, path=LOG_IN, is_right=True), most_times=2),
    # fail2ban wants a line for each wrong password.
    Row(
        "wrong passwords",
        partial(passwords, path=LOG_IN, is_right=False),
        most_times=2,
        most_lines=1000,
    ),
    Row("keys", partial(passwords, path="/account/keys/", is_right=True), most_times=2),
    Row("half-sent", half_sent, files=FEW_FILES),
)
"""All but those of the database, in the order of the table."""
