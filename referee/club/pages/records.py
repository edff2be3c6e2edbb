"""The page of a club's records and habits."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...models import Club
from ...play.pages.common import isolated
from ...play.services.suggesting import menus_played
from ...rules import RULESETS
from ...wording.names import ruleset_name
from ...wording.phrases import number
from ...wording.records import come_back, favourite, narrow_win, puddings
from ..services.statistics import (
    MAX_EQUAL,
    Holder,
    Kind,
    Record,
    come_backs,
    highest_games,
    highest_rounds,
    most_puddings,
    narrowest_wins,
    players_of,
)
from .habits import Habits, club_habits


@dataclass(frozen=True, slots=True)
class ShownHolder:
    """Who holds a record of points, when, and the page of that game or round."""

    points: str
    name: str
    date: datetime.date
    url: str


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """Equal holders, the earliest first; ``others``: there are more than are named."""

    holders: Sequence[ShownHolder]
    others: bool


@dataclass(frozen=True, slots=True)
class HighestRow:
    """Of games of so many players: the highest game and the highest round; equal ones together."""

    players: int
    games: ShownRecord
    rounds: ShownRecord


@dataclass(frozen=True, slots=True)
class Highest:
    """A ruleset's highest games and rounds."""

    slug: str
    name: str
    rows: Sequence[HighestRow]


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that happened in a game, in words; ``game`` says what was played, by how many."""

    words: str
    game: str
    date: datetime.date
    url: str


@dataclass(frozen=True, slots=True)
class Feats:
    """A record under its heading: equal ones together, the earliest first.

    ``others``: there are more equal ones than are named.
    """

    id: str
    heading: str
    feats: Sequence[Feat]
    others: bool


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """Everything that the page shows. Without a finished game all of it is empty.

    ``favourite`` is "" as long as no menu was played.
    """

    highest: Sequence[Highest]
    feats: Sequence[Feats]
    favourite: str
    habits: Habits

    @property
    def has_games(self) -> bool:
        """Whether the club has finished a game at all."""
        return bool(self.highest)


def records_page(club: Club) -> RecordsPage:
    """The page of a club, in a number of queries that does not depend on its games.

    Records of hidden players stand, for the games were played; among habits they are not named.
    """
    played = list(islice(menus_played(club.pk), MAX_EQUAL))
    menus = sorted(menu.key for menu, games in played if games == played[0][1])
    return RecordsPage(
        _by_ruleset(highest_games(club), highest_rounds(club)),
        [feats for feats in _feats(club) if feats.feats],
        favourite(menus, played[0][1]) if menus else "",
        club_habits(club, players_of(club)),
    )


def _by_ruleset(games: Mapping[Kind, Record], rounds: Mapping[Kind, Record]) -> list[Highest]:
    return [
        Highest(
            slug,
            ruleset_name(slug),
            [
                HighestRow(kind[1], _shown(games[kind]), _shown(rounds[kind]))
                for kind in sorted(games)
                if kind[0] == slug
            ],
        )
        for slug in RULESETS
        if any(kind[0] == slug for kind in games)
    ]


def _shown(record: Record) -> ShownRecord:
    return ShownRecord(
        [ShownHolder(number(one.points), one.name, one.date, _url(one)) for one in record.holders],
        record.others,
    )


def _url(holder: Holder) -> str:
    if holder.round:
        return reverse("round", args=[holder.game, holder.round])
    return reverse("result", args=[holder.game])


def _feats(club: Club) -> list[Feats]:
    most = most_puddings(club)
    return [
        _told("narrowest", _("Narrowest win"), narrowest_wins(club), narrow_win),
        _told("come-back", _("Greatest come-back"), _above_nothing(come_backs(club)), come_back),
        *(
            _told(
                f"puddings-{slug}",
                _("Most puddings: %(game)s") % {"game": ruleset_name(slug)},
                _above_nothing(record),
                partial(puddings, ruleset=slug),
            )
            for slug, record in most.items()
        ),
    ]


def _above_nothing(record: Record) -> Record:
    """Nobody holds a record of no points behind, or of no puddings."""
    return record if record.holders and record.holders[0].points > 0 else Record([])


def _told(id_: str, heading: str, record: Record, words: Callable[[str, int], str]) -> Feats:
    return Feats(
        id_,
        heading,
        [
            Feat(words(isolated(one.name), one.points), _game(one), one.date, _url(one))
            for one in record.holders
        ],
        record.others,
    )


def _game(holder: Holder) -> str:
    said = ngettext("%(game)s, %(n)d player", "%(game)s, %(n)d players", holder.players)
    return said % {"game": ruleset_name(holder.ruleset), "n": holder.players}
