"""What webhooks are told of a club's games, when it is sent, and when it is given up."""

import asyncio
import base64
import datetime
import json
import time
from datetime import timedelta
from threading import Event
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from referee.club import calling
from referee.club.calling import Answer
from referee.club.services import webhooks
from referee.club.services.deleting import delete_club, remove_gone
from referee.club.services.files.import_games import Total, Totals
from referee.club.services.kept_answers import begin, keep
from referee.club.services.paper import EnteredGame, correct_totals, enter_games
from referee.club.services.players import make_anonymous, merge_players, rename_player
from referee.club.services.webhooks import (
    MAX_WEBHOOKS,
    PAUSES,
    change_webhook,
    make_webhook,
    send_again,
    send_test,
)
from referee.jobs import runner
from referee.models import Delivery, Game, Job, Player, Webhook
from referee.play.services.confirming import reopen_round
from referee.play.services.games import Setup, delete_game, start_game, start_in_club
from referee.play.services.refusals import Refused
from referee.play.services.rematch import rematch, start_next
from referee.play.services.seating import Sitting, change_seats, people_mark
from tests.club.receiving import receiving, settle, take_due
from tests.factories import OTHER_PHONE, PHONE, GameFactory, add, confirm, finish, where
from tests.live.serving import rolled_back
from tests.races import at_once

pytestmark = pytest.mark.django_db

EVENTS = Webhook.Event.values
TAKEN, FAILED = Answer(204, ""), Answer(500, "status")


@pytest.fixture
def game():
    return GameFactory()


def hook(game, *events, address="https://hooks.example/x"):
    make_webhook(game.night.club, made := uuid4(), address, events or EVENTS)
    return Webhook.objects.get(pk=made)


def told(webhook):
    rows = webhook.deliveries.order_by("made_at")
    return [(row.event, json.loads(row.body)["data"]) for row in rows]


def events(webhook):
    return [event for event, _data in told(webhook)]


def due_now():
    """Let what rests or waits be due."""
    now = timezone.now()
    Job.objects.update(held_until=now, due_at=now)
    Delivery.objects.exclude(due_at=None).update(due_at=now)


# ------------------------------------------------------------------ what is told


def test_a_round_that_is_confirmed_is_told_with_points_and_totals(game):
    webhook = hook(game)
    add(where(game), "tempura", "tempura")
    add(where(game, seat=2), "egg-nigiri")
    confirm(game, 1)
    ana, ben = game.seats.order_by("place")
    ((event, data),) = told(webhook)
    assert event == "round.confirmed"
    assert data == {
        "club": str(game.night.club_id),
        "night": str(game.night_id),
        "game": str(game.pk),
        "ruleset": "sushi-go",
        "round": 1,
        "version": 1,
        "players": [
            {"player": str(ana.player_id), "name": "Ana", "points": 5, "total": 5},
            {"player": str(ben.player_id), "name": "Ben", "points": 1, "total": 1},
        ],
    }
    document = json.loads(Delivery.objects.get().body)
    assert set(document) == {"type", "timestamp", "data"}
    assert document["timestamp"].endswith("+00:00")


def test_a_game_that_begins_is_told_with_who_plays():
    GameFactory()
    webhook = hook(GameFactory(), "game.started")
    setup = Setup("sushi-go-party", ("Ana", "Ben"), menu="my-first-meal")
    game = start_game(PHONE, uuid4(), setup)
    ((event, data),) = told(webhook)
    ana, ben = game.seats.order_by("place")
    assert event == "game.started"
    assert data == {
        "club": str(game.night.club_id),
        "night": str(game.night_id),
        "game": str(game.pk),
        "ruleset": "sushi-go-party",
        "menu": "my-first-meal",
        "players": [
            {"seat": 1, "player": str(ana.player_id), "name": "Ana"},
            {"seat": 2, "player": str(ben.player_id), "name": "Ben"},
        ],
    }


def test_each_game_that_begins_is_told_once_however_it_begins(game):
    webhook = hook(game, "game.started")
    setup, club = Setup("sushi-go", ("Ana", "Ben")), game.night.club_id
    for _twice in range(2):
        start_game(PHONE, game.pk, setup)  # which has begun before there was a webhook
        start_in_club(club, game_id := uuid4(), setup.sheet())
        start_in_club(club, game_id, setup.sheet())
    assert len(events(webhook)) == 2
    finish(game)
    next_one = rematch(game.pk, uuid4())
    assert rematch(game.pk, uuid4()) == next_one
    finish(next_one)
    start_next(next_one.pk, uuid4(), setup)
    assert len(events(webhook)) == 4
    assert json.loads(webhook.deliveries.latest("made_at").body)["data"]["menu"] is None


def test_a_game_that_is_deleted_is_told_and_what_was_told_of_it_goes(game):
    webhook = hook(game, "round.confirmed", "game.deleted")
    confirm(game, 1)
    delete_game(game.pk)
    ids = {"club": game.night.club_id, "night": game.night_id, "game": game.pk}
    data = {name: str(pk) for name, pk in ids.items()} | {"ruleset": "sushi-go"}
    assert told(webhook) == [("game.deleted", data)]
    assert webhook.deliveries.get().game is None


def test_a_game_from_paper_that_is_deleted_is_told_too(game):
    webhook = hook(game, "game.started", "game.deleted")
    enter_games(game.night.club_id, [(entered := uuid4(), paper_game(41, 38))])
    assert events(webhook) == [], "it began elsewhere"
    delete_game(entered)
    assert [data["game"] for _event, data in told(webhook)] == [str(entered)]


def test_a_game_that_is_finished_is_told_with_its_ranks(game):
    webhook = hook(game, "game.finished")
    add(where(game), "tempura", "tempura")
    finish(game)
    ((event, data),) = told(webhook)
    assert event == "game.finished"
    assert [(one["name"], one["rank"], one["total"], one["win"]) for one in data["placings"]] == [
        ("Ana", 1, 5, 1.0),
        ("Ben", 2, 0, 0.0),
    ]


def test_a_finished_game_that_is_opened_again_is_corrected_when_it_is_finished_again(game):
    webhook = hook(game)
    finish(game)
    reopen_round(game.pk, 2, reason="one more")
    add(where(game, 2), "egg-nigiri")
    confirm(game, 2)
    assert events(webhook) == [
        *["round.confirmed"] * 3,
        "game.finished",
        "round.confirmed",
        "game.corrected",
    ]
    rounds = [data for event, data in told(webhook) if event == "round.confirmed"]
    assert [(data["round"], data["version"]) for data in rounds] == [(1, 1), (2, 1), (3, 1), (2, 2)]


def test_a_round_that_is_confirmed_unchanged_is_no_news(game):
    webhook = hook(game, "round.confirmed")
    confirm(game, 1)
    reopen_round(game.pk, 1, reason="a look")
    confirm(game, 1)
    assert events(webhook) == ["round.confirmed"]


def test_a_game_that_is_over_again_is_news_only_where_anything_has_changed(game):
    webhook = hook(game, "game.finished", "game.corrected")
    finish(game)
    for cards, count in (([], 1), (["chopsticks"], 2), ([], 2), (["egg-nigiri"], 3), ([], 3)):
        reopen_round(game.pk, 2, reason="a look")
        add(where(game, 2), *cards)
        confirm(game, 2)
        assert events(webhook) == ["game.finished", *["game.corrected"] * (count - 1)]
    reopen_round(game.pk, 2, reason="it was Zoe")
    change_seats(game.pk, [Sitting("Zoe", 1, is_other=True), Sitting("Ben", 2)])
    confirm(game, 2)
    assert len(events(webhook)) == 4


def paper_game(*totals: int, day: int = 7) -> EnteredGame:
    rows = tuple(Total(name, total) for name, total in zip(("Ana", "Ben"), totals, strict=True))
    return EnteredGame(datetime.date(2025, 3, day), Totals("sushi-go", None, rows))


def test_a_game_from_paper_is_finished_and_then_corrected_also_to_another_day(game):
    webhook = hook(game)
    enter_games(game.night.club_id, [(entered := uuid4(), paper_game(41, 38))])
    for total, day in ((42, 7), (42, 8)):
        seen = people_mark(Game.objects.get(pk=entered))
        right = paper_game(total, 38, day=day)
        correct_totals(entered, right.date, right.sheet, seen=seen, reason="counted again")
    assert events(webhook) == ["game.finished", "game.corrected", "game.corrected"]
    totals = [[one["total"] for one in data["placings"]] for _event, data in told(webhook)]
    assert totals == [[41, 38], [42, 38], [42, 38]]


def test_games_of_a_file_are_not_told_one_by_one(game):
    webhook = hook(game)
    games = [(uuid4(), paper_game(41, 38)), (uuid4(), paper_game(12, 30))]
    assert enter_games(game.night.club_id, games) == 2
    assert events(webhook) == []


def test_a_dummy_is_told_without_a_player():
    webhook = hook(GameFactory(), "game.started", "round.confirmed")
    confirm(GameFactory(setup__dummy=True), 1)
    for _event, data in told(webhook):
        dummy = data["players"][-1]
        assert (dummy["player"], dummy["name"]) == (None, "dummy")
    assert len(events(webhook)) == 2


def test_only_webhooks_of_the_club_that_are_on_and_ask_for_it_are_told(game):
    other = GameFactory(phone=OTHER_PHONE)
    asked, others = hook(game, "game.finished"), hook(other)
    is_off = hook(game)
    change_webhook(is_off, is_on=False)
    finish(game)
    assert [len(events(one)) for one in (asked, others, is_off)] == [1, 0, 0]


def test_what_is_undone_is_not_told(game):
    webhook = hook(game)
    rolled_back(lambda: confirm(game, 1))
    assert events(webhook) == []


def test_the_oldest_deliveries_go_where_there_are_too_many(game, monkeypatch):
    monkeypatch.setattr(webhooks, "MAX_KEPT", 2)
    webhook = hook(game)
    finish(game)
    assert events(webhook) == ["round.confirmed", "game.finished"]


def test_deliveries_go_with_their_game_their_webhook_and_their_club(game):
    webhook, second = hook(game), hook(game)
    confirm(game, 1)
    webhooks.delete_webhook(second)
    assert Delivery.objects.count() == 1
    delete_game(game.pk)
    assert events(webhook) == ["game.deleted"]
    webhook.deliveries.all().delete()
    game = GameFactory()
    assert events(webhook) == ["game.started"]
    delete_club(game.night.club_id)
    remove_gone()
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.slow
def test_who_is_made_anonymous_is_in_nothing_that_was_told_also_by_an_earlier_or_merged_name(game):
    webhook = hook(game, "game.finished")
    club = game.night.club_id
    finish(game)
    others = [GameFactory(setup__players=(name, "Cem")) for name in ("Qxana", "Qxan")]
    for other in others:
        finish(other)
    GameFactory(setup__players=("Dan", "Eve"))
    finish(Game.objects.latest("created_at"))
    ana, merged, within = (Player.objects.get(name=name) for name in ("Ana", "Qxana", "Qxan"))
    merge_players(club, merged.pk, within.pk)
    merge_players(club, ana.pk, merged.pk)
    rename_player(club, ana.pk, "A.")
    kept = begin("phone", "one", "digest")
    keep(kept, 201, json.dumps({"players": [{"id": str(within.pk), "name": "Qxan"}]}), "/x/")
    make_anonymous(club, ana.pk, "Player {}".format)
    assert [[one["name"] for one in data["placings"]] for _event, data in told(webhook)] == [
        ["Dan", "Eve"]
    ]
    again = begin("phone", "one", "digest")
    assert (again.status, again.location, again.body) == (201, "/x/", "")


# ------------------------------------------------------------------ webhooks


@pytest.mark.parametrize(
    ("address", "asked", "code"),
    [
        ("nothing", EVENTS, "no-address"),
        ("http://192.168.1.2/", EVENTS, "address-private"),
        ("https://a.example/", [], "events-missing"),
        ("https://a.example/", ["game.burnt"], "events-missing"),
    ],
)
def test_what_is_no_webhook_is_refused(game, address, asked, code):
    with pytest.raises(Refused, match=code):
        make_webhook(game.night.club, uuid4(), address, asked)
    assert not Webhook.objects.exists()


def test_a_club_has_so_many_webhooks_and_no_more(game):
    made = [hook(game) for _ in range(MAX_WEBHOOKS)]
    with pytest.raises(Refused, match="too-many-webhooks"):
        hook(game)
    secrets = {one.secret for one in made}
    assert len(secrets) == MAX_WEBHOOKS
    assert all(len(base64.b64decode(one.removeprefix("whsec_"))) == 32 for one in secrets)
    assert make_webhook(game.night.club, made[0].pk, "https://b.example/", EVENTS) == ""


def test_a_test_is_about_no_game_and_waits_once_however_often_it_is_asked_for(game):
    webhook = hook(game, "game.finished")
    first = send_test(webhook)
    assert told(webhook) == [("test", {"club": str(game.night.club_id)})]
    assert json.loads(first.body)["type"] == "test"
    assert first.game is None
    (due,) = take_due(9)
    settle(due, FAILED)
    again = send_test(webhook)
    assert (again, again.tries, again.fault) == (first, 0, "")
    due_now()
    (due,) = take_due(9)
    settle(due, TAKEN)
    assert send_test(webhook) != first
    assert events(webhook) == ["test", "test"]


def test_a_webhook_that_is_off_is_sent_no_test(game):
    webhook = hook(game)
    change_webhook(webhook, is_on=False)
    with pytest.raises(Refused, match="webhook-off"):
        send_test(webhook)
    assert events(webhook) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("delete", ["webhook", "club"])
def test_a_webhook_that_goes_while_it_is_told_holds_up_no_confirmation(game, monkeypatch, delete):
    webhook, told, is_gone = hook(game), Event(), Event()
    tell = webhooks._tell

    def slowly(*args):
        tell(*args)
        told.set()
        is_gone.wait(0.3)  # unless who deletes it has to wait, as they should

    def go():
        assert told.wait(60)
        if delete == "webhook":
            webhooks.delete_webhook(webhook)
        else:
            delete_club(game.night.club_id)
        is_gone.set()

    monkeypatch.setattr(webhooks, "_tell", slowly)
    assert at_once(lambda: confirm(game, 1), go) == [None, None]
    assert game.rounds.get(number=1).is_confirmed
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="there one writes after the other")
def test_a_webhook_is_held_before_its_deliveries_go(game):
    webhook = hook(game)
    with CaptureQueriesContext(connection) as asked:
        webhooks.delete_webhook(webhook)
    asked_of = [one["sql"] for one in asked if "FOR UPDATE" in one["sql"] or "DELETE" in one["sql"]]
    tables = [sql.split(" FROM ")[1].split()[0].strip('"') for sql in asked_of]
    assert tables == ["referee_club", "referee_webhook", "referee_delivery", "referee_webhook"]


# ------------------------------------------------------------------ when it is sent


def test_a_delivery_is_taken_by_one_and_by_nobody_until_it_is_settled(game):
    webhook = hook(game)
    finish(game)
    (first,) = take_due(9)
    assert (first.event, take_due(9)) == ("round.confirmed", [])
    settle(first, TAKEN)
    (second,) = take_due(9)
    assert second.pk != first.pk
    assert webhook.deliveries.get(pk=first.pk).state == "delivered"


def test_who_rested_longest_comes_first_and_each_has_one_call(game):
    slow, quick = hook(game), hook(game)
    finish(game)
    (first,) = take_due(1)
    (second,) = take_due(1)
    assert {first.webhook, second.webhook} == {slow, quick}
    settle(first, FAILED)
    settle(second, TAKEN)
    assert [one.webhook for one in take_due(9)] == [second.webhook], "who failed rests"


def test_the_pauses_grow_and_after_the_last_try_a_delivery_is_given_up(game):
    hook(game)
    confirm(game, 1)
    pauses = []
    for _ in range(len(PAUSES) + 1):
        (one,) = take_due(9)
        settle(one, FAILED)
        row = Delivery.objects.get()
        pauses.append(row.due_at and row.due_at - row.tried_at)
        due_now()
    assert pauses == [*PAUSES, None]
    assert sorted(PAUSES) == PAUSES
    assert (row.state, row.status, row.fault, row.tries) == ("given-up", 500, "status", 7)
    send_again(row)
    assert [one.pk for one in take_due(9)] == [row.pk]
    settle(row, TAKEN)
    row.refresh_from_db()
    assert (row.state, row.status, row.fault, row.tries) == ("delivered", 204, "", 1)


def test_a_webhook_that_is_off_is_sent_nothing_until_it_is_on(game):
    webhook = hook(game)
    confirm(game, 1)
    change_webhook(webhook, is_on=False)
    assert take_due(9) == []
    change_webhook(webhook, is_on=True)
    assert len(take_due(9)) == 1


def test_what_is_old_is_forgotten(game):
    webhook = hook(game)
    confirm(game, 1, 2)
    old = timezone.now() - timedelta(days=31)
    Delivery.objects.filter(pk=webhook.deliveries.first().pk).update(made_at=old)
    webhooks.forget_old()
    assert len(events(webhook)) == 1


# ------------------------------------------------------------------ sending


@pytest.fixture
def private(settings):
    settings.WEBHOOKS_PRIVATE = True


def sent_while(is_so, seconds=60):
    """Send until it is so."""

    async def play():
        running = asyncio.create_task(runner.run())
        deadline = time.monotonic() + seconds
        while not await asyncio.to_thread(is_so):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.02)
        running.cancel()

    asyncio.run(play())


@pytest.mark.django_db(transaction=True)
def test_a_delivery_is_signed_and_sent_once_and_in_order(game, private):
    with receiving() as receiver:
        webhook = hook(game, address=receiver.address)
        finish(game)
        waiting = Delivery.objects.exclude(due_at=None)
        sent_while(lambda: not waiting.exists())
    assert [json.loads(body)["type"] for _head, body in receiver.came] == events(webhook)
    assert len(receiver.came) == 4
    rows = webhook.deliveries.order_by("made_at")
    for row, (head, body) in zip(rows, receiver.came, strict=True):
        assert (head["content-type"], head["webhook-id"]) == ("application/json", str(row.pk))
        assert abs(int(head["webhook-timestamp"]) - time.time()) < 60
        assert Verifier(webhook.secret).verify(body, head) == json.loads(row.body)
        assert (row.state, row.status, row.tries) == ("delivered", 204, 1)


@pytest.mark.django_db(transaction=True)
def test_one_that_never_answers_holds_up_no_other(game, private, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", 30.0)
    with receiving() as mute, receiving() as quick:
        mute.answer = None
        hook(game, address=mute.address)
        other = hook(game, address=quick.address)
        finish(game)
        waiting = other.deliveries.exclude(due_at=None)
        sent_while(lambda: not waiting.exists())
    assert (len(quick.came), len(mute.came)) == (4, 1), "one call at a time"


@pytest.mark.django_db(transaction=True)
def test_news_are_sent_at_once_and_not_when_somebody_looks(game, private, monkeypatch):
    monkeypatch.setattr(runner, "POLL_SECONDS", 3600.0)
    with receiving() as receiver:
        hook(game, address=receiver.address)
        done = []

        def is_so():
            if not done:
                done.append(confirm(game, 1))
            return receiver.came

        sent_while(is_so)


@pytest.mark.django_db(transaction=True)
def test_an_address_in_a_private_network_is_not_called(game):
    with receiving() as receiver:
        webhook = hook(game)
        Webhook.objects.update(address=receiver.address)  # as when the setting was taken back
        confirm(game, 1)
        sent_while(lambda: webhook.deliveries.get().tries)
    assert receiver.came == []
    assert webhook.deliveries.get().fault == "private"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_does_not_answer_is_asked_again(game, private, monkeypatch):
    monkeypatch.setattr(runner, "POLL_SECONDS", 0.01)
    take, tries = runner.take_due, []

    def take_then(running):
        tries.append(running)
        if len(tries) == 1:
            raise OperationalError("database is locked")
        return take(running)

    monkeypatch.setattr(runner, "take_due", take_then)
    with receiving() as receiver:
        hook(game, address=receiver.address)
        confirm(game, 1)
        sent_while(lambda: receiver.came)


@pytest.mark.django_db(transaction=True)
def test_a_webhook_that_is_changed_while_it_is_told_is_not_told_twice(game):
    webhook = hook(game)
    confirm(game, 1)
    assert len(take_due(9)) == 1
    change_webhook(webhook, is_on=True, events=EVENTS)
    assert take_due(9) == []
