"""Asking the referee: everyday words find the right answer, in both languages and misspelt."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from referee.play.pages.answers import MOST, Answered, answers_page, ask
from referee.play.pages.rules import parts_of_play
from referee.rules import RULESETS, SWITCHES, HouseRules, Setting
from referee.rules.menus import named_menu
from referee.rules.phrases.card_names import CARD_NAMES
from referee.wording.cards import CARDS
from referee.wording.guide import answers
from referee.wording.guide.answers import (
    ANSWERS,
    Index,
    Match,
    find,
    is_sure,
    known_questions,
    table,
)
from referee.wording.guide.cases import CASES
from referee.wording.guide.scope import Scope
from referee.wording.guide.search import (
    MAX_QUERY,
    everyday_words,
    other_names,
    read,
    subject_words,
)
from referee.wording.guide.ways import WAYS
from referee.wording.names import type_name
from tests.factories import PHONE, GameFactory
from tests.play.views.plain_phone import phone

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
TABLE = [known.asked for known in known_questions()]
LANGUAGES = ("en", "es")
ALL = {answer.slug: answer for answer in ANSWERS}
WITHOUT_CARDS = {
    "sushi-go-party/menu", "sushi-go-party/spoon-nothing", "sushi-go-party/limits",
    "sushi-go-party/faces", "sushi-go-party/miso-clash",
    "sushi-go-party/order-chopsticks", "sushi-go-party/order-cannot",
    "sushi-go-party/order-nothing", "sushi-roll/chopsticks", "sushi-roll/menu",
    "sushi-roll/tokens-out", "sushi-roll/faces", "sushi-roll/differences",
    "sushi-go-party/differences", "sushi-go/two-players-dummy", "sushi-go/draw-pile",
    "sushi-go-party/draw-pile",
    "house-rule/one-bonus-action-per-turn", "house-rule/reshuffle-each-round",
}  # fmt: skip
"""No points depend on these."""


def first(question: str, language: str, *rulesets: str, many: int = 1) -> list[str]:
    """The best answers in some games, or in all."""
    with override(language):
        found = find(read(question), rulesets or tuple(RULESETS))
    return [match.answer.slug for match in found[:many]]


def games_of(slug: str) -> tuple[str, ...]:
    """The game in which a question with this answer is asked."""
    return (ALL[slug].ruleset,) if ALL[slug].ruleset else tuple(RULESETS)


# ------------------------------------------------------------------ the table


@pytest.mark.parametrize("each", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_answer_is_the_right_one(language, each):
    wrong = {
        (one.words, slug): got
        for one in TABLE[::each]
        for slug in one.answers
        if one.language == language
        and (got := first(one.words, language, *games_of(slug))) != [slug]
    }
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_about_all_games_it_is_among_three_as_other_games_have_such_a_rule_too(language):
    of_it = [one for one in TABLE if one.language == language][::3]
    right = sum(bool({*one.answers} & {*first(one.words, language, many=3)}) for one in of_it)
    assert right / len(of_it) > 0.96


def test_a_question_is_answered_by_those_that_are_like_it():
    """Each fifth is asked as if it did not stand in the table."""
    asked = known_questions()[::5]
    others = Index([one for at, one in enumerate(known_questions()) if at % 5])
    right = 0
    for one in asked:
        slug = one.asked.answers[0]
        (best, *_rest) = find(one.question, games_of(slug), others) or [None]
        right += best is not None and best.answer.slug == slug
    assert right / len(asked) > 0.88


def test_questions_that_are_not_in_the_table_mostly_find_their_answer():
    of_all, of_one, of_chat = (
        table(part)
        for part in (HERE / "kept_apart.txt").read_text(encoding="utf-8").split("# Of one game")
    )
    for kept, right, among in ((of_all, 34, 38), (of_one, 48, 52), (of_chat, 215, 220)):
        places = []
        for one in kept:
            games = () if kept is of_all else games_of(one.answers[0])
            best = first(one.words, one.language, *games, many=3)
            of_it = (best.index(slug) for slug in one.answers if slug in best)
            places.append(min(of_it, default=3))
        assert len(places) in (40, 53, 225)
        assert sum(place == 0 for place in places) >= right
        assert sum(place < 3 for place in places) >= among


def test_every_answer_can_be_found_by_three_questions_in_each_language():
    asked_by = {(slug, language): 0 for slug in ALL for language in LANGUAGES}
    for one in TABLE:
        for slug in one.answers:
            asked_by[slug, one.language] += 1
    assert not {which: many for which, many in asked_by.items() if many < 3}
    assert {slug for slug, _language in asked_by} == set(ALL)


# ------------------------------------------------------------------ what is of something else


OFF_TOPIC = [
    (line[:2], line[4:])
    for line in (HERE / "off_topic.txt").read_text(encoding="utf-8").splitlines()
    if line[:4] in ("en: ", "es: ")
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_nothing_to_do_with_the_game_gets_no_answer(language):
    asked = [words for of_it, words in OFF_TOPIC if of_it == language]
    with override(language):
        answered = [words for words in asked if answers_page(words)["is_found"]]
    assert len(asked) >= 220
    assert len(answered) / len(asked) < 0.03


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("can someone give me a nigiri from his hand", "en"),
        ("is more tea better", "en"),
        ("what do two tempura make", "en"),
        ("me da la anguila con la cuchara", "es"),
        ("me pasan el wasabi, tengo que jugarlo", "es"),
        ("hay más puntos con dos tempuras", "es"),
    ],
)
def test_what_is_asked_of_cards_is_no_talk_of_dishes(question, language):
    with override(language):
        assert answers_page(question)["is_found"]


def test_a_first_name_does_not_tell_against_a_question():
    with override("en"):
        assert read("is Dave last or jess with three rolls").names == ()
        assert not read("is Dave last or jess with three rolls").unknown


def test_a_word_of_the_table_hardly_tells_against_a_question():
    index = Index(known_questions())
    assert index.strangeness(["gyozas", "xylophone"]) < index.strangeness(["xylophone"] * 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_of_every_day_is_never_taken_for_a_misspelt_one(language):
    typed = "save putting nine pick reveals sees long undo mejor sano creo toca"
    with override(language):
        assert not [word for word in typed.split() if read(word).corrected]


def test_a_word_is_corrected_only_where_the_question_is_about_the_game_then():
    with override("en"):
        assert read("wasbi").subjects == ("wasabi",)
        assert read("dumpling secnd").corrected == (("secnd", "second"),)
        assert read("secnd xylophone").corrected == ()
        assert read("has Julia puddings").unknown == ()


def test_who_ties_for_second_is_told_by_counts_and_is_no_game_for_two():
    for asked in ("me and dad both got 4 rolls, mum 7", "me and dad 4 rolls, mum 7"):
        assert first(asked, "en", "sushi-go") == ["sushi-go/maki-second"]
        with override("en"):
            assert "two-players" not in read(asked).subjects


def test_a_word_that_is_hardly_like_a_card_is_none_in_a_question_about_the_game():
    with override("es"):
        assert read("wasabi pelota").subjects == ("wasabi",)
        assert read("pelota").subjects != ("wasabi",)
        assert ("pud", "pudin") in read("pud").corrected
        assert "pudding" not in read("wasabi pud").subjects
        assert "order-of-cards" not in read("moje el calamar").subjects  # no "move" of English


def test_an_ordinal_may_be_in_figures():
    with override("es"):
        assert read("la 3ra ronda").subjects == read("la tercera ronda").subjects
        assert read("2º de makis").words == read("segunda de makis").words
    with override("en"):
        assert read("2nd in maki").subjects == read("second in maki").subjects


def test_a_verb_is_known_in_its_other_forms():
    with override("es"):
        assert not read("que no se puedan usar, que sobren, cuando empatemos").unknown
    with override("en"):
        assert "spend" in read("burning two menus").subjects
        assert not read("burning two menus").corrected


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("who won the Wimbledon final", "en"),
        ("where does Ludmila eat", "en"),
        ("quién ganó el Tour de Francia", "es"),
    ],
)
def test_a_name_that_is_not_known_tells_against_a_question_without_a_card(question, language):
    with override(language):
        assert not answers_page(question)["is_found"]
        assert answers_page("has Ludmila lost with one eel")["is_found"]


def test_what_is_asked_of_two_players_answers_only_who_tells_of_two():
    assert first("fewest puddings lose how much", "en", "sushi-go") == ["sushi-go/pudding"]
    with_two = "fewest puddings lose how much with two players"
    assert first(with_two, "en", "sushi-go") == ["sushi-go/pudding-two"]


def test_a_card_is_named_in_a_longer_phrase_too():
    with override("en"):
        assert "chopsticks" in read("two chopsticks in a turn").subjects


def test_a_spanish_verb_is_known_with_pronouns_at_its_end():
    with override("es"):
        assert not read("pedirle una carta").unknown
        assert read("pedirxx una carta").unknown == ("pedirxx",)


def test_what_names_a_card_in_known_words_is_not_refused_but_never_sure_if_nothing_is_like_it(
    monkeypatch,
):
    monkeypatch.setattr(answers, "_ENOUGH", 9)
    with override("en"):
        page = answers_page("we tie for most maki", Scope("sushi-go"))
        assert page["is_found"]
        assert not page["is_sure"]
        assert page["answers"][0]["slug"] == "sushi-go/maki-tie"
        assert not answers_page("we tie for most", Scope("sushi-go"))["is_found"]
        assert not answers_page("we tie for most maki in Ludmila", Scope("sushi-go"))["is_found"]


def test_what_is_far_more_like_one_answer_than_the_next_is_not_refused_but_never_sure(monkeypatch):
    monkeypatch.setattr(answers, "_ENOUGH", 9)
    with override("en"):
        page = answers_page("who begins the game", Scope("sushi-roll"))
        assert page["is_found"]
        assert not page["is_sure"]
        assert page["answers"][0]["slug"] == "sushi-roll/turns"
        assert not answers_page("who begins the xylophone", Scope("sushi-roll"))["is_found"]


@pytest.mark.django_db
@pytest.mark.parametrize(("as_near", "is_sure"), [(1, True), (0.1, False)])
def test_where_answers_are_too_near_to_each_other_none_is_given_as_the_one(
    client, monkeypatch, as_near, is_sure
):
    monkeypatch.setattr(answers, "_AS_NEAR", as_near)
    page = client.get("/rules/sushi-go/", {"q": "we tie for most maki"}).content.decode()
    assert ("not sure what you mean" in page) != is_sure
    assert ("Did you mean" in page) != is_sure
    first_fold = re.findall(r"<details[^>]*>", page[page.index('class="answers"') :])[0]
    assert ("open" in first_fold) == is_sure


def test_the_same_rule_of_another_game_is_no_other_answer():
    maki, second = ALL["sushi-go/maki-tie"], ALL["sushi-go/maki-second"]
    same = ALL["sushi-roll/maki-tie"]
    assert is_sure([Match(maki, 1.0), Match(same, 0.99), Match(second, 0.5)])
    assert not is_sure([Match(maki, 1.0), Match(same, 0.99), Match(second, 0.98)])


def test_the_rules_of_a_card_hold_the_rulings_on_it_but_no_ruling_holds_the_card():
    card, ruling = ALL["sushi-go/dumpling"], ALL["sushi-go/dumpling-many"]
    assert is_sure([Match(card, 1.0), Match(ruling, 0.99)])
    assert not is_sure([Match(ruling, 1.0), Match(card, 0.99)])


@pytest.mark.django_db
def test_what_is_off_topic_is_said_to_be(client):
    page = client.get("/rules/", {"q": "what is a good wine with sushi"}).content.decode()
    assert "not about the game" in page
    assert "<article" not in page


# ------------------------------------------------------------------ nothing is left out


def rows_of_rulings() -> dict[str, list[str]]:
    """The first cells of the tables in docs/rulings.md, by their headings."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in (ROOT / "docs/rulings.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("| ") and not line.startswith(("| Case", "| Copies", "| Switch")):
            found.setdefault(heading, []).append(line.split("|")[1].strip())
    return found


def test_every_ruling_of_the_documentation_has_an_answer():
    written = rows_of_rulings()
    with override("en"):
        titles = {case.slug: str(case.title) for case in CASES}
    orders = [titles[slug] for slug in titles if "/order-" in slug]
    boxes = [titles[slug] for slug in titles if "/box-" in slug]
    party = [title for slug, title in titles.items() if slug.startswith("sushi-go-party/")]
    assert written["Special orders"] == orders
    assert written["Takeout boxes"] == boxes
    assert written["Sushi Go!"] == [titles[s] for s in titles if s.startswith("sushi-go/")]
    assert written["Sushi Roll"] == [titles[s] for s in titles if s.startswith("sushi-roll/")]
    rest = [title for title in party if title not in orders + boxes]
    assert [*written["Sushi Go Party!"], "Numbers that no rulebook prints"] == rest
    assert written["House rules"] == [f"`{switch.name}`" for switch in SWITCHES]


def test_every_card_house_rule_and_way_has_an_answer():
    for ruleset in RULESETS:
        assert {f"{ruleset}/{type_}" for type_ in Scope(ruleset).types} <= set(ALL)
    assert {f"house-rule/{switch.name}" for switch in SWITCHES} <= set(ALL)
    assert {f"app/{name}" for name in WAYS} <= set(ALL)
    assert all({*answer.cards} <= set(CARDS) for answer in ANSWERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_says_where_it_stands_and_shows_made_up_cards_with_their_points(language):
    for slug, answer in ALL.items():
        if answer.kind in ("play", "app"):
            continue
        question = next(o for o in TABLE if slug in o.answers and o.language == language)
        with override(language):
            page = answers_page(question.words, Scope(answer.ruleset))
        shown = page["answers"][0]
        assert shown["slug"] == slug
        if answer.kind == "card":
            assert "</cite>, " in shown["html"]
            assert ('class="example"' in shown["html"]) == (slug not in WITHOUT_CARDS), slug
            continue
        assert all(place.rulebook and place.section for place in shown["citations"]), slug
        assert bool(shown["example"]) == (slug not in WITHOUT_CARDS), slug
        if shown["example"]:
            assert shown["example"]["rows"], slug


def example(question: str, ruleset: str) -> tuple[dict[str, int], list[tuple[str, bool, str]]]:
    with override("en"):
        shown = answers_page(question, Scope(ruleset))["answers"][0]["example"]
    return {row["name"]: row["points"] for row in shown["rows"]}, shown["others"]


def test_the_cards_that_are_asked_about_are_shown():
    assert example("5 sashimi", "sushi-roll")[0] == {"Ana": 19, "Ben": 13}
    assert example("five dumpling icons", "sushi-roll")[0] == {"Ana": 12, "Ben": 10}


def test_the_menus_are_told_with_their_cards_and_who_may_play_them():
    with override("en"):
        text = ask("what is on the big banquet", Scope("sushi-go-party")).in_words[0].text
        assert "3 × appetizer (tempura, sashimi, dumplings, " in text
        banquet = (
            "Big Banquet: maki rolls, tempura, dumplings, eel, chopsticks, spoon, green tea ice"
        )
        assert f"{banquet} cream (3–8 players)" in text
    in_play = Setting("sushi-go-party", 3, named_menu("big-banquet"))
    assert "menus" in parts_of_play(Scope("sushi-go-party"))
    assert "menus" not in parts_of_play(Scope("sushi-go-party", in_play))


def test_the_box_that_cards_lie_in_is_no_takeout_box():
    with override("es"):
        assert read("cuántos púdines hay en la caja").subjects == (
            "how-many-cards", "pudding", "box"
        )  # fmt: skip


def test_a_card_does_not_answer_for_another_that_is_named():
    wasabi = "how many wasabi are there in the deck"
    assert first(wasabi, "en", "sushi-go") == ["sushi-go/wasabi"]


def test_a_house_rule_says_first_that_it_is_one_and_how_it_stands():
    with override("en"):
        (shown, *_rest) = answers_page("house rule without maki")["answers"]
    assert shown["title"] == "House rule: Without maki you can place"
    assert shown["words"].startswith("A house rule, off unless the table agrees otherwise.")


RESHUFFLE = "house-rule/reshuffle-each-round"


@pytest.mark.parametrize(
    "question",
    [
        "house rule: reshuffle the deck each round",
        "house rule to shuffle everything together again",
        "is there an option to shuffle the played cards back in",
        "variant where we mix all the cards before every round",
        "our house rule is that we reshuffle after each round",
    ],
)
def test_the_house_rule_that_shuffles_cards_back_is_found(question):
    assert first(question, "en", "sushi-go") == [RESHUFFLE]
    # Without a word about house rules the rulebook answers; the house rule stands with it.
    assert first("do we shuffle the played cards back in", "en", "sushi-go") == [
        "sushi-go/draw-pile"
    ]


def test_the_draw_pile_tells_how_the_house_rule_stands():
    for is_on in (False, True):
        rules = HouseRules(reshuffle_each_round=is_on)
        scope = Scope("sushi-go", Setting("sushi-go", 4, house_rules=rules))
        with override("en"):
            (pile, *_rest) = answers_page("do we shuffle the played cards back in", scope)[
                "answers"
            ]
            (rule, *_rest) = answers_page("house rule reshuffle each round", scope)["answers"]
        assert pile["slug"] == "sushi-go/draw-pile"
        assert [one["is_on"] for one in pile["rules"]] == [is_on]
        assert rule["slug"] == RESHUFFLE
        stands = "on in this game" if is_on else "off unless the table agrees otherwise"
        assert rule["words"].startswith(f"A house rule, {stands}.")
        assert "all cards but the puddings" in rule["words"]
        assert [place.section for place in rule["citations"]] == ["Starting a New Round"]


def test_made_up_cards_are_scored_by_the_rules_and_by_the_house_rule_that_changes_it():
    shared, _others = example("we tie for most maki", "sushi-go")
    assert shared == {"Ana": 3, "Ben": 3, "Cem": 0}
    full, _others = example("we tie for most maki", "sushi-go-party")
    assert full == {"Ana": 6, "Ben": 6, "Cem": 3, "Dan": 0}
    nobody, others = example("nobody has maki", "sushi-go")
    assert set(nobody.values()) == {0}
    assert others == [("Without maki you can place", True, "Ana 2, Ben 2, Cem 2")]
    _points, others = example("house rule that the dummy can win", "sushi-go")
    assert "\u2068Dummy\u2069 wins" in others[0][2]


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("WASABI", "wasabi"),
        ("wasbi", "wasabi"),
        ("pudín", "pudding"),
        ("ｔｅａ", "tea"),
        ("chopstiks", "chopsticks"),
        ("temp", "tempura"),
        ("gyozas", "dumpling"),
        ("palillos", "chopsticks"),
    ],
)
def test_a_question_minds_neither_case_nor_accents_nor_misspellings(question, subject):
    with override("en"):
        assert subject in read(question).subjects


SAID_OF_ALL = ("sushi", "special", "to go")
"""Words that name a card where cards are entered, and may be about anything in a question."""


@pytest.mark.parametrize("type_", CARDS)
def test_a_card_is_found_by_each_of_its_names_in_each_language(type_):
    for language in LANGUAGES:
        with override(language):
            names = [type_name(type_), *other_names(type_).split(",")]
            names += CARD_NAMES[type_][language].read.split(", ") if type_ in CARD_NAMES else []
            names = [name for name in names if name not in SAID_OF_ALL]
            assert not [name for name in names if type_ not in read(name).subjects], language


@pytest.mark.parametrize(
    ("question", "language", "who"),
    [
        ("4 4 3 maki", "en", "first-alike"),
        ("jo has 5 puddings, sam and me 1 each", "en", "second-alike"),
        ("pablo 5 makis, marta y yo 3", "es", "second-alike"),
        ("she and i have 4 puddings, ben none", "en", "first-alike"),
        ("2 2 2 puddings", "en", "all-alike"),
        ("4 2 1 puddings", "en", "differ"),
        ("me and dad 4 rolls, mum 7", "en", "second-alike"),
        ("we both have 3 maki but she has 5", "en", "second-alike"),
        ("mum 3 maki, the two of us have 5", "en", "first-alike"),
        ("just the two of us play, 3 puddings each", "en", ""),
        ("mi padre y yo 4 rollos, mi madre 7", "es", "second-alike"),
        ("los dos con 6 makis y ella 2", "es", "first-alike"),
        ("she has 5 puddings and i have 3", "en", ""),
        ("5 puddings each", "en", ""),
    ],
)
def test_counts_that_are_told_tell_who_ties(question, language, who):
    with override(language):
        told = [subject for subject in read(question).subjects if subject.startswith("counts-")]
    assert told == ([f"counts-{who}"] if who else [])


def test_a_common_word_of_the_language_in_use_is_none_of_another():
    with override("en"):
        assert "offline" not in read("the red belt").subjects
    with override("es"):
        assert "offline" in read("sin red").subjects


def test_the_name_of_a_game_names_no_card():
    with override("en"):
        assert read("who starts in sushi go").subjects == ("start", "sushi-go")


def test_a_number_may_be_a_word_or_digits():
    for language, digits, spelled in [
        ("en", "is spoon ok with 7", "is spoon ok with seven"),
        ("es", "somos 6 o 7", "somos seis o Siete"),
    ]:
        with override(language):
            assert read(digits).subjects == read(spelled).subjects


def test_words_may_be_written_as_in_a_chat():
    with override("en"):
        assert (
            read("hw many cards w 5 ppl").subjects == read("how many cards with 5 people").subjects
        )
    with override("es"):
        assert "que" in read("q pasa").words


def test_a_card_has_its_names_of_the_other_language_too():
    assert first("cuchara", "en") == ["sushi-go-party/spoon"]
    assert first("dumplings", "es") == ["sushi-go/dumpling"]


def test_a_misspelt_word_is_said_as_it_was_read():
    with override("es"):
        assert not read("2 sashimis valen algo").corrected
        assert not read("2 sashimis onlyy").corrected  # "only" is a little word of English
    with override("en"):
        assert ("wasbi", "wasabi") in read("wasbi points").corrected
        assert not read("wasabi points").corrected


def test_a_question_of_unknown_words_with_one_known_is_not_taken_for_understood():
    with override("en"):
        page = answers_page("xylophone quartz jumbo tofu")
    assert not page["is_found"]
    assert "tofu" in page["answers"][0]["slug"]


# ------------------------------------------------------------------ what a stranger may send


def test_of_a_long_question_only_the_beginning_is_read():
    long = "maki " * 100_000
    assert len(answers_page(long)["query"]) == MAX_QUERY
    assert read("a b c d e f " * 50 + "tofu").subjects == read("a b c d e f " * 50).subjects


def test_no_question_has_more_answers_than_fit_a_page():
    with override("en"):
        page = answers_page("maki tie")
    assert len(page["answers"]) == MOST


@pytest.mark.parametrize(
    "typed", ['"', "'; DROP TABLE found", "maki OR NOT tie*", "NEAR(maki tie)", "(((", "a:b", "\0"]
)
def test_what_is_typed_is_no_query_of_the_search(typed):
    with override("en"):
        answers_page(typed)
    assert first("maki", "en") == ["sushi-go/maki"]


def test_every_language_has_everyday_words():
    for code, _name in settings.LANGUAGES:
        assert everyday_words()["little"][code]
        assert all(re.search(r"\w", texts.get(code, "")) for texts in subject_words().values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_can_be_read_without_its_page(language):
    with override(language):
        for answer in Answered("", read(""), True, True, (), [*ANSWERS]).in_words:
            assert answer.title, answer.slug
            assert answer.text, answer.slug
            assert not set("<>&\u2068\u2069") & set(answer.text), answer.slug
            assert all(place.rulebook and place.section for place in answer.citations), answer.slug
            assert bool(answer.citations) == (answer.kind != "app")


# ------------------------------------------------------------------ ways through SushiScore


@pytest.mark.django_db
def test_a_question_about_sushiscore_is_answered_with_a_link_to_the_place(client):
    for question, place in [
        ("where do i see the standings", "/club/"),
        ("how do i start a new game", "/"),
        ("how do others join the game", "/join/"),
        ("change the language", "#languages"),
    ]:
        page = client.get("/rules/", {"q": question}).content.decode()
        (article, *_others) = re.findall(r"<article.*?</article>", page, re.DOTALL)
        assert f'href="{place}"' in article


@pytest.mark.django_db
def test_in_a_game_the_way_leads_into_that_game():
    game = GameFactory()
    asked = {"q": "can I play with two phones"}
    page = phone(PHONE).get(f"/g/{game.pk}/rules/", asked).content.decode()
    assert f'href="/g/{game.pk}/table/"' in page
