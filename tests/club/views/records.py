"""Games of a club's records, a day apart, and the page that tells of them."""

import datetime
from typing import Any
from uuid import UUID

from django.test.html import Element, parse_html

from referee.club.services.files.import_games import PastGame, store_games
from referee.models import Club
from referee.rules import read_sheet
from tests.factories import PHONE
from tests.plain_words import plain
from tests.play.views.plain_phone import phone, text_of

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
