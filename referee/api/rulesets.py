"""The three games as a program needs them: cards, counts, menus, house rules, citations; and menus
for the next game of Party."""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.play.services.suggesting import PARTY, suggested_menus
from referee.rules import CARD_TYPES, RULESETS
from referee.rules.cards import FACES, NAMED_MENUS, CardType, Face
from referee.rules.menus import Menu, named_menu
from referee.rules.reading import MENU
from referee.rules.rulesets import ROUNDS, Ruleset
from referee.wording import citation
from referee.wording.explanations.citations import ranking_citation
from referee.wording.guide.scope import Scope, switches
from referee.wording.names import (
    face_name,
    menu_name,
    ruleset_name,
    switch_help,
    switch_name,
    type_name,
    variant_name,
)

from .base.pages import OnePage
from .base.strict import SheetPart
from .base.views import ClubQuery, OfClubs, Operations
from .words import CitationSerializer

_PLAYERS = RULESETS[PARTY].players


class NameOf(serializers.CharField):
    """What a slug is called, in the language in use."""

    def __init__(self, name: Callable[[str], str], source: str | None = "slug") -> None:
        super().__init__(source=source)
        self.name = name

    def to_representation(self, value: str) -> str:
        return self.name(value)


class RulingSerializer(CitationSerializer):
    """Where a rulebook says it, and how the referee reads that."""

    ruling = serializers.CharField(help_text="Empty where the rulebook is plain.")


class RulesetNameSerializer(serializers.Serializer[Any]):
    """One of the three games."""

    slug = serializers.ChoiceField([*RULESETS])
    name = NameOf(ruleset_name)
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="How many may play."
    )


class VariantSerializer(serializers.Serializer[str]):
    """A variant of a game."""

    slug = serializers.CharField(source="*")
    name = NameOf(variant_name, source="*")


class HouseRuleSerializer(serializers.Serializer[Any]):
    """A house rule, and whether it holds where nobody has chosen."""

    slug = serializers.CharField(source="name")
    name = NameOf(switch_name, source=None)
    help = NameOf(switch_help, source="name")
    default = serializers.BooleanField()


class NamedMenuSerializer(serializers.Serializer[Any]):
    """A menu of Sushi Go Party!."""

    slug = serializers.CharField(source="name")
    name = NameOf(menu_name, source=None)
    types = serializers.ListField(child=serializers.CharField())
    players = serializers.SerializerMethodField(help_text="How many may play with it.")

    def get_players(self, menu: Menu) -> list[int]:
        least, most = menu.player_limits()
        return list(range(least, most + 1))


class FaceSerializer(serializers.Serializer[Any]):
    """What a card or a die shows. The context has the ``rules``."""

    slug = serializers.CharField()
    name = NameOf(face_name)
    icons = serializers.IntegerField()
    count = serializers.SerializerMethodField(help_text="In the box; null for dice.")

    def get_count(self, face: Face) -> int | None:
        rules: Ruleset = self.context["rules"]
        alone = len(_faces(face.type, rules)) == 1
        return rules.faces.get(face.slug, rules.box.get(face.type) if alone else None)


def _faces(type_: str, rules: Ruleset) -> list[Face]:
    return [f for f in FACES.values() if f.type == type_ and (rules.dice or not f.die_only)]


class CardTypeSerializer(serializers.Serializer[Any]):
    """A kind of card. The context has the ``rules``."""

    slug = serializers.CharField()
    name = NameOf(type_name)
    category = serializers.CharField()
    colour = serializers.CharField(help_text="What tea and soy sauce compare.")
    count = serializers.SerializerMethodField(help_text="In the box; null for dice.")
    faces = serializers.SerializerMethodField()
    citation = serializers.SerializerMethodField()

    def get_count(self, card: CardType) -> int | None:
        return self.context["rules"].box.get(card.slug)

    @extend_schema_field(FaceSerializer(many=True))
    def get_faces(self, card: CardType) -> Any:
        faces = _faces(card.slug, self.context["rules"])
        return FaceSerializer(faces, many=True, context=self.context).data

    @extend_schema_field(RulingSerializer)
    def get_citation(self, card: CardType) -> Any:
        return RulingSerializer(citation(f"{self.context['rules'].slug}/{card.slug}")).data


class DieSerializer(serializers.Serializer[Any]):
    """A kind of die, and how many of it are in the box."""

    types = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField()


class RulesetSerializer(RulesetNameSerializer):
    """Everything that is in a game."""

    rounds = serializers.SerializerMethodField()
    hand_sizes = serializers.DictField(
        child=serializers.IntegerField(), help_text="Cards or dice each, by the number of seats."
    )
    tiebreak = serializers.CharField()
    ranking = serializers.SerializerMethodField()
    variants = VariantSerializer(many=True)
    house_rules = serializers.SerializerMethodField()
    menus = serializers.SerializerMethodField(help_text="Those with a name.")
    cards = serializers.SerializerMethodField()
    dice = serializers.SerializerMethodField()
    tokens = serializers.DictField(child=serializers.IntegerField())

    def get_rounds(self, _rules: Ruleset) -> int:
        return ROUNDS

    @extend_schema_field(RulingSerializer)
    def get_ranking(self, rules: Ruleset) -> Any:
        return RulingSerializer(ranking_citation(rules.slug)).data

    @extend_schema_field(HouseRuleSerializer(many=True))
    def get_house_rules(self, rules: Ruleset) -> Any:
        return HouseRuleSerializer(switches(Scope(rules.slug)), many=True).data

    @extend_schema_field(NamedMenuSerializer(many=True))
    def get_menus(self, rules: Ruleset) -> Any:
        menus = map(named_menu, NAMED_MENUS if Scope(rules.slug).is_party else ())
        return NamedMenuSerializer(menus, many=True).data

    @extend_schema_field(CardTypeSerializer(many=True))
    def get_cards(self, rules: Ruleset) -> Any:
        cards = [CARD_TYPES[type_] for type_ in Scope(rules.slug).types if type_ in CARD_TYPES]
        return CardTypeSerializer(cards, many=True, context={"rules": rules}).data

    @extend_schema_field(DieSerializer(many=True))
    def get_dice(self, rules: Ruleset) -> Any:
        dice = [{"types": types, "count": count} for types, count in rules.dice.items()]
        return DieSerializer(dice, many=True).data


class RulesetViewSet(Operations):
    """The three games."""

    serializer_class = RulesetNameSerializer
    pagination_class = OnePage
    filter_backends = ()
    lookup_url_kwarg = "ruleset"
    lookup_value_converter = "slug"

    def list(self, request: Request) -> Response:
        """List the three games"""
        rows = self.paginate_queryset(RULESETS.values())  # type: ignore[arg-type]  # no rows
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)

    @extend_schema(
        parameters=[OpenApiParameter("ruleset", location="path", enum=[*RULESETS])],
        responses=RulesetSerializer,
    )
    def retrieve(self, request: Request, ruleset: str) -> Response:
        """Get one of the three games

        Everything that is in it, in the language of Accept-Language."""
        if ruleset not in RULESETS:
            raise Http404
        return Response(RulesetSerializer(RULESETS[ruleset]).data)


class SuggestionSerializer(serializers.Serializer[Any]):
    """A menu that fits the number of players."""

    kind = serializers.ChoiceField(["favourite", "unplayed", "random"])
    menu = SheetPart(MENU)
    types = serializers.ListField(child=serializers.CharField())


class MenuQuery(ClubQuery):
    """For whom."""

    players = serializers.IntegerField(min_value=_PLAYERS[0], max_value=_PLAYERS[-1])


class MenuViewSet(OfClubs):
    """Suggestions from what a club has played."""

    serializer_class = SuggestionSerializer
    pagination_class = OnePage
    query_class = MenuQuery
    may_change = True

    def list(self, request: Request) -> Response:
        """Suggest menus for the next game of Party.

        The favourite, if there is one, one that was not played this month, and one at random.
        """
        club, players = self.one_club(self.query.get("club")), self.query["players"]
        menus = suggested_menus(club.pk, players, timezone.localdate(), SystemRandom())
        rows = [
            {"kind": kind, "menu": menu.name or menu.types, "types": menu.types}
            for kind, menu in menus.items()
        ]
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)
