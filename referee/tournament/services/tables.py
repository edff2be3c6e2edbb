"""Begins the games of drawn tables, and keeps results that were written down on paper."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from uuid import UUID, uuid4

from django.utils import timezone

from ...club.services.files.import_games import Rows, Total, Totals
from ...club.services.paper import EnteredGame, enter_games
from ...models import Club, DrawnTable, Entrant, Game, Guest, Hosting, Tournament, Visitor
from ...play.services.changes import count_change
from ...play.services.clubs import locked_club, runs
from ...play.services.game_state import GameState
from ...play.services.games import delete_game, set_up
from ...play.services.joining import free_seat, join
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from .setting_up import locked_tournament, setup_for


def start_table(tournament_id: UUID, draw: int, number: int, phone: str = "") -> Game:
    """Begin the game of a drawn table. The phones of those who sit there come to it; hosts beside
    the organisers are who sits first of them, and who begins. Begun twice, it is one game.

    Args:
        phone: that begins it, "" for an organiser's program.

    Raises:
        DrawnTable.DoesNotExist: for a table that is none of the evening.
    """
    with locked_tournament(tournament_id) as tournament:
        tables = DrawnTable.objects.select_related("game__night")
        table = tables.get(draw__tournament=tournament, draw__number=draw, number=number)
        if table.game:
            return table.game
        tell_last_tables(tournament, draw, _entrants_at(table))
        with locked_club(tournament.night.club_id):  # nobody is merged away who is about to sit
            entrants = _entrants_at(table)
            players = [entrant.player for entrant in entrants]
            sheet = setup_for(tournament, [player.name for player in players]).sheet()
            game = set_up(uuid4(), tournament.night, sheet, players)
            table.game = game
            table.save(update_fields=["game"])
            _seat_phones(game, entrants, phone)
        return game


def tell_last_tables(
    tournament: Tournament, number: int, entrants: Sequence[Entrant] | None = None
) -> None:
    """Let the pages of the games of the draw before one know that something of it has changed for
    who sat there.

    Args:
        entrants: for whom, None for everybody.
    """
    before = DrawnTable.objects.filter(draw__tournament=tournament, draw__number=number - 1)
    if entrants is not None:
        before = before.filter(seats__entrant__in=entrants)
    games = before.exclude(game=None).order_by("game").values_list("game", flat=True)
    for game_id in games.distinct():
        with suppress(Game.DoesNotExist), locked(game_id) as game:  # or somebody deletes it now
            next_version(game)


def _entrants_at(table: DrawnTable) -> list[Entrant]:
    seats = table.seats.select_related("entrant__player")
    return [seat.entrant for seat in seats]


def _seat_phones(game: Game, entrants: Sequence[Entrant], begins: str) -> None:
    """Let the phones of entrants to their seats at a new game; make the first of them host, and the
    one that ``begins`` it: the first may be without network."""
    phones = {
        visitor.entrant_id: visitor.phone
        for visitor in Visitor.objects.filter(entrant__in=entrants)
    }
    guests = Guest.objects.bulk_create(
        Guest(game=game, phone=phones[entrant.pk], seat=seat)
        for seat, entrant in zip(game.seats.all(), entrants, strict=True)
        if entrant.pk in phones
    )
    for guest in guests:
        is_host = guest is guests[0] or guest.phone == begins
        if is_host and guest.seat and not runs(guest.phone, game.night.club_id):
            now = timezone.now()
            Hosting.objects.create(game=game, seat=guest.seat, guest=guest, begun_at=now)
    if guests:
        next_version(game, access_changed=True)


def let_to_table(phone: str, entrant: Entrant) -> None:
    """Let an entrant's phone to the seat where they play now, unless another phone holds it."""
    seats = Game.objects.filter(
        state=Game.State.PLAYING,
        drawn_table__seats__entrant=entrant,
        seats__player=entrant.player,
        seats__guest=None,
    )
    for game_id, place in seats.values_list("pk", "seats__place"):
        try:
            join(game_id, phone, place)
        except Refused:  # sent away from that table, as its host knows
            continue


def take_from_seats(phone: str, entrant: Entrant) -> None:
    """Take a phone from the seats where an entrant plays now; it watches there."""
    seats = Guest.objects.filter(
        phone=phone,
        seat__player=entrant.player_id,
        game__state=Game.State.PLAYING,
        game__drawn_table__draw__tournament=entrant.tournament_id,
    )
    for game_id, place in seats.order_by("game").values_list("game", "seat__place"):
        free_seat(game_id, place)


def enter_totals(
    tournament_id: UUID,
    draw: int,
    number: int,
    totals: Mapping[int, tuple[int, int | None]],
    phone: str,
    *,
    even_begun: bool = False,
) -> Game:
    """Keep the result of a table that has no phone: the points, and what breaks ties, None where
    nobody noted it, of every entrant who sits there.

    Args:
        even_begun: whether a game that has begun at the table's phones is deleted for it.

    Raises:
        Refused: ``table-has-result`` where its game is over; ``table-begun`` where it goes on;
            ``seats-changed`` where others sit there by now.
        SheetFaults: for points that nobody can have had.
        DrawnTable.DoesNotExist: for a table that is none of the evening.
    """
    with locked_tournament(tournament_id) as tournament, ExitStack() as until_kept:
        tables = DrawnTable.objects.filter(draw__tournament=tournament, draw__number=draw)
        table = tables.get(number=number)
        # Locked, as it may end at its phones this moment.
        game = Game.objects.select_for_update(of=("self",)).filter(drawn_table=table).first()
        if game and game.state == Game.State.FINISHED:
            raise Refused("table-has-result", table=number)
        if game and not even_begun:
            raise Refused("table-begun", table=number)
        if game:
            delete_game(game.pk)
        until_kept.enter_context(locked_club(tournament.night.club_id))  # a game before its club
        entrants = _entrants_at(table)
        if totals.keys() != {entrant.pk for entrant in entrants}:
            raise Refused("seats-changed")
        rows = [Total(entrant.player.name, *totals[entrant.pk]) for entrant in entrants]
        kept = Totals(tournament.ruleset, tournament.menu, rows)
        night, game_id = tournament.night, uuid4()
        entered = EnteredGame(date=night.date, sheet=kept, phone=phone)

        def note_table(_club: Club, _rows: Sequence[Rows]) -> None:
            table.game_id = game_id
            table.save(update_fields=["game"])

        enter_games(night.club_id, [(game_id, entered)], even_same=True, note_added=note_table)
        return Game.objects.get(pk=game_id)


def tell_hall(table: GameState, **_signal: object) -> None:
    """Let the hall's pages know of a round at one of its tables. Receives ``round_confirmed``."""
    if DrawnTable.objects.filter(game=table.game.pk).exists():
        count_change(table.game.night.club_id)
