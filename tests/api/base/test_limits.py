"""How many requests are answered in a minute, and what every answer says of that."""

from pathlib import Path
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client

from referee.api.base.limits import Limit
from referee.api.taps import TapsLimit
from referee.club.services.accounts import create_account
from tests.api.openapi import DESCRIBED, OPERATIONS
from tests.factories import PASSWORD, PHONE, GameFactory, key_client
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

SHEET = {"ruleset": "sushi-go", "players": ["Ana", "Ben"], "rounds": [{}]}
JSON = "application/json"


@pytest.fixture
def keys() -> list[Client]:
    """Two keys of one account."""
    GameFactory()
    account = create_account(PHONE, "Ana", PASSWORD)
    return [key_client(account, "enter") for _ in range(2)]


def told(answer) -> tuple[str, str]:
    """The policy, and what is left without the seconds."""
    left = ", ".join(
        one.strip().rpartition(";t=")[0] for one in answer.headers["RateLimit"].split(",")
    )
    return answer.headers["RateLimit-Policy"], left


def test_every_answer_says_what_is_left(client):
    assert told(client.get("/api/v1/rulesets/")) == ('"reads";q=600;w=60', '"reads";r=599')
    unknown = client.get("/api/v1/rulesets/none/")
    assert (unknown.status_code, *told(unknown)) == (404, '"reads";q=600;w=60', '"reads";r=598')
    etag = client.get("/api/v1/rulesets/").headers["ETag"]
    same = client.get("/api/v1/rulesets/", headers={"If-None-Match": etag})
    assert (same.status_code, *told(same)) == (304, '"reads";q=600;w=60', '"reads";r=596')
    wrong = client.post("/api/v1/rulesets/")
    assert (wrong.status_code, *told(wrong)) == (405, '"writes";q=600;w=60', '"writes";r=599')


def test_where_several_limits_apply_all_are_told(client):
    one = client.post("/api/v1/score/", SHEET, content_type=JSON)
    assert told(one) == ('"sheets";q=300;w=60', '"sheets";r=299')
    many = client.post("/api/v1/score/", [SHEET], content_type=JSON)
    assert told(many) == (
        '"sheets";q=300;w=60, "lists";q=30;w=60',
        '"sheets";r=298, "lists";r=29',
    )


def test_who_asks_too_often_is_told_how_long_to_wait(client, monkeypatch):
    monkeypatch.setattr(Limit, "most", 2)
    assert [client.get("/api/v1/rulesets/").status_code for _ in range(3)] == [200, 200, 429]
    late = client.get("/api/v1/rulesets/", headers={"Accept-Language": "en"})
    seconds = int(late.headers["Retry-After"])
    assert 0 < seconds <= 60
    assert late.headers["RateLimit"] == f'"reads";r=0;t={seconds}'
    assert late.headers["Content-Type"] == "application/problem+json"
    assert [one["code"] for one in late.json()["errors"]] == ["throttled"]
    assert late.json()["detail"] == "That was a lot of requests; please wait a little."
    assert client.post("/api/v1/rulesets/").status_code == 405  # writes are counted by themselves


def test_each_key_is_counted_by_itself_and_no_address_with_it(keys, monkeypatch):
    monkeypatch.setattr(Limit, "most", 1)
    first, second = keys
    assert [first.get("/api/v1/clubs/").status_code for _ in range(2)] == [200, 429]
    assert second.get("/api/v1/clubs/", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert second.get("/api/v1/rulesets/").status_code == 429  # which takes no key
    assert Client(REMOTE_ADDR="192.0.2.9").get("/api/v1/rulesets/").status_code == 200
    assert phone(PHONE).get("/api/v1/clubs/").status_code == 200
    assert phone(PHONE).get("/api/v1/clubs/").status_code == 429
    assert phone(PHONE).get("/api/v1/clubs/", REMOTE_ADDR="192.0.2.8").status_code == 200


def test_taps_of_keys_are_counted_and_those_of_phones_are_not(keys, monkeypatch):
    monkeypatch.setattr(TapsLimit, "most", 1)
    url = f"/api/v1/games/{uuid4()}/taps/"
    for client, statuses in (keys[0], [404, 429]), (phone(PHONE), [404, 404]):
        answers = [client.post(url, {"taps": []}, content_type=JSON) for _ in range(2)]
        assert [answer.status_code for answer in answers] == statuses


def test_what_is_counted_lies_where_all_processes_count(client):
    client.get("/api/v1/rulesets/", REMOTE_ADDR="192.0.2.9")
    assert caches["counts"].get("throttle:api-reads:192.0.2.9") == 1


def test_every_operation_is_limited_and_says_so():
    for method, path, operation in OPERATIONS:
        answers = operation["responses"]
        assert "429" in answers, (method, path)
        name = answers["429"]["$ref"].rpartition("/")[2]
        shared = DESCRIBED["components"]["responses"][name]
        for one in (shared, *(answers[code] for code in answers if code.startswith("2"))):
            assert {"RateLimit", "RateLimit-Policy"} <= set(one["headers"]), path
        assert "Retry-After" in shared["headers"]


def test_the_docs_name_every_limit():
    docs = (Path(__file__).resolve().parents[3] / "docs/api.md").read_text()
    limits = [Limit, *Limit.__subclasses__()]
    assert len(limits) == 8
    for limit in limits:
        for name in [limit.name] if limit.name else ["reads", "writes"]:
            assert f"| `{name}` | {limit.most} |" in docs
