"""The form in an address that selects and orders games for standings."""

import datetime
from calendar import monthrange
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ..rules import RULESETS
from ..standings.ranking import ORDERS
from ..wording.figures import order_name
from ..wording.names import ruleset_name
from .services.statistics import ALL_GAMES, Choice

FIRST_ORDER = next(iter(ORDERS))
_DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class StandingsFilter(forms.Form):
    """The standings that an address asks for; without parameters all games, by wins.

    Args:
        span: the dates of the first and the last finished game, None before any.
        data: the address's query.
    """

    year = forms.TypedChoiceField(coerce=int, required=False, label=gettext_lazy("Year"))
    month = forms.TypedChoiceField(coerce=int, required=False, label=gettext_lazy("Month"))
    ruleset = forms.ChoiceField(
        required=False, label=pgettext_lazy("one of the three games", "Game")
    )
    players = forms.TypedChoiceField(coerce=int, required=False, label=gettext_lazy("Players"))
    first = forms.DateField(required=False, label=gettext_lazy("From"), widget=_DAY)
    last = forms.DateField(required=False, label=gettext_lazy("To"), widget=_DAY)
    by = forms.ChoiceField(required=False, label=gettext_lazy("Ranked by"))

    def __init__(
        self, span: tuple[datetime.date, datetime.date] | None, data: Mapping[str, Any]
    ) -> None:
        super().__init__(data, auto_id="filter_%s")
        years = range(span[1].year, span[0].year - 1, -1) if span else ()
        most = max(max(ruleset.players) for ruleset in RULESETS.values())
        offered: dict[str, list[tuple[Any, str]]] = {
            "year": [("", _("all")), *((year, str(year)) for year in years)],
            "month": [("", _("all")), *MONTHS.items()],
            "ruleset": [("", _("all")), *((slug, ruleset_name(slug)) for slug in RULESETS)],
            "players": [("", _("any number")), *((n, str(n)) for n in range(2, most + 1))],
            "by": [(name, order_name(name)) for name in ORDERS],
        }
        for field, choices in offered.items():
            self.fields[field].choices = choices  # type: ignore[attr-defined]  # it is a ChoiceField

    def clean(self) -> dict[str, Any]:
        """Check that a month has its year, and that a range of days is alone and in order."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if cleaned.get("month") and not cleaned.get("year") and "year" not in self.errors:
            self.add_error("year", _("Choose the year of that month too."))
        if (first or last) and cleaned.get("year"):
            self.add_error("year", _("Choose a year, or days from and to; not both."))
        if first and last and first > last:
            self.add_error("last", _("This day is before the first one."))
        return cleaned

    @property
    def choice(self) -> Choice:
        """Return the selected games; all if the address is invalid."""
        if not self.is_valid():
            return ALL_GAMES
        cleaned = self.cleaned_data
        first, last = cleaned["first"], cleaned["last"]
        if year := cleaned["year"]:
            begin, end = cleaned["month"] or 1, cleaned["month"] or 12
            first = datetime.date(year, begin, 1)
            last = datetime.date(year, end, monthrange(year, end)[1])
        return Choice(cleaned["ruleset"], cleaned["players"] or 0, first, last)

    @property
    def order(self) -> str:
        """Return a key of ``ORDERS``."""
        return self.cleaned_data["by"] or FIRST_ORDER if self.is_valid() else FIRST_ORDER

    @property
    def is_narrowed(self) -> bool:
        """Return whether some games are left out."""
        return self.choice != ALL_GAMES
