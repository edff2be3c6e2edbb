"""What comes out of the box before the first round, and what is collected before the others."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.table_setup import Belts, DessertPile, SetupCard

from .names import card_count, category_name, type_name
from .phrases import name_list, series
from .setup_lines import SetupLine, of_the_game, with_figure


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


def take_lines(card: SetupCard) -> tuple[SetupLine, ...]:
    """What to take before the first round, and to keep or collect before the others."""
    return of_the_game(card, _take_roll, _take_party, _take_sushi_go)


def _take_sushi_go(card: SetupCard) -> list[SetupLine]:
    if not card.is_first:
        aside = _("Put the cards of the last round aside, face up. They are out of the game.")
        return [SetupLine(aside), SetupLine(_("Keep your puddings in front of you."))]
    everything = ngettext("Take all %(n)d card.", "Take all %(n)d cards.", card.deck)
    lines = [with_figure(everything, card.deck)]
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
    lines = [with_figure(take, number), with_figure(put, tiles)]
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
        with_figure(red, belts.belts),
        SetupLine(_("Everybody takes %(tokens)s.") % {"tokens": name_list(tokens)}),
    ]


def token_count(type_: str, number: int) -> str:
    """So many tokens of a kind: "3 menu tokens"."""
    if type_ == "menu":
        words = ngettext("%(n)d menu token", "%(n)d menu tokens", number)
    else:
        words = ngettext("%(n)d chopsticks token", "%(n)d chopsticks tokens", number)
    return words % {"n": number}
