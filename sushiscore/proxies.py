"""Trusts the headers of the proxies in SUSHISCORE_PROXIES."""

import ipaddress
import logging
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from referee.hosting.body_limit import Application, Receive, Send

_PEER = "sushiscore.peer"
_NOT_NAMED = gettext_noop(
    "This request came from %(peer)s, which SUSHISCORE_PROXIES does not name, so what it says of"
    " https does not count. Whoever runs SushiScore here names it there and starts it again."
)
_PLAIN = gettext_noop(
    "This request came by plain http from %(peer)s, and SushiScore is to be opened by https here."
    " If that is its proxy, SUSHISCORE_PROXIES must name it, and it must send X-Forwarded-Proto."
)
_SILENT = gettext_noop(
    "The proxy at %(peer)s does not say whether this request came by https. Whoever runs it has it"
    " send X-Forwarded-Proto."
)
_SAYS_HTTP = gettext_noop(
    "The proxy at %(peer)s says that this request came by plain http (X-Forwarded-Proto:"
    " %(proto)s). Open SushiScore by https."
)

_log = logging.getLogger(__name__)


def is_named(address: str) -> bool:
    """Return whether SUSHISCORE_PROXIES names the address."""
    try:
        peer = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(peer in ipaddress.ip_network(network) for network in settings.PROXIES)


def believe_proxies(application: Application) -> Application:
    """Wrap an application so that trusted proxies tell it the client's address and scheme."""
    # The ignore: uvicorn's type of an application is narrower than ASGI's.
    believing: Any = ProxyHeadersMiddleware(application, settings.PROXIES)  # type: ignore[arg-type]

    async def with_peer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        scope[_PEER] = (scope.get("client") or ("",))[0]
        await believing(scope, receive, send)

    return with_peer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse an untrusted form and explain it; the usual reason is a misconfigured proxy."""
    proto = request.headers.get("X-Forwarded-Proto", "")
    context = {}
    if not request.is_secure() and (settings.HTTPS or proto == "https"):
        peer = getattr(request, "scope", {}).get(_PEER) or request.META.get("REMOTE_ADDR", "")
        if is_named(peer):
            text = _SAYS_HTTP if proto else _SILENT
        else:
            is_passed_on = proto or "X-Forwarded-For" in request.headers
            text = _NOT_NAMED if is_passed_on else _PLAIN
        facts = {"peer": peer, "proto": proto[:20]}
        _log.warning(text, facts)
        context["fault"] = gettext(text) % facts
    return render(request, "403_csrf.html", context, status=403)
