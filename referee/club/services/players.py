"""Renames, hides, merges and anonymises a club's players.

A name stands in its player's row and in the score sheets that disputes keep. Both are changed
together, so that a sheet always names the people at its table.

Every change raises Player.DoesNotExist for an id that is no player of the club.
"""

from collections.abc import Callable
from itertools import count
from uuid import UUID

from django.db.models import QuerySet
from django.utils.formats import date_format

from ...models import Dispute, DrawnTable, Entrant, Game, GameNight, Merge, Player, Seat
from ...play.services.clubs import locked_club
from ...play.services.naming import call_player, held_players, tell_tables_of, write_into_sheets
from ...play.services.refusals import Refused, read_name
from ...rules.names import name_key
from ...rules.rulesets import DUMMY
from . import kept_answers, webhooks
from .counting import merge_results, split_results
from .forgetting import forget_old_pages
from .redaction import take_from_words


def rename_player(club_id: UUID, player_id: UUID, typed: str) -> str:
    """Rename a player in every game and on every score sheet.

    Words that somebody wrote about the player stay as they are.

    Returns:
        The name as it is kept: in one form for each letter, without spaces around it.

    Raises:
        Refused: ``name-missing``, ``name-too-long``, ``name-unprintable``, ``name-of-dummy``;
            ``name-taken`` for one that another player has, or that looks the same, with that
            player's id as ``player``; ``anonymous-stays`` for who was made anonymous.
    """
    name = read_name(Player, typed)
    if name_key(name) == DUMMY:
        raise Refused("name-of-dummy")
    with held_players(club_id, player_id) as players:
        player = _player_in(players, player_id)
        if player.name == name:
            return name
        if player.is_anonymous:
            raise Refused("anonymous-stays", name=player.name)
        for other in Player.objects.filter(club=club_id).exclude(pk=player_id):
            if name_key(other.name) == name_key(name):
                raise Refused("name-taken", name=other.name, player=str(other.pk))
        call_player(player, name)
    return name


def hide_player(club_id: UUID, player_id: UUID, *, hidden: bool) -> None:
    """Hide a player from new games and from the standings, or show them again."""
    with locked_club(club_id) as club:
        player = club.players.get(pk=player_id)
        player.is_hidden = hidden
        player.save(update_fields=["is_hidden"])


def remove_player(club_id: UUID, player_id: UUID) -> None:
    """Take a player off the list.

    Raises:
        Refused: ``player-has-games`` for somebody who sits in a game, finished or not, or plays on
            an evening of several tables; ``player-was-champion``.
    """
    with locked_club(club_id) as club:
        player = club.players.get(pk=player_id)
        if player.seats.exists() or player.entries.exists():
            raise Refused("player-has-games", name=player.name)
        if player.titles.exists():
            raise Refused("player-was-champion", name=player.name)
        player.delete()


def make_anonymous(club_id: UUID, player_id: UUID, neutral: Callable[[int], str]) -> str:
    """Remove a player's name for good; the games stay.

    The name goes from the player, from every score sheet, and out of what somebody wrote in this
    club: reasons, opinions, the names of the club, of its nights and seasons. Who plays under that
    name later is somebody new.

    Args:
        neutral: what the first, second … nameless player is called, from 1.

    Returns:
        The neutral name, which no other player of the club has.
    """
    with held_players(club_id, player_id) as players:
        player = _player_in(players, player_id)
        if player.is_anonymous:
            return player.name
        names = Player.objects.filter(club=club_id).values_list("name", flat=True)
        taken = {name_key(name) for name in names}
        free = (name for number in count(1) if name_key(name := neutral(number)) not in taken)
        before, player.is_anonymous = player.name, True
        call_player(player, next(free))
        ids = [player.pk, *_ids_within(player.merges.all())]
        player.merges.all().delete()  # they hold the name that goes, or another of that person
        take_from_words(club_id, before, player.name)
        webhooks.forget_names(club_id, before, ids)
        kept_answers.forget_names(ids)
        forget_old_pages()
        return player.name


def _ids_within(merges: QuerySet[Merge]) -> list[UUID]:
    """Return the ids of these merges and of those within them: what the players were."""
    ids = list(merges.values_list("pk", flat=True))
    return ids + _ids_within(Merge.objects.filter(within__in=ids)) if ids else []


def merge_players(club_id: UUID, kept_id: UUID, other_id: UUID) -> None:
    """Merge two entries of one person into the kept one, with the games of both. Which were whose
    is kept, so that :func:`undo_merge` can part them again.

    Raises as :func:`check_merge`.
    """
    with held_players(club_id, kept_id, other_id) as players:
        kept, other = _pair(players, kept_id, other_id)
        merged = Merge.objects.create(
            pk=other.pk,
            kept=kept,
            name=other.name,
            is_hidden=other.is_hidden,
            is_anonymous=other.is_anonymous,
            look=other.look,
        )
        merged.games.set(Game.objects.filter(seats__player=other))
        other.merges.update(kept=None, within=merged)
        Seat.objects.filter(player=other).update(player=kept)
        other.entries.update(player=kept)
        merged.titles = merge_results(kept, other)
        merged.save(update_fields=["titles"])
        other.delete()
        write_into_sheets(Dispute.objects.filter(game__seats__player=kept))
        tell_tables_of(kept)


def undo_merge(club_id: UUID, kept_id: UUID, merge_id: UUID) -> str:
    """Part two players who were merged: the games that the other one brought are that one's again,
    but for those in which somebody else sits by now.

    Returns:
        The other one's name.

    Raises:
        Refused: ``not-merged`` where nobody of that id is merged into this player, or no longer;
            ``name-taken`` where another player has the name by now.
    """
    with held_players(club_id, kept_id) as players:
        kept = _player_in(players, kept_id)
        merged = kept.merges.filter(pk=merge_id).first()
        if merged is None:
            raise Refused("not-merged")
        for player in Player.objects.filter(club=club_id):
            if name_key(player.name) == name_key(merged.name):
                raise Refused("name-taken", name=merged.name, player=str(player.pk))
        other = Player.objects.create(
            pk=merged.pk,
            club_id=club_id,
            name=merged.name,
            is_hidden=merged.is_hidden,
            is_anonymous=merged.is_anonymous,
        )
        if not Player.objects.filter(club=club_id, look=merged.look).exists():
            other.look = merged.look
            other.save(update_fields=["look"])
        _part_evenings(kept, other, merged)
        Seat.objects.filter(player=kept, game__in=merged.games.all()).update(player=other)
        split_results(kept, other, merged)
        merged.merges.update(kept=other, within=None)
        merged.delete()
        for player in (kept, other):
            write_into_sheets(Dispute.objects.filter(game__seats__player=player))
            tell_tables_of(player)
        return other.name


def _part_evenings(kept: Player, other: Player, merged: Merge) -> None:
    """Give one player the evenings of several tables at which the other one of a merge had played,
    with what was played there since."""
    began = DrawnTable.objects.filter(game__in=merged.games.all())
    entrants = Entrant.objects.filter(player=kept, drawn_seats__table__in=began)
    ids = list(entrants.values_list("pk", flat=True))
    since = Game.objects.filter(drawn_table__seats__entrant__in=ids, seats__player=kept)
    merged.games.add(*since)
    Entrant.objects.filter(pk__in=ids).update(player=other)


def check_merge(club_id: UUID, kept_id: UUID, other_id: UUID) -> tuple[Player, Player]:
    """Return the kept player and the other one if they may be merged.

    Raises:
        Refused: ``merge-with-self``; ``not-in-club`` for somebody who is no player of this club,
            or is no longer; ``sat-together`` for two who sat in one game; ``anonymous-merge``
            where only one of them is anonymous, whose games would get the other's name;
            ``looks-alike`` or ``name-of-dummy`` where the kept name cannot stand on a score sheet
            of the other.
    """
    rows = Player.objects.filter(club=club_id)
    return _pair(rows.in_bulk([kept_id, other_id]), kept_id, other_id)


# ------------------------------------------------------------- what can be


def _player_in(players: dict[UUID, Player], player_id: UUID) -> Player:
    if player_id not in players:
        raise Player.DoesNotExist
    return players[player_id]


def _pair(players: dict[UUID, Player], kept_id: UUID, other_id: UUID) -> tuple[Player, Player]:
    kept = _player_in(players, kept_id)
    if other_id == kept_id:
        raise Refused("merge-with-self")
    if other_id not in players:
        raise Refused("not-in-club")
    _check(kept, players[other_id])
    return kept, players[other_id]


def _check(kept: Player, other: Player) -> None:
    """Refuse to merge two players who cannot be one person."""
    games = Seat.objects.filter(player=other).values("game")
    together = GameNight.objects.filter(games__in=games, games__seats__player=kept)
    if night := together.order_by("date").first():
        raise _together(kept, other, night)
    evenings = GameNight.objects.filter(tournament__entrants__player=kept)
    if night := evenings.filter(tournament__entrants__player=other).order_by("date").first():
        raise _together(kept, other, night)
    if kept.is_anonymous != other.is_anonymous:
        raise Refused("anonymous-merge", name=kept.name if kept.is_anonymous else other.name)
    beside = Player.objects.filter(seats__game__in=games).exclude(pk=other.pk).distinct()
    if any(name_key(player.name) == name_key(kept.name) for player in beside):
        raise Refused("looks-alike", name=kept.name, other=other.name)
    if name_key(kept.name) == DUMMY and Seat.objects.filter(game__in=games, player=None).exists():
        raise Refused("name-of-dummy")


def _together(kept: Player, other: Player, night: GameNight) -> Refused:
    on = date_format(night.date, "DATE_FORMAT")
    where = f"{night.name}, {on}" if night.name else on
    return Refused("sat-together", one=kept.name, other=other.name, night=where)
