"""Prints where a pinned file lies that the tests read, and that comes through npm.

    python -m scripts.assets.tools NAME            looks for it
    python -m scripts.assets.tools NAME --install  looks, and fetches it with npm, which is
                                                   installed where that can be done unasked

NAME is one of scripts/assets/tools.json: axe-core finds what shuts people out of a page, MDN's
browser-compat-data knows what each browser can do from which version on. They lie in .tools/, in
no repository, under their versions. Ends with 1 and the reason on standard error where one is not
to be had.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.assets.npm import PackageError, packed_files

ROOT = Path(__file__).resolve().parents[2]

TOOLS = json.loads((ROOT / "scripts" / "assets" / "tools.json").read_text())


def place(tool: dict[str, Any]) -> Path:
    """Where the pinned file lies, or would."""
    package = tool["package"]
    return ROOT / ".tools" / f"{package['name']}-{package['version']}" / tool["file"]


def fetch(tool: dict[str, Any], wanted: Path) -> None:
    """Puts the pinned file into its place; whole, or not at all.

    Raises:
        PackageError: when npm is not there, or the package is not the pinned one.
        subprocess.CalledProcessError: when npm does not get it.
    """
    if not shutil.which("npm"):
        name = tool["package"]["name"]
        subprocess.run([ROOT / "scripts" / "debian", "npm", name], check=False)
    if not shutil.which("npm"):
        raise PackageError("npm is not installed")
    (content,) = packed_files(tool["package"], [tool["file"]])
    wanted.parent.mkdir(parents=True, exist_ok=True)
    written = wanted.with_suffix(f".{os.getpid()}")
    written.write_bytes(content)
    written.replace(wanted)


def main(name: str, *options: str) -> int:
    tool = TOOLS[name]
    wanted = place(tool)
    try:
        if not wanted.is_file() and "--install" in options:
            fetch(tool, wanted)
    except (PackageError, OSError, subprocess.CalledProcessError) as problem:
        print(f"{name}: {problem}", file=sys.stderr)
    if not wanted.is_file():
        print(f"{name} is not here; `make test` fetches it where npm is to be had", file=sys.stderr)
        return 1
    print(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
