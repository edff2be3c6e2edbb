"""The page of a night: its standings, its games, and the next game."""

from collections import defaultdict
from collections.abc import Container, Iterable
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from ...models import Game, GameNight, Placing
from ...play.services.game_state import menu_of
from ...rules import RULESETS
from ...rules.cards import DESSERTS
from ...rules.scoring.plan import FRUITS_A_CARD
from ...standings.placing import WHOLE_WIN
from ...standings.rating import LEAST_GAMES, Rating
from ...wording.chat import StandingLine, day_text, night_text, plain_in_chat, played_text
from ...wording.figures import average_text, rank_text, wins_text
from ...wording.names import tiebreak_count
from ...wording.nights import night_name, won_text
from ...wording.phrases import isolated
from ...wording.records import minutes_of_games, minutes_text
from ..filters import FIRST_ORDER
from ..services.statistics import night_sums, placings_of_night, players_of, standings
from .night_chart import night_chart
from .standings import standings_table


def night_board(
    night: GameNight, *, may_see: Container[UUID] | None = (), has_links: bool = False
) -> dict[str, Any]:
    """Return a night's games and the standings of the finished ones, hidden players included.

    ``standings``, ``chart`` and ``text``, which is to be pasted into a chat, are missing while
    no game is finished; so is ``together``, how long several games took, where nobody knows.

    Args:
        may_see: the games that the phone may look at, None for all.
        has_links: whether names and best games lead to the club's pages.
    """
    games = night.games.order_by("created_at", "pk").select_related("tie_winner")
    games = games.prefetch_related("seats__player")
    placings = placings_of_night(night)
    board = {
        "night": night,
        "name": night_name(night.name),
        "games": night_games(games, placings, may_see=may_see),
    }
    return board | _standings(night, placings, has_links=has_links) if placings else board


def _standings(night: GameNight, placings: list[Placing], *, has_links: bool) -> dict[str, Any]:
    best: dict[UUID, Placing] = {}
    wins: defaultdict[UUID, dict[UUID, Fraction]] = defaultdict(dict)
    for placing in placings:
        if placing.player_id not in best or placing.total > best[placing.player_id].total:
            best[placing.player_id] = placing
        wins[placing.game_id][placing.player_id] = Fraction(placing.win, WHOLE_WIN)
    rows = standings(
        night_sums(night),
        {pk: player for pk, player in players_of(night.club).items() if pk in best},
        {
            placing.player_id: Rating(placing.mu, placing.sigma)
            for placing in placings
            if placing.nth >= LEAST_GAMES
        },
        FIRST_ORDER,
    )
    table = standings_table(
        rows,
        until=night.date,
        best_games={pk: placing.game_id for pk, placing in best.items()} if has_links else None,
        games_query=lambda **of: urlencode({"since": night.date, "until": night.date, **of}),
    )
    lines = [
        StandingLine(
            rank_text(row.rank, tied=row.tied),
            plain_in_chat(row.player.name),
            row.sums.games,
            wins_text(row.sums.won),
            average_text(row.sums.average_place, 2),
            average_text(row.sums.average_points),
        )
        for row in rows
    ]
    timed = {placing.game_id: placing.minutes for placing in placings if placing.minutes}
    together = minutes_of_games(sum(timed.values()), len(timed), len(wins)) if timed else ""
    head = filter(None, [night_name(night.name), day_text(night.date), night.location])
    text = night_text([*head], len(wins), lines, table["criteria"])
    return {
        "standings": table,
        "together": together if len(wins) > 1 else "",
        "chart": night_chart(list(wins.values()), [row.player for row in rows]),
        "text": text,
        # On a phone a player's line takes two.
        "text_rows": text.count("\n") + len(lines) + 3,
    }


def night_games(
    games: Iterable[Game],
    placings: Iterable[Placing],
    *,
    may_see: Container[UUID] | None = None,
) -> list[dict[str, Any]]:
    """Return the games of a night in order; ``url`` is "" for a game that the phone may not see.

    Args:
        games: with their seats and players read.
        placings: those of the games.
        may_see: the games that the phone may look at, None for all.
    """
    by_game: defaultdict[UUID, list[Placing]] = defaultdict(list)
    for placing in sorted(placings, key=lambda placing: placing.place):
        by_game[placing.game_id].append(placing)
    shown = []
    for game in games:
        placed = by_game[game.pk]
        is_finished = game.state == Game.State.FINISHED
        menu = menu_of(game)
        played, *details = played_text(game.ruleset, menu, game.variants)
        page = reverse("result" if is_finished else "game", args=[game.pk])
        row: dict[str, Any] = {
            "id": game.pk,
            "played": played,
            "details": " · ".join(details),
            "started": game.created_at if game.has_time else None,
            "is_finished": is_finished,
            "url": page if may_see is None or game.pk in may_see else "",
            "totals_only": game.totals_only,
            "location": game.location,
            "note": game.note,
            "tie_winner": game.tie_winner,
            "tie_words": game.tie_words,
        }
        if is_finished:
            if game.minutes:
                row["details"] = " · ".join([*details, minutes_text(game.minutes)])
            winners = [placing for placing in placed if placing.win]
            names = [isolated(placing.player.name) for placing in winners]
            row["won"] = won_text(names, winners[0].total if winners else 0)
        else:
            row["players"] = [seat.player.name for seat in game.seats.all() if seat.player]
        places = [placing.place for placing in placed]
        row["dessert"] = kept = min(DESSERTS & {*menu.types}) if menu else "pudding"
        seats = game.seats.all() if game.totals_only else ()
        noted = {seat.player_id: seat.puddings for seat in seats}
        said = {seat.player_id: sum((seat.desserts or {}).values()) for seat in game.seats.all()}
        row["placed"] = []
        for placing in placed:
            if game.totals_only:
                desserts = noted.get(placing.player_id)
            elif kept == "pudding":
                desserts = placing.puddings
            elif kept in placing.cards:
                desserts = placing.cards[kept][0]
            else:  # a round was counted without cards, and how many there are was said
                desserts = said[placing.player_id] // (FRUITS_A_CARD if kept == "fruit" else 1)
            rank = rank_text(placing.place, tied=places.count(placing.place) > 1)
            ties_by = RULESETS[game.ruleset].tiebreak
            counted = "" if desserts is None else tiebreak_count(ties_by, desserts)
            row["placed"].append((rank, placing, desserts, counted))
        shown.append(row)
    return shown
