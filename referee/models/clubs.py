"""The people who play, their evenings, and who runs their club."""

import datetime
import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .fields import (
    CONTROLS,
    CONTROLS_IN_NOTES,
    DAYS,
    MAX_LINE,
    MAX_NAME,
    MAX_NOTE,
    Day,
    Line,
    Name,
    Note,
)


def new_token() -> str:
    """Return 192 random bits for the address of a link."""
    return secrets.token_urlsafe(24)


class Club(models.Model):
    """A group whose games are kept together; a phone's first game makes one.

    ``is_there`` is false while a club is filled from a file, and from its deletion until its rows
    are gone; nobody sees it then. ``results_version`` grows with every change of a placing: figures
    are cached by it, or by ``years``: the one that each year's placings got with their last change,
    under "" that of a change of all years. ``version`` grows with every game that begins, ends,
    opens again or goes: by it the pages of the evening know what they lack. ``rates_from`` is when
    the first game was played whose rating is out of date, None if none is.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = Line(max_length=MAX_LINE, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    is_there = models.BooleanField(default=True, db_default=True)
    results_version = models.PositiveIntegerField(default=0, db_default=0)
    years = models.JSONField(default=dict, db_default={})
    version = models.PositiveIntegerField(default=0, db_default=0)
    rates_from = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(name__length__lte=MAX_LINE, name__without=CONTROLS),
                name="a_club_has_a_short_name",
            )
        ]

    def __str__(self) -> str:
        return self.name or f"club {self.pk}"


class ClubPhone(models.Model):
    """A phone that runs a club: the one that made it (``account`` is None), or one that an account
    brought to it. A phone may run several clubs; its new games go to the current one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="phones")
    phone = models.CharField(max_length=64)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="phones"
    )
    is_current = models.BooleanField(default=True)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["phone", "club"], name="a_phone_runs_a_club_once"),
            models.UniqueConstraint(
                fields=["phone"],
                condition=Q(is_current=True),
                name="a_phone_has_one_current_club",
            ),
        ]

    def __str__(self) -> str:
        return f"phone of {self.club_id}"


class Helper(models.Model):
    """An account that runs a club. An owner may also delete the club and manage helpers."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="helpers")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="helps"
    )
    is_owner = models.BooleanField(default=False)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "account"], name="an_account_helps_once"),
        ]

    def __str__(self) -> str:
        return f"helper of {self.club_id}"


class Invitation(models.Model):
    """A link by which one account may become a helper, once."""

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation to {self.club_id}"


class Player(models.Model):
    """A player of a club. Who is hidden is not offered for new games and not in the standings; who
    was made anonymous keeps a neutral name. ``look`` is the how-manyth player of the club they are,
    from 0: their colour and mark follow from it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name: "models.CharField[str, str]" = Name(max_length=MAX_NAME)
    is_hidden = models.BooleanField(default=False)
    is_anonymous = models.BooleanField(default=False)
    look = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_player_a_name_in_a_club"),
            models.CheckConstraint(
                condition=~Q(name="") & Q(name__length__lte=MAX_NAME, name__without=CONTROLS),
                name="a_player_has_a_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        """Save the player if the name is one; a new one gets the look after those that the club
        has. Raises ValidationError."""
        self.clean_fields(exclude={"club"})
        if self._state.adding:
            self.look = Player.objects.filter(club=self.club_id).count()
        super().save(*args, **options)


class Merge(models.Model):
    """A player who was found to be another one, kept so that it can be undone.

    ``id`` is the one that the player had, and has again. ``kept`` is the player whose the games
    are now; where that one was merged too, ``within`` says by which merge. ``titles`` are those of
    the player: each the season's ``first`` and ``last`` day and when it was ``closed``, the
    ``games``, ``wins`` and ``points`` of that moment, and whether the other one ``has`` it too.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="merges")
    within = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="merges")
    name: "models.CharField[str, str]" = Name(max_length=MAX_NAME)
    is_hidden = models.BooleanField(default=False)
    is_anonymous = models.BooleanField(default=False)
    look = models.PositiveIntegerField(default=0, db_default=0)
    games = models.ManyToManyField("referee.Game", related_name="+")
    titles = models.JSONField(default=list)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kept=None, within__isnull=False) | Q(kept__isnull=False, within=None),
                name="merged_into_a_player_or_with_one",
            )
        ]

    def __str__(self) -> str:
        return self.name


class GameNight(models.Model):
    """An evening of a club with its games; ``date`` is that of its first game."""

    WORDS = ("name", "location", "note")
    """What is written about a night, each "" for nothing, in the order of its form."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    date: "models.DateField[datetime.date, datetime.date]" = Day()
    name = Line(_("Name of the night"), max_length=MAX_LINE, blank=True)
    location = Line(_("Where it is"), max_length=MAX_LINE, blank=True)
    note = Note(_("Note"), max_length=MAX_NOTE, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "date"], name="one_night_a_date_in_a_club"),
            models.CheckConstraint(
                condition=Q(
                    date__range=DAYS,
                    name__length__lte=MAX_LINE,
                    location__length__lte=MAX_LINE,
                    note__length__lte=MAX_NOTE,
                    name__without=CONTROLS,
                    location__without=CONTROLS,
                    note__without=CONTROLS_IN_NOTES,
                ),
                name="a_night_can_be_shown",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.date}"


class Calendar(models.Model):
    """A link under which calendars follow a club's nights. Withdrawn, it is deleted."""

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="calendar")

    def __str__(self) -> str:
        return f"calendar of {self.club_id}"


class SharedStandings(models.Model):
    """A read-only link to the standings of a club or a night. One that was withdrawn stays so;
    shared again, they get another link."""

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="shared")
    night = models.ForeignKey(GameNight, on_delete=models.CASCADE, null=True, related_name="shared")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(closed_at=None, night=None),
                name="a_club_has_one_open_link",
            ),
            models.UniqueConstraint(
                fields=["night"],
                condition=Q(closed_at=None),
                name="a_night_has_one_open_link",
            ),
        ]

    def __str__(self) -> str:
        return f"standings of {self.night_id or self.club_id}"


class PastFile(models.Model):
    """A file of games that were kept elsewhere, from when it was read in until it is taken back:
    the ids of the games, players and nights that came with it; of nights with the mark of what the
    file wrote about them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_files")
    at = models.DateTimeField(default=timezone.now)
    games = models.JSONField()
    players = models.JSONField()
    nights = models.JSONField()

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{len(self.games)} games of a file"
