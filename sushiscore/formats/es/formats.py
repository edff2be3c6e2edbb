"""Dates in Spanish: a short one has the month's name, as no country writes it otherwise."""

SHORT_DATE_FORMAT = "j b Y"
