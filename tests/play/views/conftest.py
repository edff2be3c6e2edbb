"""A game that has just begun, and the phone that runs the games of these tests."""

import pytest

from referee.models import Game
from tests.factories import GameFactory
from tests.play.views.joining import Joining, host_phone


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem that has just begun."""
    return GameFactory(setup__number=3)


@pytest.fixture
def host() -> Joining:
    return host_phone()
