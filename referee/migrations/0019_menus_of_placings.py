"""Results know the menu of their game, by which standings are narrowed."""

from django.db import migrations, models

BATCH = 500


def tell_menus(apps, schema_editor):
    from referee.rules.menus import named_menu, own_menu

    placing, game = apps.get_model("referee", "Placing"), apps.get_model("referee", "Game")
    games = game.objects.exclude(menu=None).exclude(placings=None).order_by("pk")
    ids = list(games.values_list("pk", flat=True).distinct())
    for start in range(0, len(ids), BATCH):
        of_menu: dict[str, list[object]] = {}
        for pk, menu in game.objects.filter(pk__in=ids[start : start + BATCH]).values_list(
            "pk", "menu"
        ):
            key = (named_menu(menu) if isinstance(menu, str) else own_menu(menu)).key
            of_menu.setdefault(key, []).append(pk)
        for key, pks in of_menu.items():
            placing.objects.filter(game__in=pks).update(menu=key)


class Migration(migrations.Migration):
    dependencies = [("referee", "0018_one_undo_a_phrase")]

    operations = [
        migrations.AddField(
            model_name="placing",
            name="menu",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.RunPython(tell_menus, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="placing", name="best_games"),
        migrations.AddIndex(
            model_name="placing",
            index=models.Index(
                fields=["player", "-total", "date", "ruleset", "players", "menu"],
                name="best_games",
            ),
        ),
    ]
