"""What other processes do in tests: a process imports this module, and little else."""

import os
import signal
import time
from pathlib import Path

LONG = 600.0
"""Seconds of a piece of work that is to be ended by somebody else."""


def interrupt_oneself() -> tuple[int, int]:
    """Returns the process's number and niceness after a Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid(), os.nice(0)


def raise_timeout() -> None:
    raise TimeoutError("its own")


def touch_and_sleep(begun: Path) -> None:
    begun.touch()
    time.sleep(LONG)
