"""A club's nights for calendars (iCalendar, RFC 5545)."""

import datetime

from django.db.models import Count

from ...models import Club
from ...wording.nights import night_name
from ...wording.records import games_text

MOST_NIGHTS = 500
"""Nights, the latest."""


def nights_calendar(club: Club) -> bytes:
    """Return the calendar. The same nights make the same bytes, in one language."""
    import icalendar  # its library takes half a second to load, and few ask

    calendar = icalendar.Calendar()
    calendar.add("PRODID", "-//SushiScore//nights//EN")
    calendar.add("VERSION", "2.0")
    calendar.add("X-WR-CALNAME", club.name or "SushiScore")
    nights = club.nights.annotate(played=Count("games")).order_by("-date", "pk")
    for night in nights[:MOST_NIGHTS]:
        event = icalendar.Event()
        event.add("UID", f"{night.pk}@sushiscore")
        # When it was put down is not known; the day stays the same.
        event.add("DTSTAMP", datetime.datetime.combine(night.date, datetime.time(), datetime.UTC))
        event.add("DTSTART", night.date)
        event.add("DTEND", night.date + datetime.timedelta(days=1))
        event.add("SUMMARY", night_name(night.name))
        if night.location:
            event.add("LOCATION", night.location)
        event.add("DESCRIPTION", games_text(night.played))
        event.add("TRANSP", "TRANSPARENT")
        calendar.add_component(event)
    return bytes(calendar.to_ical())
