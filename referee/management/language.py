"""The language that a command speaks: that of the terminal it runs in."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import get_supported_language_variant, override, to_language

from .database import check_database

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says its language; the first that says anything decides, as everywhere."""


def terminal_language() -> str:
    """Return the terminal's language as one of the settings' codes; the settings' own for others,
    such as ``C``."""
    locale = next(filter(None, map(os.environ.get, VARIABLES)), "")
    name = locale.partition(".")[0].partition("@")[0]
    try:
        return get_supported_language_variant(to_language(name))
    except LookupError:
        return settings.LANGUAGE_CODE


class TerminalCommand(BaseCommand):
    """A command whose output and errors are in the terminal's language.

    ``needs_database`` is whether there must be a database that is up to date.
    """

    needs_database = True
    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        with override(terminal_language()):
            if self.needs_database:
                check_database()
            return super().execute(*args, **options)
