"""Puts files of others into static/, from the packages that vendored.json names.

The packages come through npm, and their hashes must be the pinned ones. The font's Latin part is
small enough to be sent whole; what it lacks, a phone writes in its own letters.
"""

import json
import subprocess
import sys
from pathlib import Path

from scripts.assets.npm import PackageError, packed_files

ROOT = Path(__file__).resolve().parents[2]

MANIFEST = ROOT / "scripts" / "assets" / "vendored.json"


def main() -> int:
    for one in json.loads(MANIFEST.read_text()):
        try:
            found = packed_files(one["package"], list(one["files"].values()))
        except (PackageError, OSError, subprocess.CalledProcessError) as problem:
            print(f"vendored: {problem}", file=sys.stderr)
            return 1
        for name, content in zip(one["files"], found, strict=True):
            (ROOT / name).parent.mkdir(exist_ok=True)
            (ROOT / name).write_bytes(content)
            print(f"{name}: {len(content)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
