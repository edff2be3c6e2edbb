"""Dates in English: the day before the month, weeks from Monday, and the clock of twenty-four
hours."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
FIRST_DAY_OF_WEEK = 1
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
