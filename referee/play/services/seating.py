"""Who sits where in a game that has begun: other names, other people, other seats."""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from ...models import Club, DrawnTable, Entry, Game, Player, Seat, Tableau, Tap
from ...rules.names import spoken_key
from ...rules.rulesets import TWO_PLAYER_DUMMY
from ..signals import game_ended
from .confirming import read_words
from .game_state import menu_of
from .games import Setup
from .joining import seat_nobody
from .locking import next_version
from .naming import call_player, held_players, write_into_sheets
from .refusals import Refused

MAX_PLACE = 9
"""Addresses and taps name no higher one."""


class Sitting(NamedTuple):
    """Somebody at the table: under which name, and on the seat of which place, None for a new one.

    ``is_other``: a name that the club does not know is somebody else's, who plays on that seat from
    now on; else it is what the seat's player is called from now on, in every game.
    """

    name: str
    place: int | None
    is_other: bool = False


def seats_stand(game: Game) -> bool:
    """Whether seats can no longer be added, taken out and moved: a round has been confirmed."""
    return game.rounds.filter(version__gt=0).exists()


def setup_with(game: Game, names: Sequence[str]) -> Setup:
    """What a game is set up with, for these players. The dummy hand is for two."""
    menu, variants = menu_of(game), set(game.variants)
    if len(names) != game.seats.exclude(player=None).count():
        variants.discard(TWO_PLAYER_DUMMY)
    return Setup(
        ruleset=game.ruleset,
        players=names,
        menu=menu and (menu.name or menu.types),
        variants=sorted(variants),
        house_rules=game.house_rules,
    )


def unclear_names(game: Game, sitting: Sequence[Sitting]) -> dict[int, str]:
    """The present names by the places of seats that get a name that the club does not know, where
    that may be the player's new name or somebody else's: the player has played other games."""
    present_names = renamed_elsewhere(game, [sitter._replace(is_other=False) for sitter in sitting])
    return {
        sitter.place: name
        for sitter in sitting
        if sitter.place is not None and (name := present_names.get(sitter.place))
        if spoken_key(sitter.name) != spoken_key(name)
    }


def renamed_elsewhere(game: Game, sitting: Sequence[Sitting]) -> dict[int, str]:
    """The present names by the places of seats whose players would be called otherwise in other
    games too."""
    people, known = _people(game), _known(game.night.club)
    return {
        sitter.place: player.name
        for sitter in sitting
        if sitter.place is not None and (player := people.get(sitter.place)) and not sitter.is_other
        if known.get(spoken_key(sitter.name)) in (None, player)
        and _is_renamed(player, sitter, sitting)
        if player.seats.exclude(game=game).exists()
    }


def people_mark(game: Game) -> str:
    """A short hash of who sits at a game and of all that paper kept of it, by which a page that was
    opened before a change is known."""
    stood = {**_stood(game), "names": [player.name for player in _people(game).values()]}
    return sha256(json.dumps(stood).encode()).hexdigest()[:16]


def keep_version(game: Game, reason: str, by: int | None) -> None:
    """Keeps who sits at a locked game, and all that is known of one that was kept on paper, as a
    version, before they are corrected; ``by`` is the seat of whoever does it.

    Raises:
        Refused: ``reason-missing``, ``words-too-long``.
    """
    version = game.corrections.count() + 1
    before = _stood(game)
    if not (words := read_words(reason)):
        raise Refused("reason-missing")
    game.corrections.create(version=version, before=before, reason=words, by_id=by)


def _stood(game: Game) -> dict[str, object]:
    """What a correction keeps of a game: the seats, and what was played where paper kept it."""
    seats = game.seats.exclude(player=None).values("place", "player", "total", "puddings")
    rows = [{**row, "player": str(row["player"])} for row in seats]
    agreed = {"date": f"{game.night.date}", "ruleset": game.ruleset, "menu": game.menu}
    return {"rows": rows, **(agreed if game.totals_only else {})}


def change_seats(
    game_id: UUID,
    sitting: Sequence[Sitting],
    *,
    seen: str = "",
    reason: str = "",
    by: int | None = None,
) -> None:
    """Seats these people, in this order; the seats that nobody is on are taken out.

    Cards, claims and phones stay with their seat. The hand size follows the number of players. Once
    the game is over, who sat there is kept as a version before somebody else is put on a seat.

    Args:
        seen: the mark of the people that the page showed, "" for whoever sits there.
        reason: why somebody else sat there, for everybody to read; by: as a correction has it.

    Raises:
        Refused: ``seats-stand`` to add, take out or move anybody once a round has been confirmed,
            ``seats-disputed`` while a number is disputed; ``seat-has-cards`` or
            ``dummy-has-cards`` to take out whose cards lie, ``seat-has-entered`` who has entered
            those of others; ``seats-changed`` for a place that is no longer there, and for people
            that are no longer those of ``seen``; ``at-drawn-table`` for other people at a drawn
            table; ``reason-missing``, ``words-too-long``.
        SheetFaults: when the game cannot be played so.
        Game.DoesNotExist: for an id that is no game.
    """
    club = Club.objects.filter(nights__games=game_id, is_there=True).first()
    if club is None:
        raise Game.DoesNotExist
    players = Player.objects.filter(seats__game=game_id).values_list("pk", flat=True)
    with held_players(club.pk, *players):
        game = Game.objects.select_related("night").get(pk=game_id)
        people = _people(game)
        places = [sitter.place for sitter in sitting]
        kept = [place for place in places if place is not None]
        if not {*kept} <= {*people} or len({*kept}) < len(kept):
            raise Refused("seats-changed")
        if seen and seen != people_mark(game):
            raise Refused("seats-changed")
        setup = setup_with(game, [sitter.name for sitter in sitting])
        setup.sheet()
        is_moved = places != list(people)
        if is_moved:
            _take_out(game, setup, {*people} - {*kept})
        named = _seat_players(game, sitting, people, reason, by)
        are_others = {player.pk for player in named} != {one.pk for one in people.values()}
        if are_others and DrawnTable.objects.filter(game=game).exists():
            raise Refused("at-drawn-table")
        if is_moved:
            _put_in_order(game, sitting, named)
        game.refresh_from_db(fields=["version"])  # every new name has raised it
        next_version(game, access_changed=True)


def _people(game: Game) -> dict[int, Player]:
    """The players at a game, by place, clockwise."""
    seats = game.seats.select_related("player")
    return {seat.place: seat.player for seat in seats if seat.player}


def _known(club: Club) -> dict[str, Player]:
    """A club's players by how their names sound, and each by itself: see by_sound."""
    players = sorted(club.players.all(), key=lambda player: player.name)
    by_sound = {spoken_key(player.name): player for player in players}
    return by_sound | {player.name: player for player in players}


def _take_out(game: Game, setup: Setup, places: set[int]) -> None:
    """Takes seats out of a game, and the dummy's where it does not fit any more."""
    # A round that the table has counted has points for every seat.
    if seats_stand(game) or game.rounds.exclude(counted=None).exists():
        raise Refused("seats-stand")
    if game.disputes.exists():
        raise Refused("seats-disputed")
    gone = list(game.seats.filter(place__in=places).select_related("player"))
    if game.variants != setup.variants:
        gone += game.seats.filter(player=None)
        game.variants = list(setup.variants)
        game.save(update_fields=["variants"])
    for seat in gone:
        name = seat.player.name if seat.player else ""
        lying = Entry.objects.filter(tableau__seat=seat, withdrawn_by=None)
        if lying.exists() or seat.claims.filter(withdrawn_by=None).exists():
            raise Refused("seat-has-cards" if name else "dummy-has-cards", name=name)
        # Whoever looks at the others' history is to read who it was.
        if Tap.objects.filter(by=seat).exclude(tableau__seat=seat).exists():
            raise Refused("seat-has-entered", name=name)
    seat_nobody(game, game.guests.filter(seat__in=gone))
    for seat in gone:
        seat.delete()
    forget_unseated([seat.player for seat in gone if seat.player])


def forget_unseated(players: Iterable[Player]) -> None:
    """Takes those off the list who sit in no game: a name that was mistyped is nobody's. Champions
    stay, as their seasons name them, and so does who plays on an evening of several tables."""
    for player in players:
        kept_by = (player.seats, player.titles, player.entries)
        if not any(rows.exists() for rows in kept_by):
            player.delete()


def _is_renamed(player: Player, sitter: Sitting, sitting: Sequence[Sitting]) -> bool:
    """Whether the name of a seat may be its player's new one: who was made anonymous gets none, and
    who is to sit on another seat keeps theirs."""
    here, now = spoken_key(player.name), spoken_key(sitter.name)
    others = {spoken_key(other.name) for other in sitting if other is not sitter}
    return (
        player.name != sitter.name
        and (here == now or here not in others)
        and not player.is_anonymous
    )


def _seat_players(
    game: Game,
    sitting: Sequence[Sitting],
    people: dict[int, Player],
    reason: str,
    by: int | None,
) -> list[Player]:
    """Gives everybody at the table their name; returns them in their order."""
    club = game.night.club
    known = _known(club)
    named: list[Player] = []
    moved: dict[int, Player] = {}
    for sitter in sitting:
        player = known.get(sitter.name) or known.get(spoken_key(sitter.name))
        sat = people.get(sitter.place) if sitter.place is not None else None
        if (
            sat
            and player in (None, sat)
            and not sitter.is_other
            and _is_renamed(sat, sitter, sitting)
        ):
            call_player(sat, sitter.name)
            player = sat
        named.append(player or Player.objects.create(club=club, name=sitter.name))
        if sitter.place and sat and sat != named[-1]:
            moved[sitter.place] = named[-1]
    if moved and game.state == Game.State.FINISHED:
        keep_version(game, reason, by)
    # Two may change seats: for a moment nobody sits on them.
    game.seats.filter(place__in=moved).update(player=None)
    for place, player in moved.items():
        game.seats.filter(place=place).update(player=player)
    if moved:
        write_into_sheets(game.disputes.all())
        if game.state == Game.State.FINISHED:
            game_ended.send(Game, game=game)
        forget_unseated([people[place] for place in moved])
    return named


def _put_in_order(game: Game, sitting: Sequence[Sitting], named: Sequence[Player]) -> None:
    """Makes the new seats, with a tableau for each round, and puts all in order, the dummy last."""
    game.seats.filter(player=None).update(order=len(sitting) + 1)
    taken = set(game.seats.values_list("place", flat=True))
    for order, (sitter, player) in enumerate(zip(sitting, named, strict=True), start=1):
        if sitter.place is not None:
            game.seats.filter(place=sitter.place).update(order=order)
            continue
        # Taps that are still on their way to a seat that is gone are not to reach another one.
        last = max(taken, default=0)
        place = last + 1 if last < MAX_PLACE else min({*range(1, MAX_PLACE)} - taken)
        taken.add(place)
        seat = Seat.objects.create(game=game, player=player, place=place, order=order)
        Tableau.objects.bulk_create(Tableau(round=row, seat=seat) for row in game.rounds.all())
