"""Slips with cards: one more, fewer or other than was entered; a flipped card's front counted; dice
counted as single icons."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from ..cards import DISCARDED_WHEN_PLAYED, FACES
from ..rulesets import Setting, faces_in
from ..tableau import Card, Item, item
from .book import ScoredGame
from .terms import CardChange, Way

ALIKE = 8.0
"""How likely it is to take a card for another of its type, or to lay a nigiri otherwise, compared
with taking it for any other card."""
SHORT = 3.0
"""How likely a forgotten card is where a card too few, or too many, was entered."""
MAX_KINDS = 12
"""No tableau holds more kinds of items; where one does, single cards explain nothing."""
_COLOURED = {"tea", "soy-sauce"}
_WASABI = item(Card(FACES["wasabi"]))


@lru_cache(maxsize=64)
def cards_to_add(setting: Setting) -> tuple[Item, ...]:
    """What one more card can be: every face of the game, and a flipped card."""
    party = setting.ruleset == "sushi-go-party"
    gone = DISCARDED_WHEN_PLAYED | {"special-order"} if party else frozenset[str]()
    faces = [face for face in faces_in(setting) if FACES[face].type not in gone]
    flipped = [Card(None, flipped=True)] if "takeout-box" in setting.types else []
    return tuple(item(card) for card in [*(Card(FACES[face]) for face in faces), *flipped])


def card_slips(game: ScoredGame, seat: int) -> Iterator[Way]:
    """Every way to have a card more, fewer or other in one round, or to count cards wrongly."""
    for part, tableaus in enumerate(game.rounds, start=1):
        if len(tableaus[seat].counts) > MAX_KINDS:
            continue
        fewer, more = [*_fewer(game, seat, part)], [*_more(game, seat, part)]
        yield from (*fewer, *more)
        yield from _different(game, seat, part, fewer, more)
        yield from _fronts(game, seat, part)
    if game.setting.rules.dice:
        yield from _dice_as_single_icons(game, seat)


def _fewer(game: ScoredGame, seat: int, part: int) -> Iterator[Way]:
    """Each card taken away; of a nigiri on a wasabi the nigiri, or the wasabi under it."""
    mine = game.rounds[part - 1][seat]
    share = SHORT if len(mine) > game.setting.hand_size else 1.0
    for entry, _ in mine.items():
        for gone in reversed(entry.cards):
            stays = tuple(item(card) for card in entry.cards if card is not gone)
            change = CardChange(part, (entry,), stays)
            facts = {"card": _name(gone)}
            yield game.way(seat, "card-fewer", share, cards=(change,), facts=facts)


def _more(game: ScoredGame, seat: int, part: int) -> Iterator[Way]:
    """Each card of the game put there; a nigiri also on a wasabi that is free."""
    mine = game.rounds[part - 1][seat]
    share = SHORT if len(mine) < game.setting.hand_size else 1.0
    for entry in cards_to_add(game.setting):
        changes = [CardChange(part, (), (entry,))]
        if entry.type == "nigiri" and mine.counts.get(_WASABI):
            changes.append(CardChange(part, (_WASABI,), (item(entry.card, _WASABI.card),)))
        for change in changes:
            facts = {"card": _name(entry.card), "on": bool(change.taken)}
            yield game.way(seat, "card-more", share, cards=(change,), facts=facts)


def _different(
    game: ScoredGame, seat: int, part: int, fewer: Sequence[Way], more: Sequence[Way]
) -> Iterator[Way]:
    """Each card taken for another one; each nigiri lying beside its wasabi, not on it."""
    code = "card-different"
    colours = not _COLOURED.isdisjoint(game.lines(part, seat))
    for less, another in product(fewer, more):
        (_, (old,), stays), (_, taken, (new,)) = less.cards[0], another.cards[0]
        names = {"card": less.facts["card"], "other": another.facts["card"]}
        if taken or names["card"] == names["other"]:
            continue
        types = {entry.type for entry in (old, *stays)}
        put = (*stays, new)
        if new.type == "nigiri" and old.base and stays[0].type == "wasabi":
            put = (item(new.card, old.base),)  # it lies where the first one lay
        share = ALIKE if new.type in types else 1.0
        cards = (CardChange(part, (old,), put),)
        if new.type in types or colours or not _COLOURED.isdisjoint({*types, new.type}):
            yield game.way(seat, code, share, cards=cards, facts=names)
        else:
            effect = {**less.effect, **another.effect}
            yield Way(code, share, cards=cards, facts=names, effect=effect)
    for entry, _ in game.rounds[part - 1][seat].items():
        if entry.base:
            change = CardChange(part, (entry,), (item(entry.base), item(entry.card)))
            facts = {"card": _name(entry.card), "other": ""}
            yield game.way(seat, code, ALIKE, cards=(change,), facts=facts)


def _fronts(game: ScoredGame, seat: int, part: int) -> Iterator[Way]:
    """The front of each flipped card counted as well, and of all of them together."""
    fronts = [
        item(Card(entry.card.face))
        for entry, number in game.rounds[part - 1][seat].items()
        for _ in range(number)
        if entry.card.flipped and entry.card.face is not None
    ]
    for some in dict.fromkeys([*((front,) for front in fronts), tuple(fronts)]):
        if some:
            share = 2.0 if len(some) == len(fronts) else 1.0
            facts = {"cards": tuple(_name(front.card) for front in some)}
            cards = (CardChange(part, (), some),)
            yield game.way(seat, "flipped-counted", share, cards=cards, facts=facts)


def _dice_as_single_icons(game: ScoredGame, seat: int) -> Iterator[Way]:
    """Dice counted as one icon each: of a tray one, all of a type, all with two, all; of all trays
    all of a type, all."""
    dice = [
        CardChange(part, (die,), (single,))
        for part, tableaus in enumerate(game.rounds, start=1)
        for die, number in tableaus[seat].items()
        if (single := _single_icon(die))
        for _ in range(number)
    ]
    groups: list[list[CardChange]] = []
    for part in range(1, len(game.rounds) + 1):
        tray = [one for one in dice if one.part == part]
        two = [one for one in tray if one.taken[0].parts[0][1] == 2]
        groups += [*([one] for one in tray), *_by_type(tray), two, tray]
    groups += [*_by_type(dice), dice]
    for group in dict.fromkeys(tuple(group) for group in groups if group):
        shown = [one.taken[0] for one in group]
        facts = {
            "how": tuple(dict.fromkeys(die.type for die in shown)),
            "dice": tuple(dict.fromkeys(_name(die.card) for die in shown)),
        }
        yield game.way(seat, "die-icons-as-one", cards=group, facts=facts)


def _by_type(dice: Sequence[CardChange]) -> list[list[CardChange]]:
    types = dict.fromkeys(one.taken[0].type for one in dice)
    return [[one for one in dice if one.taken[0].type == type_] for type_ in types]


def _single_icon(die: Item) -> Item | None:
    """The face of a die's type with one icon, where the die shows more."""
    face = die.card.face
    single = FACES.get(f"{die.type}-1") or FACES.get(die.type)
    has_more = face is not None and face.icons > 1 and die.base is None
    return item(Card(single)) if single and has_more else None


def _name(card: Card) -> str:
    """The face that a card is called by."""
    return "flipped" if card.flipped or card.face is None else card.face.slug
