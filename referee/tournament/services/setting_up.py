"""Begins and ends an evening of several tables, and says how it is played."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from ...models import SMALLEST_TABLE, Tournament, new_code
from ...play.services.changes import count_change
from ...play.services.clubs import locked_club
from ...play.services.games import Setup, agreed_in, night_now
from ...play.services.refusals import Refused
from ...rules import RULESETS, Fault, SheetFaults

STAYS = ("ruleset", "menu", "variants", "house_rules")
"""What no longer changes once tables are drawn: all games of an evening are the same."""
_CHECKED = {*STAYS, "ended_at"}
"""Not looked at by the row: what a game is set up with, the rules have checked."""


@contextmanager
def locked_tournament(tournament_id: UUID) -> Iterator[Tournament]:
    """The tournament, inside a transaction that holds its row; its club's pages are told when it
    ends. Lock it before a game, and a game before its club.

    Raises:
        Tournament.DoesNotExist: for an id that is none.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update(of=("self",)).select_related("night__club")
        tournament = held.get(pk=tournament_id, night__club__is_there=True)
        yield tournament
        count_change(tournament.night.club_id)


def begin_tournament(club_id: UUID, tournament_id: UUID, plan: Tournament) -> Tournament:
    """Begin an evening of several tables, tonight. Asked for twice with one id it is one.

    Args:
        plan: how it is played, not stored yet and without a night.

    Raises:
        SheetFaults: where a game cannot be played so.
        ValidationError: for what the row refuses.
        Refused: ``night-has-tables`` where tonight is one already.
        Club.DoesNotExist: for a club that is gone.
    """
    check_plan(plan)
    with locked_club(club_id) as club:
        known = Tournament.objects.filter(pk=tournament_id, night__club=club).first()
        if known is not None:
            return known
        night = night_now(club)
        if Tournament.objects.filter(night=night).exists():
            raise Refused("night-has-tables")
        plan.pk, plan.night, plan.code = tournament_id, night, _unused_code()
        plan.full_clean(exclude=_CHECKED)
        plan.save(force_insert=True)
        count_change(club_id)
        return plan


def change_plan(tournament_id: UUID, **facts: object) -> Tournament:
    """Change how an evening is played. Once tables are drawn the game stays, and no draw goes.

    Raises:
        SheetFaults, ValidationError: as for :func:`begin_tournament`.
        Refused: ``tables-drawn`` for another game by now; ``draws-made`` for fewer draws than there
            are.
    """
    with locked_tournament(tournament_id) as tournament:
        made = tournament.made_draws.filter(is_final=False).count()
        changed = {name for name, value in facts.items() if getattr(tournament, name) != value}
        if made and changed & {*STAYS}:
            raise Refused("tables-drawn")
        for name in changed:
            setattr(tournament, name, facts[name])
        if tournament.draws < made:
            raise Refused("draws-made", draws=made)
        check_plan(tournament)
        tournament.full_clean(exclude=_CHECKED)
        tournament.save()
        return tournament


def check_plan(plan: Tournament) -> None:
    """Raise SheetFaults where such a game cannot be played by every number from three to the most
    at a table."""
    most = RULESETS[plan.ruleset].players[-1]
    plan.largest = min(plan.largest, most)
    faults: dict[tuple[str, str, str], Fault] = {}
    for players in range(SMALLEST_TABLE, plan.largest + 1):
        try:
            agreed = setup_for(plan, [f"{number}" for number in range(1, players + 1)]).sheet()
        except SheetFaults as error:
            faults |= {(fault.place, fault.code, fault.wanted): fault for fault in error.faults}
        else:
            for name, value in agreed_in(agreed).items():
                setattr(plan, name, value)
    if faults:
        raise SheetFaults(faults.values())


def setup_for(tournament: Tournament, names: Sequence[str]) -> Setup:
    """Return what a game of the evening is set up with, for these people in their order."""
    house_rules: Mapping[str, bool] = tournament.house_rules
    return Setup(tournament.ruleset, names, tournament.menu, tournament.variants, house_rules)


def end_tournament(tournament_id: UUID) -> None:
    """End an evening: no table is drawn any more, and its code lets nobody in."""
    with locked_tournament(tournament_id) as tournament:
        if tournament.ended_at is None:
            tournament.ended_at = timezone.now()
            tournament.save(update_fields=["ended_at"])


def go_on(tournament_id: UUID) -> None:
    """Take back that an evening was ended."""
    with locked_tournament(tournament_id) as tournament:
        tournament.ended_at = None
        tournament.save(update_fields=["ended_at"])


def _unused_code() -> str:
    while Tournament.objects.filter(code=(code := new_code())).exists():
        pass
    return code
