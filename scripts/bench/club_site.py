"""A club in a database of its own, for club.py: it is filled, then asked over its standard
input, one JSON document a line, and answers so on its standard output.

`SUSHISCORE_DATA` names its folder, the argument how many games it gets.
"""

import json
import logging
import os
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

os.environ["DJANGO_SETTINGS_MODULE"] = "sushiscore.settings"

SEED = "bench"
PHONE = "the phone of the bench"
PLAYERS = 4
OK = 200
NEWEST = "newest"
"""Which game is corrected; any other word is for the middle one of all."""

Answer = dict[str, Any]


def milliseconds(work: Callable[[], object]) -> float:
    """How long it takes, once."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


class Site:
    """The club and what can be asked of it; every public method but ``fill`` is a question."""

    def __init__(self) -> None:
        from django.core.management import call_command
        from django.test import Client

        from referee.play.services.clubs import club_for

        call_command("migrate", verbosity=0, interactive=False)
        self.club = club_for(PHONE)
        self.client = Client(raise_request_exception=False, HTTP_HOST="localhost")
        self.client.cookies["phone"] = signed_phone()

    def fill(self, games: int) -> None:
        """So many games into the empty club."""
        from referee.demo.club import fill, many_games

        fill(self.club, many_games(games, SEED))

    # ------------------------------------------------------------- questions

    def size(self) -> Answer:
        """What lies in the database."""
        from referee.models import Game, GameNight, Placing

        models = {"games": Game, "nights": GameNight, "placings": Placing}
        return {name: model._default_manager.count() for name, model in models.items()}

    def narrow(self) -> Answer:
        """A month, a ruleset and a number of players of which there are games: the commonest of
        the newest month, as the query of the standings' address."""
        from django.db.models import Count

        from referee.models import Game

        newest = self.club.nights.order_by("-date")[0].date
        games = Game.objects.filter(
            night__club=self.club, night__date__year=newest.year, night__date__month=newest.month
        )
        kinds = games.annotate(players=Count("seats")).values_list("ruleset", "players")
        found = list(kinds)
        ruleset, players = max(found, key=found.count)
        asked = {"year": newest.year, "month": newest.month, "ruleset": ruleset, "players": players}
        return {"query": urlencode(asked)}

    def visit(self, page: str, query: str = "") -> Answer:
        """One visit of a page: the time in ms, or why there is nothing to see as ``fault``."""
        path = self._path(page, query)
        if path is None:
            return {"fault": f"no page is called {page}"}
        answers = []
        taken = milliseconds(lambda: answers.append(self.client.get(path)))
        (answer,) = answers
        if answer.status_code != OK:
            raised = repr(answer.exc_info[1]) if answer.exc_info else ""
            return {"fault": f"{path} answers {answer.status_code}. {raised}".strip()}
        return {"ms": taken}

    def first_visit(self, page: str) -> Answer:
        """One visit of a page after a result has changed, whose figures are not cached yet."""
        from referee.club.services.counting import results_changed

        results_changed(self.club)
        return self.visit(page)

    def queries(self, page: str, query: str = "") -> Answer:
        """How many queries one visit of a page makes, and how many rows its tables have."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        path = self._path(page, query)
        with CaptureQueriesContext(connection) as made:
            answer = self.client.get(path)
        return {"queries": len(made), "rows": answer.content.count(b"<tr")}

    def finish(self, times: int) -> Answer:
        """How long it takes to confirm the last round of a new game: the median, in ms."""
        from referee.play.services.confirming import confirm_round

        taken = []
        for number in range(times):
            game = self._entered_game(f"{SEED} {number}")
            for round_ in (1, 2):
                confirm_round(game.pk, round_, seen_version=self._version(game.pk))
            version = self._version(game.pk)
            last = milliseconds(
                lambda game=game, version=version: confirm_round(game.pk, 3, seen_version=version)
            )
            taken.append(last)
        return {"ms": statistics.median(taken)}

    def correct(self, which: str, times: int) -> Answer:
        """How long it takes to open the last round of a game and to confirm it with a card less:
        the medians, in ms."""
        from referee.play.services.confirming import confirm_round, reopen_round

        game_id = self._finished(which)
        opened, confirmed = [], []
        for _ in range(times):
            opened.append(milliseconds(lambda: reopen_round(game_id, 3, reason="one too many")))
            self._take_a_card(game_id)
            version = self._version(game_id)
            confirmed.append(
                milliseconds(
                    lambda version=version: confirm_round(game_id, 3, seen_version=version)
                )
            )
        return {"open": statistics.median(opened), "confirm": statistics.median(confirmed)}

    # ------------------------------------------------------------- what they need

    def _path(self, page: str, query: str) -> str | None:
        from django.urls import NoReverseMatch, reverse

        parts = [self.club.pk, self._keenest()] if page == "player" else [self.club.pk]
        try:
            return reverse(page, args=parts) + (f"?{query}" if query else "")
        except NoReverseMatch:
            return None

    def _keenest(self) -> UUID:
        """The player with the most games."""
        from django.db.models import Count

        players = self.club.players.annotate(games=Count("placings"))
        return players.order_by("-games", "name")[0].pk

    def _version(self, game_id: UUID) -> int:
        from referee.models import Game

        return Game.objects.values_list("version", flat=True).get(pk=game_id)

    def _finished(self, which: str) -> UUID:
        from referee.models import Game

        games = Game.objects.filter(night__club=self.club, state="finished").order_by("-created_at")
        place = 0 if which == NEWEST else games.count() // 2
        return games.values_list("pk", flat=True)[place]

    def _entered_game(self, seed: str) -> Any:
        """A new game with all its cards on the table and no round confirmed."""
        from referee.club.services.import_games import in_order_of_play
        from referee.demo.evenings import play
        from referee.demo.people import PEOPLE
        from referee.play.services.games import Setup, start_game
        from referee.play.services.taps import Sender, SentTap, take_taps
        from referee.rules import Setting

        sheet = play(Setting("sushi-go", PLAYERS), PEOPLE[:PLAYERS], Random(seed))
        game = start_game(PHONE, uuid4(), Setup("sushi-go", sheet.players))
        for number, round_ in enumerate(sheet.rounds, start=1):
            for place, tableau in enumerate(round_.tableaus, start=1):
                taps = [
                    SentTap(uuid4(), number, place, f"add:{card.face.slug}")
                    for card, _on_wasabi in in_order_of_play(tableau)
                ]
                take_taps(game.pk, Sender(PHONE), taps, lambda _place: True)
        return game

    def _take_a_card(self, game_id: UUID) -> None:
        """Takes a card of the last round away, from whoever has the most."""
        from django.db.models import Count, Q

        from referee.models import Tableau
        from referee.play.services.taps import Sender, SentTap, take_taps

        lying = Q(entries__withdrawn_by=None)
        tableaus = Tableau.objects.filter(round__game=game_id, round__number=3)
        tableaus = tableaus.annotate(cards=Count("entries", filter=lying))
        fullest = tableaus.order_by("-cards", "seat__place").select_related("seat")[0]
        entry = fullest.entries.filter(withdrawn_by=None).first()
        tap = SentTap(uuid4(), 3, fullest.seat.place, f"take:{entry.pk}")
        take_taps(game_id, Sender(PHONE), [tap], lambda _place: True)


def signed_phone() -> str:
    """The cookie of the phone that runs the club."""
    from django.http import HttpResponse
    from django.test import RequestFactory

    from referee.access.games import remember_phone

    answer = HttpResponse()
    remember_phone(RequestFactory().get("/"), answer, PHONE)
    return answer.cookies["phone"].value


def main() -> None:
    """Fill the club, say how long that took, and answer until nobody asks any more."""
    import django

    django.setup()
    # A page that fails says so in its answer.
    logging.getLogger("django.request").disabled = True
    site = Site()
    took = milliseconds(lambda: site.fill(int(sys.argv[1]))) / 1e3
    print(json.dumps({"seconds": took}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        answer = getattr(site, asked.pop("ask"))(**asked)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
