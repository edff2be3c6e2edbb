"""Requests to the whole of SushiScore, as a server hands them on."""

import asyncio
from collections.abc import Sequence

from sushiscore.asgi import application


class Answer:
    """What is answered to a request."""

    def __init__(
        self,
        path: str,
        hosts: Sequence[bytes] = (b"127.0.0.1",),
        *,
        client: str = "192.0.2.7",
        **headers: str,
    ) -> None:
        self.body = b""
        self.statuses: list[int] = []
        waiting = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive():
            if not waiting:
                await asyncio.Event().wait()  # nobody goes before the answer
            return waiting.pop()

        async def send(event):
            if event["type"] == "http.response.start":
                self.statuses.append(event["status"])
                self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
            self.body += event.get("body", b"")

        given = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [*((b"host", host) for host in hosts), *given],
            "server": ("127.0.0.1", 8000),
            "client": (client, 1),
            "scheme": "http",
            "http_version": "1.1",
        }
        asyncio.run(application(scope, receive, send))

    @property
    def status(self) -> int:
        (status,) = self.statuses
        return status

    @property
    def text(self) -> str:
        return self.body.decode()
