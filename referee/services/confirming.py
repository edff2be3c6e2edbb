"""Confirming rounds, opening them again, and finishing a game."""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from uuid import UUID

from django.utils import timezone

from ..models import Game, RoundScore, Tap
from ..rules import VERSION, Line, score_sheet
from .locking import locked, next_version
from .reading import read_table
from .refusals import Refused


def confirm_round(
    game_id: UUID,
    round_number: int,
    *,
    seen_version: int,
    sure: bool = True,
    asked_about: Collection[int] | None = None,
) -> bool:
    """Freezes everybody's score of a round. The last round of a card game finishes the game.

    A round that is confirmed already stays as it is.

    Args:
        seen_version: the game's event number on the page that was confirmed.
        sure: whether it is meant although nothing was entered for a seat, or a player has not
            said "that's mine".
        asked_about: the places of the seats that this was meant of; None for whichever it is.

    Returns:
        Whether the round was confirmed by this call, not before.

    Raises:
        Refused: ``changed-meanwhile`` when the round has changed since that page; ``not-yet`` when
            an earlier round is still open; when it is not said to be meant, ``seats-empty`` when
            nothing was entered for a seat, and ``not-ready`` when a player is missing.
    """
    with locked(game_id) as game:
        table = read_table(game)
        round_ = table.rounds[round_number - 1]
        if round_.is_confirmed:
            return False
        if table.current_round != round_number:
            raise Refused("not-yet", round=table.current_round or 0)
        # Somebody who joins changes the game, but not what is confirmed here.
        is_newer = Tap.objects.filter(tableau__round=round_, number__gt=seen_version).exists()
        if is_newer or seen_version > game.version:  # of which the latter was no page of this game
            raise Refused("changed-meanwhile")
        everybody = {seat.place for seat in table.seats}
        meant = set(everybody if asked_about is None else asked_about) if sure else set()
        for code, missing in (
            ("seats-empty", table.empty_seats(round_number)),
            ("not-ready", table.unready_seats(round_number)),
        ):
            if not meant.issuperset(table.seats[seat].place for seat in missing):
                raise Refused(code)
        round_.version += 1
        round_.state = round_.State.CONFIRMED
        round_.save(update_fields=["version", "state"])
        scores = score_sheet(table.sheet_up_to(round_number)).rounds[-1].players.values()
        RoundScore.objects.bulk_create(
            RoundScore(
                round=round_,
                seat=seat,
                version=round_.version,
                total=score.total,
                lines=[frozen_line(line) for line in score.lines],
                rules_version=VERSION,
            )
            for seat, score in zip(table.seats, scores, strict=True)
        )
        if all(r.is_confirmed for r in table.rounds) and not table.setting.rules.tokens:
            _finish(game)
        next_version(game)
        return True


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


def reopen_round(game_id: UUID, round_number: int) -> None:
    """Opens a confirmed round for a correction; what was confirmed is kept as a version.

    A finished game is being played again until the round is confirmed anew.
    """
    with locked(game_id) as game:
        if open_again(game, round_number):
            next_version(game)


def open_again(game: Game, round_number: int) -> bool:
    """Opens a round of a locked game; whoever calls numbers the change.

    Returns:
        Whether it was confirmed before.
    """
    round_ = game.rounds.get(number=round_number)
    if not round_.is_confirmed:
        return False
    round_.state = round_.State.OPEN
    round_.save(update_fields=["state"])
    game.state, game.finished_at = Game.State.PLAYING, None
    game.save(update_fields=["state", "finished_at"])
    return True


def enter_tokens(game_id: UUID, tokens: Mapping[int, Mapping[str, int]]) -> None:
    """Enters Roll's unused tokens and finishes the game. The same tokens once more change nothing.

    Args:
        tokens: by the seat's place, from 1: how many of each kind, none negative.

    Raises:
        Refused: ``not-yet`` while a round is open.
    """
    with locked(game_id) as game:
        open_round = game.rounds.exclude(state="confirmed").first()
        if open_round is not None:
            raise Refused("not-yet", round=open_round.number)
        seats = list(game.seats.all())
        held = [dict(tokens.get(seat.place, {})) for seat in seats]
        if game.state == Game.State.FINISHED and held == [seat.tokens_left for seat in seats]:
            return
        for seat, left in zip(seats, held, strict=True):
            seat.tokens_left = left
            seat.save(update_fields=["tokens_left"])
        _finish(game)
        next_version(game)


def _finish(game: Game) -> None:
    if game.state != Game.State.FINISHED:
        game.state, game.finished_at = Game.State.FINISHED, timezone.now()
        game.save(update_fields=["state", "finished_at"])
