"""What phones send to a server on this machine, and what they hear: for load, torture and faults.

Over bare connections, so that little of the processor is the phones'.
"""

import asyncio
import gzip
import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from http.cookies import SimpleCookie
from urllib.parse import urlencode

PATIENCE = 10.0  # seconds without an answer after which a request counts as lost
SILENCE = 30.0  # seconds after which a stream counts as dead: more than a keep-alive
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
VERSION = re.compile(r'data-version="(\d+)"')
STREAM = re.compile(r'data-stream="([^"]+)"')
_GAME = re.compile(r'name="game" value="([^"]+)"')
_MARK = "as-long-as-nobody-writes-this"


class LostError(Exception):
    """No answer came. Whether the request arrived, nobody knows."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server answers. ``headers`` has their names in small letters."""

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True, slots=True)
class Tap:
    """What a finger has asked for, as a phone keeps it until it is acknowledged."""

    id: str
    round: int
    seat: int
    do: str


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
    """Asks over kept connections, with its own cookies, and does not follow redirects.

    ``source`` is the address that it asks from, ``patience`` the seconds that it waits.
    """

    def __init__(
        self,
        port: int,
        cookies: dict[str, str] | None = None,
        *,
        source: str = "",
        patience: float = PATIENCE,
    ) -> None:
        self.port = port
        self.cookies = {} if cookies is None else cookies
        self._source = (source, 0) if source else None
        self._patience = patience
        self._kept: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    @property
    def phone(self) -> str:
        """The id by which the server knows this phone."""
        return self.cookies["phone"].partition(":")[0]

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send a request, with headers that are named as ``Content_Type`` is.

        Raises:
            LostError: where no answer comes.
        """
        try:
            async with asyncio.timeout(self._patience):
                return await self._exchange(method, path, body, headers)
        except ConnectionRefusedError:
            raise LostError("found no server") from None
        except (OSError, EOFError, TimeoutError):
            raise LostError("cut off") from None

    async def _exchange(self, method: str, path: str, body: bytes, more: dict[str, str]) -> Answer:
        while self._kept and (self._kept[-1][0].at_eof() or self._kept[-1][0].exception()):
            self._kept.pop()[1].close()  # the server closes those that rest for long
        reader, writer = self._kept.pop() if self._kept else await self._connect()
        try:
            headers = {"Accept-Language": "en", "Accept-Encoding": "gzip", **more}
            writer.write(self._head(method, path, headers | {"Content-Length": str(len(body))}))
            writer.write(body)
            await writer.drain()
            first, _line, rest = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
            said = BytesHeaderParser().parsebytes(rest)
            content = await reader.readexactly(int(said.get("Content-Length", 0)))
        except BaseException:
            writer.close()
            raise
        self._kept.append((reader, writer))
        for line in said.get_all("Set-Cookie", ()):
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        if said.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        names = {name.lower(): value for name, value in said.items()}
        return Answer(int(first.split()[1]), names, content.decode())

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=self._source)

    def _head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given = {"Host": f"127.0.0.1:{self.port}", "Cookie": cookies, **headers}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in given.items() if value]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()

    async def get(self, path: str, **headers: str) -> Answer:
        """A page."""
        return await self.ask("GET", path, **headers)

    async def post_form(self, path: str, fields: Mapping[str, object], page: str = "") -> Answer:
        """Send a form of a page, by default of the one with the same address."""
        token = found(TOKEN, (await self.get(page or path)).text)
        return await self.post_plain(path, {"csrfmiddlewaretoken": token, **fields})

    async def post_plain(self, path: str, fields: Mapping[str, object]) -> Answer:
        """Send a form whose token is known."""
        kind = "application/x-www-form-urlencoded"
        return await self.ask("POST", path, urlencode(fields, True).encode(), Content_Type=kind)

    async def post_file(self, path: str, content: bytes) -> Answer:
        """Send a file by the form of the page with the same address."""
        token = found(TOKEN, (await self.get(path)).text)
        head = f'--{_MARK}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
        head += f'{token}\r\n--{_MARK}\r\nContent-Disposition: form-data; name="file"; '
        head += 'filename="club.json"\r\nContent-Type: application/json\r\n\r\n'
        body = head.encode() + content + f"\r\n--{_MARK}--\r\n".encode()
        kind = f"multipart/form-data; boundary={_MARK}"
        return await self.ask("POST", path, body, Content_Type=kind)

    async def post_json(self, path: str, document: object) -> Answer:
        """Send a document."""
        body = json.dumps(document).encode()
        return await self.ask("POST", path, body, Content_Type="application/json")

    async def told(self, path: str) -> AsyncIterator[str]:
        """What a stream says of new versions, until it ends.

        Raises:
            LostError: where none is to be had, and when it breaks off.
        """
        writer = None
        try:
            reader, writer = await self._connect()
            writer.write(self._head("GET", path, {}))
            async with asyncio.timeout(SILENCE):
                status = await reader.readline()
            event = b""
            while b" 200 " in status:
                async with asyncio.timeout(SILENCE):
                    line = await reader.readline()
                if not line:
                    break
                field, _colon, said = line.strip().partition(b": ")
                event = said if field == b"event" else event
                if field == b"data" and event == b"version":
                    yield said.decode()
        except (OSError, EOFError, TimeoutError):
            pass
        finally:
            if writer:
                writer.close()
        raise LostError("the stream")

    def close(self) -> None:
        """Let the connections go."""
        while self._kept:
            self._kept.pop()[1].close()


async def start_game(browser: Browser, ruleset: str, names: list[str], **menu: object) -> str:
    """Start a game by its form; its id.

    Raises:
        RuntimeError: where it does not start.
    """
    path = f"/new/{ruleset}/"
    fields: dict[str, object] = {"game": found(_GAME, (await browser.get(path)).text), **menu}
    fields |= {f"player_{place}": name for place, name in enumerate(names, start=1)}
    started = await browser.post_form(path, fields)
    if started.status != 302:
        raise RuntimeError(f"The game did not start: {started.text}")
    return started.headers["location"].split("/")[2]
