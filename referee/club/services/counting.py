"""What finished games leave behind for the standings, kept in line with them.

A game counts from the moment it is finished until it is opened again or deleted. Then its placings
go into, or out of, the sums that the club's pages read, so that no page has to read all games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from ...models import Game, Placing, Player
from ...play.services.clubs import locked_club
from ...play.services.game_state import read_table
from ...rules import Result, score_sheet
from ...standings.placing import placings
from .ratings import rate_all, rate_from
from .tallies import add_to_tallies, make_tallies_anew, take_from_tallies


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game with its night, its players in seat order (no dummy) and what it came to."""

    game: Game
    players: Sequence[Player]
    result: Result


def count_game(game: Game) -> None:
    """Brings the standings in line with a game as it is now: in it where it is finished, else not.

    Must be called inside the transaction that changes the game, after the change. Called once more
    it changes nothing.
    """
    with locked_club(game.night.club_id):
        before = _placings_of(game)
        after = _placings_now(game)
        if [_facts(placing) for placing in before] == [_facts(placing) for placing in after]:
            return
        _forget(before)
        Placing.objects.bulk_create(after)
        add_to_tallies(game, after)
        rate_from(game)


def forget_game(game: Game) -> None:
    """Takes a game out of the standings that is about to be deleted."""
    with locked_club(game.night.club_id):
        before = _placings_of(game)
        if before:
            _forget(before)
            rate_from(game)


def recount(club_id: UUID) -> None:
    """Makes all sums and ratings of a club anew from the placings of its games.

    For a merge of players, and after :func:`place_past_games`. Its time grows with the club.
    """
    with locked_club(club_id):
        make_tallies_anew(club_id)
        rate_all(club_id)


def recount_new(club_id: UUID) -> None:
    """The same for a club that nobody sees yet, a turn at a time."""
    make_tallies_anew(club_id)
    rate_all(club_id)


def place_past_games(played: Iterable[PlayedGame]) -> None:
    """Adds the placings of finished games that have none yet, many at a time.

    The sums and ratings know of them after :func:`recount`.
    """
    Placing.objects.bulk_create(
        (placing for one in played for placing in new_placings(one)), batch_size=500
    )


def count_missing() -> int:
    """Counts the finished games that have no placings yet: those of an older SushiScore.

    Returns:
        How many there were.
    """
    missing = Game.objects.filter(
        state=Game.State.FINISHED, placings=None, night__club__is_there=True
    )
    games = list(missing.select_related("night").order_by("created_at"))
    for game in games:
        count_game(game)
    return len(games)


def new_placings(played: PlayedGame) -> list[Placing]:
    """The placings of a finished game, in seat order, not stored and without ratings."""
    game, placed = played.game, placings(played.result)
    return [
        Placing(
            game=game,
            player=player,
            club_id=game.night.club_id,
            night_id=game.night_id,
            played_at=game.created_at,
            date=game.night.date,
            ruleset=game.ruleset,
            players=len(placed),
            place=one.place,
            win=one.win,
            total=one.total,
            margin=one.margin,
            behind=one.behind,
            best_round=one.best_round,
            best_round_number=one.best_round_number,
            puddings=one.puddings,
            cards={type_: list(counts) for type_, counts in one.cards.items()},
        )
        for player, one in zip(played.players, placed.values(), strict=True)
    ]


def _placings_now(game: Game) -> list[Placing]:
    if game.state != Game.State.FINISHED:
        return []
    table = read_table(game)
    players = [seat.player for seat in table.seats if seat.player]
    return new_placings(PlayedGame(game, players, score_sheet(table.sheet)))


def _placings_of(game: Game) -> list[Placing]:
    return list(Placing.objects.filter(game=game).order_by("pk"))


def _facts(placing: Placing) -> dict[str, object]:
    """What a placing says, but for the rating, which follows from all games before it."""
    derived = {"id", "nth", "mu", "sigma"}
    fields = (field.attname for field in Placing._meta.concrete_fields)
    return {name: getattr(placing, name) for name in fields if name not in derived}


def _forget(before: Sequence[Placing]) -> None:
    if before:
        Placing.objects.filter(pk__in=[placing.pk for placing in before]).delete()
        take_from_tallies(before[0].game, before)
