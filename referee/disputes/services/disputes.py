"""Stores disputed numbers, and says what can be disputed."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from ...access.games import Visit
from ...models import Dispute, Game
from ...play.services.game_state import GameState, RoundState, read_game_state
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from ...rules import PlayerScore, Result
from ...rules.mistakes import END, GAME, ClaimScope
from ...rules.rulesets import ROUNDS
from ...rules.sheet import kept_document

LEAST, MOST = -99, 999
"""No game ends below or above, by far; what is claimed beyond was mistyped."""
MAX_DISPUTES = 60
"""In one game; more are no dispute but somebody's joke."""


class Claimed(NamedTuple):
    """What a player claims: the seat by its place; which number, and what it is."""

    place: int
    scope: ClaimScope
    number: int


def dispute(
    game_id: UUID, dispute_id: UUID, claimed: Claimed, *, by: int | None = None
) -> Dispute | None:
    """Store that a player claims another number than the referee; None where it is right.

    The same number for the same thing, while the game stands as it did, is the same dispute.

    Args:
        dispute_id: made by the page that asks, so that a form sent twice is one dispute.
        by: the row's id of the seat whose phone says it, None for a phone without a seat.

    Raises:
        Refused: ``nobody-sits`` for a seat that there is not, ``nothing-there`` for a round, an end
            or a card type that has no number yet or at all, ``number-out-of-range``,
            ``too-many-disputes``, ``id-used`` for an id that another dispute has.
    """
    place, scope, number = claimed
    if not LEAST <= number <= MOST:
        raise Refused("number-out-of-range", least=LEAST, most=MOST)
    with locked(game_id) as game:
        known = Dispute.objects.filter(pk=dispute_id).first()
        if known is not None:
            is_its_own = known.game_id == game.pk and known.seat.place == place
            if not is_its_own or (scope_of(known), known.claimed) != (scope, number):
                raise Refused("id-used")
            return known
        table = read_game_state(game)
        last = last_begun(table)
        seat = next((seat for seat in table.seats if seat.place == place), None)
        if seat is None:
            raise Refused("nobody-sits")
        if last is None or (scope.type and scope.type not in types_to_dispute(table, scope.part)):
            raise Refused("nothing-there")
        right = number_in(result_now(table), seat.sheet_name, scope)
        if right == number:
            return None
        what = {
            "seat": seat,
            "part": scope.part or 0,
            "type": scope.type or "",
            "claimed": number,
            "is_over": is_over(table),
            "right": right,
            "sheet": kept_document(last.sheet),
        }
        if same := game.disputes.filter(**what).first():
            return same
        if game.disputes.count() >= MAX_DISPUTES:
            raise Refused("too-many-disputes", disputes=MAX_DISPUTES)
        made = game.disputes.create(pk=dispute_id, number=game.version + 1, by_id=by, **what)
        next_version(game)
        return made


def withdraw_dispute(game_id: UUID, dispute_id: UUID) -> bool:
    """Delete a dispute, and return whether it was there."""
    with locked(game_id) as game:
        gone, _ = Dispute.objects.filter(pk=dispute_id, game=game).delete()
        if gone:
            next_version(game)
        return bool(gone)


def ask_host(game_id: UUID, dispute_id: UUID) -> bool:
    """Ask the host to look at a dispute, and return whether it is there; asked twice is once."""
    with locked(game_id) as game:
        row = Dispute.objects.filter(pk=dispute_id, game=game).first()
        if row and not row.asks_host:
            row.asks_host = True
            row.save(update_fields=["asks_host"])
            next_version(game)
        return row is not None


def tell_again(game_id: UUID) -> None:
    """Have every phone look once more: what explains a dispute is known by now."""
    with locked(game_id) as game:
        next_version(game)


def may_end(visit: Visit, dispute: Dispute) -> bool:
    """Return whether a phone may take a number back: that of who said it, and the host's."""
    return visit.is_host or (visit.seat is not None and visit.seat_id == dispute.by_id)


def disputes_of(game: Game) -> QuerySet[Dispute]:
    """Return the disputes of a game, oldest first."""
    return game.disputes.select_related("seat__player", "by__player")


def last_begun(table: GameState) -> RoundState | None:
    """Return the last round with a number to dispute: that is confirmed, or has a card; None before
    the first card."""
    begun = [round_ for round_ in table.rounds if round_.is_confirmed or round_.is_begun]
    return begun[-1] if begun else None


def is_over(table: GameState) -> bool:
    """Return whether the end of the game counts, which it does only while no round is open."""
    return table.game.state == Game.State.FINISHED


def result_now(table: GameState) -> Result | None:
    """Return the present result, as every page shows it, or None before the first card.

    The sheet of three rounds has the game's end in it; while the game goes on it does not count.
    """
    last = last_begun(table)
    if last is None:
        return None
    result = last.result
    if is_over(table) or result.game_end is None:
        return result
    totals = {
        name: sum(round_.players[name].total for round_ in result.rounds) for name in result.totals
    }
    return result._replace(game_end=None, totals=totals)


def number_in(result: Result | None, name: str, scope: ClaimScope) -> int:
    """Return a player's number in a result, for the game, a round or a line.

    Raises:
        Refused: ``nothing-there`` where there is no such number.
    """
    part, type_ = scope
    if result is None or (part is None and type_):
        raise Refused("nothing-there")
    if part is None:
        return result.totals[name]
    score = _scores(result, part)[name]
    if type_ is None:
        return score.total
    return sum(line.points for line in score.lines if line.type == type_)


def number_now(dispute: Dispute, result: Result | None) -> int | None:
    """Return the present number of what is disputed, given what ``result_now`` says; None where
    there is none, as in a round that was opened again."""
    try:
        return number_in(result, dispute.seat.sheet_name, scope_of(dispute))
    except Refused:
        return None


def is_settled(dispute: Dispute, result: Result | None) -> bool:
    """Return whether a correction has made the number the claimed one, given what ``result_now``
    says. A total is compared as far as the game had come: what later rounds bring settles nothing,
    nor that the end does not count while a round is open again."""
    now = number_now(dispute, result)
    if scope_of(dispute) != GAME or result is None:
        return now == dispute.claimed
    if dispute.is_over:
        return result.game_end is not None and now == dispute.claimed
    rounds = result.rounds[: len(dispute.sheet["rounds"])]
    so_far = sum(round_.players[dispute.seat.sheet_name].total for round_ in rounds)
    return dispute.claimed in (so_far, now if len(rounds) == ROUNDS else so_far)


def types_to_dispute(table: GameState, part: int | None) -> set[str]:
    """Return the types of which a part of the game has a number, also 0: of a round all that are in
    the game, of its end those that bring somebody a line; none where it was counted without cards.
    """
    result = result_now(table)
    if result is None:
        return set()
    if part == END:
        scores = (result.game_end or {}).values()
        return {line.type for score in scores for line in score.lines}
    if part not in range(1, len(result.rounds) + 1) or not result.sheet.has_cards_of(part):
        return set()
    return {*table.setting.types}


def _scores(result: Result, part: int) -> Mapping[str, PlayerScore]:
    if part == END and result.game_end is not None:
        return result.game_end
    if 1 <= part <= len(result.rounds):
        return result.rounds[part - 1].players
    raise Refused("nothing-there")


def scope_of(dispute: Dispute) -> ClaimScope:
    """Return which number a dispute is about."""
    return ClaimScope(dispute.part or None, dispute.type or None) if dispute.part else GAME
