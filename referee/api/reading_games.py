"""What programs send to keep a game. What may stand there is declared once: read, and published."""

from collections.abc import Mapping
from typing import Any

from referee.club.services.files.read_club_file import TOTALS
from referee.models import MAX_NAME, MAX_WORDS, Game
from referee.play.services.seating import MAX_PLACE
from referee.rules import RULESETS, SheetFaults
from referee.rules.problems.validation import (
    MAX_NUMBER,
    Kind,
    Reading,
    by_player,
    fields,
    flag,
    list_of,
    number,
    value,
)
from referee.rules.reading import MENU, SHEETS, TABLEAU, one_of, read_value
from referee.rules.rulesets import MAX_SEATS, ROUNDS

from . import schema, sent

_SETUP = ("ruleset", "players", "menu", "variants", "house_rules")
"""What a score sheet says before the first card."""
_FALSE = value(flag, {"type": "boolean", "default": False})
_WORDS = sent.words_of(Game)
_WHERE = {
    "club": sent.CLUB_ID,
    "night": sent.uuid("The night; tonight, or the date, where none is named."),
}
_REASON = sent.words(sent.LINE, MAX_WORDS, least=1)
"""Everybody at the table reads it."""

# ------------------------------------------------------------------ new games


def _begins(reading: Reading, values: dict[str, Any], _at: str) -> dict[str, Any]:
    """Read the sheet before the first card."""
    setup = {name: values.pop(name) for name in _SETUP if name in values}
    try:
        sheet = read_value({**setup, "rounds": [{}]})
    except SheetFaults as error:
        for fault in error.faults:
            reading.faults.append(fault)
        return values
    return {**values, "begins": sheet}


def _setups(title: str, **more: Kind) -> Kind:
    """The setup of a game, as it stands on a score sheet, with more fields beside it."""
    anything = value(lambda found: found)
    kind = fields({**more, **dict.fromkeys(_SETUP, anything)}, check=_begins)
    added = {name: of.schema for name, of in more.items()}
    schemas = []
    for sheet in SHEETS.values():
        whole = sheet.schema or {}
        own = {name: of for name, of in whole["properties"].items() if name in _SETUP}
        if "players" in own:
            name = own["players"]["items"]
            short = {**name, **_NAME, "title": f"Short {name['title']}"}
            own["players"] = {**own["players"], "items": short}
        required = [name for name in whole["required"] if name in _SETUP]
        changed = {
            "title": whole["title"].replace("sheet", title),
            "properties": {**own, **added},
            "required": required,
        }
        schemas.append({**whole, **changed})
    return kind._replace(schema={"oneOf": schemas})


def _read_sheet(found: object, place: str, reading: Reading) -> Any:
    """Read the sheet of a game that is over; faults are named by their place in the body."""
    try:
        sheet = read_value(found)
    except SheetFaults as error:
        reading.faults.take(error.found, place)
        return None
    if sheet.claimed:
        reading.fault(f"{place}.claimed", "unknown-field", "claimed")
    if len(sheet.rounds) < ROUNDS:
        wanted = str(ROUNDS)
        reading.fault(f"{place}.rounds", "finished-early", str(len(sheet.rounds)), wanted=wanted)
    return sheet


_NAME = {"maxLength": MAX_NAME}
BEGINS = _setups("setup", **_WHERE)
_NEXT_SETUP = _setups("rematch")
_OF_PAST = {**_WHERE, "date": sent.DAY, **_WORDS, "even_same": _FALSE}
_WHOLE = Kind(
    _read_sheet,
    {
        **schema.NAMED_SHEET,
        "properties": {
            "players": {"items": _NAME},
            "rounds": {"minItems": ROUNDS},
            "claimed": {"maxProperties": 0},
        },
    },
)
_OVER = {
    "sheet": fields({"sheet": _WHOLE, "sure": _FALSE, **_OF_PAST}, ["sheet"], title="Whole game"),
    "totals": fields({"totals": TOTALS, **_OF_PAST}, ["totals"], title="Game in totals"),
}


def _read_new(found: object, place: str, reading: Reading) -> Any:
    kind = BEGINS
    if isinstance(found, Mapping):
        kind = next((of for name, of in _OVER.items() if name in found), BEGINS)
    return kind.read(found, place, reading)


NEW_GAME = Kind(
    _read_new,
    {"oneOf": [*(BEGINS.schema or {})["oneOf"], *(kind.schema for kind in _OVER.values())]},
)
"""A game that is over stands under ``sheet`` or ``totals``; one that begins is read as its sheet
before the first card, under ``begins``."""

# ------------------------------------------------------------------ games that there are

CHANGES = fields({**_WORDS, "date": sent.DAY, "totals": TOTALS, "reason": _REASON})
"""Of a game: its words, and of one that was kept in totals alone the rest."""
_REMATCH = fields({"menu": MENU})


def _read_next(found: object, place: str, reading: Reading) -> Any:
    is_setup = isinstance(found, Mapping) and bool({"ruleset", "players"} & found.keys())
    return (_NEXT_SETUP if is_setup else _REMATCH).read(found, place, reading)


NEXT = Kind(_read_next, {"anyOf": [_REMATCH.schema, *(_NEXT_SETUP.schema or {})["oneOf"]]})
"""Read as a setup, under ``begins``; or as no more than a ``menu``."""
_VERSION = number(0, MAX_NUMBER, description="Of the game, as you have read it.")
CONFIRM = fields({"version": _VERSION, "sure": _FALSE})
REOPEN = fields(
    {
        "reason": _REASON,
        "version": number(1, MAX_NUMBER, description="Of the round, as you have read it."),
    },
    ["reason"],
)
LAID = fields({"cards": TABLEAU, "is_ready": sent.FLAG})
CORRECTION = fields(
    {
        "reason": _REASON,
        "tableaus": by_player(
            TABLEAU,
            "By player: what is to lie there. Whoever is left out keeps what lies there.",
            is_number=False,
            dummy=True,
        ),
    },
    ["reason", "tableaus"],
)
_PLACED = {
    "name": sent.words(sent.LINE, MAX_NAME, least=1),
    "place": number(1, MAX_PLACE, description="Whose seat it is now; none for a new one."),
    "is_other": value(
        flag,
        {
            "type": "boolean",
            "description": "A name that the club does not know is somebody else’s; false: it is "
            "what the seat’s player is called from now on, in every game.",
        },
    ),
}
SEATS = fields(
    {
        "players": list_of(
            fields(_PLACED, ["name"], title="Seated player"),
            2,
            MAX_SEATS,
            code="player-number",
            wanted=f"2-{MAX_SEATS}",
            description="In seat order, clockwise.",
        ),
        "reason": _REASON,
    },
    ["players"],
)
TABLE = fields({"anyone_enters": sent.FLAG}, ["anyone_enters"])
LATE = fields({"do": one_of(("add", "set-aside"), "no-such-decision")}, ["do"])
_MOST_TOKENS = RULESETS["sushi-roll"].tokens
TOKENS = fields(
    {
        "tokens_left": by_player(
            fields(
                {token: number(0, most) for token, most in _MOST_TOKENS.items()},
                unknown="unknown-token",
            ),
            "By player: the unused tokens at the end of the game.",
            is_number=False,
        )
    },
    ["tokens_left"],
)
