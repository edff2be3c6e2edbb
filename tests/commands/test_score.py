"""``manage.py score`` as its contract in docs/score-sheet.md has it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from wcwidth import wcswidth

from referee.management.table import shown_name
from referee.rules.json_text import MAX_LENGTH

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "sushi-go.json"
GOOD = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben"],
    "rounds": [{"tableaus": {"Ana": "tempura*2", "Ben": "dumpling"}}],
}
CLAIMED = {
    **GOOD,
    "rounds": [{"tableaus": {"Ana": "dumpling*6", "Ben": "maki-1"}}],
    "claimed": {"Ana": 21, "Ben": 999},
}
BAD = {"ruleset": "sushi-go", "players": ["Ana"], "rounds": [{"tableaus": {"Ana": "tempra"}}]}


def run(*arguments, stdin=b"", **environment):
    """The command in a process of its own, as a person runs it."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "score", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd="/",
        env={**os.environ, **environment},
        timeout=60,
    )


@pytest.fixture
def score(capsysbinary):
    """The command in this process: exit code, output, complaints."""

    def run_here(*arguments):
        code = 0
        try:
            call_command("score", *map(str, arguments))
        except SystemExit as end:
            code = end.code
        except CommandError as error:
            code = error.returncode
            sys.stderr.write(str(error))
        said = capsysbinary.readouterr()
        return code, said.out.decode(), said.err.decode()

    return run_here


@pytest.fixture
def sheet(tmp_path):
    """Writes a sheet to a file."""

    def write(document):
        path = tmp_path / "sheet.json"
        is_text = isinstance(document, bytes)
        path.write_bytes(document if is_text else json.dumps(document).encode())
        return path

    return write


def test_a_sheet_is_scored_in_the_contracts_order(score, sheet):
    code, out, err = score(sheet(GOOD))
    assert (code, err) == (0, "")
    result = json.loads(out)
    order = "ruleset rounds game_end totals ranking winners tiebreak_used problems"
    assert list(result) == order.split()
    ana = result["rounds"][0]["players"]["Ana"]
    assert list(ana) == ["total", "lines"]
    assert ana["lines"] == [
        {
            "type": "tempura",
            "points": 5,
            "explanation": "2 tempura, 1 pair: 5 points",
            "rule": "sushi-go/tempura",
        }
    ]
    assert list(ana["lines"][0]) == ["type", "points", "explanation", "rule"]
    assert result["game_end"] is None
    assert list(result["ranking"][0]) == ["rank", "player", "total", "tiebreak"]
    problem = result["problems"][0]
    assert list(problem) == ["code", "severity", "round", "player", "message"]
    assert (problem["round"], problem["player"]) == (1, "Ana")


def test_equal_sheets_give_equal_bytes(score, sheet):
    first = score(sheet(GOOD))
    turned = {
        "rounds": [{"tableaus": {"Ben": "dumpling,", "Ana": "tempura, tempura"}}],
        "house_rules": {"zero-maki-scores": False},
        "players": ["Ana", "Ben"],
        "ruleset": "sushi-go",
    }
    assert score(sheet(turned)) == first


def test_a_sheet_that_cannot_be_read_is_refused_with_every_fault(score, sheet):
    code, out, err = score(sheet(BAD))
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "players: 2-5 players can play this, not 1",
        'rounds[0].tableaus.Ana, item 1: "tempra" is not a card; did you mean "tempura"?',
    ]


@pytest.mark.parametrize("path", ["/no/such/sheet.json", "/", "nul\0byte"])
def test_a_file_that_cannot_be_read_ends_in_one_clear_line(score, path):
    code, out, err = score(path)
    assert (code, out) == (2, "")
    assert "cannot be read: " in err
    assert "\0" not in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [[], ["a", "--lines", "b"], ["--text", "--lines", "b"], ["--text"]]
)
def test_a_call_that_makes_no_sense_is_refused(score, arguments):
    code, out, err = score(*arguments)
    assert (code, out) == (2, "")
    assert "SHEET" in err


def test_the_command_reads_standard_input_where_there_is_no_data_folder_and_no_database():
    done = run(
        "-",
        stdin=EXAMPLE.read_bytes(),
        SUSHISCORE_DATA="/no/such/folder",
        DATABASE_URL="",
        PYTHONIOENCODING="ascii",
        LC_ALL="C",
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["winners"] == ["Ana"]
    assert "×".encode() in done.stdout


def test_lines_are_answered_one_by_one_and_in_order(score, tmp_path):
    lines = [
        json.dumps(GOOD).encode(),
        b"",
        b"\xff\xfe",
        json.dumps(BAD).encode(),
        b"x" * (3 * MAX_LENGTH),
        json.dumps({**GOOD, "players": ["Ana", "אבג"], "rounds": [{}]}).encode() + b"\r",
    ]
    path = tmp_path / "lines"
    path.write_bytes(b"\n".join(lines))  # no line break at the end
    code, out, err = score("--lines", path)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, err.strip()) == (2, "4 of 6 lines cannot be read.")
    assert [next(iter(one)) for one in answers] == ["ruleset", *["errors"] * 4, "ruleset"]
    told = {"path": "", "code": "not-utf-8", "message": "this is not UTF-8 text"}
    assert answers[2]["errors"] == [told]
    assert answers[3]["errors"][1] == {
        "path": "rounds[0].tableaus.Ana, item 1",
        "code": "unknown-face",
        "message": '"tempra" is not a card; did you mean "tempura"?',
    }
    assert "longer than a score sheet" in answers[4]["errors"][0]["message"]
    assert answers[5]["totals"] == {"Ana": 0, "אבג": 0}


def test_good_lines_end_well_and_no_lines_give_no_answer(score, tmp_path):
    path = tmp_path / "lines"
    path.write_text(f"{json.dumps(GOOD)}\n{json.dumps(CLAIMED)}\n")
    code, out, err = score("--lines", path)
    assert (code, err) == (0, "")
    plain, claimed = map(json.loads, out.splitlines())
    assert "diagnosis" not in plain
    assert claimed["diagnosis"]["Ana"][0]["mistakes"] == ["sixth-dumpling"]
    path.write_text("")
    assert score("--lines", path) == (0, "", "")


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error():
    """As in `score --lines FILE | head -1`."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "score", "--lines", "-"],
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    os.close(reading)
    _, complaints = process.communicate(json.dumps(GOOD).encode() + b"\n", timeout=60)
    assert complaints == b""
    assert process.returncode == 141


@pytest.mark.slow
def test_memory_does_not_grow_with_the_input(tmp_path):
    """A line of 200 MB needs no more memory than a bound that is below it."""
    limit = "import resource, runpy, sys; "
    limit += "resource.setrlimit(resource.RLIMIT_DATA, (150_000_000,) * 2); "
    limit += "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    path = tmp_path / "huge"
    with path.open("wb") as file:
        for _ in range(400):
            file.write(b"x" * 500_000)
        file.write(b"\n" + json.dumps(GOOD).encode())
    done = subprocess.run(
        [sys.executable, "-c", limit, str(ROOT / "manage.py"), "score", "--lines", str(path)],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stderr.decode().strip() == "1 of 2 lines cannot be read."
    answers = [next(iter(json.loads(line))) for line in done.stdout.splitlines()]
    assert answers == ["errors", "ruleset"]


def test_the_table_shows_lines_standings_and_the_verdict(score):
    code, out, err = score("--text", EXAMPLE)
    assert (code, err) == (0, "")
    assert "Sushi Go!" in out
    assert "Round 3" in out
    assert "5 dumplings: 15 points" in out
    assert "Ana wins with 57 points." in out
    assert "!  Round" not in out
    assert "?  Round 1  Cem’s squid nigiri lies beside a free wasabi: is it on it?" in out


def test_the_table_names_house_rules_and_problems(score, sheet):
    _, out, _ = score("--text", sheet({**GOOD, "house_rules": {"zero-maki-scores": True}}))
    assert "House rule: Without maki you can place: yes" in out
    assert "!  Round 1  Ana has 2 cards, but 10 were dealt" in out


def test_the_dummy_has_its_word_in_sentences(score, sheet):
    lying = {"Ana": "tempura*9", "Ben": "tempura*9", "dummy": "sashimi*9 pudding"}
    game = {
        "ruleset": "sushi-go",
        "variants": ["two-player-dummy"],
        "house_rules": {"dummy-can-win": True},
        "players": ["Ana", "Ben"],
        "rounds": [{"tableaus": lying}, {}, {}],
    }
    code, out, _ = score("--text", sheet(game))
    assert code == 0
    assert "The dummy wins with 36 points." in out
    assert "!  Round 1  The dummy has 10 cards, but 9 were dealt: one too many." in out
    _, out, _ = score(sheet(game))
    (more, *_others) = [one for one in json.loads(out)["problems"] if one["player"] == "dummy"]
    assert more["message"] == "The dummy has 10 cards, but 9 were dealt: one too many."


def test_names_cannot_spoil_the_table(score, sheet):
    names = ["\u202eevil", "陳大文" * 60, "אבג דה", "👨‍👩‍👧 Eve", "line\u2028break"]
    _, out, _ = score("--text", sheet({**GOOD, "players": names, "rounds": [{}]}))
    assert "\u202e" not in out
    assert "\\u202eevil" in out
    assert "\u2028" not in out
    for line in out.splitlines():
        assert wcswidth(line) <= 100
    assert all(wcswidth(shown_name(name)) <= 21 for name in names)


def test_who_has_how_many_is_told_by_names_that_keep_to_themselves(score, sheet):
    names = ["Ana", "אבג"]
    rounds = [{"tableaus": {"Ana": "tempura*8", "אבג": "tempura*7"}}]
    _, out, _ = score("--text", sheet({**GOOD, "players": names, "rounds": rounds}))
    assert "Ana has 8 and \u2068אבג\u2069 7: who has one too many?" in " ".join(out.split())


def test_too_many_tokens_are_of_nobodys_round(score, sheet):
    tokens = {"Ana": {"menu": 12}, "Ben": {"menu": 8}}
    _, out, _ = score(sheet({**GOOD, "ruleset": "sushi-roll", "tokens_left": tokens}))
    (found,) = [p for p in json.loads(out)["problems"] if p["code"] == "token-limit"]
    assert (found["round"], found["player"]) == (None, None)
    assert found["message"].endswith("Ana has 12 and Ben 8: who has 2 too many?")


def test_a_claim_is_diagnosed_as_the_last_field(score, sheet):
    code, out, err = score(sheet(CLAIMED))
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert list(result)[-1] == "diagnosis"
    assert result["diagnosis"]["Ben"] == []
    (first, *_) = result["diagnosis"]["Ana"]
    assert list(first) == ["mistakes", "round", "type", "likelihood", "total", "explanation"]
    assert (first["mistakes"], first["round"], first["total"]) == (["sixth-dumpling"], 1, 21)


def test_the_table_says_what_would_explain_a_claim(score, sheet):
    _, out, _ = score("--text", sheet({**CLAIMED, "claimed": {"Ana": 21}}))
    words = " ".join(out.split())
    assert "Claims" in words
    assert "Ana 21 15 A sixth dumpling counted as 6 more points." in words
    _, out, _ = score("--text", sheet({**CLAIMED, "claimed": {"Ana": 999, "Ben": 6}}))
    words = " ".join(out.split())
    assert "Ana 999 15 No mistake that the referee knows leads there." in words
    assert "Ben 6 6 That is right." in words
    _, out, _ = score("--text", sheet(GOOD))
    assert "Claims" not in out
