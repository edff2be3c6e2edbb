"""Streams and webhooks of a server process as `make run` starts it, and their end."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from uuid import uuid4

import pytest

from scripts.server import lasting_port
from tests.club.receiving import receiving
from tests.live.serving import PATIENCE, PREPARE, Phone, until

ROOT = Path(__file__).resolve().parents[2]
# What a process leaves that ends before anything is sent.
LEFT = f"""{PREPARE}
import sys
from referee.club.services.webhooks import make_webhook
from referee.play.services.confirming import confirm_round
for address in sys.argv[1:]:
    make_webhook(game.night.club, uuid.uuid4(), address, ["round.confirmed"])
confirm_round(game.pk, 1, seen_version=0)
"""


def python(*what, data, port):
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "DJANGO_SETTINGS_MODULE": "sushiscore.settings",
        "SUSHISCORE_DATA": str(data),
        "SUSHISCORE_SECRET_KEY": "k" * 50,  # which else the server makes at its first start
        "PORT": str(port),
        "SUSHISCORE_WEBHOOKS_PRIVATE": "1",
    }
    return subprocess.Popen(
        [sys.executable, *what], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )


def send_a_tap(port, game, cookie):
    tap = {"id": str(uuid4()), "round": 2, "seat": 1, "do": "add:tempura"}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/games/{game}/taps/",
        json.dumps({"taps": [tap]}).encode(),
        {"Content-Type": "application/json", "Cookie": f"phone={cookie}"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310  # our own
        assert json.load(answer)["taken"] == [tap["id"]]


@pytest.mark.slow
def test_what_another_process_left_is_sent_taps_are_told_and_ctrl_c_ends_all_at_once(tmp_path):
    port = lasting_port()
    with receiving() as receiver, receiving() as mute:
        mute.answer = None
        addresses = receiver.address, mute.address
        with python("-c", LEFT, *addresses, data=tmp_path, port=port) as left:
            game, stream, cookie = json.loads(left.communicate(timeout=PATIENCE)[0])
        assert left.returncode == 0
        with python("-m", "sushiscore", data=tmp_path, port=port) as server:
            try:
                while "Ctrl-C" not in (line := server.stdout.readline()):
                    assert line, "the server did not start"
                until(lambda: receiver.came and mute.came)
                with Phone(port, stream) as phone, Phone(port, stream) as other:
                    assert (phone.version(), other.version()) == (1, 1)
                    send_a_tap(port, game, cookie)
                    assert (phone.version(), other.version()) == (2, 2)
                    server.send_signal(signal.SIGINT)
                    assert (phone.version(), other.version()) == (None, None)
                    printed, _ = server.communicate(timeout=PATIENCE)
            finally:
                server.kill()
    assert server.returncode == 0
    assert "Traceback" not in printed
    assert "Cancel" not in printed, "the server waits three seconds for streams, then cancels them"
    ((_head, body),) = receiver.came
    assert json.loads(body)["type"] == "round.confirmed"
