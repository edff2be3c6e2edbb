"""How passwords are kept: by Argon2, outside every transaction, one after the other."""

import threading
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import get_hasher, make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from referee.club.services import passwords
from referee.club.services.accounts import change_password, create_account
from referee.club.services.passwords import KnownNamesValidator, account_of_password, hash_of
from referee.disputes.pages import disputes
from referee.play.services.refusals import Refused
from tests.factories import PASSWORD, PHONE, GameFactory, add, finish, where
from tests.play.views.plain_phone import phone

LOG_IN, NEW, CHANGE = "/account/log-in/", "/account/new/", "/account/password/"
PBKDF2 = "django.contrib.auth.hashers.PBKDF2PasswordHasher"


@pytest.fixture
def in_transaction(monkeypatch):
    """Whether a transaction was open, for each password that was hashed or compared."""
    seen = []
    for method in ("encode", "verify"):
        real = getattr(passwords.Argon2, method)

        def noted(self, *of, real=real):
            seen.append(connection.in_atomic_block)
            return real(self, *of)

        monkeypatch.setattr(passwords.Argon2, method, noted)
    return seen


def old_way(password: str) -> str:
    """A hash as they were before, with fewer rounds: the test need not take as long."""
    hasher = get_hasher("pbkdf2_sha256")
    return hasher.encode(password, hasher.salt(), 1000)


@pytest.mark.django_db(transaction=True)
def test_no_password_is_hashed_inside_a_transaction(in_transaction):
    typed = {"name": "Ana", "password": PASSWORD}
    assert Client().post(NEW, typed).status_code == 302
    assert len(in_transaction) == 1
    User.objects.update(password=old_way(PASSWORD))
    assert Client().post(LOG_IN, typed).status_code == 302
    assert len(in_transaction) == 2
    assert Client().post(LOG_IN, {**typed, "name": "Nobody"}).status_code == 400
    changed = {**typed, "new_password": "nineteen dumplings"}
    assert Client().post(CHANGE, changed).status_code == 302
    assert len(in_transaction) == 5
    assert not any(in_transaction)


@pytest.mark.django_db(transaction=True)
def test_no_diagnosis_is_made_and_no_code_drawn_inside_a_transaction(monkeypatch):
    import segno

    seen = []

    def noting(real):
        def noted(*args, **named):
            seen.append(connection.in_atomic_block)
            return real(*args, **named)

        return noted

    monkeypatch.setattr(disputes, "explanations", noting(lambda *_args, **_named: {}))
    monkeypatch.setattr(segno, "make", noting(segno.make))
    game = GameFactory()
    add(where(game), "squid-nigiri")
    finish(game)
    host = phone(PHONE)
    said = {"dispute": uuid4(), "player": 1, "scope": "game", "number": 77}
    host.post(f"/g/{game.pk}/dispute/", said)
    for page in ("dispute/", "table/", "result/"):
        host.get(f"/g/{game.pk}/{page}")
    assert seen
    assert not any(seen)


@pytest.mark.django_db
def test_new_passwords_are_kept_by_argon2_and_old_ones_go_on_and_are_kept_anew():
    ana = create_account(PHONE, "Ana", PASSWORD)
    assert ana.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    User.objects.update(password=old_way(PASSWORD))
    assert account_of_password("ana", "something else") is None
    assert User.objects.get().password.startswith("pbkdf2_sha256$")
    assert account_of_password("ana", PASSWORD) == ana
    assert User.objects.get().password.startswith("argon2$")
    assert account_of_password("ana", PASSWORD) == ana


@pytest.mark.django_db
def test_a_password_that_is_changed_meanwhile_stays_changed(monkeypatch):
    ana = create_account(PHONE, "Ana", PASSWORD)
    User.objects.update(password=old_way(PASSWORD))
    ana.refresh_from_db()

    def slowly(password):
        change_password(ana, "nineteen dumplings", phone=PHONE)
        return make_password(password)

    monkeypatch.setattr(passwords, "make_password", slowly)
    monkeypatch.setattr("referee.club.services.accounts.hash_of", make_password)
    account_of_password("ana", PASSWORD)
    assert User.objects.get().check_password("nineteen dumplings")


def test_as_many_at_once_are_hashed_one_after_the_other(monkeypatch):
    at_once, most, ready = 0, 0, threading.Event()

    def slowly(password):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        ready.wait(0.05)
        at_once -= 1
        return password

    monkeypatch.setattr(passwords, "make_password", slowly)
    threads = [threading.Thread(target=hash_of, args=(PASSWORD,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_so_many_wait_and_the_next_one_is_refused_at_once():
    waiting = [
        threading.Thread(target=hash_of, args=(PASSWORD,)) for _ in range(passwords.MAX_AT_ONCE - 1)
    ]
    with passwords.turn_to_hash():
        for thread in waiting:
            thread.start()
        while passwords._places.acquire(blocking=False):  # not all have come by now
            passwords._places.release()
        with pytest.raises(Refused) as refused:
            hash_of(PASSWORD)
    assert refused.value.code == "too-busy"
    for thread in waiting:
        thread.join()
    assert hash_of(PASSWORD)


@pytest.mark.django_db
def test_names_of_the_accounts_own_clubs_are_no_passwords():
    club = GameFactory().night.club
    club.name = "The Rolling Nigiri"
    club.save()
    ana = create_account(PHONE, "Ana", PASSWORD)
    for wrong in ("TheRollingNigiri", "nigiri2024", "sushiscore!"):
        with pytest.raises(ValidationError):
            KnownNamesValidator().validate(wrong, ana)
    KnownNamesValidator().validate("seventeen dumplings", ana)
