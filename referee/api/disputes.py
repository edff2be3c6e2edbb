"""Numbers that players doubt, who did what, and what players think of confirmed rounds."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import (
    Visit,
    check_round,
    get_visit_or_404,
    playing_visit,
)
from referee.disputes.pages.disputes import dispute_page, plain_dispute, plain_disputes
from referee.disputes.pages.versions import shown_versions
from referee.disputes.services.disputes import (
    LEAST,
    MOST,
    Claimed,
    dispute,
    result_now,
    withdraw_dispute,
)
from referee.disputes.services.opinions import say_opinion
from referee.models import MAX_WORDS, Dispute, Game, Round, Seat
from referee.play.pages.history import tableau_history
from referee.play.services.game_state import GameState, read_game_state
from referee.play.services.seating import MAX_PLACE
from referee.play.views.responses import seat_or_404
from referee.rules.mistakes import ClaimScope
from referee.rules.problems.validation import MAX_NUMBER, fields, number
from referee.rules.reading import one_of
from referee.rules.scoring.plan import LINE_ORDER
from referee.wording.phrases import number as number_words
from referee.wording.result import diagnosis_document

from . import schema, sent, serializers
from .club import asked_number
from .operations import changing, reading
from .rounds_until_then import GameByAddress
from .scoring import NoDiagnosisError
from .views import CannotBeError
from .words import ISOLATES

_ANSWERS = range(1, 100)
_DISPUTE = fields(
    {
        "seat": number(1, MAX_PLACE, description="Whose number it is."),
        "part": one_of(schema.PARTS, "no-such-part"),
        "type": one_of(LINE_ORDER, "unknown-type"),
        "claimed": number(LEAST, MOST, description="The number that somebody else gets."),
    },
    ["seat", "part", "claimed"],
    title="New dispute",
)


def _with_words(reading: Any, values: dict[str, Any], _at: str) -> dict[str, Any]:
    if values.get("agrees") is False and "words" not in values:
        reading.fault("words", "missing")
    return values


_WORDS_NEEDED: dict[str, Any] = {
    "if": {"properties": {"agrees": {"const": False}}},
    "then": {"required": ["words"]},
}
_OPINION = fields(
    {
        "agrees": sent.FLAG,
        "words": sent.words(sent.LINE, MAX_WORDS, least=1),
        "version": number(1, MAX_NUMBER, description="Of the round, as you have read it."),
    },
    ["agrees"],
    check=_with_words,
    **_WORDS_NEEDED,
)


class DisputesView(GameByAddress):
    """Lists disputes, and makes them."""

    @reading("List the disputes of a game", "disputes", schema.DISPUTES)
    def get(self, request: Request, game_id: UUID) -> Response:
        """The numbers that are disputed, the oldest first, without what explains them."""
        table = read_game_state(get_visit_or_404(request, game_id).game)
        return Response([_told(table, one) for one in plain_disputes(table, result_now(table))])

    @changing(
        "Say that somebody gets another number than the referee",
        "dispute_make",
        schema.DISPUTE,
        _DISPUTE,
        made=True,
        description="part is the game with its total, a round, or the end of the game; with type, "
        "what a kind of card brings there. Where the referee gets the same number there is no "
        "dispute. Said once more, while the game stands as it did, it is the same one.",
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Store the dispute, for a player or the host."""
        visit = playing_visit(request, game_id)
        said = sent.body(request, _DISPUTE)
        scope = ClaimScope(schema.PARTS.index(said["part"]) or None, said.get("type"))
        claimed = Claimed(said["seat"], scope, said["claimed"])
        made = dispute(game_id, self.new_id, claimed, by=visit.seat_id)
        if made is None:
            words = _("%(number)s is right: the referee gets the same number.")
            message = words % {"number": number_words(said["claimed"])}
            raise CannotBeError([("claimed", "number-right", message)])
        table = read_game_state(Game.objects.get(pk=game_id))
        one = plain_dispute(table, made, result_now(table))
        return sent.made(_told(table, one), "dispute", game_id, made.pk)


class DisputeView(GameByAddress):
    """One dispute."""

    def dispute(self, visit: Visit) -> Dispute:
        """The dispute that is asked for."""
        rows = Dispute.objects.select_related("seat__player", "by__player")
        return get_object_or_404(rows, game=visit.game, pk=self.kwargs["dispute_id"])

    @reading(
        "Ask the referee which mistakes explain a dispute",
        "dispute",
        schema.EXPLAINED,
        OpenApiParameter(
            "answer",
            {"type": "integer", "minimum": 1, "maximum": _ANSWERS[-1]},
            description="Which of the question's answers is right, from 1.",
        ),
        refused={
            404: "There is no such thing for this key or phone, or no such answer.",
            503: "The mistakes cannot be worked out now: try again.",
        },
    )
    def get(self, request: Request, game_id: UUID, dispute_id: UUID) -> Response:
        """The dispute, what explains it, and the question that tells several mistakes apart."""
        visit = get_visit_or_404(request, game_id)
        row, answer = self.dispute(visit), asked_number(request, "answer", _ANSWERS)
        told = _explained(visit, row, answer and answer - 1)
        if answer and not (told["question"] and told["question"]["answered"]):
            raise Http404
        return Response(told)

    @changing("Take a dispute back", "dispute_withdraw", None)
    def delete(self, request: Request, game_id: UUID, dispute_id: UUID) -> Response:
        """Take the dispute back: for who said it, and for the host."""
        visit = get_visit_or_404(request, game_id)
        row = self.dispute(visit)
        if not (visit.is_host or (visit.seat and row.by_id == visit.seat.pk)):
            raise PermissionDenied
        withdraw_dispute(game_id, dispute_id)
        return Response(status=204)


class VersionsView(GameByAddress):
    """The versions of a round."""

    @reading(
        "List the versions of a round, with what the players say of each",
        "versions",
        schema.VERSIONS,
    )
    def get(self, request: Request, game_id: UUID, number: int) -> Response:
        """What was confirmed when, and what each correction changed; the oldest first."""
        table = read_game_state(get_visit_or_404(request, game_id).game)
        check_round(number)
        versions = shown_versions(table, table.rounds[number - 1])
        return Response([_version(table, one) for one in versions])


class HistoryView(GameByAddress):
    """The taps on a tableau."""

    @reading("List who did what to the cards of a seat", "history", serializers.PastTap(many=True))
    def get(self, request: Request, game_id: UUID, number: int, place: int) -> Response:
        """The taps in their order, those too that were undone or came late."""
        visit = get_visit_or_404(request, game_id)
        table = read_game_state(visit.game)
        taps = tableau_history(table, seat_or_404(table, number, place))
        return Response(serializers.PastTap(taps, many=True).data)


class OpinionView(GameByAddress):
    """What one player thinks of a confirmed round."""

    @changing(
        "Say whether a player agrees to a confirmed round",
        "opinion_say",
        schema.OPINION,
        _OPINION,
        description="Who does not agree says in words what is wrong. Said once more, the newer "
        "word counts. With version, only where the round has not been corrected since. A player's "
        "phone speaks for its player; the host, and a key, for players without a phone.",
    )
    def put(self, request: Request, game_id: UUID, number: int, place: int) -> Response:
        """Note what a player says of the newest version."""
        visit = get_visit_or_404(request, game_id)
        check_round(number)
        seats = Seat.objects.exclude(player=None).select_related("player")
        seat = get_object_or_404(seats, game=game_id, place=place)
        if not visit.may_speak_for(seat):
            raise PermissionDenied
        said = sent.body(request, _OPINION)
        newest = Round.objects.get(game=game_id, number=number).version
        said.setdefault("version", newest)
        opinion = say_opinion(game_id, number, place, **{"words": "", **said}, by=visit.seat_id)
        named = {"seat": place, "player": seat.player and seat.player.name}
        return Response({**named, "agrees": opinion.agrees, "words": opinion.words})


def _told(table: GameState, one: dict[str, Any]) -> dict[str, Any]:
    row = one["row"]
    return {
        "id": str(row.pk),
        "seat": row.seat.place,
        "player": row.seat.player_id and str(row.seat.player_id),
        "name": row.seat.sheet_name,
        "part": schema.PARTS[row.part],
        "type": row.type or None,
        "claimed": row.claimed,
        "right": row.right,
        "now": one["now"],
        "is_settled": one["is_settled"],
        "by": row.by and row.by.place,
        "at": serializers.moment(row.at),
    }


def _explained(visit: Visit, row: Dispute, answer: int | None) -> dict[str, Any]:
    """A dispute with what explains it. Raises NoDiagnosisError where that takes too long."""
    page = dispute_page(visit.game, row, None, answer)
    table, one = page["table"], page["dispute"]
    if one["is_unavailable"]:
        raise NoDiagnosisError
    ruleset = table.setting.ruleset
    mistakes = [diagnosis_document(mistake["diagnosis"], ruleset) for mistake in one["mistakes"]]
    return {**_told(table, one), "mistakes": mistakes, "question": one.get("question")}


def _version(table: GameState, one: dict[str, Any]) -> dict[str, Any]:
    names = {seat.name: seat.sheet_name for seat in table.seats}
    changes = [
        {"player": names.get(name), "cards": [card.translate(ISOLATES) for card in cards]}
        for name, cards in one.get("cards", ())
    ]
    points = zip(table.sheet.seats, one["scores"], strict=True)
    return {
        "version": one["version"],
        "at": serializers.moment(one["at"]),
        "by": one["by"] and one["by"].place,
        "reason": one["why"].reason if one["why"] else "",
        "points": {name: score["after"] for name, score in points},
        "changes": changes,
        "opinions": [_opinion(said) for said in one["opinions"]],
    }


def _opinion(said: dict[str, Any]) -> dict[str, Any]:
    found = {name: said[name] for name in ("agrees", "words")}
    return {"seat": said["place"], "player": said["name"], **found}
