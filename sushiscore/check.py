"""Says what would not work, and starts and changes nothing: `sushiscore --check`.

In English, like the line with which a start ends: wrong settings leave nothing that translates.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError

from referee.hosting import data, network
from sushiscore import names, run
from sushiscore.run import stop

ENOUGH_SPACE = 100_000_000  # bytes, for some hundred thousand taps and a copy before an upgrade
ENOUGH_FILES = 1024  # that may be open: for some two hundred phones


def check() -> bool:
    """Print a line for each thing that a start needs; return whether all is well."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")
    os.environ.setdefault("SUSHISCORE_LOG_TO", "stderr")
    if not _is_well(settings):
        return False  # without them nothing else can be looked at
    looks = every_name, data_folder, port, database, redis, phones, files
    results = [_is_well(look) for look in looks]
    return all(results)


def _is_well(look: Callable[[], str]) -> bool:
    try:
        print(f"ok  {look()}")
    except (ImproperlyConfigured, CommandError, SystemExit) as reason:
        print(f"no  {' '.join(str(reason).removeprefix('run: ').split())}")
        return False
    return True


def settings() -> str:
    """Look whether Django and its own checks take the settings."""
    import django
    from django.core import checks

    django.setup(set_prefix=False)
    from django.conf import settings

    found = checks.run_checks(include_deployment_checks=settings.HTTPS)
    if faults := [
        fault.msg for fault in found if fault.is_serious(checks.WARNING) and not fault.is_silenced()
    ]:
        stop("; ".join(faults))
    missing = [
        code
        for code, _name in settings.LANGUAGES
        if code != settings.LANGUAGE_CODE
        and not Path(settings.LOCALE_PATHS[0], code, "LC_MESSAGES/django.mo").exists()
    ]
    if missing:
        stop(f"the catalogues of {', '.join(missing)} are not compiled: make setup")
    return "the settings make sense"


def every_name() -> str:
    """Look whether the environment names settings that are none."""
    if wrong := list(names.unknown()):
        stop("; ".join(wrong))
    return f"every {names.PREFIX}… is a setting"


def data_folder() -> str:
    """Look whether the data folder can be made and written to, with its key and with space."""
    there = next(path for path in (data.DATA_DIR, *data.DATA_DIR.parents) if os.path.exists(path))
    try:
        data.try_to_write(there / data.DATABASE_FILE.name)
        reason = data.missing_key()
    except OSError as error:
        stop(f"the data folder {data.DATA_DIR} cannot be used: {data.cause(error)}")
    if reason:
        stop(reason)
    free = shutil.disk_usage(there).free
    if free < ENOUGH_SPACE:
        stop(f"only {free / 1e6:.0f} MB are free for the data folder {data.DATA_DIR}")
    return f"the data folder {data.DATA_DIR} can be used; {free / 1e9:.1f} GB are free"


def port() -> str:
    """Look whether the port is free, unless a server has it that uses this data folder."""
    served = data.served_at()
    if served is not None:
        return f"a server runs on this data folder, at {served or 'an address it has not told yet'}"
    number = run.wanted_port()
    for bound in run.bind(number, network.bound_addresses()):
        bound.close()
    return f"port {number} is free"


def database() -> str:
    """Look whether the database can be used by this version."""
    from django.db import DatabaseError, connection

    from referee.management.database import check_age, database_file, is_there, pending_migrations

    # The pool would try for five seconds, and then say only that.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    path = database_file()
    name = path or f"{connection.settings_dict['NAME']} of {connection.settings_dict['HOST']}"
    try:
        if path:
            if path.exists():
                # SQLite itself would say that it cannot open the file, or speak of damage.
                data.try_to_write(path)
            if not is_there(path):
                return f"there is no database {path} yet: a start makes it"
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as opened:
                [state] = opened.execute("PRAGMA quick_check(1)").fetchone()
            if state != "ok":
                stop(f"the database {path} is damaged: {state}. Restore a backup")
        check_age(connection)
        pending = len(pending_migrations(connection))
    except (DatabaseError, sqlite3.Error, ImproperlyConfigured) as error:
        stop(f"the database {name} cannot be used: {error}")
    except OSError as error:
        stop(f"the database {name} cannot be used: {data.cause(error)}")
    finally:
        connection.close()
    is_behind = f"; a start brings it up to date in {pending} steps" if pending else ""
    return f"the database {name} can be used{is_behind}"


def redis() -> str:
    """Look whether Redis answers, where it is named."""
    from django.conf import settings

    if not settings.REDIS_URL:
        return "no Redis is named, and one process needs none"
    run.reach_redis()
    return "Redis answers"


def phones() -> str:
    """Look how phones get here."""
    from django.conf import settings

    named = os.environ.get("SUSHISCORE_HOSTS", "").strip()
    if settings.HTTPS:
        if not named:
            stop("SUSHISCORE_HTTPS is 1, and SUSHISCORE_HOSTS names no host")
        return f"phones open https://{named.partition(',')[0].strip()}/ at a proxy"
    if addresses := network.own_addresses():
        return f"phones reach this machine at {', '.join(addresses)}"
    if not network.bound_addresses():
        stop("no network was found: only this machine can open it")
    return "only this machine can open it: SUSHISCORE_BIND names no other address"


def files() -> str:
    """Look how many files may be open: a phone needs one, and a request some more."""
    run.allow_many_files()
    allowed = network.files_of_the_process()
    if allowed < ENOUGH_FILES:
        stop(f"only {allowed} files may be open, too few for many phones: ulimit -n")
    return f"{allowed} files may be open"
