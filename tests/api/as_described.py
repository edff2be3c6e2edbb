"""The interface keeps its word: what its description accepts is accepted and nothing else, and
every answer is as it is described, whoever asks. schemathesis makes the requests, all of them in
this process.

An operation that is new is taken in by itself: where the name of an id is that of a row
(``player_id``), one that is there is put in its place.

Not called test_…, for only to collect it takes seconds: `make fuzz` and `make test-slow` name it,
and test_as_described.py takes a few requests from here.
"""

from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.apps import apps
from django.core.cache import caches
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode

from referee.api import schema
from referee.models import Key
from referee.play.services import game_state
from referee.rules.names import name_key
from referee.rules.rulesets import DUMMY, TWO_PLAYER_DUMMY
from tests.factories import NAMES

DESCRIBED = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
DESCRIBED.location = None  # else the description's own address would be left out
# Besides those that any interface may refuse with: more taps than a batch may have.
DESCRIBED.config.checks.negative_data_rejection.expected_statuses.append("413")
FILTERED = ("/standings/", "/records/", "/figures/")
"""Endings of addresses that filters narrow."""
IS_SHEET = Draft202012Validator(schema.SHEET).is_valid
WHO = ("nobody", "phone", *Key.Scope.values)
THERE = {"number": 1, "seat": 1, "table": 1}
"""What parts of a game or a draw are called by; all else by an id."""
READ_LATER = [schemathesis.checks.CHECKS.get_one("negative_data_rejection")]
"""What cannot be told of a body that another process reads."""
ANY: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}
FEW = settings(max_examples=6, derandomize=True, **ANY)
MANY = settings(max_examples=100, **ANY)


@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
@DESCRIBED.parametrize()
@FEW
def test_every_request_is_answered_as_described(case: Any, who: str, senders: Any) -> None:
    answer(case, senders[who])


@pytest.mark.fuzz
@pytest.mark.parametrize("who", WHO)
@DESCRIBED.parametrize()
@MANY
def test_thousands_of_requests_are_answered_as_described(case: Any, who: str, senders: Any) -> None:
    answer(case, senders[who])


def send_some(operation: Any, requests: int, who: dict[str, Any]) -> None:
    """Send so many requests for one operation, the same ones each time."""

    @settings(max_examples=requests, derandomize=True, **ANY)
    @given(case=st.one_of(operation.as_strategy(mode) for mode in GenerationMode))
    def each(case: Any) -> None:
        answer(case, who)

    each()


def answer(case: Any, who: dict[str, Any]) -> None:
    """Send a request, and try every check on what comes back. Nothing of it stays."""
    for values in (case.path_parameters, case.query, case.body):
        if isinstance(values, dict):
            put_ids(values)
    for values, name in ((case.headers, "If-Match"), (case.query, "cursor")):
        if values:
            values.pop(name, None)  # no schema says what the server has answered before
    if case.meta.generation.mode.is_positive and case.path.endswith(FILTERED):
        case.query = sensible(case.query)
    if IS_SHEET(case.body):
        case.body = consistent(case.body)
        if case.path.endswith("/diagnose/") and case.meta.generation.mode.is_positive:
            case.body["claimed"] = {case.body["players"][0]: 7}
    elif isinstance(case.body, dict) and case.meta.generation.mode.is_positive:
        case.body = with_names(case.body)
    # What is compressed schemathesis would not read in this process.
    headers = {"Accept-Encoding": "identity", **who.get("headers", {})}
    with transaction.atomic():
        case.call_and_validate(
            cookies=who.get("cookies", {}),
            headers=headers,
            excluded_checks=READ_LATER if case.path.endswith("/imports/") else [],
        )
        transaction.set_rollback(True)
    game_state._known.clear()
    for cache in caches.all():
        cache.clear()


def put_ids(values: dict[str, Any]) -> None:
    """Put the ids of rows that are there in the place of made-up ones."""
    for name, value in values.items():
        if name in THERE and isinstance(value, int):
            values[name] = THERE[name]
        elif is_id(value) and (row := row_called(name.removesuffix("_id"))):
            values[name] = str(row.pk)


def is_id(value: object) -> bool:
    try:
        return bool(UUID(str(value)))
    except ValueError:
        return False


def row_called(name: str) -> Any:
    """A row of the model of that name, None where there is none."""
    model = apps.all_models["referee"].get({"night": "gamenight"}.get(name, name))
    return model and model._default_manager.order_by("pk").first()


def with_names(body: dict[str, Any]) -> dict[str, Any]:
    """A body with the names of the game's players, as no schema can say, or of its sheet's; totals
    are of two players, and have a menu only where their game has; days are in order; points for
    places go down; who disagrees says why."""
    changed = dict(body)
    for field in {"tableaus", "tokens_left"} & body.keys():
        changed[field] = dict(zip(NAMES[:2], body[field].values(), strict=False))
    if isinstance((body.get("players") or [""])[0], dict):  # no two alike, and a game takes them
        named = zip(body["players"], NAMES[:5], strict=False)
        changed["players"] = [{**one, "name": name} for one, name in named]
    if body.get("agrees") is False:  # then somebody says why
        changed.setdefault("words", "one maki too few")
    if {"since", "until"} <= body.keys():
        changed |= zip(("since", "until"), sorted((body["since"], body["until"])), strict=True)
    if "sheet" in body:
        changed["sheet"] = consistent(body["sheet"])
    if "place_points" in body:  # none is greater than the one before it
        changed["place_points"] = "5-3-1"
    if isinstance(body.get("totals"), dict):
        players = [
            {**one, "name": name}
            for one, name in zip(body["totals"]["players"], NAMES[:2], strict=False)
        ]
        changed["totals"] = {**body["totals"], "players": players}
        if changed["totals"].get("ruleset") != "sushi-go-party":
            changed["totals"].pop("menu", None)
    return changed


def sensible(query: dict[str, Any]) -> dict[str, Any]:
    """Filters as their schema has them, without what no schema can say: years, seasons and menus
    are those of the club, and a year, a season and days go not together."""
    kept = {name: query[name] for name in query if name not in ("season", "menu", "year", "month")}
    if str(kept.get("since", "")) > str(kept.get("until", "9")):
        del kept["until"]
    return kept


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
