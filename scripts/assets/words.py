"""Writes the commonest words of each language that SushiScore speaks, as the referee's search and
the reader of phrases want them: small letters, no accents, the commonest first. They come from
wordfreq, as requirements/words.txt pins it. Those that are somebody's first name, too, by Faker's
lists, stand once more in names.txt."""

import subprocess
from importlib import import_module
from pathlib import Path

from faker.config import AVAILABLE_LOCALES

from referee.rules.names import without_accents

ROOT = Path(__file__).resolve().parents[2]

LANGUAGES = ("en", "es")
MANY = 15_000
FOLDER = ROOT / "referee" / "rules" / "phrases" / "common_words"
_LIST = "import sys, wordfreq; print(*wordfreq.top_n_list(sys.argv[1], int(sys.argv[2])))"


def first_names() -> set[str]:
    """First names of everywhere where one of the languages is spoken."""
    found: set[str] = set()
    for locale in AVAILABLE_LOCALES:
        try:
            people = import_module(f"faker.providers.person.{locale}").Provider
        except ImportError:
            continue
        lists = (getattr(people, name) for name in dir(people) if name.startswith("first_name"))
        if locale.startswith(LANGUAGES):
            names = [name for one in lists if isinstance(one, tuple | list | dict) for name in one]
            found |= {without_accents(word) for name in names for word in name.split()}
    return found


def main() -> None:
    asked = [".venv/bin/uv", "run", "--no-project", "--with-requirements", "requirements/words.txt"]
    names = first_names()
    common: set[str] = set()
    for language in LANGUAGES:
        listed = subprocess.run(
            [*asked, "python", "-c", _LIST, language, str(MANY)],
            cwd=ROOT, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        words = dict.fromkeys(without_accents(word).replace("'", "") for word in listed.split())
        kept = [word for word in words if word.isalpha()]
        (FOLDER / f"{language}.txt").write_text("\n".join([*kept, ""]), encoding="utf-8")
        common.update(kept)
        print(f"{language}: {len(kept)} words")
    (FOLDER / "names.txt").write_text("\n".join([*sorted(names & common), ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
