"""The network interface answers as the command does, and refuses in one form."""

import contextlib
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from referee.api import schema
from referee.api.scoring import ClaimsLimit, ListLimit, ScoreLimit
from referee.rules.json_text import MAX_LENGTH
from tests.rules.strategies import sheets

ROOT = Path(__file__).resolve().parents[2]
SHEETS = sorted((ROOT / "examples").glob("*.json"))
VARIED = (("sushi-go", 0), ("menu-sushi-go", 41), ("sushi-roll", 3))
"""Examples that have nothing in common, and how far off the claims are."""
URL = "/api/v1/score/"
PLAIN = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben"],
    "rounds": [{"tableaus": {"Ana": "tempura*2"}}],
}


def post(client, body, content_type="application/json", **more):
    return client.post(URL, body, content_type=content_type, **more)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_is_answered_as_by_the_command(client, path, capsysbinary):
    answer = post(client, path.read_bytes())
    call_command("score", str(path))
    assert answer.status_code == 200
    Draft202012Validator(schema.SHEET).validate(json.loads(path.read_text()))
    Draft202012Validator(schema.RESULT).validate(answer.json())
    assert answer.headers["Content-Type"] == "application/json"
    result = json.loads(answer.content)
    assert result == json.loads(capsysbinary.readouterr().out)
    assert next(iter(result)) == "ruleset"


def as_the_command_prints(capsysbinary, *arguments):
    """What ``manage.py score`` prints, whatever it exits with."""
    with contextlib.suppress(SystemExit):
        call_command("score", *arguments)
    return capsysbinary.readouterr().out


@pytest.mark.parametrize("examples", [15, pytest.param(500, marks=pytest.mark.slow)])
def test_a_result_is_byte_for_byte_what_the_command_prints(
    client, capsysbinary, tmp_path, monkeypatch, examples
):
    monkeypatch.setattr(ScoreLimit, "allow_request", lambda *_: True)
    monkeypatch.setattr(ClaimsLimit, "allow_request", lambda *_: True)
    path = tmp_path / "sheet.json"

    @settings(max_examples=examples, database=None)
    @given(sheets())
    def answers(sheet):
        path.write_text(json.dumps(sheet))
        printed = as_the_command_prints(capsysbinary, str(path))
        assert post(client, json.dumps(sheet)).content == printed

    answers()


def test_a_list_is_answered_as_by_the_command_line_by_line(client, capsysbinary, tmp_path):
    listed = [json.loads(path.read_text()) for path in SHEETS]
    listed = [{name: sheet[name] for name in sheet if name != "claimed"} for sheet in listed]
    listed += [{**PLAIN, "players": ["Ana\u2028", "Ben"]}, {**PLAIN, "players": []}, 7]
    path = tmp_path / "sheets"
    path.write_text("".join(f"{json.dumps(sheet)}\n" for sheet in listed))
    lines = as_the_command_prints(capsysbinary, "--lines", str(path))
    answer = post(client, listed)
    assert answer.status_code == 200
    assert answer.content == b"[\n" + lines.removesuffix(b"\n").replace(b"\n", b",\n") + b"\n]\n"
    assert [next(iter(one)) for one in answer.json()[-2:]] == ["errors", "errors"]


def test_a_list_has_one_sheet_to_a_hundred(client):
    assert len(post(client, [PLAIN] * 100).json()) == 100
    for number in (0, 101):
        answer = post(client, [PLAIN] * number)
        assert answer.status_code == 400
        told = {"path": "", "code": "out-of-range"}
        told["message"] = f"must be 1-100, not {number}"
        assert answer.json()["errors"] == [told]


def test_a_list_may_be_longer_than_a_sheet_and_a_sheet_in_it_has_no_claims(client):
    long = [{**PLAIN, "players": ["Ana" * 500, "Ben"], "rounds": [{}]}] * 99
    claiming = {**PLAIN, "claimed": {"Ana": 1}}
    answer = post(client, [*long, claiming])
    assert len(json.dumps(long)) > MAX_LENGTH
    assert [next(iter(one)) for one in answer.json()] == ["ruleset"] * 99 + ["errors"]
    assert answer.json()[-1]["errors"][0]["path"] == "claimed"


def test_too_many_lists_must_wait_and_hold_up_no_sheet(client, monkeypatch):
    monkeypatch.setattr(ListLimit, "most", 2)
    assert [post(client, [PLAIN]).status_code for _ in range(3)] == [200, 200, 429]
    assert post(client, PLAIN).status_code == 200


def test_no_cookie_is_set(client):
    answer = post(client, SHEETS[0].read_bytes())
    assert not answer.cookies


def test_every_fault_is_named_at_once(client):
    sheet = {"ruleset": "sushi-go", "players": ["Ana"], "rounds": [{"tableaus": {"Ana": "tempra"}}]}
    answer = post(client, sheet)
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Bad request",
        "status": 400,
        "detail": "players: 2-5 players can play this, not 1",
        "errors": [
            {
                "path": "players",
                "code": "player-number",
                "message": "2-5 players can play this, not 1",
            },
            {
                "path": "rounds[0].tableaus.Ana, item 1",
                "code": "unknown-face",
                "message": '"tempra" is not a card; did you mean "tempura"?',
            },
        ],
    }


def test_too_many_claims_must_wait_and_hold_up_no_plain_sheet(client, monkeypatch):
    monkeypatch.setattr(ClaimsLimit, "most", 2)
    sheet = json.loads(SHEETS[0].read_text())
    sheet.pop("claimed", None)
    plain = json.dumps(sheet)
    disputed = json.dumps({**sheet, "claimed": {sheet["players"][0]: 1}})
    assert [post(client, disputed).status_code for _ in range(3)] == [200, 200, 429]
    assert [post(client, plain).status_code for _ in range(3)] == [200, 200, 200]
    assert post(client, "{").status_code == 400


def test_too_many_sheets_must_wait(client, monkeypatch):
    monkeypatch.setattr(ScoreLimit, "most", 2)
    body = SHEETS[0].read_bytes()
    assert [post(client, body).status_code for _ in range(3)] == [200, 200, 429]
    answer = post(client, body)
    assert answer.json()["errors"][0]["message"].startswith("That was a lot of requests")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_phrase_is_read_as_the_command_reads_it(client):
    asked = {"ruleset": "sushi-go", "lying": "wasabi", "language": "es", "text": "salmón encima"}
    answer = client.post("/api/v1/phrases/", asked, content_type="application/json")
    assert answer.json() == {
        "tableau": "wasabi+salmon-nigiri",
        "commands": [],
        "questions": [],
        "not_understood": [],
    }
    Draft202012Validator(schema.READ_PHRASE).validate(answer.json())
    Draft202012Validator(schema.PHRASE).validate(asked)
    wrong = client.post("/api/v1/phrases/", {"text": 1}, content_type="application/json")
    assert wrong.status_code == 400
    assert not Draft202012Validator(schema.PHRASE).is_valid({"text": 1})


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code", "place"),
    [
        ("get", "/api/v1/nothing/", {}, 404, "not-found", ""),
        ("get", "/api/", {"Accept": "text/html"}, 404, "not-found", ""),
        ("get", "/api/v1/schema/?format=xml", {}, 404, "not-found", "format"),
        ("post", "/api/v1/schema/", {"Accept": "application/yaml"}, 405, "method-not-allowed", ""),
        ("post", "/api/v1/score/", {"Accept": "text/html"}, 406, "not-acceptable", "Accept"),
        ("get", "/api/v1/schema/", {"Accept": "text/html"}, 406, "not-acceptable", "Accept"),
        ("get", f"/api/v1/schema/?{'a=1&' * 1001}", {}, 400, "parse-error", ""),
        ("get", "/api/v1/nothing/", {"Host": "elsewhere.example"}, 400, "parse-error", ""),
    ],
)
def test_every_refusal_is_a_problem_document(client, method, path, headers, status, code, place):
    answer = getattr(client, method)(path, headers=headers)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    document = answer.json()
    Draft202012Validator(schema.PROBLEM).validate(document)
    assert document["status"] == status
    assert [(one["path"], one["code"]) for one in document["errors"]] == [(place, code)]
    words = document["errors"][0]["message"]
    assert document["detail"] == (f"{place}: {words}" if place else words)


def test_a_bug_of_ours_is_a_problem_document_without_a_trace(client, monkeypatch):
    def broken(*_args):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("referee.api.scoring.score_sheet", broken)
    client.raise_request_exception = False
    answer = post(client, SHEETS[0].read_bytes())
    assert answer.status_code == 500
    assert answer.headers["Content-Type"] == "application/problem+json"
    Draft202012Validator(schema.PROBLEM).validate(answer.json())
    assert b"secret" not in answer.content


def test_an_unknown_address_elsewhere_is_a_page(client):
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")


def test_the_page_has_no_inline_script_or_style(client):
    page = client.get("/api/v1/docs/").content.decode()
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=")
    script = client.get("/api/v1/docs/?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert "SwaggerUIBundle" in script.content.decode()


def test_the_page_shows_the_interface_in_a_browser(phone):
    asked = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto("/api/v1/docs/")
    phone.get_by_text("Score a sheet").click()
    operation = phone.locator("#operations-score-score_create")
    for sent_or_answered in ("wasabi+squid-nigiri", "1 squid nigiri on wasabi, 3 × 3"):
        operation.get_by_text(sent_or_answered).first.wait_for()
    operation.get_by_text("The request is too long.").wait_for()
    assert not operation.locator("[data-code='413'] .model-example").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(phone.url).netloc}


CLAIMED = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben"],
    "rounds": [{"tableaus": {"Ana": "dumpling*6", "Ben": "maki-1"}}],
    "claimed": {"Ana": 21, "Ben": 999},
}


def test_claims_are_explained_without_the_score(client):
    answer = client.post("/api/v1/diagnose/", CLAIMED, content_type="application/json")
    result = post(client, json.dumps(CLAIMED)).json()
    assert answer.json() == {name: result[name] for name in ("totals", "diagnosis")}
    assert result["diagnosis"]["Ana"][0]["mistakes"] == ["sixth-dumpling"]
    assert result["diagnosis"]["Ben"] == []
    Draft202012Validator(schema.DIAGNOSIS).validate(answer.json())
    unclaimed = {name: CLAIMED[name] for name in CLAIMED if name != "claimed"}
    for sheet in (unclaimed, {**CLAIMED, "claimed": {}}):
        refused = client.post("/api/v1/diagnose/", sheet, content_type="application/json")
        assert refused.status_code == 400
        told = {"path": "claimed", "code": "missing", "message": "this is missing"}
        assert refused.json()["errors"] == [told]


def test_claims_to_explain_must_wait_like_those_on_sheets(client, monkeypatch):
    monkeypatch.setattr(ClaimsLimit, "most", 2)
    urls = (URL, "/api/v1/diagnose/", URL)
    kind = "application/json"
    answers = [client.post(url, CLAIMED, content_type=kind).status_code for url in urls]
    assert answers == [200, 200, 429]


@pytest.mark.parametrize(
    ("path", "off"),
    [
        pytest.param(
            path,
            off,
            id=f"{path.stem} {off}",
            marks=() if (path.stem, off) in VARIED else pytest.mark.slow,
        )
        for path in SHEETS
        for off in (0, 3, 41)
    ],
)
def test_a_diagnosis_is_as_the_description_has_it(client, path, off):
    sheet = json.loads(path.read_text())
    totals = post(client, json.dumps(sheet)).json()["totals"]
    players = sheet["players"]
    sheet["claimed"] = {name: totals[name] + off for name in players}
    result = post(client, json.dumps(sheet)).json()
    Draft202012Validator(schema.RESULT).validate(result)
    assert list(result["diagnosis"]) == (players if off else [])
    for name, found in result["diagnosis"].items():
        assert all(one["total"] == sheet["claimed"][name] for one in found)
