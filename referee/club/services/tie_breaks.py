"""Notes how a table itself broke a tie that the rulebook leaves: by a toss, by a duel.

The game stays a shared victory; a season may count what is noted.
"""

from uuid import UUID

from ...models import Game, Player
from ...play.services.clubs import locked_club
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from .counting import places_of, results_changed
from .seasons import close_seasons


def tied_first(game: Game) -> list[Player]:
    """Return the players who share the victory of a finished game, nobody where it has one winner
    or is not finished."""
    firsts = game.placings.filter(place=1).select_related("player").order_by("pk")
    players = [placing.player for placing in firsts]
    return players if len(players) > 1 else []


def note_tie_break(game_id: UUID, winner: UUID | None, words: str) -> None:
    """Note for whom the table broke the tie of a game's winners, and how, in place of what was
    noted; None takes the note back.

    Raises:
        ValidationError: for words that the row refuses.
        Refused: ``no-tie`` for who shares no victory in it; ``tie-words-missing``.
        Game.DoesNotExist: for an id that is no game.
    """
    with locked(game_id) as game, locked_club(game.night.club_id) as club:
        tied = [player.pk for player in tied_first(game)]
        if winner and winner not in tied:
            raise Refused("no-tie")
        if winner and not words:
            raise Refused("tie-words-missing")
        close_seasons(club)
        game.tie_winner_id, game.tie_words = winner, words if winner else ""
        game.tie_places = places_of(game, tied) if winner else []
        game.clean_fields(exclude={field.name for field in Game._meta.fields} - {"tie_words"})
        game.save(update_fields=["tie_winner", "tie_words", "tie_places"])
        results_changed(club, [game.night.date])
        next_version(game)
