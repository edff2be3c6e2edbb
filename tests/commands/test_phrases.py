"""``manage.py phrases`` as its contract in docs/score-sheet.md has it."""

import io
import json

import pytest
from django.core.management import call_command

GO, PARTY = {"ruleset": "sushi-go"}, {"ruleset": "sushi-go-party", "menu": "points-platter"}


@pytest.fixture
def answers(tmp_path, capsysbinary):
    """The answers to requests, a line each, and the exit code."""

    def ask(*requests):
        file = tmp_path / "phrases.jsonl"
        lines = [one if isinstance(one, str) else json.dumps(one) for one in requests]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        code = 0
        try:
            call_command("phrases", "--lines", str(file), stderr=io.StringIO())
        except SystemExit as end:
            code = end.code
        out = capsysbinary.readouterr().out.decode()
        return [json.loads(line) for line in out.splitlines()], code

    return ask


def test_each_line_is_answered_in_its_order_and_language(answers):
    got, code = answers(
        {**GO, "lying": "tempura*2 wasabi", "language": "en", "text": "salmon on the wasabi"},
        {**PARTY, "language": "en", "text": "Ben claimed uramaki with eleven, xyzzy"},
        {**GO, "lying": "squid-nigiri", "language": "es", "text": "wasabi"},
        {**PARTY, "lying": "dumpling", "language": "en", "text": "a special order"},
        {**GO, "lying": "pudding tempura", "language": "en", "text": "clear, next player"},
        {**PARTY, "language": "es", "text": "he reclamado uramaki con doce"},
    )
    assert code == 0
    assert got[0] == {
        "tableau": "wasabi+salmon-nigiri tempura*2",
        "commands": [],
        "questions": [],
        "not_understood": [],
    }
    assert got[1]["commands"] == ["claim:Ben:11"]
    assert got[1]["not_understood"] == ["xyzzy"]
    assert got[2]["tableau"] == "squid-nigiri"
    asked = "¿Qué nigiri está sobre el wasabi: nigiri de calamar, o ninguno?"
    assert got[2]["questions"] == [asked]
    assert got[3]["tableau"] == "dumpling"
    assert got[3]["questions"] == ["Which card does the special order copy?"]
    assert (got[4]["tableau"], got[4]["commands"]) == ("", ["clear", "next"])
    assert (got[5]["commands"], got[5]["questions"]) == ([], ["¿Quién reclamó los uramakis?"])


def test_what_cannot_be_read_is_answered_with_its_faults_and_the_exit_code(answers):
    got, code = answers(
        {**GO, "lying": "tempra", "language": "fr", "text": 3},
        "[]",
        "{",
        {**GO, "menu": "points-platter", "language": "en", "text": ""},
        {**GO, "language": "en", "text": "tempura"},
    )
    assert code == 2
    places = [[fault["path"] for fault in one.get("errors", [])] for one in got]
    assert places == [["lying, item 1", "language", "text"], [""], places[2], ["menu"], []]
    assert places[2]
    assert got[4]["tableau"] == "tempura"


def test_no_word_of_a_line_can_end_it(answers):
    got, _ = answers({**GO, "language": "en", "text": "tempura, xy\u2028zzy"})
    assert len(got) == 1
    assert got[0]["not_understood"]
