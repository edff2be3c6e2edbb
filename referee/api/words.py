"""Words understood: phrases read, and questions to the referee answered."""

from typing import Any

from django.utils.translation import override
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.play.pages.answers import ask
from referee.rules import RULESETS
from referee.rules.phrases import read_request
from referee.rules.reading import one_of
from referee.wording import phrase_document
from referee.wording.guide.answers import KINDS
from referee.wording.guide.scope import Scope
from referee.wording.guide.search import MAX_QUERY

from . import schema
from .base.limits import Limit
from .base.strict import SheetPart, StrictSerializer, Text
from .base.views import Operations


class PhrasesLimit(Limit):
    """Allows enough for a program that reads as somebody types."""

    name = "phrases"
    most = 300


class PhraseViewSet(Operations):
    """Reads one phrase."""

    throttle_classes = [PhrasesLimit]

    @extend_schema(
        request={"application/json": schema.PHRASE},
        responses={
            200: OpenApiResponse(schema.READ_PHRASE, "What lies there when it has been done.")
        },
    )
    def create(self, request: Request) -> Response:
        """Read a phrase

        Reads what somebody says of the cards that lie in front of a player. What is doubtful is
        asked back, in the phrase's own language, and nothing of it is entered."""
        phrase = read_request(request.data)
        with override(phrase.language):
            return Response(phrase_document(phrase))


class AskLimit(Limit):
    """Allows enough for a program that asks as somebody types."""

    name = "questions"
    most = 120


class QuestionSerializer(StrictSerializer):
    """A question about the rules of a game, or of all three."""

    question = Text(max_length=MAX_QUERY)
    ruleset = SheetPart(one_of(RULESETS, "unknown-ruleset"), required=False)


class CitationSerializer(serializers.Serializer[Any]):
    """Where a rulebook says it."""

    rulebook = serializers.CharField()
    section = serializers.CharField()


class WordReadSerializer(serializers.Serializer[Any]):
    """A word that was mistyped."""

    typed = serializers.CharField()
    read = serializers.CharField()


class AnswerSerializer(serializers.Serializer[Any]):
    """One answer of the referee."""

    slug = serializers.CharField(help_text="As sushi-go/maki-tie.")
    kind = serializers.ChoiceField(KINDS)
    ruleset = serializers.ChoiceField(
        [*RULESETS], allow_blank=True, help_text="Empty for a question about SushiScore itself."
    )
    title = serializers.CharField()
    text = serializers.CharField(help_text="A line a paragraph.")
    citations = CitationSerializer(many=True)


class AnswersSerializer(serializers.Serializer[Any]):
    """What the referee answers."""

    question = serializers.CharField(source="query")
    is_found = serializers.BooleanField(help_text="False: these are the nearest answers.")
    is_sure = serializers.BooleanField(
        help_text="False: no answer is far enough ahead of the next; any of them may be meant."
    )
    read_as = WordReadSerializer(many=True, source="corrected")
    answers = AnswerSerializer(many=True, source="in_words", help_text="The best first.")


class AskViewSet(Operations):
    """Answers one question about the rules."""

    serializer_class = QuestionSerializer
    throttle_classes = [AskLimit]

    @extend_schema(responses={200: AnswersSerializer})
    def create(self, request: Request) -> Response:
        """Ask the referee

        Answers a question about the rules of a game, or of all three, with the section of the
        rulebook; about SushiScore itself, with the way there. Where several may be meant, is_sure
        is false and the best three are given. Where it is not understood, the nearest are, and
        is_found is false; there is none to what has nothing to do with the game."""
        values = self.read()
        scope = Scope(values["ruleset"]) if "ruleset" in values else None
        return Response(AnswersSerializer(ask(values["question"], scope)).data)
