"""Adds the headers for caching and the content security policy."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

_USED = ("clipboard-write", "screen-wake-lock")
_UNUSED = (
    "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture",
    "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid",
    "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment",
    "picture-in-picture", "publickey-credentials-create", "publickey-credentials-get", "serial",
    "storage-access", "usb", "window-management", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(
    [f"{feature}=(self)" for feature in _USED] + [f"{feature}=()" for feature in _UNUSED]
)
"""Dictation is the keyboard's, codes are read outside the browser: the pages need no microphone or
camera."""


def add_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware.

    Most pages name people, so nothing is kept by a browser or a proxy unless its view says
    otherwise, as static files do. The service worker keeps pages of the phone itself.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response

    return respond
