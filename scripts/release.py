"""`make release`: releases what `__version__` is on the way to, or what VERSION names.

What is unreleased in the changelog becomes the version's section; the tests run; the wheel and the
client are built into dist/; all is committed and tagged. Nothing is uploaded or pushed. Where a
step fails, the files are as before. The next commit begins the version after it.

Usage: python -m scripts.release [version]
"""

import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"
INIT = ROOT / "sushiscore/__init__.py"
CHANGED = (str(CHANGELOG), str(INIT))


def stop(reason: str) -> NoReturn:
    """End with one line on standard error."""
    sys.exit(f"release: {reason}")


def git(*words: str) -> str:
    """What git prints."""
    done = subprocess.run(["git", *words], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def numbers(version: str) -> list[int]:
    """A version, to compare it with others."""
    return [int(number) for number in version.split(".")]


def set_version(version: str) -> None:
    """Write down which version this is."""
    text = INIT.read_text(encoding="utf-8")
    new = re.sub(r'(__version__ = )".*"', rf'\1"{version}"', text)
    INIT.write_text(new, encoding="utf-8")


def check(version: str, changelog: str) -> None:
    """Look whether there is something to release, and nothing in the way."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        stop(f"{version!r} is no version, such as 0.10.0.")
    if git("status", "--porcelain"):
        stop("there are changes that are not committed.")
    if git("tag", "--list", f"v{version}"):
        stop(f"the tag v{version} is there already.")
    _head, unreleased, *_others = re.split(r"^## .*\n", changelog, flags=re.MULTILINE)
    if not unreleased.strip():
        stop("the changelog has nothing that is unreleased.")
    newest = re.search(r"^## (\d\S*)", changelog, re.MULTILINE)
    if newest and numbers(version) <= numbers(newest[1]):
        stop(f"{version} is not newer than {newest[1]}, which the changelog has.")


def main() -> None:
    """Do all of it, or nothing."""
    known = INIT.read_text(encoding="utf-8").split('"')[-2].removesuffix(".dev0")
    version = sys.argv[1] if sys.argv[1:] else known
    changelog = CHANGELOG.read_text(encoding="utf-8")
    check(version, changelog)
    heading = "## Unreleased\n"
    today = datetime.now().astimezone().date()
    released = changelog.replace(heading, f"{heading}\n## {version} – {today}\n", 1)
    before = git("rev-parse", "HEAD")
    try:
        CHANGELOG.write_text(released, encoding="utf-8")
        set_version(version)
        for target in ("test", "wheel", "client"):
            subprocess.run(["make", target], check=True, cwd=ROOT)
        git("commit", "--quiet", "--message", f"Release {version}", "--", *CHANGED)
        git("tag", "--annotate", "--message", f"SushiScore {version}", f"v{version}")
    except (subprocess.CalledProcessError, KeyboardInterrupt):
        git("reset", "--quiet", "--soft", before)
        git("checkout", "--quiet", "HEAD", "--", *CHANGED)
        stop("nothing was released; the reason is above.")
    major, minor, micro = numbers(version)
    set_version(f"{major}.{minor}.{micro + 1}.dev0")
    git("commit", "--quiet", "--message", f"What comes after {version}", "--", *CHANGED)
    print(f"v{version} is tagged, its wheels are in dist/. Push it: git push --follow-tags")


if __name__ == "__main__":
    main()
