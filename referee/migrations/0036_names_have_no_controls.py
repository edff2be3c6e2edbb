"""The database refuses control characters in what somebody wrote, a season that has no name and is
no year, and events that there are not: those that came past the pages are put right."""

import re
from datetime import date
from itertools import combinations
from typing import Any

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Cast, Substr
from django.db.models.lookups import Exact

CONTROLS, CONTROLS_IN_NOTES = "\x01-\x1f\x7f-\x9f", "\x01-\x08\x0b-\x1f\x7f-\x9f"
DAYS = date(1900, 1, 1), date(2999, 12, 31)
EVENTS = ("round.confirmed", "game.finished", "game.corrected")
SOME_EVENTS = [[*some] for n in (1, 2, 3) for some in combinations(EVENTS, n)]
WRITTEN = (
    ("Club", "name", CONTROLS),
    ("GameNight", "name", CONTROLS),
    ("GameNight", "location", CONTROLS),
    ("GameNight", "note", CONTROLS_IN_NOTES),
    ("Season", "name", CONTROLS),
    ("Key", "name", CONTROLS),
    ("Player", "name", CONTROLS),
)


def put_right(apps: Any, editor: Any) -> None:
    """Take out control characters, name seasons by their days, and leave known events to webhooks;
    one that has none goes."""

    def rows(name: str) -> Any:
        return apps.get_model("referee", name).objects.using(editor.connection.alias)

    for model, field, controls in WRITTEN:
        for row in rows(model).exclude(**{f"{field}__without": controls}):
            text = re.sub(f"[\0{controls}]", "", getattr(row, field))
            if model in ("Key", "Player"):
                text = text or "?"
            if model == "Player":
                others = rows(model).filter(club=row.club).exclude(pk=row.pk)
                taken, stem, number = set(others.values_list("name", flat=True)), text, 1
                while text in taken:
                    number += 1
                    text = f"{stem[:35]} {number}"
            setattr(row, field, text)
            row.save()
    for season in rows("Season").filter(name=""):
        first, last = season.first, season.last
        if (first, last) != (date(first.year, 1, 1), date(first.year, 12, 31)):
            season.name = f"{first} – {last}"
            season.save()
    for webhook in rows("Webhook"):
        known = [event for event in EVENTS if event in webhook.events]
        if not known:
            webhook.delete()
        elif known != webhook.events:
            webhook.events = known
            webhook.save()
    editor.connection.check_constraints()  # PostgreSQL alters no table that waits for it


def year_of(day: str) -> Substr:
    return Substr(Cast(day, models.CharField()), 1, 4)


CONSTRAINTS = {
    "club": [
        models.CheckConstraint(
            condition=Q(name__length__lte=60, name__without=CONTROLS),
            name="a_club_has_a_short_name",
        )
    ],
    "gamenight": [
        models.CheckConstraint(
            condition=Q(
                date__range=DAYS,
                name__length__lte=60,
                location__length__lte=60,
                note__length__lte=500,
                name__without=CONTROLS,
                location__without=CONTROLS,
                note__without=CONTROLS_IN_NOTES,
            ),
            name="a_night_can_be_shown",
        )
    ],
    "key": [
        models.CheckConstraint(
            condition=~Q(name="")
            & Q(name__length__lte=40, name__without=CONTROLS)
            & Q(scope__in=["read", "enter", "manage"]),
            name="a_key_has_a_name_and_a_scope",
        )
    ],
    "player": [
        models.CheckConstraint(
            condition=~Q(name="") & Q(name__length__lte=40, name__without=CONTROLS),
            name="a_player_has_a_name",
        )
    ],
    "season": [
        models.CheckConstraint(
            condition=Q(
                name__length__lte=60,
                name__without=CONTROLS,
                by__in=["wins", "win-rate", "place", "points", "rating"],
                least_games__lte=9999,
                least_nights__lte=9999,
            ),
            name="a_season_can_be_ranked",
        ),
        models.CheckConstraint(
            condition=~Q(name="")
            | Q(
                Exact(year_of("first"), year_of("last")),
                first__endswith="-01-01",
                last__endswith="-12-31",
            ),
            name="a_nameless_season_is_a_year",
        ),
    ],
    "webhook": [
        models.CheckConstraint(
            condition=Q(events__in=SOME_EVENTS), name="a_webhook_tells_known_events"
        )
    ],
}
NEW = {"a_nameless_season_is_a_year", "a_webhook_tells_known_events"}


class Migration(migrations.Migration):
    dependencies = [("referee", "0035_jobs")]

    operations = [
        migrations.RunPython(put_right, migrations.RunPython.noop),
        migrations.AlterField(
            "delivery",
            "event",
            models.CharField(
                choices=[
                    ("round.confirmed", "a round is confirmed"),
                    ("game.finished", "a game is finished"),
                    ("game.corrected", "a finished game is corrected"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            "key", "name", models.CharField(max_length=40, verbose_name="What the key is for")
        ),
        migrations.AlterField(
            "key",
            "scope",
            models.CharField(
                choices=[
                    ("read", "only read"),
                    ("enter", "read, and enter cards"),
                    ("manage", "read, enter cards, and change or delete what the club has"),
                ],
                default="read",
                max_length=10,
                verbose_name="It may",
            ),
        ),
        migrations.AlterField(
            "webhook", "address", models.CharField(max_length=500, verbose_name="Address")
        ),
        *(
            migrations.RemoveConstraint(row, constraint.name)
            for row, constraints in CONSTRAINTS.items()
            for constraint in constraints
            if constraint.name not in NEW
        ),
        *(
            migrations.AddConstraint(row, constraint)
            for row, constraints in CONSTRAINTS.items()
            for constraint in constraints
        ),
    ]
