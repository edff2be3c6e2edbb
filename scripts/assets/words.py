"""Writes the commonest words of each language that SushiScore speaks, as the referee's search wants
them: small letters, no accents, the commonest first. They come from wordfreq, as
requirements/words.txt pins it."""

import subprocess
from pathlib import Path

from referee.rules.names import without_accents

ROOT = Path(__file__).resolve().parents[2]

LANGUAGES = ("en", "es")
MANY = 15_000
FOLDER = ROOT / "referee" / "wording" / "guide" / "common_words"
_LIST = "import sys, wordfreq; print(*wordfreq.top_n_list(sys.argv[1], int(sys.argv[2])))"


def main() -> None:
    asked = [".venv/bin/uv", "run", "--no-project", "--with-requirements", "requirements/words.txt"]
    for language in LANGUAGES:
        listed = subprocess.run(
            [*asked, "python", "-c", _LIST, language, str(MANY)],
            cwd=ROOT, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        words = dict.fromkeys(without_accents(word).replace("'", "") for word in listed.split())
        kept = [word for word in words if word.isalpha()]
        (FOLDER / f"{language}.txt").write_text("\n".join([*kept, ""]), encoding="utf-8")
        print(f"{language}: {len(kept)} words")


if __name__ == "__main__":
    main()
