"""The request as views get it."""

from django import http
from django_htmx.middleware import HtmxDetails


class HttpRequest(http.HttpRequest):
    """Django's, with what django-htmx's middleware has read: true where a part is asked for."""

    htmx: HtmxDetails
