"""SushiScore behind a real nginx, which terminates TLS on another address of loopback."""

import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from scripts.server import lasting_port
from tests.live.serving import PATIENCE, until
from tests.needed import needed

ROOT = Path(__file__).resolve().parents[2]
PROXY, STRANGER = "127.0.0.2", "127.0.0.3"
"""The proxy that is named, and one that is not."""
ELSEWHERE = "127.0.0.7"
"""Where a phone comes from."""
PROTO = "proxy_set_header X-Forwarded-Proto $scheme;"
START = 60  # seconds

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="127.0.0.2 is of this machine on Linux alone"
)


def conf(folder, port, served, sent_from, header):
    """The configuration of docs/proxy.md, with other addresses, in a process of its own."""
    example = re.search(r"```nginx\n(.*?)```", (ROOT / "docs/proxy.md").read_text(), re.DOTALL)
    block = example[1]
    for found, meant in (
        ("listen 443 ssl;", f"listen {PROXY}:{port} ssl;"),
        ("/etc/ssl/sushi.example.pem", str(served.folder / "certificate")),
        ("/etc/ssl/private/sushi.example.key", str(served.folder / "key")),
        ("http://127.0.0.1:8000;", f"http://127.0.0.1:{served.port}; proxy_bind {sent_from};"),
        (PROTO, header),
    ):
        assert found in block
        block = block.replace(found, meant)
    return f"""
        daemon off; worker_processes 1; pid {folder}/pid; error_log stderr warn;
        events {{ }}
        http {{
            access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            {block}
        }}
    """


@contextmanager
def nginx(folder, served, sent_from=PROXY, header=PROTO):
    """Runs nginx before the server; the way to it."""
    program = needed("nginx")
    port = lasting_port()
    (folder / "nginx.conf").write_text(conf(folder, port, served, sent_from, header))
    with subprocess.Popen(
        [program, "-c", folder / "nginx.conf", "-p", folder], stderr=subprocess.PIPE
    ) as process:
        try:
            until(lambda: process.poll() is not None or is_open(port))
            assert process.poll() is None, process.stderr.read()
            yield Browser(served.folder, port)
        finally:
            process.terminate()
            process.communicate()


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex((PROXY, port)) == 0


@dataclass
class Served:
    port: int
    log: Path
    folder: Path
    """Where the proxy's key and certificate lie."""


def make_certificate(folder):
    """A key and a certificate for sushi.example."""
    needed("openssl")
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1"
    names = ["-subj", "/CN=sushi.example", "-addext", "subjectAltName=DNS:sushi.example"]
    files = ["-keyout", folder / "key", "-out", folder / "certificate"]
    subprocess.run([*make.split(), *names, *files], capture_output=True, check=True)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """SushiScore, which believes one proxy."""
    folder, port = tmp_path_factory.mktemp("served"), lasting_port()
    make_certificate(folder)
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "PORT": str(port),
        "SUSHISCORE_BIND": "127.0.0.1",
        "SUSHISCORE_DATA": str(folder / "data"),
        "SUSHISCORE_HOSTS": "sushi.example",
        "SUSHISCORE_HTTPS": "1",
        "SUSHISCORE_PROXIES": PROXY,
    }
    log = folder / "log"
    command = [sys.executable, "-m", "sushiscore"]
    with (
        log.open("w") as out,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out) as server,
    ):
        try:
            until(lambda: "Ctrl-C" in log.read_text(), START)
            yield Served(port, log, folder)
        finally:
            server.kill()


class Browser:
    """Keeps cookies, and sends forms as a page at https://sushi.example does."""

    def __init__(self, folder, port):
        self._context = ssl.create_default_context(cafile=folder / "certificate")
        self._port = port
        self.cookies = {}

    def connect(self, sent_from=ELSEWHERE):
        raw = socket.create_connection((PROXY, self._port), PATIENCE, (sent_from, 0))
        connection = http.client.HTTPConnection("sushi.example", self._port)
        connection.sock = self._context.wrap_socket(raw, server_hostname="sushi.example")
        return connection

    def ask(self, path, form=None, tap=None, sent_from=ELSEWHERE, **headers):
        """The answer, whose text is read."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers |= {"Cookie": cookies} if cookies else {}
        body = None
        if form is not None or tap is not None:
            kind = "application/json" if form is None else "application/x-www-form-urlencoded"
            origin = f"https://sushi.example:{self._port}"
            headers |= {"Origin": origin, "Content-Type": kind}
            body = json.dumps({"taps": [tap]}) if form is None else urlencode(form)
        with closing(self.connect(sent_from)) as connection:
            connection.request("POST" if body else "GET", path, body, headers)
            answer = connection.getresponse()
            answer.text = answer.read().decode()
        answer.cookies = answer.headers.get_all("Set-Cookie", [])
        for line in answer.cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def start(self):
        """Starts a game with the page's form; the answer."""
        path = "/new/sushi-go/"
        hidden = re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.ask(path).text
        )
        return self.ask(path, {**dict(hidden), "player_1": "Ana", "player_2": "Ben"})


def test_pages_forms_cookies_and_streams_come_through_a_proxy(served, tmp_path):
    with nginx(tmp_path, served) as browser:
        started = browser.start()
        assert started.status == 302, started.text
        assert started.cookies
        assert all("; Secure" in line for line in started.cookies)
        page = browser.ask(started.headers["Location"])
        assert page.status == 200
        game = re.search(r'data-game="([^"]+)"', page.text)[1]
        stream = re.search(r'data-stream="([^"]+)"', page.text)[1]
        with closing(browser.connect()) as connection:
            connection.request("GET", stream)
            events = connection.getresponse()
            assert (events.status, next_version(events)) == (200, 0)
            tap = {"id": str(uuid4()), "round": 1, "seat": 1, "do": "add:tempura"}
            assert browser.ask(f"/api/v1/games/{game}/taps/", tap=tap).status == 200
            assert next_version(events) == 1


def next_version(events):
    """What the stream says next; waits until it does."""
    while not (line := events.readline()).startswith(b"id: "):
        assert line, "the stream has ended"
    return int(line.removeprefix(b"id: "))


def test_tries_are_counted_by_the_phones_address_and_nobody_chooses_theirs(served, tmp_path):
    with nginx(tmp_path, served) as browser:
        code = "/join/ZZZZZZ/"
        answers = [browser.ask(code).status for _ in range(11)]
        assert answers == [404] * 10 + [429]
        assert browser.ask(code, **{"X-Forwarded-For": "192.0.2.9"}).status == 429
        assert browser.ask(code, sent_from="127.0.0.8").status == 404


def test_a_request_has_the_proxys_id_from_end_to_end_and_a_strangers_counts_for_nothing(
    served, tmp_path
):
    with nginx(tmp_path, served) as browser:
        healthy = browser.ask("/healthz")
        assert (healthy.status, healthy.text) == (200, "alive\n")
        assert re.fullmatch(r"[0-9a-f]{32}", healthy.headers["X-Request-ID"]), "nginx's own"
    folder = tmp_path / "stranger"
    folder.mkdir()
    with nginx(folder, served, sent_from=STRANGER) as browser:
        assert re.fullmatch(r"[0-9a-f]{16}", browser.ask("/readyz").headers["X-Request-ID"])


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"sent_from": STRANGER}, f"from {STRANGER}, which SUSHISCORE_PROXIES does not name"),
        ({"header": ""}, f"at {PROXY} does not say whether this request came by https."),
        (
            {"header": "proxy_set_header X-Forwarded-Proto http;"},
            f"at {PROXY} says that this request came by plain http (X-Forwarded-Proto: http)",
        ),
    ],
    ids=["not named", "silent", "says http"],
)
def test_what_is_wrong_with_a_proxy_stands_on_the_page_and_in_the_log(served, tmp_path, how, told):
    with nginx(tmp_path, served, **how) as browser:
        answer = browser.start()
    assert answer.status == 403
    assert told in answer.text
    assert "too long" not in answer.text
    assert told in served.log.read_text()


@pytest.mark.slow
def test_who_comes_by_plain_http_is_told_to_come_by_https(served):
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, PATIENCE)) as connection:
        connection.request("POST", "/new/sushi-go/", "player_1=Ana")
        answer = connection.getresponse()
        text = answer.read().decode()
    assert answer.status == 403
    told = "This request came by plain http from 127.0.0.1, and SushiScore is to be opened by https"
    assert told in text
    assert told in served.log.read_text()
