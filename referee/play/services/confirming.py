"""Confirming rounds, opening them again, and finishing a game."""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from enum import StrEnum
from uuid import UUID

from django.utils import timezone

from ...models import (
    MAX_WORDS,
    Game,
    Reopening,
    Round,
    RoundScore,
    RoundVersion,
    minutes_between,
)
from ...rules import VERSION, Line
from ...rules.problems.checks import unclaimed_uramaki
from ...rules.scoring.plan import points_of_a_round
from ..signals import game_ended, game_reopened, round_confirmed
from .changes import tell
from .game_state import GameState, RoundState, read_game_state
from .joining import others_are_there
from .locking import locked, next_version
from .refusals import Refused
from .versions import changed_seats, is_changed_since, rounds_at


class Confirmation(StrEnum):
    """What became of a round that was to be confirmed: it has its first version, or another one;
    it was opened again and nothing was changed; or it was confirmed before this call."""

    NEW = "new"
    CORRECTED = "corrected"
    UNCHANGED = "unchanged"
    ALREADY = "already"


def confirm_round(
    game_id: UUID,
    round_number: int,
    *,
    seen_version: int,
    sure: bool = True,
    asked_about: Collection[int] | None = None,
    by: int | None = None,
) -> Confirmation:
    """Freezes everybody's score of a round. The last round of a card game finishes the game, but
    where a round was counted without cards: then the desserts are still to be said.

    Args:
        seen_version: the game's event number on the page that was confirmed.
        sure: whether it is meant although a seat is empty, a player's cards are not complete, or
            nobody has said what lies on a wasabi: what is assumed of it then counts. Of a round
            that was opened again only the seats that have changed are asked about.
        asked_about: the places of the seats that ``sure`` is meant of; None for all.
        by: the row's id of the seat whose phone confirms, None for a phone without a seat.

    Raises:
        Refused: ``not-yet`` while an earlier round is open; ``changed-meanwhile`` when the round
            has changed since that page; ``claim-missing`` while uramaki lie there that must be
            claimed; ``seats-empty``, ``not-ready`` and ``questions-open`` unless ``sure``.
    """
    with locked(game_id) as game:
        table = read_game_state(game)
        round_, open_round = table.rounds[round_number - 1], table.current_round
        if round_.is_confirmed or open_round is None:
            return Confirmation.ALREADY
        if open_round is not round_:
            raise Refused("not-yet", round=open_round.number)
        # Somebody who joins changes the game, but not what is confirmed here.
        is_newer = is_changed_since(round_.row, seen_version)
        if is_newer or seen_version > game.version:  # of which the latter was no page of this game
            raise Refused("changed-meanwhile")
        for problem in unclaimed_uramaki(round_.sheet):
            if problem.round == round_number:
                facts = {"player": problem.player or "", "icons": problem.facts["icons"]}
                raise Refused("claim-missing", **facts)
        # Nobody is asked to wait for themselves.
        silent = [it for it in round_.unready_seats if it.row.pk != by or it.is_waiting]
        changed = {seat.place for seat in changed_seats(round_)}
        for code, missing in (
            ("seats-empty", round_.empty_seats),
            ("not-ready", silent),
            ("questions-open", round_.asked_seats),
        ):
            places = changed & {seat.place for seat in missing}
            if places and not (sure and (asked_about is None or places <= set(asked_about))):
                raise Refused(code)
        outcome = _freeze(game, round_, by)
        if outcome is not Confirmation.UNCHANGED:
            facts = {"number": round_number, "version": round_.version}
            round_confirmed.send(Game, table=table, **facts)
        # Tokens that were entered before a round was opened again can be corrected on the result.
        was_over = Reopening.objects.filter(round__game=game, was_over=True)
        is_over = table.current_round is None and not table.sheet.lacks_desserts
        if is_over and (not table.setting.rules.tokens or was_over.exists()):
            _finish(game, table)
        next_version(game)
        return outcome


def count_round(
    game_id: UUID,
    round_number: int,
    points: Mapping[int, int],
    *,
    seen_version: int,
    by: int | None = None,
) -> Confirmation:
    """Notes the points that the table has counted for a round by itself, and confirms it with them.

    Args:
        points: by the seat's place; who is left out has 0.
        seen_version, by: as for :func:`confirm_round`.

    Raises:
        Refused: ``cards-lie`` where cards were entered: they count; ``points-impossible``; and what
            ``confirm_round`` raises.
    """
    with locked(game_id) as game:
        table = read_game_state(game)
        round_, limits = table.rounds[round_number - 1], points_of_a_round(table.setting)
        if round_.is_confirmed:
            return Confirmation.ALREADY
        if round_.has_cards:
            raise Refused("cards-lie", round=round_number)
        counted = {seat.place: points.get(seat.place, 0) for seat in table.seats}
        if not {*counted.values()} <= {*limits}:
            raise Refused("points-impossible", least=limits[0], most=limits[-1])
        noted = {str(place): number for place, number in counted.items()}
        is_newer = is_changed_since(round_.row, seen_version)
        round_.row.counted.create(points=noted, number=next_version(game), by_id=by)
        if not is_newer:
            seen_version = max(seen_version, game.version)
        return confirm_round(game_id, round_number, seen_version=seen_version, by=by)


def _freeze(game: Game, round_: RoundState, by: int | None) -> Confirmation:
    """Makes a version of an open round, unless it is what its last version was."""
    row, scores = round_.row, round_.scores
    lines = {
        seat.row.pk: list(map(frozen_line, scores[seat.sheet_name].lines)) for seat in round_.seats
    }
    last = row.versions.last()
    is_same = (
        last is not None
        and rounds_at(round_, [last.number]) == [round_.on_sheet]
        # The rules may have been mended since.
        and {score.seat_id: score.lines for score in last.scores.all()} == lines
    )
    if not is_same:
        row.version += 1
    row.state = Round.State.CONFIRMED
    row.save(update_fields=["version", "state"])
    row.reopenings.filter(made=None).update(made=row.version)
    if is_same:
        return Confirmation.UNCHANGED
    version = RoundVersion.objects.create(
        round=row,
        version=row.version,
        number=game.version + 1,  # which the confirmation is about to get
        by_id=by,
        rules_version=VERSION,
    )
    RoundScore.objects.bulk_create(
        RoundScore(
            version=version,
            seat=seat.row,
            total=scores[seat.sheet_name].total,
            lines=lines[seat.row.pk],
        )
        for seat in round_.seats
    )
    return Confirmation.NEW if last is None else Confirmation.CORRECTED


def frozen_line(line: Line) -> dict[str, object]:
    """A score line as it is kept in its row, with all that it was worked out from."""
    frozen: dict[str, object] = {
        "type": line.type,
        "points": line.points,
        "rule": line.rule,
        "counts": dict(line.counts),
    }
    if line.comparison is not None:
        frozen["compared"] = list(line.comparison.counts)
        frozen["all_equal"] = line.comparison.all_equal
        frozen["places"] = [
            {**asdict(place), "seats": list(place.seats)} for place in line.comparison.places
        ]
    if line.claims:
        frozen["claims"] = [{**claim._asdict(), "tied": list(claim.tied)} for claim in line.claims]
    return frozen


def reopen_round(
    game_id: UUID,
    round_number: int,
    *,
    reason: str = "",
    place: int | None = None,
    seen: int | None = None,
    by: int | None = None,
) -> bool:
    """Opens a confirmed round for a correction; what was confirmed is kept as a version.

    A finished game is being played again until the round is confirmed anew.

    Args:
        reason: why, as :func:`read_reason` takes it.
        place: the seat's whose cards are wrong, None where nobody says.
        seen: the round's version on the page that was looked at; None for whichever it is.
        by: as for :func:`confirm_round`.

    Returns:
        Whether it was opened by this call, not before.

    Raises:
        Refused: ``reason-missing``, ``words-too-long``; ``corrected-meanwhile`` for another version
            than ``seen``.
    """
    with locked(game_id) as game:
        reason = read_reason(game, reason)
        round_ = game.rounds.get(number=round_number)
        if round_.is_confirmed and seen not in (None, round_.version):
            raise Refused("corrected-meanwhile", round=round_number)
        is_opened = open_again(game, round_number, reason=reason, place=place, by=by)
        if is_opened:
            next_version(game)
        return is_opened


def read_reason(game: Game, typed: str) -> str:
    """The words of a correction's reason, 1 to 200 characters; none are needed where nobody else
    would read them.

    Raises:
        Refused: ``reason-missing``, ``words-too-long``.
    """
    reason = read_words(typed)
    if not reason and others_are_there(game):
        raise Refused("reason-missing")
    return reason


def read_words(typed: str) -> str:
    """What somebody says, as it is kept: in one line, without spaces around it; may be "".

    Raises:
        Refused: ``words-too-long`` for more than 200 characters.
    """
    words = " ".join(typed.replace("\0", "").split())
    if len(words) > MAX_WORDS:
        raise Refused("words-too-long", signs=len(words), most=MAX_WORDS)
    return words


def open_again(
    game: Game,
    round_number: int,
    *,
    reason: str = "",
    place: int | None = None,
    by: int | None = None,
    cause: Reopening.Cause = Reopening.Cause.HOST,
) -> bool:
    """Opens a round of a locked game and returns whether it was confirmed; call next_version."""
    round_ = game.rounds.get(number=round_number)
    if not round_.is_confirmed:
        return False
    round_.state = Round.State.OPEN
    round_.save(update_fields=["state"])
    round_.reopenings.create(
        version=round_.version,
        cause=cause,
        seat=game.seats.get(place=place) if place else None,
        reason=reason,
        by_id=by,
        number=game.version + 1,
        was_over=game.state == Game.State.FINISHED,
    )
    game.state, game.finished_at = Game.State.PLAYING, None
    game.save(update_fields=["state", "finished_at"])
    game_reopened.send(Game, game=game)
    # Streams of an old game may be those of phones that do not run its club any more.
    tell(game.pk, 0, access_changed=True)
    return True


def enter_tokens(
    game_id: UUID,
    tokens: Mapping[int, Mapping[str, int]],
    desserts: Mapping[int, Mapping[str, int]] | None = None,
) -> None:
    """Enters what cards do not tell at the end, and finishes the game: Roll's unused tokens, and
    the desserts where a round was counted without cards.

    Args:
        tokens: by the seat's place: how many of each kind, none negative.
        desserts: the same, by kind as in ``dessert_kinds``; None to leave them as they were said.

    Raises:
        Refused: ``not-yet`` while a round is open; ``desserts-missing`` where they are to be said.
    """
    with locked(game_id) as game:
        open_round = game.rounds.exclude(state="confirmed").first()
        if open_round is not None:
            raise Refused("not-yet", round=open_round.number)
        if desserts is None and read_game_state(game).sheet.lacks_desserts:
            raise Refused("desserts-missing")
        seats = list(game.seats.all())
        before = [(seat.tokens_left, seat.desserts) for seat in seats]
        for seat in seats:
            seat.tokens_left = dict(tokens.get(seat.place, {}))
            if desserts is not None:
                seat.desserts = dict(desserts.get(seat.place, {}))
        is_same = before == [(seat.tokens_left, seat.desserts) for seat in seats]
        if game.state == Game.State.FINISHED and is_same:
            return
        for seat in seats:
            seat.save(update_fields=["tokens_left", "desserts"])
        _finish(game)
        next_version(game)


def _finish(game: Game, table: GameState | None = None) -> None:
    if game.state != Game.State.FINISHED:
        game.state, game.finished_at = Game.State.FINISHED, timezone.now()
        # The time until a correction is none in which anybody played.
        was_over = Reopening.objects.filter(round__game=game, was_over=True)
        if game.minutes is None and game.has_time and not was_over.exists():
            game.minutes = minutes_between(game.created_at, game.finished_at)
        game.save(update_fields=["state", "finished_at", "minutes"])
    game_ended.send(Game, game=game, table=table)
