"""Keys for programs, made and revoked on a page."""

from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from referee.access.keys import digest_of
from referee.club.services.accounts import create_account, delete_account
from referee.club.services.keys import MAX_KEYS, make_key
from referee.club.views import accounts
from referee.models import Key
from referee.play.services.refusals import Refused
from tests.club.views.player_pages import known_phone
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

KEYS = "/account/keys/"


@pytest.fixture
def ana() -> User:
    GameFactory()
    return create_account(PHONE, "Ana", PASSWORD)


@pytest.fixture
def page(ana: User) -> PlainPhone:
    """The page of Ana's keys, after her password."""
    return known_phone().open(KEYS).press("Continue", name="Ana", password=PASSWORD)


def secrets_on(page: PlainPhone) -> list[str]:
    return [text_of(one) for one in elements(page.page, "code")]


def test_a_key_is_shown_once_and_stored_hashed(page, ana):
    assert "There is no key yet." in page.text
    page.press("Make the key", name="The bot", scope="enter")
    (secret,) = secrets_on(page)
    key = Key.objects.get()
    assert (key.account, key.name, key.scope, key.used_on) == (ana, "The bot", "enter", None)
    assert key.digest == digest_of(secret)
    assert len(secret) > 43
    assert secret not in str(list(Key.objects.values()))
    assert "The bot read, and enter cards · not used yet" in page.text
    page.open(KEYS).press("Continue", name="Ana", password=PASSWORD)
    assert "The bot" in page.text
    assert secrets_on(page) == []


def test_a_key_has_the_scope_that_was_chosen(page):
    for scope, said in (
        ("read", "only read"),
        ("enter", "read, and enter cards"),
        ("manage", "read, enter cards, and change or delete what the club has"),
    ):
        page.press("Make the key", name=f"To {scope}", scope=scope)
        assert Key.objects.get(name=f"To {scope}").scope == scope
        assert f"To {scope} {said} · not used yet" in page.text


def test_a_button_that_was_pressed_twice_makes_one_key(page):
    fields = {
        attribute(one, "name"): attribute(one, "value") for one in elements(page.page, "input")
    }
    form = {name: fields[name] for name in ("sure", "which")}
    form |= {"do": "make", "name": "The bot", "scope": "read"}
    client = phone(PHONE)
    first, second = (client.post(KEYS, form).content.decode() for _ in range(2))
    assert Key.objects.count() == 1
    assert "sushi_" in first
    assert "sushi_" not in second
    assert "was made before" in second


def test_a_key_is_revoked(page, ana):
    page.press("Make the key", name="The bot")
    page.press("Revoke")
    assert "The key is revoked." in page.text
    assert not Key.objects.exists()


def test_keys_of_others_are_not_revoked(page):
    eve = create_account(OTHER_PHONE, "Eve", PASSWORD)
    make_key(eve, hers := uuid4(), "Hers", "read")
    sure = next(one for one in elements(page.page, "input") if attribute(one, "name") == "sure")
    form = {"sure": attribute(sure, "value"), "which": str(hers), "do": "revoke"}
    phone(PHONE).post(KEYS, form)
    assert Key.objects.get().pk == hers


@pytest.mark.parametrize("end", ["another password", "logged out"])
@pytest.mark.parametrize("address", [KEYS, "/account/delete/"])
def test_a_password_that_was_typed_counts_no_longer_once_it_is_over(ana, address, end):
    """The phone that somebody else has by then neither makes a key nor deletes the account."""
    old = Client()
    assert old.post("/account/log-in/", {"name": "Ana", "password": PASSWORD}).status_code == 302
    sure = old.post(address, {"name": "Ana", "password": PASSWORD}).context["sure"]
    if end == "logged out":
        old.post("/account/log-out/")
    else:
        new = {"name": "Ana", "password": PASSWORD, "new_password": "nineteen dumplings"}
        assert phone(PHONE).post("/account/password/", new).status_code == 302
    form = {"sure": sure, "which": uuid4(), "do": "make", "name": "The bot", "scope": "manage"}
    assert old.post(address, form).url == address
    assert not Key.objects.exists()
    assert User.objects.exists()


def test_with_a_password_that_is_changed_meanwhile_no_key_is_made_and_no_account_deleted(
    ana, monkeypatch
):
    old, typed = Client(), {"name": "Ana", "password": PASSWORD}
    old.post("/account/log-in/", typed)
    proofs = {path: old.post(path, typed).context["sure"] for path in (KEYS, "/account/delete/")}
    checked = accounts.sure_account

    def slowly(*given: str) -> User | None:
        found = checked(*given)
        User.objects.update(password="another")
        return found

    monkeypatch.setattr(accounts, "sure_account", slowly)
    form = {"which": uuid4(), "do": "make", "name": "The bot", "scope": "manage"}
    for path, sure in proofs.items():
        User.objects.update(password=ana.password)
        said = old.post(path, {**form, "sure": sure}).content.decode()
        assert "The name or the password is wrong." in said
    assert not Key.objects.exists()
    assert User.objects.exists()


def test_a_new_password_shows_the_keys_made_until_then_and_revokes_all_in_one_tap(page, ana):
    make_key(ana, uuid4(), "The bot", "manage")
    make_key(ana, uuid4(), "The board", "read")
    page.open("/account/password/")
    page.press("Change it", name="Ana", password=PASSWORD, new_password="nineteen dumplings")
    assert "The password is changed. All other phones are logged out." in page.text
    assert "These keys were made before and still work." in page.text
    words = ("Revoke all keys", "The bot", "The board")
    assert sorted(words, key=page.text.index) == [*words]
    page.press("Revoke all keys")
    assert "2 keys are revoked." in page.text
    assert "There is no key yet." in page.text
    assert not Key.objects.exists()


def test_keys_of_others_stay_where_all_are_revoked(page, ana):
    eve = create_account(OTHER_PHONE, "Eve", PASSWORD)
    for account in (ana, ana, eve):
        make_key(account, uuid4(), "The bot", "read")
    page.open(KEYS).press("Continue", name="Ana", password=PASSWORD).press("Revoke all keys")
    assert Key.objects.get().account == eve


@pytest.mark.parametrize("which", ["", "sure of another phone", "sure of nobody"])
def test_nobody_comes_to_the_keys_without_the_password(page, which):
    sure = next(one for one in elements(page.page, "input") if attribute(one, "name") == "sure")
    said = attribute(sure, "value") if which == "sure of another phone" else "x"
    client = phone(OTHER_PHONE if which else PHONE)
    form = {"which": str(uuid4()), "do": "make", "name": "The bot", "scope": "read"}
    answer = client.post(KEYS, form | ({"sure": said} if which else {}))
    assert answer.status_code == (302 if which else 400)
    assert not Key.objects.exists()


def test_a_wrong_password_shows_no_keys(ana):
    make_key(ana, uuid4(), "The bot", "read")
    answer = phone(PHONE).post(KEYS, {"name": "Ana", "password": "wrong"})
    assert answer.status_code == 400
    assert "The bot" not in answer.content.decode()


@pytest.mark.parametrize(("name", "words"), [("", "Write a name."), ("x" * 41, "it has 41")])
def test_what_is_wrong_with_a_name_stands_at_it_and_nothing_is_lost(page, name, words):
    page.press("Make the key", name=name, scope="enter")
    assert page.response.status_code == 400
    assert words in page.text
    assert not Key.objects.exists()
    page.press("Make the key", name="The bot")
    assert Key.objects.get().scope == "enter"


def test_an_account_has_so_many_keys_and_no_more(ana):
    for _ in range(MAX_KEYS):
        make_key(ana, uuid4(), "The bot", "read")
    with pytest.raises(Refused, match="too-many-keys"):
        make_key(ana, UUID(int=1), "One more", "read")


def test_keys_go_with_their_account(ana):
    make_key(ana, uuid4(), "The bot", "read")
    delete_account(PHONE, ana, with_clubs=False)
    assert not Key.objects.exists()


def test_the_settings_of_a_club_lead_to_the_keys(ana):
    page = known_phone().open("/club/").follow("Settings").follow("Keys for programs")
    assert page.heading == "Keys for programs"
