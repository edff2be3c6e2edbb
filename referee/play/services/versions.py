"""What a round was when it was confirmed, laid out again from the taps that had been made."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from uuid import UUID

from django.db.models import F

from ...models import Claim, Entry, Game, Opinion, Reopening, Round, RoundVersion, Tap
from ...rules import RoundSheet
from .game_state import (
    GameState,
    LaidTableau,
    RoundState,
    SeatState,
    laid_tableau,
    points_of,
    turns_of,
)


def rounds_at(round_: RoundState, numbers: Sequence[int]) -> list[RoundSheet]:
    """A round as it lay before each of these changes of the game, given by event number.

    Entries and claims are added and withdrawn, never overwritten, so every state can be had again;
    so are points that the table has counted.
    """
    seats = [seat.row for seat in round_.seats]
    noted = list(round_.row.counted.values_list("number", "points"))
    sheets = []
    for before, (tableaus, race) in zip(numbers, _laid_at(round_, numbers), strict=True):
        points = [counted for number, counted in noted if number < before]
        lies = tuple(laid.value for laid in tableaus)
        known = points_of(points[-1], seats) if points else None
        sheets.append(RoundSheet(lies, turns_of(race, seats), known))
    return sheets


def game_at(table: GameState, round_number: int, version: int) -> GameState:
    """The game with one of its rounds as it lay in an earlier version of the game; the others lie
    as they do now."""
    round_ = table.rounds[round_number - 1]
    game = copy(table.game)
    game.version = version
    ((tableaus, race),) = _laid_at(round_, [version + 1])
    return replace(table, game=game).with_tableaus(tableaus, {round_number: race})


def is_changed_since(round_: Round, version: int, *, but: Collection[UUID] = ()) -> bool:
    """Whether something else may count in a round than at a version of the game: cards, claims or
    points that the table has counted. Who says that cards are complete changes nothing.

    Args:
        but: taps, by their ids, that do not matter.
    """
    taps = Tap.objects.filter(tableau__round=round_, number__gt=version)
    newer = taps.exclude(kind=Tap.Kind.READY).exclude(pk__in=but)
    return newer.exists() or round_.counted.filter(number__gt=version).exists()


def changed_seats(round_: RoundState) -> list[SeatState]:
    """The seats whose cards are others than in the newest version of a round. Who confirmed that
    has been asked about the rest. All before the first, and where cards have come instead of points
    that the table had counted: seats without any would lose theirs unasked."""
    last = round_.row.versions.last()
    if last is None:
        return list(round_.seats)
    (was,) = rounds_at(round_, [last.number])
    return seats_changed_since(round_, was)


def seats_changed_since(round_: RoundState, was: RoundSheet) -> list[SeatState]:
    """The seats of which something else is known than of a round as it was."""
    if was.is_counted and not round_.is_counted:
        return list(round_.seats)
    return [seat for seat in round_.seats if was.tableaus[seat.index] != seat.tableau]


def _laid_at(
    round_: RoundState, numbers: Sequence[int]
) -> Iterator[tuple[list[LaidTableau], list[Claim]]]:
    """The tableaus and the claims of a round before each of these changes of the game."""
    taps = ("added_by", "withdrawn_by")
    entries = list(Entry.objects.filter(tableau__round=round_.row).select_related(*taps))
    claims = list(Claim.objects.filter(round=round_.row).select_related(*taps))
    for number in numbers:
        lying: dict[int, list[Entry]] = defaultdict(list)
        for entry in entries:
            if _stood(entry, number):
                lying[entry.tableau_id].append(entry)
        rows = (seat.laid.row for seat in round_.seats)
        tableaus = [laid_tableau(row, lying[row.pk], round_.setting, number - 1) for row in rows]
        yield tableaus, [claim for claim in claims if _stood(claim, number)]


def _stood(row: Entry | Claim, number: int) -> bool:
    """Whether it was there before the game's change of that number."""
    is_gone = row.withdrawn_by is not None and row.withdrawn_by.number < number
    return row.added_by.number < number and not is_gone


def versions_of(round_: Round) -> Sequence[RoundVersion]:
    """The versions of a round, the first one first, with their scores and opinions."""
    rows = round_.versions.select_related("round", "by__player")
    return list(rows.prefetch_related("scores", "opinions__seat__player", "opinions__by__player"))


def newest_versions(table: GameState) -> Mapping[int, RoundVersion]:
    """What is confirmed now, by the round's number, with its opinions and no scores."""
    rows = RoundVersion.objects.filter(
        round__game=table.game, round__state=Round.State.CONFIRMED, version=F("round__version")
    )
    rows = rows.prefetch_related("opinions__by__player").select_related("round")
    return {row.round.number: row for row in rows}


def disagreeing(game: Game) -> Sequence[Opinion]:
    """Who disagrees with what is confirmed now, by round and seat."""
    rows = Opinion.objects.filter(
        version__round__game=game,
        version__round__state=Round.State.CONFIRMED,
        version__version=F("version__round__version"),
        agrees=False,
    )
    ordered = rows.order_by("version__round__number", "seat__order", "seat__place")
    return list(ordered.select_related("version__round", "seat__player"))


def open_reopenings(game: Game) -> Sequence[Reopening]:
    """Why rounds are open that were confirmed before."""
    rows = Reopening.objects.filter(round__game=game, made=None)
    return list(rows.select_related("round", "by__player").order_by("round__number"))
