"""The command `sushiscore`, which `make run` calls too: serves, checks, or manages."""

import logging
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

if not find_spec("fcntl"):
    sys.exit("SushiScore needs Linux or macOS; on Windows, run it in WSL or in a container.")

USAGE = """\
usage: sushiscore              serve SushiScore on this network and show its address
       sushiscore --check      say what would not work, and change nothing
       sushiscore manage …     run a management command; `sushiscore manage help` lists them
       sushiscore --version    say which version this is
"""


def main() -> None:
    """Do what the arguments say."""
    match sys.argv[1:]:
        case []:
            from sushiscore import run

            run.main()
        case ["manage", *words]:
            manage(["sushiscore manage", *words])
        case ["--check"]:
            from sushiscore.check import check

            sys.exit(not check())
        case ["--version"]:
            from referee.hosting.data import version_of
            from sushiscore import __version__

            print(f"SushiScore {version_of(__version__)}")
        case ["--help" | "-h"]:
            print(USAGE, end="")
        case _:
            sys.exit(USAGE.rstrip())


def manage(arguments: Sequence[str]) -> None:
    """Run the management command that the arguments name, after the program's own name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")
    # A command's standard output is its result (`score` prints JSON there): logs go elsewhere.
    os.environ.setdefault("SUSHISCORE_LOG_TO", "stderr")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from referee.hosting.data import narrow

    # Who runs a command in a terminal does not watch the database. A server that is run so is one.
    if "runserver" not in arguments:
        logging.getLogger("referee.hosting.metrics").setLevel(logging.ERROR)
    narrow()
    try:
        execute_from_command_line([*arguments])
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")
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
