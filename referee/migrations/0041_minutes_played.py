"""How long games were played is kept, and of which nobody knows the time of day.

Until now such a game got noon, or, entered on its day, the moment of its entry; it ended when it
began."""

from datetime import timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import timezone

AT_ONCE = 500
LONGEST = 8 * 60  # minutes, as models.games.minutes_between has it


def tell_times(apps: Any, editor: Any) -> None:
    """Work out the minutes of games that were finished once, and find times that are none."""

    def rows(name: str) -> Any:
        return apps.get_model("referee", name).objects.using(editor.connection.alias)

    games = rows("Game")
    moments = set(games.values_list("night", "created_at"))
    whole = games.filter(finished_at=F("created_at")).values_list("pk", "night", "created_at")
    untold = [
        pk
        for pk, night, at in whole.iterator()
        if at.microsecond or at.second or _is_place(night, at, moments)
    ]
    reopened = rows("Reopening").filter(round__game=OuterRef("pk"), was_over=True)
    corrected = games.filter(Exists(reopened)).values_list("pk", "night", "created_at")
    untold += [
        pk
        for pk, night, at in corrected.iterator()
        if not at.microsecond and _is_place(night, at, moments)
    ]
    for some in _batched(untold):
        games.filter(pk__in=some).update(has_time=False)
    lasted = games.filter(~Exists(reopened), finished_at__gt=F("created_at"), has_time=True)
    told = []
    for game in lasted.only("created_at", "finished_at").iterator():
        minutes = round((game.finished_at - game.created_at).total_seconds() / 60)
        if 0 < minutes <= LONGEST:
            game.minutes = minutes
            told.append(game)
    for some in _batched(told):
        games.bulk_update(some, ["minutes"])
    minutes = games.filter(pk=OuterRef("game")).values("minutes")
    rows("Placing").update(minutes=Subquery(minutes))


def _is_place(night: Any, at: Any, moments: set[tuple[Any, Any]]) -> bool:
    """Games of one night came a second after each other, the 61st at a whole minute again."""
    local = timezone.localtime(at)
    is_noon = (local.hour, local.minute) == (12, 0)
    return is_noon or (night, at - timedelta(seconds=1)) in moments


def _batched(rows: list[Any]) -> Any:
    return (rows[start : start + AT_ONCE] for start in range(0, len(rows), AT_ONCE))


class Migration(migrations.Migration):
    dependencies = [("referee", "0040_files_of_past_games")]

    operations = [
        migrations.AddField("game", "has_time", models.BooleanField(default=True, db_default=True)),
        migrations.AddField(
            "game",
            "minutes",
            models.PositiveSmallIntegerField(
                verbose_name="Minutes",
                null=True,
                blank=True,
                validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
            ),
        ),
        migrations.AddField("placing", "minutes", models.PositiveSmallIntegerField(null=True)),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=Q(minutes__range=(1, 24 * 60)), name="a_game_lasts_some_minutes"
            ),
        ),
        migrations.RunPython(tell_times, migrations.RunPython.noop),
    ]
