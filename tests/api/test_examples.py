"""The example of every operation is sent, and answered as the description says."""

import datetime
import json
import os
import re
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from jsonschema import Draft202012Validator, FormatChecker

from referee.api.phones import row_mark
from referee.club.services.helping import invite, take_invitation
from referee.club.services.webhooks import make_webhook, tell_of_game
from referee.models import Club, Delivery, Game, Player, Webhook
from referee.play.services.joining import join
from referee.tournament.services.drawing import make_draw
from tests.factories import OTHER_PHONE, PHONE, GameFactory, confirm, played
from tests.play.views.plain_phone import phone
from tests.tournament.evening import an_evening

EXAMPLES = Path(__file__).resolve().parents[2] / "referee/api/examples.json"
HELPS, JOINS, WATCHES = "the phone of a helper", "one that joins", "one that watches"
ONCE = {"$ref": "#/components/parameters/Idempotency-Key"}
SAID = "00000000-0000-4000-8000-{:012}"
WHO = dict.fromkeys(("import_create", "import_retrieve"), "a phone that is new") | dict.fromkeys(
    ("tap_create", "tableau_history", "game_enter_tokens", "phone_list", "phone_partial_update"),
    OTHER_PHONE,
)
WHO |= dict.fromkeys(("seat_free", "take_over_destroy"), OTHER_PHONE)
WHO |= dict.fromkeys(
    [
        *("entrant_create", "entrant_list", "entrant_partial_update", "entrant_free"),
        *("entrant_destroy", "wish_update", "wish_list", "wish_destroy", "draw_list"),
        *("draw_retrieve", "draw_swap", "draw_update", "draw_destroy", "drawn_seat_update"),
        *("drawn_seat_destroy", "drawn_table_start", "drawn_table_totals"),
        "tournament_standings",
    ],
    OTHER_PHONE,
)
WHO |= dict.fromkeys(
    ("game_join", "phone_destroy", "take_over_update", "take_over_retrieve"), JOINS
)
WHO |= dict.fromkeys(("proposal_create", "proposal_destroy"), JOINS) | dict.fromkeys(
    ("proposal_list", "proposal_retrieve", "proposal_decline", "proposal_make"), OTHER_PHONE
)
EVENING = datetime.datetime(2026, 11, 21, 19, 30, tzinfo=datetime.UTC)
LATER = EVENING + datetime.timedelta(days=2)
"""When the examples are sent, whatever the day is."""


@pytest.fixture
def ids(monkeypatch, settings, db):
    """The ids of the examples with those of a club with one game; another phone is at a table, and
    has drawn seven people to two. Nobody waits, and everybody is in one zone."""
    settings.TIME_ZONE = "UTC"
    ticks = (LATER + datetime.timedelta(milliseconds=one) for one in count())
    monkeypatch.setattr("django.utils.timezone.now", lambda: next(ticks))
    monkeypatch.setattr("referee.api.rulesets.SystemRandom", lambda: Random(1))
    monkeypatch.setattr("referee.play.services.hosts.is_host_away", lambda _game: True)
    monkeypatch.setattr("referee.tournament.services.drawing.draw_tables", as_they_came)
    first = GameFactory(phone=OTHER_PHONE, game_id=UUID(SAID.format(1)))
    Game.objects.update(code="K7QD4X")
    game = played("wasabi+squid-nigiri pudding", "tempura*2", players=("Ana", "Ben"), at=EVENING)
    club = game.night.club
    dice = UUID(SAID.format(8))
    confirm(GameFactory(phone=OTHER_PHONE, game_id=dice, setup__roll=True), 1, 2, 3)
    Club.objects.update(created_at=EVENING, name="The Belt")
    named = [Player.objects.get(club=club, name=name) for name in ("Ana", "Ben")]
    make_webhook(club, UUID(SAID.format(9)), "https://hooks.example/sushi", ["game.finished"])
    tell_of_game(game, game.placings.all(), was_counted=False)
    rows = [club, game.night, game, *named, Player.objects.create(club=club, name="Anna")]
    rows += [Game.objects.get(pk=dice), Webhook.objects.get(), Delivery.objects.get()]
    cem = User.objects.create(username="cem", first_name="Cem")
    take_invitation(invite(club).pk, HELPS, cem)
    for one in (JOINS, WATCHES):
        join(first.pk, one, None)
    marked = [club.helpers.get(), *club.phones.order_by("pk"), *first.guests.order_by("pk")]
    named = {f"{number:016}": row_mark(row) for number, row in enumerate(marked, 10)}
    rows.insert(0, first)
    hall = an_evening(7, phone=OTHER_PHONE)
    make_draw(hall.pk, 1)
    rows += [hall, *(entrant.player for entrant in hall.entrants.all()[2:])]
    return {SAID.format(number): str(row.pk) for number, row in enumerate(rows, 1)} | named


def as_they_came(people, _past, **_):
    """Tables that chance does not make."""
    return [people[:4], people[4:]]


def known_by(ids, text, sent):
    """An answer with the ids of the examples: what is made gets the next ones from 100. Links have
    no end, a secret is another one, and what happens now happened on that evening."""
    for found in re.findall(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", text):
        if found not in ids.values() and found not in sent:
            ids[SAID.format(100 + sum(int(one[-12:]) >= 100 for one in ids))] = found
    for found in re.findall(r"\b[0-9a-f]{32}\b", text):
        ids[f"{0:032x}"] = found
    for said, real in ids.items():
        text = text.replace(real, said)
    text = re.sub(r"/(shared|calendar|invited|case)/[\w-]+/", r"/\1/7f3kQ2Lp/", text)
    text = re.sub(r'"code":"[A-Z\d]{6}"', '"code":"K7QD4X"', text)
    text = re.sub(r"whsec_[A-Za-z0-9+/=]+", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", text)
    text = text.replace("http://testserver/", "https://sushiscore.example/")
    then = EVENING.isoformat().replace("+00:00", "Z")
    return re.sub(r"(\d{4}-\d\d-\d\dT[\d:.]+)(Z|\+00:00)", lambda at: min(at[0], then), text)


def read(text: str) -> object:
    """A JSON answer; events as they are."""
    return text if text.startswith("retry:") else json.loads(text)


@pytest.fixture
def described(client) -> dict[str, Any]:
    """The description, in which no object has more fields than are named."""
    return closed(json.loads(client.get("/api/v1/schema/?format=json").content))


def closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: closed(part) for name, part in schema.items()}
    return {"additionalProperties": False, **parts} if "properties" in schema else parts


def operations_of(described: dict[str, Any]) -> dict[str, dict[str, Any]]:
    paths = described["paths"].values()
    return {one["operationId"]: one for methods in paths for one in methods.values()}


def faults_of(
    text: str, status: int, described: dict[str, Any], operation: dict[str, Any]
) -> list[str]:
    """How an answer in JSON differs from what is described."""
    content = operation["responses"][str(status)].get("content", {})
    if "application/json" not in content:
        return []
    schema = {**content["application/json"]["schema"], "components": described["components"]}
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    return [f"{it.json_path}: {it.message}" for it in validator.iter_errors(json.loads(text))]


def test_every_example_is_answered_as_the_description_says(ids, described):
    """What takes an ``Idempotency-Key`` is sent twice with one, and done once.

    `WRITE_EXAMPLES=1 .venv/bin/pytest tests/api/test_examples.py` writes the answers anew.
    """
    examples, operations = json.loads(EXAMPLES.read_text()), operations_of(described)
    answered, faults = {}, {}
    for operation, example in examples.items():
        who = phone(WHO.get(operation, PHONE))
        path, body = example["path"], json.dumps(example.get("body"))
        for said, real in ids.items():
            path, body = path.replace(said, real), body.replace(said, real)
        send = getattr(who, example["method"].lower())
        sent = {"data": body if "body" in example else "", "content_type": "application/json"}
        if ONCE in operations[operation].get("parameters", ()):
            sent["headers"] = {"Idempotency-Key": operation}
        answer = send(path, **(sent if example["method"] != "GET" else {}))
        if "headers" in sent:
            again = send(path, **sent)
            told = {name: it for name, it in answer.json().items() if name != "secret"}
            assert (again.status_code, again.json()) == (answer.status_code, told)
            assert again.headers["Location"] == answer.headers["Location"]
        text = answer.getvalue().decode()
        if wrong := faults_of(text, answer.status_code, described, operations[operation]):
            faults[operation] = wrong
        text = known_by(ids, text, body)
        asked = {name: example[name] for name in ("method", "path", "body") if name in example}
        answered[operation] = asked | {"status": answer.status_code}
        if text:
            answered[operation]["answer"] = read(text)
    if os.environ.get("WRITE_EXAMPLES"):
        EXAMPLES.write_text(json.dumps(answered, ensure_ascii=False, indent=1) + "\n")
    assert not faults
    assert answered == examples


def test_every_operation_has_an_example(described):
    named = operations_of(described).keys()
    assert set(json.loads(EXAMPLES.read_text())) == named - {"schema_retrieve"}
