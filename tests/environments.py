"""SushiScore in an environment of a test's own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def bare(**more: str) -> dict[str, str]:
    """An environment that says of SushiScore only what is given here."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | more


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh Python, in a bare environment."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=bare(**environment),
        text=True,
    )
