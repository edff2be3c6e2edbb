"""Searching the rules at hand, in the language of the phone or of the cards."""

import pytest
from django.utils.translation import override

from referee.play.pages.rules import is_called
from referee.rules import RULESETS
from referee.wording.guide.scope import Scope
from referee.wording.guide.search import matches, names_elsewhere

PARTY = Scope("sushi-go-party").types


def called(query: str) -> list[str]:
    """The cards of Party that are called so."""
    return [type_ for type_ in PARTY if is_called(type_, query)]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("TEMPURA", "Tempura"),
        ("temp", "Tempura"),
        ("pudín", "pudin"),
        ("pudin", "pudín"),
        ("gyozas", "gyoza"),
        ("boxes", "takeout box"),
        ("ice  tea", "green tea ice cream"),
        ("in-side", "in side"),
        ("cup of the tea", "a tea cup"),
        ("of", "offer"),
        ("ｔｅａ", "tea"),
    ],
)
def test_a_search_minds_neither_case_nor_accents_nor_plurals(query, text):
    assert matches(query, [text])


@pytest.mark.parametrize(
    ("query", "text"),
    [("", "tea"), ("?!", "tea"), ("ea", "tea"), ("tea eel", "tea"), ("teas", "te"), ("s", "tea")],
)
def test_a_search_finds_the_beginnings_of_words_and_all_of_them(query, text):
    assert not matches(query, [text])


@pytest.mark.parametrize(
    ("query", "type_"),
    [
        ("gyoza", "dumpling"),
        ("egg", "nigiri"),
        ("tamago", "nigiri"),
        ("custard", "pudding"),
        ("unagi", "eel"),
        ("matcha", "green-tea-ice-cream"),
    ],
)
def test_cards_are_found_by_what_players_call_them(query, type_):
    assert called(query) == [type_]


SPANISH = {
    "nigiri": ("tortilla", "OMELETTE", "huevo", "Calamares", "salmón", "nigiri de salmon"),
    "wasabi": ("rabano", "pasta verde"),
    "maki": ("rollos de maki", "rollitos"),
    "temaki": ("cucurucho", "conos"),
    "uramaki": ("california", "rollo invertido"),
    "tempura": ("gambas", "langostino", "tempuras"),
    "sashimi": ("pescado crudo",),
    "dumpling": ("gyoza", "GYOZAS", "empanadillas"),
    "eel": ("anguilas", "unagi"),
    "tofu": ("tofus", "cuajada"),
    "edamame": ("edamames", "vainas"),
    "miso-soup": ("sopa de miso", "sopas", "caldo"),
    "onigiri": ("bola de arroz",),
    "chopsticks": ("palillos", "palillo", "palitos"),
    "spoon": ("cuchara", "cucharas"),
    "menu": ("menú", "menus"),
    "special-order": ("pedido", "pedidos especiales", "comodin"),
    "takeout-box": ("caja para llevar", "cajas"),
    "soy-sauce": ("soja", "salsa de soja", "soya"),
    "tea": ("taza de té", "infusion"),
    "pudding": ("pudin", "pudín", "PÚDINES", "flan", "natillas"),
    "green-tea-ice-cream": ("helado", "helados de te verde", "matcha"),
    "fruit": ("piña", "PINAS", "naranja", "sandias"),
}
"""What a Spanish player may type for a card."""


@pytest.mark.parametrize("type_", SPANISH)
def test_in_spanish_cards_are_found_by_what_spanish_players_call_them(type_):
    with override("es"):
        found = {query: called(query) for query in SPANISH[type_]}
    assert found == {query: [type_] for query in SPANISH[type_]}


def test_spanish_players_can_search_every_card():
    assert set(SPANISH) == set(RULESETS["sushi-go-party"].box)


@pytest.mark.parametrize(
    ("language", "query", "type_"),
    [("en", "palillos", "chopsticks"), ("en", "PIÑA", "fruit"), ("es", "dumplings", "dumpling")],
)
def test_a_card_has_its_names_of_the_other_language_too_but_is_not_called_so_here(
    language, query, type_
):
    with override(language):
        assert [t for t in PARTY if matches(query, names_elsewhere(t))] == [type_]
        assert not called(query)
