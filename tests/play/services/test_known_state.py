"""The game that a process keeps in mind: always as it would be read; and taps of all sorts."""

import random
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from referee.access.games import Sender
from referee.models import Game
from referee.play.pages.announcements import taps_announcement
from referee.play.services import game_state
from referee.play.services.game_state import (
    GameState,
    known_state,
    read_game_state,
    remember,
    shown_state,
)
from referee.play.services.taps import Receipt, SentTap, take_taps
from referee.play.services.versions import rounds_at
from referee.rules import RoundSheet
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, where

pytestmark = pytest.mark.django_db

FACES = ("wasabi", "squid-nigiri", "egg-nigiri", "tempura", "uramaki-5", "flipped", "nonsense")


def as_it_lies(table: GameState) -> list[object]:
    """Everything of a game that its pages may show."""
    entries = [
        (
            number,
            laid.row.pk,
            laid.row.is_ready,
            laid.laid,
            [
                (
                    e.pk,
                    e.card,
                    e.place,
                    e.face,
                    e.copy,
                    e.flipped,
                    e.nigiri,
                    e.is_known,
                    e.withdrawn_by_id,
                )
                for e in laid.entries
            ],
            [
                (t.pk, t.kind, t.do, t.number, t.phone, t.by_id, t.undone_by_id)
                for t in (e.added_by for e in laid.entries)
            ],
        )
        for number, round_ in enumerate(table.rounds)
        for laid in (seat.laid for seat in round_.seats)
    ]
    claims = [
        [(claim.pk, claim.icons, claim.cards) for claim in round_.claims] for round_ in table.rounds
    ]
    rounds = [(r.number, r.row.state, r.version) for r in table.rounds]
    return [table.game.version, table.sheet, entries, claims, rounds]


def tap(game: Game, *does: str, seat: int = 1, phone: str = PHONE) -> Receipt:
    """Taps as the interface takes them, with the game that the process knows."""
    row = Game.objects.get(pk=game.pk)
    sent = [SentTap(uuid4(), 1, seat, do) for do in does]
    return take_taps(game.pk, Sender(phone), sent, known_state(row))


def shown(game: Game) -> GameState:
    return shown_state(Game.objects.get(pk=game.pk))


def read(game: Game) -> GameState:
    return read_game_state(Game.objects.get(pk=game.pk))


SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 10))]


@pytest.mark.parametrize("seed", SEEDS)
def test_after_any_taps_it_is_what_would_be_read_and_the_past_can_be_had_again(seed: int) -> None:
    """Each card lies once, and a swap that is undone or done twice leaves all as it was."""
    rng = random.Random(seed)
    menu = ["uramaki", "tofu", "eel", "tempura", "wasabi", "takeout-box", "fruit"]
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu, setup__number=3)
    made: list[UUID] = []
    past: dict[int, RoundSheet] = {}
    for _ in range(60):
        known = known_state(shown(game).game)
        assert known
        seat = rng.choice(known.seats).place
        cards: list[UUID] = [e.pk for at in known.rounds[0].seats for e in at.entries] or [uuid4()]
        does = [
            *(f"add:{rng.choice(FACES)}" for _ in range(3)),
            *(f"{verb}:{rng.choice(cards)}" for verb in ("take", "flip", "bare")),
            f"on:{rng.choice(cards)}:{rng.choice(cards)}",
            rng.choice(["undo:", "claim:12", "ready:", "claim:counted", "take:uramaki"]),
            rng.choice(["claim:5-5", "claimed:5-5", "claim:4-3-3", "claimed:counted", "undo:"]),
            rng.choice(["in-order:", "any-order:", "add:egg-nigiri:bare"]),
            rng.choice([f"swap:{rng.choice(known.seats).place}", "clear:", "undo:"]),
            *(f"unclaim:{claim.pk}" for claim in known.rounds[0].claims[:1]),
        ]
        phone = rng.choice([PHONE, PHONE, OTHER_PHONE])
        some = rng.sample(does, rng.choice([1, 1, 2, 3]))
        made += tap(game, *some, seat=seat, phone=phone).taken
        known, anew = shown(game), read(game)
        assert as_it_lies(known) == as_it_lies(anew)
        past[anew.game.version + 1] = anew.sheet.rounds[0]
        cards = [entry.card for at in anew.rounds[0].seats for entry in at.entries]
        assert len(cards) == len({*cards})
        for last in (1, 2, 5):
            assert taps_announcement(known, PHONE, made[-last:]) == taps_announcement(
                anew, PHONE, made[-last:]
            )
    assert rounds_at(read(game).rounds[0], list(past)) == list(past.values())
    for back in ("swap:1", "undo:"):
        tap(game, "swap:2")
        tap(game, back, seat=2)
        assert read(game).sheet == anew.sheet


@pytest.mark.parametrize("verb", ["take", "flip", "bare"])
def test_what_a_tap_on_a_known_game_has_done_is_told_without_a_query(
    verb: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = GameFactory(setup__party=True, setup__menu="big-banquet")
    shown(game)
    tap(game, "add:wasabi", "add:squid-nigiri")
    wasabi, nigiri = shown(game).rounds[0].seats[0].entries
    (made,) = tap(game, f"{verb}:{(wasabi if verb == 'bare' else nigiri).pk}").taken
    known, anew = shown(game), read(game)
    with django_assert_num_queries(0):
        words = taps_announcement(known, PHONE, [made])
    assert words == taps_announcement(anew, PHONE, [made])


def test_a_tap_on_a_game_that_is_known_reads_nothing_of_it(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = GameFactory()
    row = shown(game).game
    sent = [SentTap(uuid4(), 1, 1, "add:tempura")]
    # A savepoint and its end, the game's lock, the tap's id; then the tap, its entry, the version.
    with django_assert_num_queries(7):
        receipt = take_taps(game.pk, Sender(PHONE), sent, known_state(row))
        row.version = receipt.version
        lies = shown_state(row).rounds[0].seats[0].entries
    assert [entry.face for entry in lies] == ["tempura"]


def test_what_is_kept_in_mind_stays_what_it_was_when_its_row_moves_on() -> None:
    game = GameFactory()
    add(where(game), "tempura")
    row = Game.objects.get(pk=game.pk)
    known = shown_state(row)  # read, as by the first request after a minute
    receipt = take_taps(game.pk, Sender(PHONE), [SentTap(uuid4(), 1, 1, "undo:")], known)
    row.version = receipt.version
    assert as_it_lies(shown_state(row)) == as_it_lies(read(game))
    assert not shown(game).rounds[0].seats[0].entries


def test_who_knows_an_older_game_reads_the_tableau() -> None:
    game = GameFactory()
    old = shown(game)
    add(where(game), "tempura")
    sent = [SentTap(uuid4(), 1, 1, "add:pudding")]
    take_taps(game.pk, Sender(PHONE), sent, old)
    assert as_it_lies(shown(game)) == as_it_lies(read(game))
    assert [entry.face for entry in shown(game).rounds[0].seats[0].entries] == [
        "tempura",
        "pudding",
    ]


def test_what_could_not_be_stored_is_not_kept_in_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameFactory()
    before = as_it_lies(shown(game))

    def full(*_args: object, **_kwargs: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr("referee.play.services.taps.next_version", full)
        with pytest.raises(OSError, match="no room"):
            tap(game, "add:tempura", "add:wasabi")
    assert as_it_lies(shown(game)) == before == as_it_lies(read(game))


def test_a_game_is_known_for_a_minute_and_so_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameFactory()
    table = shown(game)
    assert known_state(table.game)
    now = table.read_at + game_state.KNOWN_SECONDS
    monkeypatch.setattr(game_state, "monotonic", lambda: now + 0.1)
    assert not known_state(table.game)
    monkeypatch.setattr(game_state, "monotonic", lambda: now - 0.1)
    assert known_state(table.game)
    for _ in range(game_state.MAX_KNOWN):
        assert known_state(table.game)
        remember(replace(table, game=Game(pk=uuid4())))
    assert not known_state(table.game)
