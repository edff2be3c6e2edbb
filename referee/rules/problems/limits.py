"""More on the table than the box holds.

Each problem says who has how many in this round, and how many lay there in earlier rounds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..cards import DESSERTS, FACES
from ..rulesets import RULESETS, Setting, desserts_dealt_in
from ..scoring.uramaki import settle_claims
from ..sheet import Sheet
from ..tableau import Tableau
from .hand_size import physical_types, special_orders_gone
from .problem import Problem, error, holders_among, warning


def _together(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Several counts as one."""
    whole: Counter[str] = Counter()
    for count in counts:
        whole.update(count)
    return whole


def deck_limits(sheet: Sheet) -> Iterator[Problem]:
    """More cards of a type than the box holds.

    Sushi Go! sets played cards aside, so they add up over the rounds; where a house rule shuffles
    them back, only puddings do. Party shuffles them back, but for desserts (see
    :func:`dessert_limits`) and special orders that copied one; Roll counts the dice of each kind
    in a round.
    """
    setting = sheet.setting
    if setting.rules.dice:
        yield from _dice_limits(sheet)
        return
    is_party = setting.menu is not None
    earlier: Counter[str] = Counter()
    for number, round_ in enumerate(sheet.rounds, start=1):
        here = physical_types(round_.tableaus)
        if is_party:
            earlier = Counter({"special-order": special_orders_gone(sheet, number)})
        for type_, limit in setting.rules.box.items():
            if type_ not in here or (type_ in DESSERTS and is_party):
                continue
            before = earlier[type_]
            if here[type_] + before > limit:
                by_seat = [physical_types([tableau]).get(type_, 0) for tableau in round_.tableaus]
                yield error(
                    "deck-limit",
                    "over-rounds" if _adds_up(type_, setting) else "in-round",
                    number,
                    holders=holders_among(sheet.seats, by_seat),
                    type=type_,
                    cards=here[type_] + before,
                    limit=limit,
                    earlier=before,
                )
        yield from _uramaki_icons(sheet, number)
        if not is_party:
            earlier.update({type_: n for type_, n in here.items() if _adds_up(type_, setting)})


def _adds_up(type_: str, setting: Setting) -> bool:
    """Whether cards of a type that were played are out of the deck for the rest of the game."""
    return type_ in DESSERTS or not setting.reshuffles


def _dice_limits(sheet: Sheet) -> Iterator[Problem]:
    for number, round_ in enumerate(sheet.rounds, start=1):
        counts = [physical_types([tableau]) for tableau in round_.tableaus]
        for types, limit in sheet.setting.rules.dice.items():
            by_seat = [sum(count.get(type_, 0) for type_ in types) for count in counts]
            if (dice := sum(by_seat)) > limit:
                yield error(
                    "deck-limit",
                    "dice",
                    number,
                    holders=holders_among(sheet.seats, by_seat),
                    type=types[0] if len(types) == 1 else "",
                    kind=types[0],
                    cards=dice,
                    limit=limit,
                )


_URAMAKI_ICONS = sum(
    FACES[face].icons * cards
    for face, cards in RULESETS["sushi-go-party"].faces.items()
    if FACES[face].type == "uramaki"
)


def _uramaki_icons(sheet: Sheet, number: int) -> Iterator[Problem]:
    """Icons claimed and left over on cards, against the 48 in the box; special orders that do not
    lie there may have added copies. A claim that won no place discarded nothing."""
    round_ = sheet.rounds[number - 1]
    icons = [0] * len(sheet.seats)
    for claim in settle_claims(round_.claims)[0]:
        icons[claim.seat] += claim.icons if claim.place is not None else 0
    if not sum(icons):
        return
    for seat, tableau in enumerate(round_.tableaus):
        icons[seat] += sum(
            card.face.icons * cards
            for card, cards in tableau.cards()
            if card.physical_type == "uramaki" and card.face
        )
    copies = 0
    if "special-order" in sheet.setting.types:
        seen = physical_types(round_.tableaus).get("special-order", 0)
        copies = 3 - seen - special_orders_gone(sheet, number)
    limit = _URAMAKI_ICONS + 5 * max(0, copies)
    if sum(icons) > limit:
        holders = holders_among(sheet.seats, icons)
        facts: dict[str, Any] = {"cards": sum(icons), "limit": limit}
        yield error("deck-limit", "uramaki-icons", number, holders=holders, type="uramaki", **facts)


def face_limits(sheet: Sheet) -> Iterator[Problem]:
    """More of one face than the box holds: an error in Sushi Go!, whose rulebook has the numbers; a
    warning in Party, where they are known from the cards only."""
    setting = sheet.setting
    if not setting.rules.faces:
        return
    put = warning if setting.menu is not None else error
    earlier: Counter[str] = Counter()
    for number, round_ in enumerate(sheet.rounds, start=1):
        by_seat = [tableau.printed() for tableau in round_.tableaus]
        here = _together(by_seat)
        for face, limit in setting.rules.faces.items():
            if face not in here:
                continue
            before = earlier[face]
            if here[face] + before > limit:
                detail = "over-rounds" if _adds_up(FACES[face].type, setting) else "in-round"
                cards = here[face] + before
                facts: dict[str, Any] = {"cards": cards, "limit": limit, "earlier": before}
                holders = holders_among(sheet.seats, [faces.get(face, 0) for faces in by_seat])
                yield put("face-limit", detail, number, holders=holders, face=face, **facts)
        desserts = (_desserts(tableau, flipped_too=False) for tableau in round_.tableaus)
        earlier += _together(desserts) if setting.reshuffles else here


def dessert_limits(sheet: Sheet) -> Iterator[Problem]:
    """More dessert cards than have been shuffled into the deck up to a round. Flipped desserts go
    back to the deck; special orders that copy one are no dessert cards of the deck."""
    if sheet.setting.ruleset != "sushi-go-party":
        return
    kept = 0
    for number, round_ in enumerate(sheet.rounds, start=1):
        by_seat = [sum(_desserts(tableau).values()) for tableau in round_.tableaus]
        here = sum(by_seat)
        limit = desserts_dealt_in(sheet.setting.players, number)
        if here and kept + here > limit:
            facts: dict[str, Any] = {"cards": kept + here, "limit": limit, "earlier": kept}
            holders = holders_among(sheet.seats, by_seat)
            yield error("dessert-limit", "dealt-in", number, holders=holders, **facts)
        for tableau in round_.tableaus:
            kept += sum(_desserts(tableau, flipped_too=False).values())


_DESSERTS = frozenset(face.slug for face in FACES.values() if face.type in DESSERTS)


def _desserts(tableau: Tableau, *, flipped_too: bool = True) -> dict[str, int]:
    faces = {face: number for face, number in tableau.printed().items() if face in _DESSERTS}
    if faces and not flipped_too and tableau.has_flipped():
        for card, number in tableau.cards():
            if card.flipped and card.physical_face in faces:
                faces[card.physical_face] -= number
    return faces


def token_limits(sheet: Sheet) -> Iterator[Problem]:
    """More unused tokens at the table than Roll's box holds."""
    for token, limit in sheet.setting.rules.tokens.items():
        by_seat = [sheet.tokens_of(seat).get(token, 0) for seat in range(len(sheet.seats))]
        if sum(by_seat) > limit:
            facts: dict[str, Any] = {"cards": sum(by_seat), "limit": limit}
            holders = holders_among(sheet.seats, by_seat)
            yield error("token-limit", "box", holders=holders, type=token, **facts)
