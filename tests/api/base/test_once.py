"""A POST that creates, sent again with its ``Idempotency-Key``."""

import datetime
import json
from typing import Any

import pytest
from django.test import RequestFactory
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.api.base import errors
from referee.api.base.keys import KeyAuthentication, KeyOrPhone
from referee.api.base.once import once
from referee.club.services import kept_answers
from referee.models import Club, KeptAnswer
from referee.play.services.refusals import Refused
from referee.wording.refusals import refusal_message
from tests.factories import OTHER_PHONE, PHONE
from tests.play.views.plain_phone import phone
from tests.races import all_about_to, at_once

pytestmark = pytest.mark.django_db


class Making(APIView):
    """Makes a club, or refuses."""

    authentication_classes = [KeyAuthentication]
    permission_classes = [KeyOrPhone]
    new_id: Any

    @once
    def post(self, request: Request) -> Response:
        if request.data["name"] == "refused":
            raise Refused("name-missing")
        made = Club.objects.create(pk=self.new_id, name=request.data["name"])
        return Response({"z": 1, "id": str(made.pk)}, 201, headers={"Location": f"/{made.pk}/"})


def make(key: str | None, name: str = "Belt", who: str = PHONE, path: str = "/x/") -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    body = json.dumps({"name": name})
    request = RequestFactory().post(path, body, "application/json", headers=headers)
    cookies = {name: morsel.value for name, morsel in phone(who).cookies.items()}
    request.COOKIES.update(cookies)
    return Making.as_view()(request).render()


def fault(answer: Any) -> tuple[int, str, str]:
    (one,) = json.loads(answer.content)["errors"]
    return answer.status_code, one["path"], one["code"]


def test_the_same_request_creates_once_and_gets_the_same_answer():
    first, again = make("one"), make("one")
    assert Club.objects.count() == 1
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert first.status_code == 201
    for name in ("Location", "Content-Type"):
        assert first.headers[name] == again.headers[name]


@pytest.mark.parametrize("key", [None, "another"])
def test_without_the_header_or_with_another_one_it_creates_again(key):
    make(None)
    make(key)
    assert Club.objects.count() == 2


def test_what_another_phone_calls_the_same_is_another_request():
    assert make("one").content != make("one", who=OTHER_PHONE).content
    assert Club.objects.count() == 2


@pytest.mark.parametrize("other", [{"name": "Plate"}, {"path": "/y/"}, {"path": "/x/?a=1"}])
def test_another_request_under_the_same_name_is_refused(other):
    make("one")
    assert fault(make("one", **other)) == (422, "Idempotency-Key", "sent-otherwise")
    assert Club.objects.count() == 1


@pytest.mark.parametrize("key", ["", "x" * 101, "o\x80ne", "o ne", "one\n", "\x7f"])
def test_a_name_that_is_none_is_refused(key):
    assert fault(make(key)) == (400, "Idempotency-Key", "not-a-key")
    assert not Club.objects.exists()


def test_a_name_may_have_a_hundred_characters():
    assert make("~" * 100).status_code == 201


def test_what_is_refused_is_not_kept_and_may_be_put_right():
    assert fault(make("one", name="refused")) == (400, "name", "name-missing")
    assert not KeptAnswer.objects.exists()
    assert make("one").status_code == 201


def test_what_is_under_way_is_not_begun_again_until_it_was_cut_off(monkeypatch):
    monkeypatch.setattr(
        "referee.api.base.once.keep", lambda *_: None
    )  # as where the server is killed
    first = make("one")
    monkeypatch.undo()
    assert fault(make("one")) == (409, "Idempotency-Key", "under-way")
    Club.objects.all().delete()
    KeptAnswer.objects.update(made_at=KeptAnswer.objects.get().made_at - kept_answers.AT_MOST)
    assert make("one").content == first.content  # it is made under the same id


def test_an_answer_is_kept_for_a_day():
    make("one")
    row = KeptAnswer.objects.get()
    KeptAnswer.objects.update(made_at=row.made_at - datetime.timedelta(hours=23))
    make("one")
    assert Club.objects.count() == 1
    KeptAnswer.objects.update(made_at=row.made_at - datetime.timedelta(hours=24))
    make("two")
    assert [row.key for row in KeptAnswer.objects.all()] == ["two"]


def test_so_many_are_kept_and_no_more(monkeypatch):
    monkeypatch.setattr(kept_answers, "MOST_ANSWERS", 2)
    first = make("one")
    make("two")
    late = make("three")
    assert fault(late) == (429, "Idempotency-Key", "too-many-answers")
    assert 86_000 < int(late.headers["Retry-After"]) <= 86_400
    assert make("one").content == first.content
    assert make("three", who=OTHER_PHONE).status_code == 201
    assert make(None).status_code == 201


def test_nothing_is_kept_for_who_may_not_create():
    assert fault(make("one", who="")) == (401, "", "not-authenticated")
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize("code", errors.STATUSES)
def test_every_refusal_with_a_status_of_its_own_has_its_words(code):
    facts = dict.fromkeys(("name", "signs", "most", "games", "face", "cards", "round", "taps"), 1)
    assert refusal_message(code, facts)


# ------------------------------------------------------------- at the same moment


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_create_once(monkeypatch):
    all_about_to(monkeypatch, kept_answers, "_make", 2)
    statuses: list[int] = []

    def send() -> None:
        statuses.append(make("one").status_code)

    assert at_once(send, send) == [None, None]
    assert sorted(statuses) in ([201, 201], [201, 409])
    assert Club.objects.count() == 1
