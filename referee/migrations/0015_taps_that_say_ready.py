from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0014_statistics_from_placings")]

    operations = [
        migrations.AlterField(
            model_name="tap",
            name="kind",
            field=models.CharField(
                choices=[
                    ("add", "Add"),
                    ("take-away", "Take Away"),
                    ("flip", "Flip"),
                    ("move", "Move"),
                    ("claim", "Claim"),
                    ("take-back", "Take Back"),
                    ("undo", "Undo"),
                    ("ready", "Ready"),
                ],
                max_length=10,
            ),
        ),
    ]
