"""The pages by which a club goes out and comes in."""

import asyncio
import json
import tracemalloc
from dataclasses import replace
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient, Client
from django.test.html import parse_html

from referee.club.services.accounts import create_account
from referee.club.services.files import imports
from referee.club.services.files.import_games import store_games
from referee.club.services.files.imports import IMPORTS
from referee.club.views.downloads import file_name
from referee.hosting import body_limit, data
from referee.hosting.body_limit import MAX_POURED_AWAY, limit_body
from referee.jobs import runner
from referee.models import Club, ClubPhone, Game
from tests.club.files.club_files import CLUB, emptied, written
from tests.club.files.past_games import a_club, every_kind, past_game
from tests.club.files.uploading import upload
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory
from tests.play.views.plain_phone import elements, text_of
from tests.play.views.plain_phone import phone as phone_client

pytestmark = pytest.mark.django_db
ADDRESS = "/club/import/"


@pytest.fixture
def club() -> Club:
    """A club of three games, that the phone of the table runs."""
    club = a_club()
    store_games(club, [past_game(n, kind) for n, kind in enumerate(every_kind()[:3])])
    return club


def send(client: Client, content: bytes | str, name: str = "club.json"):
    """What a phone that has the form is shown when it has sent a file."""
    answer = post(client, content, name)
    return client.get(answer.url) if answer.status_code == 302 else answer


def post(client: Client, content: bytes | str, name: str = "club.json"):
    content = content.encode() if isinstance(content, str) else content
    client.get(ADDRESS)
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, content)})


def words(answer) -> str:
    return text_of(next(elements(parse_html(answer.content.decode()), "main")))


def listed(answer) -> list[str]:
    """The faults that the page lists."""
    page = parse_html(answer.content.decode())
    return [text_of(item) for item in elements(page, "li")]


def test_the_file_is_a_download_that_nobody_keeps(club):
    answer = phone_client(PHONE).get(f"/club/{club.pk}/export/")
    assert answer.getvalue() == written(club)
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"] == ('attachment; filename="friday-club-club.json"')
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_name_of_other_letters_makes_a_plain_name_of_a_file(club):
    Club.objects.update(name='寿司 "x')
    answer = phone_client(PHONE).get(f"/club/{club.pk}/export/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="x-club.json"'
    assert file_name('寿司\r\n"x', "club.json") == "x-club.json"  # which no row holds


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
    source = written(club)
    mine = a_club(OTHER_PHONE)
    phone = phone_client(OTHER_PHONE)
    page = phone.get(ADDRESS).content.decode()
    assert "It goes into <bdi>Friday club</bdi>, which has no games yet." in page
    assert send(phone, source).url == f"/club/{mine.pk}/"
    assert Game.objects.filter(night__club=mine).count() == 3


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
        'nights[0].date: "<b>tomorrow</b>" is not a date like 2026-11-21',
    ]
    assert not Club.objects.exists()


def test_a_form_without_a_file_asks_for_one():
    phone = Client()
    phone.get(ADDRESS)
    for form in ({}, {"file": "text"}):
        answer = phone.post(ADDRESS, form)
        assert answer.status_code == 400
        assert "Choose a file first." in words(answer)


def test_how_large_a_file_may_be_is_told_before_and_afterwards(settings):
    assert "Up to 32 MB" in words(Client().get(ADDRESS))
    settings.CLUB_FILE_MAX_SIZE = 1024 * 1024
    answer = send(Client(), b" " * (settings.CLUB_FILE_MAX_SIZE + 1))
    assert answer.status_code == 413
    assert "larger than 1 MB" in words(answer)


def test_files_of_one_address_are_counted_and_after_some_refused(monkeypatch):
    monkeypatch.setattr(imports, "IMPORTS", replace(IMPORTS, most=2))
    for _file in range(2):
        assert send(Client(), b"x").status_code == 400
    answer = send(Client(), b"x")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= IMPORTS.seconds
    assert "Many club files have come from here" in words(answer)


def test_a_page_says_how_far_a_file_is_and_leads_to_the_club(club, waiting, monkeypatch):
    source = written(club)
    emptied()
    new = Client()
    answer = post(new, source)
    assert (answer.status_code, answer.url) == (302, f"{ADDRESS}{waiting[0].id}/")
    page = new.get(answer.url)
    assert "The file is looked through." in words(page)
    assert b'http-equiv="refresh"' in page.content
    said = []
    note = imports._note

    def noted(state: imports.Import, **more: object) -> None:
        note(state, **more)
        if not more:
            said.append(words(new.get(answer.url)))

    monkeypatch.setattr(imports, "_note", noted)
    imports.read_in(waiting[0])
    assert "The file has 3 games and no fault." in said[1]
    assert "3 of 3 games are written." in said[-1]
    assert new.get(answer.url).url == f"/club/{Club.objects.get().pk}/"
    assert Client().get(answer.url, follow=True).status_code == 404  # the club is not everybody's


def test_what_is_kept_is_for_nobody_else_and_does_not_stay(waiting):
    send(Client(), b"x")
    folder = data.DATA_DIR / "imports"
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    imports.give_up(waiting[0])
    assert not list(folder.iterdir())


def test_a_full_disk_is_told_so(monkeypatch):
    def full(_file):
        yield b"x"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("django.core.files.uploadedfile.InMemoryUploadedFile.chunks", full)
    answer = send(Client(), b"x")
    assert answer.status_code == 503
    assert "the disk may be full" in words(answer)
    assert list((data.DATA_DIR / "imports").iterdir()) == []


def test_when_too_many_files_wait_another_one_is_not_taken(waiting, monkeypatch):
    monkeypatch.setattr(imports, "MOST_LARGE", 1)
    monkeypatch.setattr(imports, "MOST", 2)
    monkeypatch.setattr(imports, "SMALL", 10)
    assert send(Client(), b"x" * 11).status_code == 200
    phone = Client()
    answer = send(phone, b"x" * 11)
    assert answer.status_code == 503
    assert "Other club files are being read in" in words(answer)
    assert "This phone has no club yet" in words(phone.get("/club/"))
    assert send(phone, b"x" * 10).status_code == 200, "a small one still has a place"
    assert send(Client(), b"x").status_code == 503
    assert len(list((data.DATA_DIR / "imports").glob("*.club"))) == 2


# ------------------------------------------------------- whoever leaves the page meanwhile


@pytest.fixture
def waiting(monkeypatch) -> list[imports.Import]:
    """The files that were taken and are still to be read in."""
    kept: list[imports.Import] = []
    monkeypatch.setattr(runner, "wait_for", lambda _kind, id, _s: kept.append(imports.find(id)))
    return kept


def name_of(client: Client) -> str:
    return client.cookies["phone"].value.partition(":")[0]


def test_while_a_file_is_read_in_the_clubs_pages_lead_to_how_far_it_is(waiting):
    phone = Client()
    address = post(phone, json.dumps(CLUB)).url
    assert "The file is looked through." in words(phone.get("/club/", follow=True))
    for place in ("/club/", ADDRESS):
        assert phone.get(place).url == address
        assert "no club yet" in words(Client().get("/club/"))
    again = post(phone, json.dumps(CLUB))
    assert again.url == address
    assert len(waiting) == 1
    assert "no other was taken" in words(phone.get(address))


def test_who_plays_while_a_file_is_read_in_gets_its_club_beside_and_is_told_so(club, waiting):
    source = written(club)
    emptied()
    phone = Client()
    address = post(phone, source).url
    played = GameFactory(phone=name_of(phone)).night.club
    page = phone.get(address).content.decode()
    assert f'href="/club/{played.pk}/"' in page
    imports.read_in(waiting[0])
    answer = phone.get("/club/", follow=True)
    (read,) = Club.objects.exclude(pk=played.pk)
    assert answer.redirect_chain[-1][0] == f"/club/{read.pk}/"
    assert "3 games were read in." in words(answer)
    assert "This is another club of this phone" in words(answer)
    assert phone.get("/club/").url == f"/club/{played.pk}/"
    assert "read in" not in words(phone.get("/club/", follow=True))
    settings = phone.get(f"/club/{played.pk}/settings/").content.decode()
    assert f"/club/{read.pk}/" in settings


@pytest.mark.parametrize(
    ("place", "content", "end", "status", "said"),
    [
        ("/club/", "[1, 2]", imports.read_in, 400, "must be an object in braces { }"),
        (ADDRESS, json.dumps(CLUB), imports.give_up, 409, "Send it once more."),
    ],
)
def test_what_was_wrong_with_a_file_is_told_once_to_who_had_left(
    waiting, place, content, end, status, said
):
    phone = Client()
    address = post(phone, content).url
    end(waiting[0])
    assert phone.head(address).status_code == status  # shows nothing
    answer = phone.get(place, follow=True)
    assert answer.status_code == status
    assert said in words(answer)
    assert "no club yet" in words(phone.get("/club/"))
    assert phone.get(ADDRESS).status_code == 200
    assert said in words(phone.get(address))  # who loads the page again


def test_another_file_is_taken_from_who_was_not_told_the_end_of_the_last(waiting):
    phone = Client()
    phone.get(ADDRESS)
    post(phone, "[1, 2]")
    imports.read_in(waiting[0])
    file = SimpleUploadedFile("club.json", json.dumps(CLUB).encode())
    answer = phone.post(ADDRESS, {"file": file})
    assert answer.url == f"{ADDRESS}{waiting[1].id}/"


def test_a_phone_has_its_cookie_before_its_file_is_taken(waiting):
    phone = Client()
    file = SimpleUploadedFile("club.json", json.dumps(CLUB).encode())
    answer = phone.post(ADDRESS, {"file": file})
    assert answer.status_code == 400
    assert "Send it once more." in words(answer)
    assert not waiting
    named = name_of(phone)
    assert post(phone, json.dumps(CLUB)).status_code == 302
    assert name_of(phone) == named
    imports.read_in(waiting[0])
    assert ClubPhone.objects.get().phone == named


@pytest.mark.usefixtures("quick_passwords")
def test_who_logs_in_while_a_file_waits_still_sees_how_far_it_is(waiting):
    create_account(OTHER_PHONE, "Ana", PASSWORD)
    phone = Client()
    address = post(phone, json.dumps(CLUB)).url
    before = name_of(phone)
    phone.post("/account/log-in/", {"name": "Ana", "password": PASSWORD})
    assert name_of(phone) != before
    assert phone.get(address).status_code == 200
    imports.read_in(waiting[0])
    answer = phone.get("/club/", follow=True)
    assert answer.redirect_chain[0][0] == address
    assert "read in." in words(answer)
    assert not ClubPhone.objects.filter(phone=before).exists()


# ------------------------------------------------------------- on the wire


@pytest.mark.django_db(transaction=True)
def test_sixty_megabytes_are_refused_by_the_page_and_never_held():
    tracemalloc.start()
    status, body, taken = upload(60 * 1024 * 1024)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert status == 413
    assert "larger than 32 MB" in body.decode()
    assert taken == 60 * 1024 * 1024  # so that the browser has sent it all, and shows the answer
    assert peak < 8 * 1024 * 1024
    assert not Club.objects.exists()


def test_what_is_larger_than_any_file_is_cut_off():
    status, body, taken = upload(10 * MAX_POURED_AWAY)
    assert (status, body) == (413, b"The request is larger than this server takes.\n")
    assert taken < MAX_POURED_AWAY + 2 * 65_536


def test_what_never_comes_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(body_limit, "_POUR_SECONDS", 0.1)
    status, _body, taken = upload(50 * 1024 * 1024, pause=0.05)
    assert status == 413
    assert taken < 1024 * 1024


def test_a_file_of_past_games_may_be_larger_than_a_page():
    path = f"/club/{UUID(int=1)}/paper/csv/"
    status, _body, taken = upload(3 * 1024 * 1024, path=path)
    assert (status, taken) == (403, 3 * 1024 * 1024)  # it comes whole, without a token


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
def test_under_the_real_server_the_file_comes_whole_and_without_a_warning(club, recwarn):
    async def fetch() -> bytes:
        client = AsyncClient()
        client.cookies = phone_client(PHONE).cookies
        answer = await client.get(f"/club/{club.pk}/export/")
        return b"".join([piece async for piece in answer])

    assert asyncio.run(fetch()) == written(club)
    assert [str(warning.message) for warning in recwarn] == []
