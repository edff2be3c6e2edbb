"""What is true of everything that is said, whatever it is."""

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.rules import FACES, parse_tableau, tableau_text
from referee.rules.phrases import LANGUAGES, Reading, read_words, tableau_words
from referee.rules.phrases.card_names import CARD_NAMES
from referee.rules.phrases.kinds import Kind, plain
from referee.rules.phrases.parts import MAX_PARTS
from referee.rules.phrases.reading import MAX_CHARACTERS
from referee.rules.phrases.vocabulary import vocabulary
from referee.rules.phrases.words import Words, first_names, listed
from referee.rules.tableau import Tableau
from tests.rules import strategies
from tests.rules.phrase_tables import apply_changes, faces_of_game

ASKED = {"menu", "takeout-box", "special-order"}
languages = st.sampled_from(LANGUAGES)
games = ("sushi-go", "sushi-roll", "master-menu", "points-platter", "dinner-for-two")


def laid(reading: Reading) -> Tableau:
    """The tableau that a text makes of an empty table."""
    assert reading.is_understood, [part for part in reading.parts if part.change is None]
    changed, undone = apply_changes((), reading.changes, max_cards=100_000)
    assert not undone
    return changed.tableau


# ------------------------------------------------------------------ saying and reading


@given(strategies.tableau_items(most=8), languages)
def test_every_tableau_said_in_words_reads_back_as_itself(
    items: list[tuple[str, int]], language: str
) -> None:
    assume(items)
    tableau = parse_tableau(strategies.spelled(items))
    said = tableau_words(tableau, language)
    assume(len(said) <= MAX_CHARACTERS)
    assert laid(read_words(said, language)) == tableau
    assert laid(read_words(said.upper(), language)) == tableau


@pytest.mark.parametrize("game", games)
@given(data=st.data())
def test_a_tableau_of_a_game_reads_back_with_the_faces_of_that_game(
    game: str, data: st.DataObject
) -> None:
    faces = faces_of_game(game)
    # A menu, a takeout box and a special order by itself are asked about.
    fronts = st.sampled_from([f for f in faces if f not in ASKED or "menu-2" in faces])
    items = data.draw(strategies.tableau_items(fronts, most=8).filter(bool))
    tableau = parse_tableau(strategies.spelled(items))
    language = data.draw(languages)
    assert laid(read_words(tableau_words(tableau, language), language, faces)) == tableau


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_is_said_alone_in_numbers_copied_and_flipped(language: str) -> None:
    for item in (text for f in FACES for text in (f, f"special-order:{f}", f"flipped:{f}")):
        for number in (1, 2, 31):
            tableau = parse_tableau(f"{item}*{number}")
            assert laid(read_words(tableau_words(tableau, language), language)) == tableau


def test_an_empty_tableau_is_said_with_nothing() -> None:
    assert [tableau_words(Tableau(), language) for language in LANGUAGES] == ["", ""]
    assert not read_words("", "en").is_understood


def test_more_than_99_of_a_card_are_said_99_at_a_time() -> None:
    tableau = parse_tableau("tofu*99 tofu*99 tofu")
    assert tableau_words(tableau, "en") == "ninety-nine tofu, ninety-nine tofu, tofu"
    assert laid(read_words(tableau_words(tableau, "es"), "es")) == tableau


@given(strategies.tableau_items(most=8), languages)
def test_the_score_sheets_notation_reads_as_itself(
    items: list[tuple[str, int]], language: str
) -> None:
    tableau = parse_tableau(strategies.spelled([*items, ("maki-3", 1)]))
    written = tableau_text(tableau)
    assume(len(written) <= MAX_CHARACTERS)
    assert laid(read_words(written, language)) == tableau


@given(st.data())
def test_what_is_said_may_be_said_in_any_order(data: st.DataObject) -> None:
    """Where each nigiri lies is said with it, and all wasabi are plain ones."""
    language = data.draw(languages)
    items = data.draw(strategies.tableau_items(most=6))
    items = [pair for pair in items if "special-order:wasabi" not in pair[0]]
    tableau = parse_tableau(strategies.spelled(items))
    beside = {"en": " without wasabi", "es": " sin wasabi"}[language]
    empty = {"en": " with nothing on it", "es": " sin nada encima"}[language]
    parts = []
    for lying, number in data.draw(st.permutations([*tableau.items()])):
        is_free = lying.type == "nigiri" and lying.base is None
        said = tableau_words(Tableau({lying: number}), language)
        parts.append(said + beside * is_free + empty * (lying.text == "wasabi"))
        # "Three flipped cards, two tofu and an eel": are these the ones?
        assume(len(parts) > 1 or lying.text != "flipped")
    assume(parts and len(", ".join(parts)) <= MAX_CHARACTERS)
    joint = data.draw(st.sampled_from([", ", "; ", ". ", "\n", ","]))
    assert laid(read_words(joint.join(parts), language)) == tableau


@given(strategies.tableau_items(most=5), languages)
def test_without_any_comma_it_reads_as_itself_or_is_not_understood(
    items: list[tuple[str, int]], language: str
) -> None:
    """But for a special order and the card behind it, which without a comma are a copy."""
    items = [pair for pair in items if pair[0] != "special-order"]
    tableau = parse_tableau(strategies.spelled(items))
    reading = read_words(tableau_words(tableau, language).replace(",", ""), language)
    if reading.is_understood:
        assert laid(reading) == tableau


@given(strategies.tableau_items(st.sampled_from(faces_of_game("sushi-go")), most=6), languages)
def test_without_any_comma_sushi_go_is_understood(
    items: list[tuple[str, int]], language: str
) -> None:
    faces = faces_of_game("sushi-go")
    # Of more than 99 of a card, 99 are said and then the rest.
    tableau = Tableau(
        {item: min(n, 99) for item, n in parse_tableau(strategies.spelled(items)).items()}
    )
    said = tableau_words(tableau, language).replace(",", "")
    reading = read_words(said, language, faces)
    assume(items)
    assert laid(reading) == tableau


# ------------------------------------------------------------------ misspelt


def _names(language: str) -> list[str]:
    """Every name of a card that is one word."""
    texts = [names[language].read for names in CARD_NAMES.values()]
    texts += CARD_NAMES["nigiri"][language].kinds.values()
    names = {name for text in texts for name in listed(text)}
    return sorted(name for name in names if " " not in name and "-" not in name)


def _misspelt(word: str) -> set[str]:
    """The word with a letter wrong, left out, doubled or swapped with the next."""
    letters = "abcdeghiklmnoprstuz"
    found = set()
    for place in range(len(word)):
        before, after = word[:place], word[place + 1 :]
        found |= {before + letter + after for letter in letters}
        found |= {before + after, before + 2 * word[place] + after}
        found.add(before + after[:1] + word[place] + after[1:])
    return found - {word, ""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_with_a_wrong_letter_is_read_right_or_not_understood(language: str) -> None:
    known = vocabulary(language).known
    understood = tried = 0
    names = _names(language)
    for name in names:
        right = [part.change for part in read_words(name, language).parts]
        for typed in sorted(_misspelt(plain(name)))[::4]:
            if any(other.startswith(typed) for other in map(plain, names)):
                continue
            parts = read_words(typed, language).parts
            changes = [part.change for part in parts]
            assert changes in (right, [None], []), (name, typed)
            if changes == right and right != [None] and typed not in known:
                assert all(part.corrected for part in parts), (name, typed)
                understood += 1
            tried += 1
    # Short words are not corrected at all, longer ones nearly always.
    assert 0.6 < understood / tried < 0.98


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_words_that_are_as_near_are_both_named(language: str) -> None:
    [part] = read_words("emaki", language).parts
    assert part.change is None
    assert part.nearest == ("maki-1", "maki-2", "maki-3", "temaki")
    assert part.corrected == ()


# ------------------------------------------------------------------ any text


def _words_of(language: str) -> list[str]:
    names = [names[language] for names in CARD_NAMES.values()]
    texts = [text for one in names for text in (one.read, *one.kinds.values())]
    said = [phrase for phrase, _ in Words(language).senses]
    return [*listed(",".join(texts)), *said, *vocabulary(language).numbers]


_JOINING = (
    Kind.FILLER, Kind.AND, Kind.BREAK, Kind.ADD, Kind.WITH, Kind.HAVE, Kind.SUM, Kind.POINTS,
)  # fmt: skip
UNSAID = frozenset(
    plain(word)
    for language in LANGUAGES
    for phrase, sense in Words(language).senses
    if sense.kind in _JOINING
    for word in phrase.split()
)
"""Words that may be in no part, because they only join others."""


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    """Any text, and its language: words of the vocabulary in any order, with anything between."""
    language = draw(languages)
    anything = strategies.any_text(max_size=12)
    word = st.sampled_from(_words_of(language)) | st.sampled_from(["2", "x", "3", "-", "+", "with"])
    pieces = draw(st.lists(word | word | word | anything, max_size=12))
    return draw(st.sampled_from([" ", " ", ", ", "", "-", "\n"])).join(pieces), language


@given(texts())
def test_any_text_is_read_and_no_word_of_it_is_left_out(said: tuple[str, str]) -> None:
    text, language = said
    reading = read_words(text, language)
    left, place = "", 0
    told = [typed for part in reading.parts for typed, _ in part.corrected]
    told += [passed for part in reading.parts for passed in part.passed_over]
    shown = {word for words in told for word in words_of(plain_text(words))}
    for part in reading.parts:
        assert place <= part.start < part.end <= len(text)
        assert part.said == text[part.start : part.end]
        assert (part.change is None) or not (part.nearest or part.not_here or part.asks)
        assert len(part.nearest) <= 4
        assert part.change is None or 0 <= part.change.number <= 99
        left += text[place : part.start] + " "
        place = part.end
    left += text[place:]
    for word in words_of(plain_text(left)):
        assert word in UNSAID | shown, (text, word)
    apply_changes((), reading.changes)


def words_of(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()


def plain_text(text: str) -> str:
    """A text without accents, in small letters; signs as they are."""
    spread = unicodedata.normalize("NFKD", text.casefold().replace("'", ""))
    return "".join(c for c in spread if not unicodedata.category(c).startswith(("M", "Cf")))


@given(strategies.any_text(), languages)
def test_nothing_raises(text: str, language: str) -> None:
    for part in read_words(text, language, ("tempura", "maki-3")).parts:
        assert part.change is None or part.change.item is None or part.change.item.cards


@pytest.mark.parametrize(
    "text",
    ["tempura, " * 200, "x" * 5000, "maki two " * 300, "🍣" * 2000, "-" * 3000, "\0" * 3000,
     "menu2" * 1000, "orange " * 500, "special order copying " * 100, "to " * 800,
     "flipped " * 400, "two " * 600, "\u202etempura " * 300],
    ids=lambda text: ascii(text[:12]),
)  # fmt: skip
def test_long_texts_are_read_in_part_and_the_rest_is_named(text: str) -> None:
    reading = read_words(text, "en")
    assert len(reading.parts) <= MAX_PARTS + 1
    if text.strip("\0-"):
        assert reading.parts[-1].end == len(text.rstrip())
        assert reading.parts[-1].change is None


@pytest.mark.parametrize(
    ("asked", "language"),
    [("es", "es"), ("es-MX", "es"), ("ES_ar", "es"), ("fr", "en"), ("", "en")],
)
def test_a_language_without_a_vocabulary_is_read_as_english(asked: str, language: str) -> None:
    words = {"en": "squid on wasabi", "es": "calamar con wasabi"}[language]
    reading = read_words(words, asked)
    assert reading.language == language
    assert laid(reading) == parse_tableau("wasabi+squid-nigiri")
    assert tableau_words(laid(reading), asked).startswith(words.split()[0][:3]) == (
        language == "en"
    )


# ------------------------------------------------------------------ whose cards


@pytest.mark.parametrize(("language", "cards"), [("en", "two tempura"), ("es", "dos tempuras")])
def test_a_first_name_before_cards_is_no_other_word(language: str, cards: str) -> None:
    """No "Rita" is the Spanish "rica"; the cards are Rita's."""
    known = vocabulary(language)
    said = [name for name in sorted(first_names()) if not known.knows(name)][::5]
    assert len(said) > 100
    for name in said:
        reading = read_words(f"{name.capitalize()} {cards}", language)
        assert (name, reading.changes) == (name, ())
