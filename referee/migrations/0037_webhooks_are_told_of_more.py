"""Webhooks may be told of games that begin and are deleted, and be sent a test: neither of the
latter is of a game that is there."""

from itertools import combinations

from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import CASCADE

EVENTS = {
    "game.started": "a game begins",
    "round.confirmed": "a round is confirmed",
    "game.finished": "a game is finished",
    "game.corrected": "a finished game is corrected",
    "game.deleted": "a game is deleted",
}
SOME_EVENTS = [[*some] for n in range(1, len(EVENTS) + 1) for some in combinations(EVENTS, n)]
KNOWN = "a_webhook_tells_known_events"


class Migration(migrations.Migration):
    dependencies = [("referee", "0036_names_have_no_controls")]

    operations = [
        migrations.AlterField(
            "delivery",
            "event",
            models.CharField(choices=[*EVENTS.items(), ("test", "a test")], max_length=20),
        ),
        migrations.AlterField(
            "delivery",
            "game",
            models.ForeignKey("referee.game", CASCADE, null=True, related_name="+"),
        ),
        migrations.RemoveConstraint("webhook", KNOWN),
        migrations.AddConstraint(
            "webhook", models.CheckConstraint(condition=Q(events__in=SOME_EVENTS), name=KNOWN)
        ),
    ]
