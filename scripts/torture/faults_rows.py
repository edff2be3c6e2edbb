"""The attacks of `make faults`: what is sent, what must be answered, and what was."""

import http.client
import json
import random
import re
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from uuid import UUID

from scripts.torture.browser import TOKEN, Browser, found
from scripts.torture.faults_home import Home
from scripts.torture.network import Answer, LostError, Network
from scripts.torture.worst_inputs import MIB, worst_club_files

GAMES = 280
SMALL_GAMES = 60
LARGE = 28 * MIB
MAX_STRANGERS = 2.0  # seconds that a small file may wait for large ones
HALF_SENT = 420
PASSWORDS = 80  # typed at a time
PASSWORD_SECONDS = 5.0
OWN_SERVER = 4096  # files that one may open which no other row shares: what is sent there goes on
FEW_FILES = 400  # that the server may open while requests are sent by halves
MAX_SECONDS_OPEN = 60.0  # in which the server must have ended a request that does not come
FAULT_SECONDS = 6.0  # longer than the server waits for a lock
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

    ``most_times`` is by how much its p95 may grow, ``most_wait`` the longest wait in seconds, of
    which None asks nothing; ``files`` how many the server may open; ``most_lines`` how many it may
    log; ``is_fault`` whether the database cannot be used meanwhile.
    """

    name: str
    attack: Callable[[Home], Did]
    most_times: float | None = None
    most_wait: float | None = 1.0
    files: int | None = None
    most_lines: int = 100
    is_fault: bool = False


def stranger(home: Home, number: int, patience: float = 30) -> Browser:
    """A phone that nobody knows, with an address of its own."""
    network = Network(home.port, random.Random(0), source=f"127.0.0.{number}", patience=patience)
    return Browser(network)


def words(counts: Counter[str]) -> str:
    """Answers, the most frequent first: ``3 × 400, 503``."""
    return ", ".join(f"{n} × {what}" if n > 1 else what for what, n in counts.most_common())


def together(what: Callable[[int], str], times: int) -> Counter[str]:
    """Does something so often, all at once; what came of each, in words."""
    found: Counter[str] = Counter()

    def one(number: int) -> None:
        try:
            found[what(number)] += 1
        except (LostError, RuntimeError) as error:
            found[type(error).__name__] += 1

    threads = [threading.Thread(target=one, args=[number], daemon=True) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


# What strangers send ------------------------------------------------------------------------------


WORST_FILES = (
    "escaped quotes", "a string of backslashes without end", "brackets", "braces", "quotes",
    "a number of many digits", "an exponent of many digits", "escapes", "no UTF-8", "spaces",
    "many fields", "sheets: repeated too often",
)  # fmt: skip


def worst_files(home: Home) -> Did:
    """A megabyte of each kind that is hard to read."""
    files = worst_club_files()
    did = Did(f"{len(WORST_FILES)} files of 1 MiB")
    counts: Counter[str] = Counter()
    slowest = 0.0
    for number, kind in enumerate(WORST_FILES):
        who = stranger(home, 10 + number, patience=5)
        began = time.monotonic()
        try:
            status = str(_send_club(who, files[kind][:MIB]).status)
        except (LostError, RuntimeError):
            status = "no answer"
        took = time.monotonic() - began
        counts[status] += 1
        slowest = max(slowest, took)
        if took > 1 or status not in ("400", "413", "429"):
            did.wrong.append(f"{kind}: {status} after {took:.1f} s")
        if status == "no answer":
            break  # the others could not be told from this one
    did.answered = f"{words(counts)}; the slowest after {slowest:.2f} s"
    return did


def club_file(cards: int, players: int, games: int = GAMES) -> bytes:
    """A club of many games with so many cards in each tableau."""
    names = [f"Player {number}" for number in range(players)]
    tableaus = dict.fromkeys(names, f"maki-3*{cards}")
    sheet = {
        "ruleset": "sushi-go", "house_rules": {}, "players": names,
        "rounds": [{"tableaus": tableaus}] * 3,
    }  # fmt: skip
    game = {
        "id": "ID", "started": "2026-11-20T19:02:11Z",
        "finished": "2026-11-20T20:02:11Z", "confirmed": 3, "sheet": sheet,
    }  # fmt: skip
    night = {"date": "2026-11-20", "name": "", "location": "", "games": [game]}
    known = [{"name": name, "hidden": False, "anonymous": False} for name in names]
    document = {"format": "sushiscore-club", "version": 1, "club": {"name": "Many"}}
    text, one = json.dumps(document | {"players": known, "nights": [night]}), json.dumps(game)
    # Line by line: to write a large document at once would hold up the phone that taps from here.
    ids = (str(UUID(int=number + 1, version=4)) for number in range(games))
    return text.replace(one, ",".join(one.replace("ID", each) for each in ids)).encode()


def imports(home: Home) -> Did:
    """28 MB of games, and bad files of that length, from everywhere; two others' clubs meanwhile.

    As the machine has more to do, each may take twice the time that it takes alone; and it may wait
    two seconds for strangers.
    """
    did, seconds = Did("28 MB of games, 3 bad files of 28 MB, 2 small clubs"), []
    small = club_file(7, 5, SMALL_GAMES)
    large = club_file(7, 5, LARGE * SMALL_GAMES // len(small))
    bad = b'{"format": "sushiscore-club", "nights": [{"games": [' + b"{}," * (LARGE // 3)
    files = iter([large, b"[" * LARGE, b'"' * LARGE, bad])

    def wait_for(number: int) -> str:
        began = time.monotonic()
        answer = _send_club(stranger(home, 200 + number, patience=90), small)
        seconds.append(time.monotonic() - began)
        is_there = _CLUB.search(answer.headers.get("location", ""))
        return f"{answer.status}" if is_there else f"{answer.status} without a club"

    def send(number: int) -> str:
        who = stranger(home, 210 + number, patience=90)
        who.get("/club/import/")
        return str(who.post_file("/club/import/", next(files)).status)

    counts = together(wait_for, 1) + together(send, 1)
    others = together(lambda number: send(number) if number else wait_for(1), 4)
    others += together(lambda number: wait_for(2), 1)
    alone, longest = seconds[0], max(seconds)
    did.answered = f"{words(counts + others)}; alone after {alone:.1f} s, then {longest:.1f} s"
    if longest > 2 * alone + MAX_STRANGERS:
        did.wrong.append(f"a small club waited {longest:.1f} s")
    did.wrong += [f"a file: {what}" for what in counts + others if what not in ("302", "503")]
    return did


def twice(home: Home) -> Did:
    """A club of as many players and nights as can be, without a game, and once more into it."""
    day = date(1970, 1, 1)
    document = {
        "format": "sushiscore-club",
        "version": 1,
        "club": {"name": "Many"},
        "players": [{"name": f"P{n}", "hidden": False, "anonymous": False} for n in range(10_000)],
        "nights": [
            {"date": f"{day + timedelta(days=n)}", "name": "", "location": "", "games": []}
            for n in range(20_000)
        ],
    }
    did, content = Did("10,000 players and 20,000 nights, twice"), json.dumps(document).encode()
    who, said = stranger(home, 42, patience=90), []
    who.get("/club/import/")
    for _ in range(2):
        began = time.monotonic()
        status = _send_club(who, content).status
        said.append(f"{status} after {time.monotonic() - began:.1f} s")
        if status != 302:
            did.wrong.append(f"the file was answered with {status}")
    did.answered = ", ".join(said)
    return did


def large_clubs(home: Home) -> Did:
    """A file of more cards than tables have, one of as many, and the deletion of what came in."""
    too_many, most = club_file(99, 5), club_file(7, 5)
    did = Did(f"{len(too_many) // 1024} and {len(most) // 1024} KB with {GAMES} games; deletions")
    said = []
    for number, content in ((40, too_many), (41, most)):
        who = stranger(home, number, patience=90)
        who.get("/club/import/")
        began = time.monotonic()
        try:
            answer = _send_club(who, content)
            said.append(f"{answer.status} after {time.monotonic() - began:.1f} s")
            if answer.status not in (302, 400, 409, 413, 429):
                did.wrong.append(f"the file was answered with {answer.status}")
            if number == 40 and answer.status == 302:
                did.wrong.append("it took 99 cards in a tableau")
            if answer.status != 302:
                continue
            club = found(_CLUB, answer.headers["location"])
            began = time.monotonic()
            gone = who.post_form(f"/club/{club}/delete/", {})
            said.append(f"deleted: {gone.status} after {time.monotonic() - began:.1f} s")
            if gone.status == 302:
                _wait_until_removed(home)
                said[-1] += f", all removed after {time.monotonic() - began:.1f} s"
            if gone.status >= 500:
                did.wrong.append(f"the deletion was answered with {gone.status}")
        except (LostError, RuntimeError) as error:
            did.wrong.append(f"{type(error).__name__}: {error}")
    did.answered = ", ".join(said)
    return did


def _send_club(who: Browser, content: bytes) -> Answer:
    """What becomes of a club file; the pages in between say how far it is.

    Raises:
        RuntimeError: where it is not at its end within a minute and a half.
    """
    answer = who.post_file("/club/import/", content)
    if answer.status != 302:
        return answer
    place, deadline = answer.headers["location"], time.monotonic() + 90
    while (answer := who.get(place)).status == 200:
        if time.monotonic() > deadline:
            raise RuntimeError(f"The file is still at {place}.")
        time.sleep(0.5)
    return answer


def _wait_until_removed(home: Home) -> None:
    """Waits until no game is there but the one at the table.

    Raises:
        RuntimeError: where that takes over a minute.
    """
    deadline = time.monotonic() + 60
    with closing(sqlite3.connect(home.database)) as connection:
        while connection.execute("SELECT count(*) FROM referee_game").fetchone()[0] > 1:
            if time.monotonic() > deadline:
                raise RuntimeError("Games of a deleted club are still there.")
            time.sleep(0.2)


def accounts(home: Home) -> Did:
    """Six accounts at once, each from another address."""

    def make(number: int) -> str:
        password = "tempura and wasabi 27"  # noqa: S105  # of accounts that go with the run
        fields = {"name": f"Ana {number}", "password": password}
        return str(stranger(home, 50 + number).post_form("/account/new/", fields).status)

    counts = together(make, 6)
    wrong = [f"an account: {what}" for what in counts if what not in ("302", "429")]
    return Did("6 accounts at once", words(counts), wrong)


def passwords(home: Home, path: str, *, is_right: bool) -> Did:
    """Eighty at a time type a password, each from an address of its own, and soon once more."""
    name, password = "Ben", "tempura and wasabi 28"
    stranger(home, 60).post_form("/account/new/", {"name": name, "password": password})
    until = time.monotonic() + PASSWORD_SECONDS
    counts: Counter[str] = Counter()

    def type_one(number: int) -> str:
        first = stranger(home, 100 + number)
        token = found(TOKEN, first.get(path).text)
        tries = 0
        while time.monotonic() < until:
            tries += 1
            who = name if is_right else f"Nobody {number} {tries}"
            form = {"csrfmiddlewaretoken": token, "name": who, "password": password}
            answer = Browser(first.network, dict(first.cookies)).post_plain(path, form)
            promises = answer.status not in (429, 503) or "retry-after" in answer.headers
            counts[str(answer.status) if promises else f"{answer.status} without Retry-After"] += 1
            time.sleep(0.5)
        return "done"

    ended = together(type_one, PASSWORDS)
    did = Did(f"{PASSWORDS} at a time, {PASSWORD_SECONDS:.0f} s", words(counts))
    good = "400" if not is_right else "302" if "log-in" in path else "200"
    did.wrong += [f"{n} × {one}" for one, n in counts.items() if one not in (good, "429", "503")]
    did.wrong += [f"{n} × {one}" for one, n in ended.items() if one != "done"]
    if not counts[good]:
        did.wrong.append("nobody gets in")
    return did


def unknown_items(home: Home) -> Did:
    """A score sheet that is nothing but faults."""
    sheet = {
        "ruleset": "sushi-go",
        "players": ["Ana", "Ben"],
        "rounds": [{"tableaus": {"Ana": "x " * 62_500, "Ben": ""}}],
    }
    body = json.dumps(sheet)
    began = time.monotonic()
    status, _headers, answer = ask(home, "POST", "/api/v1/score/", body)
    did = Did("125 KB of unknown items", f"{status}, {len(answer) // 1024} KB")
    did.answered += f" after {time.monotonic() - began:.2f} s"
    listed = len(json.loads(answer)["errors"]) if status == 400 else 0
    if status not in (400, 413) or listed > 101:
        did.wrong.append(f"{status} with {listed} faults listed")
    return did


def wrong_host(home: Home) -> Did:
    """A host that can be none."""
    counts: Counter[str] = Counter()
    for method, path, body in (
        ("GET", "/", ""),
        ("GET", "/rules", ""),  # which leads to another address
        ("GET", "/join/", ""),
        ("POST", "/new/sushi-go/", "{}"),
        ("POST", "/api/v1/score/", "{}"),
    ):
        counts[str(ask(home, method, path, body, "127.0.0.1:99999")[0])] += 1
    wrong = [f"{n} × {status}" for status, n in counts.items() if status != "400"]
    return Did("Host: 127.0.0.1:99999 at five addresses", words(counts), wrong)


def ask(
    home: Home, method: str, path: str, body: str = "", host: str = "", patience: float = 10
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Asks once: status, headers and body; 0 where no answer comes."""
    headers = {"Host": host} if host else {}
    if body:
        headers["Content-Type"] = "application/json"
    with closing(http.client.HTTPConnection("127.0.0.1", home.port, timeout=patience)) as asked:
        try:
            asked.request(method, path, body or None, headers)
            answer = asked.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, http.client.HTTPMessage(), b""


def half_sent(home: Home) -> Did:
    """Requests that never end: half of them in their heads, half in their bodies."""
    did = Did(f"{HALF_SENT} half-sent requests, {FEW_FILES} files")
    head = b"POST /account/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-"
    body = head + b"Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\nname=A"
    held: list[socket.socket] = []
    refused = 0
    began = time.monotonic()
    for number in range(HALF_SENT):
        one = socket.socket()
        one.settimeout(2)
        try:
            one.bind((f"127.0.1.{1 + number % 60}", 0))
            one.connect(("127.0.0.1", home.port))
            one.sendall(body if number % 2 else head)
        except OSError:
            refused += 1
            one.close()
            continue
        held.append(one)
    probes: Counter[str] = Counter()
    while held and time.monotonic() < began + MAX_SECONDS_OPEN:
        probes[str(ask(home, "GET", "/rules/", patience=3)[0] or "none")] += 1
        held = [one for one in held if not _has_ended(one)]
        time.sleep(0.5)
    took = time.monotonic() - began
    did.answered = f"all ended after {took:.0f} s; asked meanwhile: {words(probes)}"
    if held:
        did.answered = f"{len(held)} open after {took:.0f} s; asked meanwhile: {words(probes)}"
        did.wrong.append("half-sent requests do not end")
    if probes["none"]:
        did.wrong.append(f"{probes['none']} of {probes.total()} others got no answer")
    for one in held:
        one.close()
    if refused:
        did.answered += f"; {refused} could not connect"
    after = ask(home, "GET", "/rules/", patience=5)[0]
    if after != 200:
        did.wrong.append(f"afterwards it is {after}")
    return did


def _has_ended(one: socket.socket) -> bool:
    one.settimeout(0)
    try:
        while one.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    one.close()
    return True


# What becomes of the database ---------------------------------------------------------------------


@contextmanager
def locked(home: Home) -> Iterator[None]:
    """Another program holds the lock."""
    with closing(sqlite3.connect(home.database, isolation_level=None, timeout=10)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(home: Home) -> Iterator[None]:
    """Nothing can be written beyond the first pages of a file."""
    home.limit_files_to(64 * 1024)
    yield
    home.limit_files_to(-1)


@contextmanager
def gone(home: Home) -> Iterator[None]:
    """The files are elsewhere, and come back.

    Raises:
        RuntimeError: where an empty database was made in their place.
    """
    away = home.data / "away"
    away.mkdir()
    files = home.files()
    for file in files:
        if file.exists():  # the log goes by itself with the last who reads
            file.rename(away / file.name)
    yield
    is_made = home.database.exists()
    for file in sorted(away.iterdir(), reverse=True):  # the database itself comes last
        file.replace(home.data / file.name)
    away.rmdir()
    if is_made:
        raise RuntimeError("an empty database was made in the place of the one that is gone")


@contextmanager
def read_only(home: Home) -> Iterator[None]:
    """Neither the folder nor the files may be written."""
    files = home.files()
    for file in files:
        if file.exists():
            file.chmod(0o444)
    home.data.chmod(0o555)
    yield
    home.data.chmod(0o700)
    for file in home.files():
        file.chmod(0o600)


STORAGE: dict[str, Callable[[Home], "Iterator[None]"]] = {
    "locked": locked,
    "full": full,
    "gone": gone,
    "read-only": read_only,
}


def without_database(home: Home, what: str, host: Browser, table: str, seconds: float) -> Did:
    """A fault of the database begins and ends while pages are asked for and forms are sent."""
    did = Did(f"database {what} for {seconds:.0f} s")
    counts: Counter[str] = Counter()
    slow: list[float] = []
    is_over = threading.Event()
    form = host.get(table).text
    fields = {"csrfmiddlewaretoken": form.partition('csrfmiddlewaretoken" value="')[2][:64]}

    def visit() -> None:
        while not is_over.is_set():
            for way in ("page", "form"):
                try:
                    if way == "page":
                        answer = host.get(table)
                    else:
                        answer = host.post_plain(table, {**fields, "do": "anyone"})
                except LostError:
                    counts["none"] += 1
                    continue
                promises = answer.status != 503 or "retry-after" in answer.headers
                counts[str(answer.status) if promises else "503 without Retry-After"] += 1
            is_over.wait(0.1)

    def look() -> None:
        while not is_over.is_set():
            began = time.monotonic()
            status = ask(home, "GET", "/rules/", patience=5)[0]
            slow.append(time.monotonic() - began if status == 200 else 99.0)
            is_over.wait(0.2)

    threads = [threading.Thread(target=visit, daemon=True) for _ in range(4)]
    threads.append(threading.Thread(target=look, daemon=True))
    try:
        with STORAGE[what](home):
            for thread in threads:
                thread.start()
            is_over.wait(seconds)
    except RuntimeError as error:
        did.wrong.append(str(error))
    is_over.set()
    for thread in threads:
        thread.join()
    did.answered = f"{words(counts)}; the rules at most after {max(slow, default=0):.2f} s"
    did.wrong += [f"{n} × {one}" for one, n in counts.items() if one not in GOOD]
    if max(slow, default=0) > 1:
        did.wrong.append(f"a page without a database took {max(slow):.1f} s")
    return did


GOOD = ("200", "302", "304", "503")


ATTACKS = (
    Row("worst files", worst_files, most_times=2),
    Row("large clubs", large_clubs),
    Row("twice", twice, files=OWN_SERVER),
    Row("imports", imports, files=OWN_SERVER),  # leaves files that wait
    Row("accounts", accounts),
    *(
        Row(
            name,
            partial(passwords, path=path, is_right=is_right),
            most_times=2,
            most_lines=100 if is_right else 1000,  # fail2ban wants one for each wrong password
        )
        for name, path, is_right in (
            ("right passwords", "/account/log-in/", True),
            ("wrong passwords", "/account/log-in/", False),
            ("passwords for keys", "/account/keys/", True),
        )
    ),
    Row("half-sent", half_sent, files=FEW_FILES),
    Row("unknown items", unknown_items),
    Row("wrong host", wrong_host),
)
"""All but those of the database, in the order of the table."""
