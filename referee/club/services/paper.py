"""Enters games that were kept elsewhere, on a whole score sheet or with the totals alone, and
corrects the latter."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from ...models import Club, DrawnTable, Game, GameNight, Player, Seat, minutes_between
from ...play.services.claims import MAX_CLAIMS, MAX_ICONS
from ...play.services.clubs import called, locked_club, name_faults, names_in
from ...play.services.games import Setup
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused
from ...play.services.seating import forget_unseated, keep_version, people_mark
from ...play.services.suggesting import PARTY
from ...rules import Fault, Problem, Severity, Sheet, score_sheet
from ...rules.cards import NAMED_MENUS
from ...rules.names import spoken_key
from ...rules.problems.checks import find_problems, unclaimed_uramaki
from ...rules.problems.validation import Reading, shown
from ...rules.rulesets import ROUNDS
from ...rules.scoring.uramaki import ICONS_TO_CLAIM
from .counting import count_game, forget_game, results_changed
from .files.import_games import PastGame, Rows, Total, Totals, batches, store
from .ratings import rate_from
from .seasons import close_seasons
from .webhooks import tell_of_game

LOWEST_TOTAL, HIGHEST_TOTAL = -99, 999
"""Points that anybody may have had in a whole game."""
MOST_PUDDINGS = 99
FIRST_DAY = datetime.date(2013, 1, 1)
"""Sushi Go! came out in 2013."""
_NOON = datetime.time(12)
ANY_MENU = next(iter(NAMED_MENUS))
"""Stands for a menu that nobody knows: it is for any number of players."""


def day_fault(day: datetime.date, today: datetime.date | None = None) -> str:
    """Return the code of what is wrong with a day on which nobody can have played, else ""."""
    if day > (today or timezone.localdate()):
        return "still-to-come"
    return "too-early" if day < FIRST_DAY else ""


@dataclass(frozen=True, slots=True)
class EnteredGame:
    """A game that was kept elsewhere: the day, the whole sheet or the totals, where it was played
    and what else is noted; ``phone`` sent it. ``started_at`` and ``finished_at`` have a zone, None
    where nobody knows them; ``minutes`` is how long it was played, None where the times say it or
    nobody knows. ``night_name`` and ``night_location`` are for a night that begins with the game.
    """

    date: datetime.date
    sheet: Sheet | Totals
    location: str = ""
    note: str = ""
    phone: str = ""
    started_at: datetime.datetime | None = None
    finished_at: datetime.datetime | None = None
    night_name: str = ""
    night_location: str = ""
    minutes: int | None = None

    def faults(self) -> Iterator[Fault]:
        """Yield why it cannot have been played then, and what of its sheet nobody could have
        entered. A game may begin or end past midnight."""
        if code := day_fault(self.date):
            yield Fault("date", code, f"{self.date}")
        now = timezone.now()
        days = (self.date, self.date + datetime.timedelta(days=1))
        for place, moment in (("started_at", self.started_at), ("finished_at", self.finished_at)):
            if moment and moment > now:
                yield Fault(place, "still-to-come", moment.isoformat())
            elif moment and timezone.localdate(moment) not in days:
                yield Fault(place, "another-day", moment.isoformat())
        if self.started_at and self.finished_at and self.finished_at < self.started_at:
            yield Fault("finished_at", "ends-too-early", self.finished_at.isoformat())
        if isinstance(self.sheet, Sheet):
            reading = Reading()
            if self.sheet.claimed:
                reading.fault("sheet.claimed", "unknown-field", "claimed")
            if (rounds := len(self.sheet.rounds)) < ROUNDS:
                reading.fault("sheet.rounds", "finished-early", str(rounds), wanted=str(ROUNDS))
            check_bounds(self.sheet, "sheet", reading)
            yield from reading.faults
            for fault in name_faults(self.sheet.players):
                yield fault._replace(place=f"sheet.{fault.place}")

    def problems(self, *, sure: bool | None) -> Iterator[Problem]:
        """Yield what must be right before it is kept: whoever is ``sure`` that it was so need only
        have claimed all uramaki."""
        if isinstance(self.sheet, Sheet):
            problems = unclaimed_uramaki(self.sheet) if sure else find_problems(self.sheet)
            yield from (each for each in problems if each.severity is Severity.ERROR)


def check_bounds(sheet: Sheet, at: str, reading: Reading) -> None:
    """Refuse what the rules can score but the app cannot enter."""
    for nth, round_ in enumerate(sheet.rounds):
        place = f"{at}.rounds[{nth}]"
        for name, tableau in zip(sheet.seats, round_.tableaus, strict=True):
            if len(tableau) > (most := sheet.setting.max_cards):
                where = f"{place}.tableaus.{shown(name)}"
                reading.fault(where, "too-many-cards", str(len(tableau)), wanted=str(most))
        claims = [icons for turn in round_.claims for _seat, icons in turn]
        place = f"{place}.uramaki_claims"
        if claims and "uramaki" not in sheet.setting.types:
            reading.fault(place, "no-uramaki")
        elif len(claims) > MAX_CLAIMS:
            reading.fault(place, "too-many-claims", str(len(claims)), wanted=str(MAX_CLAIMS))
        elif any(not ICONS_TO_CLAIM <= icons <= MAX_ICONS for icons in claims):
            reading.fault(place, "icons-of-claim", wanted=f"{ICONS_TO_CLAIM}-{MAX_ICONS}")


def setup_of(ruleset: str, names: Sequence[str]) -> Setup:
    """Return what the rules are asked to see whether these people can have played such a game.

    Any menu is right: people may have played one that is not for so many.
    """
    return Setup(ruleset, names, ANY_MENU if ruleset == PARTY else None)


def enter_games(
    club_id: UUID,
    entered: Sequence[tuple[UUID, EnteredGame]],
    *,
    even_same: bool = False,
    skip_same: bool = False,
    note_added: Callable[[Club, Sequence[Rows]], None] | None = None,
) -> int:
    """Enter games that have been checked, all of them or none, and rate what comes after them.

    A game whose times nobody knows comes after those that its night has already. A name that the
    club knows is its player's, whatever the capitals; who is new is made.

    Args:
        entered: each with the id that whoever asks has made: sent twice it is one game.
        even_same: whether a game is entered that is like one of that day: people know that two
            games came to the same.
        skip_same: whether one that is there already is left out and not refused.
        note_added: called with the rows that are new, in the same transaction.

    Returns:
        How many games are new.

    Raises:
        Refused: ``same-game`` for one that is there already: same day, rules, players, totals.
        Club.DoesNotExist: for a club that is gone.
    """
    club = Club.objects.get(pk=club_id, is_there=True)
    seen = _mark(club)
    how = {"even_same": even_same, "skip_same": skip_same}
    ready = _ready(club, entered, **how)  # while taps need not wait
    with locked_club(club_id) as club:
        if _mark(club) != seen:
            ready = _ready(club, entered, **how)
        added = [game for rows in ready for game in rows[Game]]
        if added:
            close_seasons(club)
            for rows in ready:
                store(rows)
            rate_from(min(added, key=lambda game: (game.created_at, game.pk.hex)))
            results_changed(club, [game.night.date for game in added])
            if note_added:
                note_added(club, ready)
            if len(added) == 1:  # a whole file is no news of its games
                tell_of_game(added[0], added[0].placings.all(), was_counted=False)
        return len(added)


def _mark(club: Club) -> object:
    """Name what games are prepared by: another mark as soon as the club has another game, result
    or player."""
    players = club.players.order_by("pk").values_list("pk", "name")
    return club.version, club.results_version, list(players)


def _ready(
    club: Club,
    entered: Sequence[tuple[UUID, EnteredGame]],
    *,
    even_same: bool,
    skip_same: bool,
) -> list[Rows]:
    """Return the rows of those games that are new. Raises as :func:`enter_games`."""
    known = _known_ids(entered)
    same = {} if even_same else dict.fromkeys(games_there(club, entered))
    if not skip_same and any(entered[place][0] not in known for place in same):
        raise Refused("same-game")
    new = [each for place, each in enumerate(entered) if place not in same and each[0] not in known]
    return list(batches(club, _past_games(club, new)))


def _known_ids(entered: Sequence[tuple[UUID, EnteredGame]]) -> set[UUID]:
    there = Game.objects.filter(pk__in=[game_id for game_id, _game in entered])
    return set(there.values_list("pk", flat=True))


def games_there(club: Club, entered: Sequence[tuple[UUID, EnteredGame]]) -> list[int]:
    """Return which of these games a club has already, by their places from 0: those with their id,
    even if they were corrected since, and then each that is like another one of the club, on the
    same day, with the same rules, players and totals."""
    known = _known_ids(entered)
    rows = club.placings.filter(date__in={game.date for _id, game in entered})
    by_game: dict[tuple[UUID, datetime.date, str], set[tuple[str, int]]] = defaultdict(set)
    what = ("game", "date", "ruleset", "player__name", "total")
    for game, date, ruleset, name, total in rows.values_list(*what):
        if game not in known:
            by_game[game, date, ruleset].add((spoken_key(name), total))
    played = Counter(
        (date, ruleset, frozenset(of)) for (_game, date, ruleset), of in by_game.items()
    )
    there = []
    for place, (game_id, entry) in enumerate(entered):
        key = same_game_key(entry)
        if game_id in known:
            there.append(place)
        elif played[key]:
            played[key] -= 1
            there.append(place)
    return there


def same_game_key(
    game: EnteredGame,
) -> tuple[datetime.date, str, frozenset[tuple[str, int]]]:
    """Return what two entries of one game have in common."""
    sheet = game.sheet
    if isinstance(sheet, Totals):
        totals = {row.player: row.total for row in sheet.rows}
        ruleset = sheet.ruleset
    else:
        reached = score_sheet(sheet).totals
        totals = {name: reached[name] for name in sheet.players}
        ruleset = sheet.setting.ruleset
    return game.date, ruleset, frozenset((spoken_key(name), n) for name, n in totals.items())


def _past_games(club: Club, entered: Sequence[tuple[UUID, EnteredGame]]) -> list[PastGame]:
    """Return the games with the names that the club has, and a moment for each."""
    known = names_in(club)
    last: dict[datetime.date, datetime.datetime] = {}
    days = {game.date for _id, game in entered}
    begun = Game.objects.filter(night__club=club, night__date__in=days)
    for date, at in begun.values_list("night__date", "created_at"):
        last[date] = max(at, last.get(date, at))
    games = []
    for game_id, game in entered:
        began = game.started_at
        if game.finished_at and game.minutes and not began:
            began = game.finished_at - datetime.timedelta(minutes=game.minutes)
        known_at = began or game.finished_at
        at = known_at or _moment(game.date, last.get(game.date))
        last[game.date] = max(at, last.get(game.date, at))
        names = called(game.sheet.players, known)
        sheet: Sheet | Totals
        if isinstance(game.sheet, Totals):
            sheet = replace(game.sheet, rows=_named(game.sheet.rows, names))
        else:
            sheet = replace(game.sheet, players=tuple(names))
        minutes = game.minutes
        finished_at = game.finished_at or at
        if game.finished_at and began:
            minutes = minutes or minutes_between(began, game.finished_at)
        elif began and minutes:
            ended = began + datetime.timedelta(minutes=minutes)
            finished_at = max(at, min(ended, timezone.now()))
        past = PastGame(game_id, game.date, sheet, at, finished_at, ROUNDS, phone=game.phone)
        past = replace(past, minutes=minutes, has_time=known_at is not None)
        past = replace(past, night_name=game.night_name, night_location=game.night_location)
        games.append(replace(past, location=game.location, note=game.note))
    return games


def _named(rows: Iterable[Total], names: Iterable[str]) -> list[Total]:
    return [row._replace(player=name) for row, name in zip(rows, names, strict=True)]


def _moment(date: datetime.date, last: datetime.datetime | None) -> datetime.datetime:
    """Return when a game is taken to have begun of which only the day is known: now today, else at
    noon; in any case after the last one of its night."""
    now = timezone.now()
    noon = timezone.make_aware(datetime.datetime.combine(date, _NOON))
    at = now if date == timezone.localdate(now) else noon
    return at if last is None else max(at, last + datetime.timedelta(seconds=1))


def correct_totals(
    game_id: UUID,
    date: datetime.date,
    totals: Totals,
    *,
    seen: str,
    reason: str,
    by: int | None = None,
) -> bool:
    """Correct a game that was kept on paper: its day, which game it was and with which menu, who
    played it, and with how many points.

    What stood there before is kept as a version; standings and ratings follow. On another day the
    game comes after those that are there. Who sits in no game any more is taken off the list, and a
    night that has no game any more, nothing written about it and no link.

    Args:
        seen: the mark of the game that the page showed.

    Returns:
        Whether anything was changed.

    Raises:
        Refused: ``totals-changed`` where somebody else has corrected it meanwhile;
            ``at-drawn-table`` for another day or other people at a drawn table;
            ``reason-missing``, ``words-too-long``.
        SheetFaults: when a game cannot be played so.
        Game.DoesNotExist: for an id that is no such game.
    """
    with locked(game_id) as game:
        if not game.totals_only:
            raise Game.DoesNotExist
        with locked_club(game.night.club_id) as club:
            if seen != people_mark(game):
                raise Refused("totals-changed")
            rows = _named(totals.rows, called(totals.players, names_in(club)))
            setup_of(totals.ruleset, [row.player for row in rows]).sheet()
            sat = [seat.player for seat in game.seats.select_related("player") if seat.player]
            left = game.night
            is_moved = date != left.date
            are_others = {player.name for player in sat} != {row.player for row in rows}
            if (is_moved or are_others) and DrawnTable.objects.filter(game=game).exists():
                raise Refused("at-drawn-table")
            if not is_moved and replace(totals, rows=rows) == totals_of(game):
                return False
            keep_version(game, reason, by)
            if is_moved:
                forget_game(game)  # the games after it there are rated without it
                game.night = GameNight.objects.get_or_create(club=club, date=date)[0]
                last = game.night.games.aggregate(last=Max("created_at"))["last"]
                game.created_at = game.finished_at = _moment(date, last)
                game.has_time = False
            game.ruleset, game.menu = totals.ruleset, totals.menu
            times = ["created_at", "finished_at", "has_time"]
            game.save(update_fields=["night", *times, "ruleset", "menu"])
            _seat(game, club, rows)
            count_game(game)
            forget_unseated(sat)
            next_version(game)
            if is_moved:
                bare = {"name": "", "location": "", "note": ""}
                alone = {"games": None, "shared": None, "tournament": None}
                GameNight.objects.filter(pk=left.pk, **bare, **alone).delete()
            return True


def totals_of(game: Game) -> Totals:
    """Return what is known of a game that was kept on paper."""
    seats = game.seats.select_related("player")
    rows = [
        Total(seat.player.name, seat.total or 0, seat.puddings) for seat in seats if seat.player
    ]
    return Totals(game.ruleset, game.menu, rows)


def _seat(game: Game, club: Club, rows: Sequence[Total]) -> None:
    """Put these people on a game's seats, in their order. Who is new is made."""
    seats = list(game.seats.all())
    # Two may change seats: for a moment nobody sits on them.
    game.seats.update(player=None)
    for place, row in enumerate(rows, start=1):
        player = Player.objects.get_or_create(club=club, name=row.player)[0]
        values = {"player": player, "total": row.total, "puddings": row.puddings}
        if place <= len(seats):
            game.seats.filter(pk=seats[place - 1].pk).update(**values)
        else:
            Seat.objects.create(game=game, place=place, **values)
    for seat in seats[len(rows) :]:
        seat.delete()
