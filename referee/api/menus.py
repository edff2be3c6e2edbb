"""Menus for the next game of Party."""

from random import SystemRandom
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.play.services.suggesting import PARTY, suggested_menus
from referee.rules import RULESETS
from referee.rules.reading import MENU

from .base.pages import OnePage
from .base.strict import SheetPart
from .base.views import ClubQuery, OfClubs

_PLAYERS = RULESETS[PARTY].players


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
