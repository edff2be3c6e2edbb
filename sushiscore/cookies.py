"""Cookies over https are named ``__Host-…``, so that no neighbouring site can set them."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import MiddlewareNotUsed
from django.core.signing import BadSignature, get_cookie_signer
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin


class Messages(CookieStorage):
    """Messages to the next page, in a cookie named as the settings say."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.cookie_name = settings.MESSAGES_COOKIE_NAME


class RenameCookies(MiddlewareMixin):
    """Takes over the phone and its language from cookies of before they had the prefix; the old
    names go from the browser.

    What is signed for the new name is no good under the old one: nobody who comes today can have a
    neighbouring site set their own phone in another browser.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.prefix = settings.COOKIE_PREFIX
        if not self.prefix:
            raise MiddlewareNotUsed
        self.kept = (settings.PHONE_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME)
        self.all = (*self.kept, settings.CSRF_COOKIE_NAME, settings.MESSAGES_COOKIE_NAME)
        super().__init__(get_response)

    def process_request(self, request: HttpRequest) -> None:
        """Lets the page read an old cookie under its new name."""
        for name in self.kept:
            old = request.COOKIES.get(name.removeprefix(self.prefix))
            if old and name == settings.PHONE_COOKIE_NAME:
                old = self._signed_anew(old)
            if old:
                request.COOKIES.setdefault(name, old)

    def _signed_anew(self, old: str) -> str:
        """An old cookie's phone, signed for the new name as Django does; "" for a forged one."""
        old_salt, salt = (f"{name}phone" for name in ("phone", settings.PHONE_COOKIE_NAME))
        try:
            return get_cookie_signer(salt=salt).sign(get_cookie_signer(salt=old_salt).unsign(old))
        except BadSignature:
            return ""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Gives the browser the new cookie, unless the page has given it one, and takes the old."""
        for name in self.all:
            old = name.removeprefix(self.prefix)
            if old not in request.COOKIES:
                continue
            response.delete_cookie(old, samesite="Lax")
            if name in self.kept and name in request.COOKIES and name not in response.cookies:
                response.set_cookie(
                    name,
                    request.COOKIES[name],
                    max_age=settings.LANGUAGE_COOKIE_AGE,
                    secure=True,
                    httponly=True,
                    samesite="Lax",
                )
        return response
