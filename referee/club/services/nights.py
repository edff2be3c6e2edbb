"""Names a night and its place."""

from uuid import UUID

from ...models import GameNight


def describe_night(night_id: UUID, name: str, location: str) -> None:
    """Set a night's name and place, "" for none, of at most 60 characters each."""
    GameNight.objects.filter(pk=night_id).update(name=name, location=location)
