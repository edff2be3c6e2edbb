"""The page "What if …?": a copy of the cards in its address, and the way back to the table."""

import re
from uuid import UUID, uuid4

import pytest
from django.test.html import Element, parse_html
from django.urls import reverse

from referee.models import Game, Reopening
from referee.play.services import joining
from tests.factories import (
    PHONE,
    GameFactory,
    add,
    claim,
    confirm,
    fill,
    say_ready,
    table_of,
    version_of,
    where,
)
from tests.people import everything_stored
from tests.plain_words import plain
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of
from tests.play.views.sending import said

pytestmark = pytest.mark.django_db

BEN, WATCHER = "phone of Ben", "phone of a watcher"


@pytest.fixture
def game() -> Game:
    """A game of two in its first round: Ana has a sashimi, Ben two maki."""
    game = GameFactory()
    joining.join(game.pk, BEN, 2)
    joining.join(game.pk, WATCHER, None)
    add(where(game), "sashimi")
    add(where(game, seat=2), "maki-2")
    return game


class TryingPhone(PlainPhone):
    """A phone without JavaScript that may also press the buttons of a form that only asks."""

    def __init__(self, name: str = PHONE) -> None:
        super().__init__()
        self.client.cookies = phone(name).cookies

    def try_out(self, *values: str) -> "TryingPhone":
        """Presses buttons by their values, one after another."""
        for value in values:
            form = next(f for f in elements(self.page, "form") if attribute(f, "method") == "get")
            buttons = [attribute(button, "value") for button in elements(form, "button")]
            assert value in buttons, buttons
            fields = [
                (attribute(box, "name") or "", attribute(box, "value") or "")
                for box in elements(form, "input")
            ]
            query = "&".join(f"{name}={text}" for name, text in [*fields, ("do", value)])
            self.open(f"{attribute(form, 'action')}?{query}")
        return self

    def button(self, verb: str) -> str:
        """The value of the last button of a card that begins with this verb."""
        values = [attribute(button, "value") or "" for button in elements(self.page, "button")]
        return [value for value in values if value.startswith(f"{verb}:")][-1]


def try_page(game: Game, number: int = 1, place: int = 1, *dos: str) -> str:
    query = "&".join(f"w={uuid4()}.{place}.{do}" for do in dos)
    page = reverse("what-if", args=[game.pk, number, place])
    return f"{page}?{query}" if query else page


def table_rows(page: Element, number: int = 0) -> list[str]:
    """What is to be read in each row of a table of points."""
    table = list(elements(page, "table"))[number]
    return [text_of(row) for row in list(elements(table, "tr"))[1:]]


def tableau(game: Game, seat: int) -> list[str]:
    return [entry.face for entry in table_of(game).rounds[0].seats[seat - 1].entries]


# ------------------------------------------------------------- trying


def test_everybody_may_try_and_nothing_on_the_table_changes(game):
    before = everything_stored()
    for name in (PHONE, BEN, WATCHER):
        trying = TryingPhone(name).open(try_page(game))
        assert "Only a try: nothing on the table changes." in trying.text, name
        trying.try_out("add:sashimi", "add:sashimi")
        told = ["Ana 0 10 +10", "Ana: Sashimi 0 10 +10", "Unchanged: Ben 6"]
        assert table_rows(trying.page) == told, name
        assert everything_stored() == before, name


def test_the_difference_names_everybody_and_the_lines_that_move(game):
    trying = TryingPhone().open(try_page(game)).try_out("add:sashimi", "add:sashimi", "add:maki-3")
    assert table_rows(trying.page) == [
        "Ana 0 16 +16",
        "Ana: Maki rolls 0 6 +6",
        "Ana: Sashimi 0 10 +10",
        "Ben 6 3 −3",
        "Ben: Maki rolls 6 3 −3",
    ]
    (status,) = (e for e in elements(trying.page, "p") if attribute(e, "role") == "status")
    assert plain(text_of(status)) == "In this round: Ana +16, Ben −3"
    assert "Ana : + maki roll with 3 icons, + 2 × sashimi" in trying.text


def test_the_whole_try_stands_in_the_address(game):
    trying = TryingPhone().open(try_page(game)).try_out("add:sashimi", "add:tempura")
    actions = re.findall(r"w=([0-9a-f-]{36})\.1\.add:(\w+)", trying.url)
    assert [face for _id, face in actions] == ["sashimi", "tempura"]
    assert "do=" not in trying.url
    shown = table_rows(trying.page)
    assert table_rows(TryingPhone(WATCHER).open(trying.url).page) == shown


def test_cards_of_several_players_are_tried_together(game):
    trying = TryingPhone().open(try_page(game)).try_out("add:sashimi").follow("Ben")
    assert re.search(r"/what-if/1/2/\?at=\d+&w=", trying.url)
    trying.try_out(trying.button("take"), "add:tempura")
    assert "Ben : + tempura, − maki roll with 2 icons" in trying.text
    assert "Ana : + sashimi" in trying.text


def test_the_last_change_can_be_taken_back_and_all_of_it_thrown_away(game):
    trying = TryingPhone().open(try_page(game)).try_out("add:sashimi", "add:tempura")
    trying.try_out("undo:")
    assert trying.url.count("w=") == 1
    assert "tempura" not in trying.url
    assert trying.try_out("undo:").url == try_page(game)
    assert "Nothing is changed yet." in trying.text
    assert "Undo" not in [text_of(button) for button in elements(trying.page, "button")]
    trying.try_out("add:sashimi").follow("Leave it as it is")
    assert trying.url == f"/g/{game.pk}/r/1/"


def test_a_card_that_was_turned_is_called_so():
    menu = ("maki", "tempura", "sashimi", "dumpling", "wasabi", "takeout-box", "pudding")
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu)
    add(where(game), "wasabi", "egg-nigiri")
    trying = TryingPhone().open(try_page(game))
    for verb, words in (
        ("bare", "+ egg nigiri, + wasabi, − egg nigiri on wasabi"),
        ("on", "Nothing is changed yet."),
        ("flip", "+ wasabi, + egg nigiri, face down, − egg nigiri on wasabi"),
    ):
        trying.try_out(trying.button(verb))
        assert words in trying.text


def test_points_of_the_whole_game_are_told_once_every_round_is_entered(game):
    trying = TryingPhone().open(try_page(game)).try_out("add:pudding")
    assert len(list(elements(trying.page, "table"))) == 1
    assert "Nobody’s points change." in trying.text
    fill(game, [[[], []], [["tempura"], ["tempura"]], [["tempura"], ["tempura"]]])
    trying.open(trying.url)
    assert table_rows(trying.page, 1) == ["Ana 0 6 +6", "Ana: Pudding 0 6 +6", "Unchanged: Ben 6"]
    assert re.search(r"In the game: Ana \+6", trying.text)
    assert re.search(r"As it stands: Ben wins .* In this try: Ana wins", trying.text)


# ------------------------------------------------------------- addresses of all sorts


def test_a_change_that_no_longer_fits_is_told_and_the_rest_is_shown(game):
    address = try_page(game, 1, 1, f"take:{uuid4()}", "add:tempura")
    answer = phone(PHONE).get(f"{address}&w={uuid4()}.7.add:tempura")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "This no longer fits" in page
    assert "There is no such round or seat" in page
    assert "+ tempura" in page


GARBLED = {
    "no change at all": "w=",
    "signs of all sorts": "w=%00%FF☃&w=<script>",
    "very much": "w=" + "x" * 20_000,
    "too many": "&".join(f"w={uuid4()}.1.add:tempura" for _ in range(61)),
    "very many": "&".join(f"w={number}" for number in range(900)),
    "a button that is none": "do=eat:tempura",
    "one more than can be": "&".join(f"w={uuid4()}.1.add:tempura" for _ in range(60))
    + "&do=add:tempura",
}


@pytest.mark.slow
def test_an_address_that_is_wrong_is_answered_with_the_page_and_the_fault(game):
    before = everything_stored()
    for what, query in GARBLED.items():
        answer = phone(PHONE).get(f"{try_page(game)}?{query}")
        assert answer.status_code == 400, what
        assert said(answer), what
        assert "Only a try" in answer.content.decode(), what
        assert everything_stored() == before, what


def test_a_round_or_a_seat_that_is_none_is_not_found(game):
    for within in ((0, 1), (4, 1), (1, 0), (1, 3)):
        assert phone(PHONE).get(try_page(game, *within)).status_code == 404, within


def test_sixty_changes_fit_into_an_address_that_every_server_takes(game):
    address = try_page(game, 1, 1, *[f"take:{uuid4()}"] * 60)
    assert len(address) < 8000
    assert phone(PHONE).get(address).status_code == 200


def test_a_part_of_one_try_is_not_taken_for_that_of_another(game):
    first, second = try_page(game, 1, 1, "add:tempura"), try_page(game, 1, 1, "add:sashimi")
    ask = {"HX-Request": "true"}
    etag = phone(PHONE).get(first, headers=ask).headers["ETag"]
    known = {**ask, "If-None-Match": etag}
    assert phone(PHONE).get(first, headers=known).status_code == 304
    assert phone(PHONE).get(second, headers=known).status_code == 200
    assert phone(PHONE).get(try_page(game), headers=known).status_code == 200


# ------------------------------------------------------------- the correction


def test_the_host_turns_a_try_into_a_correction_of_a_confirmed_round(game):
    confirm(game, 1)
    trying = TryingPhone().open(try_page(game, 1, 2)).try_out("add:tempura", "add:tempura")
    trying.press("Turn it into a correction", reason="They lay under the napkin")
    assert trying.url == f"/g/{game.pk}/r/1/"
    assert "The changes are made. Look, then confirm round 1." in trying.text
    assert trying.text.count("is open again") == 1
    assert tableau(game, 2) == ["maki-2", "tempura", "tempura"]
    assert Reopening.objects.get().reason == "They lay under the napkin"


def test_sent_twice_it_is_one_correction(game):
    confirm(game, 1)
    trying = TryingPhone().open(try_page(game, 1, 2)).try_out("add:tempura")
    url = trying.url
    for words in ("The changes are made.", "were made already"):
        form = {"w": re.findall("w=([^&]+)", url), "place": "2", "seen": version_of(game)}
        form["reason"] = "A napkin"
        answer = phone(PHONE).post(f"/g/{game.pk}/r/1/correct/", form, follow=True)
        assert words in answer.content.decode()
    assert tableau(game, 2) == ["maki-2", "tempura"]


def test_who_watches_is_told_to_show_the_host(game):
    trying = TryingPhone(WATCHER).open(try_page(game)).try_out("add:tempura")
    assert "The host can turn this into a correction: show them this page." in trying.text
    assert "Turn it into a correction" not in trying.text


def correct(game: Game, *dos: str, **form: str) -> object:
    actions = [f"{uuid4()}.2.{do}" for do in dos]
    form = {"place": "2", "reason": "A napkin", "seen": str(version_of(game)), **form}
    return phone(PHONE).post(f"/g/{game.pk}/r/1/correct/", {"w": actions, **form})


REFUSED = {
    "no reason": (("add:tempura",), {"reason": " "}, "Say in a few words why."),
    "a change that does not fit": (
        ("add:tempura", f"take:{UUID(int=0)}"),
        {},
        "This no longer fits",
    ),
    "no number of a page": (("add:tempura",), {"seen": "x"}, "has changed in this round"),
}


def test_what_is_refused_changes_nothing_and_stays_as_it_was_typed(game):
    confirm(game, 1)
    before = everything_stored()
    for what, (dos, form, words) in REFUSED.items():
        answer = correct(game, *dos, **{"reason": "A <napkin>", **form})
        assert answer.status_code == 409, what
        assert words in said(answer), what
        assert everything_stored() == before, what
        page = parse_html(answer.content.decode())
        (box,) = (e for e in elements(page, "input") if attribute(e, "name") == "reason")
        assert attribute(box, "value") == form.get("reason", "A <napkin>"), what
        kept = [e for e in elements(page, "input") if attribute(e, "name") == "w"]
        dos_kept = [(attribute(e, "value") or "").partition(".2.")[2] for e in kept]
        assert dos_kept == [*dos, *dos], what


def test_a_correction_that_cannot_be_read_changes_nothing(game):
    before = everything_stored()
    form = {"w": ["x", f"{uuid4()}.2.add:tempura"], "place": "2", "seen": version_of(game)}
    answer = phone(PHONE).post(f"/g/{game.pk}/r/1/correct/", form)
    assert answer.status_code == 400
    assert "cannot be read" in said(answer)
    assert everything_stored() == before
    for place in ("", "0", "3", "x"):
        assert correct(game, "add:tempura", place=place).status_code == 404


# ------------------------------------------------------------- the way there


@pytest.mark.slow
def test_links_lead_there_from_a_rounds_cards_and_its_result(game):
    for name, page, place in (
        (PHONE, "r/1/", 1),
        (BEN, "r/1/", 2),
        (WATCHER, "r/1/", 1),
        (WATCHER, "r/1/2/", 2),
    ):
        trying = TryingPhone(name).open(f"/g/{game.pk}/{page}").follow("What if …?")
        assert trying.url == try_page(game, 1, place)
        assert trying.heading == "What if …?"
    confirm(game, 1)
    assert TryingPhone().open(f"/g/{game.pk}/r/1/1/").follow("What if …?").url == try_page(game)


def test_a_dummys_cards_can_be_tried():
    dummy = GameFactory(setup__dummy=True)
    trying = TryingPhone().open(try_page(dummy, 1, 3)).try_out("add:maki-3")
    assert "Dummy : + maki roll with 3 icons" in trying.text


# ------------------------------------------------------------- a round that goes on


def test_what_was_tried_stays_as_it_was_when_the_round_changes(game):
    trying = TryingPhone(BEN).open(try_page(game)).try_out("add:sashimi", "add:sashimi")
    shown = table_rows(trying.page)
    add(where(game), "tempura", "tempura")
    add(where(game, seat=2), "tempura", "tempura")
    trying.open(trying.url)
    assert table_rows(trying.page) == shown == ["Ana 0 10 +10", *shown[1:]]
    assert "the round has changed since" in trying.text
    trying.try_out("add:maki-1")  # on what lay there then
    assert table_rows(trying.page)[0] == "Ana 0 13 +13"
    assert "tempura" not in trying.text.partition("What changes")[2]
    trying.follow("Try it on what lies there now")
    assert "the round has changed since" not in trying.text
    assert table_rows(trying.page)[0] == "Ana 5 18 +13"


def test_that_somebody_says_complete_or_that_other_rounds_go_on_is_no_change(game):
    trying = TryingPhone().open(try_page(game)).try_out("add:sashimi")
    say_ready(game.pk, 1, 2, ready=True)
    add(where(game, 2), "tempura")
    assert "changed since" not in trying.open(trying.url).text


@pytest.mark.slow
def test_an_address_without_its_number_means_what_lies_there_now(game):
    address = try_page(game, 1, 1, "add:sashimi", "add:sashimi")
    add(where(game), "tempura", "tempura")
    assert table_rows(TryingPhone().open(address).page)[0] == "Ana 5 15 +10"
    for number in ("x", "-1", "9" * 30, "²"):
        assert TryingPhone().open(f"{address}&at={number}").response.status_code == 200


def test_the_race_of_then_is_tried_on_too():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    claim(game, 2, 10)
    trying = TryingPhone().open(try_page(game)).try_out("add:squid-nigiri")
    claim(game, 1, 12)
    trying.open(trying.url)
    assert table_rows(trying.page)[0] == "Ana 0 3 +3"
