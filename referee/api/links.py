"""Links that work for everybody who has them, made once and withdrawn for good."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.clubs import club_visit, night_run, owner_visit
from referee.access.games import club_host_visit, get_visit_or_404
from referee.club.services.helping import invitation_of, invite, withdraw_invitation
from referee.club.services.sharing import (
    calendar_of,
    close_calendar,
    close_link,
    link_of,
    open_calendar,
    open_link,
)
from referee.disputes.services.case_files import case_file_of, close_case_file, open_case_file
from referee.models import Key

from ..hosting.network import reachable_address
from .base.views import OfClubs


class LinkSerializer(serializers.Serializer[Any]):
    """A link that works for everybody who has it."""

    link = serializers.URLField()


def link_to(what: str) -> Any:
    """Describe a link."""
    return extend_schema_view(
        retrieve=extend_schema(summary=f"Get the link to {what}"),
        update=extend_schema(summary=f"Make the link to {what}", request=None),
        destroy=extend_schema(summary=f"Withdraw the link to {what}"),
    )


class LinkViewSet(OfClubs, ABC):
    """A link to a page."""

    serializer_class = LinkSerializer
    read_scope = Key.Scope.MANAGE  # the link outlives a key that only reads
    may_change = True
    page = "shared"
    find: Callable[..., Any] = staticmethod(link_of)
    open: Callable[..., object] = staticmethod(open_link)
    close: Callable[..., object] = staticmethod(close_link)

    @abstractmethod
    def shared(self) -> tuple[Any, ...]:
        """What the link is to, if who asks may do that."""

    def retrieve(self, request: Request, **_ids: UUID) -> Response:
        link = self.find(*self.shared())
        if link is None:
            raise Http404
        path = reverse(self.page, args=[link.pk])
        address = f"{reachable_address(request._request)}{path}"
        return Response(self.get_serializer({"link": address}).data)

    def update(self, request: Request, **ids: UUID) -> Response:
        self.open(*self.shared())
        return self.retrieve(request, **ids)

    def destroy(self, request: Request, **_ids: UUID) -> Response:
        self.close(*self.shared())
        return Response(status=status.HTTP_204_NO_CONTENT)


@link_to("a club's standings")
class ClubLinkViewSet(LinkViewSet):
    """The link to a club's standings."""

    def shared(self) -> tuple[Any, ...]:
        return (club_visit(self.request, self.kwargs["club_id"]).club,)


@link_to("a night's standings")
class NightLinkViewSet(LinkViewSet):
    """The link to a night's standings."""

    def shared(self) -> tuple[Any, ...]:
        night = night_run(self.request, self.kwargs["night_id"])
        return night.club, night


@link_to("the calendar of a club's nights")
class CalendarViewSet(ClubLinkViewSet):
    """The link under which calendars follow a club's nights."""

    page = "calendar"
    find = staticmethod(calendar_of)
    open = staticmethod(open_calendar)
    close = staticmethod(close_calendar)


@link_to("an invitation to help to run a club")
class InvitationViewSet(LinkViewSet):
    """The link by which one account becomes a helper, once; owners alone make it."""

    page = "invited"
    find = staticmethod(invitation_of)
    open = staticmethod(invite)
    close = staticmethod(withdraw_invitation)

    def shared(self) -> tuple[Any, ...]:
        return (owner_visit(self.request, self.kwargs["club_id"]).club,)


@link_to("the case file of a game")
class CaseViewSet(LinkViewSet):
    """The link to a whole game, for everybody at its table; the host makes it."""

    page = "case-file"
    find = staticmethod(case_file_of)
    open = staticmethod(open_case_file)
    close = staticmethod(close_case_file)

    def shared(self) -> tuple[Any, ...]:
        visit_of = get_visit_or_404 if self.request.method in SAFE_METHODS else club_host_visit
        return (visit_of(self.request, self.kwargs["game_id"]).game.pk,)
