import django.utils.timezone
from django.db import migrations, models


def drawn_when_the_game_began(apps, schema_editor):
    """Else every old game's code would let phones in for some hours once more."""
    game = apps.get_model("referee", "Game")
    game.objects.update(code_since=models.F("created_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0010_index_what_was_withdrawn"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="code_since",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.RunPython(drawn_when_the_game_began, migrations.RunPython.noop),
    ]
