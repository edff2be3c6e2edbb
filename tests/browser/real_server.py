"""A server process of its own, which can be killed, and ways to it that can be cut."""

import contextlib
import select
import socket
import sqlite3
import threading
from pathlib import Path

from scripts.server import Server, lasting_port

ROOT = Path(__file__).resolve().parents[2]
WAIT_SECONDS = 60
_CHUNK = 65_536
_LOOK_SECONDS = 0.1


class RealServer(Server):
    """SushiScore as `make run` starts it, with its data in a folder of its own."""

    def start(self) -> None:
        """Starts the process, and waits until it answers.

        Raises:
            RuntimeError: when it ends by itself, or does not answer within a minute.
        """
        super().start(stderr=None)
        self.wait()

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What the database file holds."""
        with sqlite3.connect(self.database, timeout=10) as database:
            found = database.execute(query).fetchall()
        database.close()
        return found


class Way:
    """One phone's way to the server: a proxy that is cut and mended, or loses replies to taps.

    Attributes:
        url, port: the server's address on this way.
        loses_replies: whether taps reach the server, and its replies nobody.
        lost: how many replies were lost.
        is_stalled: whether everything that is sent disappears. No connection ends for it, and those
            that were there then stay dead.
    """

    def __init__(self, server_port: int, host: str = "127.0.0.1") -> None:
        self._to = (host, server_port)
        self.port = lasting_port()
        self.url = f"http://localhost:{self.port}"
        self.loses_replies = False
        self.lost = 0
        self.is_stalled = False
        self._is_open = threading.Event()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener: threading.Thread | None = None
        self.mend()

    def mend(self) -> None:
        """Lets connections through from now on."""
        listening = socket.create_server(("127.0.0.1", self.port), backlog=64)
        listening.settimeout(_LOOK_SECONDS)
        self._is_open.set()
        self._listener = threading.Thread(target=self._listen, args=(listening,), daemon=True)
        self._listener.start()

    def cut(self) -> None:
        """Breaks every connection, streams too, and refuses new ones."""
        self._is_open.clear()
        if self._listener is not None:
            self._listener.join()
            self._listener = None
        with self._lock:
            for end in self._open:
                _end(end)

    def _listen(self, listening: socket.socket) -> None:
        with listening:
            while self._is_open.is_set():
                try:
                    phone, _address = listening.accept()
                except TimeoutError:
                    continue
                threading.Thread(target=self._carry, args=(phone,), daemon=True).start()

    def _carry(self, phone: socket.socket) -> None:
        with phone:
            try:
                server = socket.create_connection(self._to)
            except OSError:
                return
            with server:
                ends = {phone, server}
                with self._lock:
                    self._open |= ends
                try:
                    self._pass_on(phone, server)
                except OSError:
                    pass  # one of them has gone
                finally:
                    with self._lock:
                        self._open -= ends

    def _pass_on(self, phone: socket.socket, server: socket.socket) -> None:
        is_tap = is_dead = False
        while self._is_open.is_set():
            ready, _write, _broken = select.select([phone, server], [], [], _LOOK_SECONDS)
            for end in ready:
                data = end.recv(_CHUNK)
                if not data:
                    return
                is_dead = is_dead or self.is_stalled
                if is_dead:
                    continue
                if end is phone:
                    if data[:5] in (b"POST ", b"GET /"):
                        is_tap = b"/taps/ HTTP" in data.partition(b"\r\n")[0]
                elif is_tap and self.loses_replies:
                    self.lost += 1
                    return
                (server if end is phone else phone).sendall(data)


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it has ended by itself
        connection.shutdown(socket.SHUT_RDWR)
