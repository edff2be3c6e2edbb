"""What somebody said of a tableau's cards: all of it entered, once, as it was shown, or nothing."""

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.access.games import Sender
from referee.models import Game, LateTap, Tap
from referee.play.services import words as service
from referee.play.services.taps import MAX_TAPS, SentTap
from referee.play.services.words import MAX_CHARACTERS, Phrase, enter_words, hear
from referee.rules import tableau_text
from referee.rules.notation import parse_item
from referee.rules.phrases import Change, Part, Reading, read_words
from referee.rules.wasabi_pairing import LaidCard
from tests import taps
from tests.conftest import ROOT
from tests.factories import (
    OTHER_PHONE,
    PHONE,
    GameFactory,
    add,
    confirm,
    table_of,
    version_of,
    where,
)
from tests.people import everything_stored, refusal
from tests.rules.phrase_tables import apply_changes

pytestmark = pytest.mark.django_db

ISSUE = "wasabi squid, two tempura, three maki with 2"
TAKEOUT = ["temaki", "tofu", "miso-soup", "eel", "wasabi", "takeout-box", "pudding"]
SPECIAL = ["temaki", "tofu", "miso-soup", "eel", "wasabi", "special-order", "pudding"]


@pytest.fixture
def game() -> Game:
    """A game of Sushi Go! of two, before the first card."""
    return GameFactory()


def heard(game: Game, words: str, language: str = "en", phrase: UUID | None = None) -> Phrase:
    return hear(table_of(game).rounds[0].seats[0], words, language, phrase or uuid4())


def enter(
    game: Game,
    words: str,
    *,
    phrase: UUID | None = None,
    phone: str = PHONE,
    seat: int = 1,
    shown: str | None = None,
) -> tuple[Phrase, bool]:
    """Enters what has just been shown, unless ``shown`` says what was."""
    shown = heard(game, words).shown if shown is None else shown
    by = Sender(phone)
    phrase = phrase or uuid4()
    return enter_words(game.pk, 1, seat, by, words, language="en", phrase=phrase, shown=shown)


def lying(game: Game, seat: int = 1) -> str:
    return tableau_text(table_of(game).rounds[0].seats[seat - 1].tableau)


def refused(do: Callable[[], object]) -> str:
    """The code with which something is refused; nothing at all is changed by it."""
    return refusal(do).code


# ------------------------------------------------------------- what it comes to


def test_what_was_said_lies_there_afterwards(game):
    assert enter(game, ISSUE)[1]
    assert lying(game) == "wasabi+squid-nigiri maki-2*3 tempura*2"


@pytest.mark.parametrize(
    ("menu", "before", "words", "after"),
    [
        (SPECIAL, "tofu", "special order copying tofu", "tofu special-order:tofu"),
        (SPECIAL, "pudding pudding", "minus one pudding", "pudding"),
        (SPECIAL, "wasabi", "squid", "wasabi+squid-nigiri"),
        (SPECIAL, "", "squid, wasabi with nothing on it", "squid-nigiri wasabi"),
        (SPECIAL, "wasabi", "squid on the wasabi", "wasabi+squid-nigiri"),
        (SPECIAL, "tofu eel", "no, that was a pudding", "tofu pudding"),
        (SPECIAL, "tofu eel", "swap the tofu for a pudding", "eel pudding"),
        (SPECIAL, "tofu eel", "delete everything", ""),
        (SPECIAL, "wasabi egg-nigiri", "minus wasabi", "egg-nigiri"),
        (TAKEOUT, "tofu", "flip tofu", "flipped:tofu"),
        (TAKEOUT, "tofu", "flip two", "tofu flipped*2"),
        (TAKEOUT, "tofu eel", "minus tofu, two eel", "eel*3"),
    ],
)
def test_every_kind_of_change_can_be_said(menu, before, words, after):
    game = GameFactory(setup__party=True, setup__menu=menu, setup__number=3)
    add(where(game), *before.split())
    shown = heard(game, words)
    assert tableau_text(shown.after) == after
    enter(game, words, shown=shown.shown)
    assert lying(game) == after


def test_only_what_was_understood_is_entered_and_the_rest_is_left(game):
    phrase, _ = enter(game, "two tempura, fooo, minus one pudding, tofu")
    assert lying(game) == "tempura*2"
    assert phrase.left == "fooo, minus one pudding, tofu"


def test_a_phrase_is_read_in_the_other_language_only_where_that_one_understands_all_of_it(game):
    assert heard(game, "dos tempuras, un maki de 3", "en").language == "es"
    assert heard(game, "two tempura", "es").language == "en"
    assert heard(game, "dos tempuras, fooo", "en").language == "en"
    assert heard(game, "tempura", "es").language == "es"


def test_hearing_changes_nothing(game):
    before = everything_stored()
    heard(game, ISSUE)
    assert everything_stored() == before


FACES = ["tofu", "wasabi", "squid-nigiri", "egg-nigiri", "special-order:wasabi", "flipped"]
SAID = [*FACES, "special-order:tofu", "wasabi+egg-nigiri", "flipped:tofu", "flipped:squid-nigiri"]
laid = st.lists(st.sampled_from(["tofu", "wasabi", "squid-nigiri", ""]), max_size=6)
changes = st.tuples(
    st.sampled_from(["add", "add", "remove", "flip"]),
    st.sampled_from(SAID).map(parse_item),
    st.integers(1, 3),
    st.sampled_from(["", "bare"]),
).map(lambda said: Change(*said))


@given(laid=laid, changes=st.lists(changes, min_size=1, max_size=5), frees=st.booleans())
def test_taps_lay_the_cards_as_the_rules_say_that_the_changes_do(monkeypatch, laid, changes, frees):
    rules = {"flipped-nigiri-frees-wasabi": frees}
    game = GameFactory(setup__party=True, setup__menu=TAKEOUT, setup__number=3)
    Game.objects.filter(pk=game.pk).update(house_rules=rules)
    add(where(game), *laid)
    parts = tuple(Part("said", 0, 4, change) for change in changes)
    monkeypatch.setattr(service, "read_words", lambda *_: Reading(parts, "en"))
    table = table_of(game)
    limits = {"max_cards": table.setting.max_cards, "box": table.setting.rules}
    lying = table.rounds[0].seats[0].laid.cards
    changed, _ = apply_changes(lying, changes, flipped_nigiri_frees_wasabi=frees, **limits)
    changed.say_what_is_bare()
    if not changed.steps:
        assert refused(lambda: enter(game, "said")) == "nothing-said"
        return
    enter(game, "said")
    after = table_of(game).rounds[0].seats[0].laid.cards
    assert named_by_place(after) == named_by_place(list(changed.cards.values()))


def named_by_place(cards: list[LaidCard]) -> list[LaidCard]:
    """The cards with their places as ids; a nigiri that is gone is none."""
    places = {card.id: place for place, card in enumerate(cards)}
    return [
        card._replace(
            id=place,
            nigiri=places.get(card.nigiri),
            is_known=card.is_known and (card.nigiri is None or card.nigiri in places),
        )
        for place, card in enumerate(cards)
    ]


def test_words_hear_that_cards_come_in_the_order_of_play():
    game = GameFactory(setup__party=True, setup__menu=TAKEOUT, setup__number=3)
    taps.tap(where(game), uuid4(), "in-order:")
    enter(game, "egg, wasabi, squid, wasabi, a bare salmon, egg")
    assert lying(game) == "egg-nigiri wasabi+egg-nigiri salmon-nigiri wasabi+squid-nigiri"
    assert not table_of(game).rounds[0].seats[0].laid.questions


def test_what_was_said_to_be_bare_is_not_asked_about_again():
    game = GameFactory(setup__party=True, setup__menu=TAKEOUT, setup__number=3)
    enter(game, "wasabi with nothing on it")
    enter(game, "a bare squid")
    laid = table_of(game).rounds[0].seats[0].laid
    assert (lying(game), laid.questions, laid.nigiri_since_bare) == ("squid-nigiri wasabi", [], {})


# ------------------------------------------------------------- as taps


def test_each_card_is_a_tap_of_its_own_of_that_phone(game):
    before = version_of(game)
    phrase, _ = enter(game, "wasabi squid, tempura")
    made = Tap.objects.order_by("number")
    wasabi, squid = made[0].pk, made[1].pk
    done = ["add:wasabi", "add:squid-nigiri", f"on:{wasabi}:{squid}", "add:tempura"]
    assert [tap.do for tap in made] == done
    assert [tap.pk for tap in made] == [tap.id for tap in phrase.taps]
    assert {tap.phone for tap in made} == {PHONE}
    assert version_of(game) == before + 4


def test_undo_takes_back_a_phrase_at_a_time():
    game = GameFactory(setup__party=True, setup__menu=TAKEOUT, setup__number=3)
    add(where(game), "wasabi", "squid-nigiri")
    enter(game, "tofu")
    enter(game, "flip tofu, flip wasabi, eel, minus eel, two temaki")
    assert lying(game) == "squid-nigiri temaki*2 flipped:wasabi flipped:tofu"
    for left in ("wasabi+squid-nigiri tofu", "wasabi+squid-nigiri", "wasabi", ""):
        taps.undo(where(game), uuid4())
        assert lying(game) == left


# ------------------------------------------------------------- once


def test_the_same_phrase_sent_again_is_entered_once(game):
    phrase, shown = uuid4(), heard(game, ISSUE).shown
    assert enter(game, ISSUE, phrase=phrase, shown=shown)[1]
    before = everything_stored()
    assert not enter(game, ISSUE, phrase=phrase, shown=shown)[1]
    assert everything_stored() == before


def test_not_even_after_it_was_undone_or_the_round_was_confirmed(game):
    phrase, shown = uuid4(), heard(game, "tempura").shown
    enter(game, "tempura", phrase=phrase, shown=shown)
    taps.undo(where(game), uuid4())
    confirm(game, 1)
    before = everything_stored()
    assert not enter(game, "tempura", phrase=phrase, shown=shown)[1]
    assert everything_stored() == before


def test_other_words_under_the_same_id_are_another_phrase(game):
    phrase = uuid4()
    enter(game, "tempura", phrase=phrase)
    assert enter(game, "sashimi", phrase=phrase)[1]
    assert lying(game) == "tempura sashimi"


def test_an_id_that_another_phone_used_is_refused(game):
    used = partial(enter, game, "tempura", phrase=uuid4())
    used()
    assert refused(partial(used, phone=OTHER_PHONE)) == "id-used"
    assert refused(partial(used, seat=2)) == "id-used"


# ------------------------------------------------------------- or nothing


def test_one_tap_that_is_refused_stops_all_of_them(game, monkeypatch):
    def last_one_refused(game_id: UUID, sender: Sender, taps: list[SentTap]) -> object:
        return take_taps(game_id, sender, [*taps[:-1], taps[-1]._replace(do="unclaim:")])

    take_taps = service.take_taps
    monkeypatch.setattr(service, "take_taps", last_one_refused)
    assert refused(lambda: enter(game, "tempura, sashimi")) == "not-understood"
    monkeypatch.undo()
    enter(game, "tempura, sashimi")
    assert lying(game) == "tempura sashimi"


def test_what_has_become_something_else_since_it_was_shown_is_not_entered(game):
    shown = heard(game, "squid").shown
    add(where(game), "wasabi")
    assert refused(lambda: enter(game, "squid", shown=shown)) == "shown-otherwise"
    assert refused(lambda: enter(game, "tempura", shown=shown)) == "shown-otherwise"
    assert refused(lambda: enter(game, "squid", shown="")) == "shown-otherwise"


def test_cards_of_another_player_do_not_matter(game):
    shown = heard(game, "squid").shown
    add(where(game, seat=2), "wasabi")
    assert enter(game, "squid", shown=shown)[1]


def test_nothing_is_entered_or_kept_aside_for_a_round_that_is_confirmed(game):
    shown = heard(game, "tempura").shown
    confirm(game, 1)
    assert refused(lambda: enter(game, "tempura", shown=shown)) == "round-confirmed"
    assert not LateTap.objects.exists()


@pytest.mark.parametrize("words", ["", "   ", "fooo", "minus one pudding", "tofu"])
def test_words_that_change_nothing_are_said_to(game, words):
    assert refused(lambda: enter(game, words)) == "nothing-said"


def test_too_many_words_and_seats_that_are_none_are_refused(game):
    long = "tempura, " * (MAX_CHARACTERS // 9) + "tempura tempura"
    assert refused(lambda: enter(game, long, shown="")) == "words-too-long"
    assert refused(lambda: enter(game, "tempura", seat=3)) == "no-such-tableau"


def test_a_phrase_takes_no_more_taps_than_a_batch(game):
    most = ", ".join(["10 tempura", "minus 10 tempura"] * (MAX_TAPS // 20))
    assert len(heard(game, most).taps) == MAX_TAPS
    assert refused(lambda: enter(game, f"{most}, tempura", shown="")) == "too-many-taps"
    assert not Tap.objects.exists()


# ------------------------------------------------------------- as documented


def test_every_example_of_the_page_for_users_is_understood():
    lines = (ROOT / "docs" / "words.md").read_text().splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    table = [row[1:] for row in rows if len(row) == 3][1:]
    assert table
    for english, spanish in table:
        for said in english.split(";"):
            assert read_words(said.strip(), "en").is_understood, said
        for said in spanish.split(";"):
            assert read_words(said.strip(), "es").is_understood, said
