"""The setup card in words: short lines that people follow at the table, one after the other."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.rulesets import PASS_BOTH_WAYS, ROUNDS
from referee.rules.table_setup import Belts, DessertPile, Direction, DummyPile, SetupCard

from .names import card_count, category_name, type_name
from .phrases import name_list, series

__all__ = ["SetupLine", "SetupPart", "setup_parts", "to_take"]


class SetupLine(NamedTuple):
    """One thing to do.

    Attributes:
        text: the whole of it, its numbers included.
        figure: the number or the arrow to see from afar; "" for none. It is in the text too.
    """

    text: str
    figure: str = ""


class SetupPart(NamedTuple):
    """What belongs together: ``take``, ``shuffle``, ``deal``, ``pass`` or ``remember``."""

    slug: str
    title: str
    lines: tuple[SetupLine, ...]

    @property
    def is_to_do(self) -> bool:
        """Whether its lines can be done, and ticked off, before the round begins."""
        return self.slug in ("take", "shuffle", "deal")


class Taken(NamedTuple):
    """So many cards or dice of a kind to take out of the box; ``icon`` names a picture."""

    icon: str
    name: str
    number: int


def to_take(card: SetupCard) -> tuple[Taken, ...]:
    """Everything that comes out of the box by kind; nothing after the first round."""
    if not card.is_first:
        return ()
    if card.belts:
        return tuple(
            Taken(types[0], _die_name(types), number) for types, number in card.belts.dice.items()
        )
    return tuple(Taken(type_, type_name(type_), n) for type_, n in card.cards.items())


def _die_name(types: tuple[str, ...]) -> str:
    if len(types) == 1:
        return type_name(types[0])
    kind = category_name("special" if "wasabi" in types else "appetizer")
    names = series(type_name(type_) for type_ in types)
    return _("%(kind)s: %(names)s") % {"kind": kind, "names": names}


def setup_parts(card: SetupCard) -> tuple[SetupPart, ...]:
    """What to do before a round, in the order in which it is done; empty parts are left out."""
    parts = (
        SetupPart("take", _("Take") if card.is_first else _("Collect"), _take(card)),
        SetupPart("shuffle", _("Shuffle"), _shuffle(card)),
        SetupPart("deal", _("Deal"), _deal(card)),
        SetupPart("pass", _("Pass"), _pass(card)),
        SetupPart("remember", _("Remember"), _remember(card)),
    )
    return tuple(part for part in parts if part.lines)


def _of_the_game(
    card: SetupCard,
    roll: Callable[[SetupCard, Belts], list[SetupLine]],
    party: Callable[[SetupCard, DessertPile], list[SetupLine]],
    sushi_go: Callable[[SetupCard], list[SetupLine]],
) -> tuple[SetupLine, ...]:
    if card.belts:
        return tuple(roll(card, card.belts))
    return tuple(party(card, card.desserts) if card.desserts else sushi_go(card))


# ------------------------------------------------------------------ take, collect


def _take(card: SetupCard) -> tuple[SetupLine, ...]:
    return _of_the_game(card, _take_roll, _take_party, _take_sushi_go)


def _take_sushi_go(card: SetupCard) -> list[SetupLine]:
    if not card.is_first:
        aside = _("Put the cards of the last round aside, face up. They are out of the game.")
        return [SetupLine(aside), SetupLine(_("Keep your puddings in front of you."))]
    everything = ngettext("Take all %(n)d card.", "Take all %(n)d cards.", card.deck)
    lines = [_with_figure(everything, card.deck)]
    if "soy-sauce" in card.cards:
        promo = card_count("soy-sauce", card.cards["soy-sauce"])
        lines.append(SetupLine(_("Among them is the promo: %(cards)s.") % {"cards": promo}))
    return lines


def _take_party(card: SetupCard, desserts: DessertPile) -> list[SetupLine]:
    if not card.is_first:
        return [SetupLine(line) for line in _collect_party(card)]
    tiles = len(card.cards) - 1  # nigiri is printed on the board
    number = sum(card.cards.values())
    take = ngettext(
        "Take this %(n)d card out of the box.", "Take these %(n)d cards out of the box.", number
    )
    put = ngettext(
        "Put the %(n)d menu tile on the board.", "Put the %(n)d menu tiles on the board.", tiles
    )
    lines = [_with_figure(take, number), _with_figure(put, tiles)]
    if card.large_maki_side is not None:
        lines.append(SetupLine(_maki_side(large=card.large_maki_side)))
    return lines


def _collect_party(card: SetupCard) -> list[str]:
    lines = [
        _("Keep the desserts that you have played in front of you."),
        _("Collect all other cards, the hidden ones in the deck too."),
    ]
    if "special-order" in card.cards:
        lines.insert(1, _("A special order that copied a dessert stays with them."))
    return lines


def _maki_side(*, large: bool) -> str:
    if large:
        return _("Flip the maki tile: its side for 6–8 players (6, 4 and 2 points) is up.")
    return _("Do not flip the maki tile: its side for 2–5 players (6 and 3 points) is up.")


def _take_roll(card: SetupCard, belts: Belts) -> list[SetupLine]:
    if not card.is_first:
        lines = [SetupLine(_("Keep your tokens: menus, chopsticks and puddings."))]
        if belts.slid_before_round:
            lines.append(
                SetupLine(_("Three players: slide the belts to the left, if not yet done."), "←")
            )
        return lines
    red = ngettext(
        "Take %(n)d belt, the one with the red border.",
        "Take %(n)d belts, one of them the one with the red border; deal them face down.",
        belts.belts,
    )
    tokens = [token_count(type_, number) for type_, number in belts.first_tokens.items()]
    return [
        SetupLine(_("Everybody takes a tray.")),
        _with_figure(red, belts.belts),
        SetupLine(_("Everybody takes %(tokens)s.") % {"tokens": name_list(tokens)}),
    ]


def token_count(type_: str, number: int) -> str:
    """So many tokens of a kind: "3 menu tokens"."""
    if type_ == "menu":
        words = ngettext("%(n)d menu token", "%(n)d menu tokens", number)
    else:
        words = ngettext("%(n)d chopsticks token", "%(n)d chopsticks tokens", number)
    return words % {"n": number}


# ------------------------------------------------------------------ shuffle


def _shuffle(card: SetupCard) -> tuple[SetupLine, ...]:
    return _of_the_game(card, _shuffle_roll, _shuffle_party, _shuffle_sushi_go)


def _shuffle_sushi_go(card: SetupCard) -> list[SetupLine]:
    if card.is_first:
        return [SetupLine(_("Shuffle them all, once for the whole game."))]
    return [SetupLine(_("Do not shuffle: deal from the cards that are left."))]


def _shuffle_party(card: SetupCard, desserts: DessertPile) -> list[SetupLine]:
    lines = []
    if card.is_first:
        apart = _("Shuffle the %(cards)s by themselves and lay them face down as a pile.")
        lines.append(SetupLine(apart % {"cards": _desserts(desserts, desserts.at_start)}))
        with_rest = _("Shuffle %(cards)s of that pile into the other %(deck)d cards, unseen.")
    else:
        with_rest = _("Shuffle %(cards)s of the dessert pile into what you collected, unseen.")
    counts = {"cards": _desserts(desserts, desserts.shuffled_in), "deck": card.deck}
    lines.append(SetupLine(with_rest % counts, f"+{desserts.shuffled_in}"))
    if desserts.left:
        stay = ngettext(
            "%(n)d dessert stays in the pile.", "%(n)d desserts stay in the pile.", desserts.left
        )
        lines.append(_with_figure(stay, desserts.left))
    return lines


def _desserts(desserts: DessertPile, number: int) -> str:
    if desserts.type == "fruit":  # its count in words is of icons, of which a card has two
        return ngettext("%(n)d fruit card", "%(n)d fruit cards", number) % {"n": number}
    return card_count(desserts.type, number)


def _shuffle_roll(card: SetupCard, belts: Belts) -> list[SetupLine]:
    number = sum(belts.dice.values())
    shake = ngettext(
        "Put the %(n)d die into the bag and shake it.",
        "Put all %(n)d dice into the bag and shake it.",
        number,
    )
    return [_with_figure(shake, number)]


# ------------------------------------------------------------------ deal


def _deal(card: SetupCard) -> tuple[SetupLine, ...]:
    return _of_the_game(card, _deal_roll, _deal_party, _deal_sushi_go)


def _deal_sushi_go(card: SetupCard) -> list[SetupLine]:
    lines = [_hand(card)]
    if card.dummy:
        pile = ngettext(
            "Lay %(n)d more card face down between you: the dummy's pile.",
            "Lay %(n)d more cards face down between you: the dummy's pile.",
            card.dummy.cards,
        )
        lines.append(_with_figure(pile, card.dummy.cards))
    return [*lines, *_rest(card)]


def _deal_party(card: SetupCard, desserts: DessertPile) -> list[SetupLine]:
    return [_hand(card), *_rest(card)]


def _hand(card: SetupCard) -> SetupLine:
    deal = ngettext(
        "Deal everybody %(n)d card, face down.",
        "Deal everybody %(n)d cards, face down.",
        card.hand_size,
    )
    return _with_figure(deal, card.hand_size)


def _rest(card: SetupCard) -> list[SetupLine]:
    left = card.left_after_deal
    if left is None:
        return [SetupLine(_("Put the rest beside the board, face down."))]
    rest = ngettext(
        "%(n)d card is left over: lay it beside, face down.",
        "%(n)d cards are left over: lay them beside, face down.",
        left,
    )
    return [_with_figure(rest, left)]


def _deal_roll(card: SetupCard, belts: Belts) -> list[SetupLine]:
    draw = ngettext(
        "Everybody draws %(n)d die from the bag, unseen.",
        "Everybody draws %(n)d dice from the bag, unseen.",
        card.hand_size,
    )
    return [
        _with_figure(draw, card.hand_size),
        SetupLine(_("All roll at once; lay the dice on your belts as they fell.")),
    ]


# ------------------------------------------------------------------ pass


def _pass(card: SetupCard) -> tuple[SetupLine, ...]:
    return _of_the_game(card, _pass_roll, lambda it, _desserts: _pass_hands(it), _pass_hands)


def _pass_hands(card: SetupCard) -> list[SetupLine]:
    if card.dummy:
        return [SetupLine(_("Swap your hands after each turn. The dummy's pile stays."), "⇄")]
    if card.setting.players == 2:
        return [SetupLine(_("Swap your hands after each turn."), "⇄")]
    if card.direction is Direction.RIGHT:
        return [SetupLine(_("Pass your hand to the right after each turn."), "→")]
    return [SetupLine(_("Pass your hand to the left after each turn."), "←")]


def _pass_roll(card: SetupCard, belts: Belts) -> list[SetupLine]:
    if card.setting.players == 2:
        slide = SetupLine(_("When both have had a turn, swap the belts and roll again."), "⇄")
    else:
        slide = SetupLine(
            _("When all have had a turn, slide the belts to the left and roll again."), "←"
        )
    return [slide]


# ------------------------------------------------------------------ remember


def _remember(card: SetupCard) -> tuple[SetupLine, ...]:
    return _of_the_game(card, _remember_roll, _remember_party, _remember_sushi_go)


def _remember_sushi_go(card: SetupCard) -> list[SetupLine]:
    lines = _remember_dummy(card.dummy) if card.dummy else []
    if card.round_number == 1 and PASS_BOTH_WAYS in card.setting.variants:
        lines.append(SetupLine(_("The next round goes the other way round.")))
    return lines


def _remember_dummy(dummy: DummyPile) -> list[SetupLine]:
    return [
        SetupLine(_("Agree on who leads the dummy first.")),
        SetupLine(
            _("Who leads it first does so on turns %(first)s, the other one on turns %(second)s.")
            % {"first": _turns(dummy.first_leader), "second": _turns(dummy.second_leader)}
        ),
        SetupLine(
            _("To lead it: draw its top card, then play one card for yourself and one for it.")
        ),
    ]


def _turns(turns: tuple[int, ...]) -> str:
    return series(str(turn) for turn in turns)


def _remember_party(card: SetupCard, desserts: DessertPile) -> list[SetupLine]:
    lines = []
    if card.is_first and desserts.unused:
        spare = ngettext(
            "%(n)d dessert of the pile is not needed in this game.",
            "%(n)d desserts of the pile are not needed in this game.",
            desserts.unused,
        )
        lines.append(_with_figure(spare, desserts.unused))
    if not card.is_first and card.large_maki_side:
        lines.append(SetupLine(_("The maki tile still shows its side for 6–8 players.")))
    if card.is_first:
        lines.append(SetupLine(_("The pawns may stay in the box: the points are counted here.")))
    return lines


def _remember_roll(card: SetupCard, belts: Belts) -> list[SetupLine]:
    lines = [SetupLine(_("Whoever has the belt with the red border begins each turn."))]
    if belts.slide_after_round:
        after = _("Three players: after the last turn of this round, slide the belts once more.")
        lines.append(SetupLine(after, "←"))
    elif card.round_number < ROUNDS:
        lines.append(SetupLine(_("The belts stay where they are when the round is over.")))
    if card.is_first:
        counted = _("The scoring tokens may stay in the box: the points are counted here.")
        lines.append(SetupLine(counted))
    return lines


def _with_figure(text: str, number: int) -> SetupLine:
    return SetupLine(text % {"n": number}, str(number))
