"""What was counted at the table is marked wherever its points stand, and no sheet says it."""

from uuid import uuid4

import pytest

from referee.disputes.services.case_files import open_case_file
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Game
from referee.play.services.confirming import count_round, enter_tokens, reopen_round
from referee.rules.mistakes import ClaimScope
from referee.standings.placing import placings
from tests.factories import GameFactory, add, confirm, table_of, version_of, where
from tests.play.views.joining import host_phone
from tests.play.views.plain_phone import PlainPhone, attribute, elements
from tests.taps import tap

pytestmark = pytest.mark.django_db
MARK = "Counted at the table: no card explains these points."


@pytest.fixture
def game() -> Game:
    """A finished game of three: the first and last round were counted, the second has its cards."""
    game = GameFactory(setup__number=3)
    count_round(game.pk, 1, {1: 12, 2: 9, 3: 14}, seen_version=version_of(game))
    add(where(game, 2, 1), "tempura", "tempura", "pudding")
    add(where(game, 2, 2), "sashimi", "sashimi", "sashimi")
    confirm(game, 2)
    count_round(game.pk, 3, {1: 10, 2: 10, 3: 10}, seen_version=version_of(game))
    enter_tokens(game.pk, {}, {1: {"pudding": 3}, 2: {"pudding": 1}, 3: {"pudding": 2}})
    return game


@pytest.fixture
def host() -> PlainPhone:
    return host_phone()


def test_the_account_of_a_player_marks_both_rounds(game, host):
    host.open(f"/g/{game.pk}/why/1/")
    assert host.text.count(MARK) == 2
    assert "Nothing scored here." not in host.text
    assert "33" in host.text, "12 + 5 + 10, and 6 for the most puddings"


def test_the_final_page_names_the_rounds(game, host):
    host.open(f"/g/{game.pk}/result/")
    assert "Rounds 1 and 3 were counted at the table: nothing explains these points." in host.text


def test_a_game_with_all_its_cards_has_no_mark(host):
    game = GameFactory()
    confirm(game, 1, 2, 3)
    for page in ("result/", "why/1/", "r/1/"):
        assert "ounted at the table" not in host.open(f"/g/{game.pk}/{page}").text


def test_the_report_marks_the_rounds_and_tells_the_puddings_that_were_said(game, host):
    host.open(f"/case/{open_case_file(game.pk).pk}/")
    assert host.text.count(MARK) == 2
    assert "Kept of all rounds, as the table said" in host.text
    assert "Puddings 3" in host.text
    assert "Download the score sheet" not in host.text


def test_no_sheet_of_it_is_handed_out_and_the_refusal_says_why(game, host):
    answer = host.client.get(f"/case/{open_case_file(game.pk).pk}/sheet.json")
    assert answer.status_code == 409
    assert "counted at the table, which no score sheet can say" in answer.content.decode()


def test_standings_have_the_points_and_no_cards(game):
    placed = placings(table_of(game).result)
    assert {name: one.total for name, one in placed.items()} == {"Ana": 33, "Ben": 23, "Cem": 24}
    assert {name: one.puddings for name, one in placed.items()} == {"Ana": 3, "Ben": 1, "Cem": 2}
    assert placed["Ana"].best_round == 12
    assert placed["Ana"].cards == {}


def test_a_counted_number_can_be_disputed_and_no_way_is_made_up(game, host):
    host.open(f"/g/{game.pk}/dispute/?seat=1&part=1")
    assert MARK in host.text
    row = dispute(game.pk, uuid4(), Claimed(1, ClaimScope(1), 13))
    host.open(f"/g/{game.pk}/dispute/{row.pk}/")
    assert "This was counted at the table: nothing explains it." in host.text
    assert "Compare line by line" not in host.text
    assert "What if" not in host.text
    host.press("Correct the points, or fill in what lay there")
    assert "/r/1/" in host.url
    assert "Only the points: we counted ourselves" in host.text


def test_nothing_is_tried_out_where_no_cards_are_known(game, host):
    def ways(page: str) -> set[str | None]:
        return {
            attribute(one, "href") for one in elements(host.open(f"/g/{game.pk}/{page}").page, "a")
        }

    for page in ("r/1/1/", "r/1/", "why/1/"):
        assert f"/g/{game.pk}/what-if/1/1/" not in ways(page), page
    assert f"/g/{game.pk}/what-if/2/1/" in ways("r/2/1/")


def test_versions_say_that_points_have_come_instead_of_cards(game, host):
    reopen_round(game.pk, 2, reason="we had counted otherwise")
    for seat in (1, 2):
        tap(where(game, 2, seat), uuid4(), "clear:")
    points = {1: 6, 2: 9, 3: 0}
    count_round(game.pk, 2, points, seen_version=version_of(game))
    host.open(f"/g/{game.pk}/r/2/versions/")
    assert "What was counted at the table counts, and no longer what lay there." in host.text


def test_versions_say_that_cards_have_come_instead_of_points(game, host):
    reopen_round(game.pk, 1, reason="the cards were still there")
    add(where(game, 1, 1), "tempura", "tempura")
    confirm(game, 1)
    host.open(f"/g/{game.pk}/r/1/versions/")
    assert "What lies there counts, and no longer what was counted at the table." in host.text
    assert "Version 1" in host.text
