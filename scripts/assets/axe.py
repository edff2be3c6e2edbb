"""Prints where the pinned axe-core lies, which finds what shuts people out of a page.

    python -m scripts.assets.axe            looks for it
    python -m scripts.assets.axe --install  looks, and fetches it with npm, which is installed where
                                            that can be done unasked

It lies in .tools/, in no repository, under its version. Ends with 1 and the reason on standard
error where it is not to be had.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.assets.npm import PackageError, packed_files

ROOT = Path(__file__).resolve().parents[2]

MANIFEST = json.loads((ROOT / "scripts" / "assets" / "axe.json").read_text())


def place(folder: Path = ROOT / ".tools") -> Path:
    """Where the pinned axe-core lies, or would."""
    package = MANIFEST["package"]
    return folder / f"{package['name']}-{package['version']}" / MANIFEST["file"]


def fetch(wanted: Path) -> None:
    """Puts the pinned file into its place; whole, or not at all.

    Raises:
        PackageError: when npm is not there, or the package is not the pinned one.
        subprocess.CalledProcessError: when npm does not get it.
    """
    if not shutil.which("npm"):
        subprocess.run([ROOT / "scripts" / "debian", "npm", "axe-core"], check=False)
    if not shutil.which("npm"):
        raise PackageError("npm is not installed")
    (content,) = packed_files(MANIFEST["package"], [MANIFEST["file"]])
    wanted.parent.mkdir(parents=True, exist_ok=True)
    written = wanted.with_suffix(f".{os.getpid()}")
    written.write_bytes(content)
    written.replace(wanted)


def main(arguments: list[str]) -> int:
    wanted = place()
    try:
        if not wanted.is_file() and "--install" in arguments:
            fetch(wanted)
    except (PackageError, OSError, subprocess.CalledProcessError) as problem:
        print(f"axe: {problem}", file=sys.stderr)
    if not wanted.is_file():
        print(
            "axe-core is not here; `make test` fetches it where npm is to be had", file=sys.stderr
        )
        return 1
    print(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
