"""A body that comes piece by piece, as over a network."""

import asyncio

from sushiscore.asgi import application


def upload(size: int, *, path: str = "/club/import/", pause: float = 0) -> tuple[int, bytes, int]:
    """Sends a body of that size to the whole server in pieces of 64 KB: the status, the answer,
    and how much was taken off the wire."""
    piece, left, sent = b"x" * 65_536, size, []

    async def receive():
        nonlocal left
        await asyncio.sleep(pause)
        if not left:
            await asyncio.sleep(60)  # nothing more comes, and nobody has gone
        here = min(left, len(piece))
        left -= here
        return {"type": "http.request", "body": piece[:here], "more_body": left > 0}

    async def answer(event):
        sent.append(event)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [
            (b"host", b"localhost"),
            (b"content-length", str(size).encode()),
            (b"content-type", b"multipart/form-data; boundary=x"),
        ],
    }
    asyncio.run(application(scope, receive, answer))
    body = b"".join(event.get("body", b"") for event in sent[1:])
    return sent[0]["status"], body, size - left
