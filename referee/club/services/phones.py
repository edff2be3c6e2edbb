"""Gives a phone a new id, so that the old one opens nothing."""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from ...models import ClubPhone, Game, Guest, Job, LateTap, Tap
from ...play.services.changes import tell

MAX_GAMES = 50
"""So many of a phone's latest games keep who entered what, which an undo asks for."""


def is_known(phone: str) -> bool:
    """Return whether the phone runs a club or is at a table."""
    return any(model.objects.filter(phone=phone).exists() for model in (ClubPhone, Guest))


def change_id(phone: str, new: str) -> None:
    """Give a phone another id, with its clubs and seats, the club files that it sent, and what it
    entered in its latest games. Its streams must prove anew who they are."""
    # Looked for before the transaction: a club may have thousands of games.
    runs = Exists(ClubPhone.objects.filter(club=OuterRef("night__club"), phone=phone))
    joined = Exists(Guest.objects.filter(game=OuterRef("pk"), phone=phone))
    games = Game.objects.filter(Q(runs) | Q(joined)).order_by("-night__date", "-created_at")
    latest = dict(games.values_list("pk", "version")[:MAX_GAMES])
    with transaction.atomic():
        for rows in (
            Job.objects.all(),  # first: an import holds its row while it makes the phone a club
            ClubPhone.objects.all(),
            Guest.objects.all(),
            Tap.objects.filter(tableau__round__game__in=latest),
            LateTap.objects.filter(tableau__round__game__in=latest),
        ):
            rows.filter(phone=phone).update(phone=new)
        for game, version in latest.items():
            tell(game, version, access_changed=True)
