"""Whether a nigiri lies on a wasabi has been said; how many cards a claim took off the tableau."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0015_taps_that_say_ready")]

    operations = [
        migrations.AddField("entry", "sure", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "claim", "cards", models.PositiveSmallIntegerField(db_default=0, default=0)
        ),
    ]
