"""The host keeps a round by its points alone, and what is left is asked for at the end."""

import pytest

from referee.models import Counted, Game
from referee.play.services.confirming import confirm_round
from tests.factories import GameFactory, add, confirm, table_of, version_of, where
from tests.plain_words import plain
from tests.play.views.joining import host_phone, joined
from tests.play.views.plain_phone import PlainPhone, attribute, elements, places, rows

pytestmark = pytest.mark.django_db
ONLY_POINTS = "Only the points: we counted ourselves"
MARK = "Counted at the table: no card explains these points."


def round_page(phone: PlainPhone, game: Game, number: int = 1) -> PlainPhone:
    return phone.open(f"/g/{game.pk}/r/{number}/")


def count(phone: PlainPhone, game: Game, number: int, *points: int | str) -> PlainPhone:
    """Types the points and confirms the round with them."""
    typed = {f"points_{place}": str(typed) for place, typed in enumerate(points, start=1)}
    round_page(phone, game, number)
    return phone.press(f"Confirm round {number} with these points", **typed)


def fields(phone: PlainPhone) -> dict[str, str]:
    """What stands in the fields for numbers, by their names."""
    return {
        attribute(box, "name") or "": attribute(box, "value") or ""
        for box in elements(phone.page, "input")
        if attribute(box, "type") == "number"
    }


def is_unfolded(phone: PlainPhone, which: str) -> bool:
    (fold,) = (it for it in elements(phone.page, "details") if attribute(it, "id") == which)
    return ("open", None) in fold.attributes


def test_the_points_of_a_round_are_noted_and_confirmed_at_once(game, host):
    round_page(host, game)
    assert ONLY_POINTS in host.text
    assert not is_unfolded(host, "count")
    count(host, game, 1, 12, 9, 14)
    assert table_of(game).rounds[0].is_confirmed
    assert "/r/2/" in host.url, "and the game goes on"
    round_page(host, game)
    assert MARK in host.text
    assert [row.split()[-1] for row in rows(host)] == ["14", "12", "9"]
    assert "?" in rows(host)[0], "nobody knows how many puddings"


def test_only_hosts_and_only_while_no_card_lies_are_asked(game, host):
    assert ONLY_POINTS not in round_page(joined(game, "Ben"), game).text
    assert ONLY_POINTS not in round_page(host, game, 2).text, "the first one comes first"
    add(where(game), "tempura")
    assert ONLY_POINTS not in round_page(host, game).text


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        (("12", "-1", "14"), "A round brings nobody fewer than 0 points."),
        (("12", "100", "14"), "A round brings nobody more than 99 points."),
        (("12", "", "14"), "Write a number, be it 0."),
        (("12", "nine", "14"), "Write a whole number in digits."),
    ],
)
def test_a_fault_says_which_number_cannot_be_and_nothing_typed_is_lost(game, host, typed, fault):
    count(host, game, 1, *typed)
    assert host.response.status_code == 409
    assert "Nothing was noted: look at the points of Ben." in plain(host.text)
    (error,) = (it for it in elements(host.page, "p") if attribute(it, "class") == "error")
    assert attribute(error, "id") == "id_points_2_error"
    assert fault in host.text
    assert [fields(host)[f"points_{place}"] for place in (1, 2, 3)] == [*typed]
    assert is_unfolded(host, "more")
    assert is_unfolded(host, "count")
    assert not Counted.objects.exists()


def test_cards_that_came_meanwhile_leave_what_was_typed(game, host):
    round_page(host, game)
    add(where(game), "tempura")
    host.press("Confirm round 1", points_1="12", points_2="9", points_3="14")
    assert "Something is entered in round 1, and that counts." in host.text
    assert fields(host)["points_1"] == "12"


def test_confirmed_by_another_phone_meanwhile_nothing_is_noted(game, host):
    round_page(host, game)
    confirm_round(game.pk, 1, seen_version=version_of(game))
    host.press("Confirm round 1", points_1="12", points_2="9", points_3="14")
    assert "confirmed already" in host.text
    assert not Counted.objects.exists()


def reopened(host: PlainPhone, game: Game) -> PlainPhone:
    count(host, game, 1, 12, 9, 14)
    round_page(host, game).press("Correct the points, or fill in what lay there")
    assert "/r/1/" in host.url
    return host


def test_opened_again_other_points_can_be_typed(game, host):
    reopened(host, game)
    assert is_unfolded(host, "count")
    assert fields(host) == {"points_1": "12", "points_2": "9", "points_3": "14"}
    count(host, game, 1, 12, 10, 14)
    assert table_of(game).result.totals == {"Ana": 12, "Ben": 10, "Cem": 14}


def test_opened_again_it_can_be_left_as_it_was(game, host):
    reopened(host, game).press("Leave it as it was")
    assert table_of(game).rounds[0].is_confirmed
    assert table_of(game).rounds[0].is_counted


def test_opened_again_cards_can_be_filled_in_and_those_without_any_are_asked_about(game, host):
    reopened(host, game)
    add(where(game), "tempura", "tempura")
    round_page(host, game)
    assert MARK not in host.text
    assert "Ben" in host.press("Confirm").text
    host.press("Confirm all the same")
    assert table_of(game).result.totals == {"Ana": 5, "Ben": 0, "Cem": 0}


def test_puddings_are_asked_for_at_the_end(game, host):
    for number in (1, 2, 3):
        count(host, game, number, 10, 10, 10)
    assert host.heading == "What is left at the end"
    assert fields(host) == {"pudding_1": "", "pudding_2": "", "pudding_3": ""}
    ben = round_page(joined(game, "Ben"), game, 3)
    assert "The host enters what is left at the end." in ben.text
    host.press("Who has won?", pudding_1="2", pudding_2="", pudding_3="5")
    assert host.response.status_code == 400
    assert fields(host) == {"pudding_1": "2", "pudding_2": "", "pudding_3": "5"}
    host.press("Who has won?", pudding_1="6", pudding_2="0", pudding_3="5")
    assert "Puddings: 11 are entered, but there are 10." in host.text
    host.press("Who has won?", pudding_1="3", pudding_2="0", pudding_3="5")
    assert "/result/" in host.url
    assert [row.split()[-1] for row in places(host)] == ["36", "30", "24"]
    host.follow("What was left at the end")
    assert fields(host) == {"pudding_1": "3", "pudding_2": "0", "pudding_3": "5"}


def test_no_fewer_than_lie_in_the_rounds_that_were_entered(game, host):
    for number in (1, 2):
        count(host, game, number, 10, 10, 10)
    add(where(game, 3, 1), "pudding", "pudding")
    confirm_round(game.pk, 3, seen_version=version_of(game))
    host.open(f"/g/{game.pk}/tokens/").press("Who", pudding_1="1", pudding_2="0", pudding_3="0")
    assert "In the rounds that were entered there are 2 already." in host.text


def test_a_game_with_all_its_cards_is_asked_for_nothing(game, host):
    for number in (1, 2, 3):
        confirm_round(game.pk, number, seen_version=version_of(game))
    host.open(f"/g/{game.pk}/tokens/")
    assert "/result/" in host.url


def test_the_fruits_of_party_are_asked_for_one_by_one():
    game, host = GameFactory(setup__party=True, setup__menu="master-menu"), host_phone()
    for number in (1, 2, 3):
        count(host, game, number, 10, 10)
    assert [*fields(host)][:3] == ["watermelon_1", "orange_1", "pineapple_1"]
    zeros = dict.fromkeys(fields(host), "0")
    host.press("Who has won?", **{**zeros, "watermelon_1": "2", "orange_1": "4"})
    assert [row.split()[-1] for row in places(host)] == ["35", "24"]


def test_in_sushi_roll_puddings_and_tokens_are_asked_for_together():
    game, host = GameFactory(setup__roll=True), host_phone()
    for number in (1, 2, 3):
        count(host, game, number, 10, 10)
    assert [*fields(host)][:3] == ["pudding_1", "menu_1", "chopsticks_1"]
    assert "Pudding icons" in host.text
    host.press("Who has won?", pudding_1="4", pudding_2="3", menu_2="4")
    assert [row.split()[-1] for row in places(host)] == ["36", "32"]


def test_a_dummys_points_may_be_left_out():
    game, host = GameFactory(setup__dummy=True), host_phone()
    count(host, game, 1, 12, 9, "")
    assert table_of(game).result.totals == {"Ana": 12, "Ben": 9, "dummy": 0}


def test_what_if_is_there_while_the_end_of_the_game_is_not_known(game, host):
    count(host, game, 1, 12, 9, 14)
    confirm(game, 2)
    for place in (1, 2, 3):
        add(where(game, 3, place), "tempura")
    assert host.open(f"/g/{game.pk}/what-if/3/2/").response.status_code == 200


def test_a_dummy_of_which_nothing_is_said_has_the_puddings_that_lie_there():
    game, host = GameFactory(setup__dummy=True), host_phone()
    count(host, game, 1, 12, 9)
    add(where(game, 2, 3), *["pudding"] * 3)
    confirm(game, 2)
    count(host, game, 3, 10, 10)
    host.open(f"/g/{game.pk}/tokens/").press("Who has won?", pudding_1="2", pudding_2="1")
    assert table_of(game).sheet.desserts[2] == {"pudding": 3}


def test_a_game_ends_also_where_more_desserts_lie_there_than_there_are():
    game, host = GameFactory(), host_phone()
    count(host, game, 1, 12, 9)
    add(where(game, 2, 1), *["pudding"] * 6)
    add(where(game, 2, 2), *["pudding"] * 5)
    confirm(game, 2, 3)
    host.open(f"/g/{game.pk}/tokens/").press("Who has won?", pudding_1="6", pudding_2="5")
    assert Game.objects.get().state == Game.State.FINISHED
