"""The pages by which a club goes out and comes in."""

import asyncio
import json
import tracemalloc
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient, Client
from django.test.html import parse_html

from referee.models import Club, ClubPhone, Game
from referee.services.archive import archive_of
from referee.services.laying_down import lay_down
from sushiscore import body_limit
from sushiscore.asgi import application
from sushiscore.body_limit import MOST_POURED_AWAY, limit_body
from tests.factories import OTHER_PHONE, PHONE
from tests.services.past_games import a_club, every_kind, past_game
from tests.services.test_archive import emptied
from tests.services.test_import_faults import CLUB
from tests.views.plain_phone import elements, text_of
from tests.views.plain_phone import phone as phone_client

pytestmark = pytest.mark.django_db
ADDRESS = "/club/import/"


@pytest.fixture
def club() -> Club:
    """A club of three games, that the phone of the table runs."""
    club = a_club()
    lay_down(club, [past_game(n, kind) for n, kind in enumerate(every_kind()[:3])])
    return club


def send(client: Client, content: bytes | str, name: str = "club.json"):
    content = content.encode() if isinstance(content, str) else content
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, content)})


def words(answer) -> str:
    return text_of(next(elements(parse_html(answer.content.decode()), "main")))


def listed(answer) -> list[str]:
    """The faults that the page lists."""
    page = parse_html(answer.content.decode())
    return [text_of(item) for item in elements(page, "li")]


def test_the_file_is_a_download_that_nobody_keeps(club):
    answer = phone_client(PHONE).get(f"/club/{club.pk}/export/")
    assert answer.getvalue().decode() == "".join(archive_of(club))
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"] == ('attachment; filename="friday-club-club.json"')
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_name_of_other_letters_makes_a_plain_name_of_a_file(club):
    Club.objects.update(name='寿司\r\n"x')
    answer = phone_client(PHONE).get(f"/club/{club.pk}/export/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="x-club.json"'


def test_a_file_comes_in_on_a_phone_that_had_no_club(club):
    source = phone_client(PHONE).get(f"/club/{club.pk}/export/").getvalue()
    emptied()
    new = Client()
    assert "This phone will run it." in words(new.get(ADDRESS))
    answer = send(new, source)
    (made,) = Club.objects.all()
    assert (answer.status_code, answer.url) == (302, f"/club/{made.pk}/")
    page = new.get(answer.url)
    assert page.status_code == 200
    assert "3 games were read in." in words(page)
    assert new.get(f"/club/{made.pk}/export/").getvalue() == source


def test_a_club_without_games_is_named_and_filled(club):
    source = "".join(archive_of(club))
    mine = a_club(OTHER_PHONE)
    phone = phone_client(OTHER_PHONE)
    page = phone.get(ADDRESS).content.decode()
    assert "It goes into <bdi>Friday club</bdi>, which has no games yet." in page
    assert send(phone, source).url == f"/club/{mine.pk}/"
    assert Game.objects.filter(night__club=mine).count() == 3
    assert ClubPhone.objects.filter(phone=OTHER_PHONE).count() == 1


def test_a_club_with_games_is_told_where_else_to_go(club):
    phone = phone_client(PHONE)
    page = phone.get(ADDRESS)
    assert "this phone’s club has some" in words(page)
    assert b'type="file"' not in page.content
    answer = send(phone, json.dumps(CLUB))
    assert answer.status_code == 409
    assert "This club has games already, so nothing was read in" in words(answer)
    assert Game.objects.count() == 3


def test_every_fault_is_listed_with_its_place():
    document = json.loads(json.dumps(CLUB))
    document["players"][1]["name"] = "Ana"
    document["nights"][0]["date"] = "<b>tomorrow</b>"
    answer = send(Client(), json.dumps(document))
    assert answer.status_code == 400
    assert listed(answer)[:2] == [
        'players[1]: "Ana" is in the list twice',
        'nights[0].date: "<b>tomorrow</b>" is no date like 2026-11-21',
    ]
    assert not Club.objects.exists()


def test_of_many_faults_a_hundred_are_listed_and_the_others_counted():
    answer = send(Client(), json.dumps({**CLUB, "players": [{}] * 40, "nights": []}))
    assert len(listed(answer)) == 101
    assert listed(answer)[100] == "and 20 more"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no JSON"),
        (b"PK\x03\x04 a picture \xff", "this is no UTF-8 text"),
        (b"[1, 2]", "an object in braces { } should stand here"),
        (b'{"format": "sushiscore-club", "vers', "the file is not whole"),
    ],
)
def test_a_file_that_is_none_is_told_so(content, said):
    answer = send(Client(), content)
    assert answer.status_code == 400
    assert said in words(answer)


def test_a_form_without_a_file_asks_for_one():
    for form in ({}, {"file": "text"}):
        answer = Client().post(ADDRESS, form)
        assert answer.status_code == 400
        assert "Choose a file first." in words(answer)


def test_a_file_over_the_pages_limit_is_sent_to_the_command(settings):
    answer = send(Client(), b" " * (settings.CLUB_FILE_MAX_SIZE + 1))
    assert answer.status_code == 413
    assert "larger than 1 MB" in words(answer)
    assert "manage.py import_club" in words(answer)


# ------------------------------------------------------------- on the wire


def upload(size: int, *, path: str = ADDRESS, pause: float = 0) -> tuple[int, bytes, int]:
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


@pytest.mark.django_db(transaction=True)
def test_fifty_megabytes_are_refused_by_the_page_and_never_held():
    tracemalloc.start()
    status, body, taken = upload(50 * 1024 * 1024)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert status == 413
    assert "larger than 1 MB" in body.decode()
    assert taken == 50 * 1024 * 1024  # so that the browser has sent it all, and shows the answer
    assert peak < 8 * 1024 * 1024
    assert not Club.objects.exists()


def test_what_is_larger_than_any_file_is_cut_off():
    status, body, taken = upload(10 * MOST_POURED_AWAY)
    assert (status, body) == (413, b"The request is larger than this server takes.\n")
    assert taken < MOST_POURED_AWAY + 2 * 65_536


def test_what_never_comes_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(body_limit, "_POUR_SECONDS", 0.1)
    status, _body, taken = upload(50 * 1024 * 1024, pause=0.05)
    assert status == 413
    assert taken < 1024 * 1024


def test_other_addresses_keep_their_limit():
    status, _body, taken = upload(3 * 1024 * 1024, path="/new/sushi-go/")
    assert (status, taken) == (413, 0)


def test_a_body_without_a_length_does_not_get_round_the_files_limit(settings):
    pieces = iter([b"x" * settings.CLUB_FILE_MAX_SIZE, b"x" * 100_000])
    statuses = []

    async def read_all(scope, receive, send):
        while (await receive())["more_body"]:
            pass

    async def receive():
        return {"type": "http.request", "body": next(pieces), "more_body": True}

    async def send(event):
        statuses.append(event.get("status"))

    scope = {"type": "http", "path": ADDRESS, "headers": []}
    asyncio.run(limit_body(read_all)(scope, receive, send))
    assert statuses[0] == 413


@pytest.mark.django_db(transaction=True)
def test_under_the_real_server_the_file_comes_piece_by_piece_and_without_a_warning(recwarn):
    club = a_club()
    night = [past_game(n, every_kind()[n % 3]) for n in range(60)]
    lay_down(club, [past for past in night if past.date != date(2024, 3, 1)])
    source = "".join(archive_of(club)).encode()
    assert len(source) > 40_000

    async def fetch() -> tuple[int, bytes, int]:
        client = AsyncClient()
        client.cookies = phone_client(PHONE).cookies
        answer = await client.get(f"/club/{club.pk}/export/")
        pieces = [piece async for piece in answer]
        return answer.status_code, b"".join(pieces), len(pieces)

    status, content, pieces = asyncio.run(fetch())
    assert (status, content) == (200, source)
    assert pieces >= 1
    assert [str(warning.message) for warning in recwarn] == []
