"""Shared standings in a frame of another site's page."""

import pytest

from referee.club.services.sharing import close_link, open_link
from referee.models import Club, Game
from tests.club.views.player_pages import known_phone
from tests.factories import PHONE, played
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished game of three that Ben has won."""
    return played("", "tempura*2", "")


def address(game: Game, *, night: bool = False) -> str:
    return f"/shared/{open_link(game.night.club, game.night if night else None).pk}/embed/"


def reading(url: str) -> PlainPhone:
    return PlainPhone().open(url)


BOTH = pytest.mark.parametrize("night", [False, True], ids=["a club", "a night"])


@BOTH
def test_it_shows_the_standings_and_nothing_around_them(game, night):
    page = reading(address(game, night=night))
    assert "1 Ben 1 1" in page.text
    assert [*elements(page.page, "header"), *elements(page.page, "footer")] == []
    assert [*elements(page.page, "script"), *elements(page.page, "form")] == []
    (link,) = elements(page.page, "a")
    assert attribute(link, "href") == address(game, night=night).removesuffix("embed/")
    assert (attribute(link, "target"), attribute(link, "rel")) == ("_blank", "noopener")


@BOTH
def test_every_page_may_frame_it_and_no_other_of_ours(game, night):
    url = address(game, night=night)
    framed = phone(PHONE).get(url)
    assert "X-Frame-Options" not in framed.headers
    policy = framed.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert framed.cookies == {}
    assert framed.headers["Referrer-Policy"] == "no-referrer"
    assert framed.headers["X-Robots-Tag"] == "noindex, nofollow"
    for other in (url.removesuffix("embed/"), "/", f"/club/{game.night.club_id}/"):
        answer = phone(PHONE).get(other)
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_it_takes_the_filters_of_the_standings(game):
    page = reading(address(game) + "?by=points")
    (sorted_by,) = [e for e in elements(page.page, "th") if attribute(e, "aria-sort")]
    assert text_of(sorted_by) == "Points a game"
    assert phone().get(address(game) + "?by=nothing").status_code == 400


@BOTH
def test_withdrawn_it_shows_nothing_any_more(game, night):
    url = address(game, night=night)
    close_link(game.night.club, game.night if night else None)
    answer = phone().get(url)
    assert answer.status_code == 410
    assert "X-Frame-Options" not in answer.headers
    assert "Ben" not in answer.content.decode()
    assert phone().get("/shared/nothing/embed/").status_code == 404


def test_the_settings_show_the_line_to_copy(game):
    Club.objects.update(name="The Belt")
    page = known_phone().open(f"/club/{game.night.club_id}/settings/").press("Share by a link")
    (box,) = [e for e in elements(page.page, "input") if attribute(e, "id") == "frame"]
    line = attribute(box, "value")
    assert line.startswith(f'<iframe src="http://testserver{address(game)}" title="Standings" ')
    assert line.endswith("></iframe>")
