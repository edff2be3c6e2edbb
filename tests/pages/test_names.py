"""Names of every kind, on every page."""

import pytest
from django.test.html import parse_html

from referee.models import Game
from tests.factories import add, where
from tests.play.views.plain_phone import attribute, elements, text_of
from tests.play.views.sending import begin, claim, confirm

pytestmark = pytest.mark.django_db


NAMES_TO_SHOW = {
    "HTML": '<script>alert("1")</script>',
    "an attribute": "\"><img src=x onerror='1'>",
    "an entity": "&lt;b&gt; & co",
    "a template": "{{ 7|add:7 }}{% now 'Y' %}",
    "emoji": "👩‍🍳🏳️‍🌈",
    "right to left": "אבי מלך",
    "Arabic": "عَلِيّ",
    "percent signs": "100%(name)s %s",
    "braces": "{0} {name}",
    "the dummy's word": "dummy",
    "combining": "Z͑ͫ̓a̴l",
}
KINDS = tuple(NAMES_TO_SHOW)


@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [
        ("sushi-go", KINDS[:5]),
        ("sushi-roll", (KINDS[0], *KINDS[5:9])),
        ("sushi-go-party", KINDS[:6]),
        ("sushi-go-party", KINDS[6:]),
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
    for number in (1, 2, 3):
        confirm(client, game, number)
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
