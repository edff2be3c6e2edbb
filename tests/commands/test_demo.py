"""``manage.py demo`` makes a club of its club file, with a night worth looking at."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from referee.club.services.accounts import create_account, log_in
from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.statistics import club_sums
from referee.management.commands.demo import FILE, PLAYED, file_of_today
from referee.models import Club, Placing
from referee.rules import score_sheet
from tests.play.views.plain_phone import phone

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def run_demo(capsys):
    """What the command prints."""
    call_command("demo")
    return capsys.readouterr().out


def the_file():
    return json.loads(FILE.read_bytes())


def moments(document, field):
    """When the games of each night begin, or end."""
    return [
        [datetime.fromisoformat(game[field]) for game in night["games"] if game[field]]
        for night in document["nights"]
    ]


def as_it_lies_there():
    """The file, as it is read when no time has gone by."""
    return file_of_today(moments(the_file(), "started")[-1][-1] + PLAYED)


@pytest.mark.django_db
def test_the_file_is_what_an_export_of_its_club_writes(settings):
    settings.TIME_ZONE = "UTC"
    club = import_as_new(read_archive(json.dumps(as_it_lies_there()).encode())).club
    exported, file = "".join(archive_of(club)), FILE.read_text()
    new = dict(zip(ID.findall(exported), ID.findall(file), strict=True))
    assert len({*new} & {*new.values()}) == 0
    assert ID.sub(lambda found: new[found[0]], exported) == file


def test_it_shows_every_board_a_house_rule_a_race_and_seasons():
    archive = read_archive(FILE.read_bytes())
    sheets = [game.sheet for game in archive.games()]
    assert {sheet.setting.ruleset for sheet in sheets} == {
        "sushi-go", "sushi-go-party", "sushi-roll",
    }  # fmt: skip
    assert any(sheet.setting.house_rules.zero_maki_scores for sheet in sheets)
    assert any(round_.claims for sheet in sheets for round_ in sheet.rounds)
    assert any(any(sheet.tokens_left) for sheet in sheets)
    assert [bool(season.champions) for season in archive.seasons] == [True, False]
    problems = {problem.code for one in sheets[:-1] for problem in score_sheet(one).problems}
    assert problems == {"bare-wasabi"}  # which came after the nigiri, or before


@pytest.mark.parametrize("now", ["2027-03-29T00:05:00+02:00", "2026-06-01T15:00:00+02:00"])
def test_its_last_game_is_being_played_now_and_earlier_evenings_keep_their_hours(settings, now):
    settings.TIME_ZONE = "Europe/Madrid"
    zone, now, file = ZoneInfo("Europe/Madrid"), datetime.fromisoformat(now), the_file()
    moved = file_of_today(now)
    started, finished = (moments(moved, field) for field in ("started", "finished"))
    assert started[-1][-1] == now - PLAYED
    dates = [date.fromisoformat(night["date"]) for night in moved["nights"]]
    assert [began[0].astimezone(zone).date() for began in started] == dates
    before = [date.fromisoformat(night["date"]) for night in file["nights"]]
    days = dates[-1] - before[-1]
    assert dates == [one + days for one in before]
    for field, found in (("started", started), ("finished", finished)):
        *earlier, tonight = moments(file, field)
        assert [[at.astimezone(zone).time() for at in night] for night in found[:-1]] == [
            [at.time() for at in night] for night in earlier
        ]
        assert {new - old for new, old in zip(found[-1], tonight, strict=True)} == {
            now - PLAYED - moments(file, "started")[-1][-1]
        }
    seasons = [(season["first"], season["last"]) for season in moved["seasons"]]
    assert seasons == [
        tuple(f"{date.fromisoformat(season[end]) + days}" for end in ("first", "last"))
        for season in file["seasons"]
    ]


@pytest.mark.django_db
def test_the_command_makes_a_club_with_a_night_worth_looking_at(capsys):
    """A rematch, somebody who comes late, a shared victory, and a game that is being played."""
    assert "25 games on 8 nights, of 6 players." in run_demo(capsys)
    club = Club.objects.get()
    night = club.nights.latest("date")
    first, rematch, shared, going_on = games = list(night.games.order_by("created_at"))
    assert [game.state for game in games] == ["finished"] * 3 + ["playing"]
    assert [game.follows for game in games] == [None, *games[:3]]
    assert night.date == timezone.localdate(first.created_at)
    assert PLAYED <= datetime.now(UTC) - going_on.created_at < PLAYED + timedelta(minutes=1)
    seats = [list(game.seats.values_list("player__name", flat=True)) for game in games]
    assert seats[1] == [*seats[0][1:], seats[0][0]]
    assert rematch.ruleset == first.ruleset
    assert len({*seats[2]} - {*seats[0]}) == 1
    assert {one.win for one in Placing.objects.filter(game=shared, place=1)} == {420}
    confirmed = [round_.is_confirmed for round_ in going_on.rounds.order_by("number")]
    assert confirmed == [True, False, False]
    assert len(club_sums(club)) == 6


@pytest.mark.django_db
def test_what_it_prints_leads_into_the_club_whose_pages_answer(capsys, client):
    said = run_demo(capsys)
    assert "“make run” starts one" in said
    name = re.search(r"^ *as +(.+)$", said, re.MULTILINE)[1]
    password = re.search(r"password +(\S+)$", said, re.MULTILINE)[1]
    account = User.objects.get(first_name=name)
    assert account.check_password(password)
    assert account.helps.get(is_owner=True).club == Club.objects.get()
    assert not Club.objects.get().phones.exists()
    paths = re.findall(r": +(/\S+)$", said, re.MULTILINE)
    assert len(paths) == 3
    for path in paths:
        assert client.get(path, HTTP_HOST="localhost").status_code == 200
    log_in("phone", account)
    club, client = Club.objects.get(), phone("phone")
    names = ("standings", "nights", "records", "players", "seasons")
    pages = [reverse(name, args=[club.pk]) for name in names]
    pages += [reverse("player", args=[club.pk, player.pk]) for player in club.players.all()]
    night = club.nights.latest("date")
    pages.append(reverse("night", args=[night.pk]))
    pages += [reverse("game", args=[game.pk]) for game in night.games.all()]
    for page in pages:
        assert client.get(page, follow=True).status_code == 200


@pytest.mark.slow
@pytest.mark.django_db
def test_beside_an_account_of_its_name_it_makes_another(capsys):
    create_account("phone", "demo", "a long pass of words")
    run_demo(capsys)
    assert {account.first_name for account in User.objects.all()} == {"demo", "demo 2"}
