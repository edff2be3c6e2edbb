"""What nobody has said of a seat's cards, with the answers that mend the entry in one tap."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.urls import reverse

from ...access.games import Visit
from ...play.pages.common import answers, shown_problem
from ...play.pages.tableaus import wasabi_problems
from ...play.services.game_state import GameState
from ...play.services.taps import SentTap
from .what_if import what_if_url, written


def doubts(
    table: GameState, seat: int, numbers: Iterable[int], visit: Visit | None
) -> list[dict[str, Any]]:
    """What is to be asked about the nigiri of a seat (from 0) in some rounds.

    An answer is a tap. Where the round is confirmed it is a correction: the host's phone makes it
    at once, any other looks at what it would change.
    """
    asked = []
    questions = (
        (number, problem)
        for number in numbers
        if number <= len(table.rounds)
        for problem in wasabi_problems(table, number, seat)
    )
    for number, problem in questions:
        shown = shown_problem(table, problem, visit)
        if table.rounds[number - 1].is_confirmed:
            place = table.seats[seat].place
            tries = [one for one in answers(table, problem, seat) if not one["is_assumed"]]
            for one in tries:
                tap = SentTap(uuid4(), number, place, one["do"])
                one["try"] = what_if_url(table.game.pk, number, place, [tap])
                if visit and visit.is_host:
                    one["fix"] = reverse("correct", args=[table.game.pk, number])
                    one |= {"w": written(tap), "place": place, "seen": table.game.version}
            shown["answers"] = tries
        asked.append(shown)
    return asked
