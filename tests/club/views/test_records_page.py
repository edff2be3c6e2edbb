"""The page of a club's records and habits."""

import datetime
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.html import Element, parse_html
from django.test.utils import CaptureQueriesContext

from referee.club.services.files.import_games import PastGame, store_games
from referee.club.services.statistics import MAX_EQUAL
from referee.models import Club, Player
from referee.play.services.clubs import club_for
from referee.rules import read_sheet
from tests.factories import PHONE, GameFactory
from tests.people import rename
from tests.plain_words import plain
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db


FIRST = datetime.datetime(2026, 1, 1, 19, tzinfo=datetime.UTC)
Round = dict[str, str]
PARTY = {"ruleset": "sushi-go-party", "menu": "my-first-meal"}


def sheet(*rounds: Round, **more: Any) -> dict[str, Any]:
    """A score sheet of a game of Sushi Go! whose players are those of its first round; rounds that
    are not given brought nothing."""
    return {
        "ruleset": "sushi-go",
        "players": list(rounds[0]),
        "rounds": [{"tableaus": round_} for round_ in (*rounds, {}, {})[:3]],
        **more,
    }


def played(club: Club, *sheets: dict[str, Any]) -> list[UUID]:
    """Plays a game a day, from the first of January on or after those that there are."""
    before = club.nights.count()
    days = [FIRST + datetime.timedelta(days=before + n) for n in range(len(sheets))]
    games = [
        PastGame(UUID(int=day.toordinal()), day.date(), read_sheet(one), day, day, 3)
        for day, one in zip(days, sheets, strict=True)
    ]
    store_games(club, games)
    return [game.id for game in games]


def page_of(club: Club, query: str = "") -> Element:
    answer = phone(PHONE).get(f"/club/{club.pk}/records/{query}")
    assert answer.status_code == 200
    return parse_html(answer.content.decode())


def said(page: Element) -> str:
    return plain(text_of(page))


@pytest.fixture
def club() -> Club:
    """The club of a phone, without games."""
    return club_for(PHONE)


def labelled(page: Element, name: str, id_: str) -> list[Element]:
    """The elements of that name that are headed by the element of that id."""
    return [e for e in elements(page, name) if attribute(e, "aria-labelledby") == id_]


def under(page: Element, id_: str) -> list[tuple[str, str]]:
    """The lines below the heading of that id, and where they lead."""
    return [
        (plain(text_of(link)), attribute(link, "href") or "")
        for lines in labelled(page, "ul", id_)
        for link in elements(lines, "a")
    ]


def highest(page: Element, ruleset: str) -> Iterator[list[list[tuple[str, str]]]]:
    """By row: the number of players, and the holders of a game's and of a round's record."""
    (table,) = labelled(page, "table", f"highest-{ruleset}")
    for row in list(elements(table, "tr"))[1:]:
        (players,) = elements(row, "th")
        cells = [
            [(plain(text_of(a)), attribute(a, "href") or "") for a in elements(cell, "a")]
            for cell in elements(row, "td")
        ]
        yield [[(text_of(players), "")], *cells]


# ------------------------------------------------------------- a club without games


def test_a_club_without_a_finished_game_has_no_tables(club):
    GameFactory()
    page = page_of(club)
    assert "No game is finished yet. The first one sets the first records." in said(page)
    (main,) = elements(page, "main")
    assert not list(elements(main, "table", "section"))


def test_a_club_with_one_game_has_records_and_no_habits(club):
    played(club, sheet({"Ana": "squid-nigiri sashimi", "Ben": ""}))
    page = page_of(club)
    assert "No habits yet: it takes 5 games with a card" in said(page)
    assert [heading for heading in ("narrowest", "come-back") if under(page, heading)] == [
        "narrowest"
    ]
    assert "favourite menu" not in said(page)
    assert "pudding" not in said(page)


# ------------------------------------------------------------- highest games and rounds


def test_records_are_by_ruleset_and_number_of_players(club):
    first, second, third = played(
        club,
        sheet({"Ana": "squid-nigiri", "Ben": ""}, {"Ana": "", "Ben": "egg-nigiri"}),
        sheet({"Ana": "", "Ben": "squid-nigiri*3", "Cem": ""}),
        sheet({"Ana": "salmon-nigiri", "Ben": ""}, ruleset="sushi-roll"),
    )
    page = page_of(club)
    assert list(highest(page, "sushi-go")) == [
        [
            [("2", "")],
            [("3 Ana 1 Jan 2026", f"/g/{first}/result/")],
            [("3 Ana 1 Jan 2026", f"/g/{first}/r/1/")],
        ],
        [
            [("3", "")],
            [("9 Ben 2 Jan 2026", f"/g/{second}/result/")],
            [("9 Ben 2 Jan 2026", f"/g/{second}/r/1/")],
        ],
    ]
    ((players, _game, (round_,)),) = highest(page, "sushi-roll")
    assert (players, round_) == ([("2", "")], ("2 Ana 3 Jan 2026", f"/g/{third}/r/1/"))
    assert not labelled(page, "table", "highest-sushi-go-party")


def test_the_highest_round_leads_to_that_round(club):
    (game,) = played(club, sheet({"Ana": "", "Ben": ""}, {}, {"Ana": "tempura*2", "Ben": ""}))
    ((_players, _game, rounds),) = highest(page_of(club), "sushi-go")
    assert rounds == [("5 Ana 1 Jan 2026", f"/g/{game}/r/3/")]


def test_equal_records_are_named_side_by_side_the_earliest_first(club):
    """Ben had six points before Ana; her second time is no second record, and Cem's five are
    none."""
    by_ben, by_ana, _again, _five = played(
        club,
        sheet({"Ben": "squid-nigiri*2", "Ana": ""}),
        sheet({"Ana": "squid-nigiri*2", "Cem": ""}),
        sheet({"Ana": "squid-nigiri*2", "Ben": ""}),
        sheet({"Cem": "tempura*2", "Ana": ""}),
    )
    ((_players, games, rounds),) = highest(page_of(club), "sushi-go")
    assert games == [
        ("6 Ben 1 Jan 2026", f"/g/{by_ben}/result/"),
        ("6 Ana 2 Jan 2026", f"/g/{by_ana}/result/"),
    ]
    assert [name for name, _url in rounds] == ["6 Ben 1 Jan 2026", "6 Ana 2 Jan 2026"]


def test_of_many_equal_holders_the_first_three_are_named(club):
    four = dict.fromkeys(("Ana", "Ben", "Cem", "Dan"), "squid-nigiri")
    played(club, sheet(four))
    page = page_of(club)
    ((_players, games, rounds),) = highest(page, "sushi-go")
    assert [name[:5] for name, _url in games[:3]] == ["3 Ana", "3 Ben", "3 Cem"]
    assert len(rounds) == 4
    for figure, (words, url) in (("total", games[3]), ("best_round", rounds[3])):
        assert words == "and others"
        assert url == f"/club/{club.pk}/games/?ruleset=sushi-go&players=4&{figure}=3"
        assert "1 game" in phone(PHONE).get(url).content.decode()


def test_records_of_hidden_players_stand(club):
    played(club, sheet({"Ana": "squid-nigiri", "Ben": ""}))
    Player.objects.filter(name="Ana").update(is_hidden=True)
    ((_players, games, _rounds),) = highest(page_of(club), "sushi-go")
    assert [name for name, _url in games] == ["3 Ana 1 Jan 2026"]


# ------------------------------------------------------------- remarkable games


def test_the_narrowest_win(club):
    _wide, narrow = played(
        club,
        sheet({"Ana": "squid-nigiri", "Ben": "egg-nigiri", "Cem": ""}),
        sheet({"Ana": "egg-nigiri", "Ben": "salmon-nigiri", "Cem": ""}),
    )
    assert under(page_of(club), "narrowest") == [
        ("Ben won by 1 point. Sushi Go!, 3 players, 2 January 2026", f"/g/{narrow}/result/")
    ]


def test_a_win_by_the_tie_break_says_so_and_a_shared_one_is_none(club):
    """Six points for most puddings, or for two squid nigiri: more puddings win."""
    _shared, decided = played(
        club,
        sheet({"Ana": "egg-nigiri", "Ben": "egg-nigiri"}),
        sheet({"Ana": "pudding", "Ben": "squid-nigiri*2"}),
    )
    ((words, url),) = under(page_of(club), "narrowest")
    assert words.startswith("Ana won with as many points as the next; the tie-break decided.")
    assert url == f"/g/{decided}/result/"


def test_the_greatest_come_back_is_a_winners(club):
    """Ben is nine points behind and wins; Cem is ten behind and does not."""
    _first, second = played(
        club,
        sheet({"Ana": "squid-nigiri", "Ben": "", "Cem": ""}, {"Ben": "tempura*2"}),
        sheet({"Ana": "squid-nigiri*3", "Ben": "", "Cem": ""}, {"Ben": "sashimi*3", "Ana": ""}),
    )
    assert under(page_of(club), "come-back") == [
        (
            "Ben was 9 points behind, and won. Sushi Go!, 3 players, 2 January 2026",
            f"/g/{second}/result/",
        )
    ]
    narrowed = under(page_of(club, "?until=2026-01-01"), "come-back")
    assert [words.split(".")[0] for words, _url in narrowed] == ["Ben was 3 points behind, and won"]


def test_who_was_never_behind_has_not_come_back(club):
    played(club, sheet({"Ana": "squid-nigiri", "Ben": ""}))
    assert not under(page_of(club), "come-back")


def test_most_puddings_of_cards_and_of_dice(club):
    played(
        club,
        sheet({"Ana": "pudding*2", "Ben": "pudding"}),
        sheet({"Ana": "pudding-3 pudding-2", "Ben": ""}, ruleset="sushi-roll"),
    )
    page = page_of(club)
    ((cards, _),) = under(page, "puddings-sushi-go")
    ((dice, _),) = under(page, "puddings-sushi-roll")
    assert cards.startswith("Ana had 2 puddings. Sushi Go!, 2 players")
    assert dice.startswith("Ana had 5 pudding icons. Sushi Roll, 2 players")
    assert not under(page, "puddings-sushi-go-party")


def test_of_many_equal_records_the_first_three_are_named(club):
    one_point = sheet({"Ana": "egg-nigiri", "Ben": ""})
    played(club, *[one_point] * 3)
    equalled = "These were the first; others have equalled them since."
    assert equalled not in said(page_of(club))
    games = played(club, one_point)
    page = page_of(club)
    assert equalled in said(page)
    lines = under(page, "narrowest")
    assert [words[-14:] for words, _url in lines] == [f"{day} January 2026" for day in (1, 2, 3)]
    assert f"/g/{games[0]}/result/" not in [url for _words, url in lines]


# ------------------------------------------------------------- menus and habits


def test_the_favourite_menu(club):
    game = {"Ana": "tempura", "Ben": ""}
    played(club, sheet(game, **PARTY), sheet(game, **{**PARTY, "menu": "sushi-go"}))
    assert "Most often played: My First Meal and Sushi Go!, each in 1 game." in said(page_of(club))
    played(club, sheet(game, **PARTY))
    assert "Most often played: My First Meal, in 2 games." in said(page_of(club))


def test_who_always_takes_the_sashimi(club):
    takes = sheet({"Ana": "sashimi*3 egg-nigiri", "Ben": "sashimi egg-nigiri"})
    played(club, *[takes] * 4)
    assert "takes" not in said(page_of(club)).replace("it takes 5 games", "")
    played(club, takes)
    page = page_of(club)
    assert "Sashimi: Ana takes 3.0 a game; the club’s average is 2.0." in said(page)
    assert "Nigiri:" not in said(page)


def test_hidden_players_have_no_habits_but_count_in_the_average(club):
    takes = {"Ana": "sashimi*6", "Ben": "sashimi*2", "Cem": "", "Dan": ""}
    played(club, *[sheet(takes)] * 5)
    Player.objects.filter(name="Ana").update(is_hidden=True)
    page = page_of(club)
    assert "Ana takes" not in said(page)
    ((name, *figures), *_others) = card_table(page, "sashimi")
    assert (name, figures) == ("Ben 5 games", ["2.0", "0.0", "−5.0"])


def card_table(page: Element, type_: str) -> list[list[str]]:
    """The rows of a card's table."""
    for fold in elements(page, "details"):
        (summary,) = elements(fold, "summary")
        if text_of(summary).lower().startswith(type_):
            (body,) = elements(fold, "tbody")
            return [
                [plain(text_of(cell)) for cell in elements(row, "th", "td")]
                for row in elements(body, "tr")
            ]
    return []


def test_points_by_card_against_the_clubs_average(club):
    played(
        club,
        sheet({"Ana": "sashimi*3", "Ben": "wasabi"}),
        sheet({"Ana": "", "Ben": "sashimi"}),
    )
    page = page_of(club)
    assert card_table(page, "sashimi") == [
        ["Ana 2 games", "1.5", "5.0", "+2.5"],
        ["Ben 2 games", "0.5", "0.0", "−2.5"],
    ]
    assert not card_table(page, "wasabi"), "a card that brings nobody points"


def test_names_lead_to_the_players_pages(club):
    played(club, sheet({"Ana": "sashimi*3", "Ben": ""}))
    (ana,) = Player.objects.filter(name="Ana")
    links = [attribute(link, "href") for link in elements(page_of(club), "a")]
    assert f"/club/{club.pk}/players/{ana.pk}/" in links


@pytest.mark.slow
def test_points_by_card_that_were_made_before_are_in_the_readers_language_and_name_people_as_now(
    club,
):
    played(club, sheet({"Ana": "sashimi*3", "Ben": ""}))
    caches["template_fragments"].clear()
    address = f"/club/{club.pk}/records/"
    for headers in ({}, {"HX-Request": "true"}):
        for language, words in (("en", "1 game"), ("es", "1 partida"), ("en", "1 game")):
            answer = phone(PHONE).get(address, headers={"Accept-Language": language, **headers})
            assert (
                card_table(parse_html(answer.content.decode()), "sashimi")[0][0] == f"Ana {words}"
            )
    rename("Ana", "Zoe")
    assert card_table(page_of(club), "sashimi")[0][0] == "Zoe 1 game"
    Player.objects.filter(name="Zoe").update(is_hidden=True)
    assert [row[0] for row in card_table(page_of(club), "sashimi")] == ["Ben 1 game"]


# ------------------------------------------------------------- scale


def queries(club: Club) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        page_of(club)
    return [query["sql"] for query in asked]


def test_records_are_found_by_their_indexes(club):
    played(club, sheet({"Ana": "egg-nigiri", "Ben": ""}))
    of_records = [sql for sql in queries(club) if sql.endswith(f"LIMIT {MAX_EQUAL + 1}")]
    plans = [_plan(sql) for sql in of_records]
    assert [sum(index in plan for plan in plans) for index in (
        "narrowest_wins", "greatest_come_backs", "most_puddings",
    )] == [1, 1, 3]  # fmt: skip


def _plan(sql: str) -> str:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's words are looked at")
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return " ".join(row[3] for row in cursor.fetchall())
