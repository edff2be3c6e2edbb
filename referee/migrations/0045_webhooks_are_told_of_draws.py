"""Webhooks may be told of tables that are drawn."""

from itertools import combinations

from django.db import migrations, models
from django.db.models import Q

EVENTS = {
    "game.started": "a game begins",
    "round.confirmed": "a round is confirmed",
    "game.finished": "a game is finished",
    "game.corrected": "a finished game is corrected",
    "game.deleted": "a game is deleted",
    "tournament.drawn": "tables are drawn",
}
SOME_EVENTS = [[*some] for n in range(1, len(EVENTS) + 1) for some in combinations(EVENTS, n)]
KNOWN = "a_webhook_tells_known_events"


class Migration(migrations.Migration):
    dependencies = [("referee", "0044_tournaments")]

    operations = [
        migrations.AlterField(
            "delivery",
            "event",
            models.CharField(choices=[*EVENTS.items(), ("test", "a test")], max_length=20),
        ),
        migrations.RemoveConstraint("webhook", KNOWN),
        migrations.AddConstraint(
            "webhook", models.CheckConstraint(condition=Q(events__in=SOME_EVENTS), name=KNOWN)
        ),
    ]
