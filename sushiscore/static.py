"""Static files from the checkout itself, without a collecting step, under ASGI and WSGI alike."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """whitenoise, answering with whole files.

    whitenoise streams files through a synchronous iterator, which Django warns of under ASGI and
    reads into memory whole anyway. The project's files are small.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The answer for a file that whitenoise knows: 200, 206, 304, 405 or 416."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
