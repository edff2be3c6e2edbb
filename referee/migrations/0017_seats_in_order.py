"""Seats can be moved: their place names them, and another field says in which order they stand."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0016_answers")]

    operations = [
        migrations.AddField(
            "seat", "order", models.PositiveSmallIntegerField(db_default=0, default=0)
        ),
        migrations.AlterModelOptions("seat", {"ordering": ["order", "place"]}),
        migrations.AlterModelOptions("opinion", {"ordering": ["seat__order", "seat__place"]}),
        migrations.AlterModelOptions(
            "claim", {"ordering": ["position", "seat__order", "seat__place"]}
        ),
    ]
