"""One stream by itself: what it says, to whoever reads however slowly."""

import asyncio
from uuid import uuid4

from referee.live import stream as stream_module
from referee.live.memory_bus import Change
from referee.live.stream import Stream


class Reader:
    """The other end of a stream: an ASGI server's side of it."""

    def __init__(self):
        self.sent = []
        self.is_reading = asyncio.Event()
        self.is_reading.set()
        self.has_gone = asyncio.Event()

    async def send(self, event):
        await self.is_reading.wait()
        self.sent.append(event)

    async def receive(self):
        await self.has_gone.wait()
        return {"type": "http.disconnect"}

    def numbers(self):
        """The event numbers that were told."""
        bodies = [event.get("body", b"") for event in self.sent]
        return [
            int(body.split(b"data: ")[1].split()[0]) for body in bodies if b"event: version" in body
        ]

    @property
    def is_at_end(self):
        return self.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


def with_a_stream(scene, version=1):
    """Plays a scene with a stream that is open, and its reader; returns the reader."""

    async def play():
        reader = Reader()
        stream = Stream(uuid4(), "token", reader.send)
        running = asyncio.create_task(stream.run(reader.receive, version))
        await settle()
        await scene(stream, reader)
        await settle()
        reader.has_gone.set()
        await running
        assert asyncio.all_tasks() == {asyncio.current_task()}, "a task was left behind"
        return reader

    return asyncio.run(play())


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def looking(monkeypatch, *versions):
    """What the stream finds in the database, one look after the other."""
    found = iter(versions)

    async def look(game_id, token):
        await asyncio.sleep(0)
        return next(found)

    monkeypatch.setattr(stream_module, "present_version", look)


def test_a_number_is_told_once_and_never_a_smaller_one_after_a_larger():
    async def scene(stream, reader):
        for version in (2, 2, 5, 3, 4, 5, 6):
            stream.wake(Change(version))
            await settle()

    assert with_a_stream(scene).numbers() == [1, 2, 5, 6]


def test_an_idle_stream_is_one_task_and_one_that_has_news_two_at_most():
    async def scene(stream, reader):
        own = {asyncio.current_task()}
        assert len(asyncio.all_tasks() - own) == 1
        reader.is_reading.clear()
        for version in range(2, 1000):
            stream.wake(Change(version))
            stream.keep_alive()
            if version % 100 == 0:
                await settle()
        assert len(asyncio.all_tasks() - own) == 2
        reader.is_reading.set()

    reader = with_a_stream(scene)
    assert reader.numbers()[-1] == 999
    assert len(reader.sent) < 10, "nothing piles up for who reads slowly"


def test_a_reader_that_goes_while_something_is_said_leaves_no_task():
    async def scene(stream, reader):
        reader.is_reading.clear()
        stream.wake(Change(2))
        await settle()

    assert with_a_stream(scene).numbers() == [1]


def test_a_connection_that_breaks_while_something_is_said_is_no_fault():
    async def scene(stream, reader):
        async def broken(event):
            raise BrokenPipeError

        stream._send = broken
        stream.wake(Change(2))
        await settle()
        stream.wake(Change(3))

    assert with_a_stream(scene).numbers() == [1]


def test_ending_completes_the_answer_and_nothing_is_said_after_it():
    async def scene(stream, reader):
        stream.end()
        await settle()
        stream.wake(Change(2, look=True))
        stream.keep_alive()
        stream.end()

    reader = with_a_stream(scene)
    assert reader.numbers() == [1]
    assert reader.is_at_end


def test_an_end_before_the_beginning_ends_it_at_its_beginning():
    async def play():
        reader = Reader()
        stream = Stream(uuid4(), "token", reader.send)
        stream.end()
        running = asyncio.create_task(stream.run(reader.receive, 1))
        await settle()
        reader.has_gone.set()
        await running
        return reader

    reader = asyncio.run(play())
    assert reader.sent[0]["status"] == 200
    assert reader.is_at_end


def test_after_a_change_of_access_it_looks_before_it_says_anything(monkeypatch):
    looking(monkeypatch, None)

    async def scene(stream, reader):
        stream.wake(Change(2, look=True))
        stream.wake(Change(3))

    reader = with_a_stream(scene)
    assert reader.numbers() == [1]
    assert reader.is_at_end


def test_who_may_still_listen_is_told_what_the_look_has_found(monkeypatch):
    looking(monkeypatch, 7, 7)

    async def scene(stream, reader):
        stream.wake(Change(0, look=True))
        await settle()
        stream.wake(Change(5, look=True))

    assert with_a_stream(scene).numbers() == [1, 7]


def test_a_change_of_access_during_a_look_is_looked_at_again(monkeypatch):
    looking(monkeypatch, 2, None)

    async def scene(stream, reader):
        stream.wake(Change(2, look=True))
        await asyncio.sleep(0)
        stream.wake(Change(3, look=True))

    reader = with_a_stream(scene)
    assert reader.numbers() == [1]
    assert reader.is_at_end


def test_a_sign_of_life_is_no_news():
    async def scene(stream, reader):
        for _ in range(3):
            stream.keep_alive()
            await settle()

    reader = with_a_stream(scene)
    assert reader.numbers() == [1]
    alive = b"event: alive\ndata: 1\n\n"
    assert [event["body"] for event in reader.sent[-3:]] == [alive] * 3


def test_what_has_changed_is_said_with_the_number_since_which_that_is_all():
    async def scene(stream, reader):
        stream.wake(Change(2, 1, {"1-1": 2}))
        await settle()
        stream.wake(Change(3, 2, {"1-1": 3}))
        stream.wake(Change(4, 3, {"1-2": 4}))
        await settle()
        stream.wake(Change(6, 5, {"1-2": 6}))
        stream.wake(Change(7))
        await settle()

    sent = b"".join(event.get("body", b"") for event in with_a_stream(scene).sent)
    said = [line[6:] for line in sent.decode().splitlines() if line.startswith("data: ")]
    assert said == ["1", "2 1 1-1:2", "4 2 1-1:3,1-2:4", "7"]
