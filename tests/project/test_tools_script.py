"""The script that fetches axe-core and others takes the pinned bytes or none, and says why."""

import subprocess
from pathlib import Path

import pytest

from scripts.assets import tools

ROOT = tools.ROOT


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What npm brings, where there is one; it is not asked twice. Nothing is fetched yet."""
    brings: list[bytes] = []

    def run(command: list[str], cwd: str = "", **_options: object) -> None:
        if command[0] == "npm":
            Path(cwd, "axe-core-0.tgz").write_bytes(brings.pop())

    monkeypatch.setattr(tools, "ROOT", tmp_path)
    monkeypatch.setattr(tools.shutil, "which", lambda _name: "npm" if brings else None)
    monkeypatch.setattr(tools.subprocess, "run", run)
    return brings


def test_without_npm_it_says_so_in_a_line_and_fails(npm, capsys):
    assert tools.main("axe-core", "--install") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "npm is not installed\naxe-core is not here" in said.err


def test_a_package_with_another_hash_is_not_kept(npm, capsys):
    npm.append(b"forged")
    assert tools.main("axe-core", "--install") == 1
    assert "not the pinned one" in capsys.readouterr().err
    assert not (tools.ROOT / ".tools").exists()


def test_what_is_there_is_not_fetched_again(npm, capsys):
    file = tools.place(tools.TOOLS["axe-core"])
    file.parent.mkdir(parents=True)
    file.write_text("axe")
    assert tools.main("axe-core", "--install") == 0
    assert capsys.readouterr().out.strip() == str(file)


def test_it_lies_where_git_does_not_look():
    subprocess.run(["git", "check-ignore", "-q", ".tools/axe.min.js"], check=True, cwd=ROOT)
