"""Who sends requests to the network interface."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from referee.api.base.limits import Limit
from referee.club.services.accounts import create_account
from referee.club.services.keys import make_key
from referee.models import Key
from referee.tournament.services.drawing import make_draw
from tests.factories import PASSWORD, PHONE, GameFactory, played
from tests.play.views.plain_phone import phone
from tests.tournament.evening import an_evening


@pytest.fixture
def senders(
    monkeypatch: pytest.MonkeyPatch, quick_passwords: None, db: None
) -> Iterator[dict[str, dict[str, Any]]]:
    """What nobody, a phone and a key of each scope send along, to a club with a game that goes on,
    one that is over, and tables that are drawn. Nobody waits."""
    monkeypatch.setattr(Limit, "allow_request", lambda *_: True)
    # As Django's own client does: the connection holds the test's transaction.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    GameFactory(setup__number=3)
    played("tempura*2", "pudding")
    make_draw(an_evening(8).pk, 1)
    account = create_account(PHONE, "Ana", PASSWORD)
    keys = {scope: make_key(account, uuid4(), scope, scope) for scope in Key.Scope.values}
    yield {
        "nobody": {},
        "phone": {"cookies": {name: one.value for name, one in phone(PHONE).cookies.items()}},
        **{one: {"headers": {"Authorization": f"Bearer {keys[one]}"}} for one in keys},
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
