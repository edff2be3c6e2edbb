"""Bring the catalogues in locale/ up to date with the texts in the source; `make messages`.

A text that is new comes in untranslated, one that is gone goes out, and every other one keeps its
translation; nothing is guessed. The order is that of the files, the places name no lines, and no
date is written: a catalogue differs only where its texts do.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
SOURCES = ("referee", "sushiscore", "templates", "manage.py")
HEADER = """\
# SushiScore in {language}. docs/languages.md says how to work on it.
msgid ""
msgstr ""
"Project-Id-Version: SushiScore\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""
PLURALS = {"es": "nplurals=2; plural=(n != 1);"}
"""Where whole numbers need fewer forms than the language has for all numbers."""


def template() -> Catalog:
    """Every text of the source, without a translation, in the order of the files.

    Django's own makemessages collects them, in a copy: it writes between the files it reads.
    Where GNU gettext is missing or stumbles, this ends with the reason.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in SOURCES:
            if (ROOT / name).is_dir():
                leave = shutil.ignore_patterns("__pycache__", "*.mo")
                shutil.copytree(ROOT / name, copy / name, ignore=leave)
            else:
                shutil.copy(ROOT / name, copy / name)
        (copy / "locale").mkdir()
        command = [sys.executable, "manage.py", "makemessages", "--all", "--keep-pot"]
        command += ["--add-location", "file", "--verbosity", "0"]
        # Of this project alone, and in a data folder that is not there: nothing is read from one.
        own = {**os.environ, "PYTHONPATH": "", "SUSHISCORE_DATA": str(copy / "none")}
        if subprocess.run(command, check=False, cwd=copy, env=own).returncode:
            sys.exit("messages: the texts were not collected; the reason is above.")
        found = (copy / "locale" / "django.pot").read_text(encoding="utf-8")
        # Its header holds a place for a number of plural forms where Babel wants the number.
        text = found.replace("nplurals=INTEGER", "nplurals=2")
        return read_po(io.BytesIO(text.replace("plural=EXPRESSION", "plural=(n != 1)").encode()))


def read(path: Path, code: str) -> Catalog:
    """A catalogue as it is written; an empty one where there is none."""
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def renewed(texts: Catalog, old: Catalog, code: str) -> Catalog:
    """The texts with the translations that an older catalogue has for exactly them."""
    new = Catalog(locale=code)
    new.mime_headers = [("Plural-Forms", plurals(old, code))]
    for text in texts:
        if text.id:
            new[text.id] = found = text.clone()
            before = old.get(text.id, text.context)
            if before and before.id == text.id:
                found.string, found.user_comments = before.string, before.user_comments
                found.flags |= before.flags & {"fuzzy"}
    return new


def plurals(old: Catalog, code: str) -> str:
    """How a language counts: as its catalogue says, or what is known of the language."""
    return PLURALS.get(code) or f"{old.plural_forms};".replace(";;", ";")


def written(catalogue: Catalog, code: str, language: str) -> str:
    """A catalogue as a file."""
    said = HEADER.format(code=code, language=language, plurals=plurals(catalogue, code))
    out = io.BytesIO()
    write_po(out, catalogue, width=100, omit_header=True, include_lineno=False)
    return f"{said}\n{out.getvalue().decode()}".rstrip("\n") + "\n"


def main() -> None:
    """Renew the catalogue of every language of the settings that the source is not written in."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")
    from django.conf import settings

    texts = template()
    for code, language in settings.LANGUAGES:
        if code == settings.LANGUAGE_CODE:
            continue
        path = LOCALE / code / "LC_MESSAGES" / "django.po"
        new = renewed(texts, read(path, code), code)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(new, code, language), encoding="utf-8")
        strings = [one.string for one in new if one.id]  # of the plural forms, where there are some
        missing = sum(not (all(one) if isinstance(one, tuple) else one) for one in strings)
        print(f"{path.relative_to(ROOT)}: {len(new)} texts, {missing} of them without translation")


if __name__ == "__main__":
    main()
