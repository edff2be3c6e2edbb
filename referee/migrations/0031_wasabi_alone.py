"""What was said of a nigiri's wasabi stands with the wasabi alone; taps of two new kinds."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("referee", "0030_pair_wasabi")]

    operations = [
        migrations.RemoveField("entry", "on_wasabi"),
        migrations.RemoveField("entry", "sure"),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=Q(face="wasabi") | Q(nigiri=None, is_known=False),
                name="a_nigiri_lies_on_a_wasabi",
            ),
        ),
        migrations.AlterField(
            "tap",
            "kind",
            models.CharField(
                choices=[
                    ("add", "Add"),
                    ("take-away", "Take Away"),
                    ("flip", "Flip"),
                    ("move", "Move"),
                    ("order", "Order"),
                    ("claim", "Claim"),
                    ("take-back", "Take Back"),
                    ("undo", "Undo"),
                    ("ready", "Ready"),
                    ("swap", "Swap"),
                ],
                max_length=10,
            ),
        ),
    ]
