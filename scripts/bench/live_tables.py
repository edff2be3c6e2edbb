"""The tables that `make bench-live` plays at. Needs Django to be set up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from scripts.bench.live_phones import request_for

SEATS, ROUNDS = 5, 3
FACES = (
    "tempura", "sashimi", "dumpling", "maki-2", "wasabi", "squid-nigiri", "egg-nigiri", "pudding",
    "chopsticks", "maki-3",
)  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A game with its host's cookie, and the addresses of its phones' streams."""

    game: UUID
    cookie: str
    streams: Sequence[str]

    def tap(self, round_number: int, seat: int, face: str) -> bytes:
        """A request with one new tap."""
        one = {"id": str(uuid4()), "round": round_number, "seat": seat, "do": f"add:{face}"}
        return request_for(f"/api/v1/games/{self.game}/taps/", {"taps": [one]}, self.cookie)


def set_tables(number_of_tables: int) -> list[Table]:
    """Games of five, each with a phone at every seat."""
    from django.core.signing import get_cookie_signer
    from django.db import connection, transaction

    from referee.access.games import stream_token, visit_of
    from referee.play.services.games import Setup, start_game
    from referee.play.services.joining import join
    from referee.play.views.responses import live_path

    sign = get_cookie_signer(salt="phonephone").sign
    tables = []
    with transaction.atomic():
        for number in range(number_of_tables):
            host = f"host-{number}"
            game = start_game(host, uuid4(), Setup("sushi-go", ("Ana", "Ben", "Cem", "Dan", "Eve")))
            streams = []
            for place in range(1, SEATS + 1):
                phone = host if place == 1 else f"phone-{number}-{place}"
                join(game.pk, phone, place)
                if visit := visit_of(phone, game.pk):
                    streams.append(f"{live_path(game.pk)}?token={stream_token(visit)}")
            tables.append(Table(game.pk, sign(host), streams))
    connection.close()
    return tables


def taps_on(tables: Sequence[Table]) -> Iterator[bytes]:
    """Taps as at many tables at once: every tableau gets ten cards, and no more."""
    for turn, face in enumerate(FACES * ROUNDS):
        for table in tables:
            for seat in range(1, SEATS + 1):
                yield table.tap(1 + turn // len(FACES), seat, face)
