"""Compares points before and after a change, by player and by line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ...play.pages.common import isolated, seat_names, with_shown_names
from ...play.services.game_state import GameTable
from ...rules import PlayerScore, Result, score_sheet
from ...rules.scoring.plan import LINE_ORDER
from ...wording.names import type_name
from ...wording.phrases import number, series
from ...wording.verdict import verdict


@dataclass(frozen=True, slots=True)
class Moved:
    """Points before and after a change."""

    name: str
    before: int
    after: int

    @property
    def change(self) -> str:
        """Return the difference with its sign, such as "+5" or "−3"; "0" for none."""
        more = self.after - self.before
        return f"+{more}" if more > 0 else number(more)


@dataclass(frozen=True, slots=True)
class PlayerMoved(Moved):
    """A player's points in a round or a game, and those lines that bring more or less than
    before."""

    lines: Sequence[Moved] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """Everybody's points before and after a try, in seat order.

    Attributes:
        round: those of the round.
        game: those of the whole game, its end included; none before every round is entered. The
            lines are those of the game's end.
        winners: who wins before and after, in words; "" where that stays.
    """

    round: Sequence[PlayerMoved]
    game: Sequence[PlayerMoved]
    winners: str

    @property
    def summary(self) -> str:
        """Say in a line whose points change, in the game if known, otherwise in the round."""
        changes = series(
            _("%(name)s %(change)s") % {"name": isolated(player.name), "change": player.change}
            for player in self.game or self.round
            if player.before != player.after
        )
        if not changes:
            return _("Nobody’s points change.")
        words = _("In the game: %(changes)s") if self.game else _("In this round: %(changes)s")
        return words % {"changes": changes}


def difference(now: GameTable, tried: GameTable, round_number: int) -> Difference:
    """Return what the cards of a copy change in a round (from 1) and in the game."""
    before, after = score_sheet(now.sheet), score_sheet(tried.sheet)
    is_whole = _is_entered(now) and _is_entered(tried)
    return Difference(
        _round(now, before, after, round_number),
        _game(now, before, after) if is_whole else (),
        _winners(now, before, after) if is_whole else "",
    )


def _is_entered(table: GameTable) -> bool:
    """Return whether every round is confirmed or has cards for everybody."""
    return all(row.is_confirmed or not table.empty_seats(row.number) for row in table.rounds)


def _round(table: GameTable, before: Result, after: Result, round_number: int) -> list[PlayerMoved]:
    old, new = (result.rounds[round_number - 1].players for result in (before, after))
    return [
        PlayerMoved(shown, old[name].total, new[name].total, _moved(old[name], new[name]))
        for name, shown in _names(table)
    ]


def _game(table: GameTable, before: Result, after: Result) -> list[PlayerMoved]:
    old, new = before.game_end or {}, after.game_end or {}
    return [
        PlayerMoved(shown, before.totals[name], after.totals[name], _moved(old[name], new[name]))
        for name, shown in _names(table)
    ]


def _names(table: GameTable) -> list[tuple[str, str]]:
    """Return each seat's name on the sheet with the one on the page."""
    return list(zip(table.sheet.seats, seat_names(table), strict=True))


def _moved(before: PlayerScore, after: PlayerScore) -> list[Moved]:
    old, new = ({line.type: line.points for line in score.lines} for score in (before, after))
    return moved_lines(old, new)


def moved_lines(old: Mapping[str, int], new: Mapping[str, int]) -> list[Moved]:
    """The lines that bring more or less than before, given the points by card type; one that is
    not there brings nothing."""
    return [
        Moved(type_name(type_), old.get(type_, 0), new.get(type_, 0))
        for type_ in LINE_ORDER
        if old.get(type_, 0) != new.get(type_, 0)
    ]


def _winners(table: GameTable, before: Result, after: Result) -> str:
    if before.winners == after.winners:
        return ""
    facts = {
        "before": verdict(with_shown_names(table, before)),
        "after": verdict(with_shown_names(table, after)),
    }
    return _("As it stands: %(before)s In this try: %(after)s") % facts
