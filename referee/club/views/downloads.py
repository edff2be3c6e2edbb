"""Streams downloads while they are made."""

from collections.abc import AsyncIterator, Iterable, Iterator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.utils.text import slugify

PIECE = 64 * 1024
"""Characters that are sent at once, or a few more."""


class Download(StreamingHttpResponse):
    """A download that is made piece by piece.

    Django would gather a synchronous file in memory before an asynchronous server sends it; here
    each piece is asked for when the one before has gone.
    """

    def __init__(self, pieces: Iterable[str], name: str, content_type: str) -> None:
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Robots-Tag": "noindex, nofollow",
        }
        super().__init__(_joined(pieces), content_type=content_type, headers=headers)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = iter(self)

        def next_piece() -> bytes | None:
            return next(pieces, None)

        while (piece := await sync_to_async(next_piece)()) is not None:
            yield piece


def _joined(pieces: Iterable[str]) -> Iterator[bytes]:
    """Join small pieces of text into larger ones."""
    gathered: list[str] = []
    length = 0
    for piece in pieces:
        gathered.append(piece)
        length += len(piece)
        if length >= PIECE:
            yield "".join(gathered).encode()
            gathered, length = [], 0
    yield "".join(gathered).encode()


def file_name(club_name: str, what: str) -> str:
    """Return an ASCII name for a club's file, such as ``friday-club-games.csv``."""
    return f"{slugify(club_name)[:40] or 'sushiscore'}-{what}"
