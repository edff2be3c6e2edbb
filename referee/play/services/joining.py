"""Phones that come to a table, take a seat, watch, leave, or are sent away."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from ...access.games import visit_of
from ...access.throttle import EVERYBODY, Throttle
from ...models import (
    CODE_LENGTH,
    CODE_LETTERS,
    ClubPhone,
    Game,
    Guest,
    RoundVersion,
    Seat,
    Tournament,
    new_code,
)
from .clubs import runs
from .hosts import end_hostings
from .locking import locked, next_version
from .refusals import Refused

WRONG_CODES = Throttle("wrong-codes", most=10, seconds=60)
"""Right codes are not counted: a whole table joins from behind one address."""
ALL_WRONG_CODES = Throttle("all-wrong-codes", most=600, seconds=60)
"""Somebody guesses from many addresses. Each then has one wrong code, so that whoever types a right
one still gets in."""
A_WRONG_CODE = Throttle("a-wrong-code", most=1, seconds=60)
NEW_WATCHERS = Throttle("new-watchers", most=20, seconds=3600)
"""At one game, from one address."""
LONGEST_CODE = 40
"""Letters of what is no code: it is shown again, so that it can be mended."""
MAX_WATCHERS = 50
"""At one table; more are no table but somebody's joke. They leave every seat to be taken."""
CODE_OUTLIVES_GAME = timedelta(hours=6)
CODE_OUTLIVES_ROUND = timedelta(hours=48)
"""A game that goes on another evening may need another code."""


def unused_code() -> str:
    """A code that no game has: one in 191 million may be taken, which adds up over the years."""
    while Game.objects.filter(code=(code := new_code())).exists():
        pass
    return code


def plain_code(typed: str) -> str:
    """A code as it is kept: small letters, spaces and dashes do no harm."""
    return "".join(typed.split()).replace("-", "").upper()


def game_of_code(typed: str) -> Game:
    """The game of a code.

    Raises:
        Refused: ``unknown-code`` for a code that no game has, or that has ended.
    """
    code = plain_code(typed)
    if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS):
        games = Game.objects.filter(code=code, totals_only=False, night__club__is_there=True)
        game = games.select_related("night__club").first()
        if game is not None and code_is_open(game):
            return game
    raise Refused("unknown-code")


def code_is_open(game: Game) -> bool:
    """Whether the game's code lets phones in.

    It ends six hours after the game did, or 48 hours after the last round of an unfinished game; a
    new code lasts as long again.
    """
    rounds = RoundVersion.objects.filter(round__game=game, version=1)  # corrections do not count
    played = rounds.aggregate(at=Max("at"))["at"] or game.code_since
    lasts = CODE_OUTLIVES_ROUND if game.finished_at is None else CODE_OUTLIVES_GAME
    return timezone.now() < max(game.code_since, played) + lasts


def game_with_code(code: str, phone: str, address: str) -> Game:
    """The game with a code, for a phone that may come; wrong codes are counted by its address.

    Raises:
        Refused: ``too-many-codes``, with the ``seconds`` to wait; ``code-of-hall`` for that of a
            night of several tables; ``unknown-code``; ``sent-away``.
    """
    check_wrong_codes(address)
    try:
        game = game_of_code(code)
    except Refused:
        if Tournament.objects.filter(code=plain_code(code), ended_at=None).exists():
            raise Refused("code-of-hall") from None
        count_wrong_code(address)
        raise
    if game.guests.filter(phone=phone, sent_away=True).exists():
        raise Refused("sent-away")
    return game


def check_wrong_codes(address: str) -> None:
    """Raises Refused: ``too-many-codes``, with the ``seconds`` to wait, for an address from which
    too many wrong codes came."""
    seconds = WRONG_CODES.seconds_to_wait(address)
    if not seconds and ALL_WRONG_CODES.seconds_to_wait(EVERYBODY):
        seconds = A_WRONG_CODE.seconds_to_wait(address)
    if seconds:
        raise Refused("too-many-codes", seconds=seconds)


def count_wrong_code(address: str) -> None:
    """Counts a code from an address that opens nothing."""
    WRONG_CODES.count(address)
    A_WRONG_CODE.count(address)
    ALL_WRONG_CODES.count(EVERYBODY)


def come(
    game: Game, phone: str, place: int | None, address: str, *, asks_for: int | None = None
) -> None:
    """Let a phone in, to the seat at a place or to watch; watchers from one address are counted.

    Args:
        asks_for: the place of a seat that another phone holds, for which the phone asks the host.

    Raises:
        Refused: ``too-many-watchers``, ``game-over``, and what :func:`join` or
            :func:`ask_for_seat` is refused with.
    """
    is_new_watcher = place is None and visit_of(phone, game.pk) is None
    watchers = f"{game.pk}:{address}"
    if is_new_watcher and (seconds := NEW_WATCHERS.seconds_to_wait(watchers)):
        raise Refused("too-many-watchers", seconds=seconds)
    if (place or asks_for) is not None and game.state == Game.State.FINISHED:
        raise Refused("game-over")
    if asks_for is None:
        join(game.pk, phone, place)
    else:
        ask_for_seat(game.pk, phone, asks_for)
    if is_new_watcher:
        NEW_WATCHERS.count(watchers)


def join(game_id: UUID, phone: str, place: int | None) -> None:
    """Lets a phone in, or moves one that is there: to a free seat, or to watch. It asks for no
    other seat any more.

    Args:
        place: the seat's; None to watch.

    Raises:
        Refused: ``sent-away``; ``seat-taken`` for a seat that another phone holds, or that is
            nobody's to hold; ``table-full`` for one watcher too many.
    """
    with locked(game_id) as game:
        guest = game.guests.filter(phone=phone).first()
        if guest is not None and guest.sent_away:
            raise Refused("sent-away")
        if place is None and runs(phone, game.night.club_id):
            seat_nobody(game, game.guests.filter(phone=phone))  # the host watches as the host
            return
        seat = None
        if place is not None:
            seat = _seat(game, place)
            holders = Guest.objects.filter(seat=seat).exclude(phone=phone)
            if holders.exists():
                raise Refused("seat-taken")
        is_there = guest is not None and guest.seat_id == (seat.pk if seat else None)
        if guest is not None and is_there and guest.wants_id is None:
            return
        if seat is None and not is_there:
            _check_room(game)
        if guest and seat is None:
            end_hostings(game.guests.filter(pk=guest.pk), by=guest.seat_id)
        guest = guest or Guest(game=game, phone=phone)
        guest.wants, guest.told = None, ""
        _sit(guest, seat)
        _give_free_seats(game)
        next_version(game, access_changed=True)


def _seat(game: Game, place: int) -> Seat:
    """The seat at a place; ``seat-taken`` for one that is nobody's to hold."""
    seat = game.seats.filter(place=place).exclude(player=None).first()
    if seat is None:
        raise Refused("seat-taken")
    return seat


def _check_room(game: Game) -> None:
    if game.guests.filter(sent_away=False, seat=None).count() >= MAX_WATCHERS:
        raise Refused("table-full", phones=MAX_WATCHERS)


def _sit(guest: Guest, seat: Seat | None) -> None:
    guest.seat = seat
    guest.save()
    if seat and seat.in_order:  # as somebody else has entered
        seat.in_order = False
        seat.save(update_fields=["in_order"])


# ------------------------------------------------------------- seats that are asked for


def ask_for_seat(game_id: UUID, phone: str, place: int) -> None:
    """Notes that a phone says it is the player's whose seat another phone holds: the host is asked.
    Who does not hold a seat yet watches meanwhile. It asks for one seat at a time; one that is free
    by now it gets, and so does a host.

    Raises:
        Refused: ``sent-away``, ``seat-taken``, ``table-full`` as for :func:`join`.
    """
    with locked(game_id) as game:
        guest = game.guests.filter(phone=phone).first()
        if guest is not None and guest.sent_away:
            raise Refused("sent-away")
        seat = _seat(game, place)
        is_asked = guest is not None and guest.wants_id == seat.pk and not guest.told
        if guest is not None and (is_asked or guest.seat_id == seat.pk):
            return
        is_host = (visit := visit_of(phone, game_id)) is not None and visit.is_host
        if guest is None and not is_host:
            _check_room(game)
        guest = guest or Guest(game=game, phone=phone)
        guest.wants, guest.told = seat, ""
        guest.save()
        if is_host:
            _give(game, guest)
        _give_free_seats(game)
        next_version(game, access_changed=True)


def answer_wish(game_id: UUID, guest_id: int, *, gets: bool) -> None:
    """Gives a phone the seat that it asks for, or says no; it is told, and so is the phone that
    held the seat, which watches from then on. Does nothing where it asks for none any more."""
    with locked(game_id) as game:
        guest = _wishes(game).filter(pk=guest_id).first()
        if guest is None:
            return
        if gets:
            _give(game, guest)
            _give_free_seats(game)
        else:
            guest.told = Guest.Told.REFUSED
            guest.save(update_fields=["told"])
        next_version(game, access_changed=gets)


def end_wish(game_id: UUID, phone: str) -> None:
    """Notes that a phone asks for no seat any more, or has seen what it was told of it."""
    with locked(game_id) as game:
        if game.guests.filter(phone=phone).exclude(wants=None).update(wants=None, told=""):
            next_version(game)


def _wishes(game: Game) -> QuerySet[Guest]:
    """The phones that wait for an answer, who came first first."""
    waiting = game.guests.filter(sent_away=False, told="").exclude(wants=None)
    return waiting.select_related("wants").order_by("joined_at", "pk")


def _give(game: Game, guest: Guest) -> None:
    """Gives a phone the seat that it asks for; who held it is told, unless it asks for another."""
    holder = game.guests.filter(seat=guest.wants_id)
    told = list(holder.filter(Q(wants=None) | ~Q(told="")).values_list("pk", flat=True))
    _free(game, holder)
    guest.told = Guest.Told.GOT
    _sit(guest, guest.wants)
    game.guests.filter(pk__in=told).update(wants=guest.wants, told=Guest.Told.LOST)


def _give_free_seats(game: Game) -> None:
    """Gives each seat that is free to the phone that asks for it, who came first first. A phone may
    leave a seat for it that the next one asks for."""
    while guest := _wishes(game).filter(wants__guest=None).first():
        _give(game, guest)


# ------------------------------------------------------------- leaving


def leave(game_id: UUID, phone: str) -> None:
    """Takes a phone from the table; its seat is free, what it entered stays."""
    with locked(game_id) as game:
        guests = game.guests.filter(phone=phone, sent_away=False)
        seat = guests.values_list("seat", flat=True).first()
        end_hostings(guests, by=seat)
        gone, _rows = guests.delete()
        if gone:
            _give_free_seats(game)
            next_version(game, access_changed=True)


def free_seat(game_id: UUID, place: int) -> None:
    """Takes the seat at a place from the phone that holds it, which watches from then on; who asks
    for it gets it."""
    with locked(game_id) as game:
        seat_nobody(game, game.guests.filter(seat__place=place))


def seat_nobody(game: Game, guests: QuerySet[Guest]) -> None:
    """Frees the seats of these phones, which watch from then on; who asks for one gets it."""
    if _free(game, guests):
        _give_free_seats(game)
        next_version(game, access_changed=True)


def _free(game: Game, guests: QuerySet[Guest]) -> bool:
    """Frees the seats of these phones; whether there were any. The host's needs no row for it."""
    end_hostings(guests)
    gone, _rows = guests.filter(phone__in=_hosts(game)).delete()
    return bool(guests.update(seat=None) or gone)


def others_are_there(game: Game) -> bool:
    """Whether a phone is at the table that is no host's."""
    hosts = game.hostings.filter(begun_at__isnull=False, ended_at=None, guest__isnull=False)
    guests = game.guests.filter(sent_away=False).exclude(pk__in=hosts.values("guest"))
    return guests.exclude(phone__in=_hosts(game)).exists()


def _hosts(game: Game) -> QuerySet[ClubPhone, str]:
    """The phones that run the game's club."""
    phones = ClubPhone.objects.filter(club=game.night.club_id)
    return phones.values_list("phone", flat=True)


def send_away(game_id: UUID, guest_id: int) -> None:
    """Shows a phone the door: it sees nothing more, and the code does not let it in again."""
    with locked(game_id) as game:
        guests = game.guests.exclude(phone__in=_hosts(game))  # nobody sends the host away
        guests = guests.filter(pk=guest_id, sent_away=False)
        end_hostings(guests)
        if guests.update(seat=None, wants=None, told="", sent_away=True):
            _give_free_seats(game)
            next_version(game, access_changed=True)


def let_back(game_id: UUID, guest_id: int) -> None:
    """Lets a phone that was sent away watch again."""
    with locked(game_id) as game:
        if game.guests.filter(pk=guest_id, sent_away=True).update(sent_away=False):
            next_version(game, access_changed=True)


def change_code(game_id: UUID) -> None:
    """Gives the game another code. Who is in stays in; the old code opens nothing any more."""
    with locked(game_id) as game:
        game.code, game.code_since = unused_code(), timezone.now()
        game.save(update_fields=["code", "code_since"])
        next_version(game)


def let_anyone_enter(game_id: UUID, *, anyone: bool) -> None:
    """Says whether players may enter cards for others, or for their own seats only."""
    with locked(game_id) as game:
        if game.anyone_enters != anyone:
            game.anyone_enters = anyone
            game.save(update_fields=["anyone_enters"])
            next_version(game, access_changed=True)
