"""Names of every kind, on every page."""

import pytest
from django.test.html import parse_html

from referee.models import Game
from sushiscore.templates import with_elements
from tests.factories import add, confirm, where
from tests.people import NAMES_TO_SHOW
from tests.play.views.plain_phone import attribute, elements, text_of
from tests.play.views.sending import begin, claim

pytestmark = pytest.mark.django_db


KINDS = tuple(NAMES_TO_SHOW)


@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [
        ("sushi-go", KINDS[:4]),
        ("sushi-roll", KINDS[4:8]),
        ("sushi-go-party", (*KINDS[:1], *KINDS[8:])),
    ],
)
def test_any_name_stands_on_every_page_as_it_was_entered(client, kinds, ruleset):
    names = [NAMES_TO_SHOW[kind] for kind in kinds]
    menu = {"menu": "points-platter"} if ruleset == "sushi-go-party" else {}
    game = begin(client, ruleset, *names, **menu)
    for seat in range(1, len(names) + 1):
        # The first leads and wins alone; at Roll all do, together.
        more = ["egg-nigiri"] if seat == 1 and ruleset != "sushi-roll" else []
        add(where(Game.objects.get(), seat=seat), "egg-nigiri", "tea", *more)
        if menu:
            claim(client, game, 12, seat=seat)
    pages = [(f"{game}r/1/{seat}/", [name]) for seat, name in enumerate(names, start=1)]
    shown = [(client.get(page), own) for page, own in [*pages, (f"{game}r/1/", names)]]
    confirm(Game.objects.get(), 1, 2, 3)
    if ruleset == "sushi-roll":
        shown.append((client.get(f"{game}tokens/"), names))
        client.post(f"{game}tokens/")
    shown += [(client.get(page), names) for page in (f"{game}result/", "/", f"/new/{ruleset}/")]
    for answer, expected in shown:
        text = answer.content.decode()
        page = parse_html(text)
        assert answer.status_code == 200
        assert not any(attribute(e, "onerror") for e in elements(page, "img"))
        assert "alert(" not in "".join(text_of(e) for e in elements(page, "script"))
        isolated = [text_of(element) for element in elements(page, "bdi")]
        elsewhere = text_of(next(elements(page, "main"))) + str(list(elements(page, "option")))
        for name in expected:
            assert name in isolated or "known-players" in text, name
            assert name in elsewhere or f'value="{name}"' in elsewhere, name


def test_names_in_sentences_keep_their_direction_by_elements_and_never_become_markup(client):
    names = [NAMES_TO_SHOW[kind] for kind in ("right to left", "HTML", "an attribute", "Arabic")]
    game = begin(client, "sushi-go", *names)
    for seat, name in enumerate(names, start=1):
        add(where(Game.objects.get(), seat=seat), "wasabi", "squid-nigiri", *["tempura"] * 9)
        answer = client.get(f"{game}r/1/{seat}/")
        page = parse_html(answer.content.decode())
        (fault,) = [e for e in elements(page, "p", "li") if "11 cards" in text_of(e)][:1]
        assert [text_of(element) for element in elements(fault, "bdi")] == [name]
    confirm(Game.objects.get(), 1, 2, 3)
    page = parse_html(client.get(f"{game}result/").content.decode())
    (verdict,) = elements(page, "h1")
    assert [text_of(element) for element in elements(verdict, "bdi")] == names
    (title,) = elements(page, "title")
    assert text_of(title).startswith(text_of(verdict))
    (shared,) = elements(page, "textarea")
    assert f"\u2068{names[0]}\u2069" in text_of(shared)


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<p>\u2068A\u2069 wins</p>", "<p><bdi>A</bdi> wins</p>"),
        ("<p>by \u2068&lt;b&gt;\u2069</p>", "<p>by <bdi>&lt;b&gt;</bdi></p>"),
        (
            '<a title="\u2068A\u2069 &gt; \u2068B\u2069">\u2068A\u2069</a>',
            '<a title="A &gt; B"><bdi>A</bdi></a>',
        ),
        ("<title>\u2068A\u2069</title>\u2068A\u2069", "<title>A</title><bdi>A</bdi>"),
        ("<option selected>\u2068A\u2069</option>", "<option selected>A</option>"),
        ("<textarea>\u2068A\u2069</textarea>", "<textarea>\u2068A\u2069</textarea>"),
        ("\u2068A\u2069", "<bdi>A</bdi>"),
        ("<p>\u2068A\u2068B\u2069</p>", "<p>\u2068A<bdi>B</bdi></p>"),  # somebody's own sign
    ],
)
def test_signs_of_direction_become_elements_where_these_may_stand(html, shown):
    assert with_elements(html) == shown
