"""`make release`: what it moves, builds, commits and tags, and where it changes nothing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.version import Version

import sushiscore

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = """
test wheel client:
	@echo $@ `grep -o '".*"' sushiscore/__init__.py` >> .git/made
	@[ ! -e .git/fails-$@ ]
"""
OLD = "## 0.9.0 – 2026-01-02\n\n- Old.\n"


def test_the_version_is_the_changelogs_newest_or_on_the_way_to_the_next():
    text = (ROOT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] == "Unreleased"
    released = [Version(re.fullmatch(r"(\S+) – \d{4}-\d\d-\d\d", head)[1]) for head in heads[1:]]
    assert released == sorted(released, reverse=True)
    own = Version(sushiscore.__version__)
    if own.is_devrelease:
        assert own > max(released, default=Version("0"))
    else:
        assert own == released[0]
        # What comes after a release is no longer that release.
        assert re.search(r"## Unreleased\n+## ", text)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with the files that a release changes, and a make that notes what is asked."""
    files = {
        "CHANGELOG.md": f"# Changelog\n\n## Unreleased\n\n- Scores.\n\n{OLD}",
        "Makefile": MAKEFILE,
        "sushiscore/__init__.py": '__version__ = "0.9.1.dev0"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/release.py", tmp_path / "scripts")
    git(tmp_path, "init", "--quiet")
    for setting in ("user.name=Ana", "user.email=ana@sushi.example"):
        git(tmp_path, "config", *setting.split("="))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "All")
    return tmp_path


def git(clone: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, check=True, cwd=clone, text=True)
    return done.stdout.strip()


def release(clone: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-m", "scripts.release", *words]
    return subprocess.run(command, capture_output=True, check=False, cwd=clone, text=True)


@pytest.mark.parametrize(
    ("words", "version", "after"), [((), "0.9.1", "0.9.2"), (("0.10.0",), "0.10.0", "0.10.1")]
)
def test_a_release_is_tested_built_committed_and_tagged_and_then_the_next_begins(
    clone, words, version, after
):
    done = release(clone, *words)
    assert done.returncode == 0, done.stderr
    made = (clone / ".git/made").read_text().split("\n")
    assert made == [f'{step} "{version}"' for step in ("test", "wheel", "client")] + [""]
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "log", "--format=%s").splitlines() == [
        f"What comes after {version}", f"Release {version}", "All",
    ]  # fmt: skip
    assert git(clone, "log", "-1", "--format=%s", f"v{version}") == f"Release {version}"
    assert f'"{version}"' in git(clone, "show", f"v{version}:sushiscore/__init__.py")
    assert f'"{after}.dev0"' in (clone / "sushiscore/__init__.py").read_text()
    assert re.fullmatch(
        rf"# Changelog\n\n## Unreleased\n\n## {version} – \d{{4}}-\d\d-\d\d\n\n- Scores.\n\n{OLD}",
        (clone / "CHANGELOG.md").read_text(),
    )
    assert "nothing that is unreleased" in release(clone).stderr


@pytest.mark.parametrize(
    ("words", "before", "why"),
    [
        ((), "echo >> Makefile", "not committed"),
        ((), "git tag v0.9.1", "the tag v0.9.1 is there already"),
        (("0.9.0",), "", "0.9.0 is not newer than 0.9.0"),
        (("0.8.10",), "", "0.8.10 is not newer than 0.9.0"),
        (("next",), "", "'next' is no version"),
        ((), "touch .git/fails-test", "nothing was released"),
        ((), "touch .git/fails-client", "nothing was released"),
        ((), "git config tag.gpgSign true && git config gpg.program false", "nothing was released"),
    ],
)
def test_where_something_is_in_the_way_nothing_is_changed(clone, words, before, why):
    subprocess.run(["/bin/sh", "-c", before], check=True, cwd=clone)
    as_it_was = git(clone, "status", "--porcelain"), git(clone, "tag")
    done = release(clone, *words)
    assert done.returncode != 0
    assert why in done.stderr.splitlines()[-1]
    assert (git(clone, "status", "--porcelain"), git(clone, "tag")) == as_it_was
    assert git(clone, "log", "--format=%s") == "All"
