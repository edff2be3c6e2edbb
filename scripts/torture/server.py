"""The server that is tortured: killed and started again."""

import http.client
import os
from contextlib import closing
from pathlib import Path

from scripts import server

_KEPT = ("PATH", "HOME", "LANG")


class Server(server.Server):
    """SushiScore as `make run` starts it, on loopback alone, without the environment of whoever
    started the torture."""

    def __init__(self, data: Path) -> None:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        own = {"SUSHISCORE_BIND": "127.0.0.1", "SUSHISCORE_LOG_TO": "stderr"}
        super().__init__(data, {**kept, **own})

    def wait(self) -> None:
        """Wait until the server answers: it listens before it has looked at its database.

        Raises:
            RuntimeError: when it ends before, or answers with an error.
        """
        super().wait()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as asked:
            try:
                asked.request("GET", "/rules/")
                status = asked.getresponse().status
            except (OSError, http.client.HTTPException) as error:
                status = error
        if status != 200:
            raise RuntimeError(f"The server is not ready: {status}.\n{self.log()}")
