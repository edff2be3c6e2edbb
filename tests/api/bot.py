"""Who asks the network interface for things: a program, and the phone of a table."""

import json
from typing import Any

from django.test import Client

from referee.club.services.accounts import create_account
from tests.factories import PASSWORD, PHONE, key_client
from tests.play.views.plain_phone import phone


class Bot:
    """Who sends requests, mostly a program with a key."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def __call__(
        self, method: str, address: str, body: Any = None, status: int = 200, **more: Any
    ) -> Any:
        send = getattr(self.client, method)
        if body is not None or method != "get":
            more["content_type"] = "application/json"
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        answer = send(f"/api/v1/{address}", *([] if body is None else [data]), **more)
        assert answer.status_code == status, answer.content.decode()
        return answer.json() if answer.content else None

    def faults(self, method: str, address: str, body: Any, status: int = 400) -> list[Any]:
        found = self(method, address, body, status)["errors"]
        return [(one["path"], one["code"]) for one in found]

    def game(self, body: Any) -> Any:
        return self("post", "games/", body, 201)


def bot_of(phone_id: str, name: str, scope: str) -> Bot:
    return Bot(key_client(create_account(phone_id, name, PASSWORD), scope))


def get(address: str, name: str = PHONE, status: int = 200, **more: Any) -> Any:
    """What a phone is answered."""
    answer = phone(name).get(f"/api/v1/{address}", **more)
    assert answer.status_code == status, answer.content
    return answer.json()


def faults(address: str) -> list[tuple[str, str]]:
    """Where an address that cannot be read is wrong, and the codes."""
    return [(one["path"], one["code"]) for one in get(address, status=400)["errors"]]
