"""A wasabi knows what lies on it; a seat, whether its cards come in the order of play."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0028_told_of_changes")]

    operations = [
        migrations.AddField("entry", "nigiri", models.UUIDField(null=True)),
        migrations.AddField(
            "entry", "is_known", models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            "seat", "in_order", models.BooleanField(db_default=False, default=False)
        ),
    ]
