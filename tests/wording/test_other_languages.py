"""What other languages need that English does not: another "and", another comma, other words for
a place."""

import pytest
from django.utils.translation import override

from referee.rules import Fault
from referee.wording import chat, errors_document, fault_message, phrases
from referee.wording.chat import StandingLine, night_text
from referee.wording.phrases import isolated, name_list


@pytest.fixture
def spanish_and(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Spanish, with another word before the sound of i."""
    texts = {"before the sound of i": "%(names)s e %(last)s"}
    monkeypatch.setattr(phrases, "_", lambda text: text.replace(" and ", " y "))
    monkeypatch.setattr(phrases, "pgettext", texts.get)


@pytest.mark.parametrize("name", ["Inés", "ines", "Íñigo", "Hilario", "Yves", "I", isolated("Ida")])
@pytest.mark.usefixtures("spanish_and")
def test_a_name_that_begins_with_the_sound_of_i_has_its_own_and(name: str):
    assert name_list(["Ben", "Ana", name]) == f"Ben, Ana e {name}"


@pytest.mark.parametrize("name", ["Ana", "Yago", "Hiero", "Ione", "Hugo", "Li", "3", "🍣"])
@pytest.mark.usefixtures("spanish_and")
def test_other_names_have_the_usual_and(name: str):
    assert name_list(["Inés", name]) == f"Inés y {name}"


def test_english_has_one_and():
    assert name_list(["Ana", "Inés"]) == "Ana and Inés"


@pytest.mark.parametrize(
    ("place", "in_words"),
    [
        ("rounds[0].tableaus.Ana, item 3", "rounds[0].tableaus.Ana, elemento 3"),
        ("line 2, column 14", "línea 2, columna 14"),
        ("column 14", "columna 14"),
        ("players", "players"),
    ],
)
def test_the_words_in_a_place_are_translated_for_people_and_not_for_programs(
    place: str, in_words: str
):
    fault = Fault(place, "missing")
    missing = {"path": place, "code": "missing", "message": "falta este dato"}
    with override("es"):
        assert fault_message(fault) == f"{in_words}: falta este dato"
        assert errors_document([fault]) == {"errors": [missing]}


def test_figures_with_a_decimal_comma_can_be_set_apart_by_something_else(
    monkeypatch: pytest.MonkeyPatch,
):
    line = StandingLine("1", "Ana", games=2, wins="1½", place="1,50", points="20,5")
    monkeypatch.setattr(chat, "pgettext", lambda _context, _text: "; ")
    told = "1 Ana: 1½ of 2 games won; usual place 1,50; 20,5 points a game"
    assert told in night_text(["Game night"], 2, [line], "")
