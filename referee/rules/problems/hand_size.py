"""Tableaus with more or fewer cards than were dealt.

In Sushi Go! and Sushi Roll all that was dealt lies there in the end. In Party miso soups that
clash, takeout boxes, spoons that find nothing, special orders with nothing to copy and claimed
uramaki leave the table; only the claims stand on the sheet.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ..cards import DESSERTS, FACES
from ..scoring.uramaki import ICONS_TO_CLAIM, settle_claims
from ..sheet import RoundSheet, Sheet
from ..tableau import Tableau
from .problem import Problem, error, warning

_LEAVING = ("miso-soup", "takeout-box", "spoon", "special-order")
"""Types that may be discarded during a round without the sheet recording it."""
_MAX_ICONS, _FEWEST_ICONS = 5, 3
"""Icons on one uramaki card."""


def physical_types(tableaus: Sequence[Tableau]) -> dict[str, int]:
    """Count the cards of each printed type; cards of unknown front are left out."""
    counts: dict[str, int] = {}
    for tableau in tableaus:
        for face, number in tableau.printed().items():
            type_ = FACES[face].type
            counts[type_] = counts.get(type_, 0) + number
    return counts


def hand_sizes(sheet: Sheet) -> Iterator[Problem]:
    """More cards than were dealt, or fewer than can be explained."""
    for number, round_ in enumerate(sheet.rounds, start=1):
        if round_.is_counted:  # its cards are not missing: nobody enters them
            continue
        dealt = sheet.setting.hand_size
        for seat, name in enumerate(sheet.seats):
            cards = len(round_.tableaus[seat])
            if cards == dealt and not round_.claims:  # as dealt: nothing to explain
                continue
            claimed_least, claimed_most = _claimed_cards(round_, seat)
            facts: dict[str, Any] = {"cards": cards, "dealt": dealt, "claimed": claimed_least}
            if sheet.setting.rules.dice:
                facts["dice"] = True
            missing = dealt - cards - claimed_most
            if cards + claimed_least > dealt:
                yield error("hand-size", "too-many", number, name, **facts)
            elif 0 < missing <= cards_that_may_have_left(sheet, number):
                yield warning("hand-size", "fewer-explained", number, name, **facts)
            elif missing > 0:
                yield error(
                    "hand-size", "too-few", number, name, **facts, claimed_most=claimed_most
                )


def cards_that_may_have_left(sheet: Sheet, round_number: int) -> int:
    """How many cards the table can have discarded unrecorded in a round, at most: those of the
    leaving types that the box holds and that do not lie there. One miso soup cannot clash alone:
    0 where only miso soup can leave and just one card is missing."""
    setting, round_ = sheet.setting, sheet.rounds[round_number - 1]
    leaving = [type_ for type_ in _LEAVING if type_ in setting.types]
    if not leaving:
        return 0
    lying = physical_types(round_.tableaus)
    lying["special-order"] = lying.get("special-order", 0) + special_orders_gone(
        sheet, round_number
    )
    most = sum(max(0, setting.rules.box[type_] - lying.get(type_, 0)) for type_ in leaving)
    missing = sum(max(0, setting.hand_size - len(tableau)) for tableau in round_.tableaus)
    return 0 if leaving == ["miso-soup"] and missing == 1 else most


def special_orders_gone(sheet: Sheet, round_number: int) -> int:
    """Count special orders that copied a dessert in earlier rounds: they stay with the desserts for
    the rest of the game (Sushi Go Party! rulebook, Card Guide: Special Order)."""
    return sum(
        number
        for round_ in sheet.rounds[: round_number - 1]
        for tableau in round_.tableaus
        if "special-order" in tableau.printed()
        for card, number in tableau.cards()
        if card.copy and not card.flipped and card.face and card.face.type in DESSERTS
    )


def _claimed_cards(round_: RoundSheet, seat: int) -> tuple[int, int]:
    """The fewest and the most cards that a seat can have discarded with its claims. A claim after
    the places were gone discards nothing; one that only lost a tie-break may have been left
    lying."""
    least = most = 0
    for claim in settle_claims(round_.claims)[0]:
        if claim.seat != seat or claim.icons < ICONS_TO_CLAIM:
            continue
        most += claim.icons // _FEWEST_ICONS
        least += -(-claim.icons // _MAX_ICONS) if claim.place is not None else 0
    return least, most
