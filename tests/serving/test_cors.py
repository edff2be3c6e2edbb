"""Pages of other sites may ask the network interface where the setting names them, nowhere else."""

import json

import pytest

from referee.api.urls import urlpatterns
from tests.environments import python

LEAGUE, OTHER = "https://league.example", "https://elsewhere.example"
ASK = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
import django
django.setup()
from django.test import Client

def ask(method, path, headers):
    answer = Client(headers={"Host": "localhost", **headers}).generic(method, path, headers=headers)
    return [answer.status_code, {name.lower(): value for name, value in answer.headers.items()}]

print(json.dumps([ask(*one) for one in json.loads(sys.stdin.read())]))
"""
SCORE, CLUBS, RULES = "/api/v1/score/", "/api/v1/clubs/", "/api/v1/rulesets/"
ANYBODYS = ("score", "diagnose", "phrases", "ask", "rulesets", "schema")


def preflight(path: str, origin: str, method: str = "POST") -> tuple[str, str, dict[str, str]]:
    asked = {"Access-Control-Request-Method": method, "Origin": origin}
    return "OPTIONS", path, asked | {"Access-Control-Request-Headers": "authorization"}


def get(path: str, origin: str) -> tuple[str, str, dict[str, str]]:
    return "GET", path, {"Origin": origin}


def answers(tmp_path, cors: str, *asked) -> list[tuple[int, dict[str, str]]]:
    """What a server with this setting answers."""
    code = ASK.replace("sys.stdin.read()", repr(json.dumps(asked)))
    done = python(code, SUSHISCORE_CORS=cors, SUSHISCORE_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def allowed(answer) -> str | None:
    assert "access-control-allow-credentials" not in answer[1]
    return answer[1].get("access-control-allow-origin")


def test_without_the_setting_no_other_site_may_ask(tmp_path):
    found = answers(tmp_path, "", preflight(SCORE, LEAGUE), get(RULES, LEAGUE), get("/", LEAGUE))
    assert [code for code, _headers in found] == [204, 200, 200]
    assert not [name for _code, headers in found for name in headers if "access-control" in name]


def test_named_origins_may_ask_the_interface_with_keys_and_read_its_headers(tmp_path):
    named = f"{LEAGUE}, http://localhost:5173"
    found = answers(
        tmp_path,
        named,
        preflight(CLUBS, LEAGUE, "PATCH"),
        get(RULES, "http://localhost:5173"),
        get(CLUBS, LEAGUE),
        get(RULES, OTHER),
        get(RULES, "http://league.example"),
        get("/about/", LEAGUE),
    )
    assert [allowed(one) for one in found] == [
        LEAGUE, "http://localhost:5173", LEAGUE, None, None, None,
    ]  # fmt: skip
    _code, headers = found[0]
    assert {"authorization", "idempotency-key", "if-match"} <= set(
        headers["access-control-allow-headers"].split(", ")
    )
    assert "PATCH" in headers["access-control-allow-methods"]
    assert found[1][1]["access-control-expose-headers"] == (
        "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"
    )
    assert all("origin" in headers["vary"].lower() for _code, headers in found[:5])


def test_every_page_may_ask_what_needs_no_key(tmp_path):
    paths = [f"/api/v1/{one.pattern}" for one in urlpatterns]
    asked = [preflight(path, OTHER) for path in paths]
    found = dict(zip(paths, answers(tmp_path, "*", *asked), strict=True))
    open_to_all = {path for path, answer in found.items() if allowed(answer) == "*"}
    assert open_to_all == {path for path in paths if path.split("/")[3] in ANYBODYS}


@pytest.mark.django_db
def test_what_needs_no_key_is_as_the_description_has_it(client):
    described = client.get("/api/v1/schema/?format=json").json()["paths"]
    keyless = {
        path.split("/")[3]
        for path, operations in described.items()
        for operation in operations.values()
        if operation["security"][0] == {}
    }
    assert keyless == {*ANYBODYS, "join"}  # by which a phone of this site comes to a table
