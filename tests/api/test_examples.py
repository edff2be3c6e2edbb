"""The example of every operation is sent, and answered as the description says."""

import json
import os
from pathlib import Path
from uuid import UUID

import pytest
from django.core.cache import cache

from referee.rules.mistakes import diagnose
from tests.factories import PHONE, GameFactory
from tests.play.views.plain_phone import phone

EXAMPLES = Path(__file__).resolve().parents[2] / "referee/api/examples.json"


@pytest.fixture
def client(monkeypatch, db):
    """The host's phone at the table of the examples; nobody waits."""
    cache.clear()
    monkeypatch.setattr("referee.api.scoring.explanations", diagnose)
    GameFactory(game_id=UUID("00000000-0000-4000-8000-000000000001"))
    return phone(PHONE)


def test_every_example_is_answered_as_the_description_says(client):
    """`WRITE_EXAMPLES=1 .venv/bin/pytest tests/api/test_examples.py` writes the answers anew."""
    examples = json.loads(EXAMPLES.read_text())
    answered = {}
    for operation, example in examples.items():
        send = getattr(client, example["method"].lower())
        answer = send(example["path"], example.get("body"), content_type="application/json")
        asked = {name: example[name] for name in ("method", "path", "body") if name in example}
        answered[operation] = asked | {"status": answer.status_code, "answer": answer.json()}
    if os.environ.get("WRITE_EXAMPLES"):
        EXAMPLES.write_text(json.dumps(answered, ensure_ascii=False, indent=1) + "\n")
    assert answered == examples


def test_every_operation_has_an_example(client):
    described = client.get("/api/v1/schema/?format=json").json()
    operations = {
        operation["operationId"]: operation
        for operations in described["paths"].values()
        for operation in operations.values()
    }
    assert set(json.loads(EXAMPLES.read_text())) == set(operations) - {"schema"}
