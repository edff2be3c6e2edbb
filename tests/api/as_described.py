"""The interface keeps its word: what its description accepts is accepted and nothing else, and
every answer is as it is described. schemathesis makes the requests, all of them in this process.

Not called test_…, for only to collect it takes seconds: `make fuzz` and `make test-slow` name it.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator

from referee.api import schema
from referee.api.scoring import ClaimsThrottle, ScoreThrottle
from referee.models import Game
from referee.rules.mistakes import diagnose
from referee.rules.names import name_key
from referee.rules.rulesets import DUMMY, TWO_PLAYER_DUMMY
from tests.factories import PHONE, GameFactory
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

DESCRIBED = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
DESCRIBED.location = None  # else the description's own address would be left out
# Besides those that any interface may refuse with: more taps than a batch may have.
DESCRIBED.config.checks.negative_data_rejection.expected_statuses.append("413")
IS_SHEET = Draft202012Validator(schema.SHEET).is_valid
ANY = {
    "deadline": None,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of whoever shows the host's cookie. Nobody waits, and no other process is asked."""
    for throttle in (ScoreThrottle, ClaimsThrottle):
        monkeypatch.setattr(throttle, "allow_request", lambda *_: True)
    monkeypatch.setattr("referee.api.scoring.explanations", diagnose)
    # As Django's own client does: the connection holds the test's transaction.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield GameFactory(setup__number=3)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


FEW = settings(max_examples=6, derandomize=True, **ANY)
MANY = settings(max_examples=500, **ANY)
OF_A_PHONE = DESCRIBED.include(operation_id="taps")


@DESCRIBED.parametrize()
@FEW
def test_every_request_is_answered_as_described(case: Any, game: Game) -> None:
    answer(case, "", game)


@OF_A_PHONE.parametrize()
@FEW
def test_every_request_of_a_phone_is_answered_as_described(case: Any, game: Game) -> None:
    answer(case, PHONE, game)


@pytest.mark.fuzz
@DESCRIBED.parametrize()
@MANY
def test_thousands_of_requests_are_answered_as_described(case: Any, game: Game) -> None:
    answer(case, "", game)


@pytest.mark.fuzz
@OF_A_PHONE.parametrize()
@MANY
def test_thousands_of_requests_of_a_phone_are_answered_as_described(case: Any, game: Game) -> None:
    answer(case, PHONE, game)


def answer(case: Any, who: str, game: Game) -> None:
    """Sends a request, and tries every check on what comes back."""
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = str(game.pk)
    if IS_SHEET(case.body):
        case.body = consistent(case.body)
    cookies = {name: morsel.value for name, morsel in phone(who).cookies.items()}
    # What is compressed schemathesis would not read in this process.
    case.call_and_validate(cookies=cookies, headers={"Accept-Encoding": "identity"})


def consistent(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet as its schema has it, its names changed where no schema can say what they must be:
    none stands there for two players, and every one in a round is a player's."""
    by_key = {name_key(name): name for name in sheet["players"]}
    players = [*by_key.values(), *(f"P{n}" for n in range(9) if f"P{n}" not in by_key)]
    players = players[: len(sheet["players"])]
    dummy = [DUMMY] if TWO_PLAYER_DUMMY in sheet.get("variants", ()) else []

    def of_seats(values: dict[str, Any], seats: list[str]) -> dict[str, Any]:
        return dict(zip(seats, values.values(), strict=False))

    changed = {**sheet, "players": players, "rounds": []}
    for round_ in sheet["rounds"]:
        own = dict(round_)
        if "tableaus" in round_:
            own["tableaus"] = of_seats(round_["tableaus"], players + dummy)
        if "uramaki_claims" in round_:
            own["uramaki_claims"] = [of_seats(t, players) for t in round_["uramaki_claims"]]
        changed["rounds"].append(own)
    for name in ("tokens_left", "claimed"):
        if name in sheet:
            changed[name] = of_seats(sheet[name], players)
    return changed
