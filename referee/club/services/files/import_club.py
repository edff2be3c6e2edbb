"""Imports a club file into the club of a phone or a key, or into a new one."""

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db.models import Exists, F, Min, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ....models import (
    Champion,
    Club,
    ClubPhone,
    Entrant,
    Game,
    GameNight,
    Helper,
    Invitation,
    Key,
    Merge,
    Player,
    Season,
    Tournament,
)
from ....play.services.clubs import club_for, current_club
from ....play.services.refusals import Refused
from ..accounts import bring_clubs
from ..deleting import BESIDE_GAMES, remove_gone
from ..turns import long_work_lock, turn
from .import_games import store_games
from .read_club_file import Archive, Merged
from .tournaments import store_tournament

ROWS = 500
"""Players, nights or ids of games that are written or looked up at once."""
_TAKEN: ContextVar[frozenset[str]] = ContextVar("taken", default=frozenset())
"""Ids of games that an import which this one passes will still write."""


def import_to_phone(
    phone: Callable[[], str],
    archive: Archive,
    note_written: Callable[[int], None] = lambda _games: None,
) -> Club:
    """Import a file into the phone's current club, or into a new one where that has games. For a
    key: into the newest club of its account without games, or a new one, which the account owns.

    Nobody sees the club before all of it is there. Imports wait for each other, but for one that
    passes another between two turns.

    Args:
        phone: says what the phone, or key, is called, when its club is asked for.
        note_written: called with how many games are written; it may refuse more.

    Raises:
        Refused: ``import-stopped`` for a club that was deleted meanwhile, or a key that was
            revoked. Nothing is changed then.
    """
    with long_work_lock() as is_first:
        if is_first:
            remove_gone()
        whole, stand_in = _put_aside(phone)
        try:
            _fill(whole, archive, note_written)
            club = _show(whole, stand_in, archive)
        except Refused:
            remove_gone(whole.pk, stand_in.pk)
            raise
        remove_gone(stand_in.pk)
        return club


def can_import(phone: str) -> bool:
    """Return whether a phone may import: it has no club, or one without games. A key always may,
    as it has none itself."""
    club = current_club(phone)
    return club is None or not Game.objects.filter(night__club=club).exists()


def import_as_new(archive: Archive) -> Invitation:
    """Make a club from a file, and return a link by which an account can own it."""
    with long_work_lock():
        remove_gone()
        club = Club.objects.create(name=archive.name, is_there=False)
        _fill(club, archive, lambda _games: None)
        with turn():
            Club.objects.filter(pk=club.pk).update(is_there=True)
            return Invitation.objects.create(club=club)


@turn()
def _put_aside(phone: Callable[[], str]) -> tuple[Club, Club]:
    """Return the phone's club, to be filled, and one that stands in for it until then, with
    everything that it has."""
    called = phone()
    try:
        key = Key.of_phone(called)
    except Key.DoesNotExist:
        raise Refused("import-stopped") from None
    club = _club_of(key.account) if key else club_for(called)
    if Game.objects.filter(night__club=club).exists():
        club = Club.objects.create()
        ClubPhone.objects.create(club=club, phone=called, is_current=False)
    stand_in = Club.objects.create(name=club.name)
    of_a_club: tuple[type[Model], ...] = (*BESIDE_GAMES, Player, GameNight, Season)
    for model in of_a_club:
        model._default_manager.filter(club=club).update(club=stand_in)
    Club.objects.filter(pk=club.pk).update(is_there=False)
    return club, stand_in


def _club_of(account: User) -> Club:
    """Return the newest club of an account that has no games; else a new one, for its phones too.
    Must be called in a transaction."""
    own = Club.objects.filter(helpers__account=account, helpers__is_owner=True, is_there=True)
    has_games = Exists(Game.objects.filter(night__club=OuterRef("pk")))
    if club := own.filter(~has_games).order_by("-created_at").first():
        return club
    club = Club.objects.create()
    Helper.objects.create(club=club, account=account, is_owner=True)
    for phone in set(account.phones.values_list("phone", flat=True)):
        bring_clubs(phone, account, {club.pk})
    return club


@turn()
def _show(whole: Club, stand_in: Club, archive: Archive) -> Club:
    """Put the filled club back in its place, with what was added to the one that stood in. Not by
    the phone: it may have another id by now, or another club."""
    own = Club.objects.select_for_update().filter(pk=stand_in.pk, is_there=True).first()
    if own is None:
        raise Refused("import-stopped")
    whole.name, whole.is_there = archive.name or own.name, True
    whole.save(update_fields=["name", "is_there"])
    if Game.objects.filter(night__club=own).exists():
        _share_runners(whole, own)
        return whole
    # In few statements, however many there are: nobody taps meanwhile.
    same_player = _same_in(whole.players.all(), "player", "name")
    Champion.objects.filter(season__club=own).update(player=Coalesce(same_player, "player"))
    Entrant.objects.filter(tournament__night__club=own).update(
        player=Coalesce(same_player, "player")
    )
    same_player = _same_in(whole.players.all(), "kept", "name")
    Merge.objects.filter(kept__club=own).update(kept=Coalesce(same_player, "kept"))
    same_night = _same_in(whole.nights.all(), "night", "date")
    own.shared.exclude(night=None).update(night=Coalesce(same_night, "night"))
    with_tables = whole.nights.filter(tournament__isnull=False)
    tournaments = Tournament.objects.filter(night__club=own)
    tournaments.exclude(night__date__in=with_tables.values("date")).update(
        night=Coalesce(same_night, "night")
    )
    for rows, there, by in (
        (own.players, whole.players, ["name"]),
        (own.nights, whole.nights, ["date"]),
        (own.seasons, whole.seasons, ["first", "last"]),
    ):
        same = there.filter(**{name: OuterRef(name) for name in by})
        rows.exclude(Exists(same)).update(club=whole)
    for model in BESIDE_GAMES:
        model._default_manager.filter(club=own).update(club=whole)
    Club.objects.filter(pk=own.pk).update(is_there=False)  # with what was there twice
    return whole


def _same_in(rows: QuerySet[Any], named: str, by: str) -> Subquery:
    """Return the id of the row that is like the one that a row names."""
    there = rows.model._default_manager.filter(pk=OuterRef(OuterRef(named)))
    return Subquery(rows.filter(**{f"{by}__in": there.values(by)}).values("pk")[:1])


def _share_runners(club: Club, own: Club) -> None:
    """Let everybody who runs one club run another too; their current club stays."""
    ClubPhone.objects.bulk_create(
        ClubPhone(club=club, phone=row.phone, account=row.account, is_current=False)
        for row in own.phones.select_related("account")
    )
    Helper.objects.bulk_create(
        Helper(club=club, account=row.account, is_owner=row.is_owner)
        for row in own.helpers.select_related("account")
    )


def _fill(club: Club, archive: Archive, note_written: Callable[[int], None]) -> None:
    _add(Player, club, archive.players)
    _add(GameNight, club, archive.nights)
    _add_seasons(club, archive)
    # A file can be read in beside its own club: games whose ids are taken get others.
    taken = set(_TAKEN.get())  # texts, whose hashes nobody can foresee
    for start in range(0, len(archive.ids), ROWS):
        games = Game.objects.filter(pk__in=archive.ids[start : start + ROWS])
        taken |= {game.hex for game in games.values_list("pk", flat=True)}

    def called(game: UUID) -> UUID:
        return uuid5(club.pk, game.hex) if game.hex in taken else game

    past_games = (
        replace(past, id=called(past.id), follows=past.follows and called(past.follows))
        for past in archive.games()
    )
    before = _TAKEN.set(frozenset({*taken, *(game.hex for game in archive.ids)}))
    try:
        store_games(club, past_games, note_written)
    finally:
        _TAKEN.reset(before)
    _give_looks(club)
    players = {player.name: player for player in archive.players}
    for night, past in archive.tournaments:
        store_tournament(past, night, players, called, _store)
    merged = [pair for kept, those in archive.merged for pair in _merges_of(those, kept=kept)]
    _store(Merge, [merge for merge, _games in merged])
    of_merge = Merge.games.through
    _store(
        of_merge,
        [of_merge(merge=merge, game_id=called(game)) for merge, games in merged for game in games],
    )


def _give_looks(club: Club) -> None:
    """Give everybody their look in the order of their first games, in which players come to be."""
    first = F("first").asc(nulls_last=True)
    players = list(club.players.annotate(first=Min("placings")).order_by(first, "name"))
    for look, player in enumerate(players):
        player.look = look
    for start in range(0, len(players), ROWS):
        with turn():
            Player.objects.bulk_update(players[start : start + ROWS], ["look"])


def _merges_of(
    merged: Sequence[Merged], *, kept: Player | None = None, within: Merge | None = None
) -> Iterator[tuple[Merge, Sequence[UUID]]]:
    """Yield who was merged into a player, or into one who was merged, each before those within, and
    the games that they brought."""
    for player in merged:
        row = Merge(kept=kept, within=within, name=player.name, at=player.at, titles=player.titles)
        row.is_hidden, row.is_anonymous = player.is_hidden, player.is_anonymous
        yield row, player.games
        yield from _merges_of(player.merged, within=row)


def _add_seasons(club: Club, archive: Archive) -> None:
    players = {player.name: player for player in archive.players}
    _add(Season, club, [past.season for past in archive.seasons])
    champions = []
    for season, kept in archive.seasons:
        for name, champion in kept.items():
            champion.season, champion.player = season, players[name]
            champions.append(champion)
    _store(Champion, champions)


def _add(model: type[Model], club: Club, rows: Sequence[Any]) -> None:
    for row in rows:
        row.club = club
    _store(model, rows)


def _store(model: type[Model], rows: Sequence[Any]) -> None:
    """Write rows, some at a time."""
    for start in range(0, len(rows), ROWS):
        with turn():
            model._default_manager.bulk_create(rows[start : start + ROWS])
