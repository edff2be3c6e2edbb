"""`make load` finds the most that is held, and sends nobody to a wrong process."""

import asyncio
import re
import subprocess

import pytest

from scripts.bench import load
from scripts.bench.load_site import BY_TABLE, NGINX
from scripts.server import ROOT
from tests.needed import needed


def level(number: int, late: float = 0.1, failed: int = 0) -> load.Level:
    cores = {"servers": 0.5, "nginx": 0.01, "phones": 0.1, "PostgreSQL": 0.1, "Redis": 0.01}
    return load.Level(number, 100, 0.01, late, 0.9, 2.0, failed, cores, 90.0, 3.0, 1.0)


class Tables:
    """Tables that are held up to a number of phones."""

    def __init__(self, phones: int, held: int):
        self.phones = [None] * phones
        self.held = held
        self.measured = []

    async def level(self, number, _seconds):
        self.measured.append(number)
        return level(number, 0.2 if number <= self.held else 0.3)

    async def seat(self, number):
        self.seated = number


@pytest.mark.parametrize("held", [0, 1, 4, 9, 10, 11, 37, 64, 119, 120, 200])
def test_the_most_that_is_held_is_found_to_a_tenth_and_never_said_to_be_more(held):
    tables = Tables(120, held)
    found = asyncio.run(load.most_held(tables))
    really = min(held, 120)
    assert really * 0.9 - 1 <= found <= really
    assert found in (0, *tables.measured)
    assert len(tables.measured) <= 10
    assert max(tables.measured) <= 120
    assert tables.seated == 0


def test_who_has_no_answer_is_not_held():
    assert level(5).is_held
    assert not level(5, failed=1).is_held
    assert not level(5, late=0.251).is_held


def test_lost_taps_and_what_was_aimed_at_are_told(capsys):
    results = [
        load.Result("sqlite", 1, 80.0, [level(5), level(45)], 1000, 0),
        load.Result("postgres-1", 1, 80.0, [level(5), level(40)], 1000, 0),
        load.Result("postgres-2", 2, 130.0, [level(8), level(60)], 1000, 3),
    ]
    load.show(results, "a machine")
    told = capsys.readouterr().out
    assert "a machine" in told
    assert re.search(r"\| postgres-2 +\| 12\.0 ", told)
    assert "3 of 1,000" in told
    assert "at least 8 tables on SQLite: met" in told
    assert "two processes hold 1.50 × what one holds (aim: at least 1.7: NOT met)" in told
    assert "a process at rest 130 MB (aim: at most 120: NOT met)" in told
    assert "aim: no tap is lost: NOT met" in told


@pytest.mark.parametrize("spread", ["", BY_TABLE], ids=["round", "by table"])
def test_nginx_takes_its_configuration(tmp_path, spread):
    program = needed("nginx")
    servers = "server 127.0.0.1:9; server 127.0.0.1:10;"
    conf = tmp_path / "nginx.conf"
    conf.write_text(NGINX.format(folder=tmp_path, port=20_000, servers=servers, spread=spread))
    tried = subprocess.run(
        [program, "-t", "-c", conf, "-p", tmp_path],
        capture_output=True,
        check=False,
        text=True,
    )
    assert tried.returncode == 0, tried.stderr


def test_the_docs_send_tables_to_processes_as_it_was_measured():
    told = re.search(r"map \$uri.*?\n}", (ROOT / "docs/proxy.md").read_text(), re.DOTALL)[0]
    used = NGINX.format(folder="", port="", servers="", spread=BY_TABLE)
    assert " ".join(told.split()) in " ".join(used.split())
    assert BY_TABLE in (ROOT / "docs/proxy.md").read_text()
