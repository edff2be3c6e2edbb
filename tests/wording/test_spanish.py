"""The Spanish words: those of the Spanish rulebook where it has them."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import gettext, override, pgettext

from referee.rules import NAMED_MENUS, Setting, score_sheet
from referee.rules.notation import parse_tableau
from referee.rules.problems.problem import Holder, error
from referee.rules.sheet import RoundSheet, Sheet
from referee.wording.explanations.citations import citation
from referee.wording.explanations.lines import explain
from referee.wording.names import face_name, menu_name, variant_name
from referee.wording.problems import problem_message


def maki_in_words(*tableaus: str) -> str:
    """What Spanish players are told of maki in a round of Sushi Go!"""
    names = ("Ana", "Ben", "Cem", "Dan")[: len(tableaus)]
    setting = Setting("sushi-go", len(names))
    round_ = RoundSheet(tuple(parse_tableau(one) for one in tableaus))
    result = score_sheet(Sheet(setting, names, (round_,)))
    (line,) = (line for line in result.rounds[0].players["Ana"].lines if line.type == "maki")
    with override("es"):
        return explain(line, 0, names)


def test_ties_are_told_as_the_spanish_rulebook_tells_them():
    """Five, three, three and two rolls: its own example."""
    told = maki_in_words("maki-3 maki-2", "maki-3", "maki-3", "maki-2")
    tie = "Ben y Cem empatan en segunda posición y se reparten 3: 1 para cada uno"
    assert f"{tie}; se ignora el resto." in told
    told = maki_in_words("maki-3", "maki-3", "maki-1")
    assert "Ana y Ben empatan en primera posición y se reparten 6: 3 para cada uno." in told


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Playing a Round", "Descripción de una ronda"),
        ("Ending a Round", "Fin de una ronda"),
        ("Round result", "Resultado"),
        ("Read it", "Leerlo"),
        ("Enter the claim", "Apuntar la reclamación"),
        ("The code, from the host’s phone", "Código que muestra el móvil de quien organiza"),
    ],
)
def test_the_pages_use_its_words_and_plain_ones(english, spanish):
    with override("es"):
        assert gettext(english) == spanish


def test_names_are_the_spanish_rulebooks_and_menus_have_the_printed_one_too():
    with override("es"):
        assert variant_name("pass-both-ways") == "Pasar cartas a ambos lados"
        assert variant_name("two-player-dummy") == "Variante para dos jugadores"
        assert face_name("maki-2") == "rollo de maki con 2 símbolos"
        assert citation("sushi-go/pudding").section == "Fin de la partida: Púdines"
        assert pgettext("a card, face down", "flip") == "vuelta"  # on a narrow button
        menus = {slug: menu_name(slug) for slug in NAMED_MENUS}
    for slug, spanish in menus.items():
        with override("en"):
            assert menu_name(slug) in spanish
    assert menus["dinner-for-two"] == "Cena para dos (Dinner for Two)"


@pytest.mark.parametrize("word", ["icono", "voltea", "anuncio", "teléfono", "anfitrión", "montón"])
def test_one_thing_has_one_name(word):
    path = Path(settings.BASE_DIR, "locale/es/LC_MESSAGES/django.po")
    with path.open("rb") as file:
        said = [text.string for text in read_po(file) if text.context != "other names, with commas"]
    texts = [one for text in said for one in ([text] if isinstance(text, str) else text)]
    assert [text for text in texts if word in text.lower()] == []


def test_the_dummy_has_its_word_and_its_article_in_every_sentence():
    """A sheet names it by its key; Spanish writes "de el" as "del"."""
    more = error("hand-size", "too-many", 1, "dummy", cards=10, dealt=9, claimed=0)
    copy = error("copy-target", "never", 1, "dummy", face="menu")
    holders = (Holder("Ana", 9), Holder("dummy", 6))
    box = error("face-limit", "over-rounds", 1, cards=15, limit=14, face="tempura", holders=holders)
    assert problem_message(more) == "The dummy has 10 cards, but 9 were dealt: one too many."
    assert problem_message(box).endswith("Ana has 9 and the dummy 6: who has one too many?")
    with override("es"):
        assert problem_message(more) == (
            "El jugador ficticio tiene 10 cartas y se repartieron 9: sobra una."
        )
        assert "El pedido especial del jugador ficticio copia" in problem_message(copy)
        assert "Ana tiene 9 y el jugador ficticio 6:" in problem_message(box)
