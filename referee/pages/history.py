"""Who did what: the taps on a tableau, in their order."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..access import Visit
from ..models import Entry, LateTap, Seat, Tap
from ..rules import FACES
from ..services.reading import GameTable, LaidTableau
from ..wording.names import face_name
from .common import isolated, seat_names


@dataclass(frozen=True, slots=True)
class ShownTap:
    """A tap in words: what it did to which card, by whom, when.

    ``is_late``: it came after the round was confirmed, and has changed nothing so far.
    """

    what: str
    who: str
    at: datetime.datetime
    is_undone: bool
    is_late: bool


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Everything that the page shows; ``taps`` from the first one on."""

    table: GameTable
    round_number: int
    place: int
    name: str
    taps: Sequence[ShownTap]


def who(seat: Seat | None) -> str:
    """How the phone is called that held this seat when it tapped; None: the host's."""
    if seat is None:
        return _("the host’s phone")
    return seat.player.name if seat.player else _("Dummy")


def history_page(table: GameTable, round_number: int, seat: int) -> HistoryPage:
    """The history of a seat's tableau (from 0) in a round (from 1)."""
    row = table.tableaus[round_number - 1][seat].row
    taps = row.taps.select_related("by__player").prefetch_related(
        "added", "withdrawn", "claims", "withdrawn_claims"
    )
    shown = [
        (tap.number, _shown(tap, _what(tap), is_undone=tap.undone_by_id is not None))
        for tap in taps
    ]
    late = row.late_taps.exclude(decision=LateTap.Decision.ADDED).select_related("by__player")
    shown += [(tap.number, _shown(tap, _late(tap), is_late=True)) for tap in late]
    shown.sort(key=lambda numbered: numbered[0])
    place = table.seats[seat].place
    return HistoryPage(
        table, round_number, place, seat_names(table)[seat], [tap for _number, tap in shown]
    )


def _shown(
    tap: Tap | LateTap, what: str, *, is_undone: bool = False, is_late: bool = False
) -> ShownTap:
    return ShownTap(what, who(tap.by), tap.at, is_undone, is_late)


def entered_by_others(table: GameTable, laid: LaidTableau, visit: Visit) -> list[str]:
    """What lies in a tableau that another phone than the one that asks has entered, in words."""
    live = Entry.objects.filter(tableau=laid.row, withdrawn_by=None)
    counts = (
        live.exclude(added_by__phone=visit.phone)
        .values_list("added_by__by")
        .annotate(cards=Count("pk"))
        .order_by("added_by__by")
    )
    seats = {seat.pk: seat for seat in table.seats}
    return [
        ngettext(
            "%(who)s entered %(cards)d card here.", "%(who)s entered %(cards)d cards here.", cards
        )
        # It begins the sentence; but a player's name is written as its owner writes it.
        % {"who": isolated(who(seats[by]) if by else capfirst(who(None))), "cards": cards}
        for by, cards in counts
    ]


def _what(tap: Tap) -> str:
    """What a tap did. It names the card, also where the tap found it gone."""
    changed = [*tap.withdrawn.all(), *tap.added.all()]
    card = _card(changed[-1]) if changed else ""
    claims = [*tap.claims.all(), *tap.withdrawn_claims.all()]
    facts = {"card": card, "icons": claims[-1].icons if claims else 0}
    if not changed and not claims:
        return _("found nothing to change")
    words = {
        Tap.Kind.ADD: _("added %(card)s"),
        Tap.Kind.TAKE_AWAY: _("took %(card)s away"),
        Tap.Kind.FLIP: _("turned over: %(card)s"),
        Tap.Kind.MOVE: _("moved %(card)s"),
        Tap.Kind.CLAIM: _("claimed %(icons)s uramaki icons"),
        Tap.Kind.TAKE_BACK: _("took a claim of %(icons)s icons back"),
        Tap.Kind.UNDO: _("undid a tap on %(card)s") if card else _("undid a claim"),
    }
    return words[Tap.Kind(tap.kind)] % facts


def _card(entry: Entry) -> str:
    name = face_name(entry.face) if entry.face else _("a face-down card")
    if entry.copy:
        name = _("special order: %(card)s") % {"card": name}
    if entry.flipped and entry.face:
        name = _("%(card)s, face down") % {"card": name}
    if entry.on_wasabi:
        name = _("%(card)s on wasabi") % {"card": name}
    return name


def _late(tap: LateTap) -> str:
    """What a tap would have done that came after the round was confirmed."""
    facts = {"tap": late_words(tap.do)}
    if tap.decision == LateTap.Decision.WAITING:
        return _("%(tap)s: came after the round was confirmed, waits for the host") % facts
    return _("%(tap)s: came after the round was confirmed, set aside") % facts


def late_words(do: str) -> str:
    """A tap that was kept aside, in words."""
    verb, _colon, what = do.partition(":")
    if verb in ("add", "copy"):
        name = face_name(what) if what in FACES else _("a face-down card")
        return (_("special order: %(card)s") if verb == "copy" else _("add %(card)s")) % {
            "card": name
        }
    words = {
        "take": _("take a card away"),
        "flip": _("turn a card over"),
        "on": _("put a nigiri on wasabi"),
        "off": _("take a nigiri off wasabi"),
        "undo": _("undo"),
        "claim": _("claim uramaki icons"),
        "unclaim": _("take a claim back"),
    }
    return words[verb]
