"""What a round was when it was confirmed, laid out again from the taps that had been made."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import F

from ...models import Claim, Entry, Game, Opinion, Reopening, Round, RoundVersion
from ...rules import RoundSheet
from .game_state import GameState, RoundState, laid_tableau, turns_of


def rounds_at(round_: RoundState, numbers: Sequence[int]) -> list[RoundSheet]:
    """A round as it lay before each of these changes of the game, given by event number.

    Entries and claims are added and withdrawn, never overwritten, so every state can be had again.
    """
    taps = ("added_by", "withdrawn_by")
    entries = list(Entry.objects.filter(tableau__round=round_.row).select_related(*taps))
    claims = list(Claim.objects.filter(round=round_.row).select_related(*taps))
    seats = [seat.row for seat in round_.seats]
    sheets = []
    for number in numbers:
        lying: dict[int, list[Entry]] = defaultdict(list)
        for entry in entries:
            if _stood(entry, number):
                lying[entry.tableau_id].append(entry)
        values = (
            laid_tableau(row, lying[row.pk], round_.setting, number).value
            for row in (seat.laid.row for seat in round_.seats)
        )
        race = [claim for claim in claims if _stood(claim, number)]
        sheets.append(RoundSheet(tuple(values), turns_of(race, seats)))
    return sheets


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
