"""Pictures are seen under the strict policy, and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_picture_of_the_sprite_is_painted(open_phone: Callable[..., Page]) -> None:
    painted = []
    for is_there in (True, False):
        phone = open_phone(java_script_enabled=False)
        if not is_there:
            phone.route("**/sprite.svg?*", lambda route: route.abort())
        answer = phone.goto("/")
        assert answer
        assert "unsafe" not in answer.headers["content-security-policy"]
        painted.append(phone.locator(".choice .icon").first.screenshot())
    assert painted[0] != painted[1]
