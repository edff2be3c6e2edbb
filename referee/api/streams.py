"""Who may follow a game or a club live; then :mod:`referee.live` takes over."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from referee.access.clubs import club_stream_token, club_visit
from referee.access.games import STREAM, get_visit_or_404, stream_token
from referee.access.keys import key_of

from .base.views import OfClubs
from .schema import Schema

EVENTS = "text/event-stream"
EVENT: Schema = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string", "enum": ["version", "alive"]},
        "data": {"type": "string"},
        "retry": {"type": "integer"},
    },
    "required": ["event"],
}
FOLLOWED = OpenApiResponse(EVENT, "Events, each of which is as described here.")


class EventStream(BaseRenderer):
    """Server-sent events."""

    media_type = EVENTS
    format = "events"

    def render(self, data: Any, *_args: Any, **_kwargs: Any) -> bytes:
        return str(data).encode()


class Streaming(OfClubs):
    """An answer that goes on for as long as somebody listens. Where nothing streams, as in
    ``runserver``, it ends after the first event; who follows then asks again each second."""

    pagination_class = None
    renderer_classes = [EventStream]
    more_refusals = (503,)
    dispatch = GenericViewSet.dispatch  # no ETag is that of a stream

    def opened(self, version: int, phones_token: str) -> Response:
        """Let the request in, by its key or with the phone's token."""
        key = key_of(self.request)
        getattr(self.request._request, "scope", {})[STREAM] = key.pk if key else phones_token
        return Response(f"retry: 1000\nid: {version}\nevent: version\ndata: {version}\n\n")


class GameStreamView(Streaming):
    """Tells of a game's changes to everybody at its table."""

    @extend_schema(responses={(200, EVENTS): FOLLOWED})
    def stream(self, request: Request, game_id: UUID) -> Response:
        """Follow a game live

        Server-sent events that do not end. Each `version` event holds the number of the game, which
        grows with every change: the present one at once, then each change. Behind it may stand
        since which number only some tableaus have changed, and each as round-seat:number. An
        `alive` event comes every 20 seconds. Ask for what has changed by the other operations. A
        stream ends when its key is revoked.
        """
        visit = get_visit_or_404(request, game_id)
        token = "" if key_of(request) else stream_token(visit)
        return self.opened(visit.game.version, token)


class ClubStreamView(Streaming):
    """Tells of a club's evenings to whoever runs it."""

    @extend_schema(responses={(200, EVENTS): FOLLOWED})
    def stream(self, request: Request, club_id: UUID) -> Response:
        """Follow the evenings of a club live

        As a game is followed: its number grows when a game has begun, ended, been opened again or
        deleted, and when results have changed.
        """
        visit = club_visit(request, club_id)
        token = club_stream_token(club_id, visit.phone)
        return self.opened(visit.club.version, token)
