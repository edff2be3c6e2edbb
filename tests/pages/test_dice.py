"""A game of dice speaks of dice: they are rolled, not dealt, and nobody has cards."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client
from django.test.html import Element, parse_html

from referee.models import Entry, Game
from tests.factories import version_of
from tests.pages.game_pages import counted, own_cards, people
from tests.pages.html import all_elements
from tests.pages.table import Table
from tests.pages.texts import texts
from tests.play.views.plain_phone import attribute

pytestmark = pytest.mark.django_db

OF_CARDS = {
    "en": r"\b(cards?|dealt|deals?|decks?)\b",
    "es": r"\b(cartas?|repart\w*|manos?|barajas?|mazos?)\b",
}
ELSEWHERE = ("Rules at hand", "Reglas a mano", "hand roll", "menu card", "carta de menú")
"""Words that mean no cards, and the foot of every page."""
TOLD = ("data-words", "data-score", "data-none", "data-one", "data-many", "data-then")


def pages(client: Client) -> Iterator[tuple[str, Any]]:
    """Every page of a game of dice, and what it says when something is wrong."""
    table = Table(client, "sushi-roll")
    yield "no dice yet", table.get("r/1/1/")
    yield "no dice yet, why", table.get("why/1/")
    yield "no dice yet, in dispute", table.get("dispute/")
    yield "a round without dice", table.get("r/1/")
    asked = table.post("r/1/confirm/", seen=version_of(table.row))
    yield "a round without dice that is to be confirmed", asked
    table.tap(1, "add:wasabi", "add:salmon-nigiri", "add:tempura-2", "add:pudding-3", "add:menu-2")
    table.tap(1, *["add:maki-2"] * 6, "add:chopsticks", "add:wasabi", "add:egg-nigiri")
    table.tap(2, "add:maki-3", "add:sashimi", "add:chopsticks", "add:dumpling-2", "add:pudding")
    yield "too many dice", table.get("r/1/1/")
    yield "too few dice", table.get("r/1/2/")
    yield "a round with problems", table.get("r/1/")
    yield "everybody's dice", table.get("r/1/cards/")
    yield "a die that is none", table.post("r/1/1/", do="add:tempra")
    table.tap(2, "add:tofu").tap(3, *["add:tempura"] * 16)
    yield "a tray that is full", table.post("r/1/3/", do="add:tempura")
    for words in ("2 tempura, minus 1 pudding, xyzzy, tofu, 9 maki", "99 maki"):
        yield f"words: {words}", table.get(f"r/1/2/words/?words={quote(words)}")
    yield "words that were never shown", table.post("r/1/2/words/", words="tempura")
    yield "words that are entered", entered(table)
    yield "a try of nothing", table.get("what-if/1/1/")
    yield "a try", table.get(f"what-if/1/1/?w={uuid4()}.1.add:maki-3")
    yield "every point so far", table.get("why/1/")
    table.confirm(1)
    die = Entry.objects.filter(tableau__round__game=table.row, tableau__seat__place=2).first()
    table.tap(2, f"take:{die.card}")
    yield "a die that is taken away late", table.get("r/1/2/history/")
    yield "a confirmed round", table.get("r/1/")
    yield "a confirmed tray", table.get("r/1/1/")
    yield "a try of a confirmed round", table.get(f"what-if/1/2/?w={uuid4()}.2.add:maki-3")
    one = table.post("dispute/", seat="1", part="1", type="tempura", number="18").url
    yield "the numbers of a tray", table.get("dispute/?seat=1&part=1")
    yield "a number of a tray", table.get("dispute/?seat=1&part=1&type=maki")
    yield "a disputed number", client.get(one)
    none = table.post("dispute/", seat="2", part="1", number="777").url
    yield "a number that nothing explains", client.get(none)
    near = table.post("dispute/", seat="2", part="1", number="7").url
    yield "a number that a die explains", client.get(near)
    table.post("r/1/reopen/", reason="1234")
    table.tap(2, "add:maki-1")
    yield "a round that is open again", table.get("r/1/")
    table.confirm(1)
    yield "versions", table.get("r/1/versions/")
    table.confirm(2, 3)
    yield "tokens", table.get("tokens/")
    tokens = {f"{token}_{seat}": "0" for token in ("menu", "chopsticks") for seat in (1, 2, 3)}
    yield "too many tokens", table.post("tokens/", **{**tokens, "menu_1": "12", "menu_2": "12"})
    table.post("tokens/", **{**tokens, "menu_1": "3"})
    yield "the result", table.get("result/")
    yield "every point", table.get("why/1/")
    yield "the rules of the game", table.get("rules/")
    yield "the setup card", table.get("r/1/setup/")
    yield "the setup card of a later round", table.get("r/2/setup/")
    yield "a case file to be opened", table.get("case/")
    table.post("case/", do="open")
    yield (
        "a case file",
        client.get(f"/case/{Game.objects.get(pk=table.row.pk).case_files.get().pk}/"),
    )
    yield "the question whether to delete", table.get("delete/")
    yield from own_cards(client, "sushi-roll")
    yield from counted(client, "sushi-roll")
    yield from people(client, "sushi-roll")


def entered(table: Table) -> Any:
    """The answer to words that were shown and are entered now."""
    page = parse_html(table.get("r/1/2/words/?words=tempura").content.decode())
    mine = [one for one in all_elements(page) if attribute(one, "form") == "words-enter"]
    form = {attribute(one, "name"): attribute(one, "value") for one in mine if one.name == "input"}
    sent = {str(name): value for name, value in form.items()}
    return table.client.post(f"{table.game}r/1/2/words/", sent, follow=True)


def told(page: Element) -> Iterator[str]:
    """What the scripts read aloud."""
    for element in all_elements(page):
        yield from (attribute(element, name) or "" for name in TOLD)


@pytest.mark.parametrize("language", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_no_page_of_a_game_of_dice_speaks_of_cards(language):
    found = []
    for name, response in pages(Client(headers={"accept-language": language})):
        assert "<title>" in response.content.decode(), name
        page = parse_html(response.content.decode())
        for text in (*texts(page, language), *told(page)):
            for line in re.sub("|".join(ELSEWHERE), "", text).splitlines():
                if re.search(OF_CARDS[language], line, re.IGNORECASE):
                    found.append(f"{name}: {' '.join(line.split())}")
    assert not found, "\n".join(found)
