"""Every page of a game and of its rules is sound, and every word of it can be translated."""

import pytest
from django.test.html import parse_html

from tests.pages.game_pages import game_pages
from tests.pages.soundness import names_of_addresses, page_faults, unsound

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("brackets")
def test_every_page_of_a_game_is_sound_and_every_word_of_it_can_be_translated():
    found, visited = unsound(game_pages)
    assert found == {}
    addresses = names_of_addresses("g/", "case/", "join/", "new/", "rules/")
    of_paper = {"totals", "correct-totals", "game-note", "tie-break"}  # among the pages of clubs
    pictures = {"case-picture", "result-picture"}
    led_on = {"dispute-show", "propose", "proposal"}  # they show no page of their own
    assert addresses - visited == of_paper | {"glance", "late", "case-sheet"} | led_on | pictures


def test_what_is_looked_for_would_be_found():
    page = """<!doctype html><html><head><title><br></title></head><body><main><h1></h1><h3>x</h3>
    <td>–</td><a href="/">1</a>4/9 R1<b aria-hidden="true">ø</b>⟦Next: <bdi>Qxana</bdi>⟧ Result
    <p style="color: red" onclick="x()" id="a" title="\u2068x\u2069"></p>\u2068<hr>
    <script>x()</script><img src="x"><a></a><button aria-label="Take away">×</button>
    <form method="post"><input name="x" aria-describedby="b"><form></form></form><i id="a"></i>
    <table><thead><tr><th></th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table></main></body>
    </html>"""
    found = {*page_faults("a page", parse_html(page), page)}
    assert {"Result", "R", "Take", "away", "typed markup", "no way to the referee"} <= found
    assert "a form in a form" in found
    assert {"another language", "no language", "a title that tells no page"} <= found
    assert "markup in the title" in found
    assert {"Next", "Qxana"} & found == set()
    for fault in (
        *("inline style", "inline script", "alternative text", "a table without a name"),
        *("no scope", "an empty header", "rows without a header", "leads nowhere", "no token"),
        *("no label", "names b", "id a 2 times", "h3 follows h1", "signs of direction: \u2068x"),
        *("signs of direction: \u2068", "a lone – in td", "a link says 1 alone", "heard: ", "4/9"),
    ):
        assert any(fault in one for one in found), fault
