"""The Spanish words: those of the Spanish rulebook where it has them."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import gettext, override, pgettext

from referee.rules import CARD_TYPES, NAMED_MENUS, Problem, Setting, Severity, score_sheet
from referee.rules.notation import parse_tableau
from referee.rules.problems.problem import Holder, error
from referee.rules.sheet import RoundSheet, Sheet
from referee.wording.explanations.citations import citation
from referee.wording.explanations.lines import explain
from referee.wording.names import face_name, menu_name, variant_name
from referee.wording.phrase_feedback import read_as
from referee.wording.problems import problem_message
from tests.wording.tables import scored


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


LINES = [
    ("sushi-go", "pudding", "pudding", "1 pudin: puntúa al final de la partida"),
    ("sushi-go", "pudding", "pudding*2", "2 púdines: puntúan al final de la partida"),
    (
        "sushi-go-party",
        "fruit",
        "fruit-orange-orange",
        "2 naranjas: puntúan al final de la partida",
    ),
    (
        "sushi-go",
        "nigiri",
        "wasabi+salmon-nigiri egg-nigiri*2",
        "1 nigiri de salmón con wasabi = 2 × 3 = 6, 2 nigiri de tortilla = 2: 8 puntos",
    ),
    ("sushi-go-party", "eel", "eel*3", "3 anguilas valen lo mismo que 2: 7 puntos"),
    ("sushi-go-party", "tofu", "tofu*5", "5 tofus, con más de dos no valen nada: 0 puntos"),
    (
        "sushi-go-party",
        "onigiri",
        "onigiri-circle*2",
        "2 onigiri iguales, 1 punto cada uno: 2 puntos",
    ),
    (
        "sushi-go-party",
        "onigiri",
        "onigiri-circle onigiri-square*3",
        "4 onigiri: un grupo de 2 formas = 4, 2 sueltos = 2: 6 puntos",
    ),
    (
        "sushi-roll",
        "tempura",
        "tempura-3 tempura",
        "4 símbolos de tempura: un trío = 10, 1 más = 1: 11 puntos",
    ),
    (
        "sushi-roll",
        "chopsticks",
        "chopsticks",
        "1 símbolo de palillos, que da una ficha: 0 puntos",
    ),
    (
        "sushi-roll",
        "chopsticks",
        "chopsticks-2",
        "2 símbolos de palillos, que dan fichas: 0 puntos",
    ),
]


@pytest.mark.parametrize(("game", "type_", "tableau", "words"), LINES)
def test_a_line_has_its_verb_in_the_right_number_and_a_sum_reads_as_one(
    game, type_, tableau, words
):
    lines, names = scored(game, type_, [tableau, ""])
    with override("es"):
        assert explain(lines[0], 0, names) == words


def test_a_claim_that_was_paid_gets_no_more():
    tableaus = ["uramaki-3", "uramaki-4"]
    lines, names = scored("sushi-go-party", "uramaki", tableaus, [[(0, 12)]])
    with override("es"):
        assert explain(lines[0], 0, names) == (
            "Ana reclamó con 12 símbolos, primera posición: 8 puntos. Símbolos que quedan al "
            "final: Ana 3, Ben 4. Ben queda en segunda posición: 5 puntos; Ana no suma más."
        )


HELD = {"Ana": 1, "Ben": 6}
PROBLEMS = [
    # code, case, facts, who has how many of what there is too much of; what is said
    (
        ("deck-limit", "over-rounds", {"type": "chopsticks", "cards": 5, "limit": 4}, {"Ben": 5}),
        "Van 5 cartas de palillos y la caja trae 4. Las tiene todas Ben: sobra una.",
    ),
    (
        ("deck-limit", "in-round", {"type": "tofu", "cards": 9, "limit": 8}, {"Ben": 9}),
        "En la mesa hay 9 tofus y la caja trae 8. Los tiene todos Ben: sobra uno.",
    ),
    (
        ("deck-limit", "dice", {"type": "", "kind": "maki", "cards": 7, "limit": 6}, HELD),
        "Hay 7 dados de maki en las bandejas y la caja trae 6. Ana tiene 1 y Ben 6: ¿a quién le "
        "sobra uno?",
    ),
    (
        ("token-limit", "box", {"type": "menu", "cards": 7, "limit": 6}, HELD),
        "Hay 7 fichas sin usar (menú) y la caja trae 6. Ana tiene 1 y Ben 6: ¿a quién le sobra "
        "una?",
    ),
    (
        ("dessert-limit", "dealt-in", {"cards": 6, "limit": 5}, {"Ben": 6}),
        "Van 6 cartas de postre, pero en el mazo solo había 5. Las tiene todas Ben: sobra una.",
    ),
    (
        ("face-limit", "over-rounds", {"face": "squid-nigiri", "cards": 7, "limit": 5}, HELD),
        "Van 7 nigiri de calamar y la caja trae 5. Ana tiene 1 y Ben 6: ¿a quién le sobran 2?",
    ),
    (
        (
            "face-limit",
            "over-rounds",
            {"face": "fruit-watermelon-orange", "cards": 9, "limit": 3, "earlier": 2},
            HELD,
        ),
        "Van 9 frutas (Sandía + Naranja) y la caja trae 3. 2 en rondas anteriores; en esta, Ana "
        "tiene 1 y Ben 6: ¿a quién le sobran 6?",
    ),
    (
        ("hand-size", "too-many", {"cards": 12, "dealt": 8, "claimed": 0, "dice": True}, {}),
        "Ana tiene 12 dados y le tocaban 8: sobran 4.",
    ),
    (
        ("hand-size", "too-many", {"cards": 9, "dealt": 10, "claimed": 3}, {}),
        "Ana tiene 9 cartas y ha descartado al menos 3 por el uramaki: 12 o más, y se repartieron "
        "10.",
    ),
    (
        ("hand-size", "too-few", {"cards": 9, "dealt": 10, "claimed": 0, "claimed_most": 0}, {}),
        "Ana tiene 9 cartas y se repartieron 10: falta una.",
    ),
    (
        (
            "bare-wasabi",
            "beside",
            {"wasabi": 1, "nigiri": "salmon-nigiri squid-nigiri"},
            {},
        ),
        "Ana tiene un nigiri de salmón y un nigiri de calamar junto a un wasabi libre: ¿alguno va "
        "encima?",
    ),
    (
        ("copy-target", "never", {"face": "takeout-box"}, {}),
        "El pedido especial de Ana copia una caja para llevar, que no se puede copiar.",
    ),
    (
        ("menu-players", "type", {"type": "menu", "players": 7}, {}),
        "La carta Menú es solo de 2 a 6 jugadores, y juegan 7.",
    ),
]


@pytest.mark.parametrize(("found", "words"), PROBLEMS)
def test_a_problem_is_said_with_the_right_gender_and_number(found, words):
    code, detail, facts, held = found
    holders = tuple(Holder(*one) for one in held.items())
    problem = Problem(code, Severity.ERROR, 1, None if held else "Ana", detail, facts, holders)
    with override("es"):
        assert problem_message(problem) == words


FEMININE = [
    "tempura",
    "dumpling",
    "eel",
    "miso-soup",
    "chopsticks",
    "spoon",
    "takeout-box",
    "soy-sauce",
    "fruit",
]


@pytest.mark.parametrize("type_", CARD_TYPES)
def test_who_has_all_of_a_thing_is_told_in_its_gender(type_):
    facts = {"type": type_, "cards": 9, "limit": 8}
    problem = Problem("deck-limit", Severity.ERROR, 1, None, "in-round", facts, (Holder("Ben", 9),))
    surplus = "Las tiene todas Ben: sobra una."
    if type_ not in FEMININE:
        surplus = "Los tiene todos Ben: sobra uno."
    with override("es"):
        assert problem_message(problem).endswith(surplus)


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


@pytest.mark.parametrize(
    ("page", "heard"), [("es", "Leído como: inglés."), ("en", "Read as Spanish.")]
)
def test_a_language_is_named_as_the_pages_own_writes_it(page, heard):
    with override(page):
        assert read_as("en" if page == "es" else "es") == heard
