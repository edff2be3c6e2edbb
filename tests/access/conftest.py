"""Who asks the network interface, in the tables of who may."""

import pytest
from django.core.cache import cache
from django.test import Client

from referee.club.services.accounts import create_account
from referee.club.services.helping import invite, take_invitation
from referee.models import Club, Key
from tests.access.asking import GONE, HELPER, PLAYER, WATCHER
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, key_client
from tests.play.views.plain_phone import phone


@pytest.fixture
def everybody(club: Club, quick_passwords: None) -> dict[str, Client]:
    """Phones, and programs with keys, by what they are to the club of the test."""
    cache.clear()
    ana, eve = (
        create_account(one, name, PASSWORD) for one, name in ((PHONE, "Ana"), (OTHER_PHONE, "Eve"))
    )
    ben = create_account(HELPER, "Ben", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, HELPER, ben)
    revoked = key_client(ana, "manage")
    Key.objects.all().delete()
    clients = {
        "owner": phone(PHONE),
        "helper": phone(HELPER),
        "player": phone(PLAYER),
        "watcher": phone(WATCHER),
        "sent away": phone(GONE),
        "stranger": phone(OTHER_PHONE),
        "nobody": phone(),
        "revoked": revoked,
    }
    for who, account in (("owner", ana), ("helper", ben), ("stranger", eve)):
        clients |= {f"{who}'s {one}": key_client(account, one) for one in Key.Scope.values}
    for client in clients.values():  # that the keys were used today is noted
        client.get("/api/v1/clubs/")
    return clients
