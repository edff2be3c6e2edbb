"""Does a diagnosis hold up the taps of others? A part of `make bench-live`."""

import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from scripts.bench.live_phones import Connection, request_for
from scripts.bench.scoring import verdict

TURNS, TAPS = 5, 200
ALONE, PROCESS, THREAD = "alone", "process", "thread"
KINDS = {
    ALONE: "taps alone",
    PROCESS: "beside diagnoses in their process",
    THREAD: "beside diagnoses in a thread",
}
AIM_RATIO = 2.0


@contextmanager
def diagnosing(port: int, where: str) -> Iterator[list[float]]:
    """Diagnoses one game after the other as long as it lasts; the seconds that each took.

    Raises:
        RuntimeError: afterwards, where one could not be made.
    """
    taken: list[float] = []
    faults: list[Exception] = []
    first, over = threading.Event(), threading.Event()

    def work() -> None:
        try:
            connection = Connection(port)
            while not over.is_set():
                start = time.perf_counter()
                connection.ask(request_for(f"/diagnosis/{where}/", {}))
                taken.append(time.perf_counter() - start)
                first.set()
            connection.socket.close()
        except (OSError, RuntimeError) as error:
            faults.append(error)
            first.set()

    asking = threading.Thread(target=work)
    asking.start()
    first.wait()  # its process is there
    taken.clear()
    try:
        yield taken
    finally:
        over.set()
        asking.join()
    if faults:
        raise RuntimeError("A diagnosis could not be made.") from faults[0]


def tap_seconds(connection: Connection, requests: Sequence[bytes]) -> list[float]:
    """How long each tap takes, one after the other."""
    taken = []
    for request in requests:
        start = time.perf_counter()
        connection.ask(request)
        taken.append(time.perf_counter() - start)
    return taken


def measure_taps_beside_diagnoses(port: int, taps: Iterator[bytes]) -> None:
    """Prints how long a tap takes while eight players' claims are diagnosed without a pause."""
    phone = Connection(port)
    taken: dict[str, list[float]] = {kind: [] for kind in KINDS}
    diagnoses: dict[str, list[float]] = {PROCESS: [], THREAD: []}
    for _turn in range(TURNS):
        taken[ALONE] += tap_seconds(phone, list(islice(taps, TAPS)))
        for kind in diagnoses:
            with diagnosing(port, kind) as each:
                taken[kind] += tap_seconds(phone, list(islice(taps, TAPS)))
            diagnoses[kind] += each
    phone.socket.close()
    bare = _p95(taken[ALONE])
    for kind, words in KINDS.items():
        p50, p95 = statistics.median(taken[kind]), _p95(taken[kind])
        told = f"  {words:36} p50 {1000 * p50:7.2f} ms   p95 {1000 * p95:7.2f} ms"
        print(f"{told}   {p95 / bare:5.1f} ×" if kind != ALONE else told)
    for kind, all_taken in diagnoses.items():
        mean = statistics.mean(all_taken)
        print(f"    {len(all_taken)} diagnoses in the {kind}, {mean:.2f} s each")
    met = verdict(_p95(taken[PROCESS]) <= AIM_RATIO * bare)
    print(f"    aim: p95 beside the process at most {AIM_RATIO:.0f} × that of taps alone: {met}")


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[94]
