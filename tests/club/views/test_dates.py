"""Dates on a club's pages are written as the reader's language writes them."""

import datetime
import re

import pytest
from django.template.defaultfilters import date as date_filter
from django.utils.translation import override

from referee.wording.chat import day_text
from tests.conftest import ROOT

DAY = datetime.date(2026, 11, 3)
FOR_MACHINES = {"'c'", "'Y-m-d'", '"c"', '"Y-m-d"'}


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "3 November 2026", "3 Nov 2026"),
        ("es", "3 de noviembre de 2026", "3 nov 2026"),
    ],
)
def test_no_date_can_be_read_as_another_day(language, long, short):
    with override(language):
        assert (day_text(DAY), date_filter(DAY, "SHORT_DATE_FORMAT")) == (long, short)


def test_pages_leave_the_format_of_their_dates_and_times_to_the_language():
    pages = "".join(one.read_text() for one in (ROOT / "templates" / "club").glob("*.html"))
    formats = re.findall(r"""\|(?:date|time):('[^']*'|"[^"]*"|\w+)""", pages)
    of_the_language = {one for one in formats if one.strip("'\"").endswith("_FORMAT")}
    # "l" is the name of the day of the week, beside the date.
    assert {*formats} - FOR_MACHINES - of_the_language == {'"l"'}
