"""The cards of a tableau as pictures, whose they may be, and where the game goes on."""

from typing import Any

from django.urls import reverse
from django.utils.text import slugify

from ...access.games import Role, Visit
from ...models import Game
from ...rules import Tableau
from ...rules.cards import FACES
from ...rules.tableau import Card, Item
from ...rules.wasabi_pairing import free_wasabi
from ...wording.items import card_name, counted, item_name
from ...wording.names import short_face_name
from ..services.game_state import GameState, SeatState
from .common import entry_url, is_expected_of, round_url


def others_to_swap_with(seat: SeatState, visit: Visit) -> list[SeatState]:
    """Whose the cards of a seat may be, if they were entered under the wrong player: all others for
    whom the phone may enter; nobody where no cards lie or nothing can be changed."""
    is_open = visit.may_enter(seat.place) and not seat.round.is_confirmed
    return [
        other
        for other in seat.round.seats
        if is_open and seat.entries and other is not seat and visit.may_enter(other.place)
    ]


def piles(seat: SeatState) -> list[dict[str, Any]]:
    """The cards that lie and look alike, pile by pile: first those whose first card came first.

    A pair on wasabi is one drawing. The buttons of a pile are for its newest card: ``entry``; of a
    pair the nigiri. ``cards`` are the cards of the pile by the taps that added them, newest last.
    """
    laid, setting = seat.laid, seat.round.setting
    frees = setting.house_rules.flipped_nigiri_frees_wasabi
    free = free_wasabi(laid.cards, flipped_nigiri_frees_wasabi=frees)
    doubtful = {at for question in laid.questions for at in (question.wasabi, *question.may_lie)}
    may_flip = "takeout-box" in setting.types
    is_die = bool(setting.rules.dice)
    shown: dict[Item, dict[str, Any]] = {}
    for lying in laid.laid:
        entries = [laid.entries[index] for index in lying.cards]
        card, entry = lying.item.card, entries[-1]
        move = ""
        if lying.item.base:
            move = f"bare:{entries[0].pk}"
        elif lying.item.type == "nigiri" and free:
            move = f"on:{laid.entries[free[0]].pk}:{entry.pk}"
        # The faces of a die may differ in their number alone.
        short = short_face_name(card.face.slug) if card.face else ""
        pile = shown.setdefault(lying.item, {"cards": [], "is_newest": False, "is_asked": False})
        pile["cards"].append(entry.card)
        pile["is_newest"] |= laid.entries[-1] in entries
        pile["is_asked"] |= not doubtful.isdisjoint(lying.cards)
        pile |= {
            "id": slugify(lying.item.text.replace("+", "-on-")),
            "type": card.face.type if card.face else "takeout-box",
            # Fronts that are known tell cards apart that lie face down.
            "pictures": [
                *(picture for card in lying.item.cards for picture in _pictures(card)),
                *([card.face.slug] if card.face and card.flipped else []),
            ],
            "icons": short if is_die and card.face and f"{card.face.type}-2" in FACES else "",
            "name": item_name(lying.item),
            "card": card_name(card),
            "entry": entry.pk,
            "is_pair": lying.item.base is not None,
            "is_die": is_die,
            "flipped": card.flipped,
            "can_flip": may_flip and card.face is not None,
            "move": move,
        }
    return list(shown.values())


def stacks(tableau: Tableau) -> list[dict[str, Any]]:
    """Equal cards as one stack: the pictures of what lies in it, the icons of a die that has
    several, how often it lies there, and all that in words. A nigiri lies with its wasabi, a
    special order with what it copies."""
    return [
        {
            "icons": [icon for card in lying.cards for icon in _pictures(card)],
            "pips": lying.card.face.icons if lying.card.face and lying.card.face.die_only else 0,
            "number": number,
            "words": counted(lying, number),
        }
        for lying, number in tableau.items()
    ]


def _pictures(card: Card) -> list[str]:
    if card.flipped or card.face is None:
        return ["face-down"]
    return ["special-order", card.face.slug] if card.copy else [card.face.slug]


def where_it_stands(table: GameState, visit: Visit) -> str:
    """The address of the next thing for a phone to do or to watch, or of the final result."""
    round_ = table.current_round
    if round_ is None:
        if table.game.state == Game.State.FINISHED:
            return reverse("result", args=[table.game.pk])
        if visit.is_host:
            return reverse("tokens", args=[table.game.pk])
        return round_url(table.rounds[-1])
    if visit.role is Role.WATCHER:
        return reverse("scoreboard", args=[table.game.pk])
    # One's own cards first; the host goes on to those of seats that no phone holds.
    for seat in sorted(round_.seats, key=lambda seat: not visit.holds(seat.place)):
        if seat.is_waiting and is_expected_of(visit, seat):
            return entry_url(seat)
    return round_url(round_)
