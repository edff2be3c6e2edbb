"""What a night is called, and where it was."""

from uuid import UUID

from ...models import GameNight


def describe_night(night_id: UUID, name: str, location: str) -> None:
    """Gives a night a name and a location, "" for none; a night that is gone stays so.

    Args:
        name, location: at most 60 characters each.
    """
    GameNight.objects.filter(pk=night_id).update(name=name, location=location)
