"""The example of every operation is sent, and answered as the description says."""

import datetime
import json
import os
from pathlib import Path
from uuid import UUID

import pytest
from django.core.cache import cache
from django.utils import timezone

from referee.models import Club, Player
from referee.rules.mistakes import diagnose
from tests.factories import OTHER_PHONE, PHONE, GameFactory, played
from tests.play.views.plain_phone import phone

EXAMPLES = Path(__file__).resolve().parents[2] / "referee/api/examples.json"
EVENING = datetime.datetime(2026, 11, 21, 19, 30, tzinfo=datetime.UTC)


@pytest.fixture
def ids(monkeypatch, db):
    """The ids of the examples with those of a club with one game; another phone is at a table.
    Nobody waits."""
    cache.clear()
    monkeypatch.setattr("referee.api.scoring.explanations", diagnose)
    GameFactory(phone=OTHER_PHONE, game_id=UUID("00000000-0000-4000-8000-000000000001"))
    game = played("wasabi+squid-nigiri pudding", "tempura*2", players=("Ana", "Ben"), at=EVENING)
    club = game.night.club
    Club.objects.update(created_at=EVENING, name="The Belt")
    named = [Player.objects.get(club=club, name=name) for name in ("Ana", "Ben")]
    rows = [club, game.night, game, *named]
    return {
        f"00000000-0000-4000-8000-{number:012}": str(row.pk) for number, row in enumerate(rows, 2)
    }


def test_every_example_is_answered_as_the_description_says(ids):
    """`WRITE_EXAMPLES=1 .venv/bin/pytest tests/api/test_examples.py` writes the answers anew."""
    examples = json.loads(EXAMPLES.read_text())
    answered = {}
    for operation, example in examples.items():
        client = phone(OTHER_PHONE if operation == "taps" else PHONE)
        path = example["path"]
        for said, real in ids.items():
            path = path.replace(said, real)
        send = getattr(client, example["method"].lower())
        with timezone.override(datetime.UTC):
            answer = send(path, example.get("body"), content_type="application/json")
        text = answer.content.decode()
        for said, real in ids.items():
            text = text.replace(real, said)
        asked = {name: example[name] for name in ("method", "path", "body") if name in example}
        answered[operation] = asked | {"status": answer.status_code, "answer": json.loads(text)}
    if os.environ.get("WRITE_EXAMPLES"):
        EXAMPLES.write_text(json.dumps(answered, ensure_ascii=False, indent=1) + "\n")
    assert answered == examples


def test_every_operation_has_an_example(client):
    described = client.get("/api/v1/schema/?format=json").json()
    operations = {
        operation["operationId"]
        for operations in described["paths"].values()
        for operation in operations.values()
    }
    assert set(json.loads(EXAMPLES.read_text())) == operations - {"schema"}
