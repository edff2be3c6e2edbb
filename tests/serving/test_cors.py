"""Pages of other sites may ask the network interface where the setting names them, nowhere else."""

import pytest
from django.http import HttpResponse
from django.test import Client

from referee.api.urls import urlpatterns
from tests.environments import settings_of

LEAGUE, OTHER = "https://league.example", "https://elsewhere.example"
SCORE, CLUBS, RULES = "/api/v1/score/", "/api/v1/clubs/", "/api/v1/rulesets/"
ANYBODYS = ("score", "diagnose", "phrases", "ask", "rulesets", "schema")


@pytest.fixture
def named(settings):
    """Serves as with these origins in the setting."""

    def serve(origins: str) -> None:
        for name, value in vars(settings_of(SUSHISCORE_CORS=origins)).items():
            if name.startswith("CORS") or name == "MIDDLEWARE":
                setattr(settings, name, value)

    return serve


def preflight(path: str, origin: str, method: str = "POST") -> HttpResponse:
    asked = {"Access-Control-Request-Method": method, "Origin": origin}
    return Client().options(
        path, headers={**asked, "Access-Control-Request-Headers": "authorization"}
    )


def get(path: str, origin: str) -> HttpResponse:
    return Client().get(path, headers={"Origin": origin})


def allowed(answer: HttpResponse) -> str | None:
    assert "Access-Control-Allow-Credentials" not in answer
    return answer.get("Access-Control-Allow-Origin")


def test_without_the_setting_no_other_site_may_ask(named):
    named("")
    answers = [preflight(SCORE, LEAGUE), get(RULES, LEAGUE), get("/about/", LEAGUE)]
    assert [answer.status_code for answer in answers] == [204, 200, 200]
    names = [name for answer in answers for name in answer.headers]
    assert not [name for name in names if name.lower().startswith("access-control")]


def test_named_origins_may_ask_the_interface_with_keys_and_read_its_headers(named):
    named(f"{LEAGUE}, http://localhost:5173")
    answers = [
        preflight(CLUBS, LEAGUE, "PATCH"),
        get(RULES, "http://localhost:5173"),
        get(CLUBS, LEAGUE),
        get(RULES, OTHER),
        get(RULES, "http://league.example"),
        get("/about/", LEAGUE),
    ]
    assert [allowed(one) for one in answers] == [
        LEAGUE, "http://localhost:5173", LEAGUE, None, None, None,
    ]  # fmt: skip
    told = answers[0].headers
    assert {"authorization", "idempotency-key", "if-match"} <= set(
        told["Access-Control-Allow-Headers"].split(", ")
    )
    assert "PATCH" in told["Access-Control-Allow-Methods"]
    assert answers[1].headers["Access-Control-Expose-Headers"] == (
        "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"
    )
    assert all("origin" in answer.headers["Vary"].lower() for answer in answers[:5])


def test_every_page_may_ask_what_needs_no_key(named):
    named("*")
    paths = [f"/api/v1/{one.pattern}" for one in urlpatterns]
    open_to_all = {path for path in paths if allowed(preflight(path, OTHER)) == "*"}
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
