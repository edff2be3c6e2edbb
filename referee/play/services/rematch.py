"""From one game to the next at the same table; at most one game follows another."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from ...models import ClubPhone, Game, Guest, Player
from ...rules import Sheet
from .game_state import menu_of
from .games import Setup, is_set_up_so, is_tonight, night_now, players_named, set_up
from .hosts import bring_hostings
from .locking import locked, next_version
from .refusals import Refused


def game_after(game: Game) -> Game | None:
    """The game that follows a game, or None."""
    return Game.objects.filter(follows=game).order_by("created_at").first()


def setup_again(game: Game) -> Setup:
    """What a rematch of a game is set up with: the same, with the seats turned by one."""
    menu = menu_of(game)
    return Setup(
        ruleset=game.ruleset,
        players=[player.name for player in _turned_players(game)],
        menu=menu and (menu.name or menu.types),
        variants=game.variants,
        house_rules=game.house_rules,
    )


def _turned_players(game: Game) -> list[Player]:
    """The people of a game turned by one seat: who sat second sits first now."""
    seats = game.seats.exclude(player=None).select_related("player")
    players = [seat.player for seat in seats if seat.player]
    return [*players[1:], *players[:1]]


def rematch(game_id: UUID, new_id: UUID, *, menu: str | Sequence[str] | None = None) -> Game:
    """Starts the next game: the same players, turned by one seat, and all that was agreed.

    The phones at the table come along. Where a game follows already, it is that one.

    Args:
        new_id: the new game's id, made by whoever asks.
        menu: a menu's name or the seven types of one's own, None for the same one.

    Raises:
        Refused: ``not-over`` while the game is not finished.
        SheetFaults: when a game cannot be played with that menu.
        Game.DoesNotExist: for an id that is no game, and for a new id that is another game's.
    """
    with locked(game_id) as game:
        begun = game_after(game)
        if begun is not None:
            return begun
        setup = setup_again(game)
        sheet = (setup if menu is None else replace(setup, menu=menu)).sheet()
        return _begin(game, new_id, sheet, _turned_players(game))


def start_next(game_id: UUID, new_id: UUID, setup: Setup) -> Game:
    """Starts the next game with other players, another menu or another of the three games.

    The phones of players who stay keep their seats; those of players who leave watch. Asked for
    twice with one id it is one game.

    Raises:
        Refused: ``not-over``; ``next-begun`` where another game follows it already.
        SheetFaults: when the game cannot be played so.
        Game.DoesNotExist: as for :func:`rematch`.
    """
    sheet = setup.sheet()
    with locked(game_id) as game:
        begun = game_after(game)
        if begun is not None:
            if begun.pk == new_id and is_set_up_so(begun, sheet):
                return begun
            raise Refused("next-begun")
        return _begin(game, new_id, sheet, players_named(game.night.club, sheet.players))


def _begin(game: Game, new_id: UUID, sheet: Sheet, players: Sequence[Player]) -> Game:
    """Starts the game that follows a locked one, which no game follows yet."""
    if game.state != Game.State.FINISHED:
        raise Refused("not-over")
    if Game.objects.filter(pk=new_id).exists():
        raise Game.DoesNotExist
    # An evening goes on past midnight; a game that follows an old one begins another.
    night = game.night if is_tonight(game.night) else night_now(game.night.club)
    new = set_up(new_id, night, sheet, players, follows=game)
    _bring_along(game, new)
    bring_hostings(game, new)
    next_version(game)
    return new


def _bring_along(game: Game, new: Game) -> None:
    """Lets everybody in who is at a game's table, on the seat of the same player."""
    seats = {seat.player_id: seat for seat in new.seats.exclude(player=None)}
    hosts = set(ClubPhone.objects.filter(club=new.night.club).values_list("phone", flat=True))
    come = [
        Guest(
            game=new,
            phone=guest.phone,
            seat=seats.get(guest.seat.player_id) if guest.seat else None,
            sent_away=guest.sent_away,
        )
        for guest in game.guests.select_related("seat")
    ]
    # A host without a seat watches as the host, and needs no row for it.
    Guest.objects.bulk_create(guest for guest in come if guest.seat or guest.phone not in hosts)
