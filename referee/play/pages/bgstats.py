"""A finished game to hand on: as a text for a chat, and as a link that BG Stats understands.

Nothing is sent from here. Who taps the link opens BG Stats, with the play in it: the app's own
scheme, which no website answers to where the app is missing.
"""

import json
from typing import Any
from urllib.parse import quote

from django.utils import timezone

from ...rules import Result
from ...rules.rulesets import BGG_IDS
from ...wording.chat import menu_text, plain_in_chat, result_text
from ...wording.names import ruleset_name
from ..services.game_state import GameState

ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "SushiScore"
"""BG Stats remembers whom it has matched by this name: it must never change."""


def bgstats_link(table: GameState, result: Result) -> str:
    """The link that makes a play of a finished game in BG Stats; the dummy is left out. It stays
    under the 8,000 characters that are read, whatever names and place a club can have."""
    play = json.dumps(_play(table, result), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(play, safe="")


def _play(table: GameState, result: Result) -> dict[str, object]:
    """The play as BG Stats wants it."""
    game, location = table.game, table.game.night.location
    ranks = {entry.player: entry.rank for entry in result.ranking}
    bgg_id = BGG_IDS.get(game.ruleset)
    # The clock of the house, as the app writes it; midnight where nobody knows the time.
    clock = f"{timezone.localtime(game.created_at):%H:%M:%S}" if game.has_time else "00:00:00"
    document: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": str(game.pk),
        "playDate": f"{game.day} {clock}",
        "game": {
            "name": ruleset_name(game.ruleset),
            "sourceGameId": game.ruleset,
            **({"bggId": bgg_id} if bgg_id else {}),
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat.player.name,
                "sourcePlayerId": str(seat.player_id),
                "score": result.totals[seat.player.name],
                "rank": ranks[seat.player.name],
                "winner": seat.player.name in result.winners,
                # All turn over their cards at once: nobody starts.
                "startPlayer": False,
            }
            for seat in table.seats
            if seat.player
        ],
    }
    if menu := table.setting.menu:
        document["board"] = menu_text(menu)
    if game.minutes:
        document["durationMin"] = game.minutes
    if location:
        document["location"] = location
    return document


def shared_result(table: GameState, result: Result) -> dict[str, Any]:
    """What there is to hand on of a game that is over."""
    names = {seat.sheet_name: plain_in_chat(seat.name) for seat in table.seats}
    text = result_text(result, names, table.game.night.date)
    return {
        "text": text,
        # On a phone the first and the last line may take two.
        "rows": text.count("\n") + 3,
        "bgstats": bgstats_link(table, result),
    }
