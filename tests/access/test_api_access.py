"""Who gets what of a club over the network: every operation, for everybody who may ask."""

from uuid import UUID, uuid4

import pytest

from referee.club.services.helping import take_away_helper
from referee.club.services.webhooks import make_webhook
from referee.models import Club, Delivery, Game, Helper
from referee.play.services.joining import join
from tests.access.asking import PLAYER
from tests.access.test_api_game_access import TABLE as OF_GAMES
from tests.access.test_club_changes import TABLE as OF_CLUBS
from tests.factories import OTHER_PHONE, GameFactory
from tests.people import rows_stored

pytestmark = pytest.mark.django_db

WEBHOOK = UUID(int=7)

SEEN, WHO_ARE_YOU, NOT_YOURS, NOTHING_HERE = 200, 401, 403, 404
RUNS = dict.fromkeys(("owner", "helper", "owner's read", "helper's enter"), SEEN)
OF_CLUB = RUNS | dict.fromkeys(("player", "stranger", "stranger's manage"), NOTHING_HERE)
OF_CLUB |= {"nobody": WHO_ARE_YOU}
WAS_THERE = {**OF_CLUB, "player": SEEN}
OWNS = OF_CLUB | dict.fromkeys(("helper", "helper's enter", "owner's read"), NOT_YOURS)
OWNS |= {"owner's manage": SEEN}
OF_NOBODY = dict.fromkeys(OF_CLUB, SEEN)

# The operation, what stands in its address, and what everybody is answered.
TABLE = [
    ("club_list", "clubs/", {**dict.fromkeys(OF_CLUB, SEEN), "nobody": WHO_ARE_YOU}),
    ("player_list", "players/?club={club}", OF_CLUB),
    ("night_list", "nights/?club={club}", OF_CLUB),
    ("game_list", "games/?club={club}", OF_CLUB),
    ("season_list", "seasons/?club={club}", OF_CLUB),
    ("standings_retrieve", "standings/?club={club}", OF_CLUB),
    ("records_retrieve", "records/?club={club}", OF_CLUB),
    ("night_retrieve", "nights/{night}/", WAS_THERE),
    ("game_retrieve", "games/{game}/", WAS_THERE),
    ("game_stream", "games/{game}/stream/", WAS_THERE),
    ("club_stream", "clubs/{club}/stream/", OF_CLUB),
    ("webhook_list", "webhooks/?club={club}", OWNS),
    ("webhook_retrieve", "webhooks/{webhook}/", OWNS),
    ("delivery_list", "webhooks/{webhook}/deliveries/", OWNS),
    ("delivery_retrieve", "webhooks/{webhook}/deliveries/{webhook}/", OWNS),
    ("ruleset_list", "rulesets/", OF_NOBODY),
    ("ruleset_retrieve", "rulesets/sushi-go/", OF_NOBODY),
]
ELSEWHERE = {
    "score_create",
    "diagnose_create",
    "phrase_create",
    "ask_create",
    "schema_retrieve",
    "tap_create",
    "import_retrieve",
    "game_join",
}
"""What stores nothing; and what tests/api tries for everybody: taps (test_taps), how far an import
is (test_club_files), and who joins (test_phones)."""


@pytest.fixture
def game() -> Game:
    game = GameFactory(setup__number=3)
    make_webhook(game.night.club, WEBHOOK, "https://hooks.example/", ["game.finished"])
    Delivery.objects.create(pk=WEBHOOK, webhook_id=WEBHOOK, event=Delivery.TEST, body="{}")
    join(game.pk, PLAYER, 3)
    GameFactory(phone=OTHER_PHONE)
    return game


@pytest.fixture
def club(game: Game) -> Club:
    return game.night.club


def address(within: str, game: Game | None) -> str:
    ids = (game.night.club_id, game.night_id, game.pk, WEBHOOK) if game else [uuid4()] * 4
    return "/api/v1/" + within.format(
        **dict(zip(("club", "night", "game", "webhook"), ids, strict=True))
    )


def test_everybody_is_answered_by_what_they_are_to_the_club(game, everybody):
    for name, within, answers in TABLE:
        for who, status in answers.items():
            answer = everybody[who].get(address(within, game))
            assert answer.status_code == status, (name, who, answer.content)


def test_lists_hold_ones_own_alone(game, everybody):
    for name in ("clubs", "players", "nights", "games"):
        own, others = (
            {row["id"] for row in everybody[who].get(f"/api/v1/{name}/").json()["results"]}
            for who in ("owner's read", "stranger's manage")
        )
        assert own == {
            row["id"] for row in everybody["owner"].get(f"/api/v1/{name}/").json()["results"]
        }
        assert own
        assert others
        assert not own & others
        assert everybody["player"].get(f"/api/v1/{name}/").json()["results"] == []


def test_without_a_club_the_webhooks_are_listed_of_those_that_one_owns(game, everybody):
    listed = {
        who: [row["id"] for row in everybody[who].get("/api/v1/webhooks/").json()["results"]]
        for who in ("owner", "owner's manage", "helper", "helper's manage", "stranger", "player")
    }
    owners = ("owner", "owner's manage")
    assert listed == {who: [str(WEBHOOK)] if who in owners else [] for who in listed}


def test_what_there_is_not_and_what_is_not_yours_look_the_same(game, everybody):
    for _name, within, answers in TABLE:
        if answers["stranger's manage"] == NOTHING_HERE:
            theirs = everybody["stranger's manage"].get(address(within, game))
            none = everybody["stranger's manage"].get(address(within, None))
            assert (theirs.status_code, theirs.content) == (none.status_code, none.content)


def test_nothing_is_changed_by_looking(game, everybody):
    before = rows_stored()
    for _name, within, answers in TABLE:
        for who in answers:
            everybody[who].get(address(within, game))
    assert rows_stored() == before


def test_a_key_of_who_helps_no_longer_opens_nothing(game, everybody):
    owner = game.night.club
    take_away_helper(owner, Helper.objects.get(account__username="ben").pk)
    for name, within, answers in TABLE:
        if name != "club_list" and answers["nobody"] == WHO_ARE_YOU:
            answer = everybody["helper's manage"].get(address(within, game))
            assert answer.status_code == NOTHING_HERE, name


# What changes a webhook: the operation, its method, what stands in its address, and what is sent.
NEW = {"address": "https://a.example/", "events": ["game.finished"]}
CHANGES = [
    ("webhook_create", "post", "webhooks/", NEW, 201),
    ("webhook_test", "post", "webhooks/{webhook}/test/", None, 201),
    ("webhook_partial_update", "patch", "webhooks/{webhook}/", {"is_on": True}, 200),
    ("delivery_again", "post", "webhooks/{webhook}/deliveries/{webhook}/again/", None, 200),
    ("webhook_destroy", "delete", "webhooks/{webhook}/", None, 204),
]


def test_webhooks_are_changed_by_owners_and_by_keys_that_manage(game, everybody):
    may_not = {
        **dict.fromkeys(("helper", "owner's read", "owner's enter", "helper's manage"), NOT_YOURS),
        **dict.fromkeys(("player", "stranger", "stranger's manage"), NOTHING_HERE),
        "nobody": WHO_ARE_YOU,
    }
    before, club = rows_stored(), str(game.night.club_id)
    for _name, method, within, body, _status in CHANGES:
        address = f"/api/v1/{within.format(webhook=WEBHOOK)}"
        sent = {**body, "club": club} if within == "webhooks/" else body
        for who, status in may_not.items():
            answer = getattr(everybody[who], method)(address, sent, content_type="application/json")
            assert answer.status_code == status, (method, within, who)
    assert rows_stored() == before
    for who in ("owner", "owner's manage"):
        for _name, method, within, body, status in CHANGES[: -1 if who == "owner" else None]:
            address = f"/api/v1/{within.format(webhook=WEBHOOK)}"
            answer = getattr(everybody[who], method)(address, body, content_type="application/json")
            assert answer.status_code == status, (method, within, who)


def test_the_tables_name_every_operation(client):
    described = client.get("/api/v1/schema/?format=json").json()
    operations = {
        operation["operationId"]
        for methods in described["paths"].values()
        for operation in methods.values()
    }
    tables = {row[0] for row in [*TABLE, *CHANGES, *OF_CLUBS]} | {row[1] for row in OF_GAMES}
    assert operations == tables | ELSEWHERE
