"""The catalogues in locale/ have every text of the source, whole and nothing else."""

import ast
import functools
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings

from scripts import compile_messages, messages
from tests.needed import missing

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def source() -> Catalog:
    """Every text in the source; where GNU gettext is missing the test is skipped, but not in CI."""
    found = subprocess.run([ROOT / "scripts/gettext"], capture_output=True, check=False, text=True)
    if found.returncode:
        missing(found.stderr.strip(), "apt-get install gettext")
    return texts_of_the_source()


@functools.cache
def texts_of_the_source() -> Catalog:
    return messages.template()


def path_of(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


@functools.cache
def catalogue(language: str) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def texts(of: Catalog) -> Iterator[Message]:
    return (one for one in of if one.id)


# ------------------------------------------------------------- every text, and no other


def test_every_language_of_the_settings_has_a_folder_and_every_folder_is_such_a_language():
    assert sorted(path.name for path in (ROOT / "locale").iterdir()) == sorted(LANGUAGES)
    assert [path.relative_to(ROOT) for path in compile_messages.catalogues()] == [
        path_of(language).relative_to(ROOT) for language in sorted(LANGUAGES)
    ]


@every_language
def test_make_messages_has_nothing_to_change(language, source):
    """Nothing but the texts changes a catalogue: no line numbers, no dates, no other order."""
    old = path_of(language).read_text(encoding="utf-8")
    name = dict(settings.LANGUAGES)[language]
    new = messages.renewed(source, catalogue(language), language)
    assert messages.written(new, language, name) == old, "run `make messages`"


def test_texts_are_marked_where_they_are_found():
    """GNU gettext does not look into f-strings; what is marked there would never be translated."""
    marks = {"_", *(f"{kind}gettext{lazy}" for kind in ("", "n", "p") for lazy in ("", "_lazy"))}
    inside = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (*ROOT.glob("referee/**/*.py"), *ROOT.glob("scripts/**/*.py"))
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in marks
    ]
    assert not inside


def test_what_is_new_comes_in_untranslated_and_what_is_gone_goes_out():
    old, now = Catalog(locale="es"), Catalog()
    old.add("stays", "queda", user_comments=["of a translator"])
    old.add("stays", "permanece", context="verb")
    old.add("goes", "se va")
    old.add("alike", "parecido")
    old.add("one thing", "una cosa")
    for text in ("new", "stays", "alike!"):
        now.add(text, "", locations=[("b.py", 7), ("a.html", 3)])
    now.add("stays", context="verb")
    now.add(("one thing", "%(n)d things"))
    new = messages.renewed(now, old, "es")
    assert {(one.context, one.id): one.string for one in texts(new)} == {
        (None, "new"): "",
        (None, "stays"): "queda",
        (None, "alike!"): "",
        ("verb", "stays"): "permanece",
        (None, ("one thing", "%(n)d things")): ("", ""),
    }
    said = messages.written(new, "es", "Español")
    assert "#. " not in said
    assert '# of a translator\n#: a.html b.py\nmsgid "stays"\n' in said
    assert "fuzzy" not in said
    assert not re.search(r"\d{4}-\d\d|#: .*\d", said)


# ------------------------------------------------------------- every text is translated whole


def strings(text: Message) -> list[str]:
    """The translations of a text, one for each form of number."""
    return [text.string] if isinstance(text.string, str) else list(text.string)


def originals(text: Message, number: int) -> list[str]:
    """What a form of a translation must match: for one alone the singular will do as well."""
    if isinstance(text.id, str):
        return [text.id]
    return list(text.id) if number == 0 else [text.id[1]]


PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")
TAG = re.compile(r"</?[a-z][^>]*>")
KEPT = {
    "placeholders": lambda text: Counter(PLACEHOLDER.findall(text)),
    "tags": lambda text: Counter(TAG.findall(text)),
    "number signs": lambda text: text.count("#"),
    "space at the ends": lambda text: (
        text[: len(text) - len(text.lstrip())],
        text[len(text.rstrip()) :],
    ),
}


def faults(language: str, of: Catalog) -> list[str]:
    """What is wrong with the texts of a catalogue, one line for each fault."""
    return [
        f"{language}: {fault}: {text.id!r}"
        for text in texts(of)
        for fault in faults_of(text, of.num_plurals)
    ]


def faults_of(text: Message, forms: int) -> Iterator[str]:
    if text.fuzzy:
        yield "fuzzy"
    if len(strings(text)) != (forms if text.pluralizable else 1):
        yield "forms of number are missing"
    for number, string in enumerate(strings(text)):
        if not string:
            yield "not translated"
            continue
        for what, kept in KEPT.items():
            if kept(string) not in [kept(original) for original in originals(text, number)]:
                yield f"other {what}: {string!r}"


@every_language
def test_every_text_is_translated_with_all_that_is_filled_into_it(language):
    assert faults(language, catalogue(language)) == []


# ------------------------------------------------------------- nothing is said too early

TOLD_ON_IMPORT = """
import importlib, pkgutil, sys, traceback
import django
django.setup()
from django.utils.translation import trans_real
import referee
said = []
def told(name):
    original = getattr(trans_real, name)
    def wrapper(*args, **kwargs):
        said.append((args, [f"{f.filename}:{f.lineno}" for f in traceback.extract_stack()][-4:]))
        return original(*args, **kwargs)
    return wrapper
for name in ("gettext", "ngettext", "pgettext", "npgettext"):
    setattr(trans_real, name, told(name))
for module in [name for name in sys.modules if name.partition(".")[0] == "referee"]:
    stays = module.startswith(("referee.models", "referee.hosting"))
    if not stays and module not in ("referee", "referee.apps"):
        del sys.modules[module]
for module in pkgutil.walk_packages(referee.__path__, "referee."):
    importlib.import_module(module.name)
for one in said:
    print(one)
"""


def test_no_module_says_anything_when_it_is_imported():
    """What is said then stays in the language of that moment, for every phone."""
    own = {**os.environ, "DJANGO_SETTINGS_MODULE": "sushiscore.settings"}
    done = subprocess.run(
        [sys.executable, "-c", TOLD_ON_IMPORT],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=own,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
