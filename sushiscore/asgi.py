"""What a server serves: `uvicorn sushiscore.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

from sushiscore.body_limit import limit_body

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")

application = limit_body(get_asgi_application())
