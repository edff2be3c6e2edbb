"""Static files from the checkout itself, without a collecting step, under ASGI and WSGI alike."""

import functools
import hashlib
import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

VERSION = "v"
"""The part of an address's query that names the content: ``tokens.css?v=3f2a9c81d0``."""
_LETTERS = 10
_OWN = tuple(f"/{settings.STATIC_URL.strip('/')}/{folder}/" for folder in ("css", "js"))
"""Where our own scripts and style sheets lie."""
_FOR_READERS = re.compile(
    rb"""^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)   # comments on lines of their own
    |(?<=[;{,])[ ]//[ ].*$                       # and behind a statement
    |^[ \t]+                                     # what a line is indented by""",
    re.MULTILINE | re.VERBOSE,
)


@functools.cache
def version_of(name: str) -> str:
    """Return a short digest of a static file, "" for unknown ones; cached."""
    path = finders.find(name)
    if path is None or not Path(path).is_file():
        return ""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:_LETTERS]


class VersionedStaticFiles(StaticFilesStorage):
    """Adds the file's version to its address, so that browsers may cache it for good."""

    def url(self, name: str | None) -> str:
        """The address of a static file; without a version while developing (DEBUG)."""
        address = str(super().url(name))
        version = "" if settings.DEBUG or not name else version_of(name)
        return f"{address}?{VERSION}={version}" if version else address


@functools.lru_cache(maxsize=64)
def for_browsers(source: bytes) -> bytes:
    """One of our own scripts or style sheets without its comments and indents: a third smaller,
    with the lines that it had, so that an error's line is the source's."""
    return _FOR_READERS.sub(lambda found: b"\n" * found[0].count(b"\n"), source)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """whitenoise, answering with whole files that the middleware above may compress. It streams
    files through a synchronous iterator, which Django reads into memory whole under ASGI,
    warning."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer for a file that whitenoise knows: 200, 304 or 405; ranges are ignored, as HTTP
        allows: a part of a file must not be compressed by itself."""
        meta = {name: value for name, value in request.META.items() if name != "HTTP_RANGE"}
        # What was sent compressed has a weak tag, which whitenoise would not know again.
        known = meta.get("HTTP_IF_NONE_MATCH")
        if known is not None:
            meta["HTTP_IF_NONE_MATCH"] = known.removeprefix("W/")
        # The server keeps back the body of an answer to HEAD.
        method = "GET" if request.method == "HEAD" else request.method
        answer = static_file.get_response(method, meta)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
        if request.path_info.startswith(_OWN):
            body = for_browsers(body)
        response = HttpResponse(body, status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        if body:
            response["Content-Length"] = len(body)
        name = request.path_info.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")
        version = request.GET.get(VERSION, "")
        if version and version == version_of(name):
            response["Cache-Control"] = f"max-age={WhiteNoiseMiddleware.FOREVER}, public, immutable"
        return response
