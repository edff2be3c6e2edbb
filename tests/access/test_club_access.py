"""Who gets what: every address of a club, of a night and of shared standings, for everybody who may
ask."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.signing import get_cookie_signer
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from referee.club.services.accounts import create_account, log_in, log_out
from referee.club.services.helping import invite, take_away_phone, take_invitation
from referee.club.services.players import merge_players
from referee.club.services.sharing import close_link, open_link
from referee.club.services.webhooks import make_webhook
from referee.models import Club, ClubPhone, Delivery, Game, Guest, Helper
from referee.play.services.clubs import club_for
from referee.play.services.joining import join, send_away
from tests.access.asking import forged, undone
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory, finish, played
from tests.people import rows_stored
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

OWNERS_TABLET, HELPER, PLAYER, WATCHER = "Ana's tablet", "Ben's phone", "Cem's phone", "Dan's phone"
LOGGED_OUT, TAKEN_AWAY, GONE = "logged out", "taken away", "sent away"

# ------------------------------------------------------------- the table

Status = int
SEEN: Status = 200
LED_ON: Status = 302
NOT_YOURS: Status = 403
NOTHING_HERE: Status = 404

# What the phone that made the club, its owner's tablet, a helper's phone, and a phone at a table of
# one of its nights are answered; strangers always: nothing here.
RUNS = {"owner": SEEN, "tablet": SEEN, "helper": SEEN, "player": NOTHING_HERE}
RUNS_ON = {**dict.fromkeys(RUNS, LED_ON), "player": NOTHING_HERE}
OWNS = {**RUNS, "helper": NOT_YOURS}
OWNS_ON = {**RUNS_ON, "helper": NOT_YOURS}
NOBODYS = {**dict.fromkeys(RUNS, NOT_YOURS), "player": NOTHING_HERE}
HELPERS_ON = {**NOBODYS, "helper": LED_ON}
WAS_THERE = dict.fromkeys(RUNS, SEEN)
RUNS_NIGHT_ON = {**RUNS_ON, "player": NOT_YOURS}
NOBODYS_NIGHT = dict.fromkeys(RUNS, NOT_YOURS)

WITHOUT_FILE = {**dict.fromkeys(RUNS, 400), "player": NOTHING_HERE}
PAPER = {"date": "2025-03-07", "ruleset": "sushi-go", "player_1": "Ana", "total_1": "3"}
PAPER |= {"player_2": "Zoe", "total_2": "1", "entry": "01234567-89ab-4def-8123-456789abcdef"}

SETTINGS = "club-settings"
CRITERIA = {"by": "points", "least_games": "0", "least_nights": "0"}
WEBHOOK = {"address": "https://hooks.example/", "events": "game.finished"}
SEASON = CRITERIA | {"name": "Spring", "first": "2025-03-01", "last": "2025-05-31"}
# The address's name and what stands in it besides the club or the night; the form, None for a page
# that is only looked at. What begins with * is the id of that thing.
TABLE: list[tuple[str, tuple[str, ...], dict[str, str] | None, dict[str, Status]]] = [
    ("standings", (), None, RUNS),
    ("nights", (), None, RUNS),
    ("records", (), None, RUNS),
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
    ("standings-csv", (), None, RUNS),
    ("games-csv", (), None, RUNS),
    ("night", (), None, WAS_THERE),
    ("night", (), {"do": "name", "name": "The Belt"}, RUNS_NIGHT_ON),
    ("night", (), {"do": "share"}, RUNS_NIGHT_ON),
    ("night", (), {"do": "withdraw"}, RUNS_NIGHT_ON),
    ("night", (), {"do": "else"}, NOBODYS_NIGHT),
]
OF_THE_PHONE = {"club", "club-import", "club-importing"}
"""They lead a phone to its own club, and tell of none of others."""
BY_LINK = {"calendar", "embedded", "invited", "shared"}
"""Whoever has the link may open them; see below."""
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")


# ------------------------------------------------------------- who asks


@dataclass(frozen=True)
class World:
    """A club with a finished game, and the ids of what belongs to it."""

    club: Club
    game: Game
    ids: dict[str, str]

    def url(self, name: str, within: tuple[str, ...]) -> str:
        of = self.game.night if name == "night" else self.club
        return reverse(name, args=[of.pk, *(self.ids[word] for word in within)])

    def filled(self, form: dict[str, str]) -> dict[str, str]:
        return {key: self.ids.get(value, value) for key, value in form.items()}


PHONES = {"owner": PHONE, "tablet": OWNERS_TABLET, "helper": HELPER, "player": PLAYER}
STRANGERS: dict[str, Callable[[], Client]] = {
    "another club's owner": lambda: phone(OTHER_PHONE),
    "a phone that was logged out": lambda: phone(LOGGED_OUT),
    "a phone from which the club was taken": lambda: phone(TAKEN_AWAY),
    "a phone that was sent away from the table": lambda: phone(GONE),
    "no cookie": phone,
    "an unsigned cookie": lambda: forged(PHONE),
    "a forged signature": lambda: forged(f"{PHONE}:1abcde:" + "x" * 43),
    "an empty signed cookie": lambda: forged(get_cookie_signer(salt="phonephone").sign("")),
    "a signature of something else": lambda: forged(get_cookie_signer(salt="else").sign(PHONE)),
}


@pytest.fixture
def world() -> World:
    """A club of Ana with a helper, several phones, and a game at which others sat."""
    game = GameFactory(setup__number=3)
    club = game.night.club
    ana = create_account(PHONE, "Ana", PASSWORD)
    ben = create_account(HELPER, "Ben", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, HELPER, ben)
    for name, account in ((OWNERS_TABLET, ana), (LOGGED_OUT, ben), (TAKEN_AWAY, ana)):
        log_in(name, account)
    log_out(LOGGED_OUT)
    take_away_phone(club, ClubPhone.objects.get(phone=TAKEN_AWAY).pk)
    for name, place in ((PLAYER, 3), (WATCHER, None), (GONE, None)):
        join(game.pk, name, place)
    send_away(game.pk, Guest.objects.get(phone=GONE).pk)
    make_webhook(club, UUID(int=7), WEBHOOK["address"], [WEBHOOK["events"]])
    finish(game)
    twin = club.players.create(name="Anna")
    merge_players(club.pk, club.players.get(name="Ana").pk, twin.pk)
    create_account(OTHER_PHONE, "Eve", PASSWORD)
    GameFactory(phone=OTHER_PHONE)
    played("squid-nigiri", "", at=datetime.datetime(2025, 2, 3, 19, tzinfo=datetime.UTC))
    spring = {"first": datetime.date(2025, 3, 2), "last": datetime.date(2025, 6, 1)}
    ids = {
        "*year": "2025",
        "*season": str(club.seasons.create(name="Summer", **spring).pk),
        "*player": str(club.players.get(name="Ana").pk),
        "*merged": str(twin.pk),
        "*webhook": str(UUID(int=7)),
        "*delivery": str(Delivery.objects.get().pk),
        "*late": str(club.players.create(name="Fay").pk),
        "*helper": str(Helper.objects.get(account=ben).pk),
        "*phone": str(ClubPhone.objects.get(phone=HELPER).pk),
    }
    return World(club, game, ids)


def ask(
    client: Client, world: World, name: str, within: tuple[str, ...], form: dict[str, str] | None
) -> int:
    url = world.url(name, within)
    answer = client.get(url) if form is None else client.post(url, world.filled(form))
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.status_code


def test_everybody_is_answered_by_what_they_are_to_the_club(world):
    for row in TABLE:
        name, within, form, answers = row
        for role, known in PHONES.items():
            with undone() as written:
                assert ask(phone(known), world, name, within, form) == answers[role], (role, row)
                may_write = form is not None and answers[role] not in (NOT_YOURS, NOTHING_HERE)
                assert may_write or not written, (role, row)


def test_nobody_else_learns_or_changes_anything(world):
    before = rows_stored()
    for stranger, client in STRANGERS.items():
        # A cookie that is no phone's is none to every page alike; a phone is asked about at each.
        for row in TABLE if "owner" in stranger or "phone" in stranger else TABLE[::6]:
            name, within, form, _ = row
            assert ask(client(), world, name, within, form) == NOTHING_HERE, (stranger, row)
    assert rows_stored() == before


def test_what_there_is_not_is_not_found(world):
    owner = phone(PHONE)
    for row in TABLE:
        name, within, form, _ = row
        url = reverse(name, args=[uuid4(), *(world.ids[word] for word in within)])
        answer = owner.get(url) if form is None else owner.post(url, world.filled(form))
        assert answer.status_code == NOTHING_HERE, row


def test_a_page_is_answered_to_the_methods_that_it_takes_and_to_no_other(world):
    before = rows_stored()
    for name, within in dict.fromkeys(row[:2] for row in TABLE):
        forms = [row[2] for row in TABLE if row[0] == name]
        allowed = {"get", "head"} if None in forms else set()
        allowed |= {"post"} if any(one is not None for one in forms) else set()
        url = world.url(name, within)
        for method in set(METHODS) - allowed:
            assert getattr(phone(PHONE), method)(url).status_code == 405, (method, url)
        if "get" in allowed:  # how a get is answered is told above
            seen = next(row[3]["owner"] for row in TABLE if (row[0], row[2]) == (name, None))
            assert phone(PHONE).head(url).status_code == seen, url
    assert rows_stored() == before


def test_what_belongs_to_another_club_is_not_changed_through_ones_own(world):
    own = Game.objects.get(night__club__phones__phone=OTHER_PHONE).night.club
    eve, before = phone(OTHER_PHONE), rows_stored()
    player = reverse("player", args=[own.pk, world.ids["*player"]])
    assert eve.get(player).status_code == NOTHING_HERE
    assert eve.post(player, {"do": "hide"}).status_code == NOTHING_HERE
    for do, which in (("take-helper", "*helper"), ("take-phone", "*phone")):
        url = reverse(SETTINGS, args=[own.pk])
        assert eve.post(url, {"do": do, "which": world.ids[which]}).status_code == LED_ON
    assert rows_stored() == before


def test_who_watched_may_look_at_the_night_and_nothing_else(world):
    for name, within, form, answers in TABLE:
        assert ask(phone(WATCHER), world, name, within, form) == answers["player"]


def test_a_club_of_others_and_one_that_is_none_look_the_same(world):
    other = phone(OTHER_PHONE)
    for name in ("standings", SETTINGS, "club-delete"):
        theirs, nobodys = (other.get(reverse(name, args=[pk])) for pk in (world.club.pk, uuid4()))
        assert theirs.content == nobodys.content


def test_a_helper_is_told_whose_it_is_to_do_and_led_back(world):
    answer = phone(HELPER).get(world.url("club-delete", ()))
    page = answer.content.decode()
    assert answer.status_code == NOT_YOURS
    assert "This is the owner’s to do" in page
    assert f'href="/club/{world.club.pk}/"' in page


def test_an_owner_who_is_one_no_longer_only_helps(world):
    Helper.objects.filter(account__username="ana").update(is_owner=False)
    assert ask(phone(OWNERS_TABLET), world, "club-delete", (), None) == NOT_YOURS
    assert ask(phone(PHONE), world, "club-delete", (), None) == SEEN


def test_an_account_is_no_way_in_before_it_has_logged_in(world):
    """Rows of an account on one phone are nothing to another phone."""
    assert User.objects.count() == 3
    assert ask(phone("a new phone"), world, "standings", (), None) == NOTHING_HERE


# ------------------------------------------------------------- links


def test_the_way_to_ones_own_club_leads_everybody_to_their_own(world):
    assert phone(PHONE).get("/club/").url == f"/club/{world.club.pk}/"
    assert phone(HELPER).get("/club/").url == f"/club/{world.club.pk}/"
    assert phone(OTHER_PHONE).get("/club/").url == f"/club/{club_for(OTHER_PHONE).pk}/"
    for client in (phone(PLAYER), phone(LOGGED_OUT), phone()):
        answer = client.get("/club/")
        assert answer.status_code == SEEN
        assert str(world.club.pk) not in answer.content.decode()


def test_whoever_has_the_link_reads_shared_standings_until_it_is_withdrawn(world):
    for night in (None, world.game.night):
        link = open_link(world.club, night)
        url, before = reverse("shared", args=[link.pk]), rows_stored()
        for client in (phone(), phone(OTHER_PHONE), phone(PHONE)):
            assert client.get(url).status_code == client.head(url).status_code == SEEN
            for method in set(METHODS) - {"get", "head"}:
                assert getattr(client, method)(url).status_code == 405
        assert rows_stored() == before
        close_link(world.club, night)
        assert phone(PHONE).get(url).status_code == phone().get(url).status_code == 410
    assert phone(PHONE).get(reverse("shared", args=["A" * 32])).status_code == NOTHING_HERE


def test_whoever_has_an_invitation_sees_which_club_and_changes_nothing_without_an_account(world):
    url, before = reverse("invited", args=[invite(world.club).pk]), rows_stored()
    for client in (phone(), phone(OTHER_PHONE)):
        assert client.get(url).status_code == SEEN
        assert client.post(url).status_code == NOT_YOURS
    assert rows_stored() == before


# ------------------------------------------------------------- nothing is left out


def patterns() -> list[URLPattern]:
    return [p for p in get_resolver("referee.urls").url_patterns if isinstance(p, URLPattern)]


def test_the_table_above_names_every_address_of_clubs_and_nights():
    """A new page must be added to it."""
    starts = ("calendar/", "club/", "night/", "shared/")
    below = {p.name for p in patterns() if str(p.pattern).startswith(starts)}
    assert below == {row[0] for row in TABLE} | OF_THE_PHONE | BY_LINK


def test_no_other_page_is_about_a_club_or_a_night():
    about = [p for p in patterns() if "club_id" in str(p.pattern) or "night_id" in str(p.pattern)]
    starts = ("club/<uuid:club_id>/", "night/<uuid:night_id>/")
    assert all(str(p.pattern).startswith(starts) for p in about)
