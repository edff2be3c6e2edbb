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

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
