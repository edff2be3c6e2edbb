"""Dates in English: the day before the month, and the clock of twenty-four hours."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
