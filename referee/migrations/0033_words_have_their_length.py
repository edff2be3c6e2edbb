"""The database refuses names, notes and days that cannot be: those that came past the pages are put
right."""

from datetime import date, timedelta
from typing import Any

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Substr

DAYS = date(1900, 1, 1), date(2999, 12, 31)


def put_right(apps: Any, editor: Any) -> None:
    """Cut what is too long, name who has no name, and bring days into these centuries."""

    def rows(name: str) -> Any:
        return apps.get_model("referee", name).objects.using(editor.connection.alias)

    for row, field, most in (
        ("Club", "name", 60),
        ("GameNight", "name", 60),
        ("GameNight", "location", 60),
        ("GameNight", "note", 500),
    ):
        long = rows(row).filter(**{f"{field}__length__gt": most})
        long.update(**{field: Substr(field, 1, most)})
    for player in rows("Player").filter(Q(name="") | Q(name__length__gt=40)):
        others = rows("Player").filter(club=player.club).exclude(pk=player.pk)
        taken, stem, number = set(others.values_list("name", flat=True)), player.name[:40] or "?", 1
        player.name = stem
        while player.name in taken:
            number += 1
            player.name = f"{stem[:35]} {number}"
        player.save()
    for night in rows("GameNight").exclude(date__range=DAYS):
        is_early = night.date < DAYS[0]
        night.date = DAYS[0] if is_early else DAYS[1]
        others = rows("GameNight").filter(club=night.club).exclude(pk=night.pk)
        while others.filter(date=night.date).exists():
            night.date += timedelta(days=1 if is_early else -1)
        night.save()
    editor.connection.check_constraints()  # PostgreSQL alters no table that waits for it


class Migration(migrations.Migration):
    dependencies = [("referee", "0032_seasons_go_forward")]

    operations = [
        migrations.RunPython(put_right, migrations.RunPython.noop),
        migrations.AlterField(
            "game",
            "location",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=60,
                verbose_name="Where it was, if elsewhere than the night",
            ),
        ),
        *(
            migrations.AlterField(
                row,
                "note",
                models.CharField(
                    blank=True, db_default="", default="", max_length=500, verbose_name="Note"
                ),
            )
            for row in ("game", "gamenight")
        ),
        migrations.AlterField(
            "gamenight",
            "location",
            models.CharField(blank=True, max_length=60, verbose_name="Where it is"),
        ),
        migrations.AlterField(
            "gamenight",
            "name",
            models.CharField(blank=True, max_length=60, verbose_name="Name of the night"),
        ),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(
                condition=Q(name__length__lte=60), name="a_club_has_a_short_name"
            ),
        ),
        migrations.AddConstraint(
            "gamenight",
            models.CheckConstraint(
                condition=Q(
                    date__range=DAYS,
                    name__length__lte=60,
                    location__length__lte=60,
                    note__length__lte=500,
                ),
                name="a_night_can_be_shown",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=~Q(name="") & Q(name__length__lte=40), name="a_player_has_a_name"
            ),
        ),
    ]
