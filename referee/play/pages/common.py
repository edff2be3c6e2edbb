"""What several pages show."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Claim, Seat
from ...rules import FACES, Line, PlayerScore, Problem, Result, Severity
from ...rules.scoring.uramaki import claimed_sets, settle_claims
from ...rules.sheet import Turn
from ...rules.tableau import Card, item
from ...wording.explanations.citations import citation
from ...wording.explanations.lines import explain
from ...wording.items import card_name, item_name
from ...wording.names import short_face_name, type_name
from ...wording.phrases import isolated, number, points_text, series
from ...wording.problems import problem_message, problem_place
from ..services.claims import uramaki_icons
from ..services.game_state import GameState, LaidTableau, holder_of
from .open_questions import OpenQuestions

MAX_SETS = 3
"""Sets of uramaki that are offered for a claim; others are claimed in the form of the race."""


def seat_names(table: GameState) -> list[str]:
    """The seats' names on a page; the dummy has its word."""
    return [seat.player.name if seat.player else _("Dummy") for seat in table.seats]


def isolated_names(table: GameState) -> dict[str, str]:
    """The seats' names for sentences, by their names on the score sheet, in seat order."""
    names = [isolated(seat.player.name) if seat.player else _("the dummy") for seat in table.seats]
    return dict(zip(table.sheet.seats, names, strict=True))


def explained_line(
    line: Line,
    seat: int,
    names: Sequence[str],
    *,
    at_end: bool = False,
    questions: OpenQuestions | None = None,
) -> dict[str, Any]:
    """A line in words; ``names`` as they are to be written in sentences."""
    return {
        "type": line.type,
        "name": type_name(line.type),
        "points": line.points,
        "explanation": explain(line, seat, names, at_end=at_end),
        "citation": citation(line.rule),
        "silences": questions.of(line, seat) if questions else (),
    }


def shown_scores(
    table: GameState,
    scores: Mapping[str, PlayerScore],
    *,
    questions: OpenQuestions | None = None,
    only: int | None = None,
) -> list[dict[str, Any]]:
    """Every seat's score in words, in seat order, or one seat's; that of a round where no questions
    are given."""
    at_end = questions is not None and questions.round_number is None
    names, isolates = seat_names(table), list(isolated_names(table).values())
    return [
        {
            "name": names[seat],
            "total": score.total,
            "lines": [
                explained_line(line, seat, isolates, at_end=at_end, questions=questions)
                for line in score.lines
            ],
        }
        for seat, score in enumerate(scores.values())
        if only in (None, seat)
    ]


def shown_problem(table: GameState, problem: Problem, visit: Visit | None = None) -> dict[str, Any]:
    """A problem in words, whose cards to check, and the answers that the visitor may give at once:
    buttons that send a tap."""
    is_somebodys = problem.holders or problem.player
    shown: dict[str, Any] = {
        "message": problem_message(problem.renamed(isolated_names(table))),
        "is_error": problem.severity is Severity.ERROR,
        "round": problem_place(problem),
        "cards": [
            {"name": name, "url": entry_url(table, problem.round, seat)}
            for seat, name in enumerate(seat_names(table))
            if problem.round and is_somebodys and problem.concerns(table.sheet.seats[seat])
        ],
        "answers": [],
        "may_order": problem.detail == "assumed",
    }
    if visit is None or not problem.round or problem.player is None:
        return shown
    seat = table.sheet.seats.index(problem.player)
    is_confirmed = table.rounds[problem.round - 1].is_confirmed
    if is_confirmed or not visit.may_enter(table.seats[seat].place):
        return shown
    url = entry_url(table, problem.round, seat)
    shown["answers"] = [
        {"url": url, "place": table.seats[seat].place, "tap": uuid4(), **answer}
        for answer in answers(table, problem, seat)
    ]
    may_enter = [seat for seat in table.seats if visit.may_enter(seat.place)]
    is_first = problem.detail == "unclaimed" and not table.claims[problem.round - 1]
    lying = table.tableaus[problem.round - 1][seat].entries
    is_more = problem.detail == "unclaimed" and len(claimed_sets(uramaki_icons(lying))) > MAX_SETS
    if problem.detail == "claimed" or is_more:
        shown |= {"claims": f"{url}#race", "claims_words": _("Something else")}
    elif is_first and len(may_enter) > 1:
        shown |= {"claims": f"{url}#race", "claims_words": _("Somebody else")}
    return shown


def answers(table: GameState, problem: Problem, seat: int) -> list[dict[str, Any]]:
    """What can be answered to a problem of a seat (from 0), as buttons: the tap that each sends,
    its label and what that means in full; the card that it is about, if it is one."""
    laid = table.tableaus[(problem.round or 0) - 1][seat]
    if problem.code == "bare-wasabi":
        return _wasabi_answers(laid, problem)
    if problem.code == "uramaki-claim" and problem.detail in ("unclaimed", "claimed"):
        return _claim_answers(table, problem, seat)
    if (problem.code, problem.detail) == ("not-on-menu", "discarded"):
        gone = [entry for entry in laid.entries if entry.face == problem.facts["face"]]
        words = _("Take it away")
        return [
            {"do": f"take:{entry.pk}", "id": f"gone-{entry.pk}", "label": words, "words": words}
            for entry in gone[-1:]
        ]
    return []


def _wasabi_answers(laid: LaidTableau, problem: Problem) -> list[dict[str, Any]]:
    """A button for each sort of nigiri that may lie on a wasabi, and one for nothing; to agree with
    what is assumed is one of them."""
    cards, entries, wasabi = laid.cards, laid.entries, int(problem.facts["at"])
    base, assumed, found = entries[wasabi].pk, None, []
    if problem.detail == "before":
        may_lie = list({cards[at].card: at for at in laid.nigiri_since_bare[wasabi]}.values())
    else:
        asked = next(one for one in laid.questions if one.wasabi == wasabi)
        assumed, may_lie = asked.assumed, list(asked.may_lie)
    for at in sorted(may_lie, key=lambda at: item(cards[at].card).order):
        card = cards[at].card
        label = words = capfirst(card_name(card))
        if not card.flipped:
            words = capfirst(item_name(item(card, Card(FACES["wasabi"]))))
        if card.face and not (card.copy or card.flipped):
            label = short_face_name(card.face.slug)
        found.append(
            {
                "do": f"on:{base}:{entries[at].pk}",
                "id": f"lies-{base}-{entries[at].pk}",
                "card": entries[at].card,
                "label": label,
                "words": words,
                "is_assumed": at == assumed,
            }
        )
    nothing = {
        "do": f"bare:{base}",
        "id": f"bare-{base}",
        "label": _("Nothing"),
        "words": _("Nothing lies on the wasabi"),
        "is_assumed": assumed is None,
        "is_nothing": True,
    }
    return [*found, nothing]


def claims_by_number(table: GameState, round_number: int, seat: int) -> list[Claim]:
    """The claims of a seat (from 0) in a round (from 1) of which nobody has said the cards: these
    may lie there still."""
    key = table.seats[seat].pk
    return [row for row in table.claims[round_number - 1] if row.seat_id == key and not row.cards]


def _claim_answers(table: GameState, problem: Problem, seat: int) -> list[dict[str, Any]]:
    """A button for each turn of the race on which the seat can have reached ten; where that may
    have been with several sets of cards, a button for each of them in a ``row`` for each turn.

    Of a claim by number they say which cards it was of: no other claim is offered for those.
    """
    round_number = problem.round or 0
    cards = uramaki_icons(table.tableaus[round_number - 1][seat].entries)
    if problem.detail == "claimed":
        return _claimed_answers(claims_by_number(table, round_number, seat), cards)
    turns = list(table.sheet.rounds[round_number - 1].claims)
    names = list(isolated_names(table).values())
    moments: list[tuple[str, str, int, list[Turn]]] = []
    for at in range(len(turns) + 1):
        before, after = turns[:at], turns[at:]
        when = _("first")
        if before:
            when = _("after %(names)s") % {"names": series(names[one] for one, _n in before[-1])}
        moment = f":before-{at + 1}" if after else ""
        moments.append((moment, when, at, [*before, (), *after]))
        if after and seat not in dict(after[0]):
            when = _("with %(names)s") % {"names": series(names[one] for one, _n in after[0])}
            moments.append((f":with-{at + 1}", when, at, turns))
    sets = claimed_sets(cards)[:MAX_SETS]
    is_of_all = sets == [tuple(range(len(cards)))]
    found = []
    # Whoever comes later to the page mostly came later to ten.
    for moment, when, at, race in reversed(moments):
        paid = [_paid([cards[one] for one in chosen], seat, at, race) for chosen in sets]
        row = capfirst(when if turns else names[seat])
        if len({*paid}) == 1:
            row = _("%(name)s: %(points)s") % {"name": row, "points": number(paid[0])}
        for chosen, points in zip(sets, paid, strict=True):
            icons = [str(cards[one]) for one in chosen]
            facts = {"name": names[seat], "when": when, "points": points_text(points)}
            label, words = row, _("%(name)s reached ten %(when)s: %(points)s")
            if not is_of_all:
                label = facts["cards"] = " + ".join(icons)
                words = _("%(name)s reached ten %(when)s (%(cards)s): %(points)s")
                if len({*paid}) > 1:
                    label = _("%(name)s: %(points)s") % {"name": label, "points": number(points)}
            found.append(
                {
                    "do": f"claim:{'-'.join(icons)}{moment}",
                    "id": f"ten-{'-'.join(icons)}{moment}".replace(":", "-"),
                    "row": "" if is_of_all else row,
                    "label": label,
                    "words": words % facts,
                }
            )
    return found


def _paid(icons: Sequence[int], seat: int, at: int, race: Sequence[Turn]) -> int:
    """What a claim of a seat brings on the turn of a race at this index."""
    turns = [*race[:at], (*race[at], (seat, sum(icons))), *race[at + 1 :]]
    settled = settle_claims(turns)[0]
    return next(one.points for one in settled if (one.turn, one.seat) == (at + 1, seat))


def _claimed_answers(claims: Sequence[Claim], cards: Sequence[int]) -> list[dict[str, Any]]:
    """Buttons that take away cards that were claimed by number: a set of just so many icons, else
    one that a claim may be of, or all."""
    exact = [
        chosen for icons in {row.icons for row in claims} for chosen in claimed_sets(cards, icons)
    ]
    sets = (exact or claimed_sets(cards))[:MAX_SETS]
    everything = tuple(range(len(cards)))
    row = "" if sets == [everything] else _("Claimed already")
    found = []
    for chosen in dict.fromkeys([*sets, everything]):
        icons = [str(cards[one]) for one in chosen]
        label, words = " + ".join(icons), _("%(cards)s were claimed already: take them away")
        words %= {"cards": label}
        if not row:
            label, words = _("Claimed already"), _("They were claimed already: take them away")
        do = f"claimed:{'-'.join(icons)}"
        found.append(
            {"do": do, "id": do.replace(":", "-"), "row": row, "label": label, "words": words}
        )
    return found


def with_shown_names(table: GameState, result: Result) -> Result:
    """The result with its ranking by the names that a page shows, fit to stand in a sentence."""
    shown = isolated_names(table)
    ranking = tuple(rank._replace(player=shown[rank.player]) for rank in result.ranking)
    return result._replace(ranking=ranking)


def is_expected_of(visit: Visit, seat: Seat) -> bool:
    """Whether this phone enters the cards of a seat: its own, or one that no phone holds."""
    return visit.holds(seat.place) or (visit.may_enter(seat.place) and holder_of(seat) is None)


def why_url(table: GameState, seat: int) -> str:
    """The page that explains every point of a seat.

    Its parts have the ids ``r2`` (a round), ``r2-maki`` (a line), ``r2-total`` (the points up to
    then), ``end`` and ``end-pudding`` (the game's end), ``total``.
    """
    return _address("why", table.game.pk, table.seats[seat].place)


def entry_url(table: GameState, round_number: int, seat: int) -> str:
    """The page on which a seat's tableau is entered."""
    return _address("entry", table.game.pk, round_number, table.seats[seat].place)


def round_url(table: GameState, round_number: int) -> str:
    """The page of a round's result."""
    return _address("round", table.game.pk, round_number)


@lru_cache(maxsize=16_384)
def _address(page: str, *about: Hashable) -> str:
    """Return a page's address. A board has a dozen of them, the same with each tap."""
    return reverse(page, args=about)


def is_missing_only(problem: Problem) -> bool:
    """Whether a problem only says that cards are still to be entered."""
    return problem.code == "hand-size" and problem.detail != "too-many"


def is_question(problem: Problem) -> bool:
    """Whether a problem asks what only the table knows: what lies on a wasabi, or who reached ten
    uramaki icons first."""
    return problem.detail in ("assumed", "unclaimed", "claimed")
