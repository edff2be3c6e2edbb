"""Log records as one line of fields each: for a person, or as JSON for a program."""

import json
import logging
from datetime import UTC, datetime

# What every record has; anything beyond it was given as `extra` and is a field of its own.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Objects that Django and uvicorn attach, of no use in a line.
_NOISE = frozenset({"request", "server_time", "color_message", "status_code"})


def fields(record: logging.LogRecord) -> dict[str, object]:
    """What a record says, in the order in which it is written."""
    said: dict[str, object] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": record.getMessage(),
    }
    extra = {name: value for name, value in vars(record).items() if name not in _STANDARD}
    return said | {name: value for name, value in extra.items() if name not in _NOISE}


class JsonFormatter(logging.Formatter):
    """One JSON object a record; a traceback is its `traceback` field."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        said = fields(record)
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


class LineFormatter(logging.Formatter):
    """`time level logger event name=value …`; control characters are written out."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, and a traceback below it."""
        said = fields(record)
        words = [str(said.pop(name)) for name in ("time", "level", "logger", "event")]
        words += [f"{name}={json.dumps(value, default=str)}" for name, value in said.items()]
        # Nobody who writes a name with a line break into a form may forge a line of the log.
        line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(words))
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
