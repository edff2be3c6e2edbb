"""Serve SushiScore and show how a phone opens it: `make run`, and the command `sushiscore`."""

import asyncio
import contextlib
import errno
import io
import ipaddress
import os
import resource
import signal
import socket
import sqlite3
import sys
from pathlib import Path
from typing import NoReturn, TextIO

from sushiscore import names

PATIENCE = 60  # seconds that a start waits for who writes in SQLite
ENOUGH_FILES = 16_384  # that the process may have open: one for each stream, and the rest
_EVERY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # other phones must reach it
"""Names of all interfaces, and this machine's own name by the same protocol."""
_NEEDS_REDIS = "several processes need REDIS_URL, each the same, to tell each other of changes."


def stop(reason: str) -> NoReturn:
    """End with one line on standard error."""
    sys.exit(f"run: {' '.join(reason.split())}")


def wanted_port() -> int:
    """The port that PORT names, 8000 if it names none."""
    text = os.environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        stop(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def prepare_data() -> TextIO:
    """Make the data folder with its key, and hold it as long as the file that is returned."""
    from referee.hosting import data

    os.umask(0o077)
    # Servers that tell each other of changes may share a folder.
    shared = bool(os.environ.get("REDIS_URL") or os.environ.get("DATABASE_URL"))
    try:
        data.make_data_folder()
        if reason := data.missing_key():
            stop(f"{reason}.")
        return data.hold(shared=shared)
    except BlockingIOError:
        at = data.served_at() or "another address"
        stop(
            f"SushiScore runs already with the data folder {data.DATA_DIR}, at {at}: {_NEEDS_REDIS}"
        )
    except OSError as error:
        stop(f"the data folder {data.DATA_DIR} cannot be used: {data.cause(error)}.")


def taken(port: int) -> NoReturn:
    """End: another program listens on the port."""
    from referee.hosting.data import RUN

    other = port + 1 if port < 65535 else 8000
    stop(f"port {port} is taken by another program; choose another: PORT={other} {RUN}")


def bind(port: int, named: list[str]) -> list[socket.socket]:
    """Sockets on the port of the named addresses, else of every interface: IPv4, and IPv6 where the
    machine has it. They do not listen yet: whoever asks is refused."""
    sockets = []
    for address in named or _EVERY:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        # Some systems let a second program listen beside one that holds a single interface.
        with contextlib.suppress(OSError), socket.socket(family) as probe:
            probe.settimeout(5)
            at = _EVERY.get(address, address)
            if (named or address != "::") and probe.connect_ex((at, port)) == 0:
                taken(port)
        try:
            bound = socket.socket(family)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            bound.bind((address, port))
            sockets.append(bound)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                taken(port)
            # A machine without IPv6 says so in one of several ways; it is served by IPv4 alone.
            if named or address != "::":
                at = f"address {address}" if named else f"port {port}"
                stop(f"{at} cannot be used: {error.strerror or error}.")
    return sockets


def migrate() -> None:
    """Hold a database that others may reach, and bring it up to date."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except ImproperlyConfigured as error:
        stop(f"{error}")

    from django.conf import settings
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError, connection

    from referee.club import jobs
    from referee.club.services.counting import count_missing
    from referee.hosting import postgresql
    from referee.hosting.logs import without_row

    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    try:
        if connection.vendor == "postgresql":
            postgresql.hold(connection, lost=end_beside_another, shared=bool(settings.REDIS_URL))
        else:
            # Who has just migrated may fill the database now, for longer than a tap waits.
            options["timeout"] = PATIENCE
        call_command("migrate", verbosity=0, interactive=False)
        count_missing()  # a database of before there were standings
        jobs.resume()
        options.update(before)
        connection.close()
    except BlockingIOError:
        stop(_beside_another())
    except CommandError as error:
        stop(f"{error}")
    except (DatabaseError, sqlite3.Error, ImproperlyConfigured) as error:
        name = settings.DATABASES["default"]["NAME"]
        stop(f"the database {name} cannot be used: {without_row(error)}.")


def _beside_another() -> str:
    """Why this process cannot serve beside the one that holds the database."""
    from django.conf import settings

    name = settings.DATABASES["default"]["NAME"]
    return f"SushiScore runs already with the database {name}: {_NEEDS_REDIS}"


def end_beside_another() -> None:
    """End, as another process has taken the database while PostgreSQL was away."""
    _reasons.append(_beside_another())
    os.kill(os.getpid(), signal.SIGTERM)


def reach_redis() -> None:
    """Ask Redis something, where REDIS_URL names one."""
    from django.conf import settings

    if not settings.REDIS_URL:
        return  # its library takes memory
    from django.core.cache import caches
    from redis.exceptions import RedisError

    try:
        caches["counts"].get("anything")
    except (RedisError, ValueError) as error:
        stop(f"the Redis of REDIS_URL cannot be used: {error}.")


def qr_code(url: str) -> str:
    """The address as a QR code in text, dark on light whatever the terminal's own colours."""
    import segno

    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True, border=2)
    white_on_black, as_before = ("\x1b[97;40m", "\x1b[0m") if sys.stdout.isatty() else ("", "")
    lines = drawn.getvalue().splitlines()
    return "".join(f"{white_on_black}{line}{as_before}\n" for line in lines)


def urls_of(addresses: list[str], named: list[str], port: int) -> list[str]:
    """Where it is served: at the addresses for others first, then for who sits at this machine; the
    named ones are those that it listens on, none for all."""
    from referee.hosting.network import in_url

    own = [address for address in named if ipaddress.ip_address(address).is_loopback]
    if not named or "0.0.0.0" in named:  # noqa: S104  # only compared
        own = ["localhost"]
    elif "::" in named:
        own = ["::1"]
    shown = [*addresses, *own] or named
    return [f"http://{in_url(address)}:{port}/" for address in dict.fromkeys(shown)]


def show(urls: list[str], named: list[str], *, is_reachable: bool) -> None:
    """Print where it is, and a QR code where phones reach it, in the terminal's language."""
    from django.utils.translation import gettext as _

    print("\n" + _("SushiScore is at %(url)s") % {"url": urls[0]} + "\n")
    if is_reachable:
        print(qr_code(urls[0]))
        print(_("Open it with any phone on the same network: scan the code or type the address."))
    elif named and not _EVERY.keys() & set(named):
        print(_("Only this machine can open it: SUSHISCORE_BIND names no other address."))
    else:
        print(
            _("No network was found: only this machine can open it. Join a network, start again.")
        )
    for url in urls[1:]:
        print(_("Also at %(url)s") % {"url": url})
    print(_("Ctrl-C ends it; nothing is lost."), flush=True)


def allow_many_files() -> None:
    """Let as many phones have a stream as the machine allows; many allow 1,024 files by default."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(ENOUGH_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(sockets: list[socket.socket]) -> None:
    """Serve until Ctrl-C or another signal."""
    from django.conf import settings

    from referee.jobs import processes, runner
    from referee.live.endpoint import process_endpoint
    from sushiscore import server
    from sushiscore.asgi import application

    class Server(server.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            """Serves, and does jobs from then on."""
            await super().startup(sockets)
            self.jobs = asyncio.create_task(runner.run())

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Ends the live streams and the jobs, which would else be waited for, and then
            everything."""
            process_endpoint().end()
            self.jobs.cancel()
            processes.end()
            await super().shutdown(sockets)

    serving = Server(application, access_log=settings.DEBUG)
    serving.should_exit = bool(_interrupted)
    serving.run(sockets=sockets)


_interrupted: list[int] = []
_reasons: list[str] = []
"""Why it ends by itself."""


def interrupt(number: int, _frame: object) -> NoReturn:
    """End as by Ctrl-C. It is noted too: what is raised while Python tidies something up is lost,
    and the server would be there for ever."""
    _interrupted.append(number)
    raise KeyboardInterrupt


def main() -> None:
    """Serve until it is ended, and say so."""
    # Once it has closed everything, uvicorn hands on the Ctrl-C that ended it.
    with contextlib.suppress(KeyboardInterrupt):
        run()
    if _reasons:
        stop(_reasons[0])

    from django.utils.translation import gettext as _
    from django.utils.translation import override

    from referee.management.language import terminal_language

    with override(terminal_language()):
        print("\n" + _("SushiScore has ended."))


def run() -> None:
    """Everything from the environment's settings to the server's end."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack characters
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    for line in names.unknown():
        print(f"run: {line}", file=sys.stderr)
    port = wanted_port()
    held = prepare_data()

    from django.core.exceptions import ImproperlyConfigured
    from django.db import connection

    from referee.hosting import keeping
    from referee.hosting.data import note_address
    from referee.hosting.network import bound_addresses, in_url, own_addresses
    from sushiscore import templates

    try:
        named = bound_addresses()
    except ImproperlyConfigured as error:
        stop(f"{error}")
    # A start on a port that is taken changes no database.
    sockets = bind(port, named)

    addresses = own_addresses()
    urls = urls_of(addresses, named, port)
    # Behind a proxy that terminates TLS, people open it by its name.
    outside = os.environ.get("SUSHISCORE_HOSTS", "").split(",")[0].strip()
    is_behind = outside and os.environ.get("SUSHISCORE_HTTPS", "").strip() == "1"
    note_address(held, f"https://{outside}/" if is_behind else urls[0])
    hosts = [os.environ.get("SUSHISCORE_HOSTS", ""), *map(in_url, [*addresses, *named])]
    os.environ["SUSHISCORE_HOSTS"] = ",".join(filter(None, hosts))
    migrate()
    reach_redis()
    database = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        # Where the file is taken away, SQLite would make an empty one in its place, and phones
        # would be told that their games do not exist.
        connection.settings_dict["OPTIONS"]["database"] = f"{database.as_uri()}?mode=rw"
    templates.texts()
    allow_many_files()
    # Not before: until the end of a long migration whoever asks is refused, not kept waiting.
    try:
        for bound in sockets:
            bound.listen(2048)
    except OSError:  # somebody has begun to listen there meanwhile
        taken(port)

    from django.utils.translation import override

    from referee.management.language import terminal_language

    with override(terminal_language()):
        show(urls, named, is_reachable=bool(addresses))
    try:
        serve(sockets)
    finally:
        if connection.vendor == "sqlite":
            connection.close()
            try:
                keeping.fold_in(database)
            except sqlite3.Error as error:
                print(f"run: copy sushiscore.sqlite3-wal too: {error}.", file=sys.stderr)
