"""A server that is killed while it draws leaves a whole draw, or none."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.environments import ROOT, bare, fill

pytestmark = pytest.mark.django_db  # whose database is copied

PEOPLE, LONGEST, TRIES = 24, 0.5, 8
"""The seconds after which it is killed at the latest; kills until half a draw must have been left
where nothing prevents it."""

DRAW_ON = f"""
import sys
import time
import django
django.setup()
from contextlib import contextmanager
from referee.models import Tournament
from referee.tournament.services import drawing
from tests.tournament.evening import an_evening
evening = Tournament.objects.first() or an_evening({PEOPLE})
# Worked out at once: what is tried is how it is stored.
places = range(0, {PEOPLE}, 4)
drawing.draw_tables = lambda people, past, **how: [people[at : at + 4] for at in places]
# It takes its time before the last rows, so that it is often killed there.
seat = drawing.DrawnSeat.objects.bulk_create
drawing.DrawnSeat.objects.bulk_create = lambda rows: (time.sleep(0.1), seat(rows))
if "unlocked" in sys.argv:
    @contextmanager
    def unlocked(tournament_id):
        yield Tournament.objects.select_related("night__club").get(pk=tournament_id)
    drawing.locked_tournament = unlocked
evening.made_draws.all().delete()
while True:
    drawing.make_draw(evening.pk, 1)
    drawing.draw_again(evening.pk, 1)
    print("ready", flush=True)
"""


@contextmanager
def drawing(folder: Path, *how: str) -> Iterator[None]:
    """A process that draws, and takes back, one draw after the other; killed at the end."""
    environment = bare(SUSHISCORE_DATA=str(folder), DJANGO_SETTINGS_MODULE="sushiscore.settings")
    process = subprocess.Popen(
        [sys.executable, "-c", DRAW_ON, *how],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        yield
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()


def seats_left(folder: Path) -> list[int]:
    """How many seats each draw has that a killed process has left in a whole database."""
    with closing(sqlite3.connect(folder / "sushiscore.sqlite3")) as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        each = """
            SELECT (SELECT count(*) FROM referee_drawnseat AS seat WHERE seat.draw_id = draw.id)
            FROM referee_draw AS draw
        """
        return [number for (number,) in rows.execute(each)]


def killed_while_drawing(folder: Path, *how: str) -> list[int]:
    with drawing(folder, *how):
        time.sleep(random.uniform(0, LONGEST))
    return seats_left(folder)


@pytest.mark.parametrize("kills", [2, pytest.param(TRIES, marks=pytest.mark.slow)])
def test_a_process_that_is_killed_while_it_draws_leaves_a_whole_draw_or_none(tmp_path, kills):
    fill(tmp_path)
    for _ in range(kills):
        assert killed_while_drawing(tmp_path) in ([], [PEOPLE])


@pytest.mark.slow
def test_without_a_transaction_half_a_draw_is_left_and_found(tmp_path):
    fill(tmp_path)
    left = (killed_while_drawing(tmp_path, "unlocked") for _ in range(TRIES))
    assert any(seats not in ([], [PEOPLE]) for seats in left)
