"""What lies on the table: tableaus, the taps that fill them, uramaki claims."""

import uuid

from django.db import models
from django.db.models import Q

from .games import Round, Seat


def withdrawn(what: str) -> models.Index:
    """An index of the rows that a tap has withdrawn. With all others in it, SQLite would search it
    for rows that nobody withdrew, through the live cards of every game."""
    return models.Index(
        fields=["withdrawn_by"],
        condition=Q(withdrawn_by__isnull=False),
        name=f"withdrawn_{what}",
    )


class Tableau(models.Model):
    """What lies in front of one seat in one round; its cards are its entries. ``is_ready``: its
    player has said "my cards are complete"; a change takes that back."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tableaus")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tableaus")
    is_ready = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_tableau_a_seat_and_round"),
        ]

    def __str__(self) -> str:
        return f"tableau {self.pk}"


class Tap(models.Model):
    """One action on a tableau; the phone makes its id, so that sending it twice is one tap.

    It adds entries, withdraws entries, or both (a flip), so that undoing it is the same the other
    way round. ``do`` is the action's text (see ``play.services.tap_actions``), ``number`` the
    game's event number at the time, ``by`` the phone's seat then, None for the host's phone without
    one. What swaps the cards of two tableaus, or undoes that, is a tap on each, both of one number.
    """

    class Kind(models.TextChoices):
        ADD = "add"
        TAKE_AWAY = "take-away"
        FLIP = "flip"
        MOVE = "move"
        ORDER = "order"
        CLAIM = "claim"
        TAKE_BACK = "take-back"
        UNDO = "undo"
        READY = "ready"
        SWAP = "swap"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tableau = models.ForeignKey(Tableau, on_delete=models.CASCADE, related_name="taps")
    kind = models.CharField(max_length=10, choices=Kind)
    do = models.CharField(max_length=80, blank=True)
    number = models.PositiveIntegerField()
    phone = models.CharField(max_length=64)
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="taps")
    at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(
                fields=["undone_by"], condition=Q(undone_by__isnull=False), name="undone_taps"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class LateTap(models.Model):
    """A tap that came after its round was confirmed: kept aside until the host decides. ``do`` is
    as in ``Tap``; ``number`` orders the taps."""

    class Decision(models.TextChoices):
        WAITING = "waiting"
        ADDED = "added"
        SET_ASIDE = "set-aside"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tableau = models.ForeignKey(Tableau, on_delete=models.CASCADE, related_name="late_taps")
    do = models.CharField(max_length=80)
    number = models.PositiveIntegerField()
    phone = models.CharField(max_length=64)
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="late_taps")
    at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.WAITING)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"late tap {self.pk}"


class Entry(models.Model):
    """One card, as it lies; added and withdrawn, never overwritten.

    A card that is flipped gets another entry with the same ``card``, the physical card, and
    ``place``, its order in the tableau; so does a wasabi when something else lies on it. ``nigiri``
    is the ``card`` of the nigiri on a wasabi, None for nothing. ``is_known``: somebody has said so;
    else it is assumed, and asked. Where that nigiri is gone, nothing is known.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tableau = models.ForeignKey(Tableau, on_delete=models.CASCADE, related_name="entries")
    card = models.UUIDField()
    place = models.PositiveIntegerField()
    face = models.CharField(max_length=40, blank=True)
    copy = models.BooleanField(default=False)
    flipped = models.BooleanField(default=False)
    nigiri = models.UUIDField(null=True)
    is_known = models.BooleanField(default=False, db_default=False)
    added_by = models.ForeignKey(Tap, on_delete=models.CASCADE, related_name="added")
    withdrawn_by = models.ForeignKey(
        Tap, on_delete=models.CASCADE, null=True, related_name="withdrawn", db_index=False
    )

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["card"], condition=Q(withdrawn_by=None), name="a_card_lies_in_one_way"
            ),
            models.CheckConstraint(
                condition=Q(face="wasabi") | Q(nigiri=None, is_known=False),
                name="a_nigiri_lies_on_a_wasabi",
            ),
        ]
        indexes = [withdrawn("entries")]

    def __str__(self) -> str:
        return self.face or "flipped"


class Counted(models.Model):
    """The points of a round as the table has counted them by itself; added, never overwritten.

    The newest counts, while no card lies there and no claim stands. ``points`` are by the seats'
    places, written as text. ``number`` is the game's event number, ``by`` as in a tap.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="counted")
    points = models.JSONField()
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="counted")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"points of {self.round}"


class Claim(models.Model):
    """Uramaki icons that a seat claimed on a turn; added and withdrawn like an entry.

    Claims with the same ``position`` are of one turn, and positions order the turns. ``claim``
    names the claim itself: one that was withdrawn and restored is two rows. ``cards`` is how many
    cards it took off the tableau, 0 where only the icons were said.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    claim = models.UUIDField()
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="claims")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="claims")
    position = models.PositiveIntegerField()
    icons = models.PositiveSmallIntegerField()
    cards = models.PositiveSmallIntegerField(default=0, db_default=0)
    added_by = models.ForeignKey(Tap, on_delete=models.CASCADE, related_name="claims")
    withdrawn_by = models.ForeignKey(
        Tap,
        on_delete=models.CASCADE,
        null=True,
        related_name="withdrawn_claims",
        db_index=False,
    )

    class Meta:
        ordering = ["position", "seat__order", "seat__place"]
        constraints = [
            models.UniqueConstraint(
                fields=["claim"], condition=Q(withdrawn_by=None), name="a_claim_stands_once"
            ),
            models.UniqueConstraint(
                fields=["round", "position", "seat"],
                condition=Q(withdrawn_by=None),
                name="one_claim_a_seat_and_turn",
            ),
        ]
        indexes = [withdrawn("claims")]

    def __str__(self) -> str:
        return f"{self.icons} icons"
