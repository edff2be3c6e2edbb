"""What nobody has said of a seat's cards, with the answers that mend the entry in one tap."""

from typing import Any
from uuid import uuid4

from django.urls import reverse

from ...access.games import Visit
from ...play.pages.common import answers, shown_problem
from ...play.services.game_state import GameState, SeatState
from ...play.services.taps import SentTap
from .what_if import what_if_url, written


def doubts(table: GameState, seat: SeatState, visit: Visit | None) -> list[dict[str, Any]]:
    """Return the questions about the nigiri of a seat in a round.

    An answer is a tap. Where the round is confirmed it is a correction: the host's phone makes it
    at once, any other looks at what it would change.
    """
    shown = []
    for problem in seat.wasabi_problems():
        doubt = shown_problem(table, problem, visit)
        if seat.round.is_confirmed:
            tries = [answer for answer in answers(seat, problem) if not answer["is_assumed"]]
            for answer in tries:
                tap = SentTap(uuid4(), seat.round.number, seat.place, answer["do"])
                answer["try"] = what_if_url(seat, [tap])
                if visit and visit.is_host:
                    answer["fix"] = reverse("correct", args=[table.game.pk, seat.round.number])
                    answer |= {"w": written(tap), "place": seat.place, "seen": table.game.version}
            doubt["answers"] = tries
        shown.append(doubt)
    return shown
