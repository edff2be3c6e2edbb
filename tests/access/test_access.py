"""Who gets what: every address of a game, for everybody who may ask."""

import time
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.core.signing import TimestampSigner, get_cookie_signer
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from referee.access.games import stream_game, stream_token, visit_of
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import ClubPhone, Game, Guest, Seat
from referee.play.services.joining import join, leave, let_anyone_enter, send_away
from referee.play.services.words import Phrase
from referee.rules import parse_tableau
from referee.rules.mistakes import GAME
from tests.access.asking import forged, undone
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, confirm, where
from tests.people import rows_stored
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER, GONE = "phone of Ben", "phone of Cem", "phone of a watcher", "phone sent away"

# ------------------------------------------------------------- the table

Status = int
SEEN: Status = 200
LED_ON: Status = 302
NOT_YOURS: Status = 403
NOTHING_HERE: Status = 404

# What the host, a player and a watcher are answered; strangers always: nothing here.
EVERYBODY = {"host": SEEN, "player": SEEN, "watcher": SEEN}
EVERYBODY_ON = dict.fromkeys(EVERYBODY, LED_ON)
HOST_ONLY = {"host": SEEN, "player": NOT_YOURS, "watcher": NOT_YOURS}
HOST_ONLY_ON = {**HOST_ONLY, "host": LED_ON}
# On seat 2 of round 2, which is the player's own, and on seat 3, which is another's.
OWN_SEAT = {"host": LED_ON, "player": LED_ON, "watcher": NOT_YOURS}
OTHERS_SEAT = {"host": LED_ON, "player": NOT_YOURS, "watcher": NOT_YOURS}

AGREES = {"version": "1", "say": "agree"}
DISPUTE, BENS_DISPUTE = UUID(int=1), UUID(int=2)
CHANGE = "01234567-89ab-4def-8123-456789abcdef.2.add:tofu"


def said(before: str, after: str) -> str:
    """The name of what is shown to who says "tea" of a tableau."""
    return Phrase("tea", "en", (), (), parse_tableau(before), parse_tableau(after)).shown


RENAMED = {"player_1": "Anna", "player_2": "Ben", "player_3": "Cem"}
RENAMED |= {"seat_1": "1", "seat_2": "2", "seat_3": "3"}
# The address's name and what is in it; the form, None for a page that is only looked at.
TABLE: list[tuple[str, tuple[int | UUID, ...], dict[str, str] | None, dict[str, Status]]] = [
    ("game", (), None, EVERYBODY_ON),
    ("round", (1,), None, EVERYBODY),
    ("round", (2,), None, EVERYBODY),
    ("everybody", (1,), None, EVERYBODY),
    ("everybody", (2,), None, EVERYBODY),
    ("setup-card", (1,), None, EVERYBODY),
    ("confirm", (2,), {"seen": "99", "sure": "1"}, HOST_ONLY_ON),
    ("reopen", (1,), {"reason": "a card was missed"}, HOST_ONLY_ON),
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
    ("entry", (2, 2), {"do": "ready:"}, OWN_SEAT),
    ("entry", (2, 3), {"do": "ready:"}, OTHERS_SEAT),
    ("history", (2, 2), None, EVERYBODY),
    ("history", (2, 3), None, EVERYBODY),
    ("versions", (1,), None, EVERYBODY),
    # Whose phone holds a seat speaks for it; where none does, the host's goes round the table.
    ("opinion", (1,), {**AGREES, "place": "2"}, {**OWN_SEAT, "host": NOT_YOURS}),
    ("opinion", (1,), {**AGREES, "place": "1"}, HOST_ONLY_ON),
    ("dispute", (), None, EVERYBODY),
    ("dispute", (), {"seat": "3", "what": "1", "number": "99"}, dict(OWN_SEAT)),
    ("dispute-one", (DISPUTE,), None, EVERYBODY),
    ("dispute-one", (BENS_DISPUTE,), {}, dict(OWN_SEAT)),
    ("dispute-one", (DISPUTE,), {}, HOST_ONLY_ON),
    ("what-if", (1, 2), None, EVERYBODY),
    ("what-if", (2, 3), None, EVERYBODY),
    ("correct", (2,), {"w": CHANGE, "place": "2", "seen": "99"}, HOST_ONLY_ON),
    ("why", (1,), None, EVERYBODY),
    ("why", (2,), None, EVERYBODY),
    ("table", (), None, EVERYBODY),
    ("table", (), {"do": "leave"}, EVERYBODY_ON),
    *(
        ("table", (), {"do": do, "which": "2"}, HOST_ONLY_ON)
        for do in ("free", "send-away", "let-back", "code", "anyone", "own")
    ),
    ("table", (), {"do": "else"}, dict.fromkeys(EVERYBODY, NOT_YOURS)),
    ("seats", (), None, HOST_ONLY),
    ("seats", (), {"add": "Zoe"}, HOST_ONLY),
    ("seats", (), RENAMED, HOST_ONLY_ON),
    ("glance", (1, 1), None, EVERYBODY),
    ("scoreboard", (), None, EVERYBODY),
    ("case", (), None, EVERYBODY),
    ("case", (), {"do": "open"}, HOST_ONLY_ON),
    ("case", (), {"do": "close"}, HOST_ONLY_ON),
    ("case", (), {"do": "else"}, dict.fromkeys(EVERYBODY, NOT_YOURS)),
    ("tokens", (), None, HOST_ONLY_ON),
    ("tokens", (), {"menu_1": "1"}, HOST_ONLY_ON),
    ("delete", (), None, HOST_ONLY),
    ("delete", (), {}, HOST_ONLY_ON),
    ("result", (), None, EVERYBODY_ON),
    ("rematch", (), {}, HOST_ONLY_ON),
    ("rematch", (), {"menu": "party-sampler"}, HOST_ONLY_ON),
    ("game-rules", (), None, EVERYBODY),
    # The pages of games that were kept on paper lead on to those of others.
    ("totals", (), None, EVERYBODY_ON),
    ("correct-totals", (), None, HOST_ONLY_ON),
    ("correct-totals", (), {"reason": "misread"}, HOST_ONLY_ON),
    ("game-note", (), None, HOST_ONLY),
    ("game-note", (), {"note": "Two\nlines"}, HOST_ONLY_ON),
]
TAPS = "api:tap-list"
"""The network interface's only address of a game; what it answers to whom: tests/api/test_taps."""

METHODS = ("get", "head", "post", "put", "patch", "delete", "options")


# ------------------------------------------------------------- who asks


STRANGERS: dict[str, Callable[[], Client]] = {
    "another table's host": lambda: phone(OTHER_PHONE),
    "a phone that was sent away": lambda: phone(GONE),
    "no cookie": phone,
    "an unsigned cookie": lambda: forged(PHONE),
    "a forged signature": lambda: forged(f"{PHONE}:1abcde:" + "x" * 43),
    "an empty signed cookie": lambda: forged(get_cookie_signer(salt="phonephone").sign("")),
    "a signature of something else": lambda: forged(get_cookie_signer(salt="else").sign(PHONE)),
    "a broken cookie": lambda: forged("\x01:\x02:☃".encode("unicode-escape").decode()),
}
PHONES = {"host": PHONE, "player": BEN, "watcher": WATCHER}


@pytest.fixture
def game() -> Game:
    """A game of three in its second round with a race, two players' phones, a watcher, one that
    was sent away, and a tap that came late."""
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    join(GameFactory(phone=OTHER_PHONE).pk, OTHER_PHONE, 2)
    for name, place in ((BEN, 2), (CEM, 3), (WATCHER, None), (GONE, None)):
        join(game.pk, name, place)
    send_away(game.pk, Guest.objects.get(phone=GONE).pk)
    confirm(game, 1)
    add(where(game, 2, 2), "tofu")
    add(where(game, 1, 2), "tofu")
    by = Seat.objects.get(game=game, place=2).pk
    dispute(game.pk, DISPUTE, Claimed(2, GAME, 90))
    dispute(game.pk, BENS_DISPUTE, Claimed(2, GAME, 91), by=by)
    return game


def ask(
    client: Client, game_id: object, name: str, within: tuple, form: dict[str, str] | None
) -> int:
    url = reverse(name, args=[game_id, *within])
    # A page that is up to date confirms; which version that is, the table above cannot know.
    if form is not None and "seen" in form:
        form = {**form, "seen": str(Game.objects.get(night__club__phones__phone=PHONE).version)}
    answer = client.get(url) if form is None else client.post(url, form)
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.status_code


def test_everybody_at_the_table_is_answered_by_what_they_are(game):
    for row in TABLE:
        name, within, form, answers = row
        for role, known in PHONES.items():
            with undone() as written:
                assert ask(phone(known), game.pk, name, within, form) == answers[role], (role, row)
                assert not written or (answers[role] != NOT_YOURS and form is not None), (role, row)


def test_a_player_may_do_for_others_what_is_the_players_own_where_anyone_may_enter(game):
    """Only that: what the host alone decides stays the host's, and watchers watch."""
    let_anyone_enter(game.pk, anyone=True)
    for row in TABLE:
        if row[3] is EVERYBODY:  # nothing more is to be had there
            continue
        name, within, form, answers = row
        may = OWN_SEAT if answers is OTHERS_SEAT else answers
        with undone() as written:
            assert ask(phone(WATCHER), game.pk, name, within, form) == may["watcher"], row
            assert not written or (form is not None and may["watcher"] != NOT_YOURS), row
            assert ask(phone(BEN), game.pk, name, within, form) == may["player"], row


def test_nobody_else_learns_or_changes_anything(game):
    before = rows_stored()
    for stranger, client in STRANGERS.items():
        # A cookie that is no phone's is none to every page alike; a phone is asked about at each.
        for row in TABLE if "host" in stranger or "phone" in stranger else TABLE[::6]:
            name, within, form, _ = row
            assert ask(client(), game.pk, name, within, form) == NOTHING_HERE, (stranger, row)
    assert rows_stored() == before


def test_a_game_that_is_none_is_not_found(game):
    for row in TABLE:
        name, within, form, _ = row
        assert ask(phone(PHONE), uuid4(), name, within, form) == NOTHING_HERE, row
    # Every address of a game has the same converter for its id; see below.
    for name, within, _form, _ in TABLE[::6]:
        none = reverse(name, args=[uuid4(), *within]).replace("-", "x")
        assert phone(PHONE).get(none).status_code == NOTHING_HERE, name


def test_a_page_is_answered_to_head_as_to_get_and_to_no_other_method(game):
    """An address that is only looked at, or only posted to, is so for everybody."""
    before = rows_stored()
    for name, within in dict.fromkeys(row[:2] for row in TABLE):
        forms = [row[2] for row in TABLE if row[0] == name]
        allowed = {"get", "head"} if None in forms else set()
        allowed |= {"post"} if any(one is not None for one in forms) else set()
        url = reverse(name, args=[game.pk, *within])
        for method in set(METHODS) - allowed:
            assert getattr(phone(PHONE), method)(url).status_code == 405, (method, url)
        if "get" in allowed:  # how a get is answered is told above
            seen = next(row[3]["host"] for row in TABLE if (row[0], row[2]) == (name, None))
            assert phone(PHONE).head(url).status_code == seen, url
    assert rows_stored() == before


def test_the_host_on_a_seat_of_its_own_is_still_the_host(game):
    join(game.pk, PHONE, 1)
    for name, within, form, answers in TABLE[:6]:
        assert ask(phone(PHONE), game.pk, name, within, form) == answers["host"]


def test_who_left_is_a_stranger(game):
    leave(game.pk, BEN)
    for name, within, form, _ in TABLE:
        assert ask(phone(BEN), game.pk, name, within, form) == NOTHING_HERE


# ------------------------------------------------------------- nothing is left out


def patterns(of: str) -> list[URLPattern]:
    return [p for p in get_resolver(of).url_patterns if isinstance(p, URLPattern)]


def test_the_table_above_names_every_address_of_a_game():
    """A new page must be added to it."""
    below = {p.name for p in patterns("referee.urls") if str(p.pattern).startswith("g/")}
    assert below == {row[0] for row in TABLE}


def test_no_other_page_is_about_a_game():
    others = {str(p.pattern) for p in patterns("referee.urls") if "game_id" in str(p.pattern)}
    assert all(pattern.startswith("g/<uuid:game_id>/") for pattern in others)


def test_the_stream_is_no_page_of_djangos(game):
    """It is served beside them, and asks for a token; see tests/live."""
    assert phone(PHONE).get(f"/g/{game.pk}/live/").status_code == NOTHING_HERE


# ------------------------------------------------------------- the stream's token


def token_of(game: Game, name: str) -> str:
    visit = visit_of(name, game.pk)
    assert visit
    return stream_token(visit)


def test_a_token_opens_the_stream_of_its_game(game):
    version = Game.objects.get(pk=game.pk).version
    for name in PHONES.values():
        assert stream_game(token_of(game, name)) == (game.pk, version), name
        assert name not in token_of(game, name)


def test_the_token_of_a_phone_that_is_sent_away_or_has_left_opens_nothing(game):
    bens, cems = token_of(game, BEN), token_of(game, CEM)
    send_away(game.pk, Guest.objects.get(phone=BEN).pk)
    leave(game.pk, CEM)
    assert stream_game(bens) is stream_game(cems) is None
    join(game.pk, CEM, 3)
    assert stream_game(cems) is None


def test_the_token_of_a_game_that_is_gone_opens_nothing(game):
    token = token_of(game, PHONE)
    Game.objects.all().delete()
    assert stream_game(token) is None


def test_the_token_of_a_phone_that_runs_the_club_no_more_opens_nothing(game):
    hosts = token_of(game, PHONE)
    row = ClubPhone.objects.get(club=game.night.club, phone=PHONE)
    again = {"club": row.club, "phone": PHONE}
    row.delete()
    assert stream_game(hosts) is None
    ClubPhone.objects.create(**again)
    assert stream_game(hosts) is None
    assert stream_game(token_of(game, PHONE))


def test_a_token_of_an_earlier_version_opens_nothing(game):
    old = TimestampSigner(salt="live stream").sign(f"{game.pk.hex}:host")
    assert stream_game(old) is None


def test_a_forged_token_opens_nothing(game):
    token = token_of(game, BEN)
    for what, forged_token in {
        "nothing": "",
        "no signature": token.rpartition(":")[0],
        "another signature": token[:-1] + ("A" if token[-1] != "A" else "B"),
        "another game": f"{uuid4().hex}{token[32:]}",
        "the host's": f"{token[:33]}club-1:{token.split(':', 2)[2]}",
        "the cookie's signature": get_cookie_signer(salt="phonephone").sign(token),
        "signs of all sorts": "☃\0:\x7f:x",
    }.items():
        assert stream_game(forged_token) is None, what


def test_a_token_of_yesterday_opens_nothing(game, monkeypatch):
    token = token_of(game, BEN)
    now = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 12 * 3600 - 60)
    assert stream_game(token)
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 12 * 3600 + 60)
    assert stream_game(token) is None


# ------------------------------------------------------------- the rest


def test_a_game_of_others_and_one_that_is_none_look_the_same(game):
    other = phone(OTHER_PHONE)
    theirs = other.get(f"/g/{game.pk}/")
    nobodys = other.get(f"/g/{uuid4()}/")
    assert theirs.content == nobodys.content
    assert b"There is nothing here" in theirs.content


def test_who_may_not_is_told_so_and_led_back_to_the_game(game):
    answer = phone(BEN).post(f"/g/{game.pk}/r/2/confirm/", {"seen": "1"})
    page = answer.content.decode()
    assert answer.status_code == NOT_YOURS
    assert "<h1" in page
    assert f'href="/g/{game.pk}/"' in page


BEYOND = [
    *("r/0/", "r/4/", "r/00000/", "r/99999999999999999999/", "r/-1/", "r/one/", "r/1.0/"),
    *("r/1/0/", "r/1/9/", "r/1/4/", "r/0/1/", "r/4/1/", "r/1/99999999999999999999/"),
    f"r/{'9' * 5000}/",
    f"r/1/{'9' * 5000}/",
]


def test_rounds_and_seats_that_do_not_exist_are_not_found(game):
    owner = phone(PHONE)
    before = rows_stored()
    for address in BEYOND:
        is_seat = address.count("/") > 2
        looks = [address, f"{address}history/" if is_seat else f"{address}setup/"]
        posts = [address, f"{address}ready/"] if is_seat else []
        posts += [] if is_seat else [f"{address}{do}/" for do in ("confirm", "reopen", "late")]
        for look in looks:
            assert owner.get(f"/g/{game.pk}/{look}").status_code == 404, look[:24]
        for post in posts:
            sent = {"do": "add:tofu", "seen": "2", "late": "add", "ready": "1"}
            assert owner.post(f"/g/{game.pk}/{post}", sent).status_code == 404, post[:24]
    assert rows_stored() == before


@pytest.mark.parametrize("ruleset", ["sushi", "sushi-go-party-2", "SUSHI-GO", "-"])
def test_a_game_that_nobody_makes_cannot_be_set_up(ruleset):
    assert Client().get(f"/new/{ruleset}/").status_code == 404
    assert Client().post(f"/new/{ruleset}/").status_code == 404


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("/", "get"),
        ("/new/sushi-go/", "get post"),
        ("/join/", "get"),
        ("/join/ACDEFG/", "get post"),
    ],
)
def test_the_first_pages_are_open_to_everybody_by_their_methods(address, allowed):
    for method in METHODS:
        status = getattr(Client(), method)(address).status_code
        is_allowed = method in allowed or method == "head"
        assert (status != 405) == is_allowed, method


def shows(name: str, game: Game) -> bool:
    """Whether a phone's first page leads to a game."""
    return f'href="/g/{game.pk}/"' in phone(name).get("/").content.decode()


def test_a_phone_sees_the_games_that_it_started_or_joined_and_no_others(game):
    assert shows(PHONE, game)
    assert shows(BEN, game)
    assert shows(WATCHER, game)
    assert not shows(OTHER_PHONE, game)
    assert not shows("phone of nobody", game)
    assert "Your games" not in phone().get("/").content.decode()


def test_a_game_is_on_the_first_page_as_long_as_one_is_at_its_table(game):
    assert not shows(GONE, game)
    leave(game.pk, BEN)
    assert not shows(BEN, game)
    send_away(game.pk, Guest.objects.get(phone=CEM).pk)
    assert not shows(CEM, game)
    join(game.pk, PHONE, 1)
    assert phone(PHONE).get("/").content.decode().count(f'href="/g/{game.pk}/"') == 1


def test_a_phone_learns_the_names_of_its_own_players_only(game):
    def listed(client: Client) -> bool:
        return '<option value="Ana">' in client.get("/new/sushi-roll/").content.decode()

    GameFactory(phone="third phone", setup__players=["Zoe", "Yan"])
    assert listed(phone(PHONE))
    assert not listed(phone("third phone"))
    assert not listed(phone(BEN))
    assert not listed(phone())


def test_the_phones_cookie_is_kept_from_scripts_and_from_other_sites(game):
    starting, joining = Client(), Client()
    starting.post("/new/sushi-go/", {"game": uuid4(), "player_1": "Ana", "player_2": "Ben"})
    joining.post(f"/join/{game.code}/", {"seat": "1"})
    for client in (starting, joining):
        cookie = client.cookies["phone"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert int(cookie["max-age"]) > 300 * 24 * 3600
        assert not cookie["secure"]
    assert starting.cookies["phone"].value != joining.cookies["phone"].value
