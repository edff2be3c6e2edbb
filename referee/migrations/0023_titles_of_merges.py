"""A merge that is undone gives titles back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0022_kept_on_paper"),
    ]

    operations = [
        migrations.AddField(
            model_name="merge",
            name="titles",
            field=models.JSONField(default=list),
        ),
    ]
