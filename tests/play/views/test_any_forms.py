"""Whatever is sent to an address, the answer is a page, and never a failure of the server."""

from itertools import product
from urllib.parse import quote, quote_from_bytes
from uuid import UUID, uuid4

import pytest
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

from referee.rules import FACES, NAMED_MENUS
from tests.factories import PHONE, GameFactory, add, confirm, where
from tests.play.views.plain_phone import phone
from tests.rules.strategies import any_text

pytestmark = pytest.mark.django_db

AWKWARD = [
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"",
    b" ",
    b"-1",
    b"1e9",
    b"9" * 5000,
    b"0x10",
    "²".encode(),
    "١٢".encode(),
    "\u202e\u2066".encode(),
    b"x" * 20_000,
    b"{'$ne': 1}",
    b"%00%s{0}",
    str(UUID(int=0)).encode(),
    b"urn:uuid:" + str(uuid4()).encode(),
]
values = (
    st.sampled_from(AWKWARD)
    | st.binary(max_size=12)
    | st.integers(-5, 99).map(lambda number: str(number).encode())
)
VERBS = "add copy take flip on off undo claim unclaim ready unready add:add"
verbs = st.sampled_from([*VERBS.split(" "), ""])
moments = st.sampled_from([b"with-1", b"before-1", b"with-", b"-", b""]) | values
orders = values | st.sampled_from(
    [b"leave", b"free", b"send-away", b"let-back", b"code", b"anyone", b"own"]
)
objects = st.sampled_from([face.encode() for face in FACES] + [b"flipped"]) | values
buttons = st.builds(lambda verb, what: verb.encode() + b":" + what, verbs, objects)

words = values | st.sampled_from([b"two tempura", b"minus one tempura, \xff", "dos té".encode()])

FIELDS = {
    "r/1/1/": {"do": buttons, "tap": values},
    "r/2/2/": {"do": buttons, "tap": values},
    "r/2/1/": {**dict.fromkeys(("icons", "tap", "seat"), values), "when": moments, "do": buttons},
    "r/2/1/words/": {"words": words, "tap": values, "shown": values},
    "r/2/confirm/": {"seen": values, "sure": values | st.just(b"1")},
    "r/1/reopen/": {"anything": values},
    "r/1/late/": {"late": values | st.sampled_from([b"add", b"aside"])},
    "table/": {"do": orders, "which": values},
    "tokens/": dict.fromkeys(("menu_1", "menu_2", "chopsticks_1", "chopsticks_2"), values),
}
LIKE_OTHERS = ("r/2/2/", "r/1/reopen/", "tokens/")
"""Addresses that read what others read too, or next to nothing."""
PLAYERS = {f"player_{number}": values for number in range(1, 6)}
NEW_GAMES = {
    "sushi-go": {"variants": st.just(b"two-player-dummy") | values},
    "sushi-go-party": {
        "menu": st.sampled_from([*(n.encode() for n in NAMED_MENUS), b"own"]) | values,
        **{f"own_{group}": objects for group in ("roll", "appetizer", "special", "dessert")},
    },
    "sushi-roll": {"variants": values},
}
URLENCODED = "application/x-www-form-urlencoded"


def body(fields: dict[str, list[bytes]]) -> bytes:
    """A form's fields as a browser, or somebody else, may send them."""
    pairs = [f"{name}={quote_from_bytes(v)}" for name, many in fields.items() for v in many]
    return "&".join(pairs).encode()


def forms(fields: dict[str, st.SearchStrategy[bytes]]) -> st.SearchStrategy[bytes]:
    """Bodies with some of these fields, some of them several times."""
    many = {name: st.lists(of, min_size=1, max_size=2) for name, of in fields.items()}
    return st.fixed_dictionaries({}, optional=many).map(body)


def owner_and_game(**setup: object) -> tuple[Client, str]:
    """A phone with its game in the second round."""
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    add(where(game), "egg-nigiri")
    confirm(game, 1)
    return phone(PHONE), f"/g/{game.pk}/"


def assert_answered(client: Client, url: str, sent: bytes, content_type: str = URLENCODED) -> None:
    """The client raises whatever a view raises, so an answer is all there is to ask for."""
    answer = client.post(url, sent, content_type=content_type)
    assert answer.status_code in (200, 302, 400, 403, 404, 409)
    if answer.status_code == 302:
        assert client.get(answer.url, follow=True).status_code == 200
    else:
        assert "<h1" in answer.content.decode()


@pytest.mark.parametrize(
    "address",
    [pytest.param(a, marks=pytest.mark.slow if a in LIKE_OTHERS else ()) for a in FIELDS],
)
def test_any_form_of_a_game_is_answered(address):
    client, game = owner_and_game(party=True, menu="points-platter", number=3)

    @given(sent=forms(FIELDS[address]))
    def answered(sent: bytes) -> None:
        assert_answered(client, game + address, sent)

    answered()


@pytest.mark.parametrize(
    "ruleset", ["sushi-go", "sushi-go-party", pytest.param("sushi-roll", marks=pytest.mark.slow)]
)
def test_any_form_of_a_new_game_is_answered(ruleset):
    fields = {**PLAYERS, **NEW_GAMES[ruleset], "game": values, "rule_uramaki-cascade": values}

    @given(sent=forms(fields))
    @example(sent=body({"player_1": [b"\xff"], "player_2": [b"\xfe\0"], "game": [b""]}))
    def answered(sent: bytes) -> None:
        assert_answered(Client(), f"/new/{ruleset}/", sent)

    answered()


def test_any_tokens_are_answered_when_they_are_due():
    game = GameFactory(setup__roll=True)
    add(where(game), "maki-1")
    confirm(game, 1, 2, 3)
    host = phone(PHONE)

    @given(sent=forms(FIELDS["tokens/"]))
    def answered(sent: bytes) -> None:
        assert_answered(host, f"/g/{game.pk}/tokens/", sent)

    answered()


CONTENT_TYPES = (
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "",
)


def test_a_body_that_is_no_form_is_answered():
    client, game = owner_and_game(roll=True)
    bodies = (b"", b"--x\r\n", b"do=add:tofu", b"\xff" * 100, b"{")
    for case in product(bodies, CONTENT_TYPES):
        sent, content_type = case
        answer = client.post(f"{game}r/2/1/", sent, content_type=content_type)
        assert answer.status_code in (302, 400, 409), case


def test_a_form_with_more_fields_than_any_page_has_is_answered():
    client, game = owner_and_game(roll=True)
    sent = "&".join(f"a{number}=1" for number in range(2000)).encode()
    answer = client.post(f"{game}r/2/1/", sent, content_type=URLENCODED)
    assert answer.status_code == 400
    assert "That was not understood" in answer.content.decode()


@given(query=st.binary(max_size=30), path=any_text(max_size=20))
def test_any_address_is_answered(query, path):
    for url in (f"/?{quote_from_bytes(query)}", f"/g/{quote(path)}/", f"/new/{quote(path)}/"):
        assert Client().get(url).status_code in (200, 301, 302, 404)
