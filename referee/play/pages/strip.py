"""The tableau strip of the entry page: every card with what can be done to it."""

from collections.abc import Sequence
from typing import Any

from ...models import Entry
from ...rules import FACES
from ...rules.wasabi_pairing import Laid, has_free_wasabi
from ...wording.items import card_name
from ..services.game_state import GameTable, LaidTableau, laid_card


def piles(table: GameTable, laid: LaidTableau) -> list[Sequence[dict[str, Any]]]:
    """Every item of the tableau: a card, or a wasabi and the nigiri on it."""
    return [_pile(table, laid, lying) for lying in laid.laid]


def _pile(table: GameTable, laid: LaidTableau, lying: Laid) -> list[dict[str, Any]]:
    entries = [laid.entries[index] for index in lying.cards]
    on_wasabi = len(entries) == 2
    frees = table.setting.house_rules.flipped_nigiri_frees_wasabi
    cards = [laid_card(entry) for entry in laid.entries]
    free = has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)
    can_flip = "takeout-box" in table.setting.types
    return [_chip(entry, on_wasabi=on_wasabi, free=free, can_flip=can_flip) for entry in entries]


def _chip(entry: Entry, *, on_wasabi: bool, free: bool, can_flip: bool) -> dict[str, Any]:
    is_nigiri = bool(entry.face) and FACES[entry.face].type == "nigiri" and not entry.flipped
    move = ("off" if on_wasabi else "on" if free else "") if is_nigiri else ""
    type_ = FACES[entry.face].type if entry.face else "takeout-box"
    icon = "face-down" if entry.flipped else entry.face
    can_flip = can_flip and bool(entry.face)
    name = card_name(laid_card(entry).card)
    return {
        "id": entry.pk,
        "card": entry.card,
        "type": type_,
        "icon": icon,
        "name": name,
        "flipped": entry.flipped,
        "can_flip": can_flip,
        "move": move,
    }
