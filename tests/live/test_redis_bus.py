"""Several server processes over a real Redis; skipped with the reason where there is none."""

import asyncio
import socket
import time
from contextlib import closing
from itertools import count
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured

from referee.live import redis_bus
from referee.live.bus import process_bus
from referee.live.memory_bus import Change
from scripts.server import lasting_port
from tests.live.buses import Ear, redis_server, soon, two_processes
from tests.live.serving import PATIENCE

GAME = uuid4()


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch):
    monkeypatch.setattr(redis_bus, "FIRST_PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(redis_bus, "MAX_PAUSE_SECONDS", 0.2)


def test_a_change_at_one_process_wakes_phones_at_the_other_once_and_its_own_at_once():
    async def play(here, there):
        own, other = Ear(), Ear()
        here.listen(GAME, own)
        there.listen(GAME, other)
        await soon(lambda: own.heard and other.heard)
        assert own.heard == other.heard == [(0, True)], "each looks when it can hear at last"
        await asyncio.to_thread(lambda: here.publish(GAME, Change(4)))
        await soon(lambda: len(other.heard) > 1)
        await asyncio.to_thread(lambda: here.publish(GAME, Change(5, look=True)))
        await soon(lambda: len(other.heard) > 2)
        await asyncio.sleep(0.1)
        assert own.heard[1:] == other.heard[1:] == [(4, False), (5, True)]

    port = lasting_port()
    with redis_server(port):
        asyncio.run(play(*two_processes(port)))


def test_after_redis_was_away_everyone_looks_and_hears_again():
    async def play(port):
        here, there = two_processes(port)
        own, other = Ear(), Ear()
        with redis_server(port):
            here.listen(GAME, own)
            there.listen(GAME, other)
            await soon(lambda: own.heard and other.heard)
        await soon(lambda: len(other.heard) > 1)  # it looks for itself meanwhile
        changes = count(6)

        def heard_another_change():
            # Not the first: the sender may be back before the one who hears, who then looks.
            here.publish(GAME, Change(next(changes)))
            return any(not look for _version, look in other.heard)

        with redis_server(port):
            await soon(heard_another_change)

    asyncio.run(play(lasting_port()))


def test_what_others_write_into_the_channel_does_no_harm():
    async def play(port):
        here, _there = two_processes(port)
        ear = Ear()
        here.listen(GAME, ear)
        await soon(lambda: ear.heard)
        client = redis_bus.redis.Redis(port=port)
        for text in ("", "7", "{}", '{"game": 1}', '{"game": "x", "version": 1}', b"\xff"):
            client.publish(redis_bus.CHANNEL, text)
        said = f'{{"game": "{GAME.hex}", "version": 9, "access": false, "by": "another"}}'
        client.publish(redis_bus.CHANNEL, said)
        client.close()
        await soon(lambda: ear.heard[-1] == (9, False))

    port = lasting_port()
    with redis_server(port):
        asyncio.run(play(port))


def test_a_redis_that_is_down_slows_no_writer_and_phones_here_hear_at_once():
    async def play(bus):
        ear = Ear()
        bus.listen(GAME, ear)
        began = time.monotonic()
        for version in range(100):
            bus.publish(GAME, Change(version))
        assert time.monotonic() - began < PATIENCE
        await soon(lambda: any(version == 99 for version, _look in ear.heard))
        assert len(bus._outbox._waiting) <= 1, "the newest number of each game waits, no more"

    asyncio.run(play(two_processes(lasting_port())[0]))


def test_a_redis_that_answers_nothing_slows_no_writer():
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        bus = two_processes(mute.getsockname()[1])[0]
        began = time.monotonic()
        for version in range(100):
            bus.publish(GAME, Change(version))
        assert time.monotonic() - began < PATIENCE


def test_while_nothing_can_be_heard_everyone_looks_for_itself_again_and_again():
    async def play(bus):
        ear = Ear()
        bus.listen(GAME, ear)
        await soon(lambda: len(ear.heard) >= 3)
        assert set(ear.heard) == {(0, True)}

    asyncio.run(play(two_processes(lasting_port())[0]))


def test_the_settings_choose_the_bus_and_an_address_that_is_none_is_named(settings):
    choose = process_bus.__wrapped__
    settings.REDIS_URL = ""
    assert type(choose()).__name__ == "MemoryBus"
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    assert type(choose()).__name__ == "RedisBus"
    settings.REDIS_URL = "redis://127.0.0.1:port/0"
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        choose()
