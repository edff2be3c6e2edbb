"""Finds the PostgreSQL and the Redis for the tests: those that DATABASE_URL and REDIS_URL name,
else those on this machine's usual ports.

    python -m scripts.services              says which there are
    python -m scripts.services COMMAND …    runs a command with both variables set

Ends with 1 and the reason where one is missing.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import redis

LEAST_POSTGRESQL, LEAST_REDIS = 15, 7


def postgresql() -> tuple[str, str]:
    """Return the address of a PostgreSQL that is new enough, and what it is.

    Raises:
        LookupError: where there is none in which databases can be made.
    """
    address = os.environ.get("DATABASE_URL") or "postgres://127.0.0.1:5432/postgres"
    where = urlsplit(address)
    place = f"{where.hostname or 'this machine'}:{where.port or 5432}"
    try:
        with psycopg.connect(address, connect_timeout=5) as found:
            version, user = found.info.server_version, found.info.user
            may = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            may_make = found.execute(may).fetchone() == (True,)
    except psycopg.Error as error:
        raise LookupError(f"no PostgreSQL at {place}: {' '.join(str(error).split())}") from error
    said = f"PostgreSQL {version // 10000}.{version % 10000} at {place}"
    if version < LEAST_POSTGRESQL * 10000:
        raise LookupError(f"{said} is older than {LEAST_POSTGRESQL}")
    if not may_make:
        raise LookupError(f"{said}: its user {user} may not make databases")
    # psycopg takes the user of the system where none is named; Django's test database needs one.
    if not where.username:
        address = address.replace("://", f"://{user}@", 1)
    return address, said


def redis_server() -> tuple[str, str]:
    """Return the address of a Redis that is new enough, and what it is. Its database 15, unless
    REDIS_URL names another one, and the two before it are emptied by the tests.

    Raises:
        LookupError: where there is none.
    """
    address = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/15"
    place = urlsplit(address).netloc.rpartition("@")[2] or "this machine"
    try:
        with redis.Redis.from_url(address, socket_connect_timeout=5) as asked:
            version = str(asked.info("server")["redis_version"])
    except (redis.RedisError, ValueError) as error:
        raise LookupError(f"no Redis at {place}: {error}") from error
    if int(version.partition(".")[0]) < LEAST_REDIS:
        raise LookupError(f"Redis {version} at {place} is older than {LEAST_REDIS}")
    return address, f"Redis {version} at {place}"


@contextlib.contextmanager
def new_database() -> Iterator[str]:
    """Make an empty database in the PostgreSQL that is found, and return its address; it goes
    again. Raises LookupError as ``postgresql`` does."""
    address, _said = postgresql()
    name = f"sushiscore_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as within:
        within.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(address)._replace(path=f"/{name}").geturl()
        finally:
            within.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def main() -> None:
    """Say what there is; run the command."""
    try:
        (database, its), (cache, also) = postgresql(), redis_server()
    except LookupError as error:
        sys.exit(f"services: {error}; the suite runs on SQLite alone.")
    print(f"services: {its}, {also}", flush=True)
    if command := sys.argv[1:]:
        # Each process of the tests empties one, counted down from that.
        number = urlsplit(cache).path.strip("/")
        if not (number.isdigit() and int(number) >= 2):
            sys.exit("services: REDIS_URL must name database 2 or a higher one, such as …/15")
        os.environ.update(DATABASE_URL=database, REDIS_URL=cache)
        os.execvp(command[0], command)  # noqa: S606  # the command line's own


if __name__ == "__main__":
    main()
