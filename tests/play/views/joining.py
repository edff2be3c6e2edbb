"""A phone at the table that presses buttons by the names that a screen reader speaks."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.test.html import Element

from referee.access.games import new_phone
from referee.models import Game, Guest
from referee.play.services.joining import join
from tests.factories import NAMES, PHONE, played
from tests.play.views.plain_phone import PlainPhone, attribute, elements, filled_in, text_of


class Joining(PlainPhone):
    """One phone, without JavaScript."""

    def names(self) -> list[str]:
        return [_name(button) for _form, button in self.buttons()]

    def press_named(self, name: str) -> "Joining":
        """Presses the one button with that name."""
        ((form, button),) = [pair for pair in self.buttons() if _name(pair[1]) == name]
        self._send(form, button)
        return self

    def type_code(self, code: str) -> "Joining":
        """Sends the form that asks for a code."""
        forms = elements(self.page, "form")
        (form,) = (form for form in forms if "code" in filled_in(form))
        assert attribute(form, "method") == "get"
        self.open(f"{attribute(form, 'action')}?{urlencode({'code': code})}")
        return self

    def chairs(self) -> list[str]:
        """The seats on the page, with what it says of them."""
        (chairs,) = [e for e in elements(self.page, "ul") if attribute(e, "class") == "chairs"]
        return [text_of(chair) for chair in elements(chairs, "li")]


def _name(button: Element) -> str:
    return attribute(button, "aria-label") or text_of(button)


def host_phone() -> Joining:
    """The phone that starts the games of :mod:`tests.factories`."""
    return Joining(PHONE)


def code_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).code


def joined(game: Game, name: str = "") -> Joining:
    """A new phone that has taken the seat of that name, or watches. It shows no page yet."""
    phone = new_phone()
    join(game.pk, phone, game.seats.get(player__name=name).place if name else None)
    return Joining(phone)


def table(phone: Joining, game: Game) -> Joining:
    phone.open(f"/g/{game.pk}/table/")
    return phone


def holders(game: Game) -> list[bool]:
    """Which seats a phone holds, in order."""
    return [Guest.objects.filter(seat=seat).exists() for seat in game.seats.all()]


def token(phone: PlainPhone) -> dict[str, str]:
    """The token against forgery of the page's first form."""
    boxes = elements(phone.page, "input")
    (value, *_) = (attribute(b, "value") for b in boxes if "csrf" in (attribute(b, "name") or ""))
    return {"csrfmiddlewaretoken": value or ""}


def over(players: Sequence[str] = NAMES[:3], **agreed: object) -> Game:
    """A finished game of three, without cards."""
    return played(*[""] * len(players), players=players, **agreed)


def party(menu: str | Sequence[str] = "sushi-go", **agreed: object) -> Game:
    return over(ruleset="sushi-go-party", menu=menu, **agreed)


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
