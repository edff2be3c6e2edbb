"""The forms in an address that select games, for standings, records, players and lists of games."""

import datetime
from calendar import monthrange
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import F, Q, QuerySet
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ..models import MOST_LEAST, Club, Placing, Season
from ..models.fields import DayField, PlacePointsField
from ..models.seasons import DAYS_BACKWARDS
from ..rules import CARD_TYPES, NAMED_MENUS, RULESETS
from ..rules.menus import shape_faults
from ..rules.rulesets import MAX_SEATS
from ..standings.league import USUAL, read_place_points
from ..standings.placing import WHOLE_WIN
from ..standings.ranking import ORDERS
from ..standings.rating import LEAST_GAMES
from ..wording.choices import against_text, figure_text, period_text, players_text
from ..wording.figures import order_name
from ..wording.names import ruleset_name, type_name
from ..wording.phrases import isolated
from ..wording.records import menu_in_words
from .services.seasons import season_of_year
from .services.statistics import ALL_GAMES, Choice, menus_of, players_of, span_of

FIRST_ORDER = next(iter(ORDERS))
ADDED_UP = ("wins", "place-points")
"""The orders by what adds up over the games, and is no average."""
MAX_MENUS = 60
"""So many are offered, the most played ones."""
FIGURES = ("total", "best_round", "margin", "behind", "puddings")
"""Of a placing, that a list of games may ask for."""
_LOOKUPS = {
    "player": "player",
    "card": "cards__has_key",
    **{figure: figure for figure in FIGURES},
    "first_nth": "nth__gte",
    "last_nth": "nth__lte",
}
"""How a placing is looked up by a field of a list of games."""
_BEFORE = {
    "first": "since",
    "last": "until",
    "games": "least_games",
    "nights": "least_nights",
}
"""What fields were called in addresses that somebody may have kept."""


class GamesFilter(forms.Form):
    """The games that an address asks for; without parameters all games of the club.

    Where the address makes no sense, they are all games too, and the form says what is wrong.
    """

    season = forms.TypedChoiceField(required=False, label=gettext_lazy("Season"))
    year = forms.TypedChoiceField(coerce=int, required=False, label=gettext_lazy("Year"))
    month = forms.TypedChoiceField(coerce=int, required=False, label=gettext_lazy("Month"))
    ruleset = forms.ChoiceField(
        required=False, label=pgettext_lazy("one of the three games", "Game")
    )
    menu = forms.ChoiceField(required=False, label=gettext_lazy("Menu"))
    players = forms.TypedChoiceField(coerce=int, required=False, label=gettext_lazy("Players"))
    since = DayField(required=False, label=gettext_lazy("From"))
    until = DayField(required=False, label=gettext_lazy("To"))

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        values = dict(data.items())
        data = {_BEFORE.get(name, name): value for name, value in values.items()} | values
        super().__init__(data, auto_id="filter_%s")
        self.club, self.span = club, span_of(club)
        named = club.seasons.exclude(name="").order_by("-last", "-first")
        seasons = {str(season.pk): season for season in named}
        years = range(self.span[1].year, self.span[0].year - 1, -1) if self.span else ()
        self.offer("season", ((key, season.name) for key, season in seasons.items()))
        self.fields["season"].coerce = seasons.__getitem__  # type: ignore[attr-defined]  # a TypedChoiceField
        self.offer("year", ((year, str(year)) for year in years))
        self.offer("month", MONTHS.items())
        self.offer("ruleset", ((slug, ruleset_name(slug)) for slug in RULESETS))
        menus, asked = list(menus_of(club))[:MAX_MENUS], str(data.get("menu") or "")
        if asked not in menus and _is_menu(asked):
            menus.append(asked)  # of games that are rare, or that there are none of
        self.offer("menu", ((menu, menu_in_words(menu)) for menu in menus))
        self.offer("players", ((n, str(n)) for n in range(2, MAX_SEATS + 1)), _("any number"))
        for field in ("season", "menu"):  # of no use in a club that has none
            if len(self.fields[field].choices) == 1 and field not in data:  # type: ignore[attr-defined]  # it is a ChoiceField
                del self.fields[field]

    def offer(self, field: str, choices: Iterable[tuple[Any, Any]], every: str = "") -> None:
        """Offer choices for a field, after that of no choice."""
        self.fields[field].choices = [("", every or _("all")), *choices]  # type: ignore[attr-defined]  # it is a ChoiceField

    def clean(self) -> dict[str, Any]:
        """Check that a month has its year, and that a stretch of days is alone and in order."""
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if cleaned.get("month") and not cleaned.get("year") and "year" not in self.errors:
            self.add_error("year", _("Choose the year of that month too."))
        if (since or until) and cleaned.get("year"):
            self.add_error("year", _("Choose a year, or days from and to; not both."))
        if cleaned.get("season") and (since or until or cleaned.get("year")):
            self.add_error("season", _("Choose a season, or a year or days; not both."))
        if since and until and since > until:
            self.add_error("until", forms.ValidationError(DAYS_BACKWARDS, "days-backwards"))
        return cleaned

    def chosen(self, field: str) -> Any:
        """Return a field's value, None if it is empty or the address is invalid."""
        return (self.cleaned_data.get(field) or None) if self.is_valid() else None

    @cached_property
    def choice(self) -> Choice:
        """Return the selected games; all if the address is invalid."""
        first, last = self.chosen("since"), self.chosen("until")
        if year := self.chosen("year"):
            begin, end = self.chosen("month") or 1, self.chosen("month") or 12
            first = datetime.date(year, begin, 1)
            last = datetime.date(year, end, monthrange(year, end)[1])
        if season := self.chosen("season"):
            first, last = season.first, season.last
        ruleset, menu = self.chosen("ruleset") or "", self.chosen("menu") or ""
        return Choice(ruleset, self.chosen("players") or 0, first, last, menu)

    @cached_property
    def chosen_season(self) -> Season | None:
        """Return the season that was chosen, or the year; None for other stretches of days."""
        if (year := self.chosen("year")) and not self.chosen("month"):
            return season_of_year(self.club, year)
        season: Season | None = self.chosen("season")
        return season

    @property
    def is_narrowed(self) -> bool:
        """Return whether some games are left out."""
        return self.choice != ALL_GAMES

    def heading(self, what: str) -> str:
        """Return what a page shows: "Standings 2026 · Sushi Go Party! · 5 players"."""
        return " · ".join(self.heading_parts(what))

    @property
    def said(self) -> str:
        """Return what stands behind a page's name: " 2026 · Sushi Go Party!"; "" for all games."""
        return self.heading("")

    @property
    def selection(self) -> str:
        """Return which games are selected, alone: "2026 · Sushi Go Party!"."""
        return self.said.removeprefix(" · ").strip()

    def heading_parts(self, what: str) -> list[str]:
        """Return the parts of the heading."""
        choice = self.choice
        season = self.chosen("season")
        period = isolated(season.name) if season else period_text(choice.first, choice.last)
        parts = [f"{what} {period}" if period else what]
        if choice.ruleset:
            parts.append(ruleset_name(choice.ruleset))
        if choice.menu:
            parts.append(menu_in_words(choice.menu))
        if choice.players:
            parts.append(players_text(choice.players))
        return parts

    def query(self, *but: str, **more: object) -> str:
        """Return the address's query with these changes; what is "" or None goes."""
        values = {name: self.data.get(name) for name in self.fields if name not in but} | more
        return urlencode({name: value for name, value in values.items() if value})

    def games_query(self, **more: object) -> str:
        """Return the query of a list of the same games, or of some of them."""
        values = {name: self.data.get(name) for name in GAMES} if self.is_valid() else {}
        values |= {name: value for name, value in more.items() if value is not None}
        return urlencode({name: value for name, value in values.items() if value not in ("", None)})


def _is_menu(key: str) -> bool:
    """Whether this names a menu, or the card types of one's own."""
    types = key.split()
    return key in NAMED_MENUS or (CARD_TYPES.keys() >= {*types} and not shape_faults(types))


GAMES = tuple(GamesFilter.base_fields)
"""The fields that say which games."""


class StandingsFilter(GamesFilter):
    """The standings that an address asks for; without parameters of all games, by wins.

    A season is ranked by its own criteria unless the address asks for others.
    """

    by = forms.ChoiceField(required=False, label=gettext_lazy("Ranked by"))
    place_points = PlacePointsField(
        required=False, label=gettext_lazy("Points for places, such as 5-3-1")
    )
    least_games = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_LEAST, label=gettext_lazy("At least … games")
    )
    least_nights = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_LEAST, label=gettext_lazy("At least … nights")
    )

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        values = dict(data.items())
        of_season = bool(values.get("season") or values.get("year"))
        if not of_season and values.get("by") == FIRST_ORDER:
            del values["by"]  # what no order asks for, too
        super().__init__(club, values)
        every = _("its own order") if of_season else order_name(FIRST_ORDER)
        orders = ORDERS if of_season else list(ORDERS)[1:]
        self.offer("by", ((name, order_name(name)) for name in orders), every)

    @property
    def order(self) -> str:
        """Return a key of ``ORDERS``."""
        season = self.chosen_season
        return self.chosen("by") or (season.by if season else FIRST_ORDER)

    @property
    def counted_points(self) -> tuple[int, ...]:
        """Return what each place is worth, () where they are not ranked by that."""
        if self.order != "place-points":
            return ()
        season = self.chosen_season
        own = season.place_points if season else USUAL
        return read_place_points(self.chosen("place_points") or own)

    @property
    def own_tie_breaks(self) -> bool:
        """Return whether a tie that a table itself broke counts as it decided."""
        season = self.chosen_season
        return season is not None and season.own_tie_breaks

    @property
    def least(self) -> tuple[int, int]:
        """Return how many games and how many nights it takes to have a rank."""
        season = self.chosen_season
        own = (season.least_games, season.least_nights) if season else (0, 0)
        given = self.cleaned_data if self.is_valid() else {}
        games, nights = given.get("least_games"), given.get("least_nights")
        return (own[0] if games is None else games, own[1] if nights is None else nights)

    @property
    def order_name(self) -> str:
        """Return what the order is called."""
        return order_name(self.order)

    @property
    def order_queries(self) -> dict[str, str]:
        """Return by each order the query of these standings in it.

        Whoever has played a few games only may have the best average by luck: unless the address
        asks for another number, an average takes as many games as a rating does. The way back to
        wins leaves that minimum behind, and points for places, which add up as they do.
        """
        games = self.data.get("least_games")
        least = games or self.least[0] or LEAST_GAMES
        of_wins = None if games == str(LEAST_GAMES) else games
        return {
            order: self.query(by=order, least_games=of_wins if order in ADDED_UP else least)
            for order in ORDERS
        }


class GameListFilter(GamesFilter):
    """The games of a list that an address asks for, newest first.

    What only links ask for is hidden in the form: a card type, one figure, or a streak.
    """

    player = forms.ChoiceField(required=False, label=gettext_lazy("Player"))
    against = forms.ChoiceField(required=False, label=gettext_lazy("Against"))
    how = forms.ChoiceField(required=False, label=gettext_lazy("Which of them"))
    card = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    total = forms.IntegerField(required=False, widget=forms.HiddenInput)
    best_round = forms.IntegerField(required=False, widget=forms.HiddenInput)
    margin = forms.IntegerField(required=False, widget=forms.HiddenInput)
    behind = forms.IntegerField(required=False, widget=forms.HiddenInput)
    puddings = forms.IntegerField(required=False, widget=forms.HiddenInput)
    first_nth = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    last_nth = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        super().__init__(club, data)
        self.names = {str(pk): player.name for pk, player in players_of(club).items()}
        self.offer("player", self.names.items(), _("everybody"))
        self.offer("against", self.names.items(), _("anybody"))
        how = {
            "won": _("won"),
            "ahead": _("ahead of them"),
            "level": _("level with them"),
            "behind": _("behind them"),
        }
        self.offer("how", how.items())
        self.offer("card", ((type_, type_name(type_)) for type_ in (*CARD_TYPES, "tokens")))

    def clean(self) -> dict[str, Any]:
        """Check that who is against somebody has somebody to be against."""
        cleaned = super().clean()
        how, against = cleaned.get("how"), cleaned.get("against")
        if against and not cleaned.get("player") and "player" not in self.errors:
            self.add_error("player", _("Choose whose games against them."))
        if how and how != "won" and not against and "against" not in self.errors:
            self.add_error("against", _("Choose whom they played against."))
        return cleaned

    def placings(self) -> QuerySet[Placing]:
        """Return the placings that the address asks for, maybe several of a game; all if it is
        invalid."""
        rows = self.choice.of(self.club.placings.all())
        if not self.is_valid():
            return rows
        values = {
            name: value for name, value in self.cleaned_data.items() if value not in ("", None)
        }
        rows = rows.filter(**{_LOOKUPS[name]: values[name] for name in _LOOKUPS if name in values})
        if against := values.get("against"):
            met = Q(game__placings__player=against)
            if theirs := {"ahead": "gt", "level": "exact", "behind": "lt"}.get(
                values.get("how", "")
            ):
                met &= Q(**{f"game__placings__place__{theirs}": F("place")})
            rows = rows.filter(met)
        if values.get("how") == "won":
            rows = rows.filter(win__gt=0)
        if {"margin", "behind"} & values.keys():
            rows = rows.filter(win=WHOLE_WIN)  # as the records of these are
        return rows

    def heading_parts(self, what: str) -> list[str]:
        """Return the parts of the heading, with whose games these are and what they have."""
        parts = super().heading_parts(what)
        if player := self.chosen("player"):
            parts.insert(0, isolated(self.names[player]))
        if against := self.chosen("against"):
            parts.append(against_text(isolated(self.names[against]), self.chosen("how") or ""))
        elif self.chosen("how"):
            parts.append(_("won"))
        if card := self.chosen("card"):
            parts.append(_("with %(card)s") % {"card": type_name(card)})
        given = self.cleaned_data if self.is_valid() else {}
        parts += [figure_text(name, given[name]) for name in FIGURES if given.get(name) is not None]
        if self.chosen("first_nth") or self.chosen("last_nth"):
            parts.append(_("one after the other"))
        return parts
