"""Exports a club as one file. See docs/club-file.md."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet, prefetch_related_objects

from ....models import (
    Claim,
    Club,
    Counted,
    Entry,
    Game,
    GameNight,
    Merge,
    Player,
    Reopening,
    Season,
    Tableau,
)
from ....play.services.game_state import points_of, setting_of, turns_of
from ....rules import RoundSheet, Sheet, kept_document
from ....rules.rulesets import ROUNDS
from ....rules.wasabi_pairing import LaidCard, tableau_of
from .read_club_file import FORMAT, LATER_FACTS, VERSION, has_time_of, minutes_of
from .tournaments import documents_of

BATCH = 100
"""Games that are read at once."""


def archive_of(club: Club) -> Iterator[str]:
    """Yield the file of a club in pieces: the same club gives the same bytes.

    It shows the moment when it was begun: games that start meanwhile are not in it.
    """
    games = _in_order(
        Game.objects.filter(night__club=club)
        .order_by("night__date", "created_at", "pk")
        .values_list("pk", "night", "follows", "follows__night")
    )
    names = dict(club.players.values_list("pk", "name"))
    yield f'{{"format": {_json(FORMAT)}, "version": {VERSION}, "club": {_json({"name": club.name})}'
    yield ',\n"players": '
    # By name, character by character: databases sort differently.
    players = sorted(club.players.all(), key=lambda player: player.name)
    merged = _merged(Merge.objects.filter(kept__club=club))
    yield from _list(_json(_player(row) | merged.get(row.pk, {})) for row in players)
    yield ',\n"nights": '
    places = {game.hex: place for place, game in enumerate(games)}  # texts: see _in_order
    tournaments = documents_of(club, names, places, _moment)
    nights = list(club.nights.order_by("date"))
    yield from _nights(nights, _games(games, names, places), tournaments)
    seasons = club.seasons.order_by("first", "last").prefetch_related("champions__player")
    if seasons:
        yield ',\n"seasons": '
        yield from _list(_json(_season(season)) for season in seasons)
    yield "}\n"


def _season(season: Season) -> dict[str, object]:
    champions = sorted(season.champions.all(), key=lambda champion: champion.player.name)
    return {
        **{
            name: value
            for name in Season.FACTS
            if (value := getattr(season, name)) != LATER_FACTS.get(name)
        },
        "made": _moment(season.made_at),
        "closed": season.closed_at and _moment(season.closed_at),
        "champions": [
            {
                "player": champion.player.name,
                "games": champion.games,
                "wins": champion.wins,
                "points": champion.points,
            }
            for champion in champions
        ],
    }


def _player(row: Player | Merge) -> dict[str, object]:
    return {"name": row.name, "hidden": row.is_hidden, "anonymous": row.is_anonymous}


def _merged(merges: QuerySet[Merge]) -> dict[UUID, dict[str, object]]:
    """Return what is added to a player, or to one who was merged, by id: who was merged into them,
    and the games that they brought."""
    rows = sorted(merges, key=lambda row: (row.at, row.name, row.pk.hex))
    if not rows:
        return {}
    games = defaultdict(list)
    moved = Merge.games.through.objects.filter(merge__in=merges)
    for merge, game in moved.order_by("game").values_list("merge", "game"):
        games[merge].append(str(game))
    before = _merged(Merge.objects.filter(within__in=merges))
    added: dict[UUID, dict[str, object]] = {}
    for row in rows:
        facts = {"at": _moment(row.at), "games": games[row.pk], **before.get(row.pk, {})}
        facts |= {"titles": row.titles} if row.titles else {}
        into = cast("UUID", row.kept_id or row.within_id)
        of: list[object] = cast("Any", added.setdefault(into, {"merged": []})["merged"])
        of.append(_player(row) | facts)
    return added


def _in_order(rows: Iterable[tuple[UUID, UUID, UUID | None, UUID | None]]) -> list[UUID]:
    """Sort games by their beginning, but each after the one of its night that it follows: a clock
    may have been set back between the two."""
    # Looked up as texts, whose hashes nobody can foresee.
    follows = {
        game.hex: of.hex if of and night == night_of else None for game, night, of, night_of in rows
    }
    ordered: dict[str, None] = {}
    for game in follows:
        waiting: dict[str, None] = {}
        first: str | None = game
        while first is not None and first not in ordered and first not in waiting:
            waiting[first] = None
            first = follows.get(first)
        ordered |= dict.fromkeys(reversed(waiting))
    return [UUID(game) for game in ordered]


def _nights(
    nights: Sequence[GameNight],
    games: Iterator[tuple[UUID, str]],
    tournaments: Mapping[UUID, dict[str, object]],
) -> Iterator[str]:
    """Return the list of nights, also those without games, with their games in order."""
    by_night = groupby(games, key=lambda game: game[0])
    waiting = next(by_night, None)
    for number, night in enumerate(nights):
        yield ",\n" if number else "[\n"
        facts = {"date": night.date.isoformat(), "name": night.name, "location": night.location}
        facts |= {"note": night.note} if night.note else {}
        facts |= {"tournament": tournaments[night.pk]} if night.pk in tournaments else {}
        yield f'{_json(facts)[:-1]}, "games": '
        has_games = waiting is not None and waiting[0] == night.pk
        yield from _list(text for _night, text in (waiting[1] if waiting and has_games else ()))
        yield "}"
        if has_games:
            waiting = next(by_night, None)
    yield "\n]" if nights else "[]"


def _games(
    ids: Sequence[UUID], names: Mapping[UUID, str], places: Mapping[str, int]
) -> Iterator[tuple[UUID, str]]:
    for start in range(0, len(ids), BATCH):
        batch = Game.objects.in_bulk(ids[start : start + BATCH])
        games = [batch[game] for game in ids[start : start + BATCH] if game in batch]
        on_table = [game for game in games if not game.totals_only]
        sheets = {
            game.pk: (confirmed, sheet) for game, confirmed, sheet in _sheets_of(on_table, names)
        }
        totals = _totals_of([game for game in games if game.totals_only], names)
        playing = [game.pk for game in games if game.state == Game.State.PLAYING]
        reopened = Reopening.objects.filter(round__game__in=playing, was_over=True)
        were_over = set(reopened.values_list("round__game", flat=True))
        for game in games:
            before = game.follows_id
            # Only a game that stands before it can be named.
            is_named = before and places.get(before.hex, len(places)) < places[game.pk.hex]
            document: dict[str, object] = {
                "id": str(game.pk),
                "started": _moment(game.created_at),
                "finished": game.finished_at and _moment(game.finished_at),
            }
            if game.totals_only:
                document["totals"] = totals[game.pk]
            else:
                confirmed, sheet = sheets[game.pk]
                document["confirmed"] = confirmed
                document |= {"follows": str(before)} if is_named else {}
                document["sheet"] = kept_document(sheet)
            document |= {"was_over": True} if game.pk in were_over else {}
            # Of most games the two moments say it.
            if game.has_time != has_time_of(game.created_at, game.finished_at):
                document["has_time"] = game.has_time
            if game.minutes != minutes_of(game.created_at, game.finished_at, game.has_time):
                document["minutes"] = game.minutes
            document |= {"location": game.location} if game.location else {}
            document |= {"note": game.note} if game.note else {}
            if game.tie_winner_id and game.state == Game.State.FINISHED:
                words = {"player": names[game.tie_winner_id], "words": game.tie_words}
                document["own_tie_break"] = words
            yield game.night_id, _json(document)


def _totals_of(games: Sequence[Game], names: Mapping[UUID, str]) -> dict[UUID, dict[str, object]]:
    """Return what paper says of games, by their ids."""
    prefetch_related_objects(games, "seats")
    return {
        game.pk: {
            "ruleset": game.ruleset,
            **({"menu": game.menu} if game.menu is not None else {}),
            "players": [
                {
                    "name": names[seat.player_id],
                    "total": seat.total,
                    **({"puddings": seat.puddings} if seat.puddings is not None else {}),
                }
                for seat in game.seats.all()
                if seat.player_id is not None
            ],
        }
        for game in games
    }


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)  # days


def _list(entries: Iterator[str]) -> Iterator[str]:
    """Write a list with one entry a line."""
    before = "[\n"
    for entry in entries:
        yield f"{before}{entry}"
        before = ",\n"
    yield "[]" if before == "[\n" else "\n]"


def _sheets_of(
    games: Sequence[Game], names: Mapping[UUID, str]
) -> Iterator[tuple[Game, int, Sheet]]:
    """Yield each game, how many rounds are confirmed before the first that is not, and the sheet of
    the rounds up to the last that is confirmed or has an entry, at least one.

    Args:
        names: what the players are called, by their rows' ids.
    """
    prefetch_related_objects(games, "seats", "rounds")
    ids = [round_.pk for game in games for round_ in game.rounds.all()]
    rows = Tableau.objects.filter(round__in=ids)
    tableaus = {(row.round_id, row.seat_id): row.pk for row in rows}
    cards: dict[int, list[LaidCard]] = defaultdict(list)
    # By their tableaus' ids: joined to their games, a database may go through all entries.
    live = Entry.objects.filter(tableau__in=list(tableaus.values()), withdrawn_by=None)
    fields = ("tableau_id", "face", "copy", "flipped", "card", "nigiri")
    for tableau, *card in live.order_by("place").values_list(*fields):
        cards[tableau].append(LaidCard(*card))
    claims: dict[int, list[Claim]] = defaultdict(list)
    for claim in Claim.objects.filter(round__in=ids, withdrawn_by=None):
        claims[claim.round_id].append(claim)
    counted = Counted.objects.filter(round__in=ids).order_by("number")
    points = dict(counted.values_list("round_id", "points"))  # of several the newest
    for game in games:
        seats, rounds = list(game.seats.all()), list(game.rounds.all())
        players = [seat.player_id for seat in seats if seat.player_id is not None]
        setting = setting_of(game, len(players))
        frees = setting.house_rules.flipped_nigiri_frees_wasabi
        entered = []
        for round_ in rounds:
            laid = [cards[tableaus[round_.pk, seat.pk]] for seat in seats]
            values = tuple(tableau_of(pile, flipped_nigiri_frees_wasabi=frees) for pile in laid)
            noted = points_of(points.get(round_.pk), seats)
            entered.append(RoundSheet(values, turns_of(claims[round_.pk], seats), noted))
        still_open = (n for n, round_ in enumerate(rounds) if not round_.is_confirmed)
        confirmed = next(still_open, ROUNDS)
        filled = (
            n
            for n, sheet in enumerate(entered, 1)
            if sheet.claims or sheet.is_counted or any(map(len, sheet.tableaus))
        )
        last = max(1, confirmed, *filled)
        kinds = setting.rules.tokens
        tokens = tuple(
            {kind: held[kind] for kind in kinds if kind in held}
            for held in (cast("dict[str, int]", seat.tokens_left) for seat in seats)
        )
        said = tuple(cast("dict[str, int]", seat.desserts) for seat in seats)
        desserts = None if None in said else said
        named = tuple(names[player] for player in players)
        sheet = Sheet(setting, named, tuple(entered[:last]), tokens, desserts=desserts)
        yield game, confirmed, sheet
