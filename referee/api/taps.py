"""Taps from a phone's outbox: read, stored, and acknowledged by their ids."""

import re
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.access.games import quick_visit_or_404
from referee.models import Key
from referee.play.pages.announcements import taps_announcement
from referee.play.services.game_state import shown_state
from referee.play.services.refusals import Refused
from referee.play.services.seating import MAX_PLACE
from referee.play.services.tap_actions import MAX_CHARACTERS
from referee.play.services.taps import MAX_TAPS, SentTap, take_taps
from referee.play.views.entry import tableau_board
from referee.play.views.responses import tell
from referee.rules.problems.validation import (
    MAX_NUMBER,
    Wrong,
    fields,
    list_of,
    number,
    text,
    value,
)
from referee.rules.rulesets import ROUNDS

from ..hosting.metrics import UNDER_WAY
from . import schema, sent
from .keys import WithinScope
from .limits import Limit
from .operations import described

MANY = 4
"""Requests of a process at once. With more, the answer to taps leaves the board out where it may:
to draw it takes as long as all the rest, and others wait for it."""
SEEN_AT_ONCE = ("add:", "copy:", "take:")
"""What a page counts by itself, without a board."""

_UNREADABLE = "[^!-~]"
"""What stands in no ``do``: anything but the visible signs of ASCII."""


def _do(found: object) -> str:
    do = text(found)
    if not 1 <= len(do) <= MAX_CHARACTERS or re.search(_UNREADABLE, do):
        raise Wrong("not-an-action", found, wanted=str(MAX_CHARACTERS))
    return do


_TAP_ID = sent.uuid("Made by the phone, for this tap alone.")
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
        "seat": number(1, MAX_PLACE, description="The place, from 1."),
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
        "seat": number(1, MAX_PLACE, description="The place, from 1."),
        "heard": number(0, MAX_NUMBER, description="What others did later is told."),
    },
    required=("round", "seat", "heard"),
    title="Board",
)
TAPS = fields(
    {
        "taps": list_of(_TAP, 1, MAX_TAPS, description=_ORDER),
        "unsaid": list_of(_TAP_ID, most=MAX_TAPS, description=_UNSAID),
        "board": _BOARD,
    },
    required=("taps",),
    title="Taps",
)


class TapsLimit(Limit):
    """Allows a key more than anybody taps. Phones are not counted: their taps are to cost little,
    and no tableau takes more than it can hold."""

    name = "taps"
    most = 1200

    def allow_request(self, request: Request, view: object) -> bool:
        return request.auth is None or super().allow_request(request, view)


class TapsView(APIView):
    """The taps of a phone at a table, known by its cookie, or of a program with a key."""

    permission_classes = [WithinScope]
    throttle_classes = [TapsLimit]
    scope = Key.Scope.ENTER
    # Strict JSON, nested as it may; no batch that a phone sends is longer than a score sheet.
    parser_classes = [sent.JSONParser]

    @described(
        "Enter taps",
        "taps_enter",
        schema.RECEIPT,
        (400, 404, 415, 503),
        body=TAPS.schema,
        said="What became of each tap.",
        refused={
            403: "The taps come from another site's page, or the key only reads.",
            413: f"More than {MAX_TAPS} taps, or the request is too long.",
        },
        description="Stores taps in their order. A tap that was sent before counts once.",
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Stores each tap, keeps it aside, or refuses it; 404 for who is not at the table."""
        visit = quick_visit_or_404(request, game_id)
        taps = request.data.get("taps") if isinstance(request.data, dict) else None
        if isinstance(taps, list) and len(taps) > MAX_TAPS:
            raise Refused("too-many-taps", taps=MAX_TAPS)
        said = sent.body(request, TAPS)
        asked = [SentTap(**tap) for tap in said["taps"]]
        unsaid, board = said.get("unsaid"), said.get("board")
        before = shown_state(visit.game)
        receipt = take_taps(game_id, visit.sender, asked, before)
        is_known = before.game.version == receipt.before
        document: dict[str, object] = {
            "version": receipt.version,
            "taken": receipt.taken,
            "late": receipt.late,
            "refused": [
                {"id": tap, "code": why.code, "message": why.message}
                for tap, why in receipt.refused.items()
            ],
        }
        if unsaid is not None or board:
            visit.game.version = receipt.version
            table = shown_state(visit.game)
        if unsaid is not None:
            told = taps_announcement(table, visit.phone, {*receipt.taken, *unsaid})
            if any(tap.do.startswith("ready") and tap.id in receipt.taken for tap in asked):
                tell(request._request, told)  # the phone goes on: it is heard there
                told = ""
            document["told"] = told
        if board and (seat := table.seat(board["round"], board["seat"])):
            # Where nobody else has changed these cards since, there is nothing to tell.
            was = before.seat(board["round"], board["seat"])
            is_heard = is_known and was is not None and was.laid.version <= board["heard"]
            since = receipt.version if is_heard else board["heard"]
            may_wait = all(
                tap.id in receipt.taken and tap.do.startswith(SEEN_AT_ONCE) for tap in asked
            )
            document["board"] = (
                ""
                if may_wait and _requests(request) > MANY
                else tableau_board(request._request, visit, table, seat, since)
            )
        return Response(document)


def _requests(request: Request) -> int:
    """How many requests this process has now, with this one; 0 where nobody counts them."""
    return len(getattr(request._request, "scope", {}).get(UNDER_WAY, ()))
