"""The bus wakes who listens, from any thread, and keeps nothing for who does not."""

import asyncio
import threading
from uuid import uuid4

import pytest

from referee.live.bus import publish_change
from referee.live.memory_bus import Change, MemoryBus
from referee.play.services.changes import tell
from referee.play.signals import game_changed
from tests.factories import GameFactory, add, version_of, where
from tests.live.buses import Ear
from tests.live.serving import elsewhere, rolled_back

GAME = uuid4()


async def in_a_thread(action):
    await asyncio.get_running_loop().run_in_executor(None, action)
    await asyncio.sleep(0.01)


def test_a_change_in_another_thread_wakes_every_listener_of_its_game_in_the_loop():
    bus, ears, other = MemoryBus(), [Ear(), Ear()], Ear()

    async def listening():
        for ear in ears:
            bus.listen(GAME, ear)
        bus.listen(uuid4(), other)
        await in_a_thread(lambda: bus.publish(GAME, Change(7)))
        await in_a_thread(lambda: bus.publish(GAME, Change(8, look=True)))

    asyncio.run(listening())
    assert [ear.heard for ear in ears] == [[(7, False), (8, True)]] * 2
    assert other.heard == []


def test_a_writer_waits_for_nobody_and_what_piles_up_is_the_newest_number_alone():
    bus, ear = MemoryBus(), Ear()

    async def listening():
        bus.listen(GAME, ear)
        # This loop stands still meanwhile: what is published can only wait.
        writer = threading.Thread(
            target=lambda: [
                bus.publish(GAME, Change(number, look=number == 3)) for number in range(1000)
            ]
        )
        writer.start()
        writer.join(5)
        assert not writer.is_alive()
        assert len(bus._due) == 1
        await asyncio.sleep(0.01)
        assert len(bus._due) == 0

    asyncio.run(listening())
    assert ear.heard == [(999, True)]


def test_who_has_gone_is_forgotten_and_a_game_without_listeners_leaves_nothing():
    bus, ear = MemoryBus(), Ear()

    async def listening():
        bus.listen(GAME, ear)
        assert len(bus) == 1
        bus.publish(GAME, Change(1))
        bus.forget(GAME, ear)
        bus.forget(GAME, ear)
        bus.publish(GAME, Change(2))
        await asyncio.sleep(0.01)

    asyncio.run(listening())
    assert (len(bus), bus._listeners, bus._due, ear.heard) == (0, {}, {}, [])


def test_a_change_after_the_servers_loop_has_ended_is_no_fault_and_the_next_loop_hears():
    bus, old, new = MemoryBus(), Ear(), Ear()

    async def listening(ear):
        bus.listen(GAME, ear)

    asyncio.run(listening(old))
    bus.publish(GAME, Change(1))

    async def again():
        bus.listen(GAME, new)
        await in_a_thread(lambda: bus.publish(GAME, Change(2)))

    asyncio.run(again())
    assert (old.heard, new.heard) == ([], [(2, False)])


def test_two_loops_at_once_are_refused_rather_than_one_left_deaf():
    bus = MemoryBus()

    async def listening():
        bus.listen(GAME, Ear())
        await in_a_thread(other_loop)

    def other_loop():
        async def listen():
            bus.listen(GAME, Ear())

        with pytest.raises(RuntimeError, match="one event loop"):
            asyncio.run(listen())

    asyncio.run(listening())


def test_everyone_is_told_to_look_when_news_may_have_been_missed():
    bus, ears = MemoryBus(), [Ear(), Ear()]

    async def listening():
        for ear in ears:
            bus.listen(uuid4(), ear)
        bus.wake_everyone()
        await asyncio.sleep(0.01)

    asyncio.run(listening())
    assert [ear.heard for ear in ears] == [[(0, True)]] * 2


# ------------------------------------------------------------- what the services tell


def heard_while(action, game_id):
    """What a listener of the process's own bus hears of the game meanwhile."""
    bus, ear = MemoryBus(), Ear()

    async def listening():
        bus.listen(game_id, ear)
        await in_a_thread(lambda: elsewhere(action))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.live.bus.process_bus", lambda: bus)
        asyncio.run(listening())
    return ear.heard


@pytest.mark.django_db(transaction=True)
def test_a_tap_wakes_the_bus_when_it_is_committed():
    game = GameFactory()
    assert heard_while(lambda: add(where(game), "tofu"), game.pk) == [(1, False)]


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_wakes_nobody():
    game = GameFactory()
    assert heard_while(lambda: rolled_back(lambda: add(where(game), "tofu")), game.pk) == []
    assert version_of(game) == 0


@pytest.mark.django_db(transaction=True)
def test_a_change_of_access_says_so():
    game = GameFactory()
    heard = heard_while(lambda: tell(game.pk, 5, access_changed=True), game.pk)
    assert heard == [(5, True)]


def test_the_app_listens_to_the_services_once():
    receivers = [receiver() for _key, receiver, *_ in game_changed.receivers]
    assert receivers.count(publish_change) == 1


@pytest.mark.parametrize(
    ("changes", "both"),
    [
        # What follows on each other is known together, in whatever order it is heard.
        ((Change(5, 4, {"1-1": 5}), Change(6, 5, {"1-2": 6})), Change(6, 4, {"1-1": 5, "1-2": 6})),
        ((Change(6, 5, {"1-2": 6}), Change(5, 4, {"1-1": 5})), Change(6, 4, {"1-1": 5, "1-2": 6})),
        ((Change(5, 4, {"1-1": 5}), Change(6, 5, {"1-1": 6})), Change(6, 4, {"1-1": 6})),
        # Of what lies in between nobody has heard.
        ((Change(5, 4, {"1-1": 5}), Change(7, 6, {"1-2": 7})), Change(7, 4)),
        ((Change(5, 4, {"1-1": 5}), Change(6)), Change(6)),
        ((Change(5, 4, {"1-1": 5}), Change(look=True)), Change(5, look=True)),
    ],
)
def test_changes_that_wait_are_one(changes, both):
    assert changes[0] | changes[1] == both
