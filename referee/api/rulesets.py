"""The three games as a program needs them: cards, counts, menus, house rules, citations."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from referee.rules import CARD_TYPES, RULESETS
from referee.rules.cards import FACES, NAMED_MENUS
from referee.rules.menus import named_menu
from referee.rules.rulesets import ROUNDS
from referee.wording.explanations.citations import citation, ranking_citation
from referee.wording.guide.scope import Scope, switch_states
from referee.wording.names import (
    face_name,
    menu_name,
    ruleset_name,
    type_name,
    variant_name,
)

from . import schema
from .operations import WithETag, described


def _document(slug: str) -> dict[str, Any]:
    """Everything about one game, in the language in use."""
    rules, scope = RULESETS[slug], Scope(slug)
    return {
        "slug": slug,
        "name": ruleset_name(slug),
        "players": list(rules.players),
        "rounds": ROUNDS,
        "hand_sizes": {str(seats): cards for seats, cards in rules.hand_sizes.items()},
        "tiebreak": rules.tiebreak,
        "ranking": ranking_citation(slug)._asdict(),
        "variants": [{"slug": one, "name": variant_name(one)} for one in rules.variants],
        "house_rules": [
            {"slug": s["slug"], "name": s["name"], "help": s["help"], "default": s["is_on"]}
            for s in switch_states(scope)
        ],
        "menus": [
            {
                "slug": name,
                "name": menu_name(name),
                "types": list(menu.types),
                "players": list(range(least, most + 1)),
            }
            for name in (NAMED_MENUS if scope.is_party else ())
            for menu in [named_menu(name)]
            for least, most in [menu.player_limits()]
        ],
        "cards": [_card(slug, type_) for type_ in scope.types if type_ in CARD_TYPES],
        "dice": [{"types": list(types), "count": count} for types, count in rules.dice.items()],
        "tokens": dict(rules.tokens),
    }


def _card(ruleset: str, type_: str) -> dict[str, Any]:
    rules, about = RULESETS[ruleset], CARD_TYPES[type_]
    faces = [
        face for face in FACES.values() if face.type == type_ and (rules.dice or not face.die_only)
    ]
    return {
        "slug": type_,
        "name": type_name(type_),
        "category": about.category.value,
        "colour": about.colour,
        "count": rules.box.get(type_),
        "faces": [
            {
                "slug": face.slug,
                "name": face_name(face.slug),
                "icons": face.icons,
                "count": rules.faces.get(
                    face.slug, rules.box.get(type_) if len(faces) == 1 else None
                ),
            }
            for face in faces
        ],
        "citation": citation(f"{ruleset}/{type_}")._asdict(),
    }


class RulesetsView(WithETag):
    """Lists the three games."""

    @described(
        "List the three games",
        "rulesets",
        {"type": "array", "items": schema.RULESET_NAMED},
        (),
        said="Name them to get the rest.",
    )
    def get(self, request: Request) -> Response:
        """The games' names, and how many may play them."""
        return Response(
            [
                {"slug": slug, "name": ruleset_name(slug), "players": list(rules.players)}
                for slug, rules in RULESETS.items()
            ]
        )


class RulesetView(WithETag):
    """Tells of one game."""

    @described(
        "Get one of the three games",
        "ruleset",
        schema.RULESET,
        (),
        OpenApiParameter("ruleset", location="path", enum=list(RULESETS)),
        said="Everything that is in it.",
        refused={404: "There is no such game."},
    )
    def get(self, request: Request, ruleset: str) -> Response:
        """One game."""
        if ruleset not in RULESETS:
            raise Http404
        return Response(_document(ruleset))
