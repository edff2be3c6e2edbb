"""Slips with cards: one more, fewer or other than was entered; a flipped card's front counted."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ..cards import DISCARDED_WHEN_PLAYED, FACES
from ..rulesets import Setting, faces_in
from ..tableau import Card, Item, Tableau, item
from .book import ScoredGame
from .terms import CardChange, Cell, Effect, Points, Way

ALIKE = 8.0
"""How likely it is to take a card for another of its type, or to lay a nigiri otherwise, compared
with taking it for any other card."""
SHORT = 3.0
"""How likely a forgotten card is where a card too few, or too many, was entered."""
MAX_KINDS = 12
"""No tableau holds more kinds of items; where one does, single cards explain nothing."""
_COLOURED = ("tea", "soy-sauce")
_WASABI = item(Card(FACES["wasabi"]))


@lru_cache(maxsize=64)
def cards_to_add(setting: Setting) -> tuple[Item, ...]:
    """What one more card can be: every face of the game, and a flipped card."""
    party = setting.ruleset == "sushi-go-party"
    gone = DISCARDED_WHEN_PLAYED | {"special-order"} if party else frozenset[str]()
    faces = [face for face in faces_in(setting) if FACES[face].type not in gone]
    flipped = [Card(None, flipped=True)] if "takeout-box" in setting.types else []
    return tuple(item(card) for card in [*(Card(FACES[face]) for face in faces), *flipped])


def card_slips(game: ScoredGame, seat: int) -> Iterator[tuple[Way, Effect]]:
    """Every way to have a card more, fewer or other in one round, and what it moves; also a nigiri
    beside its wasabi instead of on it, and flipped cards counted by their fronts."""
    for part, tableaus in enumerate(game.rounds, start=1):
        mine = tableaus[seat]
        if len(mine.counts) > MAX_KINDS:
            continue
        dealt, held = game.setting.hand_size, len(mine)
        fewer = [(change, game.effect(seat, change)) for change in _fewer(part, mine)]
        more = [(change, game.effect(seat, change)) for change in _more(game, part, mine)]
        for change, effect in fewer:
            share = SHORT if held > dealt else 1.0
            yield _way("card-fewer", change, share, card=_gone(change)), effect
        for change, effect in more:
            share = SHORT if held < dealt else 1.0
            came, on_wasabi = _name(change.put[-1].card), bool(change.taken)
            yield _way("card-more", change, share, card=came, on=on_wasabi), effect
        yield from _different(game, seat, part, fewer, more)
        for entry, _ in mine.items():
            if entry.base is not None:
                change = CardChange(part, (entry,), (item(entry.base), item(entry.card)))
                way = _way("card-different", change, ALIKE, card=_name(entry.card), other="")
                yield way, game.effect(seat, change)
        if game.setting.rules.dice:
            yield from (_dice_way(game, seat, {part: dice}) for dice in _dice_as_single_icons(mine))
        # The front of each flipped card, and of all of them together.
        fronts = [
            item(Card(entry.card.face))
            for entry, number in mine.items()
            for _ in range(number)
            if entry.card.flipped and entry.card.face is not None
        ]
        several = dict.fromkeys([*((front,) for front in fronts), tuple(fronts)]) if fronts else ()
        for some in several:
            change = CardChange(part, (), some)
            names = tuple(_name(front.card) for front in some)
            share = 2.0 if len(some) == len(fronts) else 1.0
            yield _way("flipped-counted", change, share, cards=names), game.effect(seat, change)
    if game.setting.rules.dice:
        yield from _dice_everywhere(game, seat)


def _dice_as_single_icons(mine: Tableau) -> Iterator[list[Item]]:
    """Dice of a tray that are counted as one icon: each, all of a type, all with two, all."""
    dice = _several_icons(mine)
    types = dict.fromkeys(die.type for die in dice)
    of_types = ([die for die in dice if die.type == type_] for type_ in types)
    two = [die for die in dice if die.card.face is not None and die.card.face.icons == 2]
    seen = set[tuple[Item, ...]]()
    for several in [*([die] for die in dict.fromkeys(dice)), *of_types, two, dice]:
        if several and tuple(several) not in seen:
            seen.add(tuple(several))
            yield several


def _several_icons(mine: Tableau) -> list[Item]:
    """The dice of a tray that show more than one icon."""
    return [
        entry for entry, n in mine.items() for _ in range(n) if _single_icon(entry) != entry.card
    ]


def _dice_everywhere(game: ScoredGame, seat: int) -> Iterator[tuple[Way, Effect]]:
    """The dice of all rounds counted as one icon each: of each type, and all of them."""
    trays = {
        part: _several_icons(tableaus[seat]) for part, tableaus in enumerate(game.rounds, start=1)
    }
    types = dict.fromkeys(die.type for dice in trays.values() for die in dice)
    for some in [*([type_] for type_ in types), [*types]] if len(types) > 1 else [[*types]]:
        chosen = {part: [die for die in dice if die.type in some] for part, dice in trays.items()}
        chosen = {part: dice for part, dice in chosen.items() if dice}
        if len(chosen) > 1:
            yield _dice_way(game, seat, chosen)


def _dice_way(game: ScoredGame, seat: int, dice: Mapping[int, list[Item]]) -> tuple[Way, Effect]:
    changes = tuple(
        CardChange(part, tuple(some), tuple(item(_single_icon(die)) for die in some))
        for part, some in dice.items()
    )
    every = [die for some in dice.values() for die in some]
    facts = {
        "how": tuple(dict.fromkeys(die.type for die in every)),
        "dice": tuple(dict.fromkeys(_name(die.card) for die in every)),
    }
    return Way("die-icons-as-one", cards=changes, facts=facts), game.effect(seat, *changes)


def _single_icon(die: Item) -> Card:
    """The face of a die's type that shows one icon."""
    face = die.card.face
    single = FACES.get(f"{die.type}-1") or FACES.get(die.type)
    has_icons = face is not None and face.icons > 1 and die.base is None
    return Card(single) if single and has_icons else die.card


def _way(code: str, change: CardChange, share: float, **facts: object) -> Way:
    return Way(code, share, cards=(change,), facts=facts)


def _name(card: Card) -> str:
    """The face that a card is called by."""
    return "flipped" if card.flipped or card.face is None else card.face.slug


def _gone(change: CardChange) -> str:
    """What a change takes away; of a pair the card that does not stay."""
    pair = change.taken[0]
    nigiri_stays = bool(change.put) and change.put[0].type == "nigiri"
    return _name(pair.base if pair.base and nigiri_stays else pair.card)


def _fewer(part: int, mine: Tableau) -> Iterator[CardChange]:
    """Take each card away; of a nigiri on a wasabi the nigiri, or the wasabi under it."""
    for entry, _ in mine.items():
        if entry.base is None:
            yield CardChange(part, (entry,), ())
        else:
            yield CardChange(part, (entry,), (item(entry.base),))
            yield CardChange(part, (entry,), (item(entry.card),))


def _more(game: ScoredGame, part: int, mine: Tableau) -> Iterator[CardChange]:
    """Put each card of the game there; a nigiri also on a wasabi that is free."""
    for entry in cards_to_add(game.setting):
        yield CardChange(part, (), (entry,))
        if entry.type == "nigiri" and mine.counts.get(_WASABI):
            on_wasabi = item(entry.card, _WASABI.card)
            yield CardChange(part, (_WASABI,), (on_wasabi,))


def _different(
    game: ScoredGame,
    seat: int,
    part: int,
    fewer: list[tuple[CardChange, dict[Cell, int]]],
    more: list[tuple[CardChange, dict[Cell, int]]],
) -> Iterator[tuple[Way, Effect]]:
    """Each card taken for another one."""
    colours = any(type_ in _COLOURED for type_ in game.lines(part, seat))
    for away, lost in fewer:
        for there, won in more:
            old, new = away.taken[0], there.put[-1]
            if there.taken or (old.base is None and new is old):
                continue
            change = CardChange(part, away.taken, (*away.put, *there.put))
            if old.base is not None:
                wasabi_stays = away.put[0].type == "wasabi"
                if (old.card if wasabi_stays else old.base) == new.card:
                    continue
                if wasabi_stays and new.type == "nigiri":
                    # The other nigiri lies where the first one lay.
                    change = CardChange(part, away.taken, (item(new.card, old.base),))
            types = {e.type for e in (*away.taken, *away.put)}
            apart = new.type not in types and new.type not in _COLOURED
            if apart and not colours and not types.intersection(_COLOURED):
                effect: Mapping[Cell, Points] = {**lost, **won}
            else:
                effect = game.effect(seat, change)
            share = ALIKE if new.type in types else 1.0
            names = {"card": _gone(away), "other": _name(new.card)}
            yield _way("card-different", change, share, **names), effect
