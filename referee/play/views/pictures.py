"""The picture of a result, and how all pictures are sent."""

from collections.abc import Callable
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import override
from django.views.decorators.http import require_safe

from ...access.games import get_visit_or_404
from ...access.request import HttpRequest
from ...access.throttle import Throttle, address_of
from ...drawing.picture import Picture, as_png, as_svg
from ..pages.picture import result_picture
from ..services.game_state import read_game_state

DRAWN = Throttle("pictures", most=60, seconds=60)
"""A drawing takes as long as some pages together, and holds up all others meanwhile."""


@require_safe
def result(request: HttpRequest, game_id: UUID, language: str) -> HttpResponseBase:
    """Draw the result of a game that is over."""
    game = get_visit_or_404(request, game_id).game
    return picture_answer(request, language, lambda: result_picture(read_game_state(game)))


def picture_answer(
    request: HttpRequest, language: str, picture: Callable[[], Picture | None]
) -> HttpResponseBase:
    """A picture in one of the languages; 304 for who has it. What was drawn is kept for a while.

    Args:
        picture: makes it in the language in use; None where there is nothing to show yet.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        shown = picture()
        if shown is None:
            raise Http404
        svg = as_svg(shown)
    etag = quote_etag(sha256(svg.encode()).hexdigest())
    if same := get_conditional_response(request, etag):
        return same
    png = caches["pictures"].get(etag)
    if png is None:
        if seconds := DRAWN.wait_or_count(address_of(request)):
            return HttpResponse(status=429, headers={"Retry-After": str(seconds)})
        png = as_png(svg)
        caches["pictures"].set(etag, png)
    headers = {
        "Cache-Control": "private, no-cache",
        "ETag": etag,
        "X-Robots-Tag": "noindex, nofollow",
    }
    return HttpResponse(png, "image/png", headers=headers)
