"""Puts the face of the headings into static/fonts, from the package that fonts.json names.

The package comes through npm, and its hash must be the pinned one. Its Latin part is small enough
to be sent whole; what it lacks, a phone writes in its own letters.
"""

import json
import subprocess
import sys
from pathlib import Path

from scripts.assets.npm import PackageError, packed_files

ROOT = Path(__file__).resolve().parents[2]

MANIFEST = ROOT / "scripts" / "assets" / "fonts.json"
FOLDER = ROOT / "static" / "fonts"


def main() -> int:
    manifest = json.loads(MANIFEST.read_text())
    try:
        found = packed_files(manifest["package"], list(manifest["files"].values()))
    except (PackageError, OSError, subprocess.CalledProcessError) as problem:
        print(f"fonts: {problem}", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for name, content in zip(manifest["files"], found, strict=True):
        (FOLDER / name).write_bytes(content)
        print(f"static/fonts/{name}: {len(content)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
