"""What the players say of confirmed rounds, and why a round is open again."""

from typing import Any

from ...access.games import Visit
from ...models import Game, Reopening, RoundVersion
from ..services.game_state import GameState
from ..services.versions import disagreeing, newest_versions, open_reopenings
from .history import who


def open_again(game: Game) -> list[dict[str, Any]]:
    """The rounds that were confirmed and are open again, and why."""
    return [why_open_again(row) for row in open_reopenings(game)]


def why_open_again(row: Reopening) -> dict[str, Any]:
    """Who opened a round again, when and why."""
    return {
        "round_number": row.round.number,
        "who": who(row.by),
        "at": row.at,
        "reason": row.reason,
        "is_by_host": row.cause == Reopening.Cause.HOST,
    }


def disagreements(game: Game) -> list[dict[str, Any]]:
    """Who disagrees with a round as it is confirmed now, and why."""
    return [
        {
            "round_number": row.version.round.number,
            "name": row.seat.name,
            "words": row.words,
        }
        for row in disagreeing(game)
    ]


def who_agrees(table: GameState) -> list[dict[str, Any]]:
    """What the players say of the rounds that are confirmed now."""
    return [
        {
            "round_number": number,
            "version": row.version,
            "opinions": (opinions := shown_opinions(table, row)),
            "is_said": any(said["agrees"] is not None for said in opinions),
            "is_agreed": all(said["agrees"] for said in opinions),
        }
        for number, row in sorted(newest_versions(table).items())
    ]


def shown_opinions(
    table: GameState, row: RoundVersion, visit: Visit | None = None
) -> list[dict[str, Any]]:
    """What every player says of a version; given the phone that asks, for whom it may speak.

    ``agrees`` is None for somebody who has said nothing; ``by`` says whose phone said it, "" where
    it was the player's own.
    """
    said = {opinion.seat_id: opinion for opinion in row.opinions.all()}
    shown = []
    for seat in table.seats:
        if seat.player is None:
            continue
        opinion, is_held = said.get(seat.pk), seat.holder is not None
        shown.append(
            {
                "place": seat.place,
                "name": seat.name,
                "agrees": opinion.agrees if opinion else None,
                "words": opinion.words if opinion else "",
                "by": who(opinion.by) if opinion and opinion.by_id != opinion.seat_id else "",
                "may_speak": visit is not None and visit.may_speak_for(seat.place, is_held=is_held),
                "is_own": visit is not None and visit.holds(seat.place),
            }
        )
    return shown
