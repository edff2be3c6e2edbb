"""The versions of rounds that were confirmed before versions had rows of their own."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def gather_versions(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Makes the versions that the scores of before stand for.

    Which taps came before a confirmation is told by their time; rounds that are open again have
    been opened, by nobody knows whom.
    """
    model = {
        name: apps.get_model("referee", name)
        for name in ("Tap", "Round", "RoundScore", "RoundVersion", "Reopening")
    }
    for score in model["RoundScore"].objects.order_by("round", "old_version", "pk"):
        taps = model["Tap"].objects.filter(tableau__round=score.round, at__lte=score.confirmed_at)
        last = taps.aggregate(last=models.Max("number"))["last"] or 0
        row, is_new = model["RoundVersion"].objects.get_or_create(
            round=score.round,
            version=score.old_version,
            defaults={"number": last + 1, "rules_version": score.rules_version},
        )
        if is_new:  # which would else say that it was confirmed now
            model["RoundVersion"].objects.filter(pk=row.pk).update(at=score.confirmed_at)
        score.version = row
        score.save(update_fields=["version"])
    for round_ in model["Round"].objects.filter(state="open", version__gt=0):
        model["Reopening"].objects.create(
            round=round_, version=round_.version, cause="host", number=round_.game.version
        )


class Migration(migrations.Migration):
    dependencies = [("referee", "0003_versions")]

    # By itself: PostgreSQL alters no table whose rows the same transaction has changed.
    operations = [migrations.RunPython(gather_versions, migrations.RunPython.noop)]
