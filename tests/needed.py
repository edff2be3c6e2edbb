"""Programs that only some tests need. Where one is missing they are skipped; in CI they fail, and
either way the reason says what installs it."""

import os
import shutil
from typing import NoReturn

import pytest

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
PACKAGES = {"nginx": "nginx-light"}
"""Debian's package of a program, where it is called otherwise."""


def missing(what: str, install: str) -> NoReturn:
    """Skip the test, or fail in CI."""
    reason = f"{what}; this installs it: {install}"
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)


def needed(program: str, *others: str) -> str:
    """Return the path of a program, or of another one that does the same."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
    for name in (program, *others):
        if found := shutil.which(name, path=path):
            return found
    missing(f"no {program} was found", f"apt-get install {PACKAGES.get(program, program)}")
