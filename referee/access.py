"""Who may see or do what; the first line of every view.

A phone is known by a random id in a signed cookie. For now a game is its phone's alone.
"""

import secrets
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from .models import Game

_COOKIE = "phone"
_ABOUT_A_YEAR = 400 * 24 * 3600  # in seconds; browsers keep no cookie longer


def phone_of(request: HttpRequest) -> str:
    """The id of the phone that asks, "" for one that has started no game yet."""
    return str(request.get_signed_cookie(_COOKIE, default="", salt="phone"))


def phone_or_new(request: HttpRequest) -> str:
    """The id of the phone that asks, a new one for a phone that has none."""
    return phone_of(request) or secrets.token_urlsafe(24)


def remember_phone(request: HttpRequest, response: HttpResponse, phone: str) -> None:
    """Gives the phone its id to keep."""
    response.set_signed_cookie(
        _COOKIE,
        phone,
        salt="phone",
        max_age=_ABOUT_A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def own_game(request: HttpRequest, game_id: UUID) -> Game:
    """The game of that id, if it is this phone's.

    Raises:
        Http404: for any other, so that nobody learns whether it exists.
    """
    phone = phone_of(request)
    game = Game.objects.filter(pk=game_id, night__club__phone=phone).first() if phone else None
    if game is None:
        raise Http404
    return game
