"""The setup card in words: short lines that people follow at the table, one after the other."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.rulesets import PASS_BOTH_WAYS, ROUNDS
from referee.rules.table_setup import Belts, DessertPile, Direction, DummyPile, SetupCard

from .names import card_count
from .phrases import series
from .setup_lines import SetupLine, of_the_game, with_figure
from .setup_take import take_lines


class SetupPart(NamedTuple):
    """What belongs together: ``take``, ``shuffle``, ``deal``, ``pass`` or ``remember``."""

    slug: str
    title: str
    lines: tuple[SetupLine, ...]

    @property
    def is_to_do(self) -> bool:
        """Whether its lines can be done, and ticked off, before the round begins."""
        return self.slug in ("take", "shuffle", "deal")


def setup_parts(card: SetupCard) -> tuple[SetupPart, ...]:
    """What to do before a round, in the order in which it is done; empty parts are left out."""
    parts = (
        SetupPart("take", _("Take") if card.is_first else _("Collect"), take_lines(card)),
        SetupPart("shuffle", _("Shuffle"), _shuffle(card)),
        SetupPart("deal", _("Deal"), _deal(card)),
        SetupPart("pass", _("Pass"), _pass(card)),
        SetupPart("remember", _("Remember"), _remember(card)),
    )
    return tuple(part for part in parts if part.lines)


# ------------------------------------------------------------------ shuffle


def _shuffle(card: SetupCard) -> tuple[SetupLine, ...]:
    return of_the_game(card, _shuffle_roll, _shuffle_party, _shuffle_sushi_go)


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
        lines.append(with_figure(stay, desserts.left))
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
    return [with_figure(shake, number)]


# ------------------------------------------------------------------ deal


def _deal(card: SetupCard) -> tuple[SetupLine, ...]:
    return of_the_game(card, _deal_roll, _deal_party, _deal_sushi_go)


def _deal_sushi_go(card: SetupCard) -> list[SetupLine]:
    lines = [_hand(card)]
    if card.dummy:
        pile = ngettext(
            "Lay %(n)d more card face down between you: the dummy's pile.",
            "Lay %(n)d more cards face down between you: the dummy's pile.",
            card.dummy.cards,
        )
        lines.append(with_figure(pile, card.dummy.cards))
    return [*lines, *_rest(card)]


def _deal_party(card: SetupCard, desserts: DessertPile) -> list[SetupLine]:
    return [_hand(card), *_rest(card)]


def _hand(card: SetupCard) -> SetupLine:
    deal = ngettext(
        "Deal everybody %(n)d card, face down.",
        "Deal everybody %(n)d cards, face down.",
        card.hand_size,
    )
    return with_figure(deal, card.hand_size)


def _rest(card: SetupCard) -> list[SetupLine]:
    left = card.left_after_deal
    if left is None:
        return [SetupLine(_("Put the rest beside the board, face down."))]
    rest = ngettext(
        "%(n)d card is left over: lay it beside, face down.",
        "%(n)d cards are left over: lay them beside, face down.",
        left,
    )
    return [with_figure(rest, left)]


def _deal_roll(card: SetupCard, belts: Belts) -> list[SetupLine]:
    draw = ngettext(
        "Everybody draws %(n)d die from the bag, unseen.",
        "Everybody draws %(n)d dice from the bag, unseen.",
        card.hand_size,
    )
    return [
        with_figure(draw, card.hand_size),
        SetupLine(_("All roll at once; lay the dice on your belts as they fell.")),
    ]


# ------------------------------------------------------------------ pass


def _pass(card: SetupCard) -> tuple[SetupLine, ...]:
    return of_the_game(card, _pass_roll, lambda it, _desserts: _pass_hands(it), _pass_hands)


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
    return of_the_game(card, _remember_roll, _remember_party, _remember_sushi_go)


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
        lines.append(with_figure(spare, desserts.unused))
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
