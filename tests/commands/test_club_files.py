"""``manage.py export_club`` and ``import_club``."""

import json
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_games import store_games
from referee.club.services.helping import invite, take_invitation
from referee.models import Club, Game, Helper, Invitation
from tests.club.files.club_files import CLUB, emptied
from tests.club.files.past_games import a_club, every_kind, past_game

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(capsysbinary):
    """A command in this process: exit code, output, complaints."""

    def run_here(name, *arguments):
        code = 0
        try:
            call_command(name, *map(str, arguments))
        except SystemExit as end:
            code = end.code
        except CommandError as error:
            code = error.returncode
            sys.stderr.write(str(error))
        said = capsysbinary.readouterr()
        return code, said.out, said.err.decode()

    return run_here


@pytest.fixture
def club():
    club = a_club()
    store_games(club, [past_game(n, kind) for n, kind in enumerate(every_kind()[:4])])
    return club


def test_a_club_goes_out_and_into_an_empty_database_as_the_same_file(
    run, club, tmp_path, monkeypatch
):
    code, source, err = run("export_club", club.pk)
    assert (code, err) == (0, "")
    assert source == "".join(archive_of(club)).encode()
    path = tmp_path / "club.json"
    path.write_bytes(source)
    emptied()
    with path.open("rb") as piped:
        monkeypatch.setattr("sys.stdin", piped)
        code, out, err = run("import_club", "-")
    assert (code, err) == (0, "")
    assert run("export_club") == (0, source, "")
    assert out.decode().splitlines() == [
        "4 games were read in.",
        "Open this address on this server, logged in, to run the club:",
        f"/club/invited/{Invitation.objects.get().token}/",
    ]


def test_faults_are_complained_of_one_a_line_and_nothing_is_written(run, tmp_path):
    path = tmp_path / "club.json"
    path.write_text(json.dumps({**CLUB, "players": [{}] * 40, "version": 1, "club": None}))
    code, out, err = run("import_club", path)
    lines = err.splitlines()
    assert (code, out) == (2, b"")
    assert lines[0] == "club: must be an object in braces { }, not null"
    assert lines[1] == "players[0].name: this is missing"
    assert lines[100:] == ["and 23 more", "Nothing was read in."]
    assert not Club.objects.exists()


def test_a_file_that_is_not_there_is_named(run):
    code, _out, err = run("import_club", "/nowhere/club.json")
    assert code == 2
    assert err == "/nowhere/club.json cannot be read: No such file or directory."


def test_a_file_of_more_than_the_limit_is_not_read_to_its_end(run, tmp_path):
    path = tmp_path / "club.json"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    code, _out, err = run("import_club", path)
    assert code == 2
    assert err.splitlines()[0] == "the file is larger than 32 MB"


@pytest.mark.parametrize("typed", ["1", "8a4f0c0e-0000-4000-8000-000000000000", "\x1b[31m"])
def test_a_club_that_is_none_is_complained_of(run, club, typed):
    code, out, err = run("export_club", typed)
    assert (code, out) == (2, b"")
    assert err.startswith("There is no club ")
    assert err.isprintable()


def test_without_an_id_the_clubs_are_listed(run, club):
    assert run("export_club")[0] == 0
    other = Club.objects.create(name="\u202eOther")
    code, out, err = run("export_club")
    assert (code, out) == (2, b"")
    assert err.splitlines() == [
        "Say which club:",
        f"{club.pk}  Friday club",
        f"{other.pk}  \\u202eOther",
    ]
    emptied()
    assert run("export_club")[2] == "There is no club yet."


def test_who_opens_the_printed_address_first_owns_the_club(run, tmp_path):
    path = tmp_path / "club.json"
    path.write_text(json.dumps(CLUB))
    run("import_club", path)
    ana, ben = (User.objects.create(username=name) for name in ("ana", "ben"))
    club = take_invitation(Invitation.objects.get().token, "phone of Ana", ana)
    take_invitation(invite(club).token, "phone of Ben", ben)
    assert Helper.objects.get(account=ana).is_owner
    assert not Helper.objects.get(account=ben).is_owner
    assert Game.objects.get().night.club == club
