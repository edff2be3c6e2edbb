"""What is different on a tableau, in words: announced after taps, listed between two versions, and
as the history of its taps."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.utils.text import capfirst

from referee.rules import Tableau
from referee.rules.cards import DESSERTS
from referee.rules.scoring.nigiri import nigiri_value
from referee.rules.sheet import Turn
from referee.rules.tableau import Card, Item
from referee.rules.tableau_changes import TableauChanges, claim_changes, item_changes, new_cards
from referee.rules.wasabi_pairing import LaidCard

from .catalogue import gettext as _
from .catalogue import ngettext
from .items import card_name, counted, item_name
from .names import card_count, icon_count, kind_count
from .phrases import clauses, points_text, series

MAX_PARTS = 3
"""Kinds of cards that are named one by one; of more only the number of cards is said."""

_NO_POINTS_YET = DESSERTS | {"chopsticks", "spoon", "menu", "wasabi"}
"""Lines that bring nothing in the round in which their cards lie."""


def announcement(
    changes: TableauChanges,
    points: Mapping[str, int],
    *,
    name: str = "",
    is_undone: bool = False,
    elsewhere: Literal["", "changed", "claimed"] = "",
    dice: bool = False,
) -> str:
    """Say what taps have changed, once, the briefer the more there is: "squid nigiri on wasabi, 9
    points". What an undo has done is announced as what happened, in a sentence after "Undone".

    The points are a nigiri's own, and for every other card those of its whole line, which is what
    the player will count ("2 tempura, 5 points"); none for cards that score at the game's end.

    Args:
        points: of each line of the player's round, by card type.
        name: the player's, for claims.
        is_undone: whether these taps have undone others; ``elsewhere``: what another phone has done
            since, against which an undo changes nothing.
        dice: whether they are dice.
    """
    come = _new_cards(changes.came, points)
    if len(come) > MAX_PARTS and (number := changes.added):
        words = ngettext("%(n)d card added", "%(n)d cards added", number)
        if dice:
            words = ngettext("%(n)d die added", "%(n)d dice added", number)
        come = [words % {"n": number}]
    gone = [
        _("%(card)s taken away") % {"card": _counted(number, card_name(card), card)}
        for card, number in Counter(changes.gone).items()
    ]
    if len(gone) > MAX_PARTS:
        number = len(changes.gone)
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
        for item in changes.turned
    ]
    freed = [
        _with_points(_("%(card)s off wasabi") % {"card": item_name(item)}, _worth(item, points))
        for item in changes.freed
    ]
    known = [
        item_name(item) if item.base else _("nothing on %(card)s") % {"card": item_name(item)}
        for item in dict.fromkeys(changes.known)
    ]
    claimed = [
        _("claim of %(name)s: %(icons)s, %(points)s")
        % {
            "name": name,
            "icons": icon_count("uramaki", claim.icons),
            "points": points_text(claim.points),
        }
        for claim in changes.claimed
    ]
    taken_back = [_("claim of %(name)s taken back") % {"name": name}] * changes.taken_back
    is_answer_undone = changes.is_unknown and is_undone
    unknown = [_("answer on the wasabi taken back")] if is_answer_undone else []
    ready = {True: [_("you said “complete”")], False: [_("“complete” is taken back")], None: []}
    words = clauses(
        [
            *(*come, *gone, *turned, *freed, *known, *claimed, *taken_back, *unknown),
            *ready[changes.is_ready],
        ]
    )
    if words and is_undone:
        return _("Undone. %(changes)s") % {"changes": capfirst(words)}
    nothing = {
        "": _("Nothing has changed"),
        "changed": _("that was changed on another phone since"),
        "claimed": _("the claim was entered on another phone, and stays"),
    }
    return words or nothing[elsewhere]


def others_announcement(name: str, changes: TableauChanges) -> str:
    """Say what other phones have changed on somebody's tableau, summed up; "" for nothing."""
    come, gone = changes.added, len(changes.gone)
    moved = len(changes.turned) + len(changes.freed) + changes.put
    sums = [
        words % {"n": number}
        for number, words in (
            (come, ngettext("%(n)d added", "%(n)d added", come)),
            (gone, ngettext("%(n)d taken away", "%(n)d taken away", gone)),
            (moved, ngettext("%(n)d lies differently", "%(n)d lie differently", moved)),
        )
        if number
    ]
    if not sums:
        return ""
    words = _("%(name)s, changed on another phone: %(changes)s")
    return words % {"name": name, "changes": series(sums)}


def swap_announcement(name: str, *, went: bool, came: bool) -> str:
    """Say what a swap with another player has done to a tableau; ``went``: something lies there
    now, ``came``: something lies here that lay there."""
    moved = _("moved to %(name)s") if went else _("moved here from %(name)s")
    return (_("swapped with %(name)s") if went and came else moved) % {"name": name}


def _new_cards(items: Sequence[Item], points: Mapping[str, int]) -> list[str]:
    """Announce new cards by line, each sort of nigiri by itself, with the line's points."""
    lines: dict[str, list[Item]] = {}
    for item in items:
        lines.setdefault(item.text if item.type == "nigiri" else item.type, []).append(item)
    announced = []
    for line in lines.values():
        worth = _worth(line[0], points)
        if line[0].type == "nigiri" and worth is not None:
            worth *= len(line)
        names = series(
            _counted(number, item_name(item), None if item.base else item.card)
            for item, number in Counter(line).items()
        )
        announced.append(_with_points(names, worth))
    return announced


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


def _counted(number: int, name: str, card: Card | None) -> str:
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
            return kind_count(card.face.slug, number)
        if card.face.slug == card.face.type:
            return card_count(card.face.type, number)
    words = ngettext("%(n)d time %(card)s", "%(n)d times %(card)s", number)
    return words % {"n": number, "card": name}


def changed_items(before: Tableau, after: Tableau) -> list[str]:
    """List what lies differently: "+ 2 × tempura", "− pudding", what has come first."""
    come, gone = item_changes(before, after)
    return [
        *(_("+ %(card)s") % {"card": counted(*pair)} for pair in come.items()),
        *(_("− %(card)s") % {"card": counted(*pair)} for pair in gone.items()),
    ]


def changed_tableaus(
    names: Sequence[str], before: Sequence[Tableau], after: Sequence[Tableau]
) -> list[tuple[str, list[str]]]:
    """List what lies differently by player, without those of whom nothing does."""
    tableaus = zip(names, before, after, strict=True)
    return [(name, words) for name, *states in tableaus if (words := changed_items(*states))]


def changed_claims(
    before: Sequence[Turn], after: Sequence[Turn], names: Sequence[str]
) -> list[str]:
    """List what differs in a race, additions first: "+ Ana claims 12 uramaki icons"."""
    come, gone = claim_changes(before, after)
    words = [
        sign
        % {
            "claim": _("%(name)s claims %(icons)s")
            % {"name": names[seat], "icons": icon_count("uramaki", icons)}
        }
        for sign, claims in ((_("+ %(claim)s"), come), (_("− %(claim)s"), gone))
        for seat, icons in claims
    ]
    if not words and before != after:
        return [_("the order of the uramaki claims")]
    return words


def tap_words(
    kind: str,
    do: str,
    gone: Sequence[LaidCard],
    came: Sequence[LaidCard],
    icons: Sequence[int],
    nigiri: Mapping[Any, str],
) -> str:
    """Say what one tap did, for its tableau's history. The card is named, also where the tap found
    it gone.

    Args:
        kind: a kind of tap; ``do``: its action.
        gone: the cards that it took up, as they lay; ``came``: those that it laid, as they lay
            then.
        icons: of each claim that it entered or took back.
        nigiri: names by card, for what was said to lie on a wasabi.
    """
    if kind in ("ready", "order"):
        return {
            "ready": _("said “complete”"),
            "unready": _("took “complete” back"),
            "in-order": _("said that cards come in the order of play"),
            "any-order": _("said that cards come in any order"),
        }[do.rstrip(":")]
    changed = [*gone, *came]
    if kind == "add":  # a wasabi on which a nigiri has landed lay there before
        changed = new_cards(gone, came)
    if kind == "take-away":  # taps of an older SushiScore have moved others, too
        changed = new_cards(came, gone)
    if not changed and not icons:
        return _("found nothing to change")
    names = [card_name(card.card) for card in changed]
    if kind == "add" and len(names) > 1:
        cards = {"cards": len(names), "list": ", ".join(names)}
        return _("laid %(cards)d cards down: %(list)s") % cards
    if (kind == "take-away" or do.startswith("claimed:")) and len(names) > 1:
        return _("took away %(card)s") % {"card": series(names)}
    on = [card.nigiri for card in came if card.face == "wasabi" and card.is_known]
    if kind == "move" and on:
        there = series(nigiri[card] if card in nigiri else _("nothing") for card in on)
        return _("said what lies on wasabi: %(cards)s") % {"cards": there}
    card = names[-1] if names else ""
    if kind == "undo":
        card = series({lying.id: name for lying, name in zip(changed, names, strict=True)}.values())
    words = {
        "add": _("added %(card)s"),
        "take-away": _("took away %(card)s"),
        "flip": _("flipped: %(card)s"),
        "move": _("moved %(card)s"),
        "claim": _("claimed %(icons)s uramaki icons"),
        "take-back": _("took a claim of %(icons)s icons back"),
        "undo": _("undid a claim") if icons else _("undid a tap on %(card)s"),
    }
    return words[kind] % {"card": card, "icons": icons[-1] if icons else 0}


def swap_words(name: str, *, went: bool, came: bool) -> str:
    """Say what a swap with another player did, for its tableau's history; ``went`` and ``came`` as
    for :func:`swap_announcement`."""
    words = _("moved everything to %(name)s")
    if came:
        words = _("moved everything here from %(name)s")
        words = _("swapped everything with %(name)s") if went else words
    return words % {"name": name}
