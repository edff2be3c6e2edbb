"""What players propose to the host as a correction, in words."""

from typing import Any

from django.utils.translation import gettext as _

from ...access.games import Role, Visit
from ...models import ClubPhone, Proposal
from ...play.services.game_state import GameState, read_game_state
from ...wording.changes import changed_tableaus
from ...wording.phrases import clauses, isolated, series
from ..services.proposals import changes_of, open_proposals, proposals_of, trial_of
from .what_if import what_if_url

MOST = 3
"""Proposals that stand at the top of a page; the next ones come up as these are answered."""


def proposals_for(visit: Visit, table: GameState | None) -> list[dict[str, Any]]:
    """Return the proposals that a phone is to see on every page of a game: the host those that wait
    for an answer, a player the own ones and what became of them; at most three.

    Args:
        table: the game as it lies; None on a page that has not read it.
    """
    if visit.role is Role.WATCHER or (table and not table.is_proposed):
        return []
    rows = open_proposals(visit.game)
    if visit.role is Role.PLAYER:
        rows = proposals_of(visit.game).filter(by=visit.seat_id)
    shown = []
    for row in rows:
        table = table or read_game_state(visit.game)
        shown.append(shown_proposal(table, row, visit))
    return [one for one in shown if not (visit.is_host and one["is_made"])][:MOST]


def shown_proposal(table: GameState, row: Proposal, visit: Visit) -> dict[str, Any]:
    """Return a proposal in words, for a phone; it ``is_made`` also where just this lies there."""
    before, trial = trial_of(table, row)
    at = row.round.number - 1
    changes = changed_tableaus(
        [seat.name for seat in table.seats],
        before.rounds[at].on_sheet.tableaus,
        trial.table.rounds[at].on_sheet.tableaus,
    )
    touched = {tap.seat for tap in changes_of(row)}
    lies_there = all(
        now.tableau == tried.tableau
        for now, tried in zip(table.rounds[at].seats, trial.table.rounds[at].seats, strict=True)
        if now.place in touched
    )
    seat = before.seat(row.round.number, row.seat.place)
    is_made = row.is_made or lies_there
    is_open = row.ended_at is None and not lies_there
    return {
        "row": row,
        "reason": reason_of(row),
        "title": _title(table, row, visit, is_made=is_made, is_open=is_open),
        "changes": clauses(f"{isolated(name)}: {series(words)}" for name, words in changes),
        "url": what_if_url(seat, changes_of(row)) if seat else "",
        "is_made": is_made,
        "is_open": is_open,
    }


def _title(table: GameState, row: Proposal, visit: Visit, *, is_made: bool, is_open: bool) -> str:
    """Say what a proposal is to who looks: somebody's to the host, else the own one."""
    if visit.is_host:
        words = _("Round %(number)s, %(name)s proposes")
    elif is_made:
        words = _("Round %(number)s, your correction is made")
    elif is_open:
        words = _("Round %(number)s, sent to %(host)s")
    else:
        words = _("Round %(number)s, %(host)s says: no, thanks")
    host = host_name(table)
    return words % {
        "number": row.round.number,
        "name": isolated(row.by.name) if row.by else "",
        "host": isolated(host) if host else _("the host"),
    }


def reason_of(row: Proposal) -> str:
    """Return the reason of a correction that was proposed."""
    return _("%(name)s’s proposal") % {"name": row.by.name if row.by else ""}


def host_name(table: GameState) -> str:
    """Return the name of the player on whose phone the host confirms, "" where nobody's does."""
    club = ClubPhone.objects.filter(club=table.game.night.club_id)
    hosts = table.game.hostings.filter(begun_at__isnull=False, ended_at=None)
    phones = {
        *club.values_list("phone", flat=True),
        *hosts.values_list("guest__phone", flat=True),
    }
    names = (s.name for s in table.seats if s.holder is not None and s.holder.phone in phones)
    return next(names, "")
