"""The database refuses keys and webhooks that cannot be: those that came past the pages are put
right, or go where they were of no use."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Substr

SCOPES = ["read", "enter", "manage"]


def put_right(apps: Any, editor: Any) -> None:
    """Cut what is too long, name keys without a name, and let a key of no scope only read. A webhook
    whose address is cut is off; one without goes."""
    keys, webhooks = (
        apps.get_model("referee", name).objects.using(editor.connection.alias)
        for name in ("Key", "Webhook")
    )
    keys.filter(name="").update(name="?")
    keys.filter(name__length__gt=40).update(name=Substr("name", 1, 40))
    keys.exclude(scope__in=SCOPES).update(scope="read")
    long = webhooks.filter(address__length__gt=500)
    long.update(address=Substr("address", 1, 500), is_on=False)
    webhooks.filter(address="").delete()
    editor.connection.check_constraints()  # PostgreSQL alters no table that waits for it


class Migration(migrations.Migration):
    dependencies = [("referee", "0033_words_have_their_length")]

    operations = [
        migrations.RunPython(put_right, migrations.RunPython.noop),
        migrations.AlterField(
            "key",
            "scope",
            models.CharField(
                choices=[
                    ("read", "only read"),
                    ("enter", "read, and enter cards"),
                    ("manage", "read, enter cards, and change or delete what the club has"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField("key", "used_on", models.DateField(blank=True, null=True)),
        migrations.AddConstraint(
            "key",
            models.CheckConstraint(
                condition=~Q(name="") & Q(name__length__lte=40, scope__in=SCOPES),
                name="a_key_has_a_name_and_a_scope",
            ),
        ),
        migrations.AddConstraint(
            "webhook",
            models.CheckConstraint(
                condition=~Q(address="") & Q(address__length__lte=500),
                name="a_webhook_has_an_address",
            ),
        ),
    ]
