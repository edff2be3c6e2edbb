"""``manage.py demo`` makes a club of real games, with a night worth looking at."""

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from random import Random
from statistics import mean

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from referee.club.services.accounts import log_in
from referee.club.services.statistics import club_sums
from referee.demo.club import fill, many_games, worth_looking_at
from referee.demo.evenings import MOST, SHELF, evening_dates, play
from referee.demo.people import PEOPLE
from referee.demo.tonight import tonight
from referee.models import Club, Game, GameNight, Placing
from referee.play.services.clubs import club_for
from referee.play.services.game_state import read_game_state
from referee.rules import read_sheet, score_sheet, sheet_document
from tests.play.views.plain_phone import phone

GAMES = 50
"""Games of every ruleset."""
RULESETS = ("sushi-go", "sushi-go-party", "sushi-roll")
NOW = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@pytest.fixture(autouse=True)
def dealt_once(monkeypatch):
    """Deal the hands of a seed once for all tests that look at what becomes of them."""
    monkeypatch.setattr("referee.management.commands.demo.worth_looking_at", night_of)


night_of = cache(worth_looking_at)


def run_demo(capsys, *arguments):
    """What the command prints."""
    call_command("demo", *arguments)
    return capsys.readouterr().out


def offers_of(ruleset):
    """Every game on the shelf with every number of players that may play it."""
    return [
        (offer, players)
        for offer in SHELF
        if offer.ruleset == ruleset
        for players in range(2, MOST + 1)
        if offer.suits(players)
    ]


@cache
def dealt(ruleset):
    """Games of a ruleset, in turn of everything on the shelf."""
    tables, sheets = offers_of(ruleset), []
    for number in range(GAMES):
        offer, players = tables[number % len(tables)]
        rng = Random(f"{ruleset} {number}")
        sheets.append(play(offer.setting(players), rng.sample(PEOPLE, players), rng))
    return sheets


@cache
def a_night():
    return tonight(PEOPLE[:6], NOW, Random(1))


@cache
def many(number, seed):
    """So many games of a club."""
    return list(many_games(number, seed))


def tableaus_of(sheet):
    return [tableau for round_ in sheet.rounds for tableau in round_.tableaus]


def has_bare_wasabi(tableau):
    """Whether a wasabi lies beside a nigiri, neither on nor under another card."""
    alone = {item.text for item, _number in tableau.items()}
    return "wasabi" in alone and any(text.endswith("-nigiri") for text in alone if "+" not in text)


@every_ruleset
def test_no_sheet_has_a_problem(ruleset):
    """But for wasabi that came after a nigiri: whether that lies on it, no table can know."""
    sheets = dealt(ruleset)
    found = [score_sheet(sheet).problems for sheet in sheets]
    assert {(p.code, p.detail) for problems in found for p in problems} <= {
        ("bare-wasabi", "beside")
    }
    asked = [len(problems) for problems in found]
    assert asked == [sum(map(has_bare_wasabi, tableaus_of(sheet))) for sheet in sheets]
    assert len({str(sheet_document(sheet)) for sheet in sheets}) == GAMES


@every_ruleset
def test_sheets_read_back_to_themselves(ruleset):
    for sheet in dealt(ruleset):
        read = read_sheet(sheet_document(sheet))
        assert (read.setting, read.players, read.rounds) == (
            sheet.setting,
            sheet.players,
            sheet.rounds,
        )


def test_every_card_that_was_dealt_lies_there_in_the_end():
    """But for uramaki that were claimed, which are gone."""
    for ruleset in RULESETS:
        for sheet in dealt(ruleset):
            for round_ in sheet.rounds:
                sizes = [len(tableau) for tableau in round_.tableaus]
                missing = [sheet.setting.hand_size - size for size in sizes]
                claimed = {seat for turn in round_.claims for seat, _icons in turn}
                assert {seat for seat, cards in enumerate(missing) if cards} <= claimed
                assert min(missing) >= 0


def test_tokens_are_won_and_spent():
    held = [tokens for sheet in dealt("sushi-roll") for tokens in sheet.tokens_left]
    assert len({tokens.get("menu", 0) for tokens in held}) > 3
    assert len({tokens.get("chopsticks", 0) for tokens in held}) > 2


def test_the_rare_things_of_a_table_happen():
    """Wasabi is used, the uramaki race is run, and soups, spoons and chopsticks are taken."""
    told = "\n".join(
        f"{sheet_document(sheet)}"
        for ruleset in ("sushi-go", "sushi-go-party")
        for sheet in dealt(ruleset)
    )
    for sign in ("wasabi+squid-nigiri", "uramaki_claims", "spoon", "chopsticks", "miso-soup"):
        assert sign in told


@pytest.mark.slow
def test_people_have_their_habits():
    cards = {person.name: Counter() for person in PEOPLE}
    games = Counter()
    for played in many(600, "many"):
        for round_ in played.sheet.rounds:
            for name, tableau in zip(played.sheet.players, round_.tableaus, strict=True):
                cards[name] += Counter({card.face.type: number for card, number in tableau.cards()})
        games += Counter(played.sheet.players)

    def rank(type_):
        a_game = {name: held[type_] / games[name] for name, held in cards.items()}
        return sorted(a_game, key=a_game.get)

    assert rank("sashimi")[-1] == "Jonas"
    assert rank("dumpling")[-1] == "Leila"
    assert "Inès" in rank("pudding")[:3]
    assert "Aiko" in rank("pudding")[-2:]


@pytest.mark.slow
def test_some_play_better_than_others():
    won, games = Counter(), Counter()
    for played in many(600, "many"):
        result = score_sheet(played.sheet)
        games += Counter(played.sheet.players)
        for name in result.winners:
            won[name] += len(played.sheet.players) / len(result.winners)
    fair_share = {name: won[name] / games[name] for name in games}
    assert fair_share["Mara"] > 1.3
    assert fair_share["Oskar"] < 0.7


def test_the_same_seed_deals_the_same_games():
    first, again = list(many_games(3, "a")), list(many_games(3, "a"))
    assert first == again
    assert [one.sheet for one in many_games(3, "b")] != [one.sheet for one in first]
    assert [it.sheet for it in tonight(PEOPLE[:6], NOW, Random(1))] == [
        it.sheet for it in a_night()
    ]


@pytest.mark.parametrize("number", [1, 20, pytest.param(600, marks=pytest.mark.slow)])
def test_games_are_spread_over_evenings(number):
    games = many(number, "many")
    assert len(games) == number
    assert all(one.finished_at <= two.started_at for one, two in pairwise(games))
    nights = Counter(one.date for one in games)
    assert max(nights.values()) <= 5
    assert max(nights) == timezone.localdate() - timedelta(days=1)
    for one in games:
        began, ended = timezone.localtime(one.started_at), timezone.localtime(one.finished_at)
        assert began.date() == ended.date() == one.date
        assert began.hour >= 19
        assert 15 <= (one.finished_at - one.started_at).total_seconds() / 60 <= 26
        assert 3 <= len(one.sheet.players) <= 6


@pytest.mark.slow
def test_few_and_many_games_are_alike():
    """The same people, and about as many games of each ruleset and number of players."""
    few = [one for seed in range(30) for one in many_games(20, f"few {seed}")]
    for fact in (lambda one: one.sheet.setting.ruleset, lambda one: len(one.sheet.players)):
        of_few, of_many = Counter(map(fact, few)), Counter(map(fact, many(600, "many")))
        assert of_few.keys() == of_many.keys()
        for kind in of_few:
            assert abs(of_few[kind] - of_many[kind]) < 90  # of 600
    assert {name for one in many(600, "many") for name in one.sheet.players} == {
        one.name for one in PEOPLE
    }
    one_club = {name for one in many_games(20, "few 1") for name in one.sheet.players}
    assert one_club == {one.name for one in PEOPLE}


def test_very_many_evenings_fit_into_eight_years():
    dates = evening_dates(2_000, date(2026, 11, 20), Random(1))
    assert dates == sorted(set(dates))
    assert dates[-1] == date(2026, 11, 20)
    assert date(2018, 1, 1) < dates[0] < date(2020, 1, 1)
    weekly = evening_dates(50, date(2026, 11, 20), Random(1))
    assert 49 * 7 - 5 <= (weekly[-1] - weekly[0]).days <= 49 * 7 + 5


def test_a_night_ends_with_a_rematch_a_late_comer_and_a_shared_victory():
    first, rematch, shared, going_on = a_night()
    assert rematch.is_next
    assert rematch.sheet.setting == first.sheet.setting
    assert rematch.sheet.players == (*first.sheet.players[1:], first.sheet.players[0])
    assert len(set(shared.sheet.players) - set(first.sheet.players)) == 1
    assert len(score_sheet(shared.sheet).winners) == 2
    assert going_on.finished_at is None
    assert going_on.confirmed == 1
    assert {one.date for one in (first, rematch, shared, going_on)} == {date(2026, 11, 21)}
    assert going_on.started_at < NOW


@pytest.mark.django_db
def test_the_command_makes_a_club_with_a_night_worth_looking_at(capsys):
    said = run_demo(capsys)
    club = Club.objects.get()
    night = club.nights.latest("date")
    games = list(night.games.order_by("created_at"))
    assert "25 games on" in said
    assert [game.state for game in games] == ["finished"] * 3 + ["playing"]
    assert [game.follows for game in games] == [None, *games[:3]]
    assert night.date == timezone.localdate(games[0].created_at)
    assert club.nights.count() >= 6
    assert club.players.count() == 6
    shared = Placing.objects.filter(game=games[2], place=1)
    assert {placing.win for placing in shared} == {420}
    assert len(club_sums(club)) == 6


@pytest.mark.django_db
def test_what_it_prints_leads_into_the_club(capsys, client):
    said = run_demo(capsys)
    name = re.search(r"^ *as +(.+)$", said, re.MULTILINE)[1]
    password = re.search(r"password +(\S+)$", said, re.MULTILINE)[1]
    account = User.objects.get(first_name=name)
    assert account.check_password(password)
    assert account.helps.get(is_owner=True).club == Club.objects.get()
    assert not Club.objects.get().phones.exists()
    paths = re.findall(r"http://[^/\s]+(/\S+)", said)
    assert len(paths) == 3
    for path in paths:
        assert client.get(path, HTTP_HOST="localhost").status_code == 200


@pytest.mark.django_db
def test_its_pages_answer(capsys):
    run_demo(capsys)
    club, account = Club.objects.get(), User.objects.get()
    log_in("phone", account)
    client = phone("phone")
    pages = [
        reverse(name, args=[club.pk]) for name in ("standings", "nights", "records", "players")
    ]
    pages += [reverse("player", args=[club.pk, player.pk]) for player in club.players.all()]
    night = club.nights.latest("date")
    pages.append(reverse("night", args=[night.pk]))
    pages += [reverse("game", args=[game.pk]) for game in night.games.all()]
    for page in pages:
        assert client.get(page, follow=True).status_code == 200


@pytest.mark.django_db
def test_made_twice_it_is_two_clubs(capsys):
    for _ in range(2):
        run_demo(capsys, "--games", "3")
    assert Club.objects.count() == 2
    assert {account.first_name for account in User.objects.all()} == {"demo", "demo 2"}
    assert [club.nights.count() > 0 for club in Club.objects.all()] == [True, True]


@pytest.mark.django_db
def test_so_many_games_are_made_as_are_asked_for(capsys):
    assert "7 games on" in run_demo(capsys, "--games", "7", "--seed", "x")
    assert Game.objects.filter(state="finished").count() == 7
    assert mean(game.seats.count() for game in Game.objects.all()) >= 3


@pytest.mark.django_db
def test_what_is_stored_is_what_was_dealt():
    club = club_for("phone")
    dealt_ = list(many_games(6, "rows"))
    fill(club, dealt_)
    stored = Game.objects.filter(night__club=club).order_by("created_at")
    for game, played in zip(stored, dealt_, strict=True):
        sheet = read_game_state(game).sheet
        assert sheet.rounds == played.sheet.rounds
        assert sheet.players == played.sheet.players
        assert game.created_at == played.started_at
        assert game.night.date == played.date
    assert GameNight.objects.count() == len({played.date for played in dealt_})


@pytest.mark.parametrize("number", ["0", "-3"])
def test_no_games_are_a_mistake(number):
    with pytest.raises(CommandError, match="--games"):
        call_command("demo", f"--games={number}")
