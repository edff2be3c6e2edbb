"""The Django app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """Everything that SushiScore does; see the packages beside this file."""

    name = "referee"
    verbose_name = "SushiScore"

    def ready(self) -> None:
        """Lets the live streams hear of every change."""
        from .live.bus import hear_of_change, the_bus
        from .play.services.changes import game_changed

        the_bus()  # made once, before there are threads
        game_changed.connect(hear_of_change, dispatch_uid="live")
