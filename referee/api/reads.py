"""What is only looked at."""

from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_headers
from rest_framework.views import APIView


@method_decorator(
    [
        conditional_page,
        cache_control(private=True, no_cache=True),
        vary_on_headers("Authorization", "Cookie", "Accept-Language"),
    ],
    name="dispatch",
)
class Read(APIView):
    """An answer with an ETag: whoever names it in If-None-Match gets 304 while it is the same."""
