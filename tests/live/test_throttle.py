"""Tries that two server processes count together over a real Redis."""

import pytest

from referee.access.throttle import Throttle
from scripts.server import lasting_port
from tests.live.buses import redis_server

WRONG_CODES = Throttle("wrong-codes", most=3, seconds=60)


@pytest.fixture
def port():
    return lasting_port()


@pytest.fixture(autouse=True)
def over_redis(settings, port):
    where = f"redis://127.0.0.1:{port}/0"
    over = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": where}
    settings.CACHES = {**settings.CACHES, "counts": over}


def another_process(settings):
    """Forgets what this process keeps: its connections, and what it counts by itself."""
    settings.CACHES = {**settings.CACHES}


def test_another_process_knows_of_the_tries_and_counts_on(settings, port):
    with redis_server(port):
        for _ in range(2):
            WRONG_CODES.count("192.0.2.1")
        another_process(settings)
        assert WRONG_CODES.seconds_to_wait("192.0.2.1") == 0
        WRONG_CODES.count("192.0.2.1")
        assert 0 < WRONG_CODES.seconds_to_wait("192.0.2.1") <= 60
        assert WRONG_CODES.seconds_to_wait("192.0.2.2") == 0
        another_process(settings)
        assert [WRONG_CODES.take("192.0.2.2")[0] for _ in range(2)] == [2, 1]
        another_process(settings)
        assert [WRONG_CODES.take("192.0.2.2")[0] for _ in range(3)] == [0, -1, -1]
        assert 0 < WRONG_CODES.take("192.0.2.2")[1] <= 60


def test_a_redis_that_is_down_lets_each_process_count_for_itself(settings):
    for _ in range(3):
        WRONG_CODES.count("192.0.2.1")
    assert 0 < WRONG_CODES.seconds_to_wait("192.0.2.1") <= 60
