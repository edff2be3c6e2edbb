"""Taps from a phone's outbox: read, stored, and acknowledged by their ids."""

import re
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

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
from referee.rules.problems.validation import MAX_NUMBER, text
from referee.rules.rulesets import ROUNDS

from ..hosting.metrics import UNDER_WAY
from .base.keys import WithinScope
from .base.limits import Limit
from .base.strict import Id, Several, StrictSerializer, Whole, read_by, refuse
from .base.views import Operations

MANY = 4
"""Requests of a process at once. With more, the answer to taps leaves the board out where it may:
to draw it takes as long as all the rest, and others wait for it."""
SEEN_AT_ONCE = ("add:", "copy:", "take:")
"""What a page counts by itself, without a board."""

_UNREADABLE = "[^!-~]"
"""What stands in no ``do``: anything but the visible signs of ASCII."""


@extend_schema_field(
    {
        "type": "string",
        "minLength": 1,
        "maxLength": MAX_CHARACTERS,
        "not": {"pattern": _UNREADABLE},
    }
)
class ActionField(serializers.Field[str, str, str, Any]):
    """What a tap does."""

    def to_internal_value(self, data: Any) -> str:
        read_by(text, data)
        if not 1 <= len(data) <= MAX_CHARACTERS or re.search(_UNREADABLE, data):
            refuse("not-an-action", data, wanted=str(MAX_CHARACTERS))
        return data


class TapSerializer(StrictSerializer):
    """One tap on a tableau."""

    id = Id(help_text="Made by the phone, for this tap alone.")
    round = Whole(min_value=1, max_value=ROUNDS)
    seat = Whole(min_value=1, max_value=MAX_PLACE)
    do = ActionField(help_text="add:maki-3, take:<entry>, undo: …")


class BoardSerializer(StrictSerializer):
    """Which tableau's page is shown."""

    round = Whole(min_value=1, max_value=ROUNDS)
    seat = Whole(min_value=1, max_value=MAX_PLACE)
    heard = Whole(min_value=0, max_value=MAX_NUMBER, help_text="What others did later is told.")


class TapsSerializer(StrictSerializer):
    """Taps, in the order in which they were made; unsaid and board are SushiScore's own pages' and
    may change."""

    taps = Several(child=TapSerializer(), min_length=1, max_length=MAX_TAPS)
    unsaid = Several(
        child=Id(),
        min_length=0,
        max_length=MAX_TAPS,
        required=False,
        help_text="Asks for words: the ids of taps that were taken before, to be summed up too.",
    )
    board = BoardSerializer(
        required=False, help_text="Asks for the part of that tableau's page that changes."
    )


class RefusedTapSerializer(serializers.Serializer[Any]):
    """A tap that was not stored, and why."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    message = serializers.CharField()


class ReceiptSerializer(serializers.Serializer[Any]):
    """What became of each tap."""

    version = serializers.IntegerField(help_text="The game's event number now.")
    taken = serializers.ListField(child=serializers.UUIDField(), help_text="Stored, now or before.")
    late = serializers.ListField(
        child=serializers.UUIDField(),
        help_text="Kept aside: their round was confirmed. The host decides.",
    )
    refused = RefusedTapSerializer(many=True)
    told = serializers.CharField(
        help_text="What the taps have done, to be read aloud; for who sent unsaid."
    )
    board = serializers.CharField(
        help_text="The part of that tableau's page that changes; HTML. Empty while many phones tap "
        "at once: fetch it a second later."
    )

    sometimes = ("told", "board")


_TAPS = TapsSerializer()
"""Made once: to make it takes ten times as long as to read a tap with it."""


class TapsLimit(Limit):
    """Allows a key more than anybody taps. Phones are not counted: their taps are to cost little,
    and no tableau takes more than it can hold."""

    name = "taps"
    most = 1200

    def allow_request(self, request: Request, view: object) -> bool:
        return request.auth is None or super().allow_request(request, view)


class TapViewSet(Operations):
    """The taps of a phone at a table, known by its cookie, or of a program with a key."""

    serializer_class = TapsSerializer
    permission_classes = [WithinScope]
    throttle_classes = [TapsLimit]
    scope = Key.Scope.ENTER

    @extend_schema(responses={200: ReceiptSerializer})
    def create(self, request: Request, game_id: UUID) -> Response:
        """Enter taps.

        Stores taps in their order, keeps them aside, or refuses them, each by itself. A tap that
        was sent before counts once.
        """
        visit = quick_visit_or_404(request, game_id)
        sent = request.data.get("taps") if isinstance(request.data, dict) else None
        if isinstance(sent, list) and len(sent) > MAX_TAPS:
            raise Refused("too-many-taps", taps=MAX_TAPS)
        values = _TAPS.run_validation(request.data)
        taps = [SentTap(**tap) for tap in values["taps"]]
        unsaid, board = values.get("unsaid"), values.get("board")
        before = shown_state(visit.game)
        receipt = take_taps(game_id, visit.sender, taps, before)
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
            words = taps_announcement(table, visit.phone, {*receipt.taken, *unsaid})
            if any(tap.do.startswith("ready") and tap.id in receipt.taken for tap in taps):
                tell(request._request, words)  # the phone goes on: it is heard there
                words = ""
            document["told"] = words
        if board and (seat := table.seat(board["round"], board["seat"])):
            # Where nobody else has changed these cards since, there is nothing to tell.
            was = before.seat(board["round"], board["seat"])
            is_heard = is_known and was is not None and was.laid.version <= board["heard"]
            since = receipt.version if is_heard else board["heard"]
            may_wait = all(
                tap.id in receipt.taken and tap.do.startswith(SEEN_AT_ONCE) for tap in taps
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
