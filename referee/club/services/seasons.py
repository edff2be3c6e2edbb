"""Makes seasons, says who leads them, and keeps their champions."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.utils import timezone

from ...models import Champion, Club, Player, Season
from ...models.fields import FIRST_YEAR, LAST_YEAR
from ...play.services.clubs import locked_club
from ...play.services.refusals import Refused
from ...standings.ranking import Contender, ranked
from ...standings.sums import Sums
from .statistics import Choice, cached, club_sums, players_of, shown_ratings, years_of

MAX_SEASONS = 100
"""So many may be made in a club."""
AFTERWARDS = datetime.timedelta(days=1)
"""How long a season stays open after its last day: a game of the last night may end after midnight,
or be put right the next day."""


class Title(NamedTuple):
    """A champion or a leader of a season, with the sums of its games."""

    player: Player
    sums: Sums


def season_of_year(club: Club, year: int) -> Season:
    """Return a calendar year as a season: its row if it has one, else one that is not stored."""
    first, last = datetime.date(year, 1, 1), datetime.date(year, 12, 31)
    kept = club.seasons.filter(first=first, last=last).first()
    return kept or Season(club=club, first=first, last=last)


def season_of(club: Club, key: str) -> Season:
    """Return a season by its address: its id, or a year. Raises Season.DoesNotExist."""
    if len(key) == len("2026") and key.isdecimal() and FIRST_YEAR <= int(key) <= LAST_YEAR:
        return season_of_year(club, int(key))
    try:
        return club.seasons.get(pk=key)
    except ValidationError:  # it is no id
        raise Season.DoesNotExist from None


def seasons_of(club: Club) -> list[Season]:
    """Return all seasons with the years by themselves in which there are games, the latest first.

    A season that was made from a year's first to its last day stands for that year.
    """
    seasons = list(club.seasons.prefetch_related("champions__player"))
    stretches = {(season.first, season.last) for season in seasons}
    for first in years_of(club):
        last = first.replace(month=12, day=31)
        if (first, last) not in stretches:
            seasons.append(Season(club=club, first=first, last=last))
    return sorted(seasons, key=lambda season: (season.last, season.first), reverse=True)


def is_over(season: Season, today: datetime.date | None = None) -> bool:
    """Return whether a season is over: its last day, and the day after it."""
    return season.last + AFTERWARDS < (today or timezone.localdate())


def leaders(season: Season, among: Mapping[UUID, Player] | None = None) -> list[Title]:
    """Return who stands first by the season's criteria as the results are now: several who are
    equal, nobody while nobody has played often enough.

    Args:
        among: who is ranked; None for everybody who is not hidden.
    """
    shown = among
    if shown is None:
        shown = {
            pk: player for pk, player in players_of(season.club).items() if not player.is_hidden
        }
    choice = Choice(first=season.first, last=season.last)
    least = season.least_games, season.least_nights
    among_them = sorted(pk.hex for pk in shown)
    counted = season.counted_points, season.own_tie_breaks
    firsts = _firsts(season.club, choice, season.by, least, among_them, *counted)
    return [Title(player, firsts[pk]) for pk, player in shown.items() if pk in firsts]


@cached
def _firsts(
    club: Club,
    choice: Choice,
    by: str,
    least: tuple[int, int],
    among: list[str],
    place_points: tuple[int, ...],
    own_tie_breaks: bool,
) -> dict[UUID, Sums]:
    """Return who of these players stands first, with the sums."""
    sums = club_sums(club, choice, place_points, own_tie_breaks)
    ratings = shown_ratings(club, choice.last) if by == "rating" else {}
    contenders = {
        pk: Contender(
            totals, ratings.get(pk), totals.games >= least[0] and totals.nights >= least[1]
        )
        for pk, totals in sums.items()
        if pk.hex in among
    }
    return {place.who: sums[place.who] for place in ranked(contenders, by) if place.rank == 1}


def champions(season: Season) -> list[Title]:
    """Return the champions that a closed season keeps, as they stood then."""
    rows = season.champions.all() if season.is_kept else ()
    kept = [
        Title(row.player, Sums(games=row.games, wins=row.wins, points=row.points)) for row in rows
    ]
    return sorted(kept, key=lambda title: title.player.name)


# ------------------------------------------------------------- changes


def make_season(club_id: UUID, season_id: UUID | None = None, **facts: Any) -> Season:
    """Make a season. Asked for twice with one id it is one season.

    Args:
        facts: those of ``Season.FACTS``.

    Raises:
        ValidationError: for what the row refuses.
        Refused: ``too-many-seasons``; ``season-taken`` where another has the same days.
        Club.DoesNotExist: for a club that is gone.
    """
    season_id = season_id or uuid4()
    with locked_club(club_id) as club:
        if made := club.seasons.filter(pk=season_id).first():
            return made
        if club.seasons.count() >= MAX_SEASONS:
            raise Refused("too-many-seasons", most=MAX_SEASONS)
        return _save(Season(pk=season_id, club=club), facts)


def change_season(season: Season, **facts: Any) -> Season:
    """Change a season; of a year by itself only the criteria. Champions that are kept stay.

    Raises as :func:`make_season`, and Season.DoesNotExist for one that is gone.
    """
    with locked_club(season.club_id) as club:
        if season.is_year:
            return _save(season_of_year(club, season.first.year), facts)
        return _save(club.seasons.get(pk=season.pk), facts)


def _save(season: Season, facts: dict[str, Any]) -> Season:
    for field, value in facts.items():
        setattr(season, field, value)
    same = season.club.seasons.filter(first=season.first, last=season.last).exclude(pk=season.pk)
    if other := same.first():
        raise Refused("season-taken", name=str(other))
    season.full_clean()
    season.save()
    return season


def delete_season(season: Season) -> None:
    """Delete a season with the champions that it keeps. A year is there again by itself."""
    with locked_club(season.club_id) as club:
        club.seasons.filter(pk=season.pk).delete()


def crown(season: Season) -> Season:
    """Close a season that is over, with the champions that the results have now; those that it has
    kept before go.

    Raises:
        Refused: ``season-not-over``; ``ratings-waited-for`` where they count and are being worked
            out; ``no-champion`` where nobody is ranked.
    """
    with locked_club(season.club_id) as club:
        kept = club.seasons.filter(first=season.first, last=season.last).first()
        season = kept or Season(club=club, first=season.first, last=season.last)
        if not is_over(season):
            raise Refused("season-not-over")
        if _waits(season, club):
            raise Refused("ratings-waited-for")
        if not _close(season):
            raise Refused("no-champion")
        return season


def close_seasons(club: Club) -> None:
    """Keep the champions of the seasons that are over, before a result changes. Call it under the
    lock of the club, before the change.

    A season closes by itself only if it was made before its end, and a year only if the club was:
    evenings that are entered afterwards still count in those that were over before.
    """
    today = timezone.localdate()
    last_day = today - AFTERWARDS
    began = timezone.localdate(club.created_at)
    rows = {
        (season.first, season.last): season for season in club.seasons.filter(last__lt=last_day)
    }
    for season in rows.values():
        made = began if season.is_year else timezone.localdate(season.made_at)
        if season.closed_at is None and made <= season.last and not _waits(season, club):
            _close(season)
    for year in range(began.year, last_day.year):
        first, last = datetime.date(year, 1, 1), datetime.date(year, 12, 31)
        if (first, last) not in rows and last < last_day:
            _close(Season(club=club, first=first, last=last))


def _waits(season: Season, club: Club) -> bool:
    """Return whether a season is ranked by ratings that are out of date."""
    return season.by == "rating" and club.rates_from is not None


def _close(season: Season) -> bool:
    """Keep who leads; return whether anybody does."""
    titles = leaders(season)
    if titles:
        season.closed_at = timezone.now()
        season.save()
        season.champions.all().delete()
        Champion.objects.bulk_create(
            Champion(
                season=season,
                player=title.player,
                games=title.sums.games,
                wins=title.sums.wins,
                points=title.sums.points,
            )
            for title in titles
        )
    return bool(titles)


def merge_titles(kept: Player, other: Player) -> list[dict[str, Any]]:
    """Give one player the titles of another; return them as ``Merge.titles`` keeps them."""
    own = set(kept.titles.values_list("season", flat=True))
    titles = [
        {
            "first": row.season.first.isoformat(),
            "last": row.season.last.isoformat(),
            "closed": row.season.closed_at and row.season.closed_at.isoformat(),
            "games": row.games,
            "wins": row.wins,
            "points": row.points,
            "has": row.season_id in own,
        }
        for row in other.titles.select_related("season").order_by("season__first", "season__last")
    ]
    other.titles.filter(season__in=own).delete()
    other.titles.update(player=kept)
    return titles


def split_titles(kept: Player, other: Player, titles: Iterable[Mapping[str, Any]]) -> None:
    """Give back the titles that a merge took along. Of a season that was crowned anew since, the
    champions stay."""
    for title in titles:
        days = {"first": title["first"], "last": title["last"]}
        season = kept.club.seasons.filter(**days, closed_at=title["closed"]).first()
        if season is None:
            continue
        facts = {name: title[name] for name in ("games", "wins", "points")}
        if not title["has"]:
            season.champions.filter(player=kept).delete()
        Champion.objects.create(season=season, player=other, **facts)
