"""A database of an older SushiScore keeps its games; test_upgrade.py begins with an older one."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.utils import timezone

from tests.factories import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MODELS = ("Game", "Player", "Seat", "Round", "Tableau", "Tap", "Entry")


def step_by_step() -> MigrationExecutor:
    """Return an executor of the migrations that are squashed."""
    executor = MigrationExecutor(connection)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    return executor


def migrate(to: tuple[str, str]) -> StateApps:
    """Bring the database to a migration; return its models as they were then."""
    step_by_step().migrate([to])
    return step_by_step().loader.project_state([to]).apps


@pytest.fixture(autouse=True)
def up_to_date() -> Iterator[None]:
    """Bring the database up to date again afterwards."""
    yield
    executor = step_by_step()
    executor.migrate(executor.loader.graph.leaf_nodes("referee"))


# ------------------------------------------------------------- wasabi


PAIRED_BY_TAPS = ("referee", "0028_told_of_changes")
PAIRED = ("referee", "0031_wasabi_alone")


@pytest.mark.parametrize(("state", "is_known"), [("open", False), ("confirmed", True)])
def test_what_lay_on_a_wasabi_after_each_tap_is_known_for_good(state, is_known):
    """Wasabi, squid, the squid is taken off it, egg. Of a round that is open the egg is asked."""
    old = migrate(PAIRED_BY_TAPS)
    make = {name: old.get_model("referee", name).objects.create for name in MODELS}
    club = old.get_model("referee", "Club").objects.create()
    night = old.get_model("referee", "GameNight").objects.create(club=club, date="2026-01-01")
    game = make["Game"](night=night, ruleset="sushi-go", version=4)
    seat = make["Seat"](game=game, player=make["Player"](club=club, name="Ana"), place=1)
    tableau = make["Tableau"](round=make["Round"](game=game, number=1, state=state), seat=seat)
    taps = [
        make["Tap"](tableau=tableau, kind=kind, number=number, phone=PHONE)
        for number, kind in enumerate(("add", "add", "move", "add"), start=1)
    ]
    cards = [tap.pk for tap in taps]

    def lay(tap: int, card: int, face: str, *, gone: int | None = None, **lies: bool) -> None:
        by = taps[gone] if gone else None
        rows = {"tableau": tableau, "added_by": taps[tap], "withdrawn_by": by}
        make["Entry"](card=cards[card], place=card + 1, face=face, **rows, **lies)

    lay(0, 0, "wasabi")
    lay(1, 1, "squid-nigiri", gone=2, on_wasabi=True)
    lay(2, 1, "squid-nigiri", sure=True)
    lay(3, 3, "egg-nigiri", on_wasabi=True)
    new = migrate(PAIRED).get_model("referee", "Entry")
    rows = new.objects.filter(face="wasabi").order_by("added_by__number")
    assert [(row.added_by.number, row.nigiri, row.is_known) for row in rows] == [
        (1, None, True),
        (2, cards[1], True),
        (3, None, True),
        (4, cards[3], is_known),
    ]
    assert [row.withdrawn_by and row.withdrawn_by.number for row in rows] == [2, 3, 4, None]
    assert {row.card for row in rows} == {cards[0]}


# ------------------------------------------------------------- rows that cannot be


def longer(letters: int) -> str:
    """One letter more than a row has room for, where its database stores that."""
    return "x" * (letters + (connection.vendor == "sqlite"))


SOUND_SEASONS = ("referee", "0032_seasons_go_forward")


def test_a_season_that_cannot_be_is_put_right():
    old = migrate(PAIRED)
    club = old.get_model("referee", "Club").objects.create()
    make = old.get_model("referee", "Season").objects.create
    march, may = date(2026, 3, 1), date(2026, 5, 31)
    seasons = [
        make(club=club, first=march, last=may, name="right", by="points", least_games=3),
        make(club=club, first=may, last=march, name="backwards", by="nonsense"),
        make(club=club, first=date(1850, 1, 1), last=date(4000, 1, 1), name=longer(60)),
        make(club=club, first=may, last=may, least_games=10_000, least_nights=10_000),
    ]
    rows = migrate(SOUND_SEASONS).get_model("referee", "Season").objects
    facts = ("first", "last", "name", "by", "least_games", "least_nights")
    assert [rows.filter(pk=one.pk).values_list(*facts).get() for one in seasons] == [
        (march, may, "right", "points", 3, 0),
        (march, may - timedelta(days=1), "backwards", "wins", 0, 0),
        (date(1900, 1, 1), date(2999, 12, 31), "x" * 60, "wins", 0, 0),
        (may, may, "", "wins", 9999, 9999),
    ]


CLUB = ("Club", "Player", "GameNight")
SOUND_WORDS = ("referee", "0033_words_have_their_length")


def test_words_and_days_that_cannot_be_are_put_right():
    old = migrate(SOUND_SEASONS)
    make = {name: old.get_model("referee", name).objects.create for name in CLUB}
    club = make["Club"](name=longer(60))
    first, last = date(1900, 1, 1), date(2999, 12, 31)
    players = [make["Player"](club=club, name=name) for name in ("Ana", "", "?", longer(40))]
    nights = [
        make["GameNight"](club=club, date=day, name=longer(60), location="y", note=longer(500))
        for day in (date(2026, 1, 1), date(1850, 1, 1), first, date(4000, 1, 1))
    ]
    new = migrate(SOUND_WORDS)
    assert new.get_model("referee", "Club").objects.get().name == "x" * 60
    rows = new.get_model("referee", "Player").objects
    names = [rows.get(pk=one.pk).name for one in players]
    assert names == ["Ana", "? 2", "?", "x" * 40]
    rows = new.get_model("referee", "GameNight").objects
    dates = [rows.get(pk=one.pk).date for one in nights]
    assert dates == [date(2026, 1, 1), first + timedelta(days=1), first, last]
    assert {*rows.values_list("name", "location", "note")} == {("x" * 60, "y", "x" * 500)}


SOUND_KEYS = ("referee", "0034_keys_and_addresses_are_some")


def test_keys_and_webhooks_that_cannot_be_are_put_right():
    old = migrate(SOUND_WORDS)
    make = {
        name: old.get_model("referee", name).objects.create for name in ("Club", "Key", "Webhook")
    }
    club = make["Club"]()
    account = old.get_model("auth", "User").objects.create(username="ana")
    for number, (name, scope) in enumerate([("", "enter"), (longer(40), "all")]):
        make["Key"](account=account, name=name, scope=scope, digest=f"{number}")
    for address in ("", longer(500), "y"):
        make["Webhook"](club=club, address=address, events=[])
    new = migrate(SOUND_KEYS)
    keys = new.get_model("referee", "Key").objects.order_by("digest")
    assert [*keys.values_list("name", "scope")] == [("?", "enter"), ("x" * 40, "read")]
    webhooks = new.get_model("referee", "Webhook").objects.order_by("address")
    is_whole = connection.vendor != "sqlite"
    assert [*webhooks.values_list("address", "is_on")] == [("x" * 500, is_whole), ("y", True)]


NO_CONTROLS = ("referee", "0036_names_have_no_controls")


def test_control_characters_nameless_seasons_and_unknown_events_are_put_right():
    old = migrate(SOUND_KEYS)
    row = {
        name: old.get_model("referee", name).objects.create
        for name in ("Club", "Player", "GameNight", "Season", "Webhook")
    }
    club, bell = row["Club"](name="a\x07b"), "\x07"
    players = [row["Player"](club=club, name=name) for name in ("Ana", f"A{bell}na", bell)]
    row["GameNight"](club=club, date=date(2026, 1, 1), name="a\nb", note=f"a{bell}\n\tb")
    new_year, may = date(2026, 1, 1), date(2026, 5, 31)
    for first, last in (
        (new_year, date(2026, 12, 31)),
        (new_year, may),
        (new_year, date(2027, 12, 31)),
    ):
        row["Season"](club=club, first=first, last=last)
    burnt, finished, confirmed = "game.burnt", "game.finished", "round.confirmed"
    for events in ([], [burnt], [finished, burnt, confirmed]):
        row["Webhook"](club=club, address="y", events=events)
    new = migrate(NO_CONTROLS)
    rows = {name: new.get_model("referee", name).objects for name in row}
    assert rows["Club"].get().name == "ab"
    assert [rows["Player"].get(pk=one.pk).name for one in players] == ["Ana", "Ana 2", "?"]
    assert rows["GameNight"].values_list("name", "note").get() == ("ab", "a\n\tb")
    assert [*rows["Season"].order_by("last").values_list("name", flat=True)] == [
        "2026-01-01 – 2026-05-31",
        "",
        "2026-01-01 – 2027-12-31",
    ]
    assert rows["Webhook"].get().events == [confirmed, finished]


def test_what_is_due_to_webhooks_is_due_as_a_job():
    apps = migrate(SOUND_KEYS)
    models = {name: apps.get_model("referee", name) for name in ("Club", "GameNight", "Game")}
    club = models["Club"].objects.create(name="")
    night = models["GameNight"].objects.create(club=club, date=date(2026, 11, 1))
    game = models["Game"].objects.create(
        night=night, ruleset="sushi-go", code="ABCDE", menu=None, house_rules={}
    )
    now = datetime.now(UTC)
    rest = now + timedelta(minutes=5)
    webhooks = [
        apps.get_model("referee", "Webhook").objects.create(
            club=club, address="https://a.example/", events=[], secret="", rests_until=rest
        )
        for _ in range(2)
    ]
    delivery = apps.get_model("referee", "Delivery").objects
    for webhook, due in ((webhooks[0], now), (webhooks[0], rest), (webhooks[1], None)):
        delivery.create(webhook=webhook, game=game, event="game.finished", body="{}", due_at=due)
    jobs = migrate(("referee", "0035_jobs")).get_model("referee", "Job").objects
    assert list(jobs.values_list("kind", "about", "due_at", "held_until")) == [
        ("webhook", str(webhooks[0].pk), now, rest)
    ]


def test_games_have_the_minutes_that_their_times_say_and_invented_times_are_known():
    old = migrate(("referee", "0040_files_of_past_games"))
    create = {
        name: old.get_model("referee", name).objects.create
        for name in ("Club", "Player", "GameNight", "Game", "Round", "Reopening", "Placing")
    }
    club = create["Club"](name="")
    night = create["GameNight"](club=club, date=date(2026, 11, 1))
    player = create["Player"](club=club, name="Ana")
    evening = datetime(2026, 11, 1, 20, tzinfo=UTC)
    noon = timezone.localtime(evening).replace(hour=12)
    # When it began, how long it took by its end, and then: minutes, and whether its time is known.
    games = [
        (evening, timedelta(minutes=41, seconds=10), 41, True),
        (evening, timedelta(seconds=10), None, True),
        (evening, timedelta(hours=8), 480, True),
        (evening, timedelta(hours=8, minutes=1), None, True),
        (evening, -timedelta(minutes=41), None, True),
        (evening, None, None, True),
        (evening, timedelta(0), None, True),
        (noon, timedelta(0), None, False),
        (noon + timedelta(seconds=2), timedelta(0), None, False),
        (noon, timedelta(minutes=30), 30, True),
        (evening + timedelta(microseconds=7), timedelta(0), None, False),
        (evening, timedelta(minutes=30), None, True),  # which was opened again
    ]
    ids = []
    for number, (begun, lasted, _minutes, _has_time) in enumerate(games):
        ended = None if lasted is None else begun + lasted
        facts = {"ruleset": "sushi-go", "code": f"C{number}", "house_rules": {}}
        game = create["Game"](night=night, created_at=begun, finished_at=ended, **facts)
        ids.append(game.pk)
        create["Placing"](
            game=game,
            player=player,
            club=club,
            night=night,
            date=night.date,
            played_at=begun,
            ruleset="sushi-go",
            players=2,
            place=1,
            win=840,
            total=9,
            margin=1,
            cards={},
        )
    round_ = create["Round"](game=game, number=1)
    create["Reopening"](round=round_, version=1, number=2, was_over=True, cause="host")
    new = migrate(("referee", "0041_minutes_played")).get_model("referee", "Game").objects
    found = [new.get(pk=game) for game in ids]
    assert [(game.minutes, game.has_time) for game in found] == [game[2:] for game in games]
    assert [game.placings.get().minutes for game in found] == [game[2] for game in games]


def test_times_that_were_invented_are_known_as_such_also_after_a_correction():
    old = migrate(("referee", "0040_files_of_past_games"))
    create = {
        name: old.get_model("referee", name).objects.create
        for name in ("Club", "GameNight", "Game", "Round", "Reopening")
    }
    night = create["GameNight"](club=create["Club"](name=""), date=date(2026, 11, 1))
    noon = timezone.localtime(datetime(2026, 11, 1, 20, tzinfo=UTC)).replace(hour=12)
    after = noon.replace(hour=20, second=1)
    made = {}
    for name, begun, ended in (
        ("noon, corrected since", noon, noon + timedelta(days=3)),
        ("noon, open again now", noon, None),
        ("a second after a known one", after, after),
        ("the 60th at noon", noon.replace(second=59), noon.replace(second=59)),
        ("the 61st at noon", noon.replace(minute=1), noon.replace(minute=1)),
        ("the 62nd at noon", noon.replace(minute=1, second=1), noon.replace(minute=1, second=1)),
        ("the 121st, corrected since", noon.replace(minute=2), noon + timedelta(days=3)),
        ("before it", noon.replace(minute=1, second=59), noon.replace(minute=1, second=59)),
        ("known", noon.replace(hour=18, minute=30), noon.replace(hour=18, minute=30)),
    ):
        made[name] = create["Game"](
            night=night, created_at=begun, finished_at=ended, ruleset="sushi-go",
            code=f"C{len(made)}", house_rules={},
        )  # fmt: skip
        if ended != begun:
            round_ = create["Round"](game=made[name], number=1)
            create["Reopening"](round=round_, version=1, number=2, was_over=True, cause="host")
    games = migrate(("referee", "0041_minutes_played")).get_model("referee", "Game").objects
    known = [name for name, game in made.items() if games.get(pk=game.pk).has_time]
    assert known == ["known"]
