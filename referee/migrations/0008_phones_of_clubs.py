"""The phone that made a club runs it; others may from now on."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_phones(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every club's phone as a row of its own."""
    club_phones = apps.get_model("referee", "ClubPhone").objects
    for club in apps.get_model("referee", "Club").objects.all():
        club_phones.create(club=club, phone=club.phone, is_current=True)


class Migration(migrations.Migration):
    dependencies = [("referee", "0007_clubs_and_standings")]

    operations = [migrations.RunPython(note_phones, migrations.RunPython.noop)]
