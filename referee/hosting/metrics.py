"""The figures of this process for Prometheus. Each has few labels, and none is about a person."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from prometheus_client import Counter, Gauge, Histogram

VIEW = "sushiscore.view"
"""Where a request's scope names the view that answers it."""
UNDER_WAY = "sushiscore.under_way"
"""Where a request's scope holds all requests that wait for a thread of this process or have one."""
SLOW_SECONDS = 0.1
"""Of a statement, waiting for others' locks included."""
# With the bounds that are promised: 0.25 s for a tap, 1.3 s until it is on another screen.
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Histogram(
    "sushiscore_request_seconds",
    "From a request to the beginning of its answer, by the view's name and the status.",
    ["view", "status"],
    buckets=_SECONDS,
)
TAPS = Counter("sushiscore_taps", "Taps that phones have sent, by what became of them.", ["became"])
BUS_LAG = Histogram(
    "sushiscore_bus_lag_seconds",
    "From a change to the loop that wakes this process's streams: memory. From a change through"
    " Redis and back to the process that made it: redis. Without the second in which changes are"
    " gathered.",
    ["bus"],
    buckets=_SECONDS,
)
STREAMS = Gauge("sushiscore_streams", "Live streams that are open.")
TABLES = Gauge("sushiscore_tables", "Games that at least one open stream is about.")
SLOW_STATEMENTS = Counter(
    "sushiscore_slow_statements",
    f"Statements to the database that took longer than {SLOW_SECONDS} s.",
)
JOBS = Gauge(
    "sushiscore_jobs",
    "Work beside requests, by kind: that waits, of all processes; and that this one is at.",
    ["kind", "state"],
)
JOBS_ENDED = Counter(
    "sushiscore_jobs_ended",
    "Work beside requests that this process has ended.",
    ["kind", "outcome"],
)
for _became in ("taken", "late", "refused"):
    TAPS.labels(_became)  # they begin at 0, so that the first one shows in a rate

_log = logging.getLogger(__name__)


def count_from_zero(*kinds: str) -> None:
    """Let the figures of work of these kinds begin at 0, so that the first failure shows in a
    rate."""
    for kind in kinds:
        for outcome in ("done", "failed"):
            JOBS_ENDED.labels(kind, outcome)


def time_statements(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Look out for slow statements on a connection. Receives ``connection_created``."""
    if _timed not in connection.execute_wrappers:  # it was opened anew
        connection.execute_wrappers.append(_timed)


def _timed(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, *rest)
    finally:
        taken = time.perf_counter() - began
        # A migration may take its time: nobody taps meanwhile.
        if taken > SLOW_SECONDS and not sql.startswith(("ALTER ", "CREATE ", "DROP ")):
            SLOW_STATEMENTS.inc()
            # The statement without what is put into it: names are.
            _log.warning("a statement took %.2f s: %s", taken, sql[:200])
