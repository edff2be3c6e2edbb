"""How many requests a minute are answered: of a key, else of an address. Every answer says what is
left, in the headers of the IETF's draft "RateLimit header fields for HTTP"."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from referee.access.keys import key_of
from referee.access.throttle import Throttle, address_of

SECONDS = 60


class Limit(BaseThrottle):
    """Takes ``most`` requests in a minute, of all operations with this ``name`` together."""

    name = ""
    most = 600
    left = reset = 0

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request; return whether it is one of those that are answered."""
        name = self.name or ("reads" if request.method in SAFE_METHODS else "writes")
        self.policy = f'"{name}";q={self.most};w={SECONDS}'
        left, self.reset = Throttle(f"api-{name}", self.most, SECONDS).take(self.who(request))
        self.state = f'"{name}";r={max(left, 0)};t={self.reset}'
        vars(request._request).setdefault("limits", []).append(self)
        return left >= 0

    def who(self, request: Request) -> str:
        """Whose requests are counted together."""
        key = key_of(request)
        return f"key:{key.pk}" if key else address_of(request)

    def wait(self) -> int:
        return self.reset


def tell_limits(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that writes the headers, also for 304 and refusals."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if limits := getattr(request, "limits", None):
            response.headers["RateLimit-Policy"] = ", ".join(limit.policy for limit in limits)
            response.headers["RateLimit"] = ", ".join(limit.state for limit in limits)
        return response

    return respond
