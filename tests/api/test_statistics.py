"""What the games of a club come to, read over the network."""

import datetime

import pytest

from referee.api.statistics import RecordsQuery, StandingsQuery
from referee.club.filters import GamesFilter, StandingsFilter
from referee.club.services.seasons import make_season
from referee.models import Club, Game, Player
from tests.api.bot import faults, get
from tests.factories import OTHER_PHONE, PHONE, GameFactory, played
from tests.people import play
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return play("Ana", "Ben", on=3)


def test_standings_are_those_of_the_page_by_the_same_filters(game):
    play("Cem", "Ben", on=5)
    played(
        "squid-nigiri",
        "",
        players=("Ben", "Ana"),
        at=datetime.datetime(2025, 3, 1, tzinfo=datetime.UTC),
    )
    queries = ("", "?year=2026", "?year=2025", "?by=points", "?ruleset=sushi-roll")
    queries += ("?least_games=2", "?since=2026-01-01&least_nights=2", "?until=2025-12-31")
    for query in queries:
        page = phone(PHONE).get(f"/club/{game.night.club_id}/{query}").context["standings"]
        answer = get(f"standings/{query}")
        assert [(row["rank"], row["player"]["name"]) for row in answer["standings"]] == [
            (row["rank"], row["player"].name) for row in page["rows"]
        ]
        assert answer["by"] == page["order"]
    (ben, ana, cem) = get("standings/?by=points&least_games=2")["standings"]
    assert (ben["rank"], ben["games"], ben["average_rank"], cem["rank"]) == (1, 3, 5 / 3, None)
    assert (ana["player"]["name"], ana["rating"]) == ("Ana", None)


def test_a_season_ranks_by_its_own_order_unless_the_address_names_another(game):
    day = game.night.date
    season = make_season(
        game.night.club_id, name="November", first=day, last=day, by="points", least_games=2
    )
    answer = get(f"standings/?season={season.pk}")
    assert (answer["by"], answer["least_games"], answer["least_nights"]) == ("points", 2, 0)
    assert [row["rank"] for row in answer["standings"]] == [None, None]
    answer = get(f"standings/?season={season.pk}&by=wins&least_games=0")
    assert (answer["by"], answer["least_games"]) == ("wins", 0)
    assert [row["rank"] for row in answer["standings"]] == [1, 2]


def test_points_for_places_are_those_of_the_list(game):
    (first, second) = get("standings/")["standings"]
    assert (first["place_points"], second["place_points"]) == (None, None)
    season = {"first": game.night.date, "last": game.night.date, "place_points": "3-2"}
    season = make_season(game.night.club_id, name="League", by="place-points", **season)
    for query, points, each in (
        ("by=place-points", "5-3-1", [5.0, 3.0]),
        ("by=place-points&place_points=7", "7", [7.0, 0.0]),
        (f"season={season.pk}", "3-2", [3.0, 2.0]),
    ):
        answer = get(f"standings/?{query}")
        assert answer["place_points"] == points
        assert [row["place_points"] for row in answer["standings"]] == each


def test_who_is_hidden_is_not_in_the_standings(game):
    Player.objects.filter(name="Ana").update(is_hidden=True)
    (ben,) = get("standings/")["standings"]
    assert (ben["rank"], ben["player"]["name"]) == (1, "Ben")


@pytest.mark.parametrize(
    ("address", "wrong"),
    [
        ("standings/?month=5&by=xyzzy&least_games=-1", {
            "year": "no-sense", "by": "no-such-choice", "least_games": "out-of-range"}),
        ("standings/?since=&by=&season=&least_nights=10000", {
            "since": "missing", "by": "missing", "season": "missing",
            "least_nights": "out-of-range"}),
        ("standings/?first=2026-01-01&games=3&year=1066&players=x&month=5", {
            "first": "unknown-parameter", "games": "unknown-parameter",
            "year": "no-such-choice", "players": "no-such-choice"}),
        ("standings/?club=x&by=xyzzy", {"club": "not-a-uuid"}),
        ("standings/?by=wins&by=points", {"by": "repeated-name"}),
        ("standings/?by=place-points&place_points=1-2", {"place_points": "no-place-points"}),
        ("standings/?season=x&menu=%00", {"season": "no-such-choice", "menu": "no-such-choice"}),
        ("records/?since=2026-02-30", {"since": "not-a-date"}),
        ("standings/?since=02/03/2026&until=2026-2-3&by=xyzzy", {
            "since": "not-a-date", "until": "not-a-date", "by": "no-such-choice"}),
        ("records/?since=2026-02-03&until=2026-02-02", {"until": "days-backwards"}),
        ("records/?by=points", {"by": "unknown-parameter"}),
        ("records/?year=2026&since=2026-02-03", {"year": "no-sense"}),
        ("players/{ana}/figures/?ruleset=chess&sinse=2026-02-03", {
            "ruleset": "no-such-choice", "sinse": "unknown-parameter"}),
        ("players/{ana}/figures/?club={club}", {"club": "unknown-parameter"}),
    ],
)  # fmt: skip
def test_every_fault_of_a_filter_is_named_at_once(game, address, wrong):
    ana = Player.objects.get(name="Ana")
    assert dict(faults(address.format(ana=ana.pk, club=ana.club_id))) == wrong


@pytest.mark.parametrize(
    ("query", "nearest"),
    [("by=pionts", "points"), ("ruleset=sushi-rol", "sushi-roll"), ("sinse=2026-02-03", "since")],
)
def test_a_filter_that_is_mistyped_is_told_with_the_nearest_word(game, query, nearest):
    (fault,) = get(f"standings/?{query}", status=400)["errors"]
    assert f'did you mean "{nearest}"?' in fault["message"]


@pytest.mark.parametrize(
    ("query", "form"), [(RecordsQuery, GamesFilter), (StandingsQuery, StandingsFilter)]
)
def test_the_interface_knows_the_fields_of_the_pages_form(query, form):
    assert query().fields.keys() - {"club"} == form.base_fields.keys()


def test_who_runs_several_clubs_names_the_one_whose_standings_are_wanted(game):
    other = Club.objects.create()
    other.phones.create(phone=PHONE, is_current=False)
    assert faults("standings/") == [("club", "missing")]
    assert get(f"standings/?club={game.night.club_id}")["standings"]
    assert get(f"standings/?club={other.pk}")["standings"] == []


def test_records_name_who_holds_them(game):
    answer = get("records/")
    (highest,) = answer["highest_games"]
    assert (highest["ruleset"], highest["players"], highest["others"]) == ("sushi-go", 2, False)
    assert [(holder["name"], holder["points"]) for holder in highest["holders"]] == [("Ana", 3)]
    assert [feat["kind"] for feat in answer["feats"]] == ["narrowest"]
    assert (answer["streaks"], answer["menus"]) == ([], {})
    play("Ana", "Ben", on=5)
    play("Ben", "Cem", "Ana", on=6)
    answer = get("records/")
    assert [
        (row["player"]["name"], row["games"], row["since"], row["until"])
        for row in answer["streaks"]
    ] == [("Ana", 2, "2026-11-03", "2026-11-05")]
    assert [(row["ruleset"], row["players"]) for row in answer["highest_games"]] == [
        ("sushi-go", 2),
        ("sushi-go", 3),
    ]
    assert [row["players"] for row in get("records/?players=3")["highest_rounds"]] == [3]


def test_the_figures_of_a_player_are_those_of_the_page(game):
    for ahead, behind, day in (("Cem", "Ana", 4), ("Ana", "Cem", 5), ("Ana", "Ben", 6)):
        play(ahead, behind, on=day)
    ana = game.night.club.players.get(name="Ana")
    for query in ("", "?since=2026-11-05", "?players=3"):
        address = f"/club/{ana.club_id}/players/{ana.pk}/{query}"
        page = phone(PHONE).get(address).context
        answer = get(f"players/{ana.pk}/figures/{query}")
        sums = page["sums"]
        assert (answer["together"] or {}).get("games") == (sums and sums.games)
        assert (answer["together"] or {}).get("wins") == (sums and float(sums.won))
        rivals = [(row.other.name, row.games, row.ahead) for row in page["rivalries"]]
        found = [(row["player"]["name"], row["games"], row["ahead"]) for row in answer["rivals"]]
        assert found == rivals
        cards = {kind: float(own.average_points) for kind, own, *_rest in page["cards"]}
        assert {kind: row["average_points"] for kind, row in answer["cards"].items()} == cards
        streak = page.get("streak")
        assert (answer["longest_streak"] or {}).get("games") == (streak and streak.games)
    answer = get(f"players/{ana.pk}/figures/")
    assert (answer["together"]["games"], answer["together"]["wins"]) == (4, 3.0)
    assert answer["longest_streak"] == {"games": 2, "since": "2026-11-05", "until": "2026-11-06"}
    assert answer["by_players"].keys() == {"2"}


def test_a_player_of_others_has_no_figures(game):
    GameFactory(phone=OTHER_PHONE)
    theirs = Club.objects.exclude(pk=game.night.club_id).get().players.first()
    get(f"players/{theirs.pk}/figures/", status=404)
    get(f"standings/?club={theirs.club_id}", status=404)


def test_who_has_the_newest_answer_gets_304_until_something_changes(game):
    address = f"/api/v1/standings/?club={game.night.club_id}"
    first = phone(PHONE).get(address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    tag = {"If-None-Match": first.headers["ETag"]}
    again = phone(PHONE).get(address, headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    play("Ana", "Ben", on=20)
    assert phone(PHONE).get(address, headers=tag).status_code == 200
