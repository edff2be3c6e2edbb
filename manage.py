#!/usr/bin/env python
"""Django's command line, for SushiScore."""

import os
import sys


def main() -> None:
    """Run the management command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")
    # A command's standard output is its result (`score` prints JSON there): logs go elsewhere.
    os.environ.setdefault("SUSHISCORE_LOG_TO", "stderr")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from sushiscore.data import narrow

    narrow()
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        # Django's own commands do not look first whether there is a database.
        from django.utils.translation import override

        from referee.management.database import why_unusable
        from referee.management.language import terminal_language
        from referee.management.streams import FAULTY

        with override(terminal_language()):
            print(why_unusable(error), file=sys.stderr)
        sys.exit(FAULTY)


if __name__ == "__main__":
    main()
