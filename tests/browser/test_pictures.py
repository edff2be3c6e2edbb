"""Pictures are seen under the strict policy, and without JavaScript."""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_picture_of_the_sprite_is_painted(open_phone, scripts):
    phone = open_phone(java_script_enabled=scripts)
    answer = phone.goto("/")
    assert "unsafe" not in answer.headers["content-security-policy"]
    icon = phone.locator(".choice .icon").first
    painted = icon.screenshot()
    phone.route("**/sprite.svg?*", lambda route: route.abort())
    phone.goto("/")
    without = phone.locator(".choice .icon").first.screenshot()
    phone.unroute_all(behavior="wait")
    assert painted != without
