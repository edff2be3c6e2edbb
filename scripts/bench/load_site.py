"""SushiScore as it is put up for many tables: processes, nginx before them, PostgreSQL and Redis
beside them. For `make load`."""

import contextlib
import http.client
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
import redis

from scripts.bench.live import Table
from scripts.server import ROOT, WAIT_SECONDS, Server, lasting_port

NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log warn;
events {{ worker_connections 8192; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $uri $table {{
        "~^/(?:g|club|api/v1/games)/(?<id>[0-9a-f-]{{36}})/" $id;
        default $remote_addr;
    }}
    upstream sushiscore {{
        {spread}
        {servers}
        keepalive 64;
        keepalive_timeout 4s;  # SushiScore closes what rests for five
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://sushiscore;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Connection "";
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            add_header X-Served-By $upstream_addr always;
        }}
    }}
}}
"""
BY_TABLE = "hash $table consistent;"


@dataclass(eq=False)
class Site:
    """Where phones go, and who works there."""

    port: int
    servers: Sequence[psutil.Process]
    proxy: Sequence[psutil.Process] = ()
    database: "Database | None" = None

    def seconds(self) -> dict[str, float]:
        """The processor time that each part has taken; that of the phones is this process's."""
        parts = {"servers": self.servers, "nginx": self.proxy, "phones": [psutil.Process()]}
        if self.database:
            parts |= {"PostgreSQL": self.database.backends(), "Redis": self.database.redis()}
        return {part: sum(map(_seconds, processes)) for part, processes in parts.items()}

    def megabytes(self) -> float:
        """The memory of the servers; what they share counts for each."""
        return sum(one.memory_info().rss for one in self.servers) / 1e6


def dealt_evenly(site: Site, tables: Sequence[Table]) -> list[Table]:
    """The tables in turns by the process that nginx sends them to. Among hundreds chance is even;
    among a dozen one process might have most of them."""
    if not site.proxy:
        return list(tables)
    by_process: dict[str, list[Table]] = {}
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, WAIT_SECONDS)) as connection:
        for table in tables:
            connection.request("GET", f"/g/{table.game}/")
            answer = connection.getresponse()
            answer.read()
            by_process.setdefault(answer.headers["X-Served-By"], []).append(table)
    return [table for turn in zip(*by_process.values(), strict=False) for table in turn]


def _seconds(process: psutil.Process) -> float:
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system
    return 0.0


@dataclass(frozen=True)
class Database:
    """A PostgreSQL database for this alone, and a Redis, by their addresses."""

    url: str
    redis_url: str

    def _asked(self, question: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(question).fetchall()

    def backends(self) -> list[psutil.Process]:
        """PostgreSQL's processes that serve this database, where it runs on this machine."""
        asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        found = []
        for (pid,) in self._asked(asked):
            with contextlib.suppress(psutil.NoSuchProcess):  # it runs elsewhere, or has just ended
                found.append(psutil.Process(pid))
        return found

    def redis(self) -> list[psutil.Process]:
        pid = int(self._redis_says("server")["process_id"])
        is_here = psutil.pid_exists(pid) and "redis" in psutil.Process(pid).name()
        return [psutil.Process(pid)] if is_here else []

    def messages(self) -> int:
        """What was published over Redis so far, by anybody."""
        return int(self._redis_says("commandstats").get("cmdstat_publish", {}).get("calls", 0))

    def transactions(self) -> int:
        """What was committed so far, reads without a transaction included."""
        asked = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
        return int(str(self._asked(asked)[0][0]))

    def _redis_says(self, section: str) -> dict:
        with redis.Redis.from_url(self.redis_url) as client:
            return client.info(section)


@contextmanager
def put_up(
    folder: Path, processes: int, *, database: Database | None, by_table: bool
) -> Iterator[Site]:
    """Start the processes, with nginx before them where there is PostgreSQL.

    Raises:
        RuntimeError: where one does not start.
    """
    environment = {**os.environ, "SUSHISCORE_LOG_LEVEL": "WARNING", "SUSHISCORE_LOG_TO": "stderr"}
    for name in ("DATABASE_URL", "REDIS_URL", "SUSHISCORE_HTTPS", "SUSHISCORE_BIND"):
        environment.pop(name, None)
    if database:
        environment |= {"DATABASE_URL": database.url, "REDIS_URL": database.redis_url}
        environment["SUSHISCORE_PROXIES"] = "127.0.0.1"
    servers = [Server(folder, dict(environment)) for _ in range(processes)]
    with contextlib.ExitStack() as stack:
        for server in servers:  # one after the other: the first one migrates
            server.start()
            stack.callback(server.stop)
            server.wait()
            _wait_until_ready(server.port)
        found = [psutil.Process(server.process.pid) for server in servers]
        cores = psutil.Process().cpu_affinity()
        stack.callback(psutil.Process().cpu_affinity, cores)
        apart(found)
        if database is None:
            yield Site(servers[0].port, found)
            return
        port, proxy = stack.enter_context(nginx(folder, [one.port for one in servers], by_table))
        yield Site(port, found, [proxy, *proxy.children()], database)


def _wait_until_ready(port: int) -> None:
    """Wait for an answer: a server holds its port before it has migrated."""
    ready = f"http://127.0.0.1:{port}/readyz"
    try:
        urllib.request.urlopen(ready, timeout=WAIT_SECONDS).close()
    except urllib.error.HTTPError as refused:
        raise RuntimeError(f"SushiScore is not ready: {refused.read().decode()}") from refused


@contextmanager
def nginx(
    folder: Path, ports: Sequence[int], by_table: bool
) -> Iterator[tuple[int, psutil.Process]]:
    """nginx before the processes; its port and its main process."""
    look = subprocess.run(
        [ROOT / "scripts/nginx", "--install"], capture_output=True, check=False, text=True
    )
    if look.returncode:
        raise RuntimeError(look.stderr.strip())
    port = lasting_port()
    servers = " ".join(f"server 127.0.0.1:{one};" for one in ports)
    spread = BY_TABLE if by_table else ""
    conf = NGINX.format(folder=folder, port=port, servers=servers, spread=spread)
    (folder / "nginx.conf").write_text(conf)
    command = [look.stdout.strip(), "-c", folder / "nginx.conf", "-p", folder]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            time.sleep(1)
            if process.poll() is not None:
                raise RuntimeError("nginx did not start")
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()


def apart(processes: Sequence[psutil.Process]) -> None:
    """Give each process a core of its own, and this one the rest, as far as there are cores. What
    this one starts from now on stays with it."""
    cores = sorted(psutil.Process().cpu_affinity() or [0])
    for number, process in enumerate(processes):
        process.cpu_affinity([cores[number % len(cores)]])
    psutil.Process().cpu_affinity(cores[len(processes) :] or cores)
