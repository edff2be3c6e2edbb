"""A club as one file, out and in: its players, nights and games as they stand. The format is in
docs/club-file.md; what is read is checked in ``reading_archive``."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Model

from ...models import Club, ClubPhone, Game, GameNight, Helper, Invitation, Player, SharedStandings
from ...play.services.clubs import club_for, current_club
from ...play.services.refusals import Refused
from ...rules import Sheet, sheet_document
from .deleting import RUN_BY, remove_gone
from .import_games import store_games
from .many_sheets import sheets_of
from .reading_archive import FORMAT, VERSION, Archive
from .turns import alone, turn

BATCH = 100
"""Games that are read at once on the way out, and ids that are looked up at once on the way in."""
ROWS = 500
"""Players or nights that are written at once."""


# ------------------------------------------------------------------------------------ out


def archive_of(club: Club) -> Iterator[str]:
    """The file of a club, piece by piece: the same club gives the same text, to the byte.

    It tells of the moment when it was begun: games that start meanwhile are not in it.
    """
    games = _in_order(
        Game.objects.filter(night__club=club)
        .order_by("night__date", "created_at", "pk")
        .values_list("pk", "night", "follows", "follows__night")
    )
    names = dict(club.players.values_list("pk", "name"))
    yield f'{{"format": {_json(FORMAT)}, "version": {VERSION}, "club": {_json({"name": club.name})}'
    yield ',\n"players": '
    yield from _list(_json(_player(row)) for row in _players_in_order(club))
    yield ',\n"nights": '
    yield from _nights(list(club.nights.order_by("date")), _games(games, names))
    yield "}\n"


def _players_in_order(club: Club) -> list[Player]:
    """By name, sign by sign: every database would else have an order of its own."""
    return sorted(club.players.all(), key=lambda player: player.name)


def _in_order(rows: Iterable[tuple[UUID, UUID, UUID | None, UUID | None]]) -> list[UUID]:
    """The games in the file's order: by their beginning, but each after the one that it follows.
    A clock that was set back between the two has it begin before."""
    # Looked up as texts, whose hashes nobody can foresee.
    follows = {
        game.hex: of.hex if of and night == night_of else None for game, night, of, night_of in rows
    }
    found: dict[str, None] = {}
    for game in follows:
        waiting: dict[str, None] = {}
        first: str | None = game
        while first is not None and first not in found and first not in waiting:
            waiting[first] = None
            first = follows.get(first)
        found |= dict.fromkeys(reversed(waiting))
    return [UUID(game) for game in found]


def _player(row: Player) -> dict[str, object]:
    return {"name": row.name, "hidden": row.is_hidden, "anonymous": row.is_anonymous}


def _nights(nights: Sequence[GameNight], games: Iterator[tuple[UUID, str]]) -> Iterator[str]:
    """The list of nights, those without games too; the games come in the order of the nights."""
    by_night = groupby(games, key=lambda game: game[0])
    waiting = next(by_night, None)
    for number, night in enumerate(nights):
        yield ",\n" if number else "[\n"
        facts = {"date": night.date.isoformat(), "name": night.name, "location": night.location}
        yield f'{_json(facts)[:-1]}, "games": '
        has_games = waiting is not None and waiting[0] == night.pk
        yield from _list(text for _night, text in (waiting[1] if waiting and has_games else ()))
        yield "}"
        if has_games:
            waiting = next(by_night, None)
    yield "\n]" if nights else "[]"


def _games(ids: Sequence[UUID], names: Mapping[UUID, str]) -> Iterator[tuple[UUID, str]]:
    """Each game as its text, with its night."""
    places = {game.hex: place for place, game in enumerate(ids)}  # texts: see _in_order
    for start in range(0, len(ids), BATCH):
        batch = Game.objects.in_bulk(ids[start : start + BATCH])
        games = [batch[game] for game in ids[start : start + BATCH] if game in batch]
        for (game, confirmed), sheet in sheets_of(games, names):
            yield game.night_id, _json(_game(game, confirmed, sheet, places))


def _game(game: Game, confirmed: int, sheet: Sheet, places: Mapping[str, int]) -> dict[str, object]:
    before = game.follows_id
    # Only one that stands before it can be named.
    is_named = before and places.get(before.hex, len(places)) < places[game.pk.hex]
    follows = {"follows": str(before)} if is_named else {}
    return {
        "id": str(game.pk),
        "started": _moment(game.created_at),
        "finished": game.finished_at and _moment(game.finished_at),
        "confirmed": confirmed,
        **follows,
        "sheet": sheet_document(sheet),
    }


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _list(entries: Iterator[str]) -> Iterator[str]:
    """A list with an entry a line."""
    before = "[\n"
    for entry in entries:
        yield f"{before}{entry}"
        before = ",\n"
    yield "[]" if before == "[\n" else "\n]"


# ------------------------------------------------------------------------------------- in


def _nobody(_games: int) -> None:
    """Hears how many games are written, and tells nobody."""


def import_to_phone(
    phone: Callable[[], str], archive: Archive, told: Callable[[int], None] = _nobody
) -> Club:
    """Puts what a file holds into the club that a phone runs now, or into a new one for it.

    Where that club has games, or one begins there meanwhile, it stays as it is: the club of the
    file comes beside it, and new games go on to the one that has them.

    Nobody sees the club before all of it is there. One import at a time: it waits for others.

    Args:
        phone: says what the phone is called, when its club is asked for.
        told: hears how many games are written, and may refuse more.

    Raises:
        Refused: ``import-stopped`` for a club that was deleted meanwhile. Nothing is changed then.
    """
    with alone():
        remove_gone()
        whole, stand_in = _put_aside(phone)
        try:
            _fill(whole, archive, told)
            return _show(whole, stand_in, archive)
        except Refused:
            remove_gone()
            raise


def can_import(phone: str) -> bool:
    """Whether a phone may send a file: its club has no games, or it has none."""
    club = current_club(phone)
    return club is None or not Game.objects.filter(night__club=club).exists()


def import_as_new(archive: Archive, told: Callable[[int], None] = _nobody) -> Invitation:
    """Makes a club of what a file holds, and a link by which an account may come to run it."""
    with alone():
        remove_gone()
        club = Club.objects.create(name=archive.name, is_there=False)
        _fill(club, archive, told)
        with turn():
            Club.objects.filter(pk=club.pk).update(is_there=True)
            return Invitation.objects.create(club=club)


@turn()
def _put_aside(phone: Callable[[], str]) -> tuple[Club, Club]:
    """The phone's club, to be filled; and another one that stands in its place until then, with
    everything that it has."""
    called = phone()
    club = club_for(called)
    if Game.objects.filter(night__club=club).exists():
        club = Club.objects.create()
        ClubPhone.objects.create(club=club, phone=called, is_current=False)
    stand_in = Club.objects.create(name=club.name)
    of_a_club: tuple[type[Model], ...] = (*RUN_BY, Player, GameNight)
    for model in of_a_club:
        model._default_manager.filter(club=club).update(club=stand_in)
    Club.objects.filter(pk=club.pk).update(is_there=False)
    return club, stand_in


@turn()
def _show(whole: Club, stand_in: Club, archive: Archive) -> Club:
    """Puts the club that was filled into its place again, with what has come there meanwhile.

    Not with the phone's current club: the phone may have another id by now, or another club.
    """
    own = Club.objects.select_for_update().filter(pk=stand_in.pk, is_there=True).first()
    if own is None:
        raise Refused("import-stopped")
    whole.name, whole.is_there = archive.name or own.name, True
    whole.save(update_fields=["name", "is_there"])
    if Game.objects.filter(night__club=own).exists():
        _run_too(whole, own)
        return whole
    players, nights = Player.objects.filter(club=own), GameNight.objects.filter(club=own)
    there = Player.objects.filter(club=whole)
    players.exclude(name__in=there.values("name")).update(club=whole)
    for night in nights.filter(date__in=GameNight.objects.filter(club=whole).values("date")):
        same = GameNight.objects.get(club=whole, date=night.date)
        SharedStandings.objects.filter(night=night).update(night=same)
        night.delete()
    nights.update(club=whole)
    for model in RUN_BY:
        model._default_manager.filter(club=own).update(club=whole)
    own.delete()
    return whole


def _run_too(club: Club, own: Club) -> None:
    """Has everybody who runs one club run another one too; their new games go on as before."""
    ClubPhone.objects.bulk_create(
        ClubPhone(club=club, phone=row.phone, account=row.account, is_current=False)
        for row in own.phones.select_related("account")
    )
    Helper.objects.bulk_create(
        Helper(club=club, account=row.account, is_owner=row.is_owner)
        for row in own.helpers.select_related("account")
    )


def _fill(club: Club, archive: Archive, told: Callable[[int], None]) -> None:
    _add(Player, club, archive.players)
    _add(GameNight, club, archive.nights)
    called = _new_ids(club, archive.ids)
    past_games = (
        replace(
            past,
            id=called.get(past.id.hex, past.id),
            follows=past.follows and called.get(past.follows.hex, past.follows),
        )
        for past in archive.games()
    )
    store_games(club, past_games, told)


def _add(model: type[Model], club: Club, rows: Sequence[Any]) -> None:
    for start in range(0, len(rows), ROWS):
        batch = rows[start : start + ROWS]
        for row in batch:
            row.club = club
        with turn():
            model._default_manager.bulk_create(batch)


def _new_ids(club: Club, ids: Sequence[UUID]) -> dict[str, UUID]:
    """Other ids for the games whose own another club of this server has: the file of a club can be
    read beside the club itself."""
    taken: list[UUID] = []
    for start in range(0, len(ids), BATCH):
        batch = Game.objects.filter(pk__in=ids[start : start + BATCH])
        taken += batch.values_list("pk", flat=True)
    return {game.hex: uuid5(club.pk, game.hex) for game in taken}
