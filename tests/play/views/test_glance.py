"""What a tableau's page shows of the others: made once for all phones, and all there is to show."""

import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from referee.club.services.players import make_anonymous
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Game, Seat
from referee.play.services import joining
from referee.rules.mistakes import ClaimScope
from referee.rules.rulesets import faces_in
from tests.factories import PHONE, GameFactory, add, table_of, version_of, where
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

BEN, SPANISH = "phone of Ben", "phone of Eva"
MENUS = [
    {},
    {"setup__number": 4, "setup__party": True, "setup__menu": "points-platter"},
    {"setup__number": 5, "setup__party": True, "setup__menu": "dinner-for-two"},
    {"setup__number": 3, "setup__roll": True},
]
MAX_TAPS = 4
"""On each tableau of a game of these tests."""


@pytest.fixture
def game() -> Game:
    game = GameFactory()
    joining.join(game.pk, BEN, 2)
    joining.join(game.pk, SPANISH, None)
    add(where(game), "maki-2")
    return game


def tiles_mark_of(board: str) -> str:
    found = re.search(r'id="tiles" data-mark="(\d+)"', board)
    assert found
    return found.group(1)


def ask(game: Game, name: str = BEN, place: int = 1, others: str = "", **headers: str) -> Any:
    """What a phone gets that shows a seat's tableau, with those marks of the others and its
    tiles."""
    asked = {"HX-Request": "true", "Others": others, **headers}
    return phone(name).get(f"/g/{game.pk}/r/1/{place}/glance/", headers=asked)


def answered(answer: Any) -> str:
    return str(answer.content.decode())


def mark_of(board: str) -> str:
    found = re.search(r'data-others="(\d+)"', board)
    assert found
    return found.group(1)


def glance(game: Game, name: str = BEN, **headers: str) -> str:
    answer = ask(game, name, others=mark_of(board_of(game, 1)), **headers)
    assert answer.status_code == 200
    assert answer.headers["HX-Reswap"] == "none"
    return str(answer.content.decode())


def test_a_tap_that_may_settle_a_disputed_number_brings_the_whole_board(game: Game) -> None:
    claimed = Claimed(2, ClaimScope(1, "dumpling"), 1)
    add(where(game, seat=2), "pudding")
    dispute(game.pk, uuid4(), claimed)
    board = board_of(game, 1)
    assert "1 for" in board
    add(where(game, seat=2), "pudding")  # moves no points
    assert 'id="board"' not in answered(ask(game, others=mark_of(board)))
    add(where(game, seat=2), "dumpling")
    settled = answered(ask(game, others=mark_of(board)))
    assert 'id="board"' in settled
    assert "Settled: " in settled


def test_it_is_made_once_a_version_and_language(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.access.games.time", lambda: 0)  # who asks is read once a minute
    first = glance(game)
    mark = mark_of(board_of(game, 1))
    with django_assert_num_queries(1):  # who asks, and at which version the game is
        assert ask(game, others=mark).content.decode() == first
    spanish = {"Accept-Language": "es"}
    assert "Esta ronda" in glance(game, SPANISH, **spanish)
    assert glance(game, PHONE) == first
    add(where(game, seat=2), "tempura")
    assert glance(game) != first
    assert "Esta ronda" in glance(game, PHONE, **spanish)


def test_it_is_for_the_table_alone(game: Game) -> None:
    glance(game)
    joining.leave(game.pk, BEN)
    for stranger in ("a stranger", BEN):
        assert ask(game, stranger).status_code == 404
    for nowhere in ("r/4/1", "r/1/9"):
        assert phone(PHONE).get(f"/g/{game.pk}/{nowhere}/glance/").status_code == 404


TAP_ID = re.compile(
    r'name="tap"( form="words-enter")? value="[^"]*"|value="[^"]*" autocomplete="off">'
)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|token=[^"]*"|data-version="\d+"')


def parts_of(board: str) -> tuple[str, dict[str, str]]:
    """What a board shows besides the parts that a glance brings, and these by their ids.

    Of the lines of the score no glance knows: a page asks for them when they are unfolded.
    """
    brought = {
        part: found.group()
        for part, pattern in (
            ("seats", r'<ul class="seats" id="seats">.*?</ul>'),
            ("score", r'<p class="score-line" id="score".*?</p>'),
            ("compared", r'<p class="standings quiet" id="compared">.*?</p>'),
            ("beside", r'<section class="beside" id="beside".*?</section>'),
        )
        if (found := re.search(pattern, board, re.S))
    }
    if tiles := tiles_in(board):
        brought["tiles"] = tiles
    rest = board
    for part in brought.values():
        rest = rest.replace(part, "")
    rest = re.sub(r'<ul hidden id="news">.*?</ul>', "", rest, flags=re.S)
    rest = re.sub(r'<details class="fold" id="so-far">.*?</table>', "", rest, flags=re.S)
    return TOKEN.sub("", TAP_ID.sub("", rest)), brought


def tiles_in(board: str) -> str:
    """The grid of tiles, up to where it is closed; "" without one."""
    start, depth = board.find('<div class="grid" id="tiles"'), 0
    for tag in re.finditer("<(/?)div", board[start:] if start >= 0 else ""):
        depth += -1 if tag[1] else 1
        if not depth:
            return board[start : start + tag.end()]
    return ""


def words_of(parts: dict[str, str]) -> dict[str, list[str]]:
    return {name: part.split() for name, part in parts.items()}


def games(number_of_them: int) -> Iterator[tuple[Game, random.Random]]:
    for number, setup in enumerate(MENUS[:number_of_them]):
        yield GameFactory(**setup), random.Random(f"glance {number}")


@pytest.mark.parametrize("number", [2, pytest.param(len(MENUS), marks=pytest.mark.slow)])
def test_with_an_equal_mark_it_brings_all_that_others_taps_have_changed(number: int) -> None:
    """Whatever is tapped on other tableaus: with the glance's parts put in place, the board that a
    phone shows is the one that it would fetch."""
    equal = other = tiles = 0
    for game, rng in games(number):
        table = table_of(game)
        places = [seat.place for seat in table.seats if seat.player]
        faces = list(faces_in(table.setting))
        shown: dict[int, str] = {place: board_of(game, place) for place in places}
        for place in chain.from_iterable(rng.sample(places, len(places)) for _ in range(MAX_TAPS)):
            add(where(game, seat=place), rng.choice(faces))
            for mine in (place, rng.choice([one for one in places if one != place])):
                now = board_of(game, mine)
                marks = {"others": mark_of(shown[mine]), "Tiles": tiles_mark_of(shown[mine])}
                answer = ask(game, PHONE, mine, **marks)
                brought = tidy(answer.content.decode())
                if "HX-Reswap" not in answer.headers:
                    assert mark_of(now) != mark_of(shown[mine])
                    assert parts_of(brought) == parts_of(now)
                    other += mine != place
                elif mine != place:
                    equal += 1
                    (rest, before), (rest_now, parts) = parts_of(shown[mine]), parts_of(now)
                    assert rest == rest_now, (game.menu, mine, place)
                    new = parts_of(brought)[1]
                    assert ("tiles" in new) == (marks["Tiles"] != tiles_mark_of(now))
                    assert words_of(before | new) == words_of(parts)
                    tiles += "tiles" in new
                shown[mine] = now
    assert min(equal, other, tiles) > 0, (equal, other, tiles)


def board_of(game: Game, place: int) -> str:
    with override("en"):
        got: Any = phone(PHONE).get(f"/g/{game.pk}/r/1/{place}/", headers={"HX-Request": "true"})
    return tidy(got.content.decode())


def tidy(html: str) -> str:
    """A part of a page, as a page has it: without the mark of a part, and without idle spaces."""
    html = re.sub(r"\s+", " ", html.replace('hx-swap-oob="morph"', ""))
    return re.sub(r" (?=>)|(?<=>) | (?=<)", "", html)


def test_the_answer_to_a_tap_is_the_board_that_the_page_would_fetch(
    game: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone(PHONE)
    tap = {"id": str(uuid4()), "round": 1, "seat": 1, "do": "add:tempura"}
    asked = {
        "taps": [tap],
        "unsaid": [],
        "board": {"round": 1, "seat": 1, "heard": version_of(game)},
    }
    with django_assert_max_num_queries(14):
        answer = client.post(f"/api/v1/games/{game.pk}/taps/", asked, "application/json").json()
    assert answer["told"] == "tempura, 0 points; 2 of 10 cards"
    fetched = board_of(game, 1)
    assert f'data-version="{answer["version"]}"' in answer["board"]
    assert parts_of(tidy(answer["board"])) == parts_of(fetched)
    other = {**asked, "board": {"round": 1, "seat": 7, "heard": 0}}
    answer = client.post(f"/api/v1/games/{game.pk}/taps/", other, "application/json").json()
    assert answer["taken"] == [tap["id"]]
    assert "board" not in answer


def test_the_answer_tells_what_others_have_done_on_the_same_tableau_meanwhile(game: Game) -> None:
    heard = version_of(game)
    add(where(game, seat=2), "tempura", "tempura")
    tap = {"id": str(uuid4()), "round": 1, "seat": 2, "do": "add:pudding"}
    asked = {"taps": [tap], "board": {"round": 1, "seat": 2, "heard": heard}}
    url = f"/api/v1/games/{game.pk}/taps/"
    told = phone(BEN).post(url, asked, "application/json").json()["board"]
    assert 'data-name="others"' in told
    again = {**asked, "board": {"round": 1, "seat": 2, "heard": version_of(game)}}
    told = phone(BEN).post(url, again, "application/json").json()["board"]
    assert 'data-name="others"' not in told


def test_a_name_that_was_taken_away_stands_in_no_shared_part(game: Game) -> None:
    ben = Seat.objects.get(game=game, place=2).player
    assert ben
    assert ">Ben<" in glance(game)
    make_anonymous(ben.club_id, ben.pk, lambda number: f"Player {number}")
    assert "Ben" not in glance(game)
    assert "Player" in glance(game)
