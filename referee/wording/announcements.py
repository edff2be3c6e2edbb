"""What a person's own taps have done, in a few words: read aloud after each of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.text import capfirst

from referee.rules.cards import DESSERTS
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.tableau import Card, Item

from .catalogue import gettext as _
from .catalogue import ngettext
from .items import card_name, item_name
from .names import card_count, icon_count, nigiri_count
from .phrases import clauses, points_text, series
from .standing import points as points_of_total

MAX_PARTS = 3
"""Kinds of cards that are named one by one; of more only the number of cards is said."""

_NO_POINTS_YET = DESSERTS | {"chopsticks", "spoon", "menu", "wasabi"}
"""Lines that bring nothing in the round in which their cards lie."""


class ToldClaim(NamedTuple):
    """An uramaki claim: whose, of how many icons, and the points of its place."""

    name: str
    icons: int
    points: int


@dataclass(frozen=True, slots=True)
class Done:
    """What is different on a tableau after some taps, without what another of them undid.

    Attributes:
        came: the items that new cards lie in, and nigiri that were put on wasabi.
        lay: how many cards of these items were there before; ``put``: how many of those are nigiri
            that were put on wasabi.
        gone: cards that were there before.
        turned: the items of cards that were turned over, as they lie now.
        freed: nigiri that were taken off their wasabi.
        said: nigiri on wasabi, and bare wasabi, that lie as before, of which somebody has said so.
        claimed: uramaki claims that were entered.
        taken_back: the names of those whose claims were taken back.
        is_unsaid: whether what somebody has said of a wasabi is taken back and all lies as it did.
        is_undone: whether these taps have undone others; ``is_changed_elsewhere``: whether another
            phone has changed since what those did, ``is_claimed_elsewhere``: claimed their cards.
        is_ready: whether the player has said "complete" last, or has taken that back; None where
            nothing was said of it.
    """

    came: Sequence[Item] = ()
    lay: int = 0
    put: int = 0
    gone: Sequence[Card] = ()
    turned: Sequence[Item] = ()
    freed: Sequence[Item] = ()
    said: Sequence[Item] = ()
    claimed: Sequence[ToldClaim] = ()
    taken_back: Sequence[str] = ()
    is_unsaid: bool = False
    is_undone: bool = False
    is_changed_elsewhere: bool = False
    is_claimed_elsewhere: bool = False
    is_ready: bool | None = None

    @property
    def added(self) -> int:
        """How many cards are new."""
        return sum(len(item.cards) for item in self.came) - self.lay


def told(
    done: Done, points: Mapping[str, int], cards: int, dealt: int, *, dice: bool = False
) -> str:
    """ "squid nigiri on wasabi, 9 points; 7 of 9 cards": once, brief, and where one stands. What an
    undo has done is said as what happened, in a sentence after "Undone".

    The points are a nigiri's own, and for every other card those of its whole line, which is what
    the player will count ("2 tempura, 5 points"); none for cards that score at the game's end.

    Args:
        points: of each line of the player's round, by card type.
        cards: how many are accounted for now, claimed ones too.
        dealt: how many there are to be, at least one.
        dice: whether they are dice.
    """
    changed = changes(done, points, dice=dice)
    words = clauses([*(changed or [_why_nothing(done)]), position(cards, dealt, dice=dice)])
    if changed and done.is_undone:
        return _("Undone. %(changes)s") % {"changes": capfirst(words)}
    return words


def told_of_others(name: str, done: Done, cards: int, dealt: int, *, dice: bool = False) -> str:
    """What other phones did to somebody's tableau, summed up; "" for nothing."""
    come, gone = done.added, len(done.gone)
    moved = len(done.turned) + len(done.freed) + done.put
    said = [
        words % {"n": number}
        for number, words in (
            (come, ngettext("%(n)d added", "%(n)d added", come)),
            (gone, ngettext("%(n)d taken away", "%(n)d taken away", gone)),
            (moved, ngettext("%(n)d lies differently", "%(n)d lie differently", moved)),
        )
        if number
    ]
    if not said:
        return ""
    facts = {"name": name, "changes": series(said)}
    changed = _("%(name)s, changed on another phone: %(changes)s") % facts
    return clauses([changed, position(cards, dealt, dice=dice)])


def score_told(
    now: int,
    total: int,
    cards: int,
    dealt: int,
    others: Sequence[str] = (),
    *,
    dice: bool = False,
) -> str:
    """How a player stands: the points of the round so far, and in ``total`` with the rounds before;
    the cards accounted for; what else is worth knowing of the others, in words."""
    facts = {"points": points_of_total(now), "total": points_of_total(total)}
    said = [
        _("This round: %(points)s; total: %(total)s") % facts,
        position(cards, dealt, dice=dice),
    ]
    return clauses([*said, *others])


def position(cards: int, dealt: int, *, dice: bool = False) -> str:
    """Where a tableau stands: "7 of 9 cards"."""
    if dice:
        return _("%(cards)d of %(dealt)d dice") % {"cards": cards, "dealt": dealt}
    words = ngettext("%(cards)d of %(dealt)d card", "%(cards)d of %(dealt)d cards", dealt)
    return words % {"cards": cards, "dealt": dealt}


def told_of_swap(
    name: str, cards: int, dealt: int, *, went: bool, came: bool, dice: bool = False
) -> str:
    """What a swap with another player has done to a tableau; ``went``: something lies there now,
    ``came``: something lies here that lay there."""
    moved = _("moved to %(name)s") if went else _("moved here from %(name)s")
    words = (_("swapped with %(name)s") if went and came else moved) % {"name": name}
    return clauses([words, position(cards, dealt, dice=dice)])


def points_moved(name: str, points: str, before: str) -> str:
    """What an open round brings somebody, which an answer or a correction has moved."""
    words = _("%(name)s, this round: %(points)s, before %(before)s")
    return words % {"name": name, "points": points, "before": before}


def points_of_round_moved(round_number: int, moved: Iterable[tuple[str, str, str]]) -> str:
    """What the correction of a confirmed round has moved: names, each with the points of the round
    now and before."""
    words = _("%(name)s %(points)s, before %(before)s")
    facts = [
        words % {"name": name, "points": points, "before": before} for name, points, before in moved
    ]
    told = _("Round %(number)s again: %(points)s.")
    return told % {"number": round_number, "points": clauses(facts)}


def named(name: str, words: str) -> str:
    """A sentence about one of several tableaus: "Ben: 2 tempura, 5 points; 4 of 9 cards."."""
    return _("%(name)s: %(words)s.") % {"name": name, "words": words}


def changes(done: Done, points: Mapping[str, int], *, dice: bool = False) -> list[str]:
    """Every change in words, the briefer the more there are."""
    come = _come(done.came, points)
    if len(come) > MAX_PARTS and (number := done.added):
        words = ngettext("%(n)d card added", "%(n)d cards added", number)
        if dice:
            words = ngettext("%(n)d die added", "%(n)d dice added", number)
        come = [words % {"n": number}]
    gone = [
        _("%(card)s taken away") % {"card": _so_many(number, card_name(card), card)}
        for card, number in Counter(done.gone).items()
    ]
    if len(gone) > MAX_PARTS:
        number = len(done.gone)
        words = ngettext("%(n)d card taken away", "%(n)d cards taken away", number)
        if dice:
            words = ngettext("%(n)d die taken away", "%(n)d dice taken away", number)
        gone = [words % {"n": number}]
    turned = [
        _with_points(
            item_name(item)
            if item.card.flipped
            else _("%(card)s, face up") % {"card": item_name(item)},
            _worth(item, points),
        )
        for item in done.turned
    ]
    freed = [
        _with_points(_("%(card)s off wasabi") % {"card": item_name(item)}, _worth(item, points))
        for item in done.freed
    ]
    said = [
        item_name(item) if item.base else _("nothing on %(card)s") % {"card": item_name(item)}
        for item in dict.fromkeys(done.said)
    ]
    claimed = [
        _("claim of %(name)s: %(icons)s, %(points)s")
        % {
            "name": claim.name,
            "icons": icon_count("uramaki", claim.icons),
            "points": points_text(claim.points),
        }
        for claim in done.claimed
    ]
    taken_back = [_("claim of %(name)s taken back") % {"name": name} for name in done.taken_back]
    is_unsaid = done.is_unsaid and done.is_undone
    unsaid = [_("answer on the wasabi taken back")] if is_unsaid else []
    word = {True: [_("you said “complete”")], False: [_("“complete” is taken back")], None: []}
    told = [*come, *gone, *turned, *freed, *said, *claimed, *taken_back, *unsaid]
    return told + word[done.is_ready]


def _why_nothing(done: Done) -> str:
    """Say that nothing has changed, or what stands against an undo."""
    if done.is_claimed_elsewhere:
        return _("the claim was entered on another phone, and stays")
    if done.is_changed_elsewhere:
        return _("that was changed on another phone since")
    return _("Nothing has changed")


def _come(items: Sequence[Item], points: Mapping[str, int]) -> list[str]:
    """Announce new cards by line, each sort of nigiri by itself, with the line's points."""
    lines: dict[str, list[Item]] = {}
    for item in items:
        lines.setdefault(item.text if item.type == "nigiri" else item.type, []).append(item)
    found = []
    for line in lines.values():
        worth = _worth(line[0], points)
        if line[0].type == "nigiri" and worth is not None:
            worth *= len(line)
        names = series(
            _so_many(number, item_name(item), None if item.base else item.card)
            for item, number in Counter(line).items()
        )
        found.append(_with_points(names, worth))
    return found


def _worth(item: Item, points: Mapping[str, int]) -> int | None:
    """Return the points of an item's line, a nigiri's own; None if it has none yet."""
    if item.type == "nigiri" and item.card.face is not None:
        on_wasabi = "wasabi+" if item.base else ""
        return nigiri_value(f"{on_wasabi}{item.card.face.slug}")
    return None if item.type in _NO_POINTS_YET else points.get(item.type, 0)


def _with_points(card: str, points: int | None) -> str:
    if points is None:
        return card
    return _("%(card)s, %(points)s") % {"card": card, "points": points_text(points)}


def _so_many(number: int, name: str, card: Card | None) -> str:
    """Return "2 tempura", or "2 times special order: tofu" where there is no plural.

    Args:
        card: None for two that lie together.
    """
    if number == 1:
        return name
    if card and card.face is None:
        return card_count("flipped", number)
    if card and card.face and not (card.copy or card.flipped):
        if card.face.type == "nigiri":
            return nigiri_count(card.face.slug, number)
        if card.face.slug == card.face.type:
            return card_count(card.face.type, number)
    words = ngettext("%(n)d time %(card)s", "%(n)d times %(card)s", number)
    return words % {"n": number, "card": name}
