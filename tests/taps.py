"""Taps as a phone sends them, one at a time: `add_card(at, tap, "tofu")` for short."""

from dataclasses import dataclass
from uuid import UUID

from referee.access.games import Sender
from referee.play.services.taps import Receipt, SentTap, take_taps


@dataclass(frozen=True, slots=True)
class Where:
    """The tableau that a tap is for, by round and seat from 1, and the phone that it comes from."""

    game: UUID
    round: int
    seat: int
    phone: str


def send(where: Where, *taps: tuple[UUID, str]) -> Receipt:
    """Sends taps together; raises what the first refused one is refused with."""
    sent = [SentTap(tap_id, where.round, where.seat, do) for tap_id, do in taps]
    receipt = take_taps(where.game, Sender(where.phone), sent)
    for refused in receipt.refused.values():
        raise refused
    return receipt


def tap(where: Where, tap_id: UUID, do: str) -> Receipt:
    return send(where, (tap_id, do))


def adding(face: str, *, copy: bool = False) -> str:
    """The text of a tap that adds a card."""
    return f"copy:{face}" if copy else f"add:{face or 'flipped'}"


def add_card(where: Where, tap_id: UUID, face: str, *, copy: bool = False) -> Receipt:
    return tap(where, tap_id, adding(face, copy=copy))


def take_away(where: Where, tap_id: UUID, entry: UUID) -> Receipt:
    return tap(where, tap_id, f"take:{entry}")


def flip(where: Where, tap_id: UUID, entry: UUID) -> Receipt:
    return tap(where, tap_id, f"flip:{entry}")


def say_on(where: Where, tap_id: UUID, wasabi: UUID, nigiri: UUID) -> Receipt:
    return tap(where, tap_id, f"on:{wasabi}:{nigiri}")


def say_bare(where: Where, tap_id: UUID, wasabi: UUID) -> Receipt:
    return tap(where, tap_id, f"bare:{wasabi}")


def undo(where: Where, tap_id: UUID) -> Receipt:
    return tap(where, tap_id, "undo:")


def claim_icons(
    where: Where,
    tap_id: UUID,
    icons: int,
    *,
    with_turn: int | None = None,
    before_turn: int | None = None,
) -> Receipt:
    moment = f":with-{with_turn}" if with_turn else f":before-{before_turn}" if before_turn else ""
    return tap(where, tap_id, f"claim:{icons}{moment}")


def take_back(where: Where, tap_id: UUID, claim: UUID) -> Receipt:
    return tap(where, tap_id, f"unclaim:{claim}")
