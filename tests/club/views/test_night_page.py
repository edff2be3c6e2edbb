"""The page of a night: who stands where, its games, and what those who run the club can do."""

import datetime

import pytest
from django.test.html import parse_html
from django.utils import timezone

from referee.club.services.nights import describe_game
from referee.models import Game, GameNight, SharedStandings
from referee.play.services.confirming import count_round, enter_tokens
from referee.play.services.games import delete_game
from referee.play.services.joining import join
from tests.club.views.player_pages import rows_of
from tests.factories import PHONE, GameFactory, version_of
from tests.factories import played as laid
from tests.plain_words import plain
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

BEN = "phone of Ben"
NAMES = ("Ana", "Ben", "Cem")


def played(*winners, names=NAMES, minute=0, **more):
    """A finished game that these have won with 3 points each; the others have none."""
    hands = ["squid-nigiri" if name in winners else "" for name in names]
    began = timezone.now() - datetime.timedelta(hours=2) + datetime.timedelta(minutes=minute)
    return laid(*hands, players=names, at=began, date=timezone.localdate(), **more)


@pytest.fixture
def night():
    """Ana wins; Ana and Ben share; Ben wins without Cem, but with Dan."""
    played("Ana")
    played("Ana", "Ben", minute=10)
    return played("Ben", names=("Ana", "Ben", "Dan"), minute=20).night


def page_of(night, who=PHONE):
    return page_at(f"/night/{night.pk}/", who)


def page_at(address, who=PHONE):
    answer = phone(who).get(address)
    assert answer.status_code == 200
    return parse_html(answer.content.decode())


def standings_on(page):
    """Rank, name, games, wins and average place of each line of the standings."""
    return [(*row[:4], row[5]) for row in rows_of(page, "club-standings")[1:]]


def section(page, heading):
    """What stands under a heading."""
    return next(
        plain(text_of(one))
        for one in elements(page, "section")
        if text_of(next(elements(one, "h2"))) == heading
    )


def links_of(page):
    return {attribute(link, "href") for link in elements(page, "a")}


def buttons_of(page):
    return [text_of(button) for button in elements(page, "button")]


# ------------------------------------------------------------- looking


def test_who_stands_where_with_shared_victories_and_ties(night):
    assert standings_on(page_of(night)) == [
        ("1=", "Ana", "3", "1½", "1.33"),
        ("1=", "Ben", "3", "1½", "1.33"),
        ("3", "Dan", "1", "0", "2.00"),
        ("4", "Cem", "2", "0", "2.50"),
    ]


def test_games_stand_in_order_with_ranks_and_points(night):
    text = section(page_of(night), "Games")
    assert text.index("Ana won with 3 points") < text.index("Ana and Ben share the victory")
    assert "1= Ana 3 0 0 puddings 1= Ben 3 0 0 puddings 3 Cem 0 0 0 puddings" in text
    assert text.index("share the victory") < text.index("Ben won with 3 points")


def test_it_says_how_long_each_game_took_and_all_of_them_together(night):
    assert "minutes" not in section(page_of(night), "Games")
    for game, minutes in zip(night.games.order_by("created_at"), (41, 99, None), strict=True):
        describe_game(game.pk, minutes=minutes)
    text = section(page_of(night), "Games")
    assert text.startswith("Games Together 2 h 20 min (known of 2 of 3 games)")
    assert text.index("41 minutes") < text.index("99 minutes")
    describe_game(night.games.order_by("created_at").last().pk, minutes=30)
    assert section(page_of(night), "Games").startswith("Games Together 2 h 50 min Sushi Go!")


def test_no_time_of_day_is_shown_where_none_is_known(night):
    def times() -> list[str]:
        shown = (attribute(one, "datetime") for one in elements(page_of(night), "time"))
        return [one for one in shown if one and "T" in one]

    assert len(times()) == 3
    Game.objects.update(has_time=False)
    assert times() == []


def test_unfinished_games_are_marked_and_do_not_count(night):
    before = standings_on(page_of(night))
    game = GameFactory(setup__players=("Eve", "Fay"))
    page = page_of(night)
    assert standings_on(page) == before
    assert "Eve, Fay Not finished: it does not count yet." in section(page, "Games")
    assert "Go on with Sushi Go!" in plain(text_of(page))
    assert f"/g/{game.pk}/" in links_of(page)


def test_the_picture_has_its_data_as_a_table(night):
    page = page_of(night)
    figure = next(elements(page, "figure"))
    (picture,) = (one for one in elements(figure, "svg") if attribute(one, "role") == "img")
    named = (attribute(picture, "aria-labelledby") or "").split()
    assert set(named) <= {attribute(one, "id") for one in elements(page, "h2", "desc")}
    rows = [[text_of(c) for c in elements(row, "th", "td")] for row in elements(figure, "tr")]
    assert rows[0] == ["Player", *(f"{number} After game {number}" for number in (1, 2, 3))]
    assert sorted(rows[1:]) == [
        ["Ana", "1", "1½", "1½"],
        ["Ben", "0", "½", "1½"],
        ["Cem", "0", "0", "– not there"],
        ["Dan", "– not there", "– not there", "0"],
    ]


def test_the_standings_can_be_copied_as_a_text(night):
    area = next(elements(page_of(night), "textarea"))
    text = text_of(area)
    assert "Game night" in text
    assert "3 games" in text
    assert "Ana: 1½ of 3 games won, usual place 1.33" in text
    assert "Ranked by wins" in text


def test_a_night_without_a_finished_game_says_so_and_shows_no_empty_tables():
    night = GameFactory().night
    page = page_of(night)
    assert "No game of this night is finished yet." in plain(text_of(page))
    assert not list(elements(page, "table", "figure"))
    assert [attribute(box, "name") for box in elements(page, "textarea")] == ["note"]
    assert "Share by a link" not in buttons_of(page)


def test_a_night_whose_games_were_all_deleted_says_so():
    game = played("Ana")
    delete_game(game.pk)
    page = page_of(game.night)
    assert "There is no game on this night." in plain(text_of(page))
    assert not list(elements(page, "table", "figure"))


# ------------------------------------------------------------- who may look


def test_a_phone_at_one_table_sees_the_night_and_the_way_to_its_own_game(night):
    first, second, _third = night.games.order_by("created_at")
    join(first.pk, BEN, 2)
    page = page_of(night, BEN)
    assert len(standings_on(page)) == 4
    links = links_of(page)
    assert f"/g/{first.pk}/result/" in links
    assert f"/g/{second.pk}/result/" not in links
    assert not {link for link in links if link and link.startswith("/club/") and len(link) > 6}
    sharing = {"Copy the text", "Share the text", "Share the picture"}
    assert set(buttons_of(page)) == {*sharing, "Español", "Light", "Dark"}


# ------------------------------------------------------------- naming and sharing


def posted(night, **form):
    return phone(PHONE).post(f"/night/{night.pk}/", form)


def test_a_night_gets_a_name_and_a_place_and_loses_them_again(night):
    assert (
        posted(night, do="name", name="  New  Year ", location="Ana’s\nkitchen").status_code == 302
    )
    night.refresh_from_db()
    assert (night.name, night.location) == ("New Year", "Ana’s kitchen")
    page = page_of(night)
    assert text_of(next(elements(page, "h1"))) == "New Year"
    assert "· Ana’s kitchen" in plain(text_of(page))
    assert text_of(next(elements(page, "textarea"))).startswith("New Year")
    posted(night, do="name", name="", location="")
    night.refresh_from_db()
    assert (night.name, night.location) == ("", "")


def test_a_name_that_is_too_long_is_refused_and_kept_in_the_form(night):
    answer = posted(night, do="name", name="x" * 61, location="here")
    assert answer.status_code == 400
    page = parse_html(answer.content.decode())
    assert "x" * 61 in {attribute(box, "value") for box in elements(page, "input")}
    assert "60" in plain(text_of(page))
    night.refresh_from_db()
    assert (night.name, night.location) == ("", "")


def test_the_standings_are_shared_by_a_link_and_withdrawn(night):
    assert "Share by a link" in buttons_of(page_of(night))
    posted(night, do="share")
    posted(night, do="share")
    link = SharedStandings.objects.get(night=night)
    page = page_of(night)
    values = {attribute(box, "value") for box in elements(page, "input")}
    assert any(value and value.endswith(f"/shared/{link.pk}/") for value in values)
    assert any(attribute(one, "class") == "qr" for one in elements(page, "div"))
    answer = phone(PHONE).post(f"/night/{night.pk}/", {"do": "withdraw"}, follow=True)
    assert "The link is withdrawn." in answer.content.decode()
    link.refresh_from_db()
    assert link.closed_at
    posted(night, do="share")
    assert SharedStandings.objects.get(night=night, closed_at=None).pk != link.pk


# ------------------------------------------------------------- going on, and finding the way


def test_after_the_last_game_a_rematch_is_one_tap_away(night):
    last = night.games.order_by("created_at").last()
    page = page_of(night)
    forms = {attribute(form, "action") for form in elements(page, "form")}
    assert f"/g/{last.pk}/rematch/" in forms
    assert "Rematch" in buttons_of(page)
    GameFactory()
    assert "Rematch" not in buttons_of(page_of(night))


def test_the_page_of_an_old_night_starts_nothing(night):
    GameNight.objects.filter(pk=night.pk).update(date=datetime.date(2026, 11, 7))
    Game.objects.update(created_at=timezone.now() - datetime.timedelta(hours=7))
    page = page_of(night)
    assert "Rematch" not in buttons_of(page)
    assert "Next game" not in plain(text_of(page))
    assert not any(
        "/rematch/" in (attribute(form, "action") or "") for form in elements(page, "form")
    )


@pytest.mark.slow
@pytest.mark.parametrize("which", ["first", "last"])
def test_the_result_of_an_old_night_starts_nothing_either(night, which):
    GameNight.objects.filter(pk=night.pk).update(date=datetime.date(2026, 11, 7))
    Game.objects.update(created_at=timezone.now() - datetime.timedelta(days=9))
    first, *_others, last = night.games.all()
    Game.objects.filter(pk=last.pk).update(follows=first)
    game = {"first": first, "last": last}[which]
    page = page_at(f"/g/{game.pk}/result/")
    assert "Rematch" not in text_of(page)
    assert "rematch" not in text_of(page)
    assert "Next game" not in text_of(page)
    onward = [text_of(one) for one in elements(page, "a")].count("The game after this one")
    assert onward == (which == "first")


def test_past_midnight_it_is_still_tonight(night):
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    GameNight.objects.filter(pk=night.pk).update(date=yesterday)
    Game.objects.update(created_at=timezone.now() - datetime.timedelta(hours=5))
    assert "Rematch" in buttons_of(page_of(night))


def test_a_correction_is_two_taps_from_the_result(night):
    game = night.games.first()
    page = page_at(f"/g/{game.pk}/result/")
    address = f"/g/{game.pk}/r/2/?correct=1"
    assert f"{address}#reopen" in links_of(page)
    opened = page_at(address)
    (place,) = (one for one in elements(opened, "div") if attribute(one, "id") == "reopen")
    assert "Correct Ana’s cards" in buttons_of(place)


def test_the_result_leads_to_the_night_and_the_first_page_to_tonight(night):
    game = night.games.first()
    assert f"/night/{night.pk}/" in links_of(page_at(f"/g/{game.pk}/result/"))
    first = page_at("/")
    assert "Tonight: who stands where" in text_of(first)
    assert f"/night/{night.pk}/" in links_of(first)
    Game.objects.update(created_at=timezone.now() - datetime.timedelta(days=2))
    GameNight.objects.update(date=datetime.date(2026, 11, 7))
    first = page_at("/")
    assert "Tonight" not in text_of(first)
    assert "The night of 7 November" in text_of(first)
    assert "The night" not in text_of(page_at("/", ""))


def test_the_result_says_how_long_it_took(night):
    game = night.games.first()
    assert "It took" not in text_of(page_at(f"/g/{game.pk}/result/"))
    describe_game(game.pk, minutes=41)
    assert "It took 41 minutes." in plain(text_of(page_at(f"/g/{game.pk}/result/")))


def test_the_result_can_be_handed_on(night):
    game = night.games.order_by("created_at").first()
    page = page_at(f"/g/{game.pk}/result/")
    text = text_of(next(elements(page, "textarea")))
    assert "1 Ana: 3 points 2= Ben: 0 points 2= Cem: 0 points Ana wins with 3 points." in text
    (link,) = (one for one in elements(page, "a") if text_of(one) == "Hand it to BG Stats")
    assert (attribute(link, "href") or "").startswith(
        "bgstats://app.bgstatsapp.com/createPlay.html?"
    )
    assert attribute(link, "rel") == "noopener noreferrer"
    around = next(one for one in elements(page, "div") if attribute(one, "class") == "on-phones")
    assert link in elements(around, "a")
    assert text_of(around).startswith("BG Stats is another program.")


@pytest.mark.parametrize(
    ("menu", "said", "shown"),
    [
        ("my-first-meal", {"green-tea-ice-cream": 3}, "3 dessert cards"),
        ("master-menu", {"watermelon": 3, "orange": 1}, "2 dessert cards"),
        ("sushi-go", {"pudding": 4}, "4 dessert cards"),
    ],
)
def test_the_desserts_of_a_game_with_counted_rounds_are_those_that_were_said(menu, said, shown):
    game = GameFactory(setup__party=True, setup__menu=menu)
    for number in (1, 2, 3):
        count_round(game.pk, number, {1: 12, 2: 9}, seen_version=version_of(game))
    enter_tokens(game.pk, {}, {1: said})
    assert shown in text_of(page_of(game.night))
