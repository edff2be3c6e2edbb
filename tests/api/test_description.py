"""The description of the interface is OpenAPI, and says each thing once."""

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from openapi_spec_validator import OpenAPIV31SpecValidator

from referee.api.base.auto_schema import MAY_CHANGE
from referee.models import Webhook
from tests.api.openapi import DESCRIBED, FILE, OPERATIONS


def parts(described: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every part of the description with its place, but for what examples hold."""
    yield path, described
    if isinstance(described, dict):
        for name, part in described.items():
            if name != "example":
                yield from parts(part, f"{path}/{name}")
    elif isinstance(described, list):
        for at, part in enumerate(described):
            yield from parts(part, f"{path}/{at}")


SCHEMAS = [(path, part) for path, part in parts(DESCRIBED) if isinstance(part, dict)]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's integers are narrower")
def test_the_description_that_is_checked_in_is_the_present_one(client):
    """`WRITE_EXAMPLES=1 .venv/bin/pytest tests/api/test_description.py` writes it anew."""
    served = client.get("/api/v1/schema/?format=json").content
    if os.environ.get("WRITE_EXAMPLES"):
        FILE.write_bytes(served)
    assert json.loads(FILE.read_text()) == json.loads(served)


def test_it_is_valid_openapi():
    assert DESCRIBED["openapi"].startswith("3.1")
    assert [str(fault) for fault in OpenAPIV31SpecValidator(DESCRIBED).iter_errors()] == []


def test_what_is_referred_to_stands_alone_and_is_there():
    for path, part in SCHEMAS:
        if isinstance(reference := part.get("$ref"), str):
            assert len(part) == 1, path
            _hash, *names = reference.split("/")
            found = DESCRIBED
            for name in names:
                found = found[name]


def test_every_list_says_of_what_and_nothing_is_null_in_the_words_of_old():
    for path, part in SCHEMAS:
        is_list = part.get("type") in ("array", ["array", "null"])
        assert not is_list or "items" in part, path
        assert "nullable" not in part or "properties" in path.rpartition("/")[2], path


def test_no_two_schemas_have_one_name_or_a_name_with_a_number():
    names = [*DESCRIBED["components"]["schemas"]]
    assert not [name for name in names if re.search(r"[0-9]$", name)]


def test_sheets_and_phrases_are_described_once():
    score = DESCRIBED["paths"]["/api/v1/score/"]["post"]
    sent = score["requestBody"]["content"]["application/json"]["schema"]
    assert sent["oneOf"][0] == {"$ref": "#/components/schemas/ScoreSheet"}
    named = DESCRIBED["components"]["schemas"]
    for alternatives in ("ScoreSheet", "Phrase"):
        kinds = [one["$ref"].rpartition("/")[2] for one in named[alternatives]["oneOf"]]
        games = {named[kind]["properties"]["ruleset"]["const"] for kind in kinds}
        assert games == {"sushi-go", "sushi-go-party", "sushi-roll"}
    for title in ("Sushi Go! sheet", "Dummy sheet", "Menu", "Tableau in notation"):
        assert f'"title": "{title}"' not in json.dumps(DESCRIBED)


def test_every_operation_has_a_summary_a_tag_that_is_told_of_and_who_may_ask():
    tags = {tag["name"] for tag in DESCRIBED["tags"]}
    for _method, _path, operation in OPERATIONS:
        assert operation["summary"], operation["operationId"]
        (tag,) = operation["tags"]
        assert tag in tags, operation["operationId"]
        assert {} in operation["security"], operation["operationId"]


def test_what_may_change_says_so_and_has_a_tag_of_its_own():
    for _method, _path, operation in OPERATIONS:
        says_so = operation.get("description", "").startswith("May change with any version.")
        assert says_so == (operation["tags"] == [MAY_CHANGE]), operation["operationId"]


def test_what_makes_something_takes_an_idempotency_key():
    key = {"$ref": "#/components/parameters/Idempotency-Key"}
    for _method, _path, operation in OPERATIONS:
        makes = not {"201", "202"}.isdisjoint(operation["responses"])
        is_sent_again = operation["operationId"] == "webhook_test"  # the test that waits still
        takes_key = key in operation.get("parameters", ())
        assert takes_key == (makes and not is_sent_again), operation["operationId"]


def test_events_are_described_with_what_signs_them():
    assert set(DESCRIBED["webhooks"]) == {*Webhook.Event.values, "test"}
    for event, methods in DESCRIBED["webhooks"].items():
        sent = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
        document = DESCRIBED["components"]["schemas"][sent["$ref"].rpartition("/")[2]]
        assert document["required"] == ["data", "timestamp", "type"], event
        headers = [one["$ref"].rpartition("/")[2] for one in methods["post"]["parameters"]]
        assert headers == ["webhook-id", "webhook-timestamp", "webhook-signature"]


def test_who_asks_in_another_language_gets_the_same_bytes(client):
    english, spanish = (
        client.get("/api/v1/schema/?format=json", headers=headers).content
        for headers in ({}, {"Accept-Language": "es"})
    )
    assert english == spanish


def test_it_is_served_as_yaml_too_and_an_unknown_parameter_is_refused(client):
    answer = client.get("/api/v1/schema/")
    assert answer.headers["Content-Type"].startswith("application/vnd.oai.openapi")
    assert answer.content.startswith(b"openapi: 3.1")
    (fault,) = client.get("/api/v1/schema/?lang=es").json()["errors"]
    assert (fault["path"], fault["code"]) == ("lang", "unknown-parameter")


def test_the_filters_of_a_list_are_described_in_words():
    parameters = DESCRIBED["paths"]["/api/v1/games/"]["get"]["parameters"]
    words = {each["name"]: each.get("description") for each in parameters if "name" in each}
    assert words["since"] == "Of nights on that day or later."
    assert words["menu"].startswith("A named menu")
