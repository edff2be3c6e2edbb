"""Log records as one line of fields each: for a person, or as JSON for a program."""

import json
import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .unavailable import is_unavailable

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is answered; "" beside requests."""
_QUOTE = re.compile(r"[^\w\s.,:;()/-]")  # of whichever language
_LEFT_OUT = "(what PostgreSQL says of the row is left out)"
# What every record has; anything beyond it was given as `extra` and is a field of its own.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Objects that Django and uvicorn attach, of no use in a line.
_NOISE = frozenset({"request", "server_time", "color_message", "status_code"})


def fields(record: logging.LogRecord) -> dict[str, object]:
    """What a record says, in the order in which it is written."""
    shown: dict[str, object] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": _event(record),
    }
    if request_id := REQUEST_ID.get():
        shown["request_id"] = request_id
    left_out = _STANDARD | _NOISE
    return shown | {name: value for name, value in vars(record).items() if name not in left_out}


def _event(record: logging.LogRecord) -> str:
    """The message. Of a page's address it keeps what names no person and opens nothing: codes and
    tokens stand in an address as text, games and clubs by their ids."""
    errors = _with_others(*(record.exc_info or ()), *(record.args or ()))
    text, request = _without_rows(record.getMessage(), errors), getattr(record, "request", None)
    if request is None or len(path := request.path) < 2:
        return text
    match, shown = request.resolver_match, "an address that is no page's"
    if match is not None:
        shown = path
        for value in match.kwargs.values():
            if isinstance(value, str):
                shown = shown.replace(f"/{value}", "/…")
    return text.replace(path, shown)


def without_row(error: BaseException) -> str:
    """What an error says. Of PostgreSQL's it is the first line, for the others, in the server's
    language, are about the row, with names; and of one about a value what stands before it."""
    its = error if hasattr(error, "sqlstate") else error.__cause__
    state = getattr(its, "sqlstate", None)
    text = str(error)
    if not state:
        return text
    first = text.partition("\n")[0]
    if state.startswith("22"):
        first = _QUOTE.split(first, maxsplit=1)[0].strip()
    return first if first == text else f"{first} {_LEFT_OUT}"


class _Formatter(logging.Formatter):
    """Formats tracebacks without rows of the database."""

    def formatException(self, ei: Any) -> str:  # noqa: N802  # logging's name
        return _without_rows(super().formatException(ei), _with_others(ei[1]))


def _without_rows(text: str, errors: Iterable[BaseException]) -> str:
    """A text that quotes errors, or shows them as asyncio does of a task, without their rows."""
    for error in errors:
        quoted, shown = str(error), without_row(error)
        if shown != quoted:
            # In a group of errors each line begins with bars.
            lines = "[ |]*".join(map(re.escape, quoted.splitlines(keepends=True)))
            text = re.sub(lines, shown.replace("\\", r"\\"), text)
            text = text.replace(repr(quoted), repr(shown))
    return text


def _with_others(*errors: object) -> Iterator[BaseException]:
    """Yield errors, and those that they came of or hold."""
    known, waiting = set(), [*errors]
    while waiting:
        error = waiting.pop()
        if isinstance(error, BaseException) and id(error) not in known:
            known.add(id(error))
            yield error
            waiting += [error.__cause__, error.__context__, *getattr(error, "exceptions", ())]


class JsonFormatter(_Formatter):
    """One JSON object a record; a traceback is its `traceback` field."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        shown = fields(record)
        if record.exc_info:
            shown["traceback"] = self.formatException(record.exc_info)
        return json.dumps(shown, ensure_ascii=False, default=str)


class LineFormatter(_Formatter):
    """`time level logger event name=value …`; control characters are written out."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, and a traceback below it."""
        shown = fields(record)
        words = [str(shown.pop(name)) for name in ("time", "level", "logger", "event")]
        words += [f"{name}={json.dumps(value, default=str)}" for name, value in shown.items()]
        # Nobody who writes a name with a line break into a form may forge a line of the log.
        line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(words))
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


SECONDS = 60
MAX_EVENTS = 500
_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")


@dataclass(slots=True)
class _Written:
    """When an event was last written, and how often it has come since."""

    at: float
    more: int = 0


class OnceAMinute(logging.Filter):
    """Passes equal warnings or errors once a minute, and everything below always.

    The next one says in `and_more` how many were left out before it. The same is: the same logger,
    level, message without what is put into it, exception and place. A database that cannot be used
    is one line whoever notices it, without a traceback.
    """

    def __init__(self, name: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name)
        self._clock = clock
        self._lock = threading.Lock()
        self._events: OrderedDict[Hashable, _Written] = OrderedDict()  # the oldest first

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written."""
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[1] if record.exc_info else None
        if error and is_unavailable(error):
            reason = without_row(error)
            record.msg, record.args = "the database cannot be used: %s", (reason,)
            record.exc_info = record.exc_text = None
            key: Hashable = reason
        else:
            key = _same(record, error)
        now = self._clock()
        with self._lock:
            written = self._events.get(key)
            if written is not None and now - written.at < SECONDS:
                written.more += 1
                return False
            self._events[key] = _Written(now)
            self._events.move_to_end(key)
            if len(self._events) > MAX_EVENTS:
                self._events.popitem(last=False)
        if written is not None and written.more:
            record.and_more = written.more
        return True


def _same(record: logging.LogRecord, error: BaseException | None) -> Hashable:
    """The key that equal messages share."""
    # Some messages come with everything put into them already.
    words = str(record.msg) if record.args else _NUMBERS.sub("#", str(record.msg))
    place, trace = (record.pathname, record.lineno), error.__traceback__ if error else None
    while trace is not None:
        place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return (record.name, record.levelno, words, type(error), place)
