"""A browser: asks with its cookies, and keeps a page up to date over the live stream."""

import http.client
import json
import random
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from scripts.torture.network import PATIENCE, Answer, LostError, Network, Request

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_VERSION = re.compile(r'data-version="(\d+)"')
_STREAM = re.compile(r'data-stream="([^"]+)"')
_DRAWING = 0.05  # seconds that a phone takes to draw what it fetched, on average
_SILENCE = 3 * PATIENCE  # seconds after which a stream counts as dead: more than a keep-alive


def found(pattern: re.Pattern[str], page: str) -> str:
    """The part of a page that a pattern marks.

    Raises:
        RuntimeError: where the page has none.
    """
    match = pattern.search(page)
    if match is None:
        raise RuntimeError(f"No {pattern.pattern} in: {page}")
    return str(match[1])


class Browser:
    """Asks over the network, with its own cookies, and does not follow redirects."""

    def __init__(self, network: Network, cookies: dict[str, str] | None = None) -> None:
        self.network = network
        self.cookies = {} if cookies is None else cookies

    @property
    def phone(self) -> str:
        """The id by which the server knows this phone."""
        return self.cookies["phone"].partition(":")[0]

    def get(self, path: str, rng: random.Random | None = None, **headers: str) -> Answer:
        """A page; over the bad network where it is given dice."""
        return self._ask(Request("GET", path, self._headers(headers)), rng)

    def post_form(self, path: str, fields: Mapping[str, object], page: str = "") -> Answer:
        """Sends a form of a page, by default of the one with the same address."""
        token = found(TOKEN, self.get(page or path).text)
        return self.post_plain(path, {"csrfmiddlewaretoken": token, **fields})

    def post_plain(self, path: str, fields: Mapping[str, object]) -> Answer:
        """Sends a form whose token is known."""
        body = urlencode(fields, doseq=True).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask(Request("POST", path, self._headers(kind), body), None)

    def post_file(self, path: str, content: bytes) -> Answer:
        """Sends a file by the form of the page with the same address."""
        token = found(TOKEN, self.get(path).text)
        mark = "as-long-as-nobody-writes-this"
        head = f'--{mark}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
        head += f'{token}\r\n--{mark}\r\nContent-Disposition: form-data; name="file"; '
        head += 'filename="club.json"\r\nContent-Type: application/json\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        return self._ask(Request("POST", path, self._headers(kind), body), None)

    def post_json(self, path: str, document: object, rng: random.Random | None = None) -> Answer:
        """Sends a document; over the bad network where it is given dice."""
        headers = self._headers({"Content-Type": "application/json"})
        return self._ask(Request("POST", path, headers, json.dumps(document).encode()), rng)

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in tuple(self.cookies.items()))
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Cookie": cookies, "Accept-Language": "en", **named}

    def _ask(self, request: Request, rng: random.Random | None) -> Answer:
        ask = self.network.straight
        answer = ask(request) if rng is None else self.network.ask(request, rng)
        for line in answer.cookies:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return answer


class Page(threading.Thread):
    """A page of a game that a phone has open: hears of changes, and fetches what it shows.

    ``fragment`` is what it shows, ``version`` and ``etag`` say of which state; ``events`` counts
    what the stream has told.
    """

    def __init__(self, browser: Browser, path: str, seed: str) -> None:
        super().__init__(daemon=True)
        self.path = path
        self.fragment = self.etag = ""
        self.version = -1
        self.events = 0
        self._stream = ""
        self._browser = browser
        self._dice = random.Random(seed)
        self._lock = threading.Lock()
        self._is_over = threading.Event()

    def open(self, path: str) -> None:
        """Goes to another page of the game."""
        with self._lock:
            self.path, self.fragment, self.etag, self.version = path, "", "", -1

    def shown(self) -> str:
        """What it shows now."""
        return self.fragment

    def end(self) -> None:
        """Closes the page; the thread ends when its stream does."""
        self._is_over.set()

    def run(self) -> None:
        """Shows the present state and waits for the next, until the page is closed."""
        while not self._is_over.is_set():
            try:
                self._fetch()
                if not self._stream:
                    continue  # it went to another page meanwhile
                for version in self._told():
                    self.events += 1
                    while self.version < version and not self._is_over.is_set():
                        self._fetch()
                        self._is_over.wait(self._dice.uniform(0, 2 * _DRAWING))
            except LostError:
                self._is_over.wait(self._dice.uniform(0.02, 0.3))

    def _fetch(self) -> None:
        path, known = self.path, {"If_None_Match": self.etag} if self.etag else {}
        answer = self._browser.get(path, self._dice, HX_Request="true", **known)
        if answer.status not in (200, 304):
            raise LostError
        with self._lock:
            if answer.status == 200 and path == self.path:
                self.fragment, self.etag = answer.text, answer.headers["etag"]
                self.version = int(found(_VERSION, answer.text))
                self._stream = found(_STREAM, answer.text)

    def _told(self) -> Iterator[int]:
        """The event numbers that the stream tells, until it breaks off.

        Raises:
            LostError: when it does, and where none is to be had.
        """
        network = self._browser.network
        connection = http.client.HTTPConnection("127.0.0.1", network.port, timeout=_SILENCE)
        with closing(connection):
            try:
                connection.request("GET", self._stream)
                stream = connection.getresponse()
                if stream.status != 200:
                    raise LostError
                event = b""
                for line in stream:
                    field, _colon, said = line.strip().partition(b": ")
                    event = said if field == b"event" else event
                    if field == b"data" and event == b"version":
                        yield int(said.split()[0])
            except (OSError, http.client.HTTPException):
                raise LostError from None
        raise LostError
