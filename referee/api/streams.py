"""Who may follow a game or a club live; then :mod:`referee.live` takes over."""

from typing import Any
from uuid import UUID

from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.access.clubs import club_stream_token, club_visit
from referee.access.games import STREAM, get_visit_or_404, stream_token
from referee.access.keys import key_of

from . import schema
from .keys import KeyOrPhone
from .operations import reading

EVENTS = "text/event-stream"
EVENT: schema.Schema = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string", "enum": ["version", "alive"]},
        "data": {"type": "string"},
        "retry": {"type": "integer"},
    },
    "required": ["event"],
}


class EventStream(BaseRenderer):
    """Server-sent events."""

    media_type = EVENTS
    format = "events"

    def render(self, data: Any, *_args: Any, **_kwargs: Any) -> bytes:
        return str(data).encode()


def following(what: str, operation: str, version_of: str) -> Any:
    """Describe a stream."""
    return reading(
        what,
        operation,
        EVENT,
        description=f"Server-sent events that do not end. Each `version` event holds the number of "
        f"the {version_of}, which grows with every change: the present one at once, then each "
        "change. Behind it may stand since which number only some tableaus have changed, and each "
        "as round-seat:number. An `alive` event comes every 20 seconds. Ask for what has changed "
        "by the other operations. A stream ends when its key is revoked.",
        said="Events, each of which is as described here.",
        refused={
            406: "Another answer than text/event-stream was asked for.",
            429: "The key has too many streams open.",
            503: "The server has too many streams open, or is ending.",
        },
    )


class Streaming(APIView):
    """An answer that goes on for as long as somebody listens. Where nothing streams, as in
    ``runserver``, it ends after the first event; who follows then asks again each second."""

    permission_classes = [KeyOrPhone]
    renderer_classes = [EventStream]

    def opened(self, request: Request, version: int, phones_token: str) -> Response:
        """Let the request in, by its key or with the phone's token."""
        key = key_of(request)
        getattr(request._request, "scope", {})[STREAM] = key.pk if key else phones_token
        return Response(f"retry: 1000\nid: {version}\nevent: version\ndata: {version}\n\n")


class GameStreamView(Streaming):
    """Tells of a game's changes to everybody at its table."""

    @following("Follow a game live", "game_stream", "game")
    def get(self, request: Request, game_id: UUID) -> Response:
        visit = get_visit_or_404(request, game_id)
        token = "" if key_of(request) else stream_token(visit)
        return self.opened(request, visit.game.version, token)


class ClubStreamView(Streaming):
    """Tells of a club's evenings to whoever runs it."""

    @following("Follow the evenings of a club live", "club_stream", "club")
    def get(self, request: Request, club_id: UUID) -> Response:
        visit = club_visit(request, club_id)
        token = club_stream_token(club_id, visit.phone)
        return self.opened(request, visit.club.version, token)
