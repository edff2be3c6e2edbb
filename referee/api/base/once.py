"""``Idempotency-Key``: a POST that creates is done once, however often it is sent."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import sender_of
from referee.club.services.kept_answers import begin, give_up, keep

_NAME = "Idempotency-Key"
_VISIBLE = r"^[!-~]{1,100}$"
HEADER = OpenApiParameter(
    _NAME,
    {"type": "string", "pattern": _VISIBLE},
    OpenApiParameter.HEADER,
    description="Names this request for a day. Sent again with the same name it creates nothing "
    "more, and gets the same answer.",
)
Post = Callable[..., Response]


def once(post: Post) -> Post:
    """Let a view's POST take an ``Idempotency-Key``. What refuses is not kept: it created nothing.

    The view finds in ``new_id`` an id for what it creates: the same one where the request was cut
    off and comes again. What its ``shown_once`` names stands in the first answer alone, and is not
    kept.
    """

    @wraps(post)
    def done_once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        name = request.headers.get(_NAME)
        if name is None:
            view.new_id = uuid4()
            return post(view, request, *args, **kwargs)
        if not re.fullmatch(_VISIBLE, name):
            wrong = _("This must be 1 to 100 visible characters of ASCII.")
            raise ValidationError({_NAME: [ErrorDetail(wrong, "not-a-key")]})
        kept = begin(sender_of(request), name, _digest(view, request))
        if kept.status is not None:
            headers = {"Location": kept.location} if kept.location else None
            return Response(json.loads(kept.body or "null"), kept.status, headers=headers)
        view.new_id = kept.pk
        try:
            answer = post(view, request, *args, **kwargs)
        except BaseException:
            give_up(kept)
            raise
        secret = getattr(view, "shown_once", ())
        stays = {name: it for name, it in answer.data.items() if name not in secret}
        body = JSONRenderer().render(stays).decode()
        keep(kept, answer.status_code, body, answer.headers.get("Location", ""))
        return answer

    done_once.is_once = True  # type: ignore[attr-defined]  # for the description
    return done_once


def _digest(view: Any, request: Request) -> str:
    """Return a hash by which one request is known from another. A view that takes files has their
    ``pieces``."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    for piece in view.pieces(request) if hasattr(view, "pieces") else [request.body]:
        digest.update(piece)
    return digest.hexdigest()
