"""Who gets what: every address of a game, of a club, of a night and of shared standings, for
everybody who may ask."""

import datetime
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.signing import get_cookie_signer
from django.test import Client, override_settings
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from referee.club.services.accounts import create_account, log_in, log_out
from referee.club.services.helping import invite, take_away_phone, take_invitation
from referee.club.services.players import merge_players
from referee.club.services.sharing import close_link, open_link
from referee.club.services.webhooks import make_webhook
from referee.disputes.services.disputes import Claimed, dispute
from referee.disputes.services.proposals import propose
from referee.models import Club, ClubPhone, Delivery, Game, Guest, Helper, Seat
from referee.play.services.clubs import club_for
from referee.play.services.hosts import hand_over
from referee.play.services.joining import join, leave, let_anyone_enter, send_away
from referee.play.services.table_words import Share, TableTalk
from referee.play.services.taps import SentTap
from referee.play.services.words import Phrase
from referee.rules import parse_tableau
from referee.rules.mistakes import GAME
from referee.rules.phrases.table_talk import Turn
from tests.access.asking import refused_and_one
from tests.access.undoing import undone
from tests.factories import (
    OTHER_PHONE,
    PASSWORD,
    PHONE,
    QUICK_HASHERS,
    GameFactory,
    add,
    confirm,
    finish,
    played,
    version_of,
    where,
)
from tests.lasting import lasting
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

TABLET, HELPER, BEN, WATCHER = "tablet of Ana", "phone of a helper", "phone of Ben", "of a watcher"
CEM = "phone of Cem"  # who was made host
GONE, LEFT, LOGGED_OUT, TAKEN_AWAY = "sent away", "left", "logged out", "taken away"

# ------------------------------------------------------------- the tables

Status = int
SEEN: Status = 200
LED_ON: Status = 302
NOT_YOURS: Status = 403
NOTHING_HERE: Status = 404

# The address's name and what stands in it besides the game, the club or the night; the form, None
# for a page that is only looked at; who is answered how. What begins with * is that thing's id.
Row = tuple[str, tuple[int | str, ...], dict[str, str] | None, dict[str, Status]]

# What the club's host, a host at the table alone, a player and a watcher are answered; strangers
# always: nothing here.
EVERYBODY = {"owner": SEEN, "host": SEEN, "player": SEEN, "watcher": SEEN}
EVERYBODY_ON = dict.fromkeys(EVERYBODY, LED_ON)
HOST_ONLY = {"owner": SEEN, "host": SEEN, "player": NOT_YOURS, "watcher": NOT_YOURS}
HOST_ONLY_ON = {**HOST_ONLY, "owner": LED_ON, "host": LED_ON}
# What is the club's, for a host that runs it, and not for one at the table alone.
CLUB_ONLY = {**HOST_ONLY, "host": NOT_YOURS}
CLUB_ONLY_ON = {**HOST_ONLY_ON, "host": NOT_YOURS}
# On seat 2 of round 2, which is the player's own, and on seat 3, which is another's.
OWN_SEAT = {"owner": LED_ON, "host": LED_ON, "player": LED_ON, "watcher": NOT_YOURS}
OTHERS_SEAT = {"owner": LED_ON, "host": LED_ON, "player": NOT_YOURS, "watcher": NOT_YOURS}
NO_HOSTS = dict.fromkeys(("owner", "host"), NOT_YOURS)
SEATED = {"owner": NOT_YOURS, "host": LED_ON, "player": LED_ON, "watcher": NOT_YOURS}
PLAYER_ONLY_ON = {"owner": NOT_YOURS, "host": NOT_YOURS, "player": LED_ON, "watcher": NOT_YOURS}

AGREES = {"version": "1", "say": "agree"}
DISPUTE, BENS_DISPUTE = UUID(int=1), UUID(int=2)
CHANGE = "01234567-89ab-4def-8123-456789abcdef.2.add:tofu"
PROPOSED = {"w": CHANGE, "place": "2", "at": "*version"}
PROPOSAL, CEMS_PROPOSAL = UUID(int=3), UUID(int=4)


def said(before: str, after: str) -> str:
    """The name of what is shown to who says "tea" of a tableau."""
    return Phrase("tea", "en", (), (), parse_tableau(before), parse_tableau(after)).shown


def said_for(place: int, before: str, after: str) -> dict[str, str]:
    """What is sent by who says "tea" for the seat at a place, as words for the whole table."""
    phrase = Phrase("tea", "en", (), (), parse_tableau(before), parse_tableau(after))
    seat: Any = SimpleNamespace(place=place)
    words = f"seat {place}: tea"
    talk = TableTalk(words, "en", (), [Share("tea", Turn(place - 1, "tea"), seat, phrase)])
    return {"words": words, "table": "1", "shown": talk.shown}


COUNTED = {"points_1": "12", "points_2": "9", "points_3": "14", "seen": "*version"}
RENAMED = {"player_1": "Anna", "player_2": "Ben", "player_3": "Cem"}
RENAMED |= {"seat_1": "1", "seat_2": "2", "seat_3": "3"}
OF_GAMES: list[Row] = [
    ("game", (), None, EVERYBODY_ON),
    ("round", (1,), None, EVERYBODY),
    ("round", (2,), None, EVERYBODY),
    ("everybody", (1,), None, EVERYBODY),
    ("everybody", (2,), None, EVERYBODY),
    ("setup-card", (1,), None, EVERYBODY),
    ("confirm", (2,), {"seen": "*version", "sure": "1"}, HOST_ONLY_ON),
    ("confirm", (2,), {"seen": "*version", "do": "leave"}, HOST_ONLY_ON),
    ("count", (1,), COUNTED, HOST_ONLY_ON),
    ("reopen", (1,), {"reason": "a card was missed"}, HOST_ONLY_ON),
    ("reopen", (1,), {"reason": "a card was missed", "place": "2"}, HOST_ONLY_ON),
    ("late", (1,), {"late": "add"}, HOST_ONLY_ON),
    ("late", (1,), {"late": "aside"}, HOST_ONLY_ON),
    ("entry", (2, 2), None, EVERYBODY),
    ("entry", (2, 3), None, EVERYBODY),
    ("entry", (2, 2), {"do": "add:tofu"}, OWN_SEAT),
    ("entry", (2, 2), {"icons": "10"}, OWN_SEAT),
    ("entry", (2, 3), {"do": "add:tofu"}, OTHERS_SEAT),
    ("entry", (2, 3), {"icons": "10"}, OTHERS_SEAT),
    # The seat that counts is the one the form names.
    ("entry", (2, 2), {"do": "add:tofu", "seat": "3"}, OTHERS_SEAT),
    ("entry", (2, 3), {"icons": "10", "seat": "2"}, OWN_SEAT),
    ("words", (2, 2), None, EVERYBODY),
    ("words", (2, 3), None, EVERYBODY),
    ("words", (2, 2), {"words": "tea", "shown": said("tofu", "tofu tea")}, OWN_SEAT),
    ("words", (2, 3), {"words": "tea", "shown": said("", "tea")}, OTHERS_SEAT),
    ("words", (2, 2), said_for(2, "tofu", "tofu tea"), OWN_SEAT),
    ("words", (2, 3), said_for(3, "", "tea"), OTHERS_SEAT),
    ("entry", (2, 2), {"do": "ready:"}, OWN_SEAT),
    ("entry", (2, 3), {"do": "ready:"}, OTHERS_SEAT),
    ("history", (2, 2), None, EVERYBODY),
    ("history", (2, 3), None, EVERYBODY),
    ("versions", (1,), None, EVERYBODY),
    # Whose phone holds a seat speaks for it; where none does, the host's goes round the table.
    ("opinion", (1,), {**AGREES, "place": "2"}, {**OWN_SEAT, **NO_HOSTS}),
    ("opinion", (1,), {**AGREES, "place": "1"}, HOST_ONLY_ON),
    ("dispute", (), None, EVERYBODY),
    ("dispute", (), {"seat": "3", "part": "1", "number": "99"}, dict(OWN_SEAT)),
    ("dispute-one", (str(DISPUTE),), None, EVERYBODY),
    ("dispute-one", (str(BENS_DISPUTE),), {}, dict(OWN_SEAT)),
    ("dispute-one", (str(DISPUTE),), {}, HOST_ONLY_ON),
    ("dispute-show", (str(DISPUTE),), {}, dict(OWN_SEAT)),
    ("dispute-show", (str(BENS_DISPUTE),), {}, dict(OWN_SEAT)),
    ("what-if", (1, 2), None, EVERYBODY),
    ("what-if", (2, 3), None, EVERYBODY),
    ("correct", (2,), {"w": CHANGE, "place": "2", "seen": "*version"}, HOST_ONLY_ON),
    # Who plays proposes, the host answers; of what somebody proposed only they forget it.
    ("propose", (1,), PROPOSED, PLAYER_ONLY_ON),
    ("proposal", (str(PROPOSAL),), {}, OWN_SEAT),
    ("proposal", (str(CEMS_PROPOSAL),), {}, HOST_ONLY_ON),
    ("why", (1,), None, EVERYBODY),
    ("why", (2,), None, EVERYBODY),
    ("table", (), None, EVERYBODY),
    ("table", (), {"do": "leave"}, EVERYBODY_ON),
    *(
        ("table", (), {"do": do, "which": "2"}, HOST_ONLY_ON)
        for do in ("free", "send-away", "let-back", "code", "anyone", "own", "give", "refuse")
    ),
    ("table", (), {"give": "2", "then": "/"}, HOST_ONLY_ON),
    ("table", (), {"refuse": "2"}, HOST_ONLY_ON),
    ("table", (), {"do": "end-wish"}, EVERYBODY_ON),
    ("table", (), {"do": "go"}, EVERYBODY_ON),
    ("table", (), {"do": "host", "which": "*ben"}, HOST_ONLY_ON),
    # Nobody makes a phone host that only watches, though it is not told so by the status.
    ("table", (), {"do": "host", "which": "*watcher"}, HOST_ONLY_ON),
    ("table", (), {"do": "no-host", "which": "*hosting"}, HOST_ONLY_ON),
    ("table", (), {"no-host": "*hosting"}, HOST_ONLY_ON),
    ("table", (), {"do": "take-over"}, SEATED),
    ("table", (), {"do": "no", "which": "*asked"}, OWN_SEAT),
    ("table", (), {"no": "*asked"}, OWN_SEAT),
    ("table", (), {"do": "leave-so", "which": "*hosting"}, CLUB_ONLY_ON),
    ("table", (), {"leave-so": "*hosting"}, CLUB_ONLY_ON),
    ("table", (), {"do": "else"}, dict.fromkeys(EVERYBODY, NOT_YOURS)),
    ("seats", (), None, CLUB_ONLY),
    ("seats", (), {"add": "Zoe"}, CLUB_ONLY),
    ("seats", (), RENAMED, CLUB_ONLY_ON),
    ("glance", (1, 1), None, EVERYBODY),
    ("scoreboard", (), None, EVERYBODY),
    ("case", (), None, EVERYBODY),
    ("case", (), {"do": "open"}, CLUB_ONLY_ON),
    ("case", (), {"do": "close"}, CLUB_ONLY_ON),
    ("case", (), {"do": "else"}, dict.fromkeys(EVERYBODY, NOT_YOURS)),
    ("tokens", (), None, HOST_ONLY_ON),
    ("tokens", (), {"menu_1": "1"}, HOST_ONLY_ON),
    ("delete", (), None, CLUB_ONLY),
    ("delete", (), {}, CLUB_ONLY_ON),
    ("result", (), None, EVERYBODY_ON),
    ("result-picture", ("en",), None, dict.fromkeys(EVERYBODY, NOTHING_HERE)),
    ("rematch", (), {}, HOST_ONLY_ON),
    ("rematch", (), {"menu": "party-sampler"}, HOST_ONLY_ON),
    ("game-rules", (), None, EVERYBODY),
    # The pages of games that were kept on paper lead on to those of others.
    ("totals", (), None, EVERYBODY_ON),
    ("correct-totals", (), None, CLUB_ONLY_ON),
    ("correct-totals", (), {"reason": "misread"}, CLUB_ONLY_ON),
    ("game-note", (), None, CLUB_ONLY),
    ("game-note", (), {"note": "Two\nlines"}, CLUB_ONLY_ON),
    ("tie-break", (), None, HOST_ONLY_ON),  # it has no tie
    ("tie-break", (), {"do": "take-back"}, HOST_ONLY_ON),
]

# What the phone that made the club, its owner's tablet, a helper's phone, and a phone at a table of
# one of its nights are answered; strangers always: nothing here.
AT_A_TABLE = dict.fromkeys(("host", "player"), NOTHING_HERE)
RUNS = {"owner": SEEN, "tablet": SEEN, "helper": SEEN, **AT_A_TABLE}
RUNS_ON = {**dict.fromkeys(RUNS, LED_ON), **AT_A_TABLE}
OWNS = {**RUNS, "helper": NOT_YOURS}
OWNS_ON = {**RUNS_ON, "helper": NOT_YOURS}
NOBODYS = {**dict.fromkeys(RUNS, NOT_YOURS), **AT_A_TABLE}
HELPERS_ON = {**NOBODYS, "helper": LED_ON}
WAS_THERE = dict.fromkeys(RUNS, SEEN)
RUNS_NIGHT_ON = {**RUNS_ON, **dict.fromkeys(AT_A_TABLE, NOT_YOURS)}
NOBODYS_NIGHT = dict.fromkeys(RUNS, NOT_YOURS)

WITHOUT_FILE = {**dict.fromkeys(RUNS, 400), **AT_A_TABLE}
PAPER = {"date": "2025-03-07", "ruleset": "sushi-go", "player_1": "Ana", "total_1": "3"}
PAPER |= {"player_2": "Zoe", "total_2": "1", "entry": "01234567-89ab-4def-8123-456789abcdef"}

EVENING = {"ruleset": "sushi-go", "draws": "3", "largest": "4", "place_points": "5-3-1-0"}
EVENING |= {"tournament": "01234567-89ab-4def-8123-456789abcdef"}

SETTINGS = "club-settings"
CRITERIA = {"by": "points", "least_games": "0", "least_nights": "0"}
WEBHOOK = {"address": "https://hooks.example/", "events": "game.finished"}
SEASON = CRITERIA | {"name": "Spring", "first": "2025-03-01", "last": "2025-05-31"}
OF_CLUBS: list[Row] = [
    ("standings", (), None, RUNS),
    ("nights", (), None, RUNS),
    ("records", (), None, RUNS),
    ("year", (), None, RUNS),
    ("games", (), None, RUNS),
    ("seasons", (), None, RUNS),
    ("seasons", (), SEASON, RUNS_ON),
    ("season", ("*year",), None, RUNS),
    ("season", ("*year",), CRITERIA | {"do": "change"}, RUNS_ON),
    ("season", ("*year",), {"do": "crown"}, RUNS_ON),
    ("season", ("*year",), {"do": "delete"}, RUNS_ON),
    ("season", ("*season",), None, RUNS),
    ("season", ("*season",), SEASON | {"do": "change"}, RUNS_ON),
    ("season", ("*season",), {"do": "delete"}, RUNS_ON),
    ("season", ("*season",), {"do": "else"}, NOBODYS),
    ("players", (), None, RUNS),
    ("player", ("*player",), None, RUNS),
    ("player", ("*player",), {"do": "rename", "name": "Anna"}, RUNS_ON),
    ("player", ("*player",), {"do": "hide"}, RUNS_ON),
    ("player", ("*player",), {"do": "show"}, RUNS_ON),
    ("player", ("*player",), {"do": "anonymous"}, RUNS_ON),
    ("player", ("*player",), {"do": "merge", "other": "*late"}, RUNS_ON),
    ("player", ("*player",), {"do": "part", "which": "*merged"}, RUNS_ON),
    ("player", ("*player",), {"do": "else"}, NOBODYS),
    ("paper-game", (), None, RUNS),
    ("paper-game", (), PAPER, RUNS_ON),
    ("paper-csv", (), None, RUNS),
    ("paper-csv", (), {}, WITHOUT_FILE),
    ("tournament-new", (), None, RUNS),
    ("tournament-new", (), EVENING, RUNS_ON),
    ("paper-csv-back", (str(UUID(int=9)),), {}, RUNS_ON),
    (SETTINGS, (), None, RUNS),
    (SETTINGS, (), {"do": "name", "name": "The Belt"}, RUNS_ON),
    (SETTINGS, (), {"do": "current"}, RUNS_ON),
    (SETTINGS, (), {"do": "share"}, RUNS_ON),
    (SETTINGS, (), {"do": "withdraw-share"}, RUNS_ON),
    (SETTINGS, (), {"do": "calendar"}, RUNS_ON),
    (SETTINGS, (), {"do": "withdraw-calendar"}, RUNS_ON),
    (SETTINGS, (), {"do": "invite"}, OWNS_ON),
    (SETTINGS, (), {"do": "withdraw-invitation"}, OWNS_ON),
    (SETTINGS, (), {"do": "take-helper", "which": "*helper"}, OWNS_ON),
    (SETTINGS, (), {"do": "take-phone", "which": "*phone"}, OWNS_ON),
    (SETTINGS, (), {"do": "leave"}, HELPERS_ON),
    (SETTINGS, (), {"do": "else"}, NOBODYS),
    ("club-webhooks", (), None, OWNS),
    ("club-webhooks", (), WEBHOOK | {"do": "make", "which": "0" * 32}, OWNS),
    ("club-webhooks", (), {"do": "off", "which": "*webhook"}, OWNS_ON),
    ("club-webhooks", (), {"do": "on", "which": "*webhook"}, OWNS_ON),
    ("club-webhooks", (), {"do": "test", "which": "*webhook"}, OWNS_ON),
    ("club-webhooks", (), {"do": "again", "which": "*delivery"}, OWNS_ON),
    ("club-webhooks", (), {"do": "delete", "which": "*webhook"}, OWNS_ON),
    ("club-webhooks", (), {"do": "else", "which": "*webhook"}, NOBODYS),
    ("club-delete", (), None, OWNS),
    ("club-delete", (), {}, OWNS_ON),
    ("club-export", (), None, RUNS),
    ("standings-picture", ("es",), None, RUNS),
    ("standings-csv", (), None, RUNS),
    ("games-csv", (), None, RUNS),
    ("night", (), None, WAS_THERE),
    ("night-picture", ("en",), None, dict.fromkeys(RUNS, NOTHING_HERE)),
    ("night", (), {"do": "name", "name": "The Belt"}, RUNS_NIGHT_ON),
    ("night", (), {"do": "share"}, RUNS_NIGHT_ON),
    ("night", (), {"do": "withdraw"}, RUNS_NIGHT_ON),
    ("night", (), {"do": "else"}, NOBODYS_NIGHT),
]
TABLE = [*OF_GAMES, *OF_CLUBS]
OF_THE_PHONE = {"club", "club-import", "club-importing"}
"""They lead a phone to its own club, and tell of none of others."""
BY_LINK = {"calendar", "embedded", "invited", "shared", "shared-picture"}
"""Whoever has the link may open them; see below."""

# ------------------------------------------------------------- who asks


@dataclass(frozen=True)
class World:
    """A club with a game in its second round, at which others sit, and what else it has."""

    club: Club
    game: Game
    ids: dict[str, str]

    def url(self, row: Row, of: object = None) -> str:
        """The row's address, or that of the same of a game, club or night that there is not."""
        name, within, _form, _answers = row
        pk = self.game.pk if row in OF_GAMES else self.club.pk
        pk = self.game.night_id if name in ("night", "night-picture") else pk
        return reverse(name, args=[of or pk, *(self.ids.get(str(one), one) for one in within)])

    def ask(self, client: Client, row: Row, of: object = None) -> int:
        form = row[2]
        if form is None:
            answer = client.get(self.url(row, of))
        else:
            typed = {field: self.ids.get(value, value) for field, value in form.items()}
            answer = client.post(self.url(row, of), typed)
        # A picture is asked for again by its tag.
        kept = "no-cache" if answer.headers["Content-Type"] == "image/png" else "no-store"
        assert answer.headers["Cache-Control"] == f"private, {kept}"
        return answer.status_code


PHONES = {"owner": PHONE, "tablet": TABLET, "helper": HELPER}
PHONES |= {"host": CEM, "player": BEN, "watcher": WATCHER}


def forged(text: str) -> Client:
    client = Client()
    client.cookies["phone"] = text
    return client


STRANGERS: dict[str, Callable[[], Client]] = {
    "a phone that left": lambda: phone(LEFT),
    "a phone that was logged out": lambda: phone(LOGGED_OUT),
    "a phone from which the club was taken": lambda: phone(TAKEN_AWAY),
    "no cookie": phone,
    "an unsigned cookie": lambda: forged(PHONE),
    "a forged signature": lambda: forged(f"{PHONE}:1abcde:" + "x" * 43),
    "an empty signed cookie": lambda: forged(get_cookie_signer(salt="phonephone").sign("")),
    "a signature of something else": lambda: forged(get_cookie_signer(salt="else").sign(PHONE)),
    "a broken cookie": lambda: forged("\x01:\x02:☃".encode("unicode-escape").decode()),
}
"""They are nobody to every page alike."""
WAYS_IN = {"game", "entry", "glance", "seats", "confirm", "standings", "club-delete", "night"}
"""Addresses that ask in different ways who somebody is."""


@pytest.fixture(scope="module")
def made_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with lasting(django_db_blocker), override_settings(PASSWORD_HASHERS=QUICK_HASHERS):
        yield make_world()


@pytest.fixture
def world(made_world: World) -> World:
    return deepcopy(made_world)


def make_world() -> World:
    """A game of three with a race, in its second round, with a player's phone, a watcher, others
    that came and went, and a tap that came late; and its club with a helper and several phones."""
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    club = game.night.club
    ana = create_account(PHONE, "Ana", PASSWORD)
    ben = create_account(HELPER, "Ben", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, HELPER, ben)
    for name, account in ((TABLET, ana), (LOGGED_OUT, ben), (TAKEN_AWAY, ana)):
        log_in(name, account)
    log_out(LOGGED_OUT)
    take_away_phone(club, ClubPhone.objects.get(phone=TAKEN_AWAY).pk)
    create_account(OTHER_PHONE, "Eve", PASSWORD)
    join(GameFactory(phone=OTHER_PHONE).pk, OTHER_PHONE, 2)
    for name, place in ((LEFT, 2), (BEN, 2), (CEM, 3), (WATCHER, None), (GONE, None)):
        join(game.pk, name, place)
        if name == LEFT:
            leave(game.pk, LEFT)
    send_away(game.pk, Guest.objects.get(phone=GONE).pk)
    sitting = {guest.phone: guest for guest in game.guests.all()}
    hand_over(game.pk, sitting[CEM].pk, by=None)
    asked = game.hostings.create(guest=sitting[BEN], seat=sitting[BEN].seat, is_taken=True)
    confirm(game, 1)
    add(where(game, 2, 2), "tofu")
    add(where(game, 1, 2), "tofu")
    dispute(game.pk, DISPUTE, Claimed(2, GAME, 90))
    by = Seat.objects.get(game=game, place=2).pk
    dispute(game.pk, BENS_DISPUTE, Claimed(2, GAME, 91), by=by)
    for which, seat in ((PROPOSAL, 2), (CEMS_PROPOSAL, 3)):
        tried = [SentTap(uuid4(), 1, seat, "add:tofu")]
        who = Seat.objects.get(game=game, place=seat).pk
        propose(game.pk, which, 1, seat, tried, version=version_of(game), by=who)

    long_ago = datetime.datetime(2025, 2, 3, 19, tzinfo=datetime.UTC)
    played("squid-nigiri", "", players=("Gus", "Hal"), at=long_ago)
    gus, twin, late = (club.players.get_or_create(name=name)[0] for name in ("Gus", "Gust", "Fay"))
    merge_players(club.pk, gus.pk, twin.pk)
    summer = {"first": datetime.date(2025, 3, 2), "last": datetime.date(2025, 6, 1)}
    make_webhook(club, webhook := UUID(int=7), WEBHOOK["address"], [WEBHOOK["events"]])
    sent = Delivery.objects.create(webhook_id=webhook, event=Delivery.TEST, body="{}")
    ids = {
        "*version": version_of(game),
        "*year": 2025,
        "*season": club.seasons.create(name="Summer", **summer).pk,
        "*player": gus.pk,
        "*merged": twin.pk,
        "*late": late.pk,
        "*webhook": webhook,
        "*delivery": sent.pk,
        "*helper": Helper.objects.get(account=ben).pk,
        "*ben": sitting[BEN].pk,
        "*watcher": sitting[WATCHER].pk,
        "*hosting": game.hostings.get(guest=sitting[CEM]).pk,
        "*asked": asked.pk,
        "*phone": ClubPhone.objects.get(phone=HELPER).pk,
    }
    return World(club, game, {name: str(it) for name, it in ids.items()})


# ------------------------------------------------------------- what they get


@pytest.mark.parametrize("everybody", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_everybody_is_answered_by_what_they_are_to_the_game_and_the_club(world, everybody):
    """The quick tests ask for every refusal, and for one of each row who may."""
    for number, row in enumerate(TABLE):
        refusals = (NOT_YOURS, NOTHING_HERE)
        asking = row[3] if everybody else refused_and_one(row[3], number, refusals)
        for role, status in asking.items():
            with undone() as written:
                assert world.ask(phone(PHONES[role]), row) == status, (role, row)
            may_write = row[2] is not None and status not in (NOT_YOURS, NOTHING_HERE)
            assert may_write or not written, (role, row)


def test_a_player_may_do_for_others_what_is_the_players_own_where_anyone_may_enter(world):
    """Only that: what the host alone decides stays the host's, and watchers watch."""
    let_anyone_enter(world.game.pk, anyone=True)
    for row in OF_GAMES:
        if row[3]["watcher"] == NOT_YOURS:
            status = LED_ON if row[3] is OTHERS_SEAT else row[3]["player"]
            with undone():
                assert world.ask(phone(BEN), row) == status, row
            with undone() as written:
                assert world.ask(phone(WATCHER), row) == NOT_YOURS, row
            assert not written, row


@pytest.mark.parametrize("stranger", [OTHER_PHONE, GONE])
def test_nobody_else_learns_or_changes_anything(world, stranger):
    with undone() as written:
        for row in TABLE:
            assert world.ask(phone(stranger), row) == NOTHING_HERE, row
    assert not written


@pytest.mark.parametrize("stranger", STRANGERS)
def test_who_is_nobody_finds_nothing(world, stranger):
    for row in TABLE:
        if row[0] in WAYS_IN:
            assert world.ask(STRANGERS[stranger](), row) == NOTHING_HERE, row


def test_what_there_is_not_is_not_found(world):
    for row in TABLE:
        assert world.ask(phone(PHONE), row, of=uuid4()) == NOTHING_HERE, row


def test_a_page_is_answered_to_head_as_to_get_and_to_no_other_method(world):
    """An address that is only looked at, or only posted to, is so for everybody."""
    methods = {"get", "head", "post", "put", "delete"}
    rows = {(row[0], row[1]): row for row in reversed(TABLE)}
    with undone() as written:
        for (name, _within), row in rows.items():
            looked, *_ = [*(one for one in TABLE if one[0] == name and one[2] is None), None]
            posted = any(one[0] == name and one[2] is not None for one in TABLE)
            allowed = ({"get", "head"} if looked else set()) | ({"post"} if posted else set())
            for method in methods - allowed:
                answer = getattr(phone(PHONE), method)(world.url(row))
                assert answer.status_code == 405, (method, row)
            if looked:  # how a get is answered is told above
                answer = phone(PHONE).head(world.url(row))
                assert answer.status_code == looked[3]["owner"], row
    assert not written


def test_the_host_on_a_seat_of_its_own_is_still_the_host(world):
    join(world.game.pk, PHONE, 1)
    confirming, *_ = [row for row in TABLE if row[0] == "confirm"]
    assert world.ask(phone(PHONE), confirming) == LED_ON


def test_a_host_at_the_table_begins_no_game_with_others_of_the_club(world):
    finish(world.game)
    address = f"{reverse('new-game', args=['sushi-go'])}?after={world.game.pk}"
    form = {"player_1": "Gus", "player_2": "Hal", "game": uuid4()}
    for name, page, begun in ((CEM, NOT_YOURS, NOT_YOURS), (PHONE, SEEN, LED_ON)):
        assert phone(name).get(address).status_code == page, name
        with undone() as written:
            assert phone(name).post(address, form).status_code == begun, name
        assert bool(written) == (begun == LED_ON), name


def test_what_belongs_to_another_club_is_not_changed_through_ones_own(world):
    own = Club.objects.get(phones__phone=OTHER_PHONE)
    eve = phone(OTHER_PHONE)
    player = reverse("player", args=[own.pk, world.ids["*player"]])
    with undone() as written:
        assert eve.get(player).status_code == NOTHING_HERE
        assert eve.post(player, {"do": "hide"}).status_code == NOTHING_HERE
        for do, which in (("take-helper", "*helper"), ("take-phone", "*phone")):
            url = reverse(SETTINGS, args=[own.pk])
            assert eve.post(url, {"do": do, "which": world.ids[which]}).status_code == LED_ON
    assert not written


def test_who_is_host_of_a_game_is_not_changed_through_another(world):
    own = Game.objects.get(night__club__phones__phone=OTHER_PHONE)
    table = reverse("table", args=[own.pk])
    with undone():
        before = [*world.game.hostings.values()]
        for do in ("host", "no-host", "no", "leave-so"):
            which = {"host": "*ben", "no": "*asked"}.get(do, "*hosting")
            form = {"do": do, "which": world.ids[which]}
            assert phone(OTHER_PHONE).post(table, form).status_code == LED_ON, do
        assert [*world.game.hostings.values()] == before


def test_who_only_watches_becomes_host_in_no_way(world):
    world.game.hostings.filter(begun_at=None).delete()
    Game.objects.update(created_at=timezone.now() - datetime.timedelta(hours=1))
    made, asked = ({"do": "host", "which": world.ids["*watcher"]}, {"do": "take-over"})
    with undone() as written:
        for name, form in ((PHONE, made), (CEM, made), (WATCHER, made), (WATCHER, asked)):
            phone(name).post(reverse("table", args=[world.game.pk]), form)
    assert not written


def test_what_is_of_others_and_what_is_none_look_the_same(world):
    other = phone(OTHER_PHONE)
    for row in TABLE:
        if row[0] in ("game", "standings", SETTINGS, "club-delete") and row[2] is None:
            theirs, nobodys = (other.get(world.url(row, of)).content for of in (None, uuid4()))
            assert theirs == nobodys
            assert b"There is nothing here" in theirs


def test_who_may_not_is_told_so_and_led_back(world):
    game, club = f"/g/{world.game.pk}/", f"/club/{world.club.pk}/"
    for answer, told, back in (
        (phone(BEN).post(f"{game}r/2/confirm/", {"seen": "1"}), "the host’s to do", game),
        (phone(HELPER).get(f"{club}delete/"), "This is the owner’s to do", club),
    ):
        assert answer.status_code == NOT_YOURS
        assert told in answer.content.decode()
        assert f'href="{back}"' in answer.content.decode()


def test_an_owner_who_is_one_no_longer_only_helps(world):
    Helper.objects.filter(account__username="ana").update(is_owner=False)
    url = reverse("club-delete", args=[world.club.pk])
    assert phone(TABLET).get(url).status_code == NOT_YOURS
    assert phone(PHONE).get(url).status_code == SEEN


# ------------------------------------------------------------- links


def test_the_way_to_ones_own_club_leads_everybody_to_their_own(world):
    assert phone(PHONE).get("/club/").url == f"/club/{world.club.pk}/"
    assert phone(HELPER).get("/club/").url == f"/club/{world.club.pk}/"
    assert phone(OTHER_PHONE).get("/club/").url == f"/club/{club_for(OTHER_PHONE).pk}/"
    for client in (phone(BEN), phone(LOGGED_OUT), phone()):
        answer = client.get("/club/")
        assert answer.status_code == SEEN
        assert str(world.club.pk) not in answer.content.decode()


def test_whoever_has_the_link_reads_shared_standings_until_it_is_withdrawn(world):
    for night in (None, world.game.night):
        link = open_link(world.club, night)
        url = reverse("shared", args=[link.pk])
        with undone() as written:
            for client in (phone(), phone(OTHER_PHONE), phone(PHONE)):
                assert client.get(url).status_code == client.head(url).status_code == SEEN
                for method in ("post", "put", "patch", "delete", "options"):
                    assert getattr(client, method)(url).status_code == 405
        assert not written
        close_link(world.club, night)
        assert phone(PHONE).get(url).status_code == phone().get(url).status_code == 410
    assert phone(PHONE).get(reverse("shared", args=["A" * 32])).status_code == NOTHING_HERE


def test_whoever_has_an_invitation_sees_which_club_and_changes_nothing_without_an_account(world):
    url = reverse("invited", args=[invite(world.club).pk])
    with undone() as written:
        assert phone().get(url).status_code == SEEN
        assert phone().post(url).status_code == NOT_YOURS
    assert not written


# ------------------------------------------------------------- nothing is left out


def test_the_tables_name_every_address_of_games_clubs_and_nights():
    """A new page must be added to them."""
    pages = [p for p in get_resolver("referee.urls").url_patterns if isinstance(p, URLPattern)]
    starts = ("g/", "calendar/", "club/", "night/", "shared/")
    below = {p.name for p in pages if str(p.pattern).startswith(starts)}
    assert below == {row[0] for row in TABLE} | OF_THE_PHONE | BY_LINK
    ids = ("game_id", "club_id", "night_id")
    about = [str(p.pattern) for p in pages if any(one in str(p.pattern) for one in ids)]
    assert all(
        one.startswith(("g/<uuid:game_id>/", "club/<uuid:club_id>/", "night/<uuid:night_id>/"))
        for one in about
    )
