"""A receiver of webhooks on loopback, which answers as a test wants it to."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from django.utils import timezone

from referee.club.calling import Answer
from referee.club.services import webhooks
from referee.jobs import runner
from referee.jobs.runner import Outcome
from referee.models import Delivery, Job

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass
class Receiver:
    """What has come, each as headers by lower-case name and body; and how it is answered.

    ``answer`` is sent as it is, in ``pieces`` of so many bytes with ``pause`` seconds between; None
    sends nothing until the caller goes.
    """

    port: int
    answer: bytes | None = OK
    pieces: int = 1 << 20
    pause: float = 0.0
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?x=1"

    def take(self, connection: socket.socket) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as lines:
            lines.readline()
            head = {}
            while line := lines.readline().strip().decode():
                name, _colon, value = line.partition(":")
                head[name.lower()] = value.strip()
            self.came.append((head, lines.read(int(head.get("content-length", "0")))))
            if self.answer is None:
                lines.read(1)
                return
            for start in range(0, len(self.answer), self.pieces):
                connection.sendall(self.answer[start : start + self.pieces])
                if self.over.wait(self.pause):
                    return


@contextmanager
def receiving(certificate: Path | None = None) -> Iterator[Receiver]:
    """Receives until the end of the block; over TLS where a file with key and certificate is
    given."""
    listening = socket.create_server(("127.0.0.1", 0))
    receiver = Receiver(listening.getsockname()[1])
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)

    def one(connection: socket.socket) -> None:
        with suppress(OSError):
            if context is not None:
                connection = context.wrap_socket(connection, server_side=True)
            receiver.take(connection)
        connection.close()

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=one, args=[listening.accept()[0]], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield receiver
    finally:
        receiver.over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def take_due(most: int = 9) -> list[Delivery]:
    """Take jobs as a server with room for so many does: what is to be sent for them now."""
    due = []
    for job in runner.take_due([Job(kind="webhook")] * (runner.WORKS["webhook"].at_once - most)):
        delivery = webhooks.next_delivery(UUID(job.about))
        if delivery and delivery.due_at <= timezone.now():
            due.append(delivery)
        else:
            runner.settle(job, Outcome(delivery and delivery.due_at))
    return due


def settle(delivery: Delivery, answer: Answer) -> None:
    """Note an answer as a server does."""
    job = Job.objects.get(kind="webhook", about=str(delivery.webhook_id))
    runner.settle(job, webhooks.settle(delivery, answer))
