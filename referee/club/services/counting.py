"""Keeps placings and ratings in line with the finished games.

A game counts from the moment it is finished until it is opened again or deleted.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, cast
from uuid import UUID

from ...models import Club, Game, Merge, Placing, Player, Seat
from ...play.services.changes import count_change
from ...play.services.clubs import locked_club
from ...play.services.game_state import GameState, menu_of, read_game_state
from ...play.services.suggesting import PARTY
from ...rules import score_sheet
from ...standings.placing import PlayersPlacing, placings, placings_of_totals
from .ratings import rate_all, rate_from
from .seasons import close_seasons, merge_titles, split_titles
from .webhooks import tell_of_game


def placed_on_paper(game: Game, seats: Iterable[Seat]) -> Collection[PlayersPlacing]:
    """Return the placings of a game with totals only, from its seats in their order.

    In Party, what breaks ties are desserts: puddings, where the menu has these.
    """
    totals = {str(seat.place): (cast("int", seat.total), seat.puddings) for seat in seats}
    placed = placings_of_totals(totals).values()
    menu = menu_of(game)
    are_puddings = "pudding" in menu.types if menu else game.ruleset != PARTY
    return placed if are_puddings else [replace(placing, puddings=None) for placing in placed]


def count_game(game: Game, table: GameState | None = None, **_signal: object) -> None:
    """Bring the placings in line with a game as it is now: none unless it is finished.

    Must be called in the transaction that changes the game. Receives ``game_ended`` and
    ``game_reopened``.

    Args:
        table: the game as it was read, None where it was not.
    """
    with locked_club(game.night.club_id) as club:
        before = list(Placing.objects.filter(game=game).order_by("pk"))
        after: list[Placing] = []
        if game.state == Game.State.FINISHED:
            after = _results(game, table)
        has_ended_tie = bool(after and game.tie_words) and not _still_tied(game, after)
        is_as_before = [_facts(placing) for placing in before] == [_facts(one) for one in after]
        if is_as_before and not has_ended_tie:
            return
        close_seasons(club)  # with what the tables had decided until now
        if has_ended_tie:
            game.tie_winner_id, game.tie_words, game.tie_places = None, "", []
            game.save(update_fields=["tie_winner", "tie_words", "tie_places"])
        Placing.objects.filter(game=game).delete()
        Placing.objects.bulk_create(after)
        rate_from(game)
        results_changed(club, [game.night.date])
        if after:
            tell_of_game(game, after, was_counted=bool(before))


def _still_tied(game: Game, placed: Sequence[Placing]) -> bool:
    """Return whether those share the victory between whom the table had decided."""
    firsts = {placing.player_id for placing in placed if placing.place == 1}
    return game.tie_winner_id in firsts and game.tie_places == places_of(game, firsts)


def places_of(game: Game, players: Collection[UUID]) -> list[int]:
    """Return at which seats of a game some players sit, in order."""
    return [seat.place for seat in game.seats.order_by("place") if seat.player_id in players]


def _results(game: Game, table: GameState | None) -> list[Placing]:
    if game.totals_only:
        on_paper = list(game.seats.select_related("player"))
        return placings_of(game, on_paper, placed_on_paper(game, on_paper))
    table = table or read_game_state(game)
    return placings_of(game, table.seats, placings(score_sheet(table.sheet)).values())


def forget_game(game: Game, **_signal: object) -> None:
    """Take a game out of the standings. Receives ``game_deleting``."""
    with locked_club(game.night.club_id) as club:
        close_seasons(club)
        forgotten, _of_each = Placing.objects.filter(game=game).delete()
        if forgotten:
            rate_from(game)
            results_changed(club, [game.night.date])


def merge_results(kept: Player, other: Player) -> list[dict[str, Any]]:
    """Give one player the results and titles of another, with whom they never played; return the
    titles as a merge keeps them."""
    close_seasons(kept.club)
    titles = merge_titles(kept, other)
    since = _both_since(kept, other)
    other.placings.update(player=kept)
    other.ties_won.update(tie_winner=kept)
    _rate_since(since, kept.club)
    return titles


def split_results(kept: Player, other: Player, merged: Merge) -> None:
    """Give one player's results of the games of a merge, and the titles, to another, who has none
    yet: the opposite of a merge."""
    close_seasons(kept.club)
    split_titles(kept, other, merged.titles)
    kept.placings.filter(game__in=merged.games.all()).update(player=other)
    kept.ties_won.filter(pk__in=merged.games.all()).update(tie_winner=other)
    _rate_since(_both_since(kept, other), kept.club)


def _both_since(kept: Player, other: Player) -> Game | None:
    """Return the first game by which both had played, None if either has not. Before it a line of
    ratings is the same whether they are one player or two."""
    firsts = [
        player.placings.select_related("game__night").order_by("played_at", "game").first()
        for player in (kept, other)
    ]
    played = [first for first in firsts if first is not None]
    if len(played) < len(firsts):
        return None
    return max(played, key=lambda first: (first.played_at, first.game_id.hex)).game


def _rate_since(game: Game | None, club: Club) -> None:
    if game is not None:
        rate_from(game)
    results_changed(club)


def rate_club(club: Club) -> None:
    """Rate all games of a club anew."""
    rate_all(club.pk)
    results_changed(club)


def results_changed(club: Club, days: Iterable[date] = ()) -> None:
    """Outdate the cached figures of a club, and tell the pages that show them. Call it in the
    transaction that changes placings, with the club locked.

    Args:
        days: the nights of these placings; () for any nights.
    """
    last, years = Club.objects.values_list("results_version", "years").get(pk=club.pk)
    changed = {str(day.year): last + 1 for day in days}
    years = years | changed if changed else {"": last + 1}
    Club.objects.filter(pk=club.pk).update(results_version=last + 1, years=years)
    count_change(club.pk)


def count_missing() -> int:
    """Count the games of an older SushiScore, which have no placings. Return how many."""
    missing = Game.objects.filter(
        state=Game.State.FINISHED, placings=None, night__club__is_there=True
    )
    games = list(missing.select_related("night").order_by("created_at"))
    for game in games:
        count_game(game)
    return len(games)


def placings_of(
    game: Game, seats: Iterable[Seat], placed: Collection[PlayersPlacing]
) -> list[Placing]:
    """Return the placings of a finished game, not stored and without ratings.

    Args:
        seats: in their order; nobody sits on a dummy's.
        placed: by player, in the same order.
    """
    players = [seat.player for seat in seats if seat.player]
    return [
        Placing(
            game=game,
            player=player,
            club_id=game.night.club_id,
            night_id=game.night_id,
            played_at=game.created_at,
            date=game.night.date,
            ruleset=game.ruleset,
            menu=menu.key if (menu := menu_of(game)) else "",
            players=len(placed),
            place=placing.place,
            win=placing.win,
            total=placing.total,
            margin=placing.margin,
            behind=placing.behind,
            best_round=placing.best_round,
            best_round_number=placing.best_round_number,
            puddings=placing.puddings,
            minutes=game.minutes,
            cards={type_: list(counts) for type_, counts in placing.cards.items()},
        )
        for player, placing in zip(players, placed, strict=True)
    ]


def _facts(placing: Placing) -> dict[str, object]:
    """Return a placing's values without the rating, which depends on all earlier games."""
    derived = {"id", "nth", "mu", "sigma"}
    fields = (field.attname for field in Placing._meta.concrete_fields)
    return {name: getattr(placing, name) for name in fields if name not in derived}
