"""How fast taps are stored and told, and what a live stream costs. `make bench-live`.

On loopback, against one server process on SQLite. Prints; stops by itself after a minute or two.
What takes time is also given as a ratio to something bare that is measured in the same run, so that
it means the same on a slow machine.
"""

import os
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from uuid import UUID, uuid4

import psutil

from scripts.bench.live_phones import PATIENCE, Connection, Streams, request_for
from scripts.bench.scoring import verdict
from scripts.server import Server
from sushiscore.run import allow_many_files, migrate, prepare_data

SEATS, ROUNDS = 5, 3
FACES = (
    "tempura", "sashimi", "dumpling", "maki-2", "wasabi", "squid-nigiri", "egg-nigiri", "pudding",
    "chopsticks", "maki-3",
)  # fmt: skip
TABLES = 400
STREAMS = TABLES * SEATS
WARM_UP, WARM_UP_STREAMS = 200, 20
REQUESTS, REPEATS, CONNECTIONS = 200, 9, (1, 5)
LATENCY_TAPS, ECHOES = 200, 1000
DIAGNOSING_TURNS, DIAGNOSING_TAPS = 5, 200
AIM_RATIO, AIM_KILOBYTES, AIM_BESIDE = 0.5, 25, 2.0


# What `make run` serves, with one address more.
SERVER = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
from sushiscore import run
from django.conf import settings
settings.ROOT_URLCONF = "scripts.bench.live_site"
run.main()
"""


@dataclass(frozen=True)
class Table:
    """A game with the cookies of its phones, the host's first, and their streams' addresses."""

    game: UUID
    cookies: Sequence[str]
    streams: Sequence[str]

    def tap(self, round_number: int, seat: int, face: str) -> bytes:
        """A request with one new tap."""
        one = {"id": str(uuid4()), "round": round_number, "seat": seat, "do": f"add:{face}"}
        return request_for(f"/api/v1/games/{self.game}/taps/", {"taps": [one]}, self.cookies[0])


def set_tables(number_of_tables: int) -> list[Table]:
    """Games of five, each with a phone at every seat."""
    from django.core.signing import get_cookie_signer
    from django.db import connection, transaction

    from referee.access.games import stream_token, visit_of
    from referee.play.services.games import Setup, start_game
    from referee.play.services.joining import join
    from referee.play.views.responses import live_path

    sign = get_cookie_signer(salt="phonephone").sign
    tables = []
    with transaction.atomic():
        for number in range(number_of_tables):
            host = f"host-{number}"
            game = start_game(host, uuid4(), Setup("sushi-go", ("Ana", "Ben", "Cem", "Dan", "Eve")))
            phones = [host, *(f"phone-{number}-{place}" for place in range(2, SEATS + 1))]
            streams = []
            for place, phone in enumerate(phones, start=1):
                join(game.pk, phone, place)
                if visit := visit_of(phone, game.pk):
                    streams.append(f"{live_path(game.pk)}?token={stream_token(visit)}")
            tables.append(Table(game.pk, [sign(phone) for phone in phones], streams))
    connection.close()
    return tables


def taps_on(tables: Sequence[Table]) -> Iterator[bytes]:
    """Taps as at many tables at once: every tableau gets ten cards, and no more."""
    for turn, face in enumerate(FACES * ROUNDS):
        for table in tables:
            for seat in range(1, SEATS + 1):
                yield table.tap(1 + turn // len(FACES), seat, face)


@contextmanager
def served() -> Iterator[Server]:
    """The server, once it answers."""
    server = Server(Path(os.environ["SUSHISCORE_DATA"]))
    server.start([sys.executable, "-c", SERVER])
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def per_second(connections: Sequence[Connection], requests: Sequence[bytes]) -> float:
    """How many requests are answered in a second, sent over all connections at once."""

    def work(connection: Connection, own: Sequence[bytes]) -> None:
        for request in own:
            connection.ask(request)

    shares = [requests[index :: len(connections)] for index in range(len(connections))]
    with ThreadPoolExecutor(len(connections)) as pool:
        start = time.perf_counter()
        list(pool.map(work, connections, shares))
        return len(requests) / (time.perf_counter() - start)


def compare(port: int, server: psutil.Process, taps: Iterator[bytes], number: int) -> None:
    """Prints the throughput of taps beside that of the bare view, in turns.

    The server's own processor time says the same on a machine that has other things to do.
    """
    connections = [Connection(port) for _ in range(number)]
    bare = [request_for("/bare/", {})] * REQUESTS
    rows: dict[str, list[float]] = {"tap": [], "bare": [], "ratio": []}
    spent = {"tap": 0.0, "bare": 0.0}
    for turn in range(REPEATS):
        kinds: list[tuple[str, Sequence[bytes]]] = [
            ("tap", list(islice(taps, REQUESTS))),
            ("bare", bare),
        ]
        for name, requests in kinds if turn % 2 else reversed(kinds):
            before = processor_seconds(server)
            rows[name].append(per_second(connections, requests))
            spent[name] += processor_seconds(server) - before
        rows["ratio"].append(rows["tap"][-1] / rows["bare"][-1])
    for connection in connections:
        connection.socket.close()
    tap, plain, ratio = (statistics.median(rows[name]) for name in ("tap", "bare", "ratio"))
    print(
        f"  {number} at once: {tap:5.0f} taps/s, {plain:5.0f} bare INSERTs/s; ratio {ratio:.2f}"
        f" (from {min(rows['ratio']):.2f} to {max(rows['ratio']):.2f})"
    )
    print(f"    aim: at least {AIM_RATIO}: {verdict(ratio >= AIM_RATIO)}")
    each, bare_each = (1000 * spent[name] / REQUESTS / REPEATS for name in ("tap", "bare"))
    print(
        f"    the server's processor: {each:.2f} ms a tap, {bare_each:.2f} ms a bare INSERT;"
        f" ratio {bare_each / each:.2f}"
    )


def processor_seconds(process: psutil.Process) -> float:
    """The processor time that a process has taken."""
    times = process.cpu_times()
    return times.user + times.system


def measure_memory(server: psutil.Process, streams: Streams, tables: Sequence[Table]) -> None:
    """Opens every stream, and prints what they cost."""
    before, threads = server.memory_info().rss, server.num_threads()
    start = time.perf_counter()
    streams.open([address for table in tables for address in table.streams])
    taken = time.perf_counter() - start
    time.sleep(1)
    each = (server.memory_info().rss - before) / STREAMS / 1000
    print(f"  {STREAMS} idle streams over {TABLES} tables, opened in {taken:.1f} s")
    print(f"  {each:.1f} kB a stream; threads before {threads}, after {server.num_threads()}")
    print(f"    aim: at most {AIM_KILOBYTES} kB: {verdict(each <= AIM_KILOBYTES)}")
    extra = server.num_threads() - threads
    print(f"    aim: no thread each: {verdict(extra < STREAMS / 100)}")


def measure_latency(port: int, streams: Streams, tables: Sequence[Table]) -> None:
    """Prints how long after its acknowledgement a tap is told at the table's five phones."""
    listeners = dict(zip((table.game for table in tables), _by_table(streams), strict=True))
    after_answer: list[float] = []
    after_tap: list[float] = []
    sender = Connection(port)
    streams.selector.register(sender.socket, selectors.EVENT_READ, sender)
    for table in islice(cycle(tables[:: TABLES // 50]), LATENCY_TAPS):
        told = listeners[table.game]
        versions = [stream.version for stream in told]
        sent, answered = time.perf_counter(), 0.0
        sender.socket.sendall(table.tap(3, 1, "tempura"))
        while not answered or any(
            stream.version == old for stream, old in zip(told, versions, strict=True)
        ):
            for key, _events in streams.selector.select(PATIENCE):
                now = time.perf_counter()
                if key.data is sender:
                    sender.feed()
                    answered = now if sender.answer() is not None else 0.0
                else:
                    key.data.feed(now)
        after_answer += [stream.at - answered for stream in told]
        after_tap += [stream.at - sent for stream in told]
    streams.selector.unregister(sender.socket)
    echo = round_trips()
    print(f"  from its answer to the event at five phones, {len(after_answer)} events")
    show("event after answer", after_answer)
    show("event after tap sent", after_tap)
    show("bare round trip", echo)
    late, bare = percentile(after_answer, 95), percentile(echo, 95)
    print(f"  p95 of event after answer: {max(late, 0) / bare:.1f} × that of a bare round trip")
    before = sum(taken <= 0 for taken in after_answer) / len(after_answer)
    print(f"  {before:.0%} of the events came before the tap's own answer (below zero)")


def _by_table(streams: Streams) -> Iterator[Sequence[object]]:
    for start in range(0, STREAMS, SEATS):
        yield streams.all[start : start + SEATS]


ECHO = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    connection, _ = server.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while got := connection.recv(4096):
        connection.sendall(got)
"""


def round_trips() -> list[float]:
    """Seconds that 64 bytes take to another process and back, over TCP."""
    taken = []
    with subprocess.Popen([sys.executable, "-c", ECHO], stdout=subprocess.PIPE) as server:
        port = int(server.stdout.readline())
        with closing(socket.create_connection(("127.0.0.1", port))) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for _ in range(ECHOES):
                start = time.perf_counter()
                connection.sendall(b"x" * 64)
                connection.recv(4096)
                taken.append(time.perf_counter() - start)
    return taken


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many percent do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def show(title: str, seconds: Sequence[float]) -> None:
    p50, p95, p99 = (1000 * percentile(seconds, percent) for percent in (50, 95, 99))
    print(f"  {title:22} p50 {p50:7.2f} ms   p95 {p95:7.2f} ms   p99 {p99:7.2f} ms")


def measure(tables: Sequence[Table]) -> None:
    """Everything, one after the other, against one server."""
    with served() as running:
        port, server = running.port, psutil.Process(running.process.pid)
        taps = taps_on(tables)
        streams = Streams(port)
        per_second([Connection(port)], list(islice(taps, WARM_UP)))
        streams.open(tables[-1].streams * (WARM_UP_STREAMS // SEATS))
        streams.close()
        time.sleep(0.5)
        print("Memory of a live stream")
        measure_memory(server, streams, tables)
        print("\nFrom a tap to the table's phones, with these streams open")
        measure_latency(port, streams, tables)
        streams.close()
        time.sleep(0.5)
        print(f"\nA tap's whole request (median of {REPEATS} turns, {REQUESTS} requests each)")
        for number in CONNECTIONS:
            compare(port, server, taps, number)
        print("\nA tap while claims of eight players are diagnosed, one game after the other")
        measure_taps_beside_diagnoses(port, taps)


@contextmanager
def diagnosing(port: int) -> Iterator[list[float]]:
    """Diagnose one game after the other as long as it lasts; the seconds that each took."""
    taken: list[float] = []
    first, over = threading.Event(), threading.Event()

    def work() -> None:
        with closing((connection := Connection(port)).socket):
            while not over.is_set():
                taken.append(seconds_of(connection, request_for("/diagnosis/", {})))
                first.set()

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(work)
        asking.add_done_callback(lambda _asking: first.set())
        first.wait()  # its process is there
        taken.clear()
        try:
            yield taken
        finally:
            over.set()
            asking.result()


def seconds_of(connection: Connection, request: bytes) -> float:
    """How long a request takes."""
    start = time.perf_counter()
    connection.ask(request)
    return time.perf_counter() - start


def measure_taps_beside_diagnoses(port: int, taps: Iterator[bytes]) -> None:
    """Prints how long a tap takes while eight players' claims are diagnosed without a pause."""
    phone = Connection(port)
    alone: list[float] = []
    beside: list[float] = []
    diagnoses: list[float] = []
    for _turn in range(DIAGNOSING_TURNS):
        alone += [seconds_of(phone, tap) for tap in islice(taps, DIAGNOSING_TAPS)]
        with diagnosing(port) as each:
            beside += [seconds_of(phone, tap) for tap in islice(taps, DIAGNOSING_TAPS)]
        diagnoses += each
    phone.socket.close()
    show("taps alone", alone)
    show("taps beside diagnoses", beside)
    print(f"    {len(diagnoses)} diagnoses, {statistics.mean(diagnoses):.2f} s each")
    met = verdict(percentile(beside, 95) <= AIM_BESIDE * percentile(alone, 95))
    print(f"    aim: p95 beside diagnoses at most {AIM_BESIDE:.0f} × that of taps alone: {met}")


def main() -> None:
    """Lays the tables in a data folder of its own, measures and prints."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as data:
        os.environ["SUSHISCORE_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
        prepare_data()
        migrate()
        measure(set_tables(TABLES))


if __name__ == "__main__":
    main()
