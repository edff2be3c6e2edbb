"""A club's nights in calendars, under a link that its settings make and withdraw."""

import datetime

import icalendar
import pytest

from referee.club.services.sharing import open_calendar
from referee.models import Calendar, Club, GameNight
from tests.club.views.player_pages import known_phone
from tests.factories import GameFactory, played
from tests.play.views.plain_phone import attribute, elements, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club with a night of two games, and an older one with a name and a place."""
    played("tempura*2", "", date=datetime.date(2026, 11, 20))
    played("", "tempura*2", date=datetime.date(2026, 11, 20))
    club = played("", "", date=datetime.date(2025, 2, 3)).night.club
    named = {"name": "Birthday; with, friends\\", "location": "Ben’s kitchen " * 4}
    GameNight.objects.filter(date__year=2025).update(**named)
    return club


def address(club: Club) -> str:
    return f"/calendar/{open_calendar(club).pk}/nights.ics"


def events(body: bytes) -> list[icalendar.Event]:
    return icalendar.Calendar.from_ical(body).walk("VEVENT")


def test_each_night_is_a_day_with_its_name_place_and_games(club):
    Club.objects.update(name="The Belt")
    answer = phone().get(address(club))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert (str(calendar["VERSION"]), str(calendar["X-WR-CALNAME"])) == ("2.0", "The Belt")
    new, old = events(answer.content)
    assert [(one["DTSTART"].dt, one["DTEND"].dt) for one in (new, old)] == [
        (datetime.date(2026, 11, 20), datetime.date(2026, 11, 21)),
        (datetime.date(2025, 2, 3), datetime.date(2025, 2, 4)),
    ]
    assert (str(new["SUMMARY"]), str(new["DESCRIPTION"])) == ("Game night", "2 games")
    assert "LOCATION" not in new
    night = GameNight.objects.get(date__year=2025)
    assert (str(old["SUMMARY"]), str(old["LOCATION"])) == (night.name, night.location)
    assert str(old["UID"]) == f"{night.pk}@sushiscore"


def test_its_lines_are_as_long_and_end_as_the_standard_has_it(club):
    body = phone().get(address(club)).content
    lines = body.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line for line in lines)
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-2:] == [b"END:VCALENDAR", b""]


def test_it_is_the_same_until_a_night_changes(club):
    url = address(club)
    first = phone().get(url)
    known = {"If-None-Match": first.headers["ETag"]}
    assert phone().get(url, headers=known).status_code == 304
    assert phone().get(url).content == first.content
    GameNight.objects.filter(date__year=2025).update(location="")
    again = phone().get(url, headers=known)
    assert again.status_code == 200
    before, after = ({str(one["UID"]) for one in events(one.content)} for one in (first, again))
    assert before == after, "a calendar knows its nights again"


def test_it_speaks_the_language_that_is_asked_for(club):
    answer = phone().get(address(club), headers={"Accept-Language": "es"})
    new, _old = events(answer.content)
    assert (str(new["SUMMARY"]), str(new["DESCRIPTION"])) == ("Velada de juegos", "2 partidas")


def test_an_empty_club_has_an_empty_calendar():
    club = Club.objects.create()
    assert events(phone().get(address(club)).content) == []


def test_it_is_made_and_withdrawn_in_the_settings():
    club = GameFactory().night.club
    page = known_phone().open(f"/club/{club.pk}/settings/").press("Make a link for calendars")
    (box,) = [e for e in elements(page.page, "input") if attribute(e, "id") == "calendar-link"]
    link = attribute(box, "value")
    assert link.endswith(f"/calendar/{Calendar.objects.get().pk}/nights.ics")
    path = link.removeprefix("http://testserver")
    assert phone().get(path).status_code == 200
    page.open(f"/club/{club.pk}/settings/").press("Withdraw the calendar’s link")
    assert "Calendars learn nothing more" in page.text
    assert phone().get(path).status_code == 404
    page.press("Make a link for calendars")
    assert Calendar.objects.get().pk not in path, "another link than before"


def test_a_link_that_never_was_and_one_of_a_deleted_club_lead_nowhere(club):
    url = address(club)
    Club.objects.update(is_there=False)
    assert phone().get(url).status_code == 404
    assert phone().get("/calendar/nothing/nights.ics").status_code == 404
