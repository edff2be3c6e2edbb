"""A finished game to hand on: as a text for a chat, and as a link that BG Stats understands.

Nothing is sent from here. Who taps the link opens BG Stats, with the play in it.
"""

import datetime
import json
from typing import Any
from urllib.parse import quote

from wcwidth import iter_graphemes

from ...rules import Result
from ...wording.chat import plain_in_chat, result_text
from ...wording.names import ruleset_name
from ..services.game_state import GameState
from .common import seat_names

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "SushiScore"
"""BG Stats remembers whom it has matched by this name: it must never change."""
BGG_IDS = {"sushi-go": 133473, "sushi-go-party": 192291}
"""The games' numbers at BoardGameGeek; Sushi Roll goes without one."""
MAX_CHARACTERS = 7_999
"""How long a link may be: under 8,000 characters."""
A_DAY = 24 * 60  # in minutes: who takes longer has left a game open and come back to it


def bgstats_link(table: GameState, result: Result, *, most: int = MAX_CHARACTERS) -> str:
    """The link that makes a play of a finished game in BG Stats.

    A dummy is nobody who plays, and is left out. Where the link would be longer than ``most``
    characters, names and place are shortened, and nothing else.
    """
    longest = max(len(name) for name in (*table.sheet.players, table.game.night.location))
    # Signs are dropped one by one: what is left is as much of each name as there is room for.
    for letters in range(longest, 0, -1):
        link = ADDRESS + quote(_text(play(table, result, letters=letters)), safe="")
        if len(link) <= most:
            break
    return link


def play(table: GameState, result: Result, *, letters: int) -> dict[str, object]:
    """The play as BG Stats wants it; names and place of at most so many signs."""
    game = table.game
    ranks = {entry.player: entry for entry in result.ranking}
    document: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": str(game.pk),
        "playDate": f"{game.created_at.astimezone(datetime.UTC):%Y-%m-%d %H:%M:%S}",
        "game": _game(game.ruleset),
        "players": [
            {
                "name": _shortened(seat.player.name, letters),
                "sourcePlayerId": str(seat.player_id),
                "score": result.totals[seat.player.name],
                "rank": ranks[seat.player.name].rank,
                "winner": seat.player.name in result.winners,
                # All turn over their cards at once: nobody starts.
                "startPlayer": False,
            }
            for seat in table.seats
            if seat.player
        ],
    }
    if minutes := _minutes(game.created_at, game.finished_at):
        document["durationMin"] = minutes
    if game.night.location:
        document["location"] = _shortened(game.night.location, letters)
    return document


def _game(ruleset: str) -> dict[str, object]:
    game: dict[str, object] = {"name": ruleset_name(ruleset), "sourceGameId": ruleset}
    if ruleset in BGG_IDS:
        game["bggId"] = BGG_IDS[ruleset]
    return {**game, "highestWins": True, "noPoints": False}


def _minutes(start: datetime.datetime, end: datetime.datetime | None) -> int | None:
    """How long a game has taken; None for a time that cannot be a game's."""
    minutes = round((end - start).total_seconds() / 60) if end else 0
    return minutes if 0 < minutes < A_DAY else None


def _shortened(name: str, letters: int) -> str:
    """A name in at most so many signs of Unicode. Signs that make one letter together, as those of
    many emoji do, stay together or go together."""
    if len(name) <= letters:
        return name
    kept = ""
    for letter in iter_graphemes(name):
        if len(kept) + len(letter) >= letters:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _text(document: dict[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def shared_result(table: GameState, result: Result) -> dict[str, Any]:
    """What there is to hand on of a game that is over."""
    shown = [plain_in_chat(name) for name in seat_names(table)]
    names = dict(zip(result.sheet.seats, shown, strict=True))
    text = result_text(result, names, table.game.night.date)
    return {
        "text": text,
        # On a phone the first and the last line may take two.
        "rows": text.count("\n") + 3,
        "bgstats": bgstats_link(table, result),
    }
