"""What taps and confirmed rounds have done, in words: for whoever did it, and who looks on."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Claim, Entry, Game, Reopening, RoundScore, Tap
from ...rules.notation import tableau_text
from ...rules.scoring.lines import Claim as SettledClaim
from ...rules.tableau_changes import TableauChanges, tableau_changes
from ...wording.changes import announcement, others_announcement, swap_announcement
from ...wording.items import cards_entered, questions_text
from ...wording.phrases import clauses, isolated, number, sentences
from ...wording.verdict import verdict
from ..services.game_state import GameState, LaidTableau, RoundState, SeatState, laid_card
from .common import with_shown_names
from .history import swapped
from .results import lead_in_words


def taps_announcement(table: GameState, phone: str, taps: Collection[UUID]) -> str:
    """What these taps of a phone have done together, and where their tableaus stand now; also those
    with which they have swapped cards.

    Taps of other phones and games are left out; "" where none is known.
    """
    seats = {seat.laid.row.pk: seat for round_ in table.rounds for seat in round_.seats}
    known = {
        tap.pk: tap for seat in seats.values() for tap in _taps_of(seat.laid) if tap.pk in taps
    }
    if unknown := set(taps) - known.keys():
        known |= Tap.objects.filter(tableau__in=seats).in_bulk(unknown)
    # What swaps cards, or undoes that, has a tap of the same number on the other tableau.
    of_two = (Tap.Kind.SWAP, Tap.Kind.UNDO)
    if numbers := [tap.number for tap in known.values() if tap.kind in of_two]:
        pairs = Tap.objects.filter(tableau__in=seats, number__in=numbers, kind__in=of_two)
        known |= {tap.pk: tap for tap in pairs}
    made: dict[int, list[Tap]] = defaultdict(list)
    for tap in sorted(known.values(), key=lambda tap: (tap.number, tap.pk not in taps)):
        if tap.phone == phone:
            made[tap.tableau_id].append(tap)
    announced = [
        (isolated(seats[tableau].name), _announcement(table, seats[tableau], of_seat))
        for tableau, of_seat in made.items()
    ]
    if len(announced) == 1:
        return announced[0][1]
    about = _("%(name)s: %(words)s.")
    return sentences(about % {"name": name, "words": words} for name, words in announced)


def changed_by_others(seat: SeatState, visit: Visit, *, since: int) -> str:
    """What other phones than the visitor's have done to a tableau, summed up; "" for nothing.

    Args:
        since: the game's event number up to which the visitor has heard of it.
    """
    taps = seat.laid.row.taps.filter(number__gt=since).exclude(phone=visit.phone)
    ids = set(taps.values_list("pk", flat=True))
    if not ids:
        return ""
    words = others_announcement(isolated(seat.name), _changes(seat, ids))
    return clauses([words, _cards_entered(seat)]) if words else ""


def seat_news(seat: SeatState) -> str:
    """How far a seat is: "Ben: 7 of 7 cards; ready", with what is asked about its tableau."""
    is_wrong = seat.state == "wrong" and not seat.is_ready
    parts = [_("something is wrong") if is_wrong else _cards_entered(seat)]
    if seat.is_ready:
        parts.append(_("ready"))
    if seat.question_count:
        parts.append(questions_text(seat.question_count))
    return f"{isolated(seat.name)}: {clauses(parts)}"


def points_news(round_: RoundState | None) -> list[dict[str, Any]]:
    """The points that an open round brings, none without one, to be told where an answer or a
    correction has moved them: of those who have all of their cards.

    Two of the same ``name`` are compared. While others' cards are still to come, the ``tableau``'s
    are named as ``lying``: where they are equal, others have moved the points by entering theirs,
    which is not told. In ``words`` a # stands for the points before.
    """
    if not round_ or round_.is_confirmed:
        return []
    complete = [seat for seat in round_.seats if seat.has_all and not seat.is_waiting]
    so_far = "" if len(complete) == len(round_.seats) else "-so-far"
    words = _("%(name)s, this round: %(points)s, before %(before)s")
    return [
        {
            "name": f"points-{round_.number}-{seat.place}{so_far}",
            "tableau": f"{round_.number}-{seat.place}",
            "points": (points := round_.scores[seat.sheet_name].total),
            "lying": so_far and tableau_text(seat.tableau),
            "words": words % {"name": isolated(seat.name), "points": number(points), "before": "#"},
        }
        for seat in complete
    ]


def rounds_news(table: GameState) -> list[tuple[str, str]]:
    """That rounds are confirmed, whose points their corrections have moved, and who leads now or
    has won: each with what it is about. Who led before a round was opened again is no news."""
    corrected = corrected_points(table)
    confirmed = _("Round %(number)s is confirmed.")
    rounds = [
        (f"corrected-{row.number}", corrected[row.number])
        if row.number in corrected
        else (f"round-{row.number}", confirmed % {"number": row.number})
        for row in table.rounds
        if row.is_confirmed
    ]
    is_open_again = any(row.version and not row.is_confirmed for row in table.rounds)
    if not rounds or is_open_again:
        return rounds
    return [*rounds, ("standing", standing_announcement(table))]


def corrected_points(table: GameState) -> dict[int, str]:
    """Whose points the last correction of a confirmed round has moved, by the round's number."""
    corrected = [row for row in table.rounds if row.is_confirmed and row.version > 1]
    if not corrected:  # as mostly, and asked with every board
        return {}
    # Opened once more, and confirmed as it was.
    newest = {"round": OuterRef("version__round"), "version": OuterRef("version__round__version")}
    same = Reopening.objects.filter(made=F("version"), **newest)
    rows = [round_.row for round_ in corrected]
    scores = RoundScore.objects.filter(~Exists(same), version__round__in=rows)
    keys = ("version__round", "seat", "version__version", "total")
    totals = {(*key,): total for *key, total in scores.values_list(*keys)}
    words = {}
    for row in rows:
        moved = [
            _("%(name)s %(points)s, before %(before)s")
            % {"name": isolated(seat.name), "points": number(now), "before": number(before)}
            for seat in table.seats
            if (now := totals.get((row.pk, seat.pk, row.version), 0))
            != (before := totals.get((row.pk, seat.pk, row.version - 1), 0))
        ]
        if moved:
            facts = {"number": row.number, "points": clauses(moved)}
            words[row.number] = _("Round %(number)s is corrected: %(points)s.") % facts
    return words


def standing_announcement(table: GameState) -> str:
    """Who leads after the rounds that are confirmed, or who has won; "" before the first."""
    current = table.current_round
    result = (current or table.rounds[-1]).result
    if table.game.state == Game.State.FINISHED:
        return verdict(with_shown_names(table, result))
    if current is not None:  # the pages have scored the open round, too: none is scored alone
        result = result._replace(rounds=result.rounds[: current.number - 1], game_end=None)
    return lead_in_words(table, result) if result.rounds else ""


def _announcement(table: GameState, seat: SeatState, made: Sequence[Tap]) -> str:
    entered = _cards_entered(seat)
    if made[-1].kind == Tap.Kind.SWAP:
        name, went, came = swapped(table, made[-1])
        if went or came:
            return clauses([swap_announcement(name, went=went, came=came), entered])
    taps = {tap.pk for tap in made if tap.kind != Tap.Kind.READY}
    points = {line.type: line.points for line in seat.round.scores[seat.sheet_name].lines}
    is_ready = made[-1].do.startswith("ready") if made[-1].kind == Tap.Kind.READY else None
    changes = _changes(seat, taps, is_ready=is_ready)
    is_undone = all(tap.kind == Tap.Kind.UNDO for tap in made)
    elsewhere: Literal["", "changed", "claimed"] = ""
    if is_undone:
        since = Tap.objects.filter(withdrawn__added_by__undone_by__in=taps)
        kinds = set(since.exclude(phone=made[-1].phone).values_list("kind", flat=True))
        elsewhere = "claimed" if Tap.Kind.CLAIM in kinds else "changed" if kinds else ""
    words = announcement(
        *(changes, points),
        name=isolated(seat.name),
        is_undone=is_undone,
        elsewhere=elsewhere,
        dice=bool(table.setting.rules.dice),
    )
    return clauses([words, entered])


def _cards_entered(seat: SeatState) -> str:
    """Say how many cards of a tableau are accounted for."""
    return cards_entered(seat.card_count, seat.dealt, dice=bool(seat.round.setting.rules.dice))


def _changes(
    seat: SeatState, taps: Collection[UUID], *, is_ready: bool | None = None
) -> TableauChanges:
    laid = seat.laid
    if {tap.pk for tap in _taps_of(laid)} >= set(taps):
        rows = sorted((*laid.entries, *laid.gone), key=lambda entry: entry.place)
    else:
        by_these = Q(added_by__in=taps) | Q(withdrawn_by__in=taps)
        rows = list(Entry.objects.filter(by_these, tableau=laid.row).order_by("place"))
    before = [e for e in rows if e.withdrawn_by_id in taps and e.added_by_id not in taps]
    after = [e for e in rows if e.added_by_id in taps and e.withdrawn_by_id is None]
    claimed, taken_back = _claims(seat, taps)
    return tableau_changes(
        map(laid_card, before),
        map(laid_card, after),
        *(laid.cards, laid.laid),
        claimed=claimed,
        taken_back=taken_back,
        is_ready=is_ready,
    )


def _taps_of(laid: LaidTableau) -> Iterator[Tap]:
    """The taps of which all that they did is in mind: where a nigiri landed on a wasabi, the tap
    that added it took another entry of the wasabi away, too."""
    gone = {(entry.card, entry.withdrawn_by_id) for entry in laid.gone}
    entries = (*laid.entries, *laid.gone)
    relaid = (entry for entry in entries if entry.pk != entry.card)
    landed = {entry.added_by_id for entry in relaid if (entry.card, entry.added_by_id) not in gone}
    for entry in entries:
        if entry.added_by.kind == Tap.Kind.ADD and entry.added_by_id not in landed:
            yield entry.added_by
    for entry in laid.gone:
        if entry.withdrawn_by:
            yield entry.withdrawn_by


def _claims(seat: SeatState, taps: Collection[UUID]) -> tuple[list[SettledClaim], int]:
    """The seat's claims that taps have entered, and how many of them they took back."""
    if "uramaki" not in seat.round.setting.types:
        return [], 0
    mine = Claim.objects.filter(
        Q(added_by__in=taps) | Q(withdrawn_by__in=taps),
        round=seat.round.row,
        seat=seat.row,
    )
    standing = {row.claim for row in mine if row.withdrawn_by_id is None}
    was_there = [row for row in mine if row.added_by_id not in taps]
    # One that was withdrawn and stands is of other cards now, which are announced.
    changed = {row.claim for row in was_there if row.withdrawn_by_id in taps}
    claimed = [
        won
        for row, won in seat.round.settled_claims
        if row.claim in standing - changed and won.seat == seat.index
    ]
    return claimed, len(changed - standing)
