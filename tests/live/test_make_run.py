"""Streams of a server process as `make run` starts it: across processes, and at its end."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from uuid import uuid4

from scripts.server import lasting_port
from tests.club.receiving import receiving
from tests.live.serving import PATIENCE, PREPARE, Phone, until

ROOT = Path(__file__).resolve().parents[2]


def python(*what, data, port):
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "DJANGO_SETTINGS_MODULE": "sushiscore.settings",
        "SUSHISCORE_DATA": str(data),
        "PORT": str(port),
        "SUSHISCORE_WEBHOOKS_PRIVATE": "1",
    }
    return subprocess.Popen(
        [sys.executable, *what], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )


def test_a_tap_of_another_process_is_told_and_ctrl_c_ends_open_streams_at_once(tmp_path):
    port = lasting_port()
    with python("-m", "sushiscore", data=tmp_path, port=port) as server:
        try:
            while "Ctrl-C" not in (line := server.stdout.readline()):
                assert line, "the server did not start"
            with python("-c", PREPARE, data=tmp_path, port=port) as prepared:
                game, address, cookie = json.loads(prepared.communicate()[0])
            with Phone(port, address) as phone, Phone(port, address) as other:
                assert (phone.version(), other.version()) == (0, 0)
                tap = {"id": str(uuid4()), "round": 1, "seat": 1, "do": "add:tempura"}
                request = urllib.request.Request(
                    f"http://127.0.0.1:{port}/api/v1/games/{game}/taps/",
                    json.dumps({"taps": [tap]}).encode(),
                    {"Content-Type": "application/json", "Cookie": f"phone={cookie}"},
                )
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310  # our own
                    assert json.load(answer)["taken"] == [tap["id"]]
                assert (phone.version(), other.version()) == (1, 1)

                server.send_signal(signal.SIGINT)
                assert (phone.version(), other.version()) == (None, None)
                printed, _ = server.communicate(timeout=PATIENCE)
        finally:
            server.kill()
    assert server.returncode == 0
    assert "Traceback" not in printed
    assert "Cancel" not in printed, "the server waits three seconds for streams, then cancels them"


# What a process leaves that ends before anything is sent.
LEFT = """
import sys, uuid
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from referee.club.services.webhooks import make_webhook
from referee.play.services.confirming import confirm_round
from referee.play.services.games import Setup, start_game
game = start_game("host", uuid.uuid4(), Setup("sushi-go", ("Ana", "Ben")))
for address in sys.argv[1:]:
    make_webhook(game.night.club, uuid.uuid4(), address, ["round.confirmed"])
confirm_round(game.pk, 1, seen_version=0)
"""


def test_what_webhooks_wait_for_is_sent_by_the_next_server_which_ends_at_once(tmp_path):
    port = lasting_port()
    with receiving() as receiver, receiving() as mute:
        mute.answer = None
        addresses = receiver.address, mute.address
        with python("-c", LEFT, *addresses, data=tmp_path, port=port) as left:
            assert left.wait(PATIENCE) == 0
        with python("-m", "sushiscore", data=tmp_path, port=port) as server:
            try:
                until(lambda: receiver.came and mute.came)
                server.send_signal(signal.SIGINT)
                printed, _ = server.communicate(timeout=PATIENCE)
            finally:
                server.kill()
    assert server.returncode == 0
    assert "Traceback" not in printed
    ((_head, body),) = receiver.came
    assert json.loads(body)["type"] == "round.confirmed"
