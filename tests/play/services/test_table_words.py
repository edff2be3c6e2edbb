"""What one person says for the whole table: all of it entered once, as it was shown, or nothing."""

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.models import Game, LateTap, Tap
from referee.play.services import table_words as service
from referee.play.services.table_words import (
    MAX_CHARACTERS,
    TURNS_A_SEAT,
    TableTalk,
    enter_table_words,
    hear_table,
)
from referee.play.services.taps import SentTap
from referee.rules import tableau_text
from tests import taps
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, confirm, table_of, where
from tests.people import everything_stored, refusal

pytestmark = pytest.mark.django_db

FIVE = ("Ana", "Ben", "Cem", "Dan", "Fay")
ISSUE = "Dan: two tempura, squid. Next. Fay: three maki with 2"


@pytest.fixture
def game() -> Game:
    """A game of Sushi Go! of five, before the first card."""
    return GameFactory(setup__players=FIVE)


def heard(
    game: Game, words: str, *, seat: int = 1, language: str = "en", may: str = "12345"
) -> TableTalk | None:
    its = table_of(game).rounds[0].seats[seat - 1]
    return hear_table(its, words, language, uuid4(), lambda place: str(place) in may)


def talk(game: Game, words: str, **how: str) -> TableTalk:
    said = heard(game, words, **how)  # type: ignore[arg-type]  # not the seat
    assert said is not None
    return said


def enter(
    game: Game,
    words: str,
    *,
    phrase: UUID | None = None,
    phone: str = PHONE,
    shown: str | None = None,
    seat: int = 1,
    may: str = "12345",
) -> tuple[TableTalk, bool]:
    """Enters what has just been shown, unless ``shown`` says what was."""
    if shown is None:
        said = heard(game, words, seat=min(seat, 5), may=may)
        shown = said.shown if said else ""
    by = Sender(phone, may_enter=lambda place: str(place) in may)
    phrase = phrase or uuid4()
    return enter_table_words(game.pk, 1, seat, by, words, language="en", phrase=phrase, shown=shown)


def lying(game: Game) -> dict[str, str]:
    """What lies before those who have cards."""
    seats = table_of(game).rounds[0].seats
    return {seat.name: tableau_text(seat.tableau) for seat in seats if len(seat.tableau)}


def refused(do: Callable[[], object]) -> str:
    """The code with which something is refused; nothing at all is changed by it."""
    return refusal(do).code


# ------------------------------------------------------------- whose it is


def test_what_was_said_for_each_lies_before_them(game):
    assert enter(game, ISSUE)[1]
    assert lying(game) == {"Dan": "squid-nigiri tempura*2", "Fay": "maki-2*3"}


def test_a_phrase_that_names_nobody_is_none_for_the_table(game):
    for words in ("two tempura, squid", "squid next to the wasabi", "two tempura, next", ""):
        assert heard(game, words) is None


def test_pieces_for_one_player_are_one_phrase(game):
    enter(game, "Dan: wasabi. Fay: tempura. Dan: squid")
    assert lying(game) == {"Dan": "wasabi+squid-nigiri", "Fay": "tempura"}


def test_each_is_read_against_their_own_cards(game):
    add(where(game, seat=4), "pudding")
    enter(game, "Dan: minus one pudding. Fay: minus one pudding, tempura")
    assert lying(game) == {"Fay": "tempura"}


def test_what_is_not_understood_or_nobodys_is_left_with_its_player(game):
    said, _ = enter(game, "Dan: tempura, xyzzy. Gus: squid. Fay: tofu, sashimi. Next: pudding")
    assert lying(game) == {"Dan": "tempura", "Fay": "sashimi"}
    assert said.left == "Dan: xyzzy. ?: squid. Fay: tofu. ?: pudding"
    assert talk(game, said.left).left == said.left


def test_only_tableaus_that_the_phone_may_enter_are_entered_and_the_others_left(game):
    said, _ = enter(game, "Ana: tempura. Dan: squid", may="1")
    assert lying(game) == {"Ana": "tempura"}
    assert said.left == "Dan: squid"
    assert refused(lambda: enter(game, "Dan: squid", may="1")) == "nothing-said"


def test_who_is_said_to_be_done_is(game):
    seven = "tempura, tempura, sashimi, sashimi, sashimi, pudding, squid"
    said, _ = enter(game, f"Dan: {seven}, done. Fay: tempura, that's all")
    ready = [seat.name for seat in table_of(game).rounds[0].seats if seat.is_ready]
    assert (ready, said.left) == (["Dan"], "Fay: that's all")


# ------------------------------------------------------------- said again


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_share_is_left_out_and_the_others_stay_whose_they_are(language):
    game = GameFactory(setup__players=("Ana", "ana", "Maki", "Ana María", "Fay"))
    said = talk(game, "tempura. Next. squid. Next: sashimi. Next. pudding. Next: dumpling")
    names = [share.seat.index for share in said.shares if share.seat]
    assert names == [0, 1, 2, 3, 4]
    for out in range(5):
        rest = talk(game, said.told({out: ""}))
        kept = [(share.seat.index, share.words) for share in rest.shares if share.seat]
        words = ["tempura", "squid", "sashimi", "pudding", "dumpling"]
        assert kept == [(n, words[n]) for n in range(5) if n != out]


def test_whose_it_is_is_answered_by_the_same_text_with_the_name(game):
    said = talk(game, "Dan: squid. Faye: tempura. Next: pudding")
    told = said.told({}, {1: 4})
    assert told == "Dan: squid. Fay: tempura. Next: pudding"
    assert [share.seat and share.seat.name for share in talk(game, told).shares] == [
        "Dan",
        "Fay",
        None,
    ]


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("squid. Next. Benn: tempura. Next: pudding", "en"),
        ("calamar. Siguiente. Benn: tempura. El siguiente: pudin", "es"),
    ],
)
def test_who_comes_next_follows_from_the_answer(game, words, language):
    said = talk(game, words, language=language)
    told = said.told({}, {1: 1})
    shares = talk(game, told, language=language).shares
    assert [share.seat and share.seat.name for share in shares] == ["Ana", "Ben", "Cem"]
    # Where the one before is left out, nobody is next.
    assert said.told({1: ""}).endswith(". ?: " + said.shares[2].words)


def test_a_name_that_was_a_cards_is_said_as_one():
    game = GameFactory(setup__players=("Fay", "Maki"))
    said = talk(game, "Fay: two tempura, maki 2")
    assert [share.turn.asks for share in said.shares] == ["", "card"]
    enter(game, said.as_card(1))
    assert lying(game) == {"Fay": "maki-2 tempura*2"}
    assert heard(game, talk(game, "maki: 3, tempura").as_card(0)) is None


# ------------------------------------------------------------- as taps


def test_undo_takes_back_one_players_share(game):
    enter(game, "Dan: two tempura, squid. Fay: sashimi")
    taps.undo(where(game, seat=4), uuid4())
    assert lying(game) == {"Fay": "sashimi"}


def test_the_same_words_sent_again_are_entered_once_and_mended_ones_anew(game):
    phrase, shown = uuid4(), talk(game, ISSUE).shown
    assert enter(game, ISSUE, phrase=phrase, shown=shown)[1]
    before = everything_stored()
    assert not enter(game, ISSUE, phrase=phrase, shown=shown)[1]
    assert everything_stored() == before
    assert enter(game, f"{ISSUE}. Ben: pudding", phrase=phrase)[1]
    assert lying(game)["Dan"] == "squid-nigiri*2 tempura*4"


def test_an_id_that_another_phone_used_is_refused(game):
    used = partial(enter, game, ISSUE, phrase=uuid4())
    used()
    assert refused(partial(used, phone=OTHER_PHONE)) == "id-used"


# ------------------------------------------------------------- or nothing


def test_one_tap_that_is_refused_stops_everybodys(game, monkeypatch):
    def last_one_refused(game_id: UUID, sender: Sender, sent: list[SentTap]) -> object:
        return take_taps(game_id, sender, [*sent[:-1], sent[-1]._replace(do="unclaim:")])

    take_taps = service.take_taps
    monkeypatch.setattr(service, "take_taps", last_one_refused)
    assert refused(lambda: enter(game, ISSUE)) == "not-understood"
    monkeypatch.undo()
    enter(game, ISSUE)
    assert len(lying(game)) == 2


def test_what_has_become_something_else_for_one_of_them_is_entered_for_none(game):
    shown = talk(game, ISSUE).shown
    add(where(game, seat=4), "wasabi")
    assert refused(lambda: enter(game, ISSUE, shown=shown)) == "shown-otherwise"
    add(where(game, seat=2), "wasabi")  # who is not named does not matter
    assert enter(game, ISSUE)[1]


def test_nothing_is_entered_or_kept_aside_for_a_round_that_is_confirmed(game):
    shown = talk(game, ISSUE).shown
    confirm(game, 1)
    assert refused(lambda: enter(game, ISSUE, shown=shown)) == "round-confirmed"
    assert not LateTap.objects.exists()


@pytest.mark.parametrize("words", ["", "tempura", "Dan: xyzzy", "Gus: squid", "Dan:", "Dan: tofu"])
def test_words_that_enter_nothing_for_anybody_are_said_to(game, words):
    assert refused(lambda: enter(game, words)) == "nothing-said"
    assert not Tap.objects.exists()


def test_too_many_words_and_turns_are_refused(game):
    long = f"Dan: {'tempura ' * (MAX_CHARACTERS // 8)}"
    assert refused(lambda: enter(game, long, shown="")) == "words-too-long"
    turns = "Dan: egg. Fay: egg. " * (TURNS_A_SEAT * 5 // 2)
    assert len(talk(game, turns).shares) == 2
    assert refused(lambda: enter(game, f"{turns} Dan: egg", shown="")) == "too-many-turns"
    assert refused(lambda: enter(game, "Dan: tempura", seat=6)) == "no-such-tableau"
