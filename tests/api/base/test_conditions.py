"""What is read has an ETag, by which it is read and changed only if it is, or is not, the same."""

from typing import Any

import pytest

from referee.models import GameNight
from tests.factories import PHONE
from tests.people import play
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> str:
    """The address of a night."""
    return f"/api/v1/nights/{play('Ana', 'Ben', on=3).night_id}/"


def change(address: str, name: str, etag: str | None) -> Any:
    headers = {} if etag is None else {"If-Match": etag}
    body = {"name": name}
    return phone(PHONE).patch(address, body, content_type="application/json", headers=headers)


@pytest.mark.parametrize("address", ["", "?format=json"])
def test_head_has_what_get_has_without_its_body(night, address):
    got, head = phone(PHONE).get(night + address), phone(PHONE).head(night + address)
    assert head.headers["ETag"] == got.headers["ETag"]
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("method", ["get", "head"])
def test_what_is_still_the_same_is_not_sent_again(night, method):
    etag = phone(PHONE).get(night).headers["ETag"]
    answer = getattr(phone(PHONE), method)(night, headers={"If-None-Match": f'"x", {etag}'})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == etag


def test_what_has_changed_since_it_was_read_is_not_changed(night):
    read = phone(PHONE).get(night).headers["ETag"]
    assert change(night, "The final", read).status_code == 200
    late = change(night, "The semi-final", read)
    assert late.status_code == 412
    assert [(one["path"], one["code"]) for one in late.json()["errors"]] == [
        ("If-Match", "changed-meanwhile")
    ]
    assert GameNight.objects.get().name == "The final"


@pytest.mark.parametrize("method", ["get", "head"])
def test_what_is_to_be_read_only_as_it_was_is_refused_as_all_else_is(night, method):
    answer = getattr(phone(PHONE), method)(night, headers={"If-Match": '"x"'})
    assert (answer.status_code, answer.headers["Content-Type"]) == (412, "application/problem+json")
    if method == "get":
        assert [fault["code"] for fault in answer.json()["errors"]] == ["changed-meanwhile"]
    etag = phone(PHONE).get(night).headers["ETag"]
    assert getattr(phone(PHONE), method)(night, headers={"If-Match": etag}).status_code == 200


def test_what_was_read_compressed_is_changed(night):
    GameNight.objects.update(note="Ana has won. " * 20)
    answer = phone(PHONE).get(night, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert change(night, "The end", answer.headers["ETag"]).status_code == 200
    assert change(night, "The final", answer.headers["ETag"]).status_code == 412


@pytest.mark.parametrize("etag", ["*", None, '"x", {}'])
def test_what_is_as_it_was_read_is_changed(night, etag):
    etag = etag and etag.replace("{}", phone(PHONE).get(night).headers["ETag"])
    assert change(night, "The final", etag).status_code == 200


@pytest.mark.parametrize("address", ["score", "nights", "webhooks"])
def test_where_nothing_has_an_etag_the_condition_is_refused(night, address):
    """What is made is not compared with the list in which it will stand."""
    answer = phone(PHONE).post(
        f"/api/v1/{address}/", {}, content_type="application/json", headers={"If-Match": "*"}
    )
    assert answer.status_code == 400
    assert [one["code"] for one in answer.json()["errors"]] == ["no-etag"]
