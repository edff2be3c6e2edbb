"""What several pages show."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Seat
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
from ..services.game_state import GameState, LaidTableau, RoundState, SeatState
from .open_questions import OpenQuestions

MAX_SETS = 3
"""Sets of uramaki that are offered for a claim; others are claimed in the form of the race."""


def isolated_names(seats: Iterable[Seat] | Iterable[SeatState]) -> dict[str, str]:
    """The seats' names for sentences, by their names on the score sheet, in seat order."""
    return {
        seat.sheet_name: isolated(seat.player.name) if seat.player else _("the dummy")
        for seat in seats
    }


def explained_line(
    line: Line, seat: SeatState, questions: OpenQuestions | None = None
) -> dict[str, Any]:
    """A line in words; that of a round where no questions are given."""
    names = list(isolated_names(seat.round.seats).values())
    at_end = questions is not None and questions.round is None
    return {
        "type": line.type,
        "name": type_name(line.type),
        "points": line.points,
        "explanation": explain(line, seat.index, names, at_end=at_end),
        "citation": citation(line.rule),
        "silences": questions.of(line, seat) if questions else (),
    }


def shown_score(
    seat: SeatState, score: PlayerScore, questions: OpenQuestions | None = None
) -> dict[str, Any]:
    """A seat's score in words; that of a round where no questions are given."""
    lines = [explained_line(line, seat, questions) for line in score.lines]
    return {"name": seat.name, "seat": seat, "total": score.total, "lines": lines}


def shown_problem(table: GameState, problem: Problem, visit: Visit | None = None) -> dict[str, Any]:
    """A problem in words, whose cards to check, and the answers that the visitor may give at once:
    buttons that send a tap."""
    seats = table.rounds[problem.round - 1].seats if problem.round else []
    is_somebodys = problem.holders or problem.player
    shown: dict[str, Any] = {
        "message": problem_message(problem.renamed(isolated_names(table.seats))),
        "is_error": problem.severity is Severity.ERROR,
        "round": problem_place(problem),
        "cards": [seat for seat in seats if is_somebodys and problem.concerns(seat.sheet_name)],
        "answers": [],
        "may_order": problem.detail == "assumed",
    }
    seat = next((seat for seat in seats if seat.sheet_name == problem.player), None)
    if visit is None or not seat or seat.round.is_confirmed or not visit.may_enter(seat.place):
        return shown
    url = entry_url(seat)
    shown["answers"] = [
        {"url": url, "place": seat.place, "tap": uuid4(), **answer}
        for answer in answers(seat, problem)
    ]
    may_enter = [seat for seat in seats if visit.may_enter(seat.place)]
    is_first = problem.detail == "unclaimed" and not seat.round.claims
    sets = claimed_sets(uramaki_icons(seat.entries)) if problem.detail == "unclaimed" else ()
    is_more = len(sets) > MAX_SETS
    if problem.detail == "claimed" or is_more:
        shown |= {"claims": f"{url}#race", "claims_words": _("Something else")}
    elif is_first and len(may_enter) > 1:
        shown |= {"claims": f"{url}#race", "claims_words": _("Somebody else")}
    return shown


def answers(seat: SeatState, problem: Problem) -> list[dict[str, Any]]:
    """What can be answered to a problem of a seat, as buttons: the tap that each sends, its label
    and what that means in full; the card that it is about, if it is one."""
    if problem.code == "bare-wasabi":
        return _wasabi_answers(seat.laid, problem)
    if problem.code == "uramaki-claim" and problem.detail == "claimed":
        return _claimed_answers(seat)
    if problem.code == "uramaki-claim" and problem.detail == "unclaimed":
        return _claim_answers(seat)
    if (problem.code, problem.detail) == ("not-on-menu", "discarded"):
        gone = [entry for entry in seat.entries if entry.face == problem.facts["face"]]
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
    base, assumed, buttons = entries[wasabi].pk, None, []
    if problem.detail == "before":
        may_lie = list({cards[at].card: at for at in laid.nigiri_since_bare[wasabi]}.values())
    else:
        question = next(question for question in laid.questions if question.wasabi == wasabi)
        assumed, may_lie = question.assumed, list(question.may_lie)
    for at in sorted(may_lie, key=lambda at: item(cards[at].card).order):
        card = cards[at].card
        label = words = capfirst(card_name(card))
        if not card.flipped:
            words = capfirst(item_name(item(card, Card(FACES["wasabi"]))))
        if card.face and not (card.copy or card.flipped):
            label = short_face_name(card.face.slug)
        buttons.append(
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
    return [*buttons, nothing]


def _claim_answers(seat: SeatState) -> list[dict[str, Any]]:
    """A button for each turn of the race on which the seat can have reached ten; where that may
    have been with several sets of cards, a button for each of them in a ``row`` for each turn.
    """
    cards, turns = uramaki_icons(seat.entries), list(seat.round.on_sheet.claims)
    names = list(isolated_names(seat.round.seats).values())
    name = names[seat.index]
    moments: list[tuple[str, str, int, list[Turn]]] = []
    for at in range(len(turns) + 1):
        before, after = turns[:at], turns[at:]
        when = _("first")
        if before:
            when = _("after %(names)s") % {
                "names": series(names[index] for index, _n in before[-1])
            }
        moment = f":before-{at + 1}" if after else ""
        moments.append((moment, when, at, [*before, (), *after]))
        if after and seat.index not in dict(after[0]):
            when = _("with %(names)s") % {"names": series(names[index] for index, _n in after[0])}
            moments.append((f":with-{at + 1}", when, at, turns))
    sets = claimed_sets(cards)[:MAX_SETS]
    is_of_all = sets == [tuple(range(len(cards)))]
    buttons = []
    # Whoever comes later to the page mostly came later to ten.
    for moment, when, at, race in reversed(moments):
        paid = [_paid([cards[index] for index in chosen], seat.index, at, race) for chosen in sets]
        row = capfirst(when if turns else name)
        if len({*paid}) == 1:
            row = _("%(name)s: %(points)s") % {"name": row, "points": number(paid[0])}
        for chosen, points in zip(sets, paid, strict=True):
            icons = [str(cards[index]) for index in chosen]
            facts = {"name": name, "when": when, "points": points_text(points)}
            label, words = row, _("%(name)s reached ten %(when)s: %(points)s")
            if not is_of_all:
                label = facts["cards"] = " + ".join(icons)
                words = _("%(name)s reached ten %(when)s (%(cards)s): %(points)s")
                if len({*paid}) > 1:
                    label = _("%(name)s: %(points)s") % {"name": label, "points": number(points)}
            buttons.append(
                {
                    "do": f"claim:{'-'.join(icons)}{moment}",
                    "id": f"ten-{'-'.join(icons)}{moment}".replace(":", "-"),
                    "row": "" if is_of_all else row,
                    "label": label,
                    "words": words % facts,
                }
            )
    return buttons


def _paid(icons: Sequence[int], seat: int, at: int, race: Sequence[Turn]) -> int:
    """What a claim of a seat brings on the turn of a race at this index."""
    turns = [*race[:at], (*race[at], (seat, sum(icons))), *race[at + 1 :]]
    settled = settle_claims(turns)[0]
    return next(claim.points for claim in settled if (claim.turn, claim.seat) == (at + 1, seat))


def _claimed_answers(seat: SeatState) -> list[dict[str, Any]]:
    """Buttons that take away cards that were claimed by number, of which nobody has said which they
    were: a set of just so many icons, else one that a claim may be of, or all."""
    cards = uramaki_icons(seat.entries)
    numbers = {claim.icons for claim in seat.claims if not claim.cards}
    exact = [chosen for icons in numbers for chosen in claimed_sets(cards, icons)]
    sets = (exact or claimed_sets(cards))[:MAX_SETS]
    everything = tuple(range(len(cards)))
    row = "" if sets == [everything] else _("Claimed already")
    buttons = []
    for chosen in dict.fromkeys([*sets, everything]):
        icons = [str(cards[index]) for index in chosen]
        label, words = " + ".join(icons), _("%(cards)s were claimed already: take them away")
        words %= {"cards": label}
        if not row:
            label, words = _("Claimed already"), _("They were claimed already: take them away")
        do = f"claimed:{'-'.join(icons)}"
        buttons.append(
            {"do": do, "id": do.replace(":", "-"), "row": row, "label": label, "words": words}
        )
    return buttons


def with_shown_names(table: GameState, result: Result) -> Result:
    """The result with its ranking by the names that a page shows, fit to stand in a sentence."""
    shown = isolated_names(table.seats)
    ranking = tuple(rank._replace(player=shown[rank.player]) for rank in result.ranking)
    return result._replace(ranking=ranking)


def is_expected_of(visit: Visit, seat: SeatState) -> bool:
    """Whether this phone enters the cards of a seat: its own, or one that no phone holds."""
    return visit.holds(seat.place) or (visit.may_enter(seat.place) and seat.holder is None)


def why_url(seat: SeatState) -> str:
    """The page that explains every point of a seat.

    Its parts have the ids ``r2`` (a round), ``r2-maki`` (a line), ``r2-total`` (the points up to
    then), ``end`` and ``end-pudding`` (the game's end), ``total``.
    """
    return reverse("why", args=[seat.row.game_id, seat.place])


def entry_url(seat: SeatState) -> str:
    """The page on which a seat's tableau is entered."""
    return reverse("entry", args=[seat.row.game_id, seat.round.number, seat.place])


def round_url(round_: RoundState) -> str:
    """The page of a round's result."""
    return reverse("round", args=[round_.row.game_id, round_.number])
