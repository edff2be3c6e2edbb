"""The names of settings in the environment, and what a name that is none may have meant."""

import difflib
import os
from collections.abc import Iterator

PREFIX = "SUSHISCORE_"
KNOWN = frozenset(
    PREFIX + name
    for name in (
        "BIND", "CHROMIUM", "CORS", "DATA", "DEBUG", "HOSTS", "HTTPS", "LOG_ADDRESSES",
        "LOG_FORMAT", "LOG_LEVEL", "LOG_TO", "METRICS_TOKEN", "PROXIES", "SECRET_KEY", "TIME_ZONE",
        "WEBHOOKS_PRIVATE",
        "KEY",  # of a program that asks the network interface (docs/api.md)
    )
)  # fmt: skip

WITHOUT_PREFIX = ("DATABASE_URL", "PORT", "REDIS_URL")
"""Settings with the names that they have in other programs, too."""


def unknown() -> Iterator[str]:
    """Say of each variable that looks like a setting and is none which one is nearest."""
    full = {name.removeprefix(PREFIX): name for name in sorted(KNOWN)}
    full |= {name: name for name in WITHOUT_PREFIX}
    for name in sorted(os.environ.keys() - KNOWN):
        if name.upper().startswith(PREFIX):
            rest = name.upper().removeprefix(PREFIX)
            near = difflib.get_close_matches(rest, full, n=1)
            meant = f"; did you mean {full[near[0]]}?" if near else ": docs/settings.md has them"
            yield f"{name} is not a setting{meant}"
