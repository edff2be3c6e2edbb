"""A phone at the table of a game, and the names that are typed there."""

from typing import Any
from uuid import uuid4

from django.core.signing import get_cookie_signer
from django.test import Client

from referee.access.games import Sender
from referee.models import Game
from referee.play.services.joining import join
from referee.play.services.taps import SentTap, take_taps
from tests.factories import GameFactory, confirm

PLAYERS = ("Qxana", "Qxben", "Qxcem")
"""Names with no word of any language in them, so that a page's own words can be told apart."""
MARKUP = '"><hr>'
"""Ends every name and note that is typed in; no page has such an element of its own."""
ANA, BEN, CEM = NAMES = tuple(f"{name}{MARKUP}" for name in PLAYERS)
TYPED = f"1234{MARKUP}"


def phone_of(client: Client) -> str:
    """Who a client is to the server; one that was never here is somebody from now on."""
    if "phone" not in client.cookies:
        client.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(str(uuid4()))
    return client.cookies["phone"].value.partition(":")[0]


class Table:
    """A phone in the middle of a game."""

    def __init__(self, client: Client, ruleset: str, *, n: int = 3, **agreed: Any) -> None:
        self.client = client
        setup = {"ruleset": ruleset, "players": NAMES[:n], **agreed}
        given = {f"setup__{name}": it for name, it in setup.items()}
        self.row: Game = GameFactory(phone=phone_of(client), **given)
        self.game = f"/g/{self.row.pk}/"

    def guest(self, place: int | None = None) -> Client:
        """Another phone, which sits or watches at the table."""
        client = Client(**self.client.defaults)
        join(self.row.pk, phone_of(client), place)
        return client

    def tap(self, seat: int, *buttons: str, number: int = 1) -> "Table":
        """Tap buttons, all at once, which is faster than by the page."""
        taps = [SentTap(uuid4(), number, seat, do) for do in buttons]
        take_taps(self.row.pk, Sender(phone_of(self.client)), taps)
        return self

    def card(self, place: int) -> str:
        """The id of a card of the first seat, by its place from 0."""
        tableau = self.row.rounds.get(number=1).tableaus.get(seat__place=1)
        return str(tableau.entries.filter(withdrawn_by=None)[place].pk)

    def confirm(self, *numbers: int) -> "Table":
        confirm(self.row, *numbers)
        return self

    def get(self, address: str) -> Any:
        return self.client.get(self.game + address)

    def post(self, address: str, **form: Any) -> Any:
        return self.client.post(self.game + address, form)

    def followed(self, address: str, **form: Any) -> Any:
        return self.client.post(self.game + address, form, follow=True)
