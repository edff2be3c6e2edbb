"""Makes and names nights, and notes where they were and what is to be remembered of them and their
games."""

from datetime import date
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from ...models import Game, GameNight, Tournament
from ...play.services.changes import count_change
from ...play.services.clubs import locked_club
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from .counting import results_changed
from .files.read_club_file import MAX_NIGHTS


def words_mark(row: GameNight | Game) -> str:
    """Return a short hash of what is written about a night or a game, by which a page that was
    opened before a change is known; a game's minutes stand behind it."""
    words = (
        [row.location, row.note] if isinstance(row, Game) else [row.name, row.location, row.note]
    )
    mark = sha256("\0".join(words).encode()).hexdigest()[:16]
    return f"{mark}.{row.minutes or ''}" if isinstance(row, Game) else mark


def make_night(
    club_id: UUID,
    day: date,
    name: str = "",
    *,
    night_id: UUID | None = None,
    **words: str,
) -> GameNight:
    """Make a night without games, which the games of that day will go to. Asked for twice with one
    id it is one night.

    Args:
        name, words: those of ``GameNight.WORDS`` that there are.

    Raises:
        ValidationError: for what the row refuses.
        Refused: ``night-there`` where the club has one on that day; ``too-many-nights``.
        Club.DoesNotExist: for a club that is gone.
    """
    night_id = night_id or uuid4()
    with locked_club(club_id) as club:
        if made := club.nights.filter(pk=night_id).first():
            return made
        if club.nights.filter(date=day).exists():
            raise Refused("night-there")
        if club.nights.count() >= MAX_NIGHTS:
            raise Refused("too-many-nights", most=MAX_NIGHTS)
        count_change(club_id)  # a game of that day that is being prepared looks again
        night = GameNight(pk=night_id, club=club, date=day, name=name, **words)
        night.full_clean()
        night.save(force_insert=True)
        return night


def delete_night(night: GameNight) -> None:
    """Delete a night without games, with its link.

    Raises:
        Refused: ``night-has-games``.
        Club.DoesNotExist: for a club that is gone.
    """
    with transaction.atomic():
        # Locked before the club, as by whoever begins a table of that evening.
        list(Tournament.objects.select_for_update().filter(night=night.pk))
        with locked_club(night.club_id) as club:
            if night.games.exists():
                raise Refused("night-has-games")
            count_change(club.pk)
            club.nights.filter(pk=night.pk).delete()


def describe_night(night_id: UUID, *, seen: str = "", **words: str) -> None:
    """Change what is written about a night.

    Args:
        words: those of ``GameNight.WORDS`` that change.
        seen: the mark of the words that the page showed, "" for whatever stands there.

    Raises:
        ValidationError: for what the row refuses.
        Refused: ``described-meanwhile`` where other words stand there by now.
    """
    with transaction.atomic():
        night = GameNight.objects.select_for_update().filter(pk=night_id).first()
        if night is None:
            return
        if seen and seen != words_mark(night):
            raise Refused("described-meanwhile")
        for field, value in words.items():
            setattr(night, field, value)
        night.full_clean()
        night.save(update_fields=words.keys())


def describe_game(game_id: UUID, *, seen: str = "", **noted: Any) -> None:
    """Change what is noted about a game. Minutes that have come since the page was shown, as with
    the end of the game, stay where nobody typed others.

    Args:
        noted: those of ``Game.NOTED`` that change.

    Raises as :func:`describe_night`, and Game.DoesNotExist.
    """
    with locked(game_id) as game:
        if seen and seen != (mark := words_mark(game)):
            words, _dot, minutes = seen.partition(".")
            is_typed = f"{noted.pop('minutes', minutes) or ''}" != minutes
            if is_typed or words != mark.partition(".")[0]:
                raise Refused("described-meanwhile")
        was = game.minutes
        for field, value in noted.items():
            setattr(game, field, value)
        game.clean_fields(exclude={field.name for field in Game._meta.fields} - {*Game.NOTED})
        game.save(update_fields=noted.keys())
        if game.minutes != was:
            with locked_club(game.night.club_id) as club:
                if game.placings.update(minutes=game.minutes):
                    results_changed(club, [game.night.date])
        next_version(game)
