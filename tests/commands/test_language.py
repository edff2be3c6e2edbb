"""The language of the commands: the terminal's for people, English for programs."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from referee.management.language import terminal_language

ROOT = Path(__file__).resolve().parents[2]
SHEET = str(ROOT / "examples/sushi-roll.json")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch):
    """Sets what the terminal says of its language, and nothing else says."""

    def set_to(**variables: str) -> None:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.setenv(name, variables.get(name, ""))

    return set_to


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es_MX@euro"}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES", "LC_MESSAGES": "es_ES", "LC_ALL": "C"}, "en"),
        ({"LANG": "../../x" * 500}, "en"),
    ],
)
def test_the_terminals_language_is_the_first_that_is_said(terminal, variables, language):
    terminal(**variables)
    assert terminal_language() == language


def score(capsysbinary, *arguments: str) -> tuple[bytes, bytes]:
    call_command("score", *arguments)
    return capsysbinary.readouterr()


def test_the_json_is_the_same_wherever_it_is_made(terminal, capsysbinary):
    made = set()
    for language in ("C", "es_ES.UTF-8", "en_GB.UTF-8"):
        terminal(LANG=language)
        made.add(score(capsysbinary, SHEET))
    assert len(made) == 1


def test_another_language_changes_what_is_said_and_nothing_else(terminal, capsysbinary):
    terminal(LANG="C")
    said = ("explanation", "message")

    def without_words(value):
        if isinstance(value, dict):
            return {key: without_words(one) for key, one in value.items() if key not in said}
        return [without_words(one) for one in value] if isinstance(value, list) else value

    plain, english, spanish = (
        json.loads(score(capsysbinary, *language, SHEET)[0])
        for language in ([], ["--language", "en"], ["--language", "es"])
    )
    assert plain == english
    assert spanish != english
    assert without_words(spanish) == without_words(english)
    explained = spanish["rounds"][0]["players"]["Ana"]["lines"][0]["explanation"]
    assert explained == "1 nigiri de calamar con wasabi, 3 × 3: 9 puntos"


def test_lines_of_sheets_are_answered_in_the_language_asked_for(terminal, capsysbinary, tmp_path):
    terminal(LANG="es_ES.UTF-8")
    path = tmp_path / "lines"
    path.write_text(f"{json.dumps(json.loads(Path(SHEET).read_text()))}\n{{}}\n")
    for language, words in (([], "squid nigiri"), (["--language", "es"], "nigiri de calamar")):
        with pytest.raises(SystemExit):
            score(capsysbinary, *language, "--lines", str(path))
        out, err = capsysbinary.readouterr()
        assert words in out.decode()
        # What people read is in the terminal's language, whatever the result's is.
        assert "1 de 2 líneas" in err.decode()


@pytest.mark.parametrize(
    ("language", "arguments", "words"),
    [
        ("C", [], "Round 1"),
        ("es_ES.UTF-8", [], "Ronda 1"),
        ("C", ["--language", "es"], "Ronda 1"),
        ("es_ES.UTF-8", ["--language", "en"], "Round 1"),
    ],
)
def test_the_table_is_in_the_terminals_language_or_the_one_asked_for(
    terminal, capsysbinary, language, arguments, words
):
    terminal(LANG=language)
    out, _err = score(capsysbinary, "--text", *arguments, SHEET)
    assert words in out.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("C", "cannot be read"), ("es_ES.UTF-8", "No se puede leer")]
)
@pytest.mark.parametrize("command", ["score", "import_club"])
def test_errors_are_told_in_the_terminals_language(terminal, command, language, words):
    terminal(LANG=language)
    with pytest.raises(CommandError, match=words):
        call_command(command, "/no/such/file")


def test_a_language_that_there_is_not_is_refused():
    with pytest.raises(CommandError, match="language"):
        call_command("score", "--language", "fr", SHEET)
