"""Finished games and what their pages offer for the next one."""

from referee.models import Game
from tests.factories import GameFactory, finish
from tests.play.views.joining import Joining
from tests.play.views.plain_phone import attribute, elements, filled_in, text_of


def over(**setup: object) -> Game:
    """A finished game of three."""
    game = GameFactory(**{"setup__number": 3, **{f"setup__{k}": v for k, v in setup.items()}})
    finish(game)
    return game


def party(**setup: object) -> Game:
    return over(party=True, **setup)


def result(who: Joining, game: Game) -> Joining:
    who.open(f"/g/{game.pk}/result/")
    return who


def links(who: Joining) -> dict[str, str]:
    return {text_of(a): attribute(a, "href") or "" for a in elements(who.page, "a")}


def new_games() -> list[Game]:
    return list(Game.objects.exclude(follows=None).order_by("created_at"))


def seated(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.exclude(player=None)]


def form_of(who: Joining) -> dict[str, list[str]]:
    """What the form of a new game is filled in with."""
    (form,) = [f for f in elements(who.page, "form") if attribute(f, "class") == "setup"]
    return filled_in(form)


def names_in(who: Joining) -> list[str]:
    form = form_of(who)
    return [form[name][0] for name in form if name.startswith("player_") and form[name][0]]
