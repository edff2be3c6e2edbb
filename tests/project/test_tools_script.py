"""The script that fetches axe-core and others takes the pinned bytes or none, and says why."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NPM = """#!/bin/sh
echo forged > axe-core-0.tgz
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout of its own with the scripts alone, and nothing fetched yet."""
    (tmp_path / "scripts/assets").mkdir(parents=True)
    for name in ("assets/tools.py", "assets/tools.json", "assets/npm.py", "debian"):
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts" / name)
    return tmp_path


def run(copy: Path, path: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.assets.tools", "axe-core", *options],
        cwd=copy,
        capture_output=True,
        check=False,
        env={**os.environ, "PATH": path},
        text=True,
    )


def test_without_npm_it_says_so_in_a_line_and_fails(copy: Path) -> None:
    done = run(copy, str(copy), "--install")
    assert (done.returncode, done.stdout) == (1, "")
    assert "axe-core is not here" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_package_with_another_hash_is_not_kept(copy: Path) -> None:
    npm = copy / "npm"
    npm.write_text(NPM)
    npm.chmod(0o755)
    done = run(copy, f"{copy}:{os.environ['PATH']}", "--install")
    assert done.returncode == 1
    assert "not the pinned one" in done.stderr
    assert not (copy / ".tools").exists()


def test_what_is_there_is_not_fetched_again(copy: Path) -> None:
    manifest = json.loads((copy / "scripts/assets/tools.json").read_text())["axe-core"]
    folder = copy / ".tools" / f"axe-core-{manifest['package']['version']}"
    folder.mkdir(parents=True)
    (folder / manifest["file"]).write_text("axe")
    done = run(copy, str(copy), "--install")
    assert (done.returncode, done.stdout.strip()) == (0, str(folder / manifest["file"]))


def test_it_lies_where_git_does_not_look() -> None:
    ignored = subprocess.run(
        ["git", "check-ignore", "-q", ".tools/axe.min.js"], cwd=ROOT, check=False
    )
    assert ignored.returncode == 0
