"""What the log would say."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from referee.hosting.logs import JsonFormatter, LineFormatter


@contextmanager
def logged(*filters: logging.Filter) -> Iterator[list[str]]:
    """The lines of the log, as they are written: each as a line and as JSON."""
    lines: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.extend([LineFormatter().format(record), JsonFormatter().format(record)])

    handler, root = Handler(), logging.getLogger()
    for one in filters:
        handler.addFilter(one)
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
