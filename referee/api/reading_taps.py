"""What phones send: taps, and whether they ask for words to read aloud."""

import re
from uuid import UUID

from referee.play.services.tap_actions import MAX_CHARACTERS
from referee.play.services.taps import MAX_TAPS
from referee.rules.problems.validation import (
    MAX_NUMBER,
    Kind,
    Wrong,
    fields,
    list_of,
    number,
    text,
    value,
)
from referee.rules.rulesets import ROUNDS

MAX_SEATS = 9
_UUID = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
_UNREADABLE = "[^!-~]"
"""What stands in no ``do``: anything but the visible signs of ASCII."""


def uuid(description: str) -> Kind:
    """An id as it is usually written, with hyphens."""

    def parse(found: object) -> UUID:
        if not re.fullmatch(_UUID, text(found)):
            raise Wrong("not-a-uuid", found)
        return UUID(str(found))

    shape = {"type": "string", "format": "uuid", "pattern": _UUID, "maxLength": 36}
    return value(parse, {**shape, "description": description})


def _do(found: object) -> str:
    do = text(found)
    if not 1 <= len(do) <= MAX_CHARACTERS or re.search(_UNREADABLE, do):
        raise Wrong("not-an-action", found, wanted=str(MAX_CHARACTERS))
    return do


_TAP_ID = uuid("Made by the phone, for this tap alone.")
_DO = value(
    _do,
    {
        "type": "string",
        "minLength": 1,
        "maxLength": MAX_CHARACTERS,
        "not": {"pattern": _UNREADABLE},
        "description": "add:maki-3, take:<entry>, undo: …",
    },
)
_TAP = fields(
    {
        "id": _TAP_ID,
        "round": number(1, ROUNDS),
        "seat": number(1, MAX_SEATS, description="The place, from 1."),
        "do": _DO,
    },
    required=("id", "round", "seat", "do"),
    title="Tap",
)
_ORDER = "In the order in which they were made."
_UNSAID = "Asks for words: the ids of taps that were taken before, to be summed up too."
_BOARD = fields(
    {
        "round": number(1, ROUNDS),
        "seat": number(1, MAX_SEATS, description="The place, from 1."),
        "heard": number(0, MAX_NUMBER, description="What others did later is told."),
    },
    required=("round", "seat", "heard"),
    title="Board",
)
SENT = fields(
    {
        "taps": list_of(_TAP, 1, MAX_TAPS, description=_ORDER),
        "unsaid": list_of(_TAP_ID, most=MAX_TAPS, description=_UNSAID),
        "board": _BOARD,
    },
    required=("taps",),
    title="Taps",
)
