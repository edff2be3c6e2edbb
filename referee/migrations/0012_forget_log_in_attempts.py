"""Removes what django-axes kept of wrong log-ins: names and addresses. They are counted in the
cache now, and forgotten after a quarter of an hour."""

from django.db import migrations

TABLES = (
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)


class Migration(migrations.Migration):
    """Nothing goes back: what it removes is not to be kept."""

    dependencies = [("referee", "0011_codes_end")]

    operations = [
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", "") for table in TABLES),
        migrations.RunSQL("DELETE FROM django_migrations WHERE app = 'axes'", ""),
    ]
