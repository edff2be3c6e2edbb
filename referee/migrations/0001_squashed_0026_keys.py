"""Every table as it is now; a new database needs only this one, an older one goes on by the others."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import referee.models.clubs
import referee.models.games


class Migration(migrations.Migration):
    replaces = [
        ("referee", "0001_initial"),
        ("referee", "0002_joining"),
        ("referee", "0003_versions"),
        ("referee", "0004_gather_versions"),
        ("referee", "0005_scores_of_versions"),
        ("referee", "0006_disputes"),
        ("referee", "0007_clubs_and_standings"),
        ("referee", "0008_phones_of_clubs"),
        ("referee", "0009_club_without_phone"),
        ("referee", "0010_index_what_was_withdrawn"),
        ("referee", "0011_codes_end"),
        ("referee", "0012_forget_log_in_attempts"),
        ("referee", "0013_clubs_that_are_there"),
        ("referee", "0014_statistics_from_placings"),
        ("referee", "0015_taps_that_say_ready"),
        ("referee", "0016_answers"),
        ("referee", "0017_seats_in_order"),
        ("referee", "0018_one_undo_a_phrase"),
        ("referee", "0019_menus_of_placings"),
        ("referee", "0020_seasons"),
        ("referee", "0021_versions_of_clubs"),
        ("referee", "0022_kept_on_paper"),
        ("referee", "0023_titles_of_merges"),
        ("referee", "0024_looks_of_players"),
        ("referee", "0025_many_games"),
        ("referee", "0026_keys"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("is_there", models.BooleanField(db_default=True, default=True)),
                ("results_version", models.PositiveIntegerField(db_default=0, default=0)),
                ("years", models.JSONField(db_default={}, default=dict)),
                ("version", models.PositiveIntegerField(db_default=0, default=0)),
                ("rates_from", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="GameNight",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("date", models.DateField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("location", models.CharField(blank=True, max_length=60)),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="nights",
                        to="referee.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "date"), name="one_night_a_date_in_a_club"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("ruleset", models.CharField(max_length=20)),
                ("menu", models.JSONField(null=True)),
                ("variants", models.JSONField(default=list)),
                ("house_rules", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("playing", "Playing"), ("finished", "Finished")],
                        default="playing",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "code",
                    models.CharField(
                        default=referee.models.games.new_code, max_length=6, unique=True
                    ),
                ),
                ("code_since", models.DateTimeField(default=django.utils.timezone.now)),
                ("anyone_enters", models.BooleanField(default=False)),
                ("totals_only", models.BooleanField(db_default=False, default=False)),
                (
                    "location",
                    models.CharField(blank=True, db_default="", default="", max_length=60),
                ),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "follows",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="followers",
                        to="referee.game",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="referee.gamenight",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["night", "created_at"], name="games_of_a_night"),
                    models.Index(
                        condition=models.Q(("location", ""), _negated=True),
                        fields=["night", "location"],
                        name="games_with_a_place",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Helper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_owner", models.BooleanField(default=False)),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="helps",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="helpers",
                        to="referee.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "account"), name="an_account_helps_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "token",
                    models.CharField(
                        default=referee.models.clubs.new_token,
                        editable=False,
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="referee.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Key",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "Read"), ("enter", "Enter"), ("manage", "Manage")],
                        max_length=10,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_on", models.DateField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("is_hidden", models.BooleanField(default=False)),
                ("is_anonymous", models.BooleanField(default=False)),
                ("look", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="referee.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "name"), name="one_player_a_name_in_a_club"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Placing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("played_at", models.DateTimeField()),
                ("date", models.DateField()),
                ("ruleset", models.CharField(max_length=20)),
                ("menu", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("players", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("win", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField()),
                ("margin", models.IntegerField()),
                ("behind", models.PositiveSmallIntegerField(null=True)),
                ("best_round", models.IntegerField(null=True)),
                ("best_round_number", models.PositiveSmallIntegerField(null=True)),
                ("puddings", models.PositiveSmallIntegerField(null=True)),
                ("cards", models.JSONField()),
                ("nth", models.PositiveIntegerField(default=0)),
                ("mu", models.FloatField(default=0)),
                ("sigma", models.FloatField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placings",
                        to="referee.club",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placings",
                        to="referee.game",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placings",
                        to="referee.gamenight",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placings",
                        to="referee.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "played_at", "game"], name="placings_in_order"),
                    models.Index(
                        fields=["player", "played_at", "game"], name="placings_of_a_player"
                    ),
                    models.Index(fields=["player", "nth"], name="placings_by_number"),
                    models.Index(fields=["night", "player"], name="placings_of_a_night"),
                    models.Index(fields=["club", "date"], name="placings_of_a_period"),
                    models.Index(
                        fields=["player", "-total", "date", "ruleset", "players", "menu"],
                        name="best_games",
                    ),
                    models.Index(
                        fields=["club", "ruleset", "-puddings", "played_at"], name="most_puddings"
                    ),
                    models.Index(
                        condition=models.Q(("win", 840)),
                        fields=["club", "margin", "played_at"],
                        name="narrowest_wins",
                    ),
                    models.Index(
                        condition=models.Q(("win", 840)),
                        fields=["club", "-behind", "played_at"],
                        name="greatest_come_backs",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="one_placing_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("is_hidden", models.BooleanField(default=False)),
                ("is_anonymous", models.BooleanField(default=False)),
                ("look", models.PositiveIntegerField(db_default=0, default=0)),
                ("titles", models.JSONField(default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("games", models.ManyToManyField(related_name="+", to="referee.game")),
                (
                    "within",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="referee.merge",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="referee.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kept", None), ("within__isnull", False)),
                            models.Q(("kept__isnull", False), ("within", None)),
                            _connector="OR",
                        ),
                        name="merged_into_a_player_or_with_one",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("confirmed", "Confirmed")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="referee.game",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_round_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                ("first", models.DateField()),
                ("last", models.DateField()),
                ("by", models.CharField(default="wins", max_length=20)),
                ("least_games", models.PositiveSmallIntegerField(default=0)),
                ("least_nights", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="referee.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "first", "last"), name="one_season_a_stretch_in_a_club"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Champion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("points", models.IntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="titles",
                        to="referee.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="champions",
                        to="referee.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("season", "player"), name="one_title_a_season")
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("order", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("tokens_left", models.JSONField(default=dict)),
                ("total", models.SmallIntegerField(null=True)),
                ("puddings", models.PositiveSmallIntegerField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="referee.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="referee.player",
                    ),
                ),
            ],
            options={
                "ordering": ["order", "place"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "place"), name="one_seat_a_place"),
                    models.UniqueConstraint(fields=("game", "player"), name="one_seat_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("rules_version", models.PositiveIntegerField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="referee.round",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="confirmed",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "version"), name="one_version_a_number"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("total", models.IntegerField()),
                ("lines", models.JSONField()),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="referee.roundversion",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "seat"), name="one_score_a_seat_and_version"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Reopening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("made", models.PositiveIntegerField(null=True)),
                (
                    "cause",
                    models.CharField(
                        choices=[("host", "Host"), ("late-taps", "Late Taps")], max_length=10
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("was_over", models.BooleanField(default=False)),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reopenings",
                        to="referee.round",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reopened",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("made", None)),
                        fields=("round",),
                        name="a_round_is_open_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Opinion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("agrees", models.BooleanField()),
                ("words", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to="referee.roundversion",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="said",
                        to="referee.seat",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["seat__order", "seat__place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "seat"), name="one_opinion_a_seat_and_version"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Guest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phone", models.CharField(max_length=64)),
                ("sent_away", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guests",
                        to="referee.game",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guest",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["joined_at"],
                "indexes": [models.Index(fields=["phone"], name="games_of_a_phone")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "phone"), name="a_phone_joins_a_game_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sent_away", False), ("seat", None), _connector="OR"),
                        name="who_was_sent_away_holds_no_seat",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("part", models.PositiveSmallIntegerField()),
                ("type", models.CharField(blank=True, max_length=30)),
                ("claimed", models.IntegerField()),
                ("right", models.IntegerField()),
                ("sheet", models.JSONField()),
                ("is_over", models.BooleanField()),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputes",
                        to="referee.game",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputed",
                        to="referee.seat",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputes",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("claimed", models.F("right")), _negated=True),
                        name="a_dispute_is_of_two_numbers",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("before", models.JSONField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="referee.game",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="corrected",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "version"), name="one_correction_a_version"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SharedStandings",
            fields=[
                (
                    "token",
                    models.CharField(
                        default=referee.models.clubs.new_token,
                        editable=False,
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shared",
                        to="referee.club",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shared",
                        to="referee.gamenight",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None), ("night", None)),
                        fields=("club",),
                        name="a_club_has_one_open_link",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None)),
                        fields=("night",),
                        name="a_night_has_one_open_link",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tableau",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_ready", models.BooleanField(default=False)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tableaus",
                        to="referee.round",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tableaus",
                        to="referee.seat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "seat"), name="one_tableau_a_seat_and_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LateTap",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("do", models.CharField(max_length=80)),
                ("number", models.PositiveIntegerField()),
                ("phone", models.CharField(max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "decision",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("added", "Added"),
                            ("set-aside", "Set Aside"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="late_taps",
                        to="referee.seat",
                    ),
                ),
                (
                    "tableau",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="late_taps",
                        to="referee.tableau",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Tap",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
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
                ("do", models.CharField(blank=True, max_length=80)),
                ("number", models.PositiveIntegerField()),
                ("phone", models.CharField(max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taps",
                        to="referee.seat",
                    ),
                ),
                (
                    "tableau",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taps",
                        to="referee.tableau",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="referee.tap",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("undone_by__isnull", False)),
                        fields=["undone_by"],
                        name="undone_taps",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("card", models.UUIDField()),
                ("place", models.PositiveIntegerField()),
                ("face", models.CharField(blank=True, max_length=40)),
                ("copy", models.BooleanField(default=False)),
                ("flipped", models.BooleanField(default=False)),
                ("on_wasabi", models.BooleanField(default=False)),
                ("sure", models.BooleanField(db_default=False, default=False)),
                (
                    "tableau",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="referee.tableau",
                    ),
                ),
                (
                    "added_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="added",
                        to="referee.tap",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withdrawn",
                        to="referee.tap",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("withdrawn_by__isnull", False)),
                        fields=["withdrawn_by"],
                        name="withdrawn_entries",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_by", None)),
                        fields=("card",),
                        name="a_card_lies_in_one_way",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("claim", models.UUIDField()),
                ("position", models.PositiveIntegerField()),
                ("icons", models.PositiveSmallIntegerField()),
                ("cards", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="referee.round",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="referee.seat",
                    ),
                ),
                (
                    "added_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="referee.tap",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withdrawn_claims",
                        to="referee.tap",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "seat__order", "seat__place"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("withdrawn_by__isnull", False)),
                        fields=["withdrawn_by"],
                        name="withdrawn_claims",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_by", None)),
                        fields=("claim",),
                        name="a_claim_stands_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_by", None)),
                        fields=("round", "position", "seat"),
                        name="one_claim_a_seat_and_turn",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubPhone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phone", models.CharField(max_length=64)),
                ("is_current", models.BooleanField(default=True)),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="referee.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("phone", "club"), name="a_phone_runs_a_club_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)),
                        fields=("phone",),
                        name="a_phone_has_one_current_club",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseFile",
            fields=[
                (
                    "token",
                    models.CharField(
                        default=referee.models.clubs.new_token,
                        editable=False,
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="case_files",
                        to="referee.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None)),
                        fields=("game",),
                        name="a_game_has_one_open_case_file",
                    )
                ],
            },
        ),
    ]
