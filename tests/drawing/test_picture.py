"""The picture of a result: what stands on it, and that nothing on it is cut."""

import struct

import pytest
from django.test.html import parse_html

from referee.drawing.letters import fitted, runs, width
from referee.drawing.picture import SIDE, Picture, Placed, as_png, as_svg
from tests.play.views.plain_phone import attribute, elements, text_of

ANA = Picture("Sushi Go! · 26 November 2026", ["Ana"], "37", "Points", [Placed("2", "Ben", "35")])
NAMES = (
    "Anna-Katharina",
    "Francisco Javier",
    "<script>alert(1)</script>",
    "Łukasz & Żaneta",
    "אברהם לוי",
    "محمد علي",
    "🍣 Ana 👩‍👧",
    "田中さくら",
)


def picture(winners=("Ana",), others=(), **more):
    placed = [Placed(str(n), name, str(40 - n)) for n, name in enumerate(others, start=2)]
    return Picture(
        **{"head": "Game night", "figure": "37", "unit": "Points"} | more,
        winners=winners,
        others=placed,
    )


def texts(svg):
    return [text_of(line) for line in elements(parse_html(svg), "text")]


def icons(svg):
    return [attribute(use, "href") for use in elements(parse_html(svg), "use")]


def size_of(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


# ------------------------------------------------------------- what stands on it


def test_it_says_of_what_it_is_who_has_won_with_what_and_how_the_others_are_placed():
    said = texts(as_svg(ANA))
    assert said == [ANA.head, "Ana", "37", "Points", "2", "Ben", "35", "SushiScore"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_whole_whether_it_has_won_or_not(name):
    for shown in (picture([name]), picture(others=[name])):
        svg = as_svg(shown)
        assert name.replace(" ", "") in "".join(texts(svg)).replace(" ", "")
        assert "<script" not in svg
        assert size_of(as_png(svg)) == (SIDE, SIDE)


def test_those_who_share_the_victory_stand_beside_one_crown():
    svg = as_svg(picture(["Ana", "Ben", "Cem"], ["Dan"]))
    assert texts(svg)[1:4] == ["Ana", "Ben", "Cem"]
    assert icons(svg).count("#crown") == 1


def test_all_may_share_it():
    assert texts(as_svg(picture(NAMES)))[-1] == "SushiScore"


def test_of_many_the_first_eight_are_shown():
    said = texts(as_svg(picture(others=[f"Player {n}" for n in range(20)])))
    assert "Player 6" in said
    assert "Player 7" not in said


def test_the_sushi_is_that_of_the_game_with_its_dessert_last():
    shown = icons(as_svg(picture(types={"tofu", "eel", "green-tea-ice-cream"})))
    assert shown == ["#crown", "#green-tea-ice-cream", "#tofu", "#eel"]  # from the right
    assert len(icons(as_svg(ANA))) == 1 + 6


def test_what_nobody_sees_is_not_drawn():
    """Marks for the direction of names, and what an XML file may not contain."""
    said = texts(as_svg(picture(["\u2068Ana\u2069\uffff"], head="\u2068The Belt\u2069")))
    assert said[:2] == ["The Belt", "Ana"]


def test_in_words_it_says_the_same():
    assert ANA.in_words == "Points: 1 Ana 37, 2 Ben 35"


# ------------------------------------------------------------- how large it is written


@pytest.mark.parametrize(
    ("text", "most", "lines"),
    [
        ("Ana", 1, ["Ana"]),
        ("Anna-Katharina", 2, ["Anna-", "Katharina"]),
        ("Francisco Javier", 2, ["Francisco", "Javier"]),
        ("Francisco Javier", 1, ["Francisco Javier"]),
        ("", 1, [""]),
    ],
)
def test_a_line_ends_at_a_space_or_behind_a_hyphen(text, most, lines):
    assert fitted(text, 400, 80, most).lines == lines


@pytest.mark.parametrize("text", ["Ana", "Q" * 40, "W W " * 10, *NAMES])
@pytest.mark.parametrize("most", [1, 2])
def test_what_is_long_is_written_smaller(text, most):
    lines, size = fitted(text, 400, 80, most)
    assert len(lines) <= most
    assert all(width(line) * size <= 400 for line in lines)
    # And no smaller than it must be.
    assert size == 80 or fitted(text, 400, size + 1, most).size == size


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ana", [("Ana", False)]),
        ("🍣 Ana 👩‍👧", [("🍣", True), (" Ana ", False), ("👩‍👧", True)]),
        ("½ Łukasz", [("½ Łukasz", False)]),
    ],
)
def test_emoji_are_told_from_letters(text, parts):
    assert runs(text) == parts
