"""A game, its seats, the phones at them, and its rounds."""

import datetime
import secrets
import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules.rulesets import DUMMY
from .clubs import GameNight, Player
from .fields import MAX_LINE, MAX_NOTE, Line, Note

CODE_LETTERS = "ACDEFGHJKMNPQRTVWXY34679"
"""No two look alike: no B and 8, I and 1, O and 0, S and 5, U and V, Z and 2."""
CODE_LENGTH = 6
MOST_MINUTES = 24 * 60
"""For which a game may have been played."""
_LONGEST = 8 * 60
"""Minutes. Who takes longer has left a game open and come back to it."""


def minutes_between(begun: datetime.datetime, ended: datetime.datetime) -> int | None:
    """Return for how many minutes a game was played, None where its times do not say it: they are
    less than one minute or more than eight hours apart, or a clock was set back."""
    minutes = round((ended - begun).total_seconds() / 60)
    return minutes if 0 < minutes <= _LONGEST else None


def new_code() -> str:
    """Return a random code to join a game: six characters, one of 191 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Game(models.Model):
    """One game at one table.

    ``version`` is the event number: every change raises it by one, under the lock of this row.
    ``menu``, ``variants`` and ``house_rules`` stand as on a score sheet. ``code``, drawn at
    ``code_since``, lets phones join; ``anyone_enters``: players may enter cards for others.
    ``follows`` is the game before it, where it was started from that one. ``totals_only``: it was
    kept on paper, so that it has no rounds, and its seats hold all that is known; ``menu`` may be
    None in Party then. ``location`` is "" where the night's says it. ``minutes``: how long it was
    played, as somebody has said or its times when it was finished; None where nobody knows.
    ``has_time``: its times are more than its place in the order of games. ``tie_winner`` is for
    whom the table itself broke a tie of the winners, as ``tie_words`` say; None and "" where
    nothing is noted. ``tie_places``: the seats of those who shared the victory then.
    """

    WORDS = ("location", "note")
    """What is written about a game, each "" for nothing, in the order of its form."""
    NOTED = (*WORDS, "minutes")
    """What can be noted about any game."""

    class State(models.TextChoices):
        PLAYING = "playing"
        FINISHED = "finished"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    night = models.ForeignKey(GameNight, on_delete=models.CASCADE, related_name="games")
    ruleset = models.CharField(max_length=20)
    menu = models.JSONField(null=True)
    variants = models.JSONField(default=list)
    house_rules = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    version = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=6, unique=True, default=new_code)
    code_since = models.DateTimeField(default=timezone.now)
    anyone_enters = models.BooleanField(default=False)
    follows = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="followers"
    )
    totals_only = models.BooleanField(default=False, db_default=False)
    location = Line(
        _("Where it was, if elsewhere than the night"),
        max_length=MAX_LINE,
        blank=True,
        default="",
        db_default="",
    )
    note = Note(_("Note"), max_length=MAX_NOTE, blank=True, default="", db_default="")
    minutes = models.PositiveSmallIntegerField(
        _("Minutes"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MINUTES)],
    )
    has_time = models.BooleanField(default=True, db_default=True)
    tie_winner = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="ties_won"
    )
    tie_words = Line(
        _("How it was decided"), max_length=MAX_LINE, blank=True, default="", db_default=""
    )
    tie_places = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__range=(1, MOST_MINUTES)), name="a_game_lasts_some_minutes"
            ),
        ]
        indexes = [
            models.Index(fields=["night", "created_at"], name="games_of_a_night"),
            models.Index(
                fields=["night", "location"], condition=~Q(location=""), name="games_with_a_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.pk}"

    @property
    def day(self) -> datetime.date:
        """The day on which it began; that of its night where nobody knows the time."""
        return timezone.localtime(self.created_at).date() if self.has_time else self.night.date

    def knows_time(self, at: datetime.datetime) -> bool:
        """Whether something happened then, and was not only dated to the game's place in the order
        of games as it came here with the game."""
        return self.has_time or at > self.created_at


class Seat(models.Model):
    """A seat at the table; without a player it is the dummy's.

    ``place``, from 1, names the seat in addresses and taps, and stays. Clockwise the seats stand by
    ``order``, then by place: it is 0 for all of them until one is moved. ``in_order``: its cards
    are entered in the order of play, as somebody has said. ``tokens_left``: Roll's unused tokens,
    by kind. ``desserts``: how many puddings, ice creams or icons of each fruit it has at the end of
    a game with a round that was counted without cards, None until somebody says so. ``total`` and
    ``puddings`` are of a game that was kept on paper: its points, and what breaks ties in its
    ruleset, None where nobody noted it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="seats")
    place = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField(default=0, db_default=0)
    in_order = models.BooleanField(default=False, db_default=False)
    tokens_left = models.JSONField(default=dict)
    desserts = models.JSONField(null=True)
    total = models.SmallIntegerField(null=True)
    puddings = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["order", "place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="one_seat_a_place"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.place}"

    @property
    def name(self) -> str:
        """The player's name on a page; the dummy has its word."""
        return self.player.name if self.player else gettext("Dummy")

    @property
    def sheet_name(self) -> str:
        """The name on the score sheet."""
        return self.player.name if self.player else DUMMY

    @property
    def holder(self) -> "Guest | None":
        """The phone that holds the seat, None for one that is free."""
        return getattr(self, "guest", None)


class Guest(models.Model):
    """A phone at a table: a player with a seat, or a watcher without one; the host's only with a
    seat. One that was sent away keeps its row, so that the code does not let it in again.

    ``wants`` is the seat that it says is its player's, though another phone holds it, until the
    host has answered. Then ``told`` is what became of that seat, until the phone has seen it.
    """

    class Told(models.TextChoices):
        """The phone got the seat, the host said no, or the host gave it to another phone."""

        GOT = "got"
        REFUSED = "refused"
        LOST = "lost"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="guests")
    phone = models.CharField(max_length=64)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, null=True, related_name="guest")
    wants = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="wanted_by")
    told = models.CharField(max_length=7, choices=Told, blank=True, default="", db_default="")
    sent_away = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["joined_at"]
        constraints = [
            models.UniqueConstraint(fields=["game", "phone"], name="a_phone_joins_a_game_once"),
            models.CheckConstraint(
                condition=Q(sent_away=False) | Q(seat=None),
                name="who_was_sent_away_holds_no_seat",
            ),
        ]
        indexes = [models.Index(fields=["phone"], name="games_of_a_phone")]

    def __str__(self) -> str:
        return f"guest {self.pk}"


class Hosting(models.Model):
    """A phone at the table that is host beside those that run the club: it was handed the table, or
    (``is_taken``) took it over while they were away.

    ``seat`` is its player's then; ``guest`` None once the phone has left. ``by`` is the seat of who
    handed it the table, None for the host's phone without one. It is host from ``begun_at``, before
    which others may say no, to ``ended_at``; ``ended_by`` is the seat of who ended it or said no.
    ``agreed_at``: when a phone of the club has seen that it was taken over, and left it so.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hostings")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="hostings")
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="hostings")
    is_taken = models.BooleanField(default=False)
    by = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="handed_over")
    at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        Seat, on_delete=models.SET_NULL, null=True, related_name="ended_hostings"
    )
    agreed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(
                fields=["guest"], condition=Q(ended_at=None), name="a_phone_is_made_host_once"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(begun_at=None, ended_at=None),
                name="one_takes_over_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} as host"


class Round(models.Model):
    """One of the three rounds. ``version`` is the newest of its versions, 0 before the first."""

    class State(models.TextChoices):
        OPEN = "open"
        CONFIRMED = "confirmed"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def is_confirmed(self) -> bool:
        """Return whether the scores are frozen and the tableaus closed."""
        return self.state == self.State.CONFIRMED
