"""What the interface's viewsets have in common."""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as RowError
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
    set_response_etag,
)
from django.utils.translation import gettext as _
from django_filters.utils import translate_validation
from rest_framework import mixins, status
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    ValidationError,
)
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.settings import api_settings
from rest_framework.viewsets import GenericViewSet

from referee.access.clubs import clubs_run
from referee.access.games import Visit, check_round, get_visit_or_404, host_visit
from referee.access.keys import key_of
from referee.models import Club, Game, Key
from referee.play.services.game_state import GameState, read_game_state
from referee.rules import Fault, Problem, SheetFaults
from referee.wording import fault_place, fault_text, problem_message

from .errors import not_there
from .keys import KeyOrPhone, refuse_below
from .once import once
from .pages import OnePage, Pages
from .parsers import JSONParser
from .strict import Id, unknown


class CannotBeError(APIException):
    """What can be read and cannot be done: every reason with its place; problems are those of the
    score sheet that stands ``at`` a field."""

    status_code = status.HTTP_409_CONFLICT

    def __init__(self, reasons: Iterable[Fault | Problem], at: str = "") -> None:
        by_path: dict[str, list[ErrorDetail]] = {}
        for reason in reasons:
            if isinstance(reason, Fault):
                path, message = reason.place, fault_text(reason)
            else:
                path = ".".join(filter(None, (at, reason.path)))
                message = problem_message(reason)
            path = fault_place(Fault(path, ""))
            by_path.setdefault(path, []).append(ErrorDetail(message, reason.code))
        super().__init__(by_path)


class ChangedMeanwhileError(APIException):
    """What ``If-Match`` names is not what is there now."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "changed-meanwhile"

    def __init__(self) -> None:
        super().__init__({"If-Match": [ErrorDetail(_("It has changed since."), self.default_code)]})


class Negotiation(DefaultContentNegotiation):
    """Chooses the format of an answer."""

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        """Raises NotFound with its path for a format that there is not."""
        try:
            return super().filter_renderers(renderers, format)
        except Http404:
            raise not_there("format") from None


class Operations(GenericViewSet[Any]):
    """Operations on a resource. What is read has an ETag, by which it is read and changed only if
    it is still the same; query parameters that nobody knows are refused.

    Attributes, which an action may set for itself:
        scope, read_scope: what a key must be good for to change, and to read.
        query_class: a serializer of the address's query.
        may_change: the operation is a page's own business; the next version may do without it.
        shown_once: fields of an answer that are not kept for an ``Idempotency-Key``.
        more_refusals: statuses besides those that every such operation may refuse with.
        takes_if_match: a change may be asked for on the condition that what is read is the same.
    """

    lookup_value_converter = "uuid"
    content_negotiation_class = Negotiation
    parser_classes = [JSONParser]
    pagination_class: type[Pages | OnePage] | None = Pages
    scope = Key.Scope.MANAGE
    read_scope = Key.Scope.READ
    query_class: type[Serializer[Any]] | None = None
    may_change = False
    shown_once: tuple[str, ...] = ()
    more_refusals: tuple[int, ...] = ()
    takes_if_match = True
    new_id: UUID
    query: dict[str, Any]
    """What stands in the address, where ``query_class`` reads it."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # On SQLite nobody else writes between what If-Match is compared with and the change.
        is_checked = "HTTP_IF_MATCH" in request.META and request.method not in SAFE_METHODS
        with transaction.atomic() if is_checked and self.takes_if_match else nullcontext():
            response = super().dispatch(request, *args, **kwargs)
        if request.method not in ("GET", "HEAD"):
            return response
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        if response.status_code != status.HTTP_200_OK or not isinstance(response, Response):
            return response
        set_response_etag(response.render())
        conditional = (
            get_conditional_response(request, response["ETag"], None, response) or response
        )
        if conditional.status_code == status.HTTP_412_PRECONDITION_FAILED:
            refused = self.handle_exception(ChangedMeanwhileError())
            return self.finalize_response(self.request, refused).render()
        return conditional

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what the query or ``If-Match`` say wrong, once it is known who asks."""
        super().initial(request, *args, **kwargs)
        if self.action in self.action_map.values():
            self.read_query(request)
        if "HTTP_IF_MATCH" in request.META and request.method not in SAFE_METHODS:
            self.check_unchanged(request)

    def check_unchanged(self, request: Request) -> None:
        """Raise ChangedMeanwhileError unless ``If-Match`` names what this address answers now."""
        read = getattr(self, self.action_map.get("get", ""), None)
        if read is None or request.method == "POST" or not self.takes_if_match:
            message = _("Nothing at this address is compared with an ETag.")
            raise ValidationError({"If-Match": [ErrorDetail(message, "no-etag")]})
        now = self.finalize_response(request, read(request, **self.kwargs)).render()
        set_response_etag(now)
        # An answer that was compressed has a weak ETag, W/"…", of the same content.
        sent = [etag.strip().removeprefix("W/") for etag in request.headers["If-Match"].split(",")]
        if sent != ["*"] and now["ETag"] not in sent:
            raise ChangedMeanwhileError

    def read_query(self, request: Request) -> None:
        """Read the query. Raises ValidationError with every parameter that is none, stands twice,
        or is empty, and what ``query_class`` and the list's filters refuse."""
        known = [api_settings.URL_FORMAT_OVERRIDE, *self.query_names()]
        strange = [name for name in request.query_params if name not in known]
        faults = unknown("unknown-parameter", strange, known)
        for name, values in request.query_params.lists():
            if name in known and (len(values) > 1 or not values[0]):
                fault = Fault("", "missing" if len(values) == 1 else "repeated-name", name)
                faults[name] = [ErrorDetail(fault_text(fault), fault.code)]
        self.query = {}
        if query_class := self.get_query_class():
            context = self.get_serializer_context()
            query = query_class(data=request.query_params, context=context)
            query.is_valid()
            faults = {**dict(query.errors), **faults}
            self.query = dict(query.validated_data)
        filterset_class = getattr(self, "filterset_class", None)
        if self.action == "list" and filterset_class:
            filters = filterset_class(request.query_params, self.get_queryset(), request=request)
            faults = {**translate_validation(filters.errors).detail, **faults}
        if faults:
            raise ValidationError(faults)

    def get_query_class(self) -> type[Serializer[Any]] | None:
        """The serializer of the address's query; a viewset's actions may have others."""
        return self.query_class

    def query_names(self) -> Iterable[str]:
        """The names of the parameters that this operation knows."""
        if query_class := self.get_query_class():
            yield from [*query_class().fields]
        if self.action == "list" and self.pagination_class:
            pages = self.pagination_class()
            yield from (of["name"] for of in pages.get_schema_operation_parameters(self))
        if self.action == "list":
            yield from getattr(getattr(self, "filterset_class", None), "base_filters", ())

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer with the methods of this address, in ``Allow``, and without a body: some renderers
        of answers would write one, and who keeps the connection would lose it."""
        self.request.accepted_renderer = JSONRenderer()
        return Response(status=status.HTTP_204_NO_CONTENT)

    def handle_exception(self, exc: Exception) -> Response:
        """Name the fields that a row refuses as the serializer does."""
        if isinstance(exc, RowError) and hasattr(exc, "error_dict") and self.serializer_class:
            names = {field.source: name for name, field in self.get_serializer().fields.items()}
            exc.error_dict = {names.get(name, name): it for name, it in exc.error_dict.items()}
        return super().handle_exception(exc)

    def get_serializer(self, *args: Any, **options: Any) -> Any:
        """Raises ValidationError where a body is to be read and none was sent."""
        if "data" in options and self.request.stream is None:
            raise ValidationError(_("Send a body as JSON, at least {}."), "missing")
        return super().get_serializer(*args, **options)

    def read(self, body: Any = None, **context: Any) -> dict[str, Any]:
        """Return what was sent, read by the operation's serializer, or this one of several.
        Raises ValidationError with every fault."""
        partial = self.request.method == "PATCH"
        if body:
            self.serializer_class = body
        serializer = self.get_serializer(data=self.request.data, partial=partial)
        serializer.context.update(context)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)


class ClubQuery(Serializer[Any]):
    """Which club."""

    club = Id(required=False, help_text="The id of a club, if you run several.")


class OfClubs(Operations):
    """What belongs to the clubs that the key's account, or the phone, runs."""

    permission_classes = [KeyOrPhone]

    def clubs(self, club_id: UUID | None = None) -> QuerySet[Club]:
        """The clubs that are meant: all that are run, or the one of this id.

        Raises NotFound for an id of another club."""
        clubs = clubs_run(self.request)
        if club_id:
            clubs = clubs.filter(pk=club_id)
            if not clubs.exists():
                raise not_there("club")
        return clubs

    def one_club(self, club_id: UUID | None = None) -> Club:
        """The club that is meant; who runs only one need not name it."""
        clubs = list(self.clubs(club_id)[:2])
        if not clubs:
            raise Http404
        if len(clubs) > 1:
            raise SheetFaults([Fault("club", "missing")])
        return clubs[0]


class GameByAddress(OfClubs):
    """What happens at the table of one game, which the address names."""

    scope = Key.Scope.ENTER

    def host(self, *, corrects: bool = False) -> Visit:
        """The visit of a host, to an existing round where one is named.

        Args:
            corrects: it may change a game that is over, for which a key must be good.
        """
        visit = host_visit(self.request, self.kwargs["game_id"])
        check_round(self.kwargs.get("number", 1))
        if corrects and visit.game.state == Game.State.FINISHED:
            self.take_manage()
        return visit

    def club_host(self, *, corrects: bool = False) -> Visit:
        """The visit of a host that runs the club, as ``host`` returns it."""
        visit = self.host(corrects=corrects)
        if not visit.runs_club:
            raise PermissionDenied
        return visit

    def read_table(self) -> GameState:
        """The game as it stands, for everybody at the table."""
        return read_game_state(get_visit_or_404(self.request, self.kwargs["game_id"]).game)

    def take_manage(self) -> None:
        """Raise PermissionDenied for a key that does not manage."""
        key = key_of(self.request)
        if key:
            refuse_below(key, Key.Scope.MANAGE)


class Create(mixins.CreateModelMixin):
    """Makes a row, once for each ``Idempotency-Key``; ``Location`` says where it is."""

    @once
    def create(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().create(request, *args, **kwargs)

    def get_success_headers(self: Any, data: Any) -> dict[str, str]:
        where = f"{self.request.resolver_match.view_name.rpartition('-')[0]}-detail"
        ids = {**self.kwargs, self.lookup_url_kwarg: data["id"]}
        return {"Location": reverse(where, kwargs=ids)}


class Change:
    """Changes a row by PATCH; what is left out stays."""

    def partial_update(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        serializer = self.get_serializer(self.get_object(), data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        self.perform_update(serializer)
        return Response(self.get_serializer(serializer.instance).data)
