"""Who gets and changes what over the network: every operation, for everybody who may ask."""

import datetime
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client, override_settings

from referee.api.phones import row_mark
from referee.club.services.accounts import create_account
from referee.club.services.helping import invite, take_away_helper, take_invitation
from referee.club.services.nights import make_night
from referee.club.services.players import merge_players
from referee.club.services.sharing import open_calendar, open_link
from referee.club.services.webhooks import make_webhook
from referee.disputes.services.case_files import open_case_file
from referee.disputes.services.disputes import Claimed, dispute
from referee.disputes.services.proposals import propose
from referee.models import Club, Delivery, Game, Helper, Key, Player, Tournament
from referee.play.services.confirming import reopen_round
from referee.play.services.hosts import hand_over
from referee.play.services.joining import join, send_away
from referee.play.services.taps import SentTap
from referee.rules.mistakes import GAME
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in, enter, wish
from tests.access.asking import refused_and_one
from tests.access.undoing import undone
from tests.api.openapi import OPERATIONS
from tests.factories import (
    OTHER_PHONE,
    PASSWORD,
    PHONE,
    QUICK_HASHERS,
    GameFactory,
    confirm,
    finish,
    key_client,
    version_of,
)
from tests.lasting import lasting
from tests.play.views.plain_phone import phone
from tests.tournament.evening import an_evening

pytestmark = pytest.mark.django_db

HELPER, PLAYER, WATCHER, GONE = "a helper's phone", "a player's", "a watcher's", "one sent away"
OTHER_HOST = "a player's that was made host"

# ------------------------------------------------------------- who may

DONE = 0
"""It is done, with the status that the operation has for that."""
WHO_ARE_YOU, MAY_NOT, NOTHING_HERE = 401, 403, 404
HAS_GAMES = 409
REFUSALS = (WHO_ARE_YOU, MAY_NOT, NOTHING_HERE, HAS_GAMES)

Answers = dict[str, int]
AT_TABLE = "host at the table"
OUTSIDE = dict.fromkeys((AT_TABLE, "player", "stranger", "stranger's manage"), NOTHING_HERE)
READ, MANAGE = ("owner's read", "owner's enter"), ("owner's manage", "helper's manage")

# Of a club.
CHANGES: Answers = {
    **dict.fromkeys(("owner", "helper", *MANAGE), DONE),
    **dict.fromkeys(READ, MAY_NOT),
    **OUTSIDE,
    "nobody": WHO_ARE_YOU,
}
READS = {**CHANGES, **dict.fromkeys((*READ, "helper's enter"), DONE)}
OWNS = {**CHANGES, **dict.fromkeys(("helper", "helper's enter", "helper's manage"), MAY_NOT)}
SEES_NIGHT = {**READS, AT_TABLE: DONE, "player": DONE}
CHANGES_NIGHT = {**CHANGES, AT_TABLE: MAY_NOT, "player": MAY_NOT}
# Of a night of several tables: a player's phone sits at the first, the host's at the second.
BEGINS_TABLE = {**CHANGES, **dict.fromkeys(("owner's enter", "helper's enter", "player"), DONE)}
BEGINS_TABLE |= {AT_TABLE: MAY_NOT}
ENTERS_TABLE = {**BEGINS_TABLE, "player": MAY_NOT}
SEES_CODE = {**BEGINS_TABLE, AT_TABLE: DONE}
LISTS = {**dict.fromkeys(READS, DONE), "nobody": WHO_ARE_YOU}
ANYBODY = dict.fromkeys(READS, DONE)
# Who runs no club yet gets one from a file; the club of a phone has games already.
IMPORTS = {**CHANGES, **dict.fromkeys(("owner", "helper", "stranger"), HAS_GAMES)}
IMPORTS |= dict.fromkeys((AT_TABLE, "player", "stranger's manage"), DONE)

# Of a game.
HOSTS = ("owner", "helper's enter", "owner's enter", "owner's manage")
OTHERS = ("owner's read", AT_TABLE, "player", "watcher")


def to(*who: str) -> Answers:
    """These may, strangers know of nothing, and everybody else may not."""
    return {
        **dict.fromkeys((*HOSTS, *OTHERS), MAY_NOT),
        **dict.fromkeys(("sent away", "stranger", "stranger's manage"), NOTHING_HERE),
        **dict.fromkeys(("nobody", "revoked"), WHO_ARE_YOU),
        **dict.fromkeys(who, DONE),
    }


ALL = to(*HOSTS, *OTHERS)
HOST = to(*HOSTS, AT_TABLE)
CLUB_HOST = to(*HOSTS)
ENTERS = to(*HOSTS, AT_TABLE, "player")
SITS = to(AT_TABLE, "player")
MANAGES = to("owner", "owner's manage")
CORRECTS = to("owner", "owner's manage", AT_TABLE)
SEES_CASE = to("owner", "owner's manage", AT_TABLE, "player", "watcher")
# Whoever runs no club has none to begin a game in.
BEGINS = HOST | dict.fromkeys((AT_TABLE, "player", "watcher"), NOTHING_HERE)

# ------------------------------------------------------------- what is done

NEW_WEBHOOK = {"club": "{club}", "address": "https://a.example/", "events": ["game.finished"]}
CRITERIA = {"by": "points"}
GOES, APART, SWAP = {"is_away": True}, {"apart": True}, {"players": ["{first}", "{second}"]}
TWO = "draws/1/tables/2/"
EVENING = {"club": "{club}", "ruleset": "sushi-go"}
TOTALS = [{"player": f"{{{name}}}", "total": 9} for name in ("second", "second_b", "second_c")]
SEASON = {"club": "{club}", "name": "x", "since": "2020-01-01", "until": "2020-01-02"}

Row = tuple[str, str, str, Any, int, Answers]
# The operation, how it is sent, where and what, the answer once it is done, and who may.
OF_CLUBS: list[Row] = [
    ("club_list", "get", "clubs/", None, 200, LISTS),
    ("club_retrieve", "get", "clubs/{club}/", None, 200, READS),
    ("club_partial_update", "patch", "clubs/{club}/", {"name": "x"}, 200, CHANGES),
    ("club_destroy", "delete", "clubs/{club}/", None, 204, OWNS),
    ("club_stream", "get", "clubs/{club}/stream/", None, 200, READS),
    ("club_link_retrieve", "get", "clubs/{club}/link/", None, 200, CHANGES),
    ("club_link_update", "put", "clubs/{club}/link/", None, 200, CHANGES),
    ("club_link_destroy", "delete", "clubs/{club}/link/", None, 204, CHANGES),
    ("calendar_retrieve", "get", "clubs/{club}/calendar/", None, 200, CHANGES),
    ("calendar_update", "put", "clubs/{club}/calendar/", None, 200, CHANGES),
    ("calendar_destroy", "delete", "clubs/{club}/calendar/", None, 204, CHANGES),
    ("invitation_retrieve", "get", "clubs/{club}/invitation/", None, 200, OWNS),
    ("invitation_update", "put", "clubs/{club}/invitation/", None, 200, OWNS),
    ("invitation_destroy", "delete", "clubs/{club}/invitation/", None, 204, OWNS),
    ("helper_list", "get", "clubs/{club}/helpers/", None, 200, READS),
    ("helper_destroy", "delete", "clubs/{club}/helpers/{gus}/", None, 204, OWNS),
    ("helper_destroy", "delete", "clubs/{club}/helpers/{ben}/", None, 204, CHANGES),
    ("club_phone_list", "get", "clubs/{club}/phones/", None, 200, OWNS),
    ("club_phone_destroy", "delete", "clubs/{club}/phones/{phone}/", None, 204, OWNS),
    ("player_list", "get", "players/?club={club}", None, 200, READS),
    ("player_retrieve", "get", "players/{player}/", None, 200, READS),
    ("player_partial_update", "patch", "players/{player}/", {"is_hidden": True}, 200, CHANGES),
    ("player_destroy", "delete", "players/{zoe}/", None, 204, CHANGES),
    ("figures_retrieve", "get", "players/{player}/figures/", None, 200, READS),
    ("merge_list", "get", "players/{player}/merges/", None, 200, READS),
    ("merge_retrieve", "get", "players/{player}/merges/{yan}/", None, 200, READS),
    ("merge_create", "post", "players/{player}/merges/", {"other": "{zoe}"}, 201, CHANGES),
    ("merge_destroy", "delete", "players/{player}/merges/{yan}/", None, 204, CHANGES),
    ("menu_list", "get", "menus/?club={club}&players=4", None, 200, READS),
    ("night_list", "get", "nights/?club={club}", None, 200, READS),
    ("night_create", "post", "nights/", {"club": "{club}", "date": "2020-01-01"}, 201, CHANGES),
    ("night_retrieve", "get", "nights/{night}/", None, 200, SEES_NIGHT),
    ("night_partial_update", "patch", "nights/{night}/", {"name": "x"}, 200, CHANGES_NIGHT),
    ("night_destroy", "delete", "nights/{empty}/", None, 204, CHANGES),
    ("night_link_retrieve", "get", "nights/{night}/link/", None, 200, CHANGES_NIGHT),
    ("night_link_update", "put", "nights/{night}/link/", None, 200, CHANGES_NIGHT),
    ("night_link_destroy", "delete", "nights/{night}/link/", None, 204, CHANGES_NIGHT),
    ("game_list", "get", "games/?club={club}", None, 200, READS),
    ("season_list", "get", "seasons/?club={club}", None, 200, READS),
    ("season_create", "post", "seasons/", SEASON, 201, CHANGES),
    ("season_retrieve", "get", "seasons/2020/?club={club}", None, 200, READS),
    ("season_partial_update", "patch", "seasons/2020/?club={club}", CRITERIA, 200, CHANGES),
    ("season_destroy", "delete", "seasons/2020/?club={club}", None, 204, CHANGES),
    # Nobody has played in it.
    ("season_close", "post", "seasons/2020/close/?club={club}", None, 409, CHANGES),
    ("tournament_list", "get", "tournaments/?club={club}", None, 200, READS),
    ("tournament_create", "post", "tournaments/", EVENING, 201, CHANGES),
    *(
        (name, how, f"tournaments/{{hall}}/{where}", *more)
        for name, how, where, *more in [
            ("tournament_retrieve", "get", "", None, 200, SEES_NIGHT),
            ("tournament_partial_update", "patch", "", {"draws": 2}, 200, CHANGES_NIGHT),
            ("tournament_code", "get", "code/", None, 200, SEES_CODE),
            ("tournament_end", "post", "end/", None, 200, CHANGES_NIGHT),
            ("tournament_reopen", "post", "reopen/", None, 200, CHANGES_NIGHT),
            ("tournament_standings", "get", "standings/", None, 200, SEES_NIGHT),
            ("entrant_list", "get", "entrants/", None, 200, SEES_NIGHT),
            ("entrant_create", "post", "entrants/", {"players": ["Ida"]}, 200, CHANGES_NIGHT),
            ("entrant_partial_update", "patch", "entrants/{first}/", GOES, 200, CHANGES_NIGHT),
            ("entrant_destroy", "delete", "entrants/{came}/", None, 204, CHANGES_NIGHT),
            ("entrant_free", "delete", "entrants/{first}/phone/", None, 204, CHANGES_NIGHT),
            ("wish_list", "get", "wishes/", None, 200, CHANGES_NIGHT | dict.fromkeys(READ, DONE)),
            ("wish_update", "put", "wishes/{first}/{came}/", APART, 200, CHANGES_NIGHT),
            ("wish_destroy", "delete", "wishes/{first}/{second}/", None, 204, CHANGES_NIGHT),
            ("draw_list", "get", "draws/", None, 200, SEES_NIGHT),
            ("draw_retrieve", "get", "draws/1/", None, 200, SEES_NIGHT),
            ("draw_update", "put", "draws/2/", {"even_open": True}, 200, CHANGES_NIGHT),
            ("draw_destroy", "delete", "draws/1/", None, 204, CHANGES_NIGHT),
            ("draw_swap", "post", "draws/1/swap/", SWAP, 200, CHANGES_NIGHT),
            (
                "drawn_seat_update",
                "put",
                "draws/1/seats/{first}/",
                {"table": 2},
                200,
                CHANGES_NIGHT,
            ),
            ("drawn_seat_destroy", "delete", "draws/1/seats/{first}/", None, 204, CHANGES_NIGHT),
            ("drawn_table_start", "post", "draws/1/tables/1/start/", None, 200, BEGINS_TABLE),
            ("drawn_table_totals", "put", f"{TWO}totals/", {"totals": TOTALS}, 200, ENTERS_TABLE),
        ]
    ),
    ("standings_retrieve", "get", "standings/?club={club}", None, 200, READS),
    ("records_retrieve", "get", "records/?club={club}", None, 200, READS),
    ("export_retrieve", "get", "export/?club={club}", None, 200, READS),
    ("import_create", "post", "imports/", {}, 202, IMPORTS),
    ("webhook_list", "get", "webhooks/?club={club}", None, 200, OWNS),
    ("webhook_create", "post", "webhooks/", NEW_WEBHOOK, 201, OWNS),
    ("webhook_retrieve", "get", "webhooks/{webhook}/", None, 200, OWNS),
    ("webhook_partial_update", "patch", "webhooks/{webhook}/", {"is_on": True}, 200, OWNS),
    ("webhook_destroy", "delete", "webhooks/{webhook}/", None, 204, OWNS),
    ("webhook_test", "post", "webhooks/{webhook}/test/", None, 201, OWNS),
    ("delivery_list", "get", "webhooks/{webhook}/deliveries/", None, 200, OWNS),
    ("delivery_retrieve", "get", "webhooks/{webhook}/deliveries/{sent}/", None, 200, OWNS),
    ("delivery_again", "post", "webhooks/{webhook}/deliveries/{sent}/again/", None, 200, OWNS),
    ("ruleset_list", "get", "rulesets/", None, 200, ANYBODY),
    ("ruleset_retrieve", "get", "rulesets/sushi-go/", None, 200, ANYBODY),
]

CARDS, WHY, SURE, LATE = {"cards": "tempura"}, {"reason": "x"}, {"sure": True}, {"do": "add"}
BEN = {"name": "Ben", "seat": 2}
SEATS = {"players": [{"name": "Ana", "seat": 1}, BEN]}
ELSE = {"players": [{"name": "Zed", "seat": 1, "is_other": True}, BEN]}
SAME = {"players": [{"name": "Zed", "seat": 1, "is_other": False}, BEN]}
ANEW = {"players": [{"name": "ANA", "seat": 1}, BEN]}
"""Somebody else sits where Ana sat; Ana, who has other games, gets another name in all of them."""
AWAY, ANYONE = {"is_sent_away": True}, {"anyone_enters": True}
GETS, GETS_NOT = {"gets_seat": True}, {"gets_seat": False}
CLAIM, AGREES = {"seat": 2, "part": "round-1", "claimed": 77}, {"agrees": True}
CHANGE = {"id": "01234567-89ab-4def-8123-456789abcdef", "seat": 2, "do": "add:tempura"}
PROPOSED = {"round": 1, "seat": 2, "changes": [CHANGE], "version": 1}
CORRECTION = {"reason": "x", "tableaus": {"Ana": "tempura*2"}}
TOKENS: dict[str, Any] = {"tokens_left": {}}
LIVE = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
SHEET = {**LIVE, "rounds": [{}, {}, {}]}
ROWS = [{"name": "Ana", "total": 5}, {"name": "Ben", "total": 4}]
NEW: list[dict[str, Any]] = [LIVE, {"sheet": SHEET, **SURE}, {"totals": {**LIVE, "players": ROWS}}]

# The same, below the address of a game.
OF_GAMES: list[Row] = [
    ("game_retrieve", "get", "{running}/", None, 200, ALL),
    ("game_stream", "get", "{running}/stream/", None, 200, ALL),
    ("round_list", "get", "{running}/rounds/", None, 200, ALL),
    ("round_retrieve", "get", "{running}/rounds/1/", None, 200, ALL),
    ("round_setup_card", "get", "{running}/rounds/1/setup/", None, 200, ALL),
    ("tableau_list", "get", "{running}/tableaus/", None, 200, ALL),
    ("tableau_retrieve", "get", "{running}/rounds/1/tableaus/1/", None, 200, ALL),
    ("tableau_history", "get", "{running}/rounds/1/tableaus/1/history/", None, 200, ALL),
    ("game_sheet", "get", "{running}/sheet/", None, 200, ALL),
    ("phone_list", "get", "{running}/phones/", None, 200, ALL),
    ("phone_partial_update", "patch", "{running}/phones/{guest}/", AWAY, 200, HOST),
    ("phone_partial_update", "patch", "{running}/phones/{guest}/", GETS, 200, HOST),
    ("phone_partial_update", "patch", "{running}/phones/{guest}/", GETS_NOT, 200, ENTERS),
    ("phone_partial_update", "patch", "{running}/phones/{guest}/", {"is_host": True}, 200, HOST),
    # Nobody makes a phone host that only watches.
    ("phone_partial_update", "patch", "{running}/phones/{looks}/", {"is_host": True}, 409, HOST),
    ("phone_partial_update", "patch", "{running}/phones/{host}/", {"is_host": False}, 200, HOST),
    ("take_over_retrieve", "get", "{disputed}/take-over/", None, 200, ALL),
    ("take_over_update", "put", "{disputed}/take-over/", None, 200, SITS),
    ("take_over_destroy", "delete", "{disputed}/take-over/", None, 204, ENTERS),
    ("phone_destroy", "delete", "{running}/phones/{guest}/", None, 204, to("player")),
    ("seat_free", "delete", "{running}/seats/2/phone/", None, 204, HOST),
    ("dispute_list", "get", "{disputed}/disputes/", None, 200, ALL),
    ("dispute_create", "post", "{disputed}/disputes/", CLAIM, 201, ENTERS),
    ("dispute_retrieve", "get", "{disputed}/disputes/{players}/", None, 200, ALL),
    ("dispute_show", "post", "{disputed}/disputes/{players}/show/", None, 200, ENTERS),
    ("dispute_show", "post", "{disputed}/disputes/{hosts}/show/", None, 200, ENTERS),
    ("dispute_destroy", "delete", "{disputed}/disputes/{players}/", None, 204, ENTERS),
    ("dispute_destroy", "delete", "{disputed}/disputes/{hosts}/", None, 204, HOST),
    ("proposal_list", "get", "{disputed}/proposals/", None, 200, ALL),
    ("proposal_create", "post", "{disputed}/proposals/", PROPOSED, 201, to("player")),
    ("proposal_retrieve", "get", "{disputed}/proposals/{proposed}/", None, 200, ALL),
    ("proposal_decline", "post", "{disputed}/proposals/{proposed}/decline/", None, 200, HOST),
    ("proposal_make", "post", "{disputed}/proposals/{proposed}/make/", None, 200, HOST),
    ("proposal_make", "post", "{over}/proposals/{late}/make/", None, 200, CORRECTS),
    ("proposal_destroy", "delete", "{disputed}/proposals/{proposed}/", None, 204, to("player")),
    ("round_versions", "get", "{disputed}/rounds/1/versions/", None, 200, ALL),
    ("round_opinion", "put", "{disputed}/rounds/1/opinions/1/", AGREES, 200, to(AT_TABLE)),
    ("round_opinion", "put", "{disputed}/rounds/1/opinions/2/", AGREES, 200, to("player")),
    ("case_retrieve", "get", "{disputed}/case/", None, 200, SEES_CASE),
    ("case_update", "put", "{disputed}/case/", None, 200, MANAGES),
    ("case_destroy", "delete", "{disputed}/case/", None, 204, MANAGES),
    ("game_table", "get", "{running}/table/", None, 200, to(*HOSTS, AT_TABLE, "player", "watcher")),
    ("game_change_table", "patch", "{running}/table/", ANYONE, 200, HOST),
    ("game_change_code", "post", "{running}/table/code/", None, 200, HOST),
    ("game_change_seats", "put", "{running}/seats/", SEATS, 200, CLUB_HOST),
    ("game_change_seats", "put", "{running}/seats/", ELSE, 200, CLUB_HOST),
    ("game_change_seats", "put", "{running}/seats/", SAME, 200, MANAGES),
    ("game_change_seats", "put", "{running}/seats/", ANEW, 200, MANAGES),
    ("game_change_seats", "put", "{over}/seats/", SEATS, 200, MANAGES),
    ("game_partial_update", "patch", "{running}/", {"note": "x"}, 200, MANAGES),
    ("game_destroy", "delete", "{running}/", None, 204, MANAGES),
    ("tableau_update", "put", "{running}/rounds/2/tableaus/2/", CARDS, 200, ENTERS),
    ("tableau_update", "put", "{running}/rounds/2/tableaus/1/", CARDS, 200, HOST),
    ("round_confirm", "post", "{running}/rounds/2/confirm/", SURE, 200, HOST),
    ("round_confirm", "post", "{opened}/rounds/3/confirm/", SURE, 200, HOST),
    ("round_reopen", "post", "{running}/rounds/1/reopen/", WHY, 200, HOST),
    ("round_reopen", "post", "{over}/rounds/1/reopen/", WHY, 200, CORRECTS),
    ("round_correct", "post", "{running}/rounds/1/correct/", CORRECTION, 200, HOST),
    ("round_correct", "post", "{over}/rounds/1/correct/", CORRECTION, 200, CORRECTS),
    ("round_late", "post", "{running}/rounds/1/late/", LATE, 200, HOST),
    ("round_late", "post", "{over}/rounds/1/late/", LATE, 200, CORRECTS),
    ("game_enter_tokens", "put", "{left}/tokens/", TOKENS, 200, HOST),
    ("game_enter_tokens", "put", "{over}/tokens/", TOKENS, 200, CORRECTS),
    ("game_rematch", "post", "{over}/rematch/", {}, 201, HOST),
    *(
        ("game_create", "post", "", {**body, named: f"{{{named}}}"}, 201, BEGINS)
        for body in NEW
        for named in ("club", "night")
    ),
]
TABLE = [
    *OF_CLUBS,
    *((name, how, f"games/{where}", *more) for name, how, where, *more in OF_GAMES),
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

# ------------------------------------------------------------- who asks


def make_games() -> dict[str, Game]:
    """Games of a club, by how far they are, at which a player sits and a watcher looks on."""
    GameFactory(phone=OTHER_PHONE)
    running, disputed = GameFactory(), GameFactory()
    over, opened, left = (GameFactory(setup__roll=True) for _ in range(3))
    confirm(running, 1)
    confirm(disputed, 1)
    finish(over)
    finish(opened)
    reopen_round(opened.pk, 3, reason="x")
    confirm(left, 1, 2, 3)
    games = {"running": running, "disputed": disputed, "over": over, "opened": opened, "left": left}
    for game in games.values():
        join(game.pk, PLAYER, 2)
        join(game.pk, OTHER_HOST, 1)
        hand_over(game.pk, game.guests.get(phone=OTHER_HOST).pk, by=None)
        join(game.pk, WATCHER, None)
        join(game.pk, GONE, None)
        send_away(game.pk, game.guests.get(phone=GONE).pk)
    player = disputed.guests.get(phone=PLAYER)
    disputed.hostings.create(guest=player, seat=player.seat, is_taken=True)
    return games


def who_ask(club: Club) -> dict[str, Client]:
    """Phones, and programs with keys, by what they are to the club and its games."""
    ana, eve = (
        create_account(one, name, PASSWORD) for one, name in ((PHONE, "Ana"), (OTHER_PHONE, "Eve"))
    )
    ben = create_account(HELPER, "Ben", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, HELPER, ben)
    revoked = key_client(ana, "manage")
    Key.objects.all().delete()
    clients = {
        "owner": phone(PHONE),
        "helper": phone(HELPER),
        AT_TABLE: phone(OTHER_HOST),
        "player": phone(PLAYER),
        "watcher": phone(WATCHER),
        "sent away": phone(GONE),
        "stranger": phone(OTHER_PHONE),
        "nobody": phone(),
        "revoked": revoked,
    }
    for who, account in (("owner", ana), ("helper", ben), ("stranger", eve)):
        clients |= {f"{who}'s {one}": key_client(account, one) for one in Key.Scope.values}
    for client in clients.values():  # that the keys were used today is noted
        client.get("/api/v1/clubs/")
    return clients


def proposed(game: Game) -> UUID:
    """What the player has proposed for the first round."""
    by, tried = game.seats.get(place=2).pk, [SentTap(uuid4(), 1, 2, "add:tempura")]
    return propose(game.pk, uuid4(), 1, 2, tried, version=version_of(game), by=by).pk


def hall_of(club: Club) -> dict[str, UUID]:
    """An evening of the club with a table of four and one of three, and one who came late."""
    tournament = an_evening(7)
    draw = make_draw(tournament.pk, 1)
    enter(tournament.pk, ["Hal"])
    sitting = [[seat.entrant for seat in table.seats.all()] for table in draw.tables.all()]
    for at_table, phone_id in zip(sitting, (PLAYER, OTHER_HOST), strict=True):
        come_in(tournament.pk, phone_id, at_table[0].player.name)
    wish(tournament.pk, sitting[0][0].pk, sitting[1][0].pk, apart=True)
    # Tonight is free for another one.
    Tournament.objects.update(night=make_night(club.pk, datetime.date(2020, 3, 3)))
    named = zip(("second", "second_b", "second_c"), sitting[1], strict=True)
    return {
        "hall": tournament.pk,
        "first": sitting[0][0].player_id,
        **{name: entrant.player_id for name, entrant in named},
        "came": tournament.entrants.get(player__name="Hal").player_id,
    }


def ids_of(games: dict[str, Game], club: Club) -> dict[str, str]:
    """What the tables name in braces."""
    running, disputed = games["running"], games["disputed"]
    for number, by in ((50, None), (60, disputed.seats.get(place=2).pk)):
        dispute(disputed.pk, uuid4(), Claimed(1, GAME, number), by=by)
    open_case_file(disputed.pk)
    ana = Player.objects.get(club=club, name="Ana")
    zoe, yan = (Player.objects.create(club=club, name=name) for name in ("Zoe", "Yan"))
    merge_players(club.pk, ana.pk, yan.pk)
    empty = make_night(club.pk, datetime.date(2020, 2, 2))
    open_link(club)
    open_link(club, running.night)
    open_calendar(club)
    make_webhook(club, webhook := UUID(int=7), "https://hooks.example/", ["game.finished"])
    sent = Delivery.objects.create(webhook_id=webhook, event=Delivery.TEST, body="{}")
    gus = create_account("gus’s phone", "Gus", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, "gus’s phone", gus)
    invite(club)
    helpers = Helper.objects.filter(club=club)
    named = {
        **{name: game.pk for name, game in games.items()},
        "club": club.pk,
        "night": running.night_id,
        "empty": empty.pk,
        "player": ana.pk,
        "zoe": zoe.pk,
        "yan": yan.pk,
        "webhook": webhook,
        "sent": sent.pk,
        **{row.account.username: row_mark(row) for row in helpers},
        "phone": row_mark(club.phones.get(phone=HELPER)),
        "host": row_mark(running.guests.get(phone=OTHER_HOST)),
        "looks": row_mark(running.guests.get(phone=WATCHER)),
        "guest": row_mark(running.guests.get(phone=PLAYER)),
        "hosts": disputed.disputes.get(by=None).pk,
        "players": disputed.disputes.exclude(by=None).get().pk,
        "proposed": proposed(disputed),
        "late": proposed(games["over"]),
        **hall_of(club),
    }
    return {name: str(pk) for name, pk in named.items()}


@dataclass(frozen=True)
class World:
    """A club, who asks, and what the tables name."""

    club: Club
    everybody: dict[str, Client]
    ids: dict[str, str]


@pytest.fixture(scope="module")
def made_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with lasting(django_db_blocker), override_settings(PASSWORD_HASHERS=QUICK_HASHERS):
        games = make_games()
        club = games["running"].night.club
        yield World(club, who_ask(club), ids_of(games, club))


@pytest.fixture
def world(made_world: World) -> World:
    return deepcopy(made_world)


@pytest.fixture
def club(world: World) -> Club:
    return world.club


@pytest.fixture
def everybody(world: World) -> dict[str, Client]:
    return world.everybody


@pytest.fixture
def ids(world: World) -> dict[str, str]:
    return world.ids


def send(client: Client, row: Row, ids: dict[str, str]) -> Any:
    _name, method, address, body, _done, _answers = row
    sent = "" if body is None else json.dumps(body)
    for name, pk in ids.items():
        address, sent = (text.replace(f"{{{name}}}", pk) for text in (address, sent))
    more = {"data": sent, "content_type": "application/json"} if sent else {}
    return getattr(client, method)(f"/api/v1/{address}", **more)


# ------------------------------------------------------------- what they get


@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_everybody_does_what_they_may_and_nothing_else(ids, everybody, all_of_them):
    """The quick tests ask for every refusal, and for one of each operation who may."""
    for number, row in enumerate(TABLE):
        name, method, *_sent, done, answers = row
        asking = answers if all_of_them else refused_and_one(answers, number, REFUSALS)
        for who, refused in asking.items():
            with undone() as written:
                answer = send(everybody[who], row, ids)
            assert answer.status_code == (refused or done), (name, who, answer.content)
            assert not written or (method != "get" and not refused), (name, who, written)


def test_what_is_anothers_looks_as_if_it_did_not_exist(ids, everybody):
    nowhere = {name: str(uuid4()) for name in ids}
    stranger = everybody["stranger's manage"]
    for row in TABLE:
        if row[-1]["stranger's manage"] == NOTHING_HERE:
            theirs, none = (send(stranger, row, one) for one in (ids, nowhere))
            assert (theirs.status_code, theirs.content) == (none.status_code, none.content), row


def test_other_sites_change_nothing_by_a_phones_cookie(ids, everybody):
    everybody["owner"].defaults["HTTP_ORIGIN"] = "https://elsewhere.example"
    with undone() as written:
        for row in TABLE:
            if row[1] != "get":
                assert send(everybody["owner"], row, ids).status_code == MAY_NOT, row[0]
    assert not written


def test_lists_hold_ones_own_alone(everybody):
    def listed(who: str, name: str) -> set[str]:
        answer = everybody[who].get(f"/api/v1/{name}/").json()
        return {row["id"] for row in answer["results"]}

    for name in ("clubs", "players", "nights", "games"):
        own, others = listed("owner", name), listed("stranger's manage", name)
        assert own == listed("owner's read", name) != set()
        assert others
        assert not own & others
        assert listed("player", name) == set()


def test_without_a_club_the_webhooks_are_listed_of_those_that_one_owns(ids, everybody):
    listed = {
        who: [row["id"] for row in everybody[who].get("/api/v1/webhooks/").json()["results"]]
        for who in ("owner", "owner's manage", "helper", "helper's manage", "stranger", "player")
    }
    owners = ("owner", "owner's manage")
    assert listed == {who: [ids["webhook"]] if who in owners else [] for who in listed}


def test_a_key_of_who_helps_no_longer_opens_nothing(ids, club, everybody):
    take_away_helper(club, Helper.objects.get(account__username="ben").pk)
    for row in TABLE:
        if row[-1] in (READS, CHANGES, SEES_NIGHT):
            answer = send(everybody["helper's manage"], row, ids)
            assert answer.status_code == NOTHING_HERE, row[0]


def test_the_tables_name_every_operation():
    operations = {operation["operationId"] for _method, _path, operation in OPERATIONS}
    assert operations == {row[0] for row in TABLE} | ELSEWHERE
