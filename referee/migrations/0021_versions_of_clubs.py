"""Clubs number the changes of their evenings, for pages that follow them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0020_seasons")]

    operations = [
        migrations.AddField(
            "club", "version", models.PositiveIntegerField(db_default=0, default=0)
        ),
    ]
