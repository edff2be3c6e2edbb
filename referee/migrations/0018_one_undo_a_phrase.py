"""One undo takes back all taps of a phrase that was said."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0017_seats_in_order")]

    operations = [
        migrations.RemoveConstraint("tap", "a_tap_undoes_one"),
        migrations.AddIndex(
            "tap",
            models.Index(
                fields=["undone_by"],
                condition=models.Q(undone_by__isnull=False),
                name="undone_taps",
            ),
        ),
    ]
