"""People who play: their games by name, and what is done to their names."""

from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.utils import timezone

from referee.club.services import players
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Dispute, Game, Player
from referee.play.services.refusals import Refused
from referee.rules.mistakes import GAME
from tests.factories import played, table_of

NAMES_TO_SHOW = {
    "HTML": '<script>alert("1")</script>',
    "an attribute": "\"><img src=x onerror='1'>",
    "an entity": "&lt;b&gt; & co",
    "a template": "{{ 7|add:7 }}{% now 'Y' %}",
    "emoji": "👩‍🍳🏳️‍🌈",
    "right to left": "אבי מלך",
    "Arabic": "عَلِيّ",
    "percent signs": "100%(name)s %s",
    "braces": "{0} {name}",
    "the dummy's word": "dummy",
    "combining": "Z͑ͫ̓a̴l",
}
"""Names of every kind, by what is hard to show about them."""
HANDS = ("squid-nigiri", "egg-nigiri", "tempura")


def play(*names: str, on: int = 1, year: int = 2026, **setup: Any) -> Game:
    """A finished game of these people, the first with 3 points more than the last, on a night of
    November."""
    at = timezone.localtime().replace(year, 11, on)
    return played(*HANDS[: len(names)], players=names, at=at, **setup)


def known(name: str) -> Player:
    return Player.objects.get(name=name)


def rename(name: str, typed: str) -> str:
    player = known(name)
    return players.rename_player(player.club_id, player.pk, typed)


def merge(kept: str, other: str) -> None:
    players.merge_players(known(kept).club_id, known(kept).pk, known(other).pk)


def neutral(number: int) -> str:
    return f"Nobody {number}"


def make_anonymous(name: str) -> str:
    return players.make_anonymous(known(name).club_id, known(name).pk, neutral)


def names_at(game: Game) -> tuple[str, ...]:
    return table_of(game).sheet.players


def refusal(action: Any, *args: Any) -> Refused:
    """What an action is refused with; nothing at all is changed by it."""
    before = everything_stored()
    with pytest.raises(Refused) as refused:
        action(*args)
    assert everything_stored() == before
    return refused.value


def rows_stored() -> list[list[tuple[Any, ...]]]:
    """Every row of ours, by its model."""
    return [
        list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_app_config("referee").get_models()
    ]


def everything_stored() -> str:
    """Every value of every row."""
    return str(rows_stored())


def disputed(game: Game, number: int = 77) -> Dispute:
    made = dispute(game.pk, uuid4(), Claimed(1, GAME, number))
    assert made is not None
    return made
