"""What a file of games that were kept elsewhere holds, whatever kind of file it is."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import translation

from ....models import Club, Game
from ....models.kinds import read_text
from ....play.services.clubs import name_faults
from ....play.services.games import Setup
from ....play.services.suggesting import PARTY
from ....rules import RULESETS, SheetFaults
from ....rules.cards import CARD_TYPES, NAMED_MENUS
from ....rules.names import plain_name, without_accents
from ....rules.problems.faults import FaultList
from ....rules.problems.validation import Reading, Wrong
from ....wording.names import menu_name, ruleset_name, type_name
from ..paper import ANY_MENU, EnteredGame, day_fault, games_there

MAX_BYTES = 8 * 1024**2
"""Of an export of another program, which has other games too."""
MAX_TABLE = 2 * 1024**2
MAX_GAMES = 500
"""New ones of a file: they are entered in one go, for which taps wait most of a second."""
MAX_READ = 5000
"""Games of a file that are looked at, those that the club has too."""
MAX_FAULTS = 1000
"""After so many the file is not looked at any further."""
SHORT_NAMES = {"party": "sushi-go-party", "roll": "sushi-roll", "go": "sushi-go"}
"""What people call the games among themselves."""


class FoundGame(NamedTuple):
    """A game of a file: where it stands there, what the file knows it by, who played it as the file
    calls them, what it is here, and the id under which it is entered."""

    place: str
    source: str
    names: Sequence[str]
    game: EnteredGame
    id: UUID = UUID(int=0)


class Found:
    """What a file holds, while it is read and afterwards.

    Attributes:
        games: those that can be read, in the file's order; ``known`` are the places from 0 of those
            that the club has.
        names: everybody who played, as the file calls them, each with a number from 0.
        faulty: how many games have faults, which ``reading`` has.
        left_out: how many games are not for here, by why.
        passed_over: why games of a file that nobody mends are not kept; they are ``faulty`` too.
        ties: where games stand that have another order of places in the file than points and
            puddings make.
    """

    def __init__(
        self,
        club: Club,
        today: datetime.date | None = None,
        *,
        ruleset: str = "",
        who: Mapping[int, str] | None = None,
    ) -> None:
        """Begin to read a file for a club.

        Args:
            today: the last day on which anybody can have played.
            ruleset: that of games of which the file does not say it.
            who: what some of ``names`` are called here, by their numbers: "" for somebody whose
                games are left out.
        """
        self.club, self.today, self.ruleset, self.who = club, today, ruleset, who or {}
        self.reading = Reading()
        self.games: list[FoundGame] = []
        self.known: frozenset[int] = frozenset()
        self.names: dict[str, int] = {}
        self.faulty = 0
        self.ties: set[str] = set()
        self.left_out: Counter[str] = Counter()
        self.passed_over = FaultList()

    @property
    def new(self) -> list[FoundGame]:
        """The games that the club has not."""
        return [game for place, game in enumerate(self.games) if place not in self.known]

    @property
    def new_ties(self) -> int:
        """How many of the new games are of ``ties``."""
        return sum(game.place in self.ties for game in self.new)

    def called(self, name: str) -> str:
        """Return what somebody of the file is called here, "" for whose games are left out."""
        plain = plain_name(name)
        if not plain:
            return ""
        return plain_name(self.who.get(self.names.setdefault(plain, len(self.names)), plain))

    def check_players(
        self,
        names: Sequence[str],
        at: str,
        ruleset: str | None,
        menu: str | Sequence[str] | None = None,
    ) -> None:
        """Note why these people cannot have played such a game."""
        faults = [*name_faults(filter(None, names))]
        for fault in faults:
            self.reading.faults.append(fault._replace(place=at))
        if ruleset and not any(fault.code == "same-name" for fault in faults):
            own = menu if menu and not isinstance(menu, str) else ANY_MENU
            try:
                Setup(ruleset, names, own if ruleset == PARTY else None).sheet()
            except SheetFaults as error:
                for wrong in dict.fromkeys(wrong._replace(place=at) for wrong in error.faults):
                    self.reading.faults.append(wrong)

    def check_day(self, day: datetime.date, at: str, written: str) -> None:
        """Note why nobody can have played on a day."""
        if code := day_fault(day, self.today):
            self.reading.fault(at, code, written)

    def check_words(self, field: str, words: str, at: str) -> None:
        """Note why a place or a note cannot be kept."""
        try:
            read_text(Game._meta.get_field(field), words)
        except Wrong as wrong:
            self.reading.fault(at, wrong.code, str(wrong.found), wanted=wrong.wanted)

    def settle(self, games: Sequence[FoundGame]) -> None:
        """Take the games that could be read. The same game of a file has the same id whenever it is
        read, so that it is entered once."""
        own = [game_id for game in games if (game_id := _uuid(game.source))]
        of_club = Game.objects.filter(night__club=self.club, pk__in=own)
        ids = {str(game_id): game_id for game_id in of_club.values_list("pk", flat=True)}
        for game in games:
            source = game.source.encode("utf-8", "backslashreplace").decode()
            game_id = ids.get(source.lower()) or uuid5(self.club.pk, source)
            self.games.append(game._replace(id=game_id))
        there = games_there(self.club, [(found.id, found.game) for found in self.games])
        self.known = frozenset(there)
        if (new := len(self.games) - len(self.known)) > MAX_GAMES:
            self.reading.fault("", "too-many-entries", str(new), wanted=str(MAX_GAMES))


def _uuid(source: str) -> UUID | None:
    try:
        return UUID(source)
    except ValueError:
        return None


# ------------------------------------------------------------------ words


def plain_word(word: str) -> str:
    """Return a word without accents, capitals, spaces and signs."""
    return "".join(filter(str.isalnum, without_accents(word)))


def in_every_language(name: Callable[[str], object], keys: Iterable[str]) -> dict[str, str]:
    """Return keys by what they are called in each language, and by themselves."""
    keys = list(keys)
    words: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            words = {plain_word(str(name(key))): key for key in keys} | words
    return {plain_word(key): key for key in keys} | words


@cache
def rulesets_by_name() -> dict[str, str]:
    """The rule sets by all names that they have, in small letters without signs."""
    return in_every_language(ruleset_name, RULESETS)


@cache
def menus_by_name() -> Mapping[str, str]:
    """The menus that have a name, likewise."""
    return in_every_language(menu_name, NAMED_MENUS)


@cache
def types_by_name() -> Mapping[str, str]:
    """The types of cards, likewise."""
    return in_every_language(type_name, CARD_TYPES)
