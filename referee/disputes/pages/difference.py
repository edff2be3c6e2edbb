"""Compares points before and after a change, by player and by line."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from ...play.pages.common import isolated, seat_names, with_shown_names
from ...play.services.game_state import GameState
from ...rules import PlayerScore, score_sheet
from ...rules.scoring.plan import LINE_ORDER
from ...wording.names import type_name
from ...wording.phrases import number, series
from ...wording.verdict import verdict


def moved(name: str, before: int, after: int, **more: object) -> dict[str, Any]:
    """Points before and after a change, and the difference with its sign: "+5", "−3" or "0"."""
    by = after - before
    change = f"+{by}" if by > 0 else number(by)
    return {"name": name, "before": before, "after": after, "change": change, **more}


def difference(now: GameState, tried: GameState, round_number: int) -> dict[str, Any]:
    """What the cards of a copy change in a round (from 1), and in the game, in seat order.

    Of the game, its end included, nothing is said before every round is entered; its lines are
    those of the end. ``winners`` says who wins before and after, "" where that stays.
    """
    before, after = score_sheet(now.sheet), score_sheet(tried.sheet)
    seats = list(zip(now.sheet.seats, seat_names(now), strict=True))
    old, new = (result.rounds[round_number - 1].players for result in (before, after))
    round_ = [
        moved(shown, old[name].total, new[name].total, lines=_lines(old[name], new[name]))
        for name, shown in seats
    ]
    game, winners = [], ""
    if _is_entered(now) and _is_entered(tried):
        old, new = before.game_end or {}, after.game_end or {}
        game = [
            moved(
                shown,
                before.totals[name],
                after.totals[name],
                lines=_lines(old[name], new[name]),
            )
            for name, shown in seats
        ]
        if before.winners != after.winners:
            winners = _("As it stands: %(before)s In this try: %(after)s") % {
                "before": verdict(with_shown_names(now, before)),
                "after": verdict(with_shown_names(now, after)),
            }
    return {"round": round_, "game": game, "winners": winners, "summary": _summary(round_, game)}


def _summary(round_: Sequence[dict[str, Any]], game: Sequence[dict[str, Any]]) -> str:
    """Whose points change, in a line: of the game where they are known, else of the round."""
    changes = series(
        _("%(name)s %(change)s") % {"name": isolated(player["name"]), "change": player["change"]}
        for player in game or round_
        if player["before"] != player["after"]
    )
    if not changes:
        return _("Nobody’s points change.")
    words = _("In the game: %(changes)s") if game else _("In this round: %(changes)s")
    return words % {"changes": changes}


def _is_entered(table: GameState) -> bool:
    """Return whether every round is confirmed or has cards for everybody."""
    return all(row.is_confirmed or not table.empty_seats(row.number) for row in table.rounds)


def _lines(before: PlayerScore, after: PlayerScore) -> list[dict[str, Any]]:
    old, new = ({line.type: line.points for line in score.lines} for score in (before, after))
    return moved_lines(old, new)


def moved_lines(old: Mapping[str, int], new: Mapping[str, int]) -> list[dict[str, Any]]:
    """The lines that bring more or less than before, given the points by card type; one that is
    not there brings nothing."""
    return [
        moved(type_name(type_), old.get(type_, 0), new.get(type_, 0))
        for type_ in LINE_ORDER
        if old.get(type_, 0) != new.get(type_, 0)
    ]
