"""The page that says what SushiScore is and whose games these are."""

import pytest
from django.test import Client
from django.test.html import parse_html

from tests.play.views.plain_phone import attribute, elements, text_of

pytestmark = pytest.mark.django_db


def test_it_is_linked_from_the_first_page_and_says_that_it_is_not_the_publishers():
    client = Client()
    first = parse_html(client.get("/").content.decode())
    (foot,) = elements(first, "footer")
    addresses = {attribute(link, "href") for link in elements(foot, "a")}
    assert "/about/" in addresses
    about = client.get("/about/")
    said = " ".join(text_of(next(elements(parse_html(about.content.decode()), "main"))).split())
    assert about.status_code == 200
    assert "not affiliated with" in said
    assert "© Microsoft Corporation" in said
    assert "LICENSES.md" in said
    # No more than what protects the choice of the language.
    assert set(about.cookies) == {"csrftoken"}
