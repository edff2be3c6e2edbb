"""Who did what: the taps on a tableau in their order, and those that came late."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ...access.games import Visit
from ...models import Entry, LateTap, Seat, Tap
from ...rules import FACES
from ...wording.changes import swap_words, tap_words
from ...wording.items import card_name
from ...wording.names import face_name
from ...wording.phrases import isolated
from ..services.game_state import GameState, LaidTableau, RoundState, SeatState, laid_card
from ..services.late import waiting_late_taps
from .common import isolated_names


class PastTap(NamedTuple):
    """A tap in words: what it did to which card, by whom, when.

    Attributes:
        id: by which another tap takes away or flips the card that it added.
        has_time: somebody knows when.
        is_late: it came after the round was confirmed.
    """

    id: UUID
    what: str
    who: str
    at: datetime
    has_time: bool
    is_undone: bool
    is_late: bool


def who(seat: Seat | None, phone: str = "") -> str:
    """Name what tapped: the player whose phone held this seat; else a program, or the host's
    phone."""
    if seat is None:
        return _("a program") if phone.startswith("key ") else _("the host’s phone")
    return seat.name


def tableau_history(table: GameState, seat: SeatState) -> list[PastTap]:
    """All taps on a seat's tableau."""
    nigiri = _nigiri_of([seat.laid.row.pk])
    return [_shown(table, tap, nigiri) for tap in _taps_with_late(tableau=seat.laid.row)]


def game_history(table: GameState) -> dict[int, list[PastTap]]:
    """All taps on every tableau with any, by the tableau's row."""
    nigiri = _nigiri_of(seat.laid.row.pk for round_ in table.rounds for seat in round_.seats)
    history: dict[int, list[PastTap]] = defaultdict(list)
    for tap in _taps_with_late(tableau__round__game=table.game):
        history[tap.tableau_id].append(_shown(table, tap, nigiri))
    return history


def taps_between(
    table: GameState, round_: RoundState, after: int, until: int
) -> list[tuple[str, PastTap]]:
    """The taps on a round between two of the game's event numbers, with whose tableau; those that
    were undone and their undoing too, without words alone."""
    names = {seat.laid.row.pk: seat.name for seat in round_.seats}
    taps = _taps(tableau__in=list(names), number__gt=after, number__lt=until).order_by("number")
    taps = taps.exclude(kind__in=(Tap.Kind.READY, Tap.Kind.ORDER))
    nigiri = _nigiri_of(names)
    return [(names[tap.tableau_id], _shown(table, tap, nigiri)) for tap in taps]


def _nigiri_of(tableaus: Iterable[int]) -> dict[UUID | None, str]:
    """What the nigiri are called that lie or lay on tableaus, given by their rows' ids, by card."""
    rows = Entry.objects.filter(tableau__in=list(tableaus), face__endswith="-nigiri")
    return {entry.card: card_name(laid_card(entry).card) for entry in rows}


def _taps(**where: object) -> QuerySet[Tap]:
    swaps = Tap.objects.filter(undone_by=OuterRef("pk"), kind=Tap.Kind.SWAP)
    taps = Tap.objects.filter(**where).select_related("by__player")
    taps = taps.annotate(undoes_swap=Exists(swaps))
    return taps.prefetch_related("added", "withdrawn", "claims", "withdrawn_claims")


def _taps_with_late(**where: object) -> list[Tap | LateTap]:
    """Taps in their order, with those that came late and changed nothing."""
    late = LateTap.objects.filter(**where).exclude(decision=LateTap.Decision.ADDED)
    taps: list[Tap | LateTap] = [*_taps(**where), *late.select_related("by__player")]
    return sorted(taps, key=attrgetter("number"))


def _shown(table: GameState, tap: Tap | LateTap, nigiri: Mapping[UUID | None, str]) -> PastTap:
    """A tap in words; ``nigiri`` are named by card."""
    return PastTap(
        tap.pk,
        _what(table, tap, nigiri) if isinstance(tap, Tap) else _late(table, tap),
        # What was laid down from a file, no phone has tapped.
        who(tap.by, tap.phone) if tap.phone else _("a club’s file"),
        tap.at,
        table.game.knows_time(tap.at),
        is_undone=isinstance(tap, Tap) and tap.undone_by_id is not None,
        is_late=isinstance(tap, LateTap),
    )


def entered_by_others(table: GameState, laid: LaidTableau, visit: Visit) -> list[str]:
    """How many of a tableau's cards each phone but the visitor's has entered, in words."""
    taps = [entry.added_by for entry in laid.entries]
    seats = {seat.pk: seat for seat in table.seats}
    others = Counter(
        # It begins the sentence; but a player's name is written as its owner writes it.
        who(seats[tap.by_id], "") if tap.by_id else capfirst(who(None, tap.phone))
        for tap in taps
        if tap.phone not in (visit.phone, "")
    )
    return [
        _("%(who)s entered %(cards)d of what lies here.") % {"who": isolated(name), "cards": cards}
        for name, cards in others.items()
    ]


def swapped(table: GameState, tap: Tap) -> tuple[str, bool, bool]:
    """With whom a tap has swapped, and whether something went there from its tableau, and came."""
    place = int(tap.do.split(":")[1])
    names = isolated_names(table.seats)
    went = [*tap.withdrawn.all(), *tap.withdrawn_claims.all()]
    came = [*tap.added.all(), *tap.claims.all()]
    gone = _("somebody who is off the list")
    name = next((names[seat.sheet_name] for seat in table.seats if seat.place == place), gone)
    return name, bool(went), bool(came)


def _what(table: GameState, tap: Tap, nigiri: Mapping[UUID | None, str]) -> str:
    """What a tap did."""
    gone, came = ([laid_card(entry) for entry in rows.all()] for rows in (tap.withdrawn, tap.added))
    icons = [claim.icons for rows in (tap.claims, tap.withdrawn_claims) for claim in rows.all()]
    if gone or came or icons:
        if tap.kind == Tap.Kind.SWAP:
            name, went, came_here = swapped(table, tap)
            return swap_words(name, went=went, came=came_here)
        if getattr(tap, "undoes_swap", False):
            return _("moved everything back")
    return tap_words(tap.kind, tap.do, gone, came, icons, nigiri)


def _late(table: GameState, tap: LateTap) -> str:
    """What a tap would have done that came after the round was confirmed."""
    facts = {"tap": late_words(table, tap.do)}
    if tap.decision == LateTap.Decision.WAITING:
        return _("tapped “%(tap)s” after the round was confirmed: waits for the host") % facts
    return _("tapped “%(tap)s” after the round was confirmed: set aside") % facts


def late_words(table: GameState, do: str) -> str:
    """A tap that was kept aside, in words."""
    verb, _colon, what = do.partition(":")
    if verb in ("add", "copy"):
        name = face_name(what) if what in FACES else _("face-down card")
        order = pgettext("a tap", "special order: %(card)s")
        return (order if verb == "copy" else _("add %(card)s")) % {"card": name}
    take_away = _("take a die away") if table.setting.rules.dice else _("take a card away")
    words = {
        "take": take_away,
        "clear": _("take everything away"),
        "swap": _("swap everything with another player"),
        "flip": _("flip a card"),
        "on": _("say which nigiri lies on a wasabi"),
        "off": _("take a nigiri off wasabi"),  # of an older SushiScore
        "bare": _("say that nothing lies on a wasabi"),
        "undo": _("undo"),
        "claim": _("claim uramaki icons"),
        "claimed": take_away,
        "unclaim": _("take a claim back"),
    }
    return words[verb]


def late_taps(visit: Visit) -> set[tuple[int, str]]:
    """The rounds with taps that wait for the host, each with the phones that sent them."""
    taps = waiting_late_taps(visit.game).order_by()
    return set(taps.values_list("tableau__round__number", "phone"))


def late_tables(table: GameState, round_number: int) -> list[dict[str, Any]]:
    """The taps of a round that wait for the host, by tableau."""
    by_seat: dict[int, list[LateTap]] = {}
    names = {seat.pk: seat.name for seat in table.seats}
    for tap in waiting_late_taps(table.game).filter(tableau__round__number=round_number):
        by_seat.setdefault(tap.tableau.seat_id, []).append(tap)
    return [
        {
            "name": names[seat],
            "taps": [late_words(table, tap.do) for tap in taps],
            "senders": sorted({who(tap.by, tap.phone) for tap in taps}),
        }
        for seat, taps in by_seat.items()
    ]
