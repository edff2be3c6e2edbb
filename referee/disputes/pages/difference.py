"""Compares points before and after a change, by player and by line."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from ...play.pages.common import with_shown_names
from ...play.services.game_state import GameState
from ...rules import PlayerScore
from ...rules.scoring.plan import LINE_ORDER
from ...wording.names import type_name
from ...wording.phrases import isolated, number, series
from ...wording.verdict import verdict


def moved(name: str, before: int, after: int, **more: object) -> dict[str, Any]:
    """Points before and after a change, and the difference with its sign: "+5", "−3" or "0".

    A player ``moves`` whose lines do, though the sum stays the same.
    """
    by = after - before
    change = f"+{by}" if by > 0 else number(by)
    moves = bool(by or more.get("lines"))
    points = {"before": before, "after": after, "change": change, "moves": moves}
    return {"name": name, **points, **more}


def movers_first(players: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Whose points move, then the others; each in the order that they come in."""
    return sorted(players, key=lambda player: not player["moves"])


def moved_lines(old: Mapping[str, int], new: Mapping[str, int]) -> list[dict[str, Any]]:
    """The lines that bring more or less than before, given the points by card type."""
    return [
        moved(type_name(type_), old.get(type_, 0), new.get(type_, 0))
        for type_ in LINE_ORDER
        if old.get(type_, 0) != new.get(type_, 0)
    ]


def difference(now: GameState, tried: GameState, round_number: int) -> dict[str, Any]:
    """What the cards of a copy change in a round, and in the game: whose points move come first.

    Of the game, its end included, nothing is said before every round is entered; its lines are
    those of the end. ``winners`` says who wins before and after, "" where that stays.
    """
    before, after = now.result, tried.result
    seats = [(seat.sheet_name, seat.name) for seat in now.seats]
    old, new = (result.rounds[round_number - 1].players for result in (before, after))
    round_ = [
        moved(shown, old[name].total, new[name].total, lines=_lines(old[name], new[name]))
        for name, shown in seats
    ]
    game, winners = [], ""
    end_now, end_tried = before.game_end, after.game_end
    # Where a round was counted the end may not be known, although every round is in.
    if (end_now is not None and end_tried is not None) and all(
        played.is_confirmed or not played.empty_seats
        for table in (now, tried)
        for played in table.rounds
    ):
        game = [
            moved(
                shown, before.totals[it], after.totals[it], lines=_lines(end_now[it], end_tried[it])
            )
            for it, shown in seats
        ]
        if before.winners != after.winners:
            winners = _("As it stands: %(before)s In this try: %(after)s") % {
                "before": verdict(with_shown_names(now, before)),
                "after": verdict(with_shown_names(now, after)),
            }
    changes = series(
        _("%(name)s %(change)s") % {"name": isolated(player["name"]), "change": player["change"]}
        for player in game or round_
        if player["before"] != player["after"]
    )
    if not changes:
        summary = _("Nobody’s points change.")
    elif game:
        summary = _("In the game: %(changes)s") % {"changes": changes}
    else:
        summary = _("In this round: %(changes)s") % {"changes": changes}
    return {
        "round": movers_first(round_),
        "game": movers_first(game),
        "winners": winners,
        "summary": summary,
    }


def _lines(before: PlayerScore, after: PlayerScore) -> list[dict[str, Any]]:
    old, new = ({line.type: line.points for line in score.lines} for score in (before, after))
    return moved_lines(old, new)
