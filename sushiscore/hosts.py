"""Refuses requests without a valid host before anything reads them."""

import re
from typing import Any

from referee.hosting.body_limit import CLOSE, Application, Receive, Send, refuse

_HOST = re.compile(rb"(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{1,5}))?")
_LAST_PORT = 65_535
_REFUSAL = "The Host header of this request names no host, or its target is no path."


def refuse_bad_hosts(application: Application) -> Application:
    """The application, answering 400 to a Host header that can name none, and to a target that is
    no path (``GET http://…``, which is meant for proxies).

    Django looks at the host only where a page asks for it, lets every port pass, and does not see
    the live streams. Which names are this machine's is Django's to say (ALLOWED_HOSTS); a request
    without the header, as HTTP/1.0 allows, names the server itself.
    """

    async def checked(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            hosts = [value for name, value in scope["headers"] if name == b"host"]
            host = _HOST.fullmatch(hosts[0] if hosts else b"localhost")
            is_host = len(hosts) <= 1 and host and int(host[1] or 0) <= _LAST_PORT
            if not (is_host and scope["path"].startswith("/")):
                await refuse(send, 400, _REFUSAL, CLOSE, path=scope["path"])
                return
        await application(scope, receive, send)

    return checked
