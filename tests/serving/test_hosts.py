"""A Host header that names no host is answered with 400, wherever the request goes."""

import pytest
from django.http import HttpResponse

from referee.access.games import remember_phone
from tests.factories import PHONE, GameFactory
from tests.serving.asking import Answer

pytestmark = pytest.mark.django_db(transaction=True)

BAD = [
    *(b"127.0.0.1:99999", b"127.0.0.1:65536", b"127.0.0.1:" + b"9" * 5000, b"[::1]:99999"),
    *(b"127.0.0.1:", b"127.0.0.1:abc", b"127.0.0.1:-1", b"127.0.0.1:1:1", b"127.0.0.1:\xb2"),
    *(b"", b" ", b"a b", b"127.0.0.1 ", b"127.0.0.1\t", b"x" * 300, b"x" * 100_000),
    *(b"127.0.0.1\x00", b"127.0.0.1\r\n", b"127.0.0.1\x7f", b"\xe9.example", b"127.0.0.1,x"),
    *(b"[", b"[::1", b"[zz]", b"::1", b"ana@127.0.0.1", b"127.0.0.1/x", b"127.0.0.1?", b"*"),
]
GOOD = [b"127.0.0.1", b"localhost:8000", b"LOCALHOST.:65535", b"[::1]:1"]
"""Names of every machine itself."""


@pytest.fixture
def asked(rf):
    """The statuses of a page that names its own address, of a live stream, and of a file, for the
    host of a game."""
    game = GameFactory()
    response = HttpResponse()
    remember_phone(rf.get("/"), response, PHONE)
    cookie = f"phone={response.cookies['phone'].value}"
    paths = (f"/g/{game.pk}/table/", f"/g/{game.pk}/live/", "/static/css/components.css")
    return lambda *hosts: [Answer(path, hosts, cookie=cookie).status for path in paths]


def test_a_host_that_can_be_none_is_refused_by_pages_streams_and_files(asked):
    wrong = {host: answered for host in BAD if (answered := asked(host)) != [400, 400, 400]}
    assert wrong == {}
    assert asked(b"127.0.0.1", b"127.0.0.1") == [400, 400, 400]


def test_a_host_with_a_port_and_none_at_all_are_heard(asked):
    # The stream wants a token.
    wrong = {host: answered for host in GOOD if (answered := asked(host)) != [200, 403, 200]}
    assert wrong == {}
    assert asked() == [200, 403, 200]


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1/", "http://127.0.0.1:99999/about/", "http://[/", "*", "about/", ""]
)
def test_a_target_that_is_no_path_is_refused(target):
    assert Answer(target).status == 400
