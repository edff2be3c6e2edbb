"""Whole games of score sheets, entered through the services as phones would enter them."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid4

from referee.models import Game
from referee.play.services.confirming import enter_tokens
from referee.rules import parse_tableau
from referee.rules.tableau import Card
from tests.factories import GameFactory, claim, confirm, table_of, where
from tests.taps import adding, send

Sheet = Mapping[str, Any]


def play(sheet: Sheet) -> Game:
    """The game of a score sheet with every round entered and confirmed, and Roll's tokens."""
    names = ("ruleset", "players", "menu", "variants", "house_rules")
    game = GameFactory(**{f"setup__{name}": sheet[name] for name in names if name in sheet})
    for number, round_ in enumerate(sheet["rounds"], start=1):
        enter_round(game, number, round_)
        confirm(game, number)
    if sheet["ruleset"] == "sushi-roll" and len(sheet["rounds"]) == 3:
        left = sheet.get("tokens_left", {})
        places = {name: place for place, name in enumerate(sheet["players"], start=1)}
        enter_tokens(game.pk, {places[name]: tokens for name, tokens in left.items()})
    return game


def enter_round(game: Game, number: int, round_: Sheet) -> None:
    """The tableaus and the uramaki race of a round."""
    seats = table_of(game).sheet.seats
    for name, text in round_.get("tableaus", {}).items():
        taps: list[tuple[UUID, str]] = []
        for card in _in_order_of_play(text):
            taps.append((uuid4(), adding(card.face.slug if card.face else "", copy=card.copy)))
            if card.face and card.flipped:
                taps.append((uuid4(), f"flip:{taps[-1][0]}"))
        send(where(game, number, seats.index(name) + 1), *taps)
    for turn in round_.get("uramaki_claims", ()):
        for claimant, (name, icons) in enumerate(turn.items()):
            seat = seats.index(name) + 1
            claim(game, seat, icons, same_turn=claimant > 0, round_=number)


def _in_order_of_play(text: str) -> Iterator[Card]:
    """Bare nigiri come before any wasabi, and copies after what they copy."""
    items = [entry for entry, number in parse_tableau(text).items() for _ in range(number)]
    items.sort(key=lambda e: (_bare_wasabi(e.card), e.base is not None, _any_copy(e.cards)))
    for entry in items:
        yield from entry.cards


def _bare_wasabi(card: Card) -> bool:
    return card.face is not None and card.face.slug == "wasabi" and not card.flipped


def _any_copy(cards: tuple[Card, ...]) -> bool:
    return any(card.copy for card in cards)
