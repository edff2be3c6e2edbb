"""Names of every kind, on every page."""

import pytest
from django.test.html import parse_html

from tests.play.views.plain_phone import attribute, elements, text_of
from tests.play.views.sending import NONE, begin, claim, confirm, tap

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


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [("sushi-go", "HTML"), ("sushi-roll", "HTML")]
    + [("sushi-go-party", kind) for kind in NAMES_TO_SHOW],
)
def test_any_name_stands_on_every_page_as_it_was_entered(client, kind, ruleset):
    name = NAMES_TO_SHOW[kind]
    menu = {"menu": "points-platter"} if ruleset == "sushi-go-party" else {}
    game = begin(client, ruleset, name, "Ben", "Cem", **menu)
    tap(client, f"{game}r/1/1/", "add:egg-nigiri")
    tap(client, f"{game}r/1/1/", "add:tea")
    if menu:
        claim(client, game, 12)
    pages = [f"{game}r/1/1/", f"{game}r/1/2/", f"{game}r/1/"]
    shown = [client.get(page) for page in pages]
    for number in (1, 2, 3):
        confirm(client, game, number)
    if ruleset == "sushi-roll":
        shown.append(client.get(f"{game}tokens/"))
        client.post(f"{game}tokens/", {**NONE, "menu_3": "0", "chopsticks_3": "0"})
    shown += [client.get(page) for page in (f"{game}result/", "/", f"/new/{ruleset}/")]
    for answer in shown:
        text = answer.content.decode()
        page = parse_html(text)
        assert answer.status_code == 200
        assert not any(attribute(e, "onerror") for e in elements(page, "img"))
        assert "alert(" not in "".join(text_of(e) for e in elements(page, "script"))
        if "known-players" not in text:
            isolated = [text_of(element) for element in elements(page, "bdi")]
            assert name in isolated
        elsewhere = text_of(next(elements(page, "main"))) + str(list(elements(page, "option")))
        assert name in elsewhere or f'value="{name}"' in elsewhere
