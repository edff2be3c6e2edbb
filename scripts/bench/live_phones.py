"""Many phones in one process, for measuring: bare sockets, so that little of the time is theirs."""

import json
import selectors
import socket
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

PATIENCE = 30.0  # seconds without an answer after which a measurement is given up


class Connection:
    """One HTTP connection that is kept alive; one request at a time."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._got = b""

    def ask(self, request: bytes) -> bytes:
        """The body of the answer.

        Raises:
            RuntimeError: for another answer than 200.
        """
        self.socket.sendall(request)
        while (body := self.answer()) is None:
            self.feed()
        return body

    def feed(self) -> None:
        """Reads what has come."""
        got = self.socket.recv(65536)
        if not got:
            raise RuntimeError("The server has closed the connection.")
        self._got += got

    def answer(self) -> bytes | None:
        """The body of the answer, once it is there whole."""
        head, blank, rest = self._got.partition(b"\r\n\r\n")
        if not blank:
            return None
        lines = head.lower().split(b"\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        if len(rest) < length:
            return None
        self._got = rest[length:]
        if b" 200 " not in lines[0]:
            raise RuntimeError(f"The server answered {head!r} {rest!r}")
        return rest[:length]


def request_for(path: str, document: object, cookie: str = "") -> bytes:
    """A POST of a JSON document."""
    body = json.dumps(document).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Cookie: phone={cookie}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@dataclass(eq=False)
class Stream:
    """One phone's live stream: the newest event number that it was told, and when."""

    socket: socket.socket
    version: int = -1
    at: float = 0.0
    _got: bytes = field(default=b"", repr=False)

    def feed(self, now: float) -> None:
        """Reads what has come by that time."""
        got = self.socket.recv(65536)
        if not got:
            raise RuntimeError("The server has ended a stream.")
        self._got += got
        *events, self._got = self._got.split(b"\n\n")
        for event in events:
            if b"data: " in event:
                self.version = int(event.rpartition(b"data: ")[2].split()[0])
                self.at = now


class Streams:
    """Streams that are read together, in one thread."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.selector = selectors.DefaultSelector()
        self.all: list[Stream] = []

    def open(self, addresses: Sequence[str], at_once: int = 50) -> list[Stream]:
        """Opens streams, and waits until each has been told the present version."""
        opened: list[Stream] = []
        for start in range(0, len(addresses), at_once):
            some = [self._open(address) for address in addresses[start : start + at_once]]
            self.wait(lambda some=some: all(stream.version >= 0 for stream in some))
            opened += some
        return opened

    def _open(self, address: str) -> Stream:
        connection = socket.create_connection(("127.0.0.1", self._port), PATIENCE)
        asked = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
        connection.sendall(asked.encode())
        stream = Stream(connection)
        self.selector.register(connection, selectors.EVENT_READ, stream)
        self.all.append(stream)
        return stream

    def wait(self, is_done: "callable[[], bool]") -> None:
        """Reads until it is done.

        Raises:
            RuntimeError: when it is not after half a minute.
        """
        deadline = time.monotonic() + PATIENCE
        while not is_done():
            if time.monotonic() > deadline:
                raise RuntimeError("What was waited for has not come.")
            self.read(1.0)

    def read(self, timeout: float) -> None:
        """Reads what comes next, if anything comes in that time (in seconds)."""
        for key, _events in self.selector.select(timeout):
            if isinstance(key.data, Stream):
                key.data.feed(time.perf_counter())

    def close(self, streams: Iterable[Stream] = ()) -> None:
        """Ends those streams, or all."""
        for stream in tuple(streams) or tuple(self.all):
            self.selector.unregister(stream.socket)
            stream.socket.close()
            self.all.remove(stream)
