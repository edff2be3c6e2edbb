"""What a person's own taps have done, in a few words: read aloud after each of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.rules.cards import DESSERTS
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.tableau import Card, Item

from .items import card_name, item_name
from .names import card_count, icon_count, nigiri_count
from .phrases import clauses, points_text, series
from .standing import points as points_of_total

MAX_PARTS = 3
"""Kinds of cards that are named one by one; of more only the number of cards is said."""

_NO_POINTS_YET = DESSERTS | {"chopsticks", "spoon", "menu", "wasabi"}
"""Lines that bring nothing in the round in which their cards lie."""


@dataclass(frozen=True, slots=True)
class ToldClaim:
    """An uramaki claim: whose, of how many icons, and the points of its place."""

    name: str
    icons: int
    points: int


@dataclass(frozen=True, slots=True)
class Done:
    """What is different on a tableau after some taps, all of them taken together.

    What one of them did and another undid is in none of these.

    Attributes:
        came: the items that new cards lie in, and nigiri that were put on wasabi.
        lay: how many cards of these items were there before; ``put``: how many of those are nigiri
            that were put on wasabi.
        gone: cards that were there before.
        turned: cards that were turned over, as they lie now.
        freed: nigiri that were taken off their wasabi.
        claimed: uramaki claims that were entered.
        taken_back: the names of those whose claims were taken back.
    """

    came: Sequence[Item] = ()
    lay: int = 0
    put: int = 0
    gone: Sequence[Card] = ()
    turned: Sequence[Card] = ()
    freed: Sequence[Item] = ()
    claimed: Sequence[ToldClaim] = ()
    taken_back: Sequence[str] = ()

    @property
    def added(self) -> int:
        """How many cards are new."""
        return sum(len(item.cards) for item in self.came) - self.lay


def told(done: Done, points: Mapping[str, int], cards: int, dealt: int) -> str:
    """ "squid nigiri on wasabi, 9 points; 7 of 9 cards": once, brief, and where one stands.

    The points are what the new cards belong to is worth now: a nigiri's own, on its wasabi where
    it lies on one; for every other card those of its whole line, which is what the player will
    count ("2 tempura, 5 points"). Cards that score at the game's end, or only with others, are
    named without any.

    Args:
        points: of each line of the player's round, by card type.
        cards: how many are accounted for now, claimed ones too.
        dealt: how many there are to be, at least one.
    """
    return clauses([*changes(done, points), position(cards, dealt)])


def told_of_others(name: str, done: Done, cards: int, dealt: int) -> str:
    """What other phones did to the tableau that a page shows, summed up; "" for nothing.

    Args:
        name: whose tableau it is, fit to stand in a sentence.
    """
    come, gone = done.added, len(done.gone)
    moved = len(done.turned) + len(done.freed) + done.put
    said = [
        ngettext("%(n)d added", "%(n)d added", come) % {"n": come} if come else "",
        ngettext("%(n)d taken away", "%(n)d taken away", gone) % {"n": gone} if gone else "",
        ngettext("%(n)d lies differently", "%(n)d lie differently", moved) % {"n": moved}
        if moved
        else "",
    ]
    if not any(said):
        return ""
    facts = {"name": name, "changes": series(filter(None, said))}
    changed = _("%(name)s’s cards were changed on another phone: %(changes)s") % facts
    return clauses([changed, position(cards, dealt)])


def score_told(now: int, together: int, cards: int, dealt: int, others: Sequence[str] = ()) -> str:
    """How a player stands, for who asks for it.

    Args:
        now: the points of the round so far; ``together``: with those of the rounds before.
        cards: how many are accounted for, of those ``dealt``.
        others: what else is worth knowing of the others, in words.
    """
    facts = {"points": points_of_total(now), "total": points_of_total(together)}
    said = [_("This round: %(points)s; together: %(total)s") % facts, position(cards, dealt)]
    return clauses([*said, *others])


def position(cards: int, dealt: int) -> str:
    """Where a tableau stands: "7 of 9 cards"."""
    words = ngettext("%(cards)d of %(dealt)d card", "%(cards)d of %(dealt)d cards", dealt)
    return words % {"cards": cards, "dealt": dealt}


def named(name: str, words: str) -> str:
    """A sentence about one of several tableaus: "Ben: 2 tempura, 5 points; 4 of 9 cards."."""
    return _("%(name)s: %(words)s.") % {"name": name, "words": words}


def changes(done: Done, points: Mapping[str, int]) -> list[str]:
    """Every change in words, the briefer the more there are; never an empty list."""
    come = _come(done.came, points)
    gone = [_("%(card)s taken away") % {"card": words} for words in _counted(done.gone)]
    if len(come) > MAX_PARTS and done.added:
        number = done.added
        come = [ngettext("%(n)d card added", "%(n)d cards added", number) % {"n": number}]
    if len(gone) > MAX_PARTS:
        number = len(done.gone)
        away = ngettext("%(n)d card taken away", "%(n)d cards taken away", number)
        gone = [away % {"n": number}]
    turned = [_face_up_or_down(card) for card in done.turned]
    freed = [
        _with_points(_("%(card)s off wasabi") % {"card": item_name(item)}, _worth(item, points))
        for item in done.freed
    ]
    claims = [*map(_claimed, done.claimed), *map(_taken_back, done.taken_back)]
    return [*come, *gone, *turned, *freed, *claims] or [_("Nothing has changed")]


def _come(items: Sequence[Item], points: Mapping[str, int]) -> list[str]:
    """Announce new cards by line, with the line's points."""
    in_order = {kind: place for place, kind in reversed(list(enumerate(map(_kind, items))))}
    found = []
    for _kind_of_it, group in groupby(sorted(items, key=lambda it: in_order[_kind(it)]), key=_kind):
        of_line = list(group)
        worth = _worth(of_line[0], points)
        if of_line[0].type == "nigiri" and worth is not None:
            worth *= len(of_line)
        names = series(_number_of(item, n) for item, n in Counter(of_line).items())
        found.append(_with_points(names, worth))
    return found


def _kind(item: Item) -> str:
    """Return the key of cards announced together: the line, or the sort of nigiri."""
    return item.text if item.type == "nigiri" else item.type


def _worth(item: Item, points: Mapping[str, int]) -> int | None:
    """Return the points of an item's line, or None if it has none yet."""
    if item.type == "nigiri" and item.card.face is not None:
        on_wasabi = "wasabi+" if item.base else ""
        return nigiri_value(f"{on_wasabi}{item.card.face.slug}")
    return None if item.type in _NO_POINTS_YET else points.get(item.type, 0)


def _with_points(card: str, points: int | None) -> str:
    if points is None:
        return card
    return _("%(card)s, %(points)s") % {"card": card, "points": points_text(points)}


def _counted(cards: Sequence[Card]) -> list[str]:
    return [
        _number_of_cards(card, number, card_name(card)) for card, number in Counter(cards).items()
    ]


def _number_of(item: Item, number: int) -> str:
    if item.base:
        return _times(item_name(item), number)
    return _number_of_cards(item.card, number, item_name(item))


def _number_of_cards(card: Card, number: int, name: str) -> str:
    """Return "2 tempura", or "2 times special order: tofu" where there is no plural."""
    if number == 1:
        return name
    if card.face is None:
        return card_count("flipped", number)
    if not (card.copy or card.flipped):
        if card.face.type == "nigiri":
            return nigiri_count(card.face.slug, number)
        if card.face.slug == card.face.type:
            return card_count(card.face.type, number)
    return _times(name, number)


def _times(name: str, number: int) -> str:
    if number == 1:
        return name
    words = ngettext("%(n)d time %(card)s", "%(n)d times %(card)s", number)
    return words % {"n": number, "card": name}


def _face_up_or_down(card: Card) -> str:
    return card_name(card) if card.flipped else _("%(card)s, face up") % {"card": card_name(card)}


def _claimed(claim: ToldClaim) -> str:
    facts = {
        "name": claim.name,
        "icons": icon_count("uramaki", claim.icons),
        "points": points_text(claim.points),
    }
    return _("claim of %(name)s: %(icons)s, %(points)s") % facts


def _taken_back(name: str) -> str:
    return _("claim of %(name)s taken back") % {"name": name}
