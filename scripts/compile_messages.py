"""Compile the catalogues in locale/ that are newer than what was made of them.

Called by scripts/setup, so that a checkout speaks its languages after every `git pull`. Django
reads compiled catalogues alone; git has only what people write.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"


def catalogues(locale: Path = LOCALE) -> list[Path]:
    """Every catalogue that people write, by language."""
    return sorted(locale.glob("*/LC_MESSAGES/*.po"))


def outdated(locale: Path = LOCALE) -> Iterator[Path]:
    """The catalogues of which nothing was compiled since they were written."""
    for written in catalogues(locale):
        compiled = written.with_suffix(".mo")
        # As the shell compares: what was made in the same moment may be of before.
        if not compiled.exists() or compiled.stat().st_mtime_ns <= written.stat().st_mtime_ns:
            yield written


def compile_one(written: Path) -> None:
    """Put the compiled catalogue beside a written one, whole or not at all.

    Raises:
        OSError: where it cannot be read or written.
        ValueError: where it is no catalogue; says in which line.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    with written.open("rb") as file:
        try:
            catalogue = read_po(file, abort_invalid=True)
        except PoFileError as error:
            line = f"line {error.lineno + 1}"  # Babel counts from 0
            raise ValueError(f"{line}: {error.line.strip()!r} is not understood") from error
    # Others may compile it at the same time: each writes a file of its own, the last one stays.
    with tempfile.NamedTemporaryFile(
        dir=written.parent, prefix=".compiling-", suffix=".mo", delete=False
    ) as new:
        write_mo(new, catalogue)
    os.chmod(new.name, 0o644)
    # Newer also for a shell that compares whole seconds.
    changed = max(Path(new.name).stat().st_mtime_ns, written.stat().st_mtime_ns + 10**9)
    os.utime(new.name, ns=(changed, changed))
    os.replace(new.name, written.with_suffix(".mo"))


def compile_outdated(locale: Path = LOCALE) -> None:
    """Compile whatever is newer than its compiled form; see `compile_one`."""
    for written in outdated(locale):
        compile_one(written)


def main() -> int:
    """Compile everything that is outdated, name what cannot be; 1 where a catalogue is faulty."""
    faulty = 0
    for written in outdated():
        name = written.relative_to(ROOT)
        try:
            compile_one(written)
        except OSError as error:
            # Without it the language says in English what it does not know: no reason to stop.
            print(f"setup: {name} was not compiled: {error.strerror or error}.", file=sys.stderr)
        except ValueError as error:
            print(f"setup: {name} cannot be read: {error}.", file=sys.stderr)
            faulty = 1
    return faulty


if __name__ == "__main__":
    sys.exit(main())
