"""What a game takes of the disk. `make bench-storage`; DATABASE_URL measures PostgreSQL.

Games of Sushi Go! by five, as phones enter them: every card a tap of its own, every tenth one
corrected. What the tables with their indexes have grown by, after a first few games. Prints.
"""

import os
import random
import tempfile
from collections.abc import Mapping
from contextlib import nullcontext
from uuid import uuid4

from tabulate import tabulate

from scripts.bench.live import SEATS, set_tables
from scripts.services import new_database
from sushiscore.run import migrate, prepare_data

FIRST, GAMES, HAND, ROUNDS = 5, 40, 7, 3
CORRECTED = 0.1
LEFT_OUT = 20  # bytes a game; what takes less is summed up


def play(games: int) -> int:
    """Play so many games; return how many taps they took."""
    from referee.access.games import Sender
    from referee.play.services.confirming import confirm_round
    from referee.play.services.taps import SentTap, take_taps
    from referee.rules import Setting
    from tests.dealers.dealing import full_deck

    taps = 0
    deck = full_deck(Setting("sushi-go", SEATS))
    for table in set_tables(games):
        for number in range(1, ROUNDS + 1):
            random.shuffle(deck)
            for place in range(1, SEATS + 1):
                sender = Sender(f"{place:032}")  # as long as a phone's id is
                does = [f"add:{face}" for face in deck[place * HAND : (place + 1) * HAND]]
                for do in [*does, "ready:"]:
                    sent = [SentTap(uuid4(), number, place, do)]
                    if random.random() < CORRECTED and do != "ready:":
                        sent += [SentTap(uuid4(), number, place, f"take:{sent[0].id}")]
                        sent += [SentTap(uuid4(), number, place, do)]
                    for one in sent:
                        version = take_taps(table.game, sender, [one]).version
                    taps += len(sent)
            confirm_round(table.game, number, seen_version=version)
    return taps


def sizes() -> Mapping[str, tuple[int, int]]:
    """The rows of each table, and its bytes with its indexes."""
    from django.apps import apps
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            asked = "SELECT pg_total_relation_size(%s)"
        else:
            asked = (
                "SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE AND name IN"
                " (SELECT name FROM sqlite_master WHERE tbl_name = %s)"
            )
        found = {}
        for model in apps.get_models():
            table = model._meta.db_table
            cursor.execute(asked, [table])
            found[table] = model._base_manager.count(), cursor.fetchone()[0] or 0
        return found


def main() -> None:
    """Fill a database of its own, and print."""
    own = new_database() if os.environ.get("DATABASE_URL") else nullcontext("")
    with tempfile.TemporaryDirectory() as data, own as database:
        os.environ["SUSHISCORE_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"
        os.environ.pop("REDIS_URL", None)
        if database:
            os.environ["DATABASE_URL"] = database
        prepare_data()
        migrate()
        random.seed("storage")
        play(FIRST)
        before = sizes()
        taps = play(GAMES)
        after = sizes()
        from django.db import connections

        connections.close_all()
    rows, rest, whole = [], 0.0, 0.0
    for name, (count, size) in after.items():
        new, grown = count - before[name][0], (size - before[name][1]) / GAMES
        whole += grown
        if grown < LEFT_OUT:
            rest += grown
            continue
        each = f"{grown * GAMES / new:.0f}" if new else "–"
        rows.append((grown, [name, f"{new / GAMES:.1f}", each, f"{grown:,.0f}"]))
    shown = [row for _grown, row in sorted(rows, reverse=True)]
    shown += [["all others", "", "", f"{rest:,.0f}"], ["a game", "", "", f"{whole:,.0f}"]]
    heads = ["table", "rows a game", "bytes a row, with indexes", "bytes a game"]
    print(f"{GAMES} games by {SEATS}, {taps / GAMES:.0f} taps each\n")
    print(tabulate(shown, heads, tablefmt="github", disable_numparse=True))


if __name__ == "__main__":
    main()
