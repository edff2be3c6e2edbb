"""What `sushiscore.server` serves."""

import os

from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from sushiscore.body_limit import Application, limit_body
from sushiscore.data import missing_key
from sushiscore.hosts import refuse_bad_hosts

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")


def _everything() -> Application:
    if reason := missing_key():
        raise ImproperlyConfigured(reason)
    pages = limit_body(get_asgi_application())
    # Models can be imported once Django is set up, as it is from here on.
    from referee.live.endpoint import beside, the_endpoint
    from sushiscore.proxies import believe_proxies

    return believe_proxies(refuse_bad_hosts(beside(pages, the_endpoint())))


application = _everything()
